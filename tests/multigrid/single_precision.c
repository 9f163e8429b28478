/* Cycles in single precision inside an iteration in double precision: the solutions equal the solutions of cycles in
 * double precision. */
#include "random_problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_CYCLES = 60, CONSTANT_PROBLEMS = 96, PROBLEMS = 192 };

typedef struct told {
  int count;
  double residual[MOST_CYCLES];
} told;

static void tell(int cycle, double residual, void *data)
{
  told *t = data;
  if (cycle < MOST_CYCLES) t->residual[cycle] = residual;
  t->count = cycle + 1;
}

static random_problem large_problem(int number, int precision)
{
  static const int extents[][3] = { { 32, 24, 40 }, { 33, 35, 31 }, { 66, 32, 32 }, { 40, 29, 27 },
                                    { 36, 20, 60 }, { 25, 42, 65 }, { 48, 48, 48 }, { 63, 20, 36 } };
  static const int kinds[] = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_REFLECT_ODD };
  static const int orders[] = { 2, 3, 1 };
  const int *n = extents[number % 8];
  random_problem p = random_cells(n[0], n[1], n[2], kinds[number / 8 % 4], number >= CONSTANT_PROBLEMS);
  p.rough = number % 3 ? SMOOTH_COEFFICIENTS : ROUGH_COEFFICIENTS;
  p.sides.order = orders[number / 32 % 3];
  /* Walls of order 1 converge slowly. With rough coefficients or long cells they do not converge, in double precision
   * either. */
  if (p.sides.order == 1 && (n[0] | n[1] | n[2]) % 4) p.sides.order = 2;
  if (p.sides.order == 1) p.rough = SMOOTH_COEFFICIENTS;
  else if (number % 8 >= 5) p.h[2] *= number % 16 < 8 ? 2 : 20;
  p.singular = p.sides.kind[0] == VF_NEUMANN || p.sides.kind[0] == VF_PERIODIC;
  if (number % 3 == 1) p.sides.kind[2] = p.sides.kind[5] = VF_DIRICHLET, p.singular = false;
  p.walls = p.sides.kind[2] == VF_DIRICHLET && number % 2;
  p.rhs_is = number % 5 ? RHS_NOISE : RHS_SMOOTH;
  p.options.precision = precision;
  p.options.start = number % 7 == 3 ? VF_START_ZERO : VF_START_FULL;
  return p;
}

static double difference(const random_problem *p, const double *x, const double *y)
{
  double most = 0;
  for (int k = 0; k < p->n[2]; k++)
    for (int j = 0; j < p->n[1]; j++)
      for (int i = 0; i < p->n[0]; i++) most = fmax(most, fabs(x[random_at(p, i, j, k)] - y[random_at(p, i, j, k)]));
  return most;
}

/* True if smooths by the whole diagonal, or around an odd ring, keep cycles in double precision. */
static bool is_in_double(const random_problem *p)
{
  for (int d = 0; d < 3; d++)
    if (p->n[d] % 2 && p->sides.kind[d] == VF_PERIODIC) return true;
  return p->variable && p->sides.order == 3;
}

/* Solves to a residual of `relative` max |rhs|, and checks this residual by plain loops. Returns a copy of phi. */
static double *solution(int number, int precision, double relative, int *cycles)
{
  random_problem p = large_problem(number, precision);
  char text[RANDOM_TEXT];
  p.options.relative = relative;
  random_make(&p);
  vf_multigrid_report report;
  const vf_status status = random_attempt(&p, &report);
  if (status && (status != VF_ERROR_STAGNATED || relative > 1e-20))
    fail_msg("problem %d, precision %d: %s; %s", number, precision, vf_last_error(), random_text(&p, text));
  assert_true(random_fetch(&p));
  const long double left = random_residual(&p, p.phi, 53, 4);
  if (!status && left > relative * (long double)report.rhs_norm)
    fail_msg("%s: %Lg of %g is left", random_text(&p, text), left, report.rhs_norm);
  double *phi = calloc((size_t)random_elements(&p), sizeof *phi);
  assert_non_null(phi);
  memcpy(phi, p.phi, (size_t)random_elements(&p) * sizeof *phi);
  if (cycles) *cycles = report.cycles;
  random_free(&p);
  return phi;
}

static void solutions_are_as_accurate_as_those_of_cycles_in_double(void **state)
{
  (void)state;
  const char *counted = getenv("VF_TEST_SOLVES");
  const int count = counted ? atoi(counted) : 32;
  for (int n = 0; n < count; n++) {
    const int number = n * 37 % PROBLEMS; /* of all kinds, however few they are */
    const random_problem p = large_problem(number, VF_PRECISION_AUTO);
    const double relative = number % 2 ? 1e-11 : 1e-8;
    int cycles[2];
    double *best = solution(number, VF_PRECISION_DOUBLE, 1e-30, NULL);
    double *in_double = solution(number, VF_PRECISION_DOUBLE, relative, &cycles[0]);
    double *in_single = solution(number, VF_PRECISION_AUTO, relative, &cycles[1]);
    double *zero = calloc((size_t)random_elements(&p), sizeof *zero);
    assert_non_null(zero);
    const double size = difference(&p, best, zero), expected = difference(&p, best, in_double),
                 error = difference(&p, best, in_single);
    if (!(error <= 3 * expected + 1e-13 * size))
      fail_msg("problem %d: error %g, %g with cycles in double, of %g", number, error, expected, size);
    if (cycles[1] > cycles[0] + 1 + cycles[0] / 5)
      fail_msg("problem %d: %d cycles, %d in double", number, cycles[1], cycles[0]);
    if (!is_in_double(&p) && !memcmp(in_single, in_double, (size_t)random_elements(&p) * sizeof *best))
      fail_msg("problem %d was not solved by cycles of floats", number);
    free(best);
    free(in_double);
    free(in_single);
    free(zero);
  }
}

static double *scaled_solution(int precision, int power)
{
  random_problem p = random_cells(32, 20, 24, VF_DIRICHLET, false);
  p.options.precision = precision;
  random_make(&p);
  void *at = NULL;
  must(vf_view_to_host(p.of_rhs[0], VF_UPDATE));
  must(vf_view_host_address(p.of_rhs[0], &at));
  for (int64_t e = 0; e < (int64_t)p.n[0] * p.n[1] * p.n[2]; e++) ((double *)at)[e] = ldexp(((double *)at)[e], power);
  vf_multigrid_report report;
  must(random_attempt(&p, &report));
  assert_true(random_fetch(&p));
  double *phi = calloc((size_t)random_elements(&p), sizeof *phi);
  assert_non_null(phi);
  for (int64_t e = 0; e < random_elements(&p); e++) phi[e] = ldexp(p.phi[e], -power);
  random_free(&p);
  return phi;
}

static void right_hand_sides_of_any_size_are_solved_alike(void **state)
{
  (void)state;
  const random_problem p = random_cells(32, 20, 24, VF_DIRICHLET, false);
  const size_t bytes = (size_t)random_elements(&p) * sizeof(double);
  double *expected = scaled_solution(VF_PRECISION_AUTO, 0), *in_double = scaled_solution(VF_PRECISION_DOUBLE, 0);
  if (!memcmp(expected, in_double, bytes)) fail_msg("both precisions have the same bits");
  for (int power = -800; power <= 800; power += 200) {
    double *phi = scaled_solution(VF_PRECISION_AUTO, power);
    if (memcmp(expected, phi, bytes)) fail_msg("a right-hand side times 2^%d gives another solution", power);
    free(phi);
  }
  double *tiny = scaled_solution(VF_PRECISION_AUTO, -930); /* not to be scaled: cycles in double */
  if (memcmp(in_double, tiny, bytes)) fail_msg("2^-930: not the bits of cycles in double");
  free(tiny);
  free(expected);
  free(in_double);
}

static void attempt(random_problem *p, told *t, int cycles)
{
  vf_multigrid_report report;
  t->count = 0;
  p->options.history = tell;
  p->options.history_data = t;
  p->options.max_cycles = cycles;
  random_make(p);
  const vf_status status = random_attempt(p, &report);
  if (status != VF_OK && status != VF_ERROR_STAGNATED) must(status);
  assert_true(random_fetch(p));
}

/* Smooths that change little. From the second residual on, cycles in double precision continue with the rest of the
 * first residual. */
static void cycles_that_gain_little_go_on_in_double(void **state)
{
  (void)state;
  random_problem p = random_cells(32, 32, 32, VF_DIRICHLET, false);
  p.options.pre = p.options.post = 1;
  p.options.omega = p.options.omega_near = 0.05;
  p.options.start = VF_START_ZERO;
  p.options.method = VF_METHOD_CYCLES;
  random_problem one = p, rest = p;
  told of_all, of_one, of_rest;
  attempt(&p, &of_all, 6);
  attempt(&one, &of_one, 1);
  rest.options.start = VF_START_GUESS;
  rest.options.precision = VF_PRECISION_DOUBLE;
  rest.options.max_cycles = 4;
  rest.options.history = tell;
  rest.options.history_data = &of_rest;
  random_make(&rest);
  void *at = NULL;
  must(vf_view_to_host(rest.of_phi[0], VF_UPDATE));
  must(vf_view_host_address(rest.of_phi[0], &at));
  memcpy(at, one.phi, (size_t)random_elements(&one) * sizeof(double));
  vf_multigrid_report report;
  const vf_status status = random_attempt(&rest, &report);
  if (status != VF_OK && status != VF_ERROR_STAGNATED) must(status);
  if (of_all.count < 5) fail_msg("only %d residuals", of_all.count);
  for (int cycle = 2; cycle < of_all.count && cycle < of_rest.count + 2; cycle++)
    if (of_all.residual[cycle] != of_rest.residual[cycle - 2])
      fail_msg("residual %g of cycle %d, %g in double", of_all.residual[cycle], cycle, of_rest.residual[cycle - 2]);
  random_free(&p);
  random_free(&one);
  random_free(&rest);
}

static const struct CMUnitTest tests[] = {
  claim(solutions_are_as_accurate_as_those_of_cycles_in_double),
  claim(right_hand_sides_of_any_size_are_solved_alike),
  claim(cycles_that_gain_little_go_on_in_double),
};
RUN("single_precision", tests)
