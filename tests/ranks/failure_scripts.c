#include "failure_scripts.h"

#include <math.h>
#include <viewfab_kernels.h>

#include "../failures/failing_memory.h"
#include "../support/solvers.h"

/* Rows of more tiles than a header takes; solvers have a small domain. */
static vf_box domain;
static const vf_box large = { { 0, 0, 0 }, { 63, 47, 79 } }, small = { { 0, 0, 0 }, { 15, 11, 15 } };

static vf_box slab(int of)
{
  const int planes = domain.upper[2] + 1;
  vf_box box = domain;
  box.lower[2] = planes * of / ranks;
  box.upper[2] = planes * (of + 1) / ranks - 1;
  return box;
}

static void fill_values(vf_set *set, double factor)
{
  vf_view *view = NULL;
  void *host = NULL;
  int64_t lower[4] = { 1, 1, 1, 1 }, upper[4] = { 1, 1, 1, 1 }, elements = 1;
  must(vf_set_view(set, 0, NULL, &view));
  must(vf_view_bounds(view, lower, upper));
  for (int d = 0; d < 4; d++) elements *= upper[d] - lower[d] + 1;
  must(vf_view_to_host(view, VF_WRITE));
  must(vf_view_host_address(view, &host));
  for (int64_t e = 0; e < elements; e++) ((double *)host)[e] = factor * (double)((e * 7 + 3 * rank) % 11 - 5);
}

static vf_set *new_set(const scene *s, const char *label)
{
  vf_set *set = NULL;
  must(vf_set_create_on(s->layout, VF_REAL64, 1, 2, 0, label, &set));
  fill_values(set, 1);
  return set;
}

void end_scene(scene *s)
{
  must(vf_multigrid_destroy(&s->solver));
  if (s->x) vf_remote_release(&s->x); /* for a broken group this call fails */
  if (s->phi) {
    (void)vf_set_fill_ghosts_end(s->phi); /* the exchange may be begun */
    must(vf_view_release(&s->phi, true));
  }
  if (s->rho) must(vf_view_release(&s->rho, true));
  if (s->a) must(vf_view_release(&s->a, true));
  for (int d = 0; d < 3; d++)
    if (s->b[d]) must(vf_view_release(&s->b[d], true));
  if (s->layout) must(vf_layout_destroy(&s->layout));
  if (s->group) vf_group_destroy(&s->group);
  holds(!s->group);
}

static void nothing(scene *s) { (void)s; }

static vf_status make_group(scene *s) { return vf_group_create_mpi(MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &s->group); }
static void unmake_group(scene *s) { must(vf_group_destroy(&s->group)); }

static void with_group(scene *s) { s->group = world(); }

static vf_status make_layout(scene *s)
{
  const vf_box box = slab(rank);
  return vf_layout_create(s->group, &box, 1, "slabs", &s->layout);
}
static void unmake_layout(scene *s) { must(vf_layout_destroy(&s->layout)); }

static vf_status make_owned(scene *s)
{
  vf_box boxes[64];
  int owners[64];
  for (int r = 0; r < ranks; r++) {
    boxes[r] = slab(r);
    owners[r] = r;
  }
  return vf_layout_create_owned(s->group, boxes, owners, ranks, "owned", &s->layout);
}

static void with_sets(scene *s)
{
  with_group(s);
  must(make_layout(s));
  s->phi = new_set(s, "phi");
  s->rho = new_set(s, "rho");
  s->sides = (vf_boundary){ .kind = { VF_DIRICHLET, 0, VF_PERIODIC, VF_NEUMANN, 0, VF_PERIODIC }, .order = 2 };
}

static vf_status fill_one(scene *s) { return vf_set_fill_ghosts(s->phi, NULL, 1, &domain, &s->sides); }

static void forget_plan(scene *s)
{
  must(vf_view_release(&s->phi, true));
  s->phi = new_set(s, "phi");
}

static void with_plan(scene *s)
{
  with_sets(s);
  must(fill_one(s));
}

static vf_status fill_deep(scene *s) { return vf_set_fill_ghosts(s->phi, s->rho, 2, &domain, &s->sides); }

static void forget_deep_plan(scene *s)
{
  forget_plan(s);
  must(fill_one(s));
}

static vf_status begin_fill(scene *s) { return vf_set_fill_ghosts_begin(s->phi, NULL, 1, &domain, &s->sides); }
static vf_status end_fill(scene *s) { return vf_set_fill_ghosts_end(s->phi); }
static void end_it(scene *s) { must(end_fill(s)); }

static void begun(scene *s)
{
  with_plan(s);
  must(begin_fill(s));
}
static void begin_again(scene *s) { must(begin_fill(s)); }

static vf_status make_fence(scene *s) { return vf_group_fence(s->group); }

static vf_status sum_up(scene *s)
{
  double total = 0;
  return vf_dot_layout(s->layout, s->phi, s->rho, &total, NULL);
}

/* A group keeps the memory for rows of results. */
static void another_group(scene *s)
{
  end_scene(s);
  with_sets(s);
}

static vf_status make_remote(scene *s) { return vf_remote_create(s->group, VF_REAL64, 5 + rank, "x", &s->x); }
static void unmake_remote(scene *s) { must(vf_remote_release(&s->x)); }

static void with_remote(scene *s)
{
  with_group(s);
  must(make_remote(s));
}
static vf_status fence_remote(scene *s) { return vf_remote_fence(s->x); }
static vf_status release_remote(scene *s) { return vf_remote_release(&s->x); }
static void remake_remote(scene *s) { must(make_remote(s)); }

static void for_solver(scene *s)
{
  domain = small;
  with_sets(s);
  fill_values(s->rho, 1);
  s->options = vf_multigrid_defaults();
  s->options.agglomerate_cells = 0;
  s->options.relative = 1e-6;
  for (int face = 0; face < 6; face++) s->sides.kind[face] = VF_DIRICHLET;
}

static vf_set *coefficient(const scene *s, int face, const char *label)
{
  vf_set *set = NULL;
  must(vf_set_create_on(s->layout, VF_REAL64, 1, 0, face, label, &set));
  fill_values(set, 0);
  vf_view *view = NULL;
  void *host = NULL;
  int64_t lower[4] = { 1, 1, 1, 1 }, upper[4] = { 1, 1, 1, 1 }, elements = 1;
  must(vf_set_view(set, 0, NULL, &view));
  must(vf_view_bounds(view, lower, upper));
  must(vf_view_host_address(view, &host));
  for (int d = 0; d < 4; d++) elements *= upper[d] - lower[d] + 1;
  for (int64_t e = 0; e < elements; e++) ((double *)host)[e] = 1 + (double)(e % 3);
  return set;
}

static void for_variable(scene *s)
{
  for_solver(s);
  s->variable = true;
  s->a = coefficient(s, 0, "a");
  for (int d = 0; d < 3; d++) s->b[d] = coefficient(s, d + 1, "b");
}

/* Faces with coefficients from 1 to 10^6: the default method comes to the robust method. */
static void for_jumps(scene *s)
{
  for_variable(s);
  s->options.relative = 1e-8;
  for (int d = 0; d < 3; d++) {
    vf_view *view = NULL;
    void *host = NULL;
    int64_t lower[4] = { 1, 1, 1, 1 }, upper[4] = { 1, 1, 1, 1 }, elements = 1;
    must(vf_set_view(s->b[d], 0, NULL, &view));
    must(vf_view_bounds(view, lower, upper));
    must(vf_view_to_host(view, VF_WRITE));
    must(vf_view_host_address(view, &host));
    for (int e = 0; e < 4; e++) elements *= upper[e] - lower[e] + 1;
    for (int64_t e = 0; e < elements; e++)
      ((double *)host)[e] = pow(10, (double)((e * e * 7 + e * 5 + d + rank) % 13) / 2);
  }
}

static void for_robust(scene *s)
{
  for_variable(s);
  s->options.method = VF_METHOD_ROBUST;
}

static void for_conjugate(scene *s)
{
  for_solver(s);
  s->options.method = VF_METHOD_CONJUGATE_GRADIENTS;
  s->options.start = VF_START_GUESS;
}

static const double widths[3] = { 1.0 / 16, 1.0 / 16, 1.0 / 16 };

static vf_status make_solver(scene *s)
{
  if (!s->variable) return poisson_on_layout(s->layout, widths[0], &s->sides, &s->options, &s->solver);
  return vf_multigrid_create(&(vf_multigrid_problem){ .layout = s->layout,
                                                      .h = { widths[0], widths[1], widths[2] },
                                                      .sides = &s->sides,
                                                      .alpha = 1,
                                                      .beta = 1,
                                                      .a = &s->a,
                                                      .bx = &s->b[0],
                                                      .by = &s->b[1],
                                                      .bz = &s->b[2] },
                             &s->options, &s->solver);
}
static void unmake_solver(scene *s) { must(vf_multigrid_destroy(&s->solver)); }

static void with_solver(scene *s)
{
  for_solver(s);
  must(make_solver(s));
}

static void with_variable(scene *s)
{
  for_variable(s);
  must(make_solver(s));
}

static void with_robust(scene *s)
{
  for_robust(s);
  must(make_solver(s));
}

static void with_jumps(scene *s)
{
  for_jumps(s);
  must(make_solver(s));
}

static void with_conjugate(scene *s)
{
  for_conjugate(s);
  must(make_solver(s));
}

static vf_status solve(scene *s) { return vf_multigrid_solve(s->solver, &s->phi, &s->rho, NULL, NULL); }
/* A good solve comes to the robust method. */
static vf_status solve_by_robust(scene *s)
{
  vf_multigrid_report report;
  const vf_status status = vf_multigrid_solve(s->solver, &s->phi, &s->rho, NULL, &report);
  holds(status || report.method == VF_METHOD_ROBUST);
  return status;
}
static vf_status solve_walls(scene *s) { return vf_multigrid_solve(s->solver, &s->phi, &s->rho, &s->phi, NULL); }

/* The next solve has to make again everything a solver makes in its first solve. */
static void another_solver(scene *s)
{
  unmake_solver(s);
  must(make_solver(s));
}

/* A solver that has come to the robust method owns the same number of blocks of memory and gives all back, whether changes of
 * its method failed before or not. */
static void another_robust(scene *s)
{
  static int64_t usual;
  const int64_t with = memory_blocks();
  unmake_solver(s);
  const int64_t without = memory_blocks(), owned = with - without;
  if (!usual) usual = owned;
  if (owned != usual) give_up(__FILE__, __LINE__, "a solver had %d blocks, not %d", (int)owned, (int)usual);
  if (!s->blocks) s->blocks = without;
  if (without != s->blocks) give_up(__FILE__, __LINE__, "a solver left %d blocks", (int)(without - s->blocks));
  must(make_solver(s));
}

const script scripts[] = {
  { "vf_group_create", nothing, make_group, unmake_group, 20, false, 0, 0 },
  { "vf_layout_create", with_group, make_layout, unmake_layout, 5, false, 0, 0 },
  { "vf_layout_create_owned", with_group, make_owned, unmake_layout, 5, false, 0, 0 },
  { "the first vf_set_fill_ghosts", with_sets, fill_one, forget_plan, 10, false, 0, 0 },
  { "vf_set_fill_ghosts", with_plan, fill_one, NULL, 0, false, 0, 0 },
  { "vf_set_fill_ghosts of more layers", with_plan, fill_deep, forget_deep_plan, 5, false, 0, 0 },
  { "vf_set_fill_ghosts_begin", with_plan, begin_fill, end_it, 0, false, 0, 0 },
  { "vf_set_fill_ghosts_end", begun, end_fill, begin_again, 0, false, 0, 0 },
  { "vf_group_fence", with_group, make_fence, NULL, 0, false, 0, 0 },
  { "vf_dot", with_sets, sum_up, another_group, 3, false, 0, 0 },
  { "vf_remote_create", with_group, make_remote, unmake_remote, 8, false, 0, 0 },
  { "vf_remote_fence", with_remote, fence_remote, NULL, 0, false, 0, 0 },
  { "vf_remote_release", with_remote, release_remote, remake_remote, 0, false, 0, 0 },
  { "vf_multigrid_create_poisson", for_solver, make_solver, unmake_solver, 20, true, 0, 0 },
  { "vf_multigrid_create_helmholtz", for_variable, make_solver, unmake_solver, 20, true, 0, 0 },
  { "vf_multigrid_create, robust", for_robust, make_solver, unmake_solver, 20, true, 0, 0 },
  { "vf_multigrid_solve", with_solver, solve, another_solver, 1, true, 0, 0 },
  { "vf_multigrid_solve with walls", with_solver, solve_walls, another_solver, 1, true, 0, 0 },
  { "vf_multigrid_solve, variable", with_variable, solve, another_solver, 1, true, 0, 0 },
  { "vf_multigrid_solve, robust", with_robust, solve, another_solver, 1, true, 0, 0 },
  { "vf_multigrid_solve, conjugate gradients", with_conjugate, solve, another_solver, 1, true, 0, 0 },
  { "vf_multigrid_solve, to the robust method", with_jumps, solve_by_robust, another_robust, 100, true, 40, 8 },
};
const size_t scripts_count = sizeof scripts / sizeof *scripts;

void begin_scene(const script *work, scene *s)
{
  *s = (scene){ 0 };
  domain = large;
  work->prepare(s);
}
