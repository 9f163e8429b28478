/* The numbers that a solve reports. They do not depend on the size of the right-hand side, nor on the direction of a
 * problem. */
#include "random_problem.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static double largest_cell(const random_problem *p, const double *x)
{
  double largest = 0;
  for (int k = 0; k < p->n[2]; k++)
    for (int j = 0; j < p->n[1]; j++)
      for (int i = 0; i < p->n[0]; i++) largest = fmax(largest, fabs(x[random_at(p, i, j, k)]));
  return largest;
}

static double *elements_of(vf_view *view, vf_intent intent)
{
  void *at = NULL;
  must(vf_view_to_host(view, intent));
  must(vf_view_host_address(view, &at));
  return at;
}

/* Solves to an unreachable tolerance. weight: the factor of max |phi| in the reported rounding; 0: the rounding is that of the
 * cell with the largest terms, by plain loops. */
static void expect_rounding(random_problem *p, double weight)
{
  vf_multigrid_report report = { 0 };
  p->options.relative = 1e-30;
  const vf_status status = random_attempt(p, &report);
  if (status != VF_ERROR_STAGNATED) fail_msg("%d: %s", status, vf_last_error());
  const char *words = "rounding in double leaves about ", *told = strstr(vf_last_error(), words);
  if (!told) fail_msg("%s", vf_last_error());
  assert_true(random_fetch(p));
  const double many = 0x1p60, terms = weight > 0 ? largest_cell(p, p->rhs) + weight * largest_cell(p, p->phi)
                                                 : (double)random_residual(p, p->phi, 0, -many) / many;
  const double rounding = strtod(told + strlen(words), NULL), expected = 4 * DBL_EPSILON * terms;
  if (!(fabs(rounding - expected) <= 1e-5 * expected)) fail_msg("%g is told, not %g", rounding, expected);
}

static void what_rounding_leaves_is_told(void **state)
{
  (void)state;
  random_problem p = random_cells(8, 12, 8, VF_DIRICHLET, false);
  random_make(&p);
  expect_rounding(&p, 12 / (p.h[0] * p.h[0]));
  random_free(&p);
}

/* The largest coefficients belong to a cell and to the last faces. Ghosts of walls of order 3 are not folded. */
static void what_rounding_leaves_is_told_of_the_cell_with_the_largest_terms(void **state)
{
  (void)state;
  const double h[3] = { 1.0 / 16, 1.0 / 12, 1.0 / 20 }, most[3] = { 5, 7, 3 };
  for (int last = 0; last < 4; last++) {
    random_problem p = random_cells(8, 12, 10, VF_DIRICHLET, true);
    const int64_t extents[3] = { 8, 12, 10 }, plane = 8 * 12;
    memcpy(p.h, h, sizeof h);
    p.sides.order = last == 3 ? 4 : 3;
    if (last == 3) p.sides.kind[2] = p.sides.kind[5] = VF_PERIODIC;
    p.massless = false;
    p.alpha = 300;
    p.beta = 0.5;
    random_make(&p);
    const int64_t cell = 3 * plane + 2;
    elements_of(p.of_a[0], VF_UPDATE)[cell] = p.a[random_at(&p, 2, 0, 3)] = 9;
    vf_view *const faces[3] = { p.of_bx[0], p.of_by[0], p.of_bz[0] };
    double *const arrays[3] = { p.bx, p.by, p.bz };
    const int64_t stride[3] = { 1, 8, plane };
    for (int d = 0; d < 3; d++) {
      int at[3] = { 0, 0, 0 };
      at[d] = (int)extents[d];
      const double large = most[d] * (d == last ? 1e4 : last == 3 && d == 2 ? 30 : 1);
      if (last == 3 && d == 2) /* the same face of both ends */
        elements_of(faces[d], VF_UPDATE)[0] = arrays[d][random_at(&p, 0, 0, 0)] = large;
      elements_of(faces[d], VF_UPDATE)[extents[d] * stride[d]] = large;
      arrays[d][random_at(&p, at[0], at[1], at[2])] = large;
    }
    expect_rounding(&p, 0);
    random_free(&p);
  }
}

/* The limit of rounding is not confused with infinity. */
static void large_numbers_need_more_cycles_as_others_do(void **state)
{
  (void)state;
  random_problem p = random_cells(8, 8, 8, VF_DIRICHLET, false);
  p.rhs_is = RHS_LARGE;
  p.options.start = VF_START_ZERO;
  p.options.max_cycles = 1;
  random_make(&p);
  vf_multigrid_report report;
  refused(random_attempt(&p, &report), VF_ERROR_STAGNATED, "Allow more (max_cycles)");
  random_free(&p);
}

/* A right-hand side times a power of 2 gives phi times the same power, to the last bit, after the same number of
 * cycles. */
static void solutions_scale_with_the_right_hand_side(void **state)
{
  (void)state;
  for (int c = 0; c < 24; c++) {
    double *phi[2];
    int cycles[2];
    random_problem of[2];
    for (int scaled = 0; scaled < 2; scaled++) {
      random_problem *p = &of[scaled];
      *p = random_cells(16, c % 2 ? 6 : 16, 8, c / 6 % 3 == 2 ? VF_NEUMANN : VF_DIRICHLET, c % 3 == 1);
      p->rough = ROUGH_COEFFICIENTS;
      p->options.method = c / 2 % 2 ? VF_METHOD_CONJUGATE_GRADIENTS : VF_METHOD_CYCLES;
      p->options.start = c / 4 % 2 ? VF_START_ZERO : VF_START_FULL;
      p->options.bottom = c / 3 % 3;
      p->options.relative = 1e-11;
      random_make(p);
      double *rhs = elements_of(p->of_rhs[0], VF_UPDATE);
      const int power = scaled ? (c % 4 == 3 ? 150 : -150) : 0;
      for (int64_t e = 0; e < (int64_t)p->n[0] * p->n[1] * p->n[2]; e++) rhs[e] = ldexp(rhs[e], power);
      vf_multigrid_report report;
      must(random_attempt(p, &report));
      if (!p->singular && report.rhs_change != 0) fail_msg("a mean of %g was subtracted", report.rhs_change);
      assert_true(random_fetch(p));
      cycles[scaled] = report.cycles;
      phi[scaled] = p->phi;
      for (int64_t e = 0; e < random_elements(p); e++) phi[scaled][e] = ldexp(phi[scaled][e], -power);
    }
    const size_t bytes = (size_t)random_elements(&of[0]) * sizeof(double);
    if (cycles[0] != cycles[1] || memcmp(phi[0], phi[1], bytes))
      fail_msg("case %d: %d and %d cycles", c, cycles[0], cycles[1]);
    for (int scaled = 0; scaled < 2; scaled++) random_free(&of[scaled]);
  }
}

static void rows_of_cells_are_solved_alike_in_all_directions(void **state)
{
  (void)state;
  for (int length = 2; length <= 9; length++) {
    int cycles[3];
    for (int d = 0; d < 3; d++) {
      random_problem p = random_cells(d == 0 ? length : 1, d == 1 ? length : 1, d == 2 ? length : 1, VF_NEUMANN, true);
      p.rhs_is = RHS_ONE_CELL;
      p.options.bottom = VF_BOTTOM_SMOOTHS;
      p.options.bottom_smooths = 4;
      random_make(&p);
      vf_multigrid_report report;
      must(random_attempt(&p, &report));
      cycles[d] = report.cycles;
      random_free(&p);
    }
    if (cycles[0] != cycles[1] || cycles[1] != cycles[2])
      fail_msg("%d cells: %d, %d and %d cycles", length, cycles[0], cycles[1], cycles[2]);
  }
}

static const struct CMUnitTest tests[] = {
  claim(what_rounding_leaves_is_told),
  claim(what_rounding_leaves_is_told_of_the_cell_with_the_largest_terms),
  claim(large_numbers_need_more_cycles_as_others_do),
  claim(solutions_scale_with_the_right_hand_side),
  claim(rows_of_cells_are_solved_alike_in_all_directions),
};
RUN("solver_numbers", tests)
