/* The multigrid solver: it solves the problems that it accepts, and explains its refusals. */
#include "solver_cases.h"
#include "solvers.h"

#include <math.h>

/* Half the width, a quarter of the error. */
static void expect_second_order(problem coarse)
{
  problem fine = coarse;
  for (int d = 0; d < 3; d++) {
    fine.n[d] = 2 * coarse.n[d];
    fine.h[d] = coarse.h[d] / 2;
  }
  const double ratio = error_of(coarse, NULL, NULL) / error_of(fine, NULL, NULL);
  if (!(ratio > 3.6 && ratio < 4.4)) fail_msg("the error falls by a factor %g", ratio);
}

static void solves_with_every_kind_of_face(void **state)
{
  (void)state;
  const int D = VF_DIRICHLET, N = VF_NEUMANN, R = VF_REFLECT_ODD, P = VF_PERIODIC;
  const int kinds[][6] = { { D, D, D, D, D, D }, { N, N, N, N, N, N }, { P, P, P, P, P, P },
                           { D, P, N, N, P, N }, { R, D, P, D, N, P }, { P, N, D, P, R, D } };
  for (int variable = 0; variable < 2; variable++)
    for (size_t c = 0; c < sizeof kinds / sizeof kinds[0]; c++) {
      problem p = cube(16, D);
      memcpy(p.sides.kind, kinds[c], sizeof kinds[c]);
      p.variable = variable;
      p.alpha = variable && c % 2 ? 0.5 : 0;
      expect_second_order(p);
    }
}

static void solves_on_odd_and_anisotropic_extents(void **state)
{
  (void)state;
  const int extents[][3] = { { 12, 20, 28 }, { 7, 9, 11 }, { 48, 8, 16 }, { 24, 24, 3 } };
  for (int variable = 0; variable < 2; variable++)
    for (int e = 0; e < 4; e++) {
      problem p = cube(16, VF_DIRICHLET);
      memcpy(p.n, extents[e], sizeof p.n);
      p.variable = variable;
      for (int d = 0; d < 3; d++) p.h[d] = variable ? 0.04 + 0.02 * d : 0.05;
      vf_multigrid_report report;
      const double error = error_of(p, NULL, &report);
      assert_true(report.residual <= 1e-10 * report.rhs_norm);
      if (!(error < 0.15)) fail_msg("extents %d: error %g", e, error);
    }
}

static void walls_may_have_values(void **state)
{
  (void)state;
  for (int variable = 0; variable < 2; variable++)
    for (int start = VF_START_FULL; start <= VF_START_ZERO; start++) {
      problem coarse = cube(16, VF_DIRICHLET), fine = cube(32, VF_DIRICHLET);
      vf_multigrid_options options = vf_multigrid_defaults();
      vf_multigrid_report report;
      options.start = start;
      coarse.walls = fine.walls = 1;
      coarse.variable = fine.variable = variable;
      const double ratio = error_of(coarse, &options, NULL) / error_of(fine, &options, &report);
      if (!(ratio > 3.4 && ratio < 4.6)) fail_msg("the error falls by a factor %g", ratio);
      if (report.cycles > 9) fail_msg("%d cycles", report.cycles);
    }
}

static void methods_cycles_and_starts_agree(void **state)
{
  (void)state;
  const double expected = error_of(cube(32, VF_DIRICHLET), NULL, NULL);
  for (int c = 0; c < 8; c++) {
    vf_multigrid_options options = vf_multigrid_defaults();
    options.method = c == 1 ? VF_METHOD_CONJUGATE_GRADIENTS : VF_METHOD_CYCLES;
    options.cycle = c == 2 ? VF_CYCLE_F : VF_CYCLE_V;
    options.start = c == 3 ? VF_START_ZERO : c == 4 ? VF_START_GUESS : VF_START_FULL;
    options.bottom = c == 5 ? VF_BOTTOM_CONJUGATE_GRADIENTS : VF_BOTTOM_AUTO;
    if (c >= 6) options.pre = c - 6; /* 0 and 1 */
    const double error = error_of(cube(32, VF_DIRICHLET), &options, NULL);
    if (!(fabs(error - expected) < 1e-6 * expected)) fail_msg("case %d: error %g, not %g", c, error, expected);
  }
}

/* Without whole_diagonal (engine.h) smooths of these walls are slow or unstable. */
static void walls_of_every_order_and_neumann_faces_take_few_cycles(void **state)
{
  (void)state;
  for (int variable = 0; variable < 2; variable++)
    for (int c = 0; c < 4; c++) {
      problem p = cube(32, c == 3 ? VF_NEUMANN : VF_DIRICHLET);
      p.variable = variable;
      p.sides.order = c == 3 ? 2 : c + 2;
      vf_multigrid_report report;
      const double error = error_of(p, NULL, &report);
      if (report.cycles > 9 || !(error < 0.01)) fail_msg("case %d: %d cycles, error %g", c, report.cycles, error);
    }
}

static void real32_arrays_are_solved_to_their_precision(void **state)
{
  (void)state;
  problem p = cube(32, VF_DIRICHLET);
  p.type = VF_REAL32;
  const double expected = error_of(cube(32, VF_DIRICHLET), NULL, NULL), error = error_of(p, NULL, NULL);
  assert_true(fabs(error - expected) < 1e-5);
}

static void a_right_hand_side_of_a_singular_system_is_made_compatible(void **state)
{
  (void)state;
  problem p = cube(32, VF_NEUMANN);
  problem_make(&p);
  void *at = NULL;
  must(vf_view_to_host(p.rhs[0], VF_UPDATE));
  must(vf_view_host_address(p.rhs[0], &at));
  for (int c = 0; c < 32 * 32 * 32; c++) ((double *)at)[c] += 5;
  vf_multigrid_report report;
  const double error = solved(&p, NULL, &report);
  assert_true(fabs(report.rhs_change - 5) < 1e-9);
  assert_true(error < 0.02);
  double *cells = problem_cells(&p), mean = 0;
  for (int c = 0; c < 32 * 32 * 32; c++) mean += cells[c] / (32 * 32 * 32);
  assert_true(fabs(mean) < 1e-13);
  free(cells);
  problem_free(&p);
}

static int heard;
static double last_heard;
static void hear(int cycle, double residual, void *data)
{
  assert_int_equal(cycle, heard);
  assert_ptr_equal(data, &heard);
  heard++;
  last_heard = residual;
}

static void the_history_ends_with_the_residual(void **state)
{
  (void)state;
  vf_multigrid_options options = vf_multigrid_defaults();
  vf_multigrid_report report;
  options.history = hear;
  options.history_data = &heard;
  heard = 0;
  error_of(cube(32, VF_DIRICHLET), &options, &report);
  assert_int_equal(heard, report.cycles + 1);
  assert_true(last_heard == report.residual && report.residual <= 1e-10 * report.rhs_norm);
}

static void cycles_take_a_tenth_of_the_residual_or_less(void **state)
{
  (void)state;
  for (int variable = 0; variable < 2; variable++) {
    problem p = cube(64, VF_DIRICHLET);
    p.variable = variable;
    vf_multigrid_report report;
    error_of(p, NULL, &report);
    if (report.cycles > 8) fail_msg("%d cycles", report.cycles);
  }
}

static void failures_are_told(void **state)
{
  (void)state;
  problem p = cube(16, VF_DIRICHLET);
  problem_make(&p);
  vf_multigrid *solver = NULL;
  vf_multigrid_options options = vf_multigrid_defaults();
  options.relative = 1e-30;
  must(problem_solver(&p, &options, &solver));
  refused(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL), VF_ERROR_STAGNATED, "stagnates");
  assert_true(problem_error(&p) < 0.02); /* the last approximation */
  void *at = NULL;
  must(vf_view_to_host(p.rhs[0], VF_UPDATE));
  must(vf_view_host_address(p.rhs[0], &at));
  ((double *)at)[77] = NAN;
  refused(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL), VF_ERROR_DIVERGED, "nan");
  assert_true(problem_error(&p) < 0.02); /* as before */
  refused(vf_multigrid_solve(solver, p.rhs, p.rhs, NULL, NULL), VF_ERROR_ALIAS, "phi");
  must(vf_multigrid_destroy(&solver));
  problem_free(&p);
}

static void mistakes_are_refused(void **state)
{
  (void)state;
  vf_multigrid *solver = NULL;
  const vf_boundary sides = all_sides(VF_DIRICHLET);
  const vf_box apart[2] = { { { 0, 0, 0 }, { 3, 7, 7 } }, { { 5, 0, 0 }, { 7, 7, 7 } } };
  const vf_box across[2] = { { { 0, 0, 0 }, { 4, 7, 7 } }, { { 4, 0, 0 }, { 7, 7, 7 } } };
  refused(poisson_on_boxes(apart, 2, 1, &sides, NULL, &solver), VF_ERROR_BOX, "gaps");
  refused(poisson_on_boxes(across, 2, 1, &sides, NULL, &solver), VF_ERROR_BOX, "overlap");
  refused(poisson_on_boxes(apart, 1, -1, &sides, NULL, &solver), VF_ERROR_ARGUMENT, "cell width");
  vf_boundary odd = sides;
  odd.kind[2] = VF_PERIODIC;
  refused(poisson_on_boxes(apart, 1, 1, &odd, NULL, &solver), VF_ERROR_ARGUMENT, "periodic");
  vf_multigrid_options options = vf_multigrid_defaults();
  options.pre = options.post = 0;
  refused(poisson_on_boxes(apart, 1, 1, &sides, &options, &solver), VF_ERROR_ARGUMENT, "pre and post");
  assert_null(solver);
  must(poisson_on_boxes(apart, 1, 1, &sides, NULL, &solver));
  problem p = cube(4, VF_DIRICHLET);
  problem_make(&p);
  refused(vf_multigrid_solve(solver, p.phi, p.rhs, NULL, NULL), VF_ERROR_BOX, "phi");
  must(vf_multigrid_destroy(&solver));
  problem_free(&p);
}

static const struct CMUnitTest tests[] = {
  claim(solves_with_every_kind_of_face),
  claim(solves_on_odd_and_anisotropic_extents),
  claim(walls_may_have_values),
  claim(methods_cycles_and_starts_agree),
  claim(walls_of_every_order_and_neumann_faces_take_few_cycles),
  claim(real32_arrays_are_solved_to_their_precision),
  claim(a_right_hand_side_of_a_singular_system_is_made_compatible),
  claim(the_history_ends_with_the_residual),
  claim(cycles_take_a_tenth_of_the_residual_or_less),
  claim(failures_are_told),
  claim(mistakes_are_refused),
};
RUN("solver", tests)
