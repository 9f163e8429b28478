/* The solver over ranks. */
#include "ranks.h"

#include <math.h>

#include <viewfab/solver.h>

#include "solver_round.h"
#include "solvers.h"

enum { SOLVES = 24, N = 16 };

static void solves_over_ranks_have_the_bits_of_one_device(void)
{
  const char *given = getenv("VF_TEST_SEED"), *counted = getenv("VF_TEST_SOLVES");
  const uint64_t seed = given ? strtoull(given, NULL, 10) : 4242;
  const int solves = counted ? atoi(counted) : SOLVES;
  vf_group *group = world();
  for (int n = 0; n < solves; n++) {
    const char *wrong = solver_round(group, seed + (uint64_t)n);
    if (wrong) give_up(__FILE__, __LINE__, "%s", wrong);
  }
  must(vf_group_destroy(&group));
}

/* N^3 cells, a box for each rank if there are enough planes. */
typedef struct cube {
  vf_group *group;
  vf_layout *layout;
  vf_view *phi, *rhs;
  vf_boundary sides;
  vf_multigrid_options options;
} cube;

static vf_view *view_of(const vf_box *box, int ghosts, vf_type type, const char *label)
{
  vf_view *view = NULL;
  int64_t extents[3];
  int lower[3];
  for (int d = 0; d < 3; d++) {
    extents[d] = box->upper[d] - box->lower[d] + 1 + 2 * ghosts;
    lower[d] = box->lower[d] - ghosts;
  }
  must(vf_view_create(NULL, type, 3, extents, lower, label, &view));
  must(vf_view_to_host(view, VF_WRITE));
  void *at = NULL;
  must(vf_view_host_address(view, &at));
  for (int64_t e = 0; e < extents[0] * extents[1] * extents[2] && type == VF_REAL64; e++)
    ((double *)at)[e] = sin((double)e);
  return view;
}

static cube make_cube(void)
{
  cube c = { .group = world(), .options = vf_multigrid_defaults() };
  c.options.agglomerate_cells = 0;
  c.sides.order = 2;
  for (int face = 0; face < 6; face++) c.sides.kind[face] = VF_DIRICHLET;
  const vf_box own = { { 0, 0, N * rank / ranks }, { N - 1, N - 1, N * (rank + 1) / ranks - 1 } };
  must(vf_layout_create(c.group, &own, 1, "slabs", &c.layout));
  c.phi = view_of(&own, 1, VF_REAL64, "phi");
  c.rhs = view_of(&own, 0, VF_REAL64, "rhs");
  return c;
}

static void free_cube(cube *c)
{
  must(vf_view_release(&c->phi, true));
  must(vf_view_release(&c->rhs, true));
  must(vf_layout_destroy(&c->layout));
  must(vf_group_destroy(&c->group));
}

static void a_wrong_view_on_one_rank_is_told_to_all(void)
{
  cube c = make_cube();
  const vf_box box = { { 0, 0, 0 }, { N - 1, N - 1, N - 1 } };
  vf_view *ints = view_of(&box, 0, VF_INT32, "numbers");
  vf_multigrid *solver = NULL;
  must(poisson_on_layout(c.layout, 1.0 / N, &c.sides, &c.options, &solver));
  vf_view *const *rhs = rank == ranks - 1 ? &ints : &c.rhs;
  if (rank == ranks - 1) refused(vf_multigrid_solve(solver, &c.phi, rhs, NULL, NULL), VF_ERROR_KIND, "numbers");
  else refused(vf_multigrid_solve(solver, &c.phi, rhs, NULL, NULL), VF_ERROR_PEER, "numbers");
  must(vf_multigrid_solve(solver, &c.phi, &c.rhs, NULL, NULL));
  must(vf_multigrid_destroy(&solver));
  must(vf_view_release(&ints, true));
  free_cube(&c);
}

static void ranks_with_other_cell_widths_make_no_solver(void)
{
  cube c = make_cube();
  vf_multigrid *solver = NULL;
  const vf_status status =
      vf_multigrid_create(&(vf_multigrid_problem){ .layout = c.layout,
                                                   .h = { rank == 0 ? 1.0 / N : 2.0 / N, rank == 0 ? 1.0 / N : 2.0 / N,
                                                          rank == 0 ? 1.0 / N : 2.0 / N },
                                                   .sides = &c.sides },
                          &c.options, &solver);
  holds(ranks == 1 ? status == VF_OK : status == VF_ERROR_PEER && !solver);
  must(vf_multigrid_destroy(&solver));
  free_cube(&c);
}

static void options_that_are_wrong_on_one_rank_make_no_solver(void)
{
  cube c = make_cube();
  vf_multigrid *solver = NULL;
  if (rank == ranks - 1) c.options.max_cycles = 0;
  const vf_status status = poisson_on_layout(c.layout, 1.0 / N, &c.sides, &c.options, &solver);
  holds(status == VF_ERROR_PEER || status == VF_ERROR_ARGUMENT);
  holds(!solver);
  free_cube(&c);
}

static void a_number_that_is_none_is_named_on_all_ranks(void)
{
  cube c = make_cube();
  vf_multigrid *solver = NULL;
  void *at = NULL;
  must(vf_view_to_host(c.rhs, VF_UPDATE));
  must(vf_view_host_address(c.rhs, &at));
  if (rank == ranks - 1) ((double *)at)[3 + N * 2] = NAN;
  must(poisson_on_layout(c.layout, 1.0 / N, &c.sides, &c.options, &solver));
  char place[32];
  snprintf(place, sizeof place, "(3, 2, %d)", N * (ranks - 1) / ranks);
  refused(vf_multigrid_solve(solver, &c.phi, &c.rhs, NULL, NULL), VF_ERROR_DIVERGED, place);
  must(vf_multigrid_destroy(&solver));
  free_cube(&c);
}

static void a_solver_can_be_destroyed_after_its_layout_and_group(void)
{
  cube c = make_cube();
  vf_multigrid *solver = NULL;
  must(poisson_on_layout(c.layout, 1.0 / N, &c.sides, &c.options, &solver));
  must(vf_layout_destroy(&c.layout));
  must(vf_multigrid_solve(solver, &c.phi, &c.rhs, NULL, NULL));
  must(vf_group_destroy(&c.group));
  if (ranks > 1) refused(vf_multigrid_solve(solver, &c.phi, &c.rhs, NULL, NULL), VF_ERROR_STATE, "group");
  must(vf_multigrid_destroy(&solver));
  must(vf_view_release(&c.phi, true));
  must(vf_view_release(&c.rhs, true));
}

static void close_all(int cycle, double residual, void *data)
{
  (void)residual;
  (void)data;
  if (cycle == 1) must(vf_finalize());
}

static void a_rank_that_cannot_go_on_leaves_nobody_waiting(void)
{
  cube c = make_cube();
  vf_multigrid *solver = NULL;
  if (rank == ranks - 1) c.options.history = close_all;
  must(poisson_on_layout(c.layout, 1.0 / N, &c.sides, &c.options, &solver));
  if (rank == ranks - 1) refused(vf_multigrid_solve(solver, &c.phi, &c.rhs, NULL, NULL), VF_ERROR_STATE, "history");
  else refused(vf_multigrid_solve(solver, &c.phi, &c.rhs, NULL, NULL), VF_ERROR_PEER, "history");
  must(vf_multigrid_destroy(&solver));
  vf_layout_destroy(&c.layout);
  vf_group_destroy(&c.group);
}

static const claim_entry claims[] = {
  claim(solves_over_ranks_have_the_bits_of_one_device),  claim(a_wrong_view_on_one_rank_is_told_to_all),
  claim(ranks_with_other_cell_widths_make_no_solver),    claim(options_that_are_wrong_on_one_rank_make_no_solver),
  claim(a_number_that_is_none_is_named_on_all_ranks),    claim(a_solver_can_be_destroyed_after_its_layout_and_group),
  claim(a_rank_that_cannot_go_on_leaves_nobody_waiting),
};
RUN(claims)
