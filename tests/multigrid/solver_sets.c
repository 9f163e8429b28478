/* The solver on sets: the same bits as on lists of views, and its refusals. */
#include "solver_cases.h"
#include "solvers.h"

#include <viewfab/set.h>

static vf_set *set_of(const problem *p, vf_view *const views[], const char *label)
{
  vf_set *set = NULL;
  must(vf_set_wrap(NULL, p->boxes, p->box_count, views, label, &set));
  return set;
}

/* Solves once on lists and once on sets of the same views. */
static void compare(int variable, int walls)
{
  problem p = { .n = { 16, 8, 24 },
                .lower = { -2, 5, 0 },
                .h = { 0.1, 0.1, 0.1 },
                .variable = variable,
                .alpha = 0.5,
                .beta = 1,
                .sides = all_sides(VF_DIRICHLET),
                .walls = walls,
                .parts = { 2, 1, 3 } };
  vf_multigrid *solver = NULL;
  problem_make(&p);
  must(problem_solver(&p, NULL, &solver));
  must(vf_multigrid_solve(solver, p.phi, p.rhs, walls ? p.wall : NULL, NULL));
  double *of_lists = problem_cells(&p);
  must(vf_multigrid_destroy(&solver));

  vf_set *phi = set_of(&p, p.phi, "phi"), *rhs = set_of(&p, p.rhs, "rhs"), *wall = NULL, *coefficients[4] = { NULL };
  if (walls) wall = set_of(&p, p.wall, "wall");
  if (variable) {
    coefficients[0] = set_of(&p, p.a, "a");
    coefficients[1] = set_of(&p, p.bx, "bx");
    coefficients[2] = set_of(&p, p.by, "by");
    coefficients[3] = set_of(&p, p.bz, "bz");
    must(vf_multigrid_create(&(vf_multigrid_problem){ .boxes = p.boxes,
                                                      .box_count = p.box_count,
                                                      .h = { p.h[0], p.h[1], p.h[2] },
                                                      .sides = &p.sides,
                                                      .alpha = p.alpha,
                                                      .beta = p.beta,
                                                      .a = &coefficients[0],
                                                      .bx = &coefficients[1],
                                                      .by = &coefficients[2],
                                                      .bz = &coefficients[3] },
                             NULL, &solver));
  } else {
    must(poisson_on_boxes(p.boxes, p.box_count, p.h[0], &p.sides, NULL, &solver));
  }
  must(vf_multigrid_solve(solver, &phi, &rhs, walls ? &wall : NULL, NULL));
  double *of_sets = problem_cells(&p);
  assert_memory_equal(of_sets, of_lists, sizeof(double) * (size_t)(p.n[0] * p.n[1] * p.n[2]));
  must(vf_multigrid_destroy(&solver));
  vf_set *all[7] = { phi, rhs, wall, coefficients[0], coefficients[1], coefficients[2], coefficients[3] };
  for (int s = 0; s < 7; s++) must(vf_view_release(&all[s], true));
  free(of_lists);
  free(of_sets);
  problem_free(&p);
}

static void sets_give_the_bits_of_lists(void **state)
{
  (void)state;
  compare(0, 0);
  compare(1, 0);
}

static void walls_may_be_a_set(void **state)
{
  (void)state;
  compare(0, 1);
}

/* The solver does not look at the list behind a set. */
static void a_set_is_a_list_of_one(void **state)
{
  (void)state;
  problem p = { .n = { 8, 8, 8 }, .h = { 0.1, 0.1, 0.1 }, .sides = all_sides(VF_DIRICHLET), .parts = { 2, 1, 1 } };
  vf_multigrid *solver = NULL;
  problem_make(&p);
  must(problem_solver(&p, NULL, &solver));
  vf_set *phi = set_of(&p, p.phi, "phi"), *rhs = set_of(&p, p.rhs, "rhs");
  vf_view *const behind_phi[2] = { phi, p.phi[0] }, *const behind_rhs[2] = { rhs, p.phi[0] };
  must(vf_multigrid_solve(solver, behind_phi, behind_rhs, NULL, NULL));
  must(vf_view_release(&phi, true));
  must(vf_view_release(&rhs, true));
  must(vf_multigrid_destroy(&solver));
  problem_free(&p);
}

static void sets_that_do_not_fit_are_refused(void **state)
{
  (void)state;
  problem p = { .n = { 8, 8, 8 }, .h = { 0.1, 0.1, 0.1 }, .sides = all_sides(VF_DIRICHLET), .parts = { 2, 1, 1 } };
  vf_multigrid *solver = NULL;
  problem_make(&p);
  must(problem_solver(&p, NULL, &solver));
  vf_set *phi = set_of(&p, p.phi, "phi"), *half = NULL;
  must(vf_set_wrap(NULL, p.boxes, 1, p.rhs, "half", &half));
  refused(vf_multigrid_solve(solver, &phi, &half, NULL, NULL), VF_ERROR_BOX, "the 1 boxes of 'half' are not the 2");
  refused(vf_multigrid_solve(solver, &phi, &phi, NULL, NULL), VF_ERROR_ALIAS, "'phi'");
  must(vf_view_release(&half, true));
  /* As many boxes, but in another order; and others. */
  const vf_box turned[2] = { p.boxes[1], p.boxes[0] };
  vf_view *const views[2] = { p.rhs[1], p.rhs[0] };
  must(vf_set_wrap(NULL, turned, 2, views, "turned", &half));
  refused(vf_multigrid_solve(solver, &phi, &half, NULL, NULL), VF_ERROR_BOX, "the 2 boxes of 'turned' are not the 2");
  refused(vf_multigrid_solve(solver, p.phi, &phi, &half, NULL), VF_ERROR_BOX, "argument wall: the 2 boxes of 'turned'");
  must(vf_view_release(&half, true));
  vf_box shorter[2] = { p.boxes[0], p.boxes[1] };
  shorter[1].upper[2]--;
  must(vf_set_wrap(NULL, shorter, 2, p.rhs, "shorter", &half));
  refused(vf_multigrid_solve(solver, &phi, &half, NULL, NULL), VF_ERROR_BOX, "the 2 boxes of 'shorter' are not the 2");
  must(vf_view_release(&half, true));
  must(vf_view_release(&phi, true));
  must(vf_multigrid_destroy(&solver));
  problem_free(&p);
}

static const struct CMUnitTest tests[] = {
  claim(sets_give_the_bits_of_lists),
  claim(walls_may_be_a_set),
  claim(a_set_is_a_list_of_one),
  claim(sets_that_do_not_fit_are_refused),
};

RUN("solver_sets", tests)
