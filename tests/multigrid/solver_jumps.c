/* Coefficients that jump: inside balls, down to single cells, they are many times the coefficients around them. */
#include "random_problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ITERATIONS = 25 };

/* The balls, and the coefficient of a face by the cells beside it. */
typedef struct inclusions {
  int cells, balls;
  double least, most, inside;                         /* radii, coefficient */
  enum mean { HARMONIC, ARITHMETIC, EACH_FACE } mean; /* EACH_FACE: any number between 1 and inside, no balls */
} inclusions;

static double *in_cells(random_problem *p, const inclusions *given)
{
  const int n = given->cells;
  double *inside = malloc((size_t)n * (size_t)n * (size_t)n * sizeof *inside);
  if (!inside) fail_msg("no memory");
  for (int c = 0; c < n * n * n; c++) inside[c] = 1;
  for (int b = 0; b < given->balls; b++) {
    double centre[3];
    int low[3], high[3];
    for (int d = 0; d < 3; d++) centre[d] = random_between(p, -0.5, n - 0.5);
    const double radius = random_between(p, given->least, given->most);
    for (int d = 0; d < 3; d++) {
      low[d] = (int)fmax(0, ceil(centre[d] - radius));
      high[d] = (int)fmin(n - 1, floor(centre[d] + radius));
    }
    for (int k = low[2]; k <= high[2]; k++)
      for (int j = low[1]; j <= high[1]; j++)
        for (int i = low[0]; i <= high[0]; i++)
          if (pow(i - centre[0], 2) + pow(j - centre[1], 2) + pow(k - centre[2], 2) < radius * radius)
            inside[i + n * (j + n * k)] = given->inside;
  }
  return inside;
}

/* The cells beside a face; outside, the domain's last cell counts again. */
static double on_face(random_problem *p, const inclusions *given, const double *inside, int d, const int index[3])
{
  const int n = given->cells;
  int low[3] = { index[0], index[1], index[2] }, high[3] = { index[0], index[1], index[2] };
  low[d] -= low[d] > 0;
  high[d] -= high[d] == n;
  const double a = inside[low[0] + n * (low[1] + n * low[2])], b = inside[high[0] + n * (high[1] + n * high[2])];
  if (given->mean == EACH_FACE) return exp(random_between(p, 0, 1) * log(given->inside));
  return given->mean == HARMONIC ? 2 * a * b / (a + b) : (a + b) / 2;
}

static void put_balls(random_problem *p, const inclusions *given)
{
  double *inside = in_cells(p, given);
  vf_view *const views[3] = { p->of_bx[0], p->of_by[0], p->of_bz[0] };
  double *const arrays[3] = { p->bx, p->by, p->bz };
  for (int d = 0; d < 3; d++) {
    const int n[3] = { given->cells + (d == 0), given->cells + (d == 1), given->cells + (d == 2) };
    void *address = NULL;
    must(vf_view_to_host(views[d], VF_WRITE));
    must(vf_view_host_address(views[d], &address));
    double *x = address;
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++)
          *x++ = arrays[d][random_at(p, i, j, k)] = on_face(p, given, inside, d, (int[3]){ i, j, k });
  }
  free(inside);
}

static random_problem problem_with(const inclusions *given, int method, int order)
{
  const int n = given->cells;
  random_problem p = random_cells(n, n, n, VF_DIRICHLET, true);
  p.options.method = method;
  p.sides.order = order;
  random_make(&p);
  put_balls(&p, given);
  return p;
}

/* The residual by plain loops meets the tolerance. */
static void must_be_solved(random_problem *p, const char *about)
{
  assert_true(random_fetch(p));
  const long double left = random_residual(p, p->phi, 53, 4);
  const long double asked = p->options.relative * random_residual(p, NULL, 53, 0);
  if (!(left <= asked)) fail_msg("%s: residual %Lg, asked for %Lg", about, left, asked);
}

/* The cycles of a solve, which must reach the tolerance. */
static int iterations_in(int precision, int order, const inclusions *given, double relative, int method)
{
  vf_multigrid_report report = { 0 };
  char about[80];
  random_problem p = problem_with(given, method, order);
  p.options.precision = precision;
  p.options.relative = relative;
  snprintf(about, sizeof about, "%d balls of %g inside", given->balls, given->inside);
  const vf_status status = random_attempt(&p, &report);
  if (status) fail_msg("%s: %s", about, vf_last_error());
  must_be_solved(&p, about);
  random_free(&p);
  return report.cycles;
}

static int iterations(const inclusions *given, double relative, int method)
{
  return iterations_in(VF_PRECISION_AUTO, 2, given, relative, method);
}

/* Single cells, few and half of all; cells and pairs; balls of all sizes. */
static const inclusions sizes[] = { { 32, 3000, 0.5, 0.5, 0, HARMONIC }, { 32, 20000, 0.5, 0.6, 0, HARMONIC },
                                    { 32, 2000, 0.5, 1, 0, HARMONIC },   { 32, 300, 0.5, 3, 0, HARMONIC },
                                    { 32, 6, 2, 5, 0, HARMONIC },        { 64, 2000, 0.5, 3, 0, HARMONIC },
                                    { 32, 2000, 0.5, 1, 0, ARITHMETIC }, { 32, 6, 2, 5, 0, ARITHMETIC },
                                    { 32, 0, 0, 0, 0, EACH_FACE } };
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void the_robust_method_takes_few_iterations(double inside)
{
  for (int s = 0; s < SIZES; s++) {
    inclusions given = sizes[s];
    given.inside = inside;
    const int count = iterations(&given, 1e-7, VF_METHOD_ROBUST);
    if (count > MOST_ITERATIONS) fail_msg("%d balls of %g to %g: %d", given.balls, given.least, given.most, count);
  }
}

static void inclusions_of_any_size_take_the_robust_method_few_iterations_where_coefficients_jump_up(void **state)
{
  (void)state;
  the_robust_method_takes_few_iterations(1e2);
  the_robust_method_takes_few_iterations(1e6);
}

static void inclusions_of_any_size_take_the_robust_method_few_iterations_where_coefficients_jump_down(void **state)
{
  (void)state;
  the_robust_method_takes_few_iterations(1e-6);
}

/* The operator is not symmetric beside such walls, but conjugate gradients count on symmetry. */
static void walls_of_high_order_beside_jumps_take_few_iterations(void **state)
{
  (void)state;
  for (int s = 0; s < SIZES; s++)
    for (int order = 3; order <= 4; order++)
      for (int exponent = -6; exponent <= 6; exponent += 12) {
        inclusions given = sizes[s];
        given.cells = 23 + s;
        given.balls /= 2;
        given.inside = pow(10, exponent);
        const int count = iterations_in(VF_PRECISION_AUTO, order, &given, 1e-9, VF_METHOD_ROBUST);
        if (count > 2 * MOST_ITERATIONS)
          fail_msg("order %d, %d balls of %g to %g, 10^%d: %d", order, given.balls, given.least, given.most, exponent,
                   count);
      }
}

/* The solve would take 26 iterations if interpolation dropped small parts and scaled up the rest. */
static void half_a_million_single_cells_take_24_iterations(void **state)
{
  (void)state;
  const int count = iterations(&(inclusions){ 96, 500000, 0.5, 0.6, 1e6, HARMONIC }, 1e-7, VF_METHOD_ROBUST);
  if (count > 24) fail_msg("%d iterations", count);
}

static void the_finest_level_loses_nothing_in_single_precision(void **state)
{
  (void)state;
  for (int s = 0; s < SIZES; s++) {
    inclusions given = sizes[s];
    given.inside = 1e6;
    given.cells = 24;
    given.balls /= 2;
    const int single = iterations(&given, 1e-9, VF_METHOD_ROBUST);
    const int all_double = iterations_in(VF_PRECISION_DOUBLE, 2, &given, 1e-9, VF_METHOD_ROBUST);
    if (single > all_double + 2)
      fail_msg("%d balls of %g to %g: %d, in double %d", given.balls, given.least, given.most, single, all_double);
  }
}

/* Balls whose coefficients are so small that floats lose them beside the 1 around the balls. */
static void coefficients_that_floats_would_lose_are_solved_in_double(void **state)
{
  (void)state;
  for (int exponent = -30; exponent >= -60; exponent -= 10) {
    const inclusions given = { 20, 40, 0.5, 3, pow(10, exponent), HARMONIC };
    const int count = iterations(&given, 1e-7, VF_METHOD_ROBUST);
    if (count > 2 * MOST_ITERATIONS) fail_msg("10^%d: %d iterations", exponent, count);
  }
}

static void every_method_takes_few_iterations_where_coefficients_jump_down(void **state)
{
  (void)state;
  for (int method = VF_METHOD_CYCLES; method <= VF_METHOD_ROBUST; method++) {
    const int count = iterations(&(inclusions){ 32, 6, 2, 5, 1e-6, HARMONIC }, 1e-10, method);
    if (count > MOST_ITERATIONS) fail_msg("method %d: %d iterations", method, count);
  }
}

/* There are no jumps, and constant coefficients do not have levels of their own. The finest level is in single
 * precision if extents are even. */
static void the_robust_method_solves_what_others_solve(void **state)
{
  (void)state;
  for (int variable = 0; variable < 2; variable++)
    for (int number = 0; number < 6; number++) {
      const int kinds[3] = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC }, kind = number % 3, even = number / 3;
      vf_multigrid_report report = { 0 };
      random_problem p = random_cells(24, 17 + even, 9 + even, kinds[kind], variable);
      p.options.method = VF_METHOD_ROBUST;
      random_make(&p);
      const vf_status status = random_attempt(&p, &report);
      if (status) fail_msg("faces %d: %s", kinds[kind], vf_last_error());
      assert_true(random_fetch(&p));
      assert_true(random_residual(&p, p.phi, 53, 4) <= 1e-10 * random_residual(&p, NULL, 53, 0));
      if (report.cycles > MOST_ITERATIONS) fail_msg("faces %d: %d iterations", kinds[kind], report.cycles);
      random_free(&p);
    }
}

/* The method's levels are in single precision, and 2^300 is too large for floats. */
static void the_robust_method_has_the_same_bits_in_any_unit_of_coefficients(void **state)
{
  (void)state;
  enum { CELLS = 20 };
  double *first = NULL;
  for (int unit = -300; unit <= 300; unit += 300) {
    vf_multigrid_report report = { 0 };
    random_problem p = random_cells(CELLS, CELLS, CELLS, VF_DIRICHLET, true);
    p.options.method = VF_METHOD_ROBUST;
    p.options.relative = 1e-7;
    p.alpha = ldexp(p.alpha, unit);
    p.beta = ldexp(p.beta, unit);
    random_make(&p);
    put_balls(&p, &(inclusions){ CELLS, 300, 0.5, 3, 1e6, HARMONIC });
    if (random_attempt(&p, &report)) fail_msg("units of 2^%d: %s", unit, vf_last_error());
    assert_true(random_fetch(&p));
    const size_t elements = (size_t)random_elements(&p);
    if (!first) first = calloc(elements, sizeof *first);
    assert_non_null(first);
    for (int k = 0; k < CELLS; k++)
      for (int j = 0; j < CELLS; j++)
        for (int i = 0; i < CELLS; i++) {
          const int64_t at = random_at(&p, i, j, k);
          if (unit == -300) first[at] = ldexp(p.phi[at], unit);
          else if (ldexp(p.phi[at], unit) != first[at])
            fail_msg("units of 2^%d, cell %d %d %d: %g", unit, i, j, k, p.phi[at]);
        }
    random_free(&p);
  }
  free(first);
}

/* The default method ends in the robust method if cycles and conjugate gradients do not solve in 100 cycles. */
static void the_default_solves_all_that_some_method_solves(void **state)
{
  (void)state;
  int ended[VF_METHOD_AUTO] = { 0 };
  for (int s = 0; s < SIZES; s++)
    for (int order = 2; order <= 4; order++)
      for (int exponent = -6; exponent <= 6; exponent += 4) {
        inclusions given = sizes[s];
        given.cells = 21 + s;
        given.balls /= 2;
        given.inside = pow(10, exponent);
        random_problem p = problem_with(&given, vf_multigrid_defaults().method, order);
        p.options.relative = 1e-9;
        vf_multigrid_report report = { 0 };
        const vf_status status = random_attempt(&p, &report);
        char about[80];
        snprintf(about, sizeof about, "sort %d, order %d, 10^%d inside", s, order, exponent);
        if (status) fail_msg("%s: %s", about, vf_last_error());
        must_be_solved(&p, about);
        if (report.cycles > p.options.max_cycles) fail_msg("%s: %d cycles", about, report.cycles);
        ended[report.method]++;
        random_free(&p);
      }
  for (int method = 0; method < VF_METHOD_AUTO; method++)
    if (ended[method] == 0) fail_msg("no solve ended with method %d", method);
}

static void without_jumps_the_default_has_the_bits_of_cycles(void **state)
{
  (void)state;
  for (int variable = 0; variable < 2; variable++) {
    random_problem p[2];
    for (int c = 0; c < 2; c++) {
      p[c] = random_cells(24, 17, 11, VF_DIRICHLET, variable);
      p[c].rough = SMOOTH_COEFFICIENTS;
      if (c) p[c].options.method = VF_METHOD_CYCLES;
      random_make(&p[c]);
      vf_multigrid_report report = { 0 };
      must(random_attempt(&p[c], &report));
      assert_int_equal(report.method, VF_METHOD_CYCLES);
      assert_true(random_fetch(&p[c]));
    }
    assert_memory_equal(p[0].phi, p[1].phi, (size_t)random_elements(p) * sizeof(double));
    for (int c = 0; c < 2; c++) random_free(&p[c]);
  }
}

static int heard, gaps;
static void hear(int cycle, double residual, void *data)
{
  (void)residual;
  (void)data;
  gaps += cycle != heard;
  heard = cycle + 1;
}

/* The robust method's levels are made once. */
static void later_solves_begin_with_the_method_that_solved(void **state)
{
  (void)state;
  random_problem p = random_cells(32, 32, 32, VF_DIRICHLET, true);
  p.options.history = hear;
  p.options.relative = 1e-8;
  random_make(&p);
  put_balls(&p, &(inclusions){ 32, 2000, 0.5, 1, 1e6, ARITHMETIC });
  vf_multigrid *solver = NULL;
  vf_multigrid_report first = { 0 }, second = { 0 };
  must(random_solver(&p, &solver));
  heard = gaps = 0;
  must(vf_multigrid_solve(solver, p.of_phi, p.of_rhs, NULL, &first));
  must_be_solved(&p, "first solve");
  assert_int_equal(heard, first.cycles + 1);
  int64_t before = 0, after = 0;
  must(vf_multigrid_shape(solver, NULL, NULL, &before));
  heard = 0;
  must(vf_multigrid_solve(solver, p.of_phi, p.of_rhs, NULL, &second));
  must_be_solved(&p, "second solve");
  must(vf_multigrid_shape(solver, NULL, NULL, &after));
  assert_int_equal(heard, second.cycles + 1);
  assert_int_equal(gaps, 0);
  assert_int_equal(first.method, VF_METHOD_ROBUST);
  assert_int_equal(second.method, VF_METHOD_ROBUST);
  assert_true(before == after);
  if (second.cycles > MOST_ITERATIONS || second.cycles + 4 > first.cycles)
    fail_msg("%d cycles, then %d", first.cycles, second.cycles);
  must(vf_multigrid_destroy(&solver));
  random_free(&p);
}

/* No cycles are left to begin another method with, and a user who wants few gets few. */
static void the_default_keeps_to_max_cycles(void **state)
{
  (void)state;
  for (int most = 1; most < 24; most++) {
    random_problem p = problem_with(&(inclusions){ 20, 300, 0.5, 1, 1e6, ARITHMETIC }, VF_METHOD_AUTO, 2);
    vf_multigrid_report report = { 0 };
    p.options.max_cycles = most;
    p.options.history = hear;
    heard = gaps = 0;
    const vf_status status = random_attempt(&p, &report);
    if (heard > most + 1 || gaps) fail_msg("at most %d cycles: %d heard, %d gaps", most, heard, gaps);
    if (status != VF_ERROR_STAGNATED && status != VF_ERROR_DIVERGED && status != VF_OK)
      fail_msg("at most %d cycles: %s", most, vf_last_error());
    random_free(&p);
  }
}

/* Follows the advice of a failure's text in the options; false without advice. */
static bool obey(const char *text, vf_multigrid_options *options)
{
  const vf_multigrid_options defaults = vf_multigrid_defaults();
  if (strstr(text, "Take VF_METHOD_AUTO")) options->method = VF_METHOD_AUTO;
  else if (strstr(text, "Take the default omega"))
    options->omega = defaults.omega, options->omega_near = defaults.omega_near;
  else if (strstr(text, "Allow more (max_cycles)")) options->max_cycles *= 20;
  else return false;
  return true;
}

/* Problems that fail, each with the options chosen by its user. */
static void advice_of_a_failure_helps(void **state)
{
  (void)state;
  enum { FAILURES = 8, MOST_ADVICE = 3 };
  for (int c = 0; c < FAILURES; c++) {
    inclusions given = { 24, 300, 0.5, 3, 1e6, ARITHMETIC };
    if (c < 2 || c == 4 || c == 7) given = (inclusions){ 24, 0, 0, 0, 1e6, EACH_FACE };
    random_problem p =
        problem_with(&given, c % 2 ? VF_METHOD_CONJUGATE_GRADIENTS : VF_METHOD_CYCLES, c < 4 || c == 7 ? 2 : 4);
    if (c == 7) p.h[2] /= 4, p.options.relative = 1e-8; /* smoothed by lines */
    if (c == 2 || c == 5 || c == 6) p.options.omega = p.options.omega_near = 1.95;
    if (c == 3) p.options.method = VF_METHOD_ROBUST, p.options.max_cycles = 3;
    vf_multigrid_report report = { 0 };
    vf_status status = random_attempt(&p, &report);
    if (!status) fail_msg("problem %d does not fail", c);
    for (int advice = 0; status && advice < MOST_ADVICE; advice++) {
      char text[400];
      snprintf(text, sizeof text, "%s", vf_last_error());
      if (!obey(text, &p.options)) fail_msg("problem %d: no advice in: %s", c, text);
      status = random_attempt(&p, &report);
    }
    if (status) fail_msg("problem %d, with all advice: %s", c, vf_last_error());
    must_be_solved(&p, "with advice");
    random_free(&p);
  }
}

static const struct CMUnitTest tests[] = {
  claim(inclusions_of_any_size_take_the_robust_method_few_iterations_where_coefficients_jump_up),
  claim(inclusions_of_any_size_take_the_robust_method_few_iterations_where_coefficients_jump_down),
  claim(walls_of_high_order_beside_jumps_take_few_iterations),
  claim(half_a_million_single_cells_take_24_iterations),
  claim(the_finest_level_loses_nothing_in_single_precision),
  claim(coefficients_that_floats_would_lose_are_solved_in_double),
  claim(every_method_takes_few_iterations_where_coefficients_jump_down),
  claim(the_robust_method_solves_what_others_solve),
  claim(the_robust_method_has_the_same_bits_in_any_unit_of_coefficients),
  claim(the_default_solves_all_that_some_method_solves),
  claim(without_jumps_the_default_has_the_bits_of_cycles),
  claim(later_solves_begin_with_the_method_that_solved),
  claim(the_default_keeps_to_max_cycles),
  claim(advice_of_a_failure_helps),
};
RUN("solver_jumps", tests)
