/* Coefficients that jump: balls in which they are many times those around them. */
#include "random_problem.h"

#include <math.h>

enum { CELLS = 32, BALLS = 6 };

typedef struct ball {
  double centre[3], radius;
} ball;

static double in_cell(const ball *balls, double inside, const int cell[3])
{
  for (int b = 0; b < BALLS; b++) {
    double distance = 0;
    for (int d = 0; d < 3; d++) distance += pow(cell[d] - balls[b].centre[d], 2);
    if (distance < pow(balls[b].radius, 2)) return inside;
  }
  return 1;
}

/* The harmonic mean of the cells beside a face, those of the domain counted again outside. */
static double on_face(const ball *balls, double inside, int d, const int index[3])
{
  int low[3] = { index[0], index[1], index[2] }, high[3] = { index[0], index[1], index[2] };
  low[d] -= low[d] > 0;
  high[d] -= high[d] == CELLS;
  const double p = in_cell(balls, inside, low), q = in_cell(balls, inside, high);
  return 2 * p * q / (p + q);
}

static void put_balls(random_problem *p, double inside)
{
  ball balls[BALLS];
  for (int b = 0; b < BALLS; b++) {
    for (int d = 0; d < 3; d++) balls[b].centre[d] = random_between(p, 0, CELLS);
    balls[b].radius = random_between(p, 2, 5);
  }
  vf_view *const views[3] = { p->of_bx[0], p->of_by[0], p->of_bz[0] };
  double *const arrays[3] = { p->bx, p->by, p->bz };
  for (int d = 0; d < 3; d++) {
    const int n[3] = { CELLS + (d == 0), CELLS + (d == 1), CELLS + (d == 2) };
    void *address = NULL;
    must(vf_view_to_host(views[d], VF_WRITE));
    must(vf_view_host_address(views[d], &address));
    double *x = address;
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++)
          *x++ = arrays[d][random_at(p, i, j, k)] = on_face(balls, inside, d, (int[3]){ i, j, k });
  }
}

/* A solve whose residual plain loops find to be what was asked for. */
static int iterations(double inside, double relative, int method)
{
  vf_multigrid_report report = { 0 };
  random_problem p = random_cells(CELLS, CELLS, CELLS, VF_DIRICHLET, true);
  p.options.method = method;
  p.options.relative = relative;
  random_make(&p);
  put_balls(&p, inside);
  const vf_status status = random_attempt(&p, &report);
  if (status) fail_msg("%g inside: %s", inside, vf_last_error());
  assert_true(random_fetch(&p));
  const long double left = random_residual(&p, p.phi, 53, 4), asked = relative * random_residual(&p, NULL, 53, 0);
  if (!(left <= asked)) fail_msg("%g inside: residual %Lg, asked for %Lg", inside, left, asked);
  random_free(&p);
  return report.cycles;
}

static void the_robust_method_takes_few_iterations_where_coefficients_jump_up(void **state)
{
  (void)state;
  const int at_1e2 = iterations(1e2, 1e-9, VF_METHOD_ROBUST), at_1e5 = iterations(1e5, 1e-7, VF_METHOD_ROBUST);
  if (at_1e2 > 10 || at_1e5 > 12) fail_msg("%d and %d iterations", at_1e2, at_1e5);
}

static void every_method_takes_few_iterations_where_coefficients_jump_down(void **state)
{
  (void)state;
  for (int method = VF_METHOD_CYCLES; method <= VF_METHOD_ROBUST; method++) {
    const int count = iterations(1e-6, 1e-10, method);
    if (count > 20) fail_msg("method %d: %d iterations", method, count);
  }
}

static const struct CMUnitTest tests[] = {
  claim(the_robust_method_takes_few_iterations_where_coefficients_jump_up),
  claim(every_method_takes_few_iterations_where_coefficients_jump_down),
};
RUN("solver_jumps", tests)
