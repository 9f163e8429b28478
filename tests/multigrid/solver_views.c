/* The solver's demands on views and boxes, its choice for the coarsest level, and several solves in turn. */
#include "solver_cases.h"
#include "solvers.h"

#include <math.h>

static vf_view *view_on(vf_context *context, vf_type type, int rank, const int lower[3], const int64_t extents[4])
{
  vf_view *view = NULL;
  int first[4] = { lower[0], lower[1], lower[2], 1 };
  must(vf_view_create(context, type, rank, extents, first, "mine", &view));
  return view;
}

/* An 8 x 8 x 8 domain from (1, 2, 3) on, in a single box. */
static void views_that_do_not_fit_are_refused(void **state)
{
  (void)state;
  const vf_box box = { { 1, 2, 3 }, { 8, 9, 10 } };
  const vf_boundary sides = all_sides(VF_DIRICHLET);
  vf_multigrid *solver = NULL;
  must(poisson_on_boxes(&box, 1, 0.1, &sides, NULL, &solver));
  const int64_t full[4] = { 8, 8, 8, 1 }, two[4] = { 8, 8, 8, 2 }, ghosts[4] = { 10, 10, 10, 1 };
  const int before[3] = { 0, 1, 2 };
  vf_view *phi = view_on(NULL, VF_REAL64, 3, box.lower, full), *rhs = view_on(NULL, VF_REAL64, 3, box.lower, full);
  vf_view *bad = view_on(NULL, VF_INT32, 3, box.lower, full);
  refused(vf_multigrid_solve(solver, &bad, &rhs, NULL, NULL), VF_ERROR_KIND, "phi: 'mine' is int32");
  refused(vf_multigrid_solve(solver, &phi, &bad, NULL, NULL), VF_ERROR_KIND, "rhs: 'mine' is int32");
  must(vf_view_release(&bad, true));
  bad = view_on(NULL, VF_REAL64, 4, box.lower, two);
  refused(vf_multigrid_solve(solver, &phi, &bad, NULL, NULL), VF_ERROR_COMPONENT, "'mine' has 2 components");
  must(vf_view_release(&bad, true));
  for (int d = 0; d < 3; d++)
    for (int high = 0; high < 2; high++) {
      int64_t extents[4] = { 8, 8, 8, 1 };
      int lower[3] = { 1, 2, 3 };
      extents[d]--;
      lower[d] += !high;
      bad = view_on(NULL, VF_REAL64, 3, lower, extents);
      refused(vf_multigrid_solve(solver, &phi, &bad, NULL, NULL), VF_ERROR_BOX,
              "elements (1:8, 2:9, 3:10) of 'mine', which spans");
      must(vf_view_release(&bad, true));
    }
  /* Walls stand in ghosts. */
  refused(vf_multigrid_solve(solver, &phi, &rhs, &rhs, NULL), VF_ERROR_BOX, "argument wall");
  bad = view_on(NULL, VF_REAL64, 3, before, ghosts);
  must(vf_multigrid_solve(solver, &phi, &rhs, &bad, NULL));
  must(vf_view_release(&bad, true));
  vf_context *other = NULL;
  must(vf_context_create(NULL, &other));
  bad = view_on(other, VF_REAL64, 3, box.lower, full);
  refused(vf_multigrid_solve(solver, &phi, &bad, NULL, NULL), VF_ERROR_CONTEXT, "'mine' belongs to another context");
  must(vf_view_release(&bad, true));
  must(vf_context_destroy(other));
  vf_multigrid *late = NULL;
  refused(vf_multigrid_create(
              &(vf_multigrid_problem){
                  .context = other, .boxes = &box, .box_count = 1, .h = { 0.1, 0.1, 0.1 }, .sides = &sides },
              NULL, &late),
          VF_ERROR_STATE, "destroyed");
  assert_null(late);
  vf_view *none = NULL;
  refused(vf_multigrid_solve(solver, NULL, &rhs, NULL, NULL), VF_ERROR_NULL, "argument phi is NULL");
  refused(vf_multigrid_solve(solver, &phi, NULL, NULL, NULL), VF_ERROR_NULL, "argument rhs is NULL");
  refused(vf_multigrid_solve(solver, &phi, &none, NULL, NULL), VF_ERROR_NULL, "argument rhs");
  must(vf_multigrid_solve(solver, &phi, &rhs, NULL, NULL));
  must(vf_multigrid_destroy(&solver));
  must(vf_view_release(&phi, true));
  must(vf_view_release(&rhs, true));
}

/* In any of the boxes. */
static void phi_and_rhs_are_different_views(void **state)
{
  (void)state;
  problem p = cube(8, VF_DIRICHLET);
  vf_multigrid *solver = NULL;
  p.parts[0] = 3;
  problem_make(&p);
  must(problem_solver(&p, NULL, &solver));
  for (int b = 0; b < 3; b++) {
    vf_view *const own = p.rhs[b];
    p.rhs[b] = p.phi[b];
    refused(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL), VF_ERROR_ALIAS, "phi and rhs are both 'phi'");
    p.rhs[b] = own;
  }
  must(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL));
  must(vf_multigrid_destroy(&solver));
  problem_free(&p);
}

static void problem_needs_all_of_its_parts(void **state)
{
  (void)state;
  const vf_box box = { { 1, 2, 3 }, { 4, 7, 9 } };
  const vf_boundary sides = all_sides(VF_DIRICHLET);
  const int64_t extents[4] = { 5, 7, 8, 1 };
  vf_view *view = view_on(NULL, VF_REAL64, 3, box.lower, extents);
  vf_multigrid *solver = NULL;
  refused(vf_multigrid_create(NULL, NULL, &solver), VF_ERROR_NULL, "problem is NULL");
  vf_multigrid_problem problem = { .boxes = &box, .box_count = 1, .h = { 1, 2, 3 }, .sides = &sides };
  refused(vf_multigrid_create(&problem, NULL, NULL), VF_ERROR_NULL, "solver is NULL");
  problem.sides = NULL;
  refused(vf_multigrid_create(&problem, NULL, &solver), VF_ERROR_NULL, "sides is NULL");
  problem.sides = &sides;
  const char *const names[] = { "a is NULL", "bx is NULL", "by is NULL", "bz is NULL" };
  for (int missing = 0; missing < 4; missing++) {
    problem.a = missing == 0 ? NULL : &view;
    problem.bx = missing == 1 ? NULL : &view;
    problem.by = missing == 2 ? NULL : &view;
    problem.bz = missing == 3 ? NULL : &view;
    refused(vf_multigrid_create(&problem, NULL, &solver), VF_ERROR_NULL, names[missing]);
    assert_null(solver);
  }
  must(vf_view_release(&view, true));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static vf_status by_an_old_form(const problem *p, vf_multigrid **solver)
{
  if (!p->variable) return vf_multigrid_create_stretched(NULL, p->boxes, p->box_count, p->h, &p->sides, NULL, solver);
  return vf_multigrid_create_helmholtz(NULL, p->boxes, p->box_count, p->alpha, p->beta, p->a, p->bx, p->by, p->bz, p->h,
                                       &p->sides, NULL, solver);
}
#pragma GCC diagnostic pop

static void old_forms_make_the_same_solver(void **state)
{
  (void)state;
  for (int variable = 0; variable < 2; variable++) {
    problem p = cube(12, VF_DIRICHLET);
    p.n[1] = 7;
    p.variable = variable;
    problem_make(&p);
    solved(&p, NULL, NULL);
    double *const expected = problem_cells(&p);
    problem_free(&p);
    problem_make(&p);
    vf_multigrid *solver = NULL;
    must(by_an_old_form(&p, &solver));
    must(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL));
    double *const got = problem_cells(&p);
    const size_t bytes = (size_t)p.n[0] * (size_t)p.n[1] * (size_t)p.n[2] * sizeof(double);
    if (memcmp(got, expected, bytes)) fail_msg("variable %d: other bits", variable);
    must(vf_multigrid_destroy(&solver));
    problem_free(&p);
    free(got);
    free(expected);
  }
}

static void boxes_have_to_tile_a_rectangle(void **state)
{
  (void)state;
  const vf_boundary sides = all_sides(VF_DIRICHLET);
  vf_multigrid *solver = NULL;
  vf_box boxes[27];
  refused(poisson_on_boxes(boxes, 0, 1, &sides, NULL, &solver), VF_ERROR_ARGUMENT, "0 boxes");
  refused(
      vf_multigrid_create(&(vf_multigrid_problem){ .box_count = 1, .h = { 1, 1, 1 }, .sides = &sides }, NULL, &solver),
      VF_ERROR_NULL, "boxes is NULL");
  for (int d = 0; d < 3; d++) {
    boxes[0] = (vf_box){ { 0, 0, 0 }, { 3, 3, 3 } };
    boxes[0].upper[d] = -1;
    refused(poisson_on_boxes(boxes, 1, 1, &sides, NULL, &solver), VF_ERROR_BOX, "is empty");
    boxes[0].upper[d] = 0; /* a single cell is enough */
    must(poisson_on_boxes(boxes, 1, 1, &sides, NULL, &solver));
    must(vf_multigrid_destroy(&solver));
  }
  /* As many cells as the rectangle has, but not once each. */
  for (int b = 0; b < 3; b++) boxes[b] = (vf_box){ { 0, 0, b + b / 2 }, { 1, 1, b + b / 2 + 1 } };
  refused(poisson_on_boxes(boxes, 3, 1, &sides, NULL, &solver), VF_ERROR_BOX, "overlap");
  /* 27 boxes of a cube. One box grows by a cell into its neighbour, or shrinks by a cell. */
  for (int wrong = -1; wrong < 27 * 6; wrong++)
    for (int grow = 0; grow < (wrong < 0 ? 1 : 2); grow++) {
      for (int b = 0; b < 27; b++) {
        const int part[3] = { b % 3, b / 3 % 3, b / 9 };
        for (int d = 0; d < 3; d++) {
          boxes[b].lower[d] = 2 * part[d] - 1;
          boxes[b].upper[d] = 2 * part[d];
        }
      }
      if (wrong >= 0) {
        vf_box *const box = &boxes[wrong / 6];
        const int d = wrong % 3, high = wrong % 6 >= 3;
        if (high) box->upper[d] += grow ? 1 : -1;
        else box->lower[d] += grow ? -1 : 1;
      }
      const vf_status status = poisson_on_boxes(boxes, 27, 1, &sides, NULL, &solver);
      assert_int_equal(status, wrong < 0 ? VF_OK : VF_ERROR_BOX);
      must(vf_multigrid_destroy(&solver));
    }
}

/* phi after a few cycles. */
static double *cells_after(problem p, int bottom, int cycles)
{
  vf_multigrid_options options = vf_multigrid_defaults();
  vf_multigrid *solver = NULL;
  options.bottom = bottom;
  options.bottom_smooths = 2;
  options.start = VF_START_ZERO;
  options.max_cycles = cycles;
  options.relative = 1e-30;
  problem_make(&p);
  must(problem_solver(&p, &options, &solver));
  refused(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL), VF_ERROR_STAGNATED, "cycles");
  must(vf_multigrid_destroy(&solver));
  double *cells = problem_cells(&p);
  problem_free(&p);
  return cells;
}

/* See VF_BOTTOM_AUTO: smooths if a wall fixes phi or nothing fixes phi. */
static void the_coarsest_level_is_solved_as_its_size_and_walls_want(void **state)
{
  (void)state;
  const int D = VF_DIRICHLET, N = VF_NEUMANN, R = VF_REFLECT_ODD, P = VF_PERIODIC;
  const struct {
    int n[3], kind[6];
    double alpha;
    bool smooths;
  } cases[] = {
    { { 8, 8, 8 }, { D, D, D, D, D, D }, 0, true },    { { 4, 4, 3 }, { D, D, D, D, D, D }, 0, true },
    { { 10, 8, 8 }, { D, D, D, D, D, D }, 0, true },   { { 8, 10, 8 }, { D, D, D, D, D, D }, 0, true },
    { { 8, 8, 10 }, { D, D, D, D, D, D }, 0, true },   { { 8, 8, 8 }, { N, N, N, N, N, R }, 0, true },
    { { 8, 8, 8 }, { R, N, N, N, N, N }, 0.1, true },  { { 8, 8, 8 }, { N, P, N, D, P, N }, 0.1, true },
    { { 8, 8, 8 }, { N, N, N, N, N, N }, 0.1, false }, { { 8, 8, 8 }, { P, N, P, P, N, P }, 0.1, false },
    { { 8, 8, 8 }, { N, N, N, N, N, N }, 0, true },    { { 8, 8, 8 }, { P, P, P, P, P, P }, 0, true },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    problem p = cube(8, D);
    memcpy(p.n, cases[c].n, sizeof p.n);
    memcpy(p.sides.kind, cases[c].kind, sizeof p.sides.kind);
    p.variable = 1;
    p.alpha = cases[c].alpha;
    const size_t bytes = (size_t)p.n[0] * (size_t)p.n[1] * (size_t)p.n[2] * sizeof(double);
    double *chosen = cells_after(p, VF_BOTTOM_AUTO, 1), *smoothed = cells_after(p, VF_BOTTOM_SMOOTHS, 1),
           *conjugate = cells_after(p, VF_BOTTOM_CONJUGATE_GRADIENTS, 1);
    if (!memcmp(smoothed, conjugate, bytes)) fail_msg("case %zu: both ways give the same", c);
    if (memcmp(chosen, cases[c].smooths ? smoothed : conjugate, bytes)) fail_msg("case %zu: the other way", c);
    free(chosen);
    free(smoothed);
    free(conjugate);
  }
}

/* A single level, solved by conjugate gradients: a cycle reaches the requested accuracy. */
static void conjugate_gradients_reach_their_accuracy_on_the_coarsest_level(void **state)
{
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    problem p = cube(3, (int[]){ VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC }[kind]);
    vf_multigrid_options options = vf_multigrid_defaults();
    vf_multigrid_report report = { 0 };
    options.bottom = VF_BOTTOM_CONJUGATE_GRADIENTS;
    options.bottom_accuracy = 1e-12;
    options.relative = 1e-9;
    p.variable = kind % 2;
    error_of(p, &options, &report);
    assert_int_equal(report.cycles, 1);
  }
}

/* A solve reads no number left by the solve before. */
static void a_solve_after_one_of_nans_is_that_of_a_new_solver(void **state)
{
  (void)state;
  for (int c = 0; c < 8; c++) {
    problem p = cube(c % 2 ? 12 : 20, VF_DIRICHLET);
    vf_multigrid_options options = vf_multigrid_defaults();
    vf_multigrid *solver = NULL;
    void *at = NULL;
    p.variable = c / 2 % 2;
    options.method = c < 4 ? VF_METHOD_CONJUGATE_GRADIENTS : VF_METHOD_CYCLES;
    options.bottom = c % 2 ? VF_BOTTOM_CONJUGATE_GRADIENTS : VF_BOTTOM_SMOOTHS;
    options.start = c % 3;
    problem_make(&p);
    solved(&p, &options, NULL);
    double *const expected = problem_cells(&p);
    problem_free(&p);
    problem_make(&p);
    must(problem_solver(&p, &options, &solver));
    must(vf_view_to_host(p.rhs[0], VF_UPDATE));
    must(vf_view_host_address(p.rhs[0], &at));
    const double before = ((double *)at)[77];
    ((double *)at)[77] = NAN;
    assert_int_not_equal(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL), VF_OK);
    must(vf_view_to_host(p.rhs[0], VF_UPDATE));
    ((double *)at)[77] = before;
    must(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL));
    double *const got = problem_cells(&p);
    const size_t bytes = (size_t)p.n[0] * (size_t)p.n[1] * (size_t)p.n[2] * sizeof(double);
    if (memcmp(got, expected, bytes)) fail_msg("case %d: other bits after a solve of NaNs", c);
    must(vf_multigrid_destroy(&solver));
    problem_free(&p);
    free(got);
    free(expected);
  }
}

static const struct CMUnitTest tests[] = {
  claim(views_that_do_not_fit_are_refused),
  claim(phi_and_rhs_are_different_views),
  claim(problem_needs_all_of_its_parts),
  claim(old_forms_make_the_same_solver),
  claim(boxes_have_to_tile_a_rectangle),
  claim(the_coarsest_level_is_solved_as_its_size_and_walls_want),
  claim(conjugate_gradients_reach_their_accuracy_on_the_coarsest_level),
  claim(a_solve_after_one_of_nans_is_that_of_a_new_solver),
};
RUN("solver_views", tests)
