/* Each allocation of a collective call fails once on a single rank. Then either the call fails on all ranks at once,
 * each rank knows the failing rank and the reason, and a repeated call succeeds; or the call succeeds without the
 * missing memory. */
#include "ranks.h"

#include <math.h>
#include <mpi.h>
#include <viewfab/memory.h>
#include <viewfab/remote.h>
#include <viewfab/solver.h>
#include <viewfab_kernels.h>

#include "../failures/failing_memory.h"
#include "../support/solvers.h"

/* The objects of the calls. A script makes the objects it needs. */
typedef struct scene {
  vf_group *group;
  vf_layout *layout;
  vf_set *phi, *rho, *a, *b[3]; /* b: coefficients */
  vf_remote *x;
  vf_multigrid *solver;
  vf_multigrid_options options;
  vf_boundary sides;
  bool variable;
  int64_t blocks; /* of memory, without a solver */
} scene;

typedef struct script {
  const char *name;
  void (*prepare)(scene *s);
  vf_status (*run)(scene *s);
  void (*undo)(scene *s); /* takes back the effect of a good run; NULL: nothing to do */
  int least;              /* least number of allocations */
  bool one_rank;          /* they fail on the last rank only */
  int each;               /* so many allocations fail one by one, and behind them each 32nd; 0: all fail */
  int breaks;             /* most groups that break; 0: any number */
} script;

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

static void end_scene(scene *s)
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

/* ---- Scripts ------------------------------------------------------------------------------------------ */

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

static const script scripts[] = {
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

/* ---- The outcome of a run ---------------------------------------------------------------------------- */

typedef struct outcome {
  int status, failed, broken;
  double took;
  char text[600];
} outcome;

static outcome outcomes[64];

static void run(const script *work, scene *s, int victim, int n)
{
  outcome mine = { 0 };
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = seconds();
  memory_fails_at(rank == victim ? n : 0);
  mine.status = work->run(s);
  mine.failed = memory_has_failed();
  memory_fails_at(0);
  mine.took = seconds() - began;
  snprintf(mine.text, sizeof mine.text, "%s", mine.status ? vf_last_error() : "");
  if (s->group && mine.status) mine.broken = vf_group_fence(s->group) == VF_ERROR_PEER;
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, outcomes, sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
}

static void expect(bool is, const script *work, int victim, int n, const char *what)
{
  if (is || rank) return;
  for (int r = 0; r < ranks; r++)
    fprintf(stderr, "  rank %d: status %d, %s, %g s: %s\n", r, outcomes[r].status,
            outcomes[r].failed ? "failed" : "had all", outcomes[r].took, outcomes[r].text);
  give_up(__FILE__, __LINE__, "%s, allocation %d of rank %d: %s", work->name, n, victim, what);
}

static void judge(const script *work, int victim, int n)
{
  char name[32];
  snprintf(name, sizeof name, "rank %d", victim);
  const bool good = !outcomes[victim].status;
  for (int r = 0; r < ranks; r++) {
    const outcome *o = &outcomes[r];
    expect(o->took < 30, work, victim, n, "a rank waited"); /* VF_WAIT is 300 */
    expect(!o->status == good, work, victim, n, "not all came to the same");
    expect(o->broken == outcomes[0].broken, work, victim, n, "the group is broken for some");
    if (good) continue;
    expect(strstr(o->text, "memory"), work, victim, n, "the reason is not told");
    expect(r == victim || (o->status == VF_ERROR_PEER && strstr(o->text, name)), work, victim, n,
           "who failed is not told");
  }
  if (!good) expect(outcomes[victim].status == VF_ERROR_MEMORY, work, victim, n, "the status of the rank that failed");
}

/* A scene without a failure; returns the number of blocks behind the scene, with everything that the library keeps. */
static int take_nothing(void *pool, size_t bytes, void *queue, void **address)
{
  (void)pool, (void)bytes, (void)queue, (void)address;
  return 1;
}

static void give_nothing(void *pool, void *address, size_t bytes, void *queue)
{
  (void)pool, (void)address, (void)bytes, (void)queue;
}

/* Blocks of memory in use: viewfab frees the device memory that it keeps when it is told of another pool. */
static int64_t blocks_in_use(void)
{
  must(vf_context_use_memory(NULL, take_nothing, give_nothing, NULL));
  must(vf_context_use_memory(NULL, NULL, NULL, NULL));
  return memory_blocks();
}

static int64_t blocks_behind(const script *work)
{
  scene s = { 0 };
  work->prepare(&s);
  must(work->run(&s));
  if (work->undo) work->undo(&s);
  end_scene(&s);
  return blocks_in_use();
}

static void fail_each(const script *work, int victim)
{
  scene s = { 0 };
  int n = 0, told = 0, breaks = 0;
  domain = large;
  const int64_t blocks = blocks_behind(work);
  for (bool ready = false;;) {
    if (!ready) {
      s = (scene){ 0 };
      work->prepare(&s);
      ready = true;
    }
    n += work->each && n >= work->each ? 32 : 1;
    run(work, &s, victim, n);
    judge(work, victim, n);
    const bool failed = outcomes[victim].failed, good = !outcomes[victim].status;
    expect(failed || good, work, victim, n, "it failed with all memory");
    told += !good;
    if (outcomes[0].broken) {
      breaks++;
      end_scene(&s);
      ready = false;
    } else if (!good) {
      const vf_status again = work->run(&s);
      if (again)
        give_up(__FILE__, __LINE__, "%s, allocation %d of rank %d: made again it gave %d: %s", work->name, n, victim,
                (int)again, vf_last_error());
    }
    if (ready && work->undo) work->undo(&s);
    if (!failed) break;
  }
  end_scene(&s);
  /* requests of a broken group may be open, and their memory stays */
  if (!breaks && blocks_in_use() != blocks)
    give_up(__FILE__, __LINE__, "%s, with failures on rank %d: %lld blocks are left, not %lld", work->name, victim,
            (long long)blocks_in_use(), (long long)blocks);
  if (rank == 0) {
    printf("  %s, rank %d: %d allocations, %d calls failed, %d groups broke\n", work->name, victim, n - 1, told,
           breaks);
    fflush(stdout);
  }
  if (work->breaks && breaks > work->breaks) give_up(__FILE__, __LINE__, "%s broke %d groups", work->name, breaks);
  if (n - 1 < work->least) give_up(__FILE__, __LINE__, "%s allocates %d times alone", work->name, n - 1);
}

/* The report of the groups that have ended keeps memory for some of them. */
static void fill_the_report(void)
{
  for (int g = 0; g < 8; g++) {
    vf_group *group = world();
    must(vf_group_destroy(&group));
  }
}

static void fail_scripts(bool of_solvers)
{
  fill_the_report();
  const char *only = getenv("VF_TEST_SCRIPT");
  for (size_t w = 0; w < sizeof scripts / sizeof *scripts; w++)
    for (int victim = scripts[w].one_rank ? ranks - 1 : 0; victim < ranks; victim += ranks - 1)
      if (scripts[w].one_rank == of_solvers && (!only || !strcmp(only, scripts[w].name)))
        fail_each(&scripts[w], victim);
}

static void each_failed_allocation_of_a_group_is_told_to_all(void) { fail_scripts(false); }

/* Solvers allocate so often that a single failing rank is enough. */
static void each_failed_allocation_of_a_solver_is_told_to_all(void) { fail_scripts(true); }

static const claim_entry claims[] = {
  claim(each_failed_allocation_of_a_group_is_told_to_all),
  claim(each_failed_allocation_of_a_solver_is_told_to_all),
};
RUN(claims)
