/* Hard problems over ranks with slabs: the default and the robust method solve the problems, with the bits of a single
 * device. The ranks are threads here. */
#include <math.h>
#include <stdio.h>

#include "medium.h"
#include "slab_threads.h"

enum { RANKS = 3, MOST = 70 };

static int solves_with_slabs;

/* Solves two equal problems, p on RANKS ranks and `one` on a single device. */
static void must_be_solved_alike(random_problem *p, random_problem *one, const char *text)
{
  static slab_outcome outcomes[RANKS + 1];
  const char *wrong = slab_compare(p, one, (int[RANDOM_BOXES]){ 1 }, RANKS, outcomes);
  const slab_outcome *o = &outcomes[0];
  if (wrong || o->status) fail_msg("%s: %s differs; %s", text, wrong ? wrong : "nothing", o->text);
  if (o->report.cycles > MOST) fail_msg("%s: %d iterations", text, o->report.cycles);
  solves_with_slabs += threads_swaps() > 40;
}

/* At least `least` solves of a claim had levels cut between ranks. */
static void must_have_had_slabs(int least)
{
  if (solves_with_slabs < least) fail_msg("%d solves with cut levels", solves_with_slabs);
  solves_with_slabs = 0;
}

static random_problem cut(random_problem p)
{
  p.options.agglomerate_cells = 0;
  return p;
}

/* The residual by plain loops meets the tolerance, too. */
static void must_solve(const medium *m, int method, double relative)
{
  char text[MEDIUM_TEXT];
  random_problem p = cut(medium_problem(m, method, relative)), one = cut(medium_problem(m, method, relative));
  medium_text(m, method, text);
  must_be_solved_alike(&p, &one, text);
  const long double left = random_residual(&p, p.phi, 53, 4), asked = relative * random_residual(&p, NULL, 53, 0);
  if (!(left <= asked)) fail_msg("%s: residual %Lg, asked for %Lg", text, left, asked);
  random_free(&p);
  random_free(&one);
}

static void half_domains_are_solved_over_ranks(void **state)
{
  (void)state;
  const int faces[3] = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC };
  for (int number = 0; number < 3 * MEDIUM_HALVES; number++) {
    medium m = medium_half(number % MEDIUM_HALVES);
    m.faces = faces[number / MEDIUM_HALVES];
    const double relative = m.faces == VF_DIRICHLET ? 1e-10 : 1e-5;
    must_solve(&m, VF_METHOD_ROBUST, relative);
    must_solve(&m, VF_METHOD_AUTO, relative);
  }
  must_have_had_slabs(3 * MEDIUM_HALVES / 2);
}

static void directions_that_are_10000_times_stronger_are_solved_over_ranks(void **state)
{
  (void)state;
  const int faces[3] = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC };
  const double c = 1e4, w = 1e-2;
  const medium kinds[] = { { .strong = { c, 1, 1 } }, { .strong = { 1, 1, c } }, { .strong = { c, c, 1 } },
                           { .strong = { 1, c, c } }, { .h = { 1, 1, w } },      { .h = { w, 1, w } },
                           { .h = { 1, w, 1 } } };
  for (size_t number = 0; number < 3 * sizeof kinds / sizeof kinds[0]; number++) {
    medium m = kinds[number / 3];
    m.faces = faces[number % 3];
    must_solve(&m, VF_METHOD_ROBUST, 1e-8);
    must_solve(&m, VF_METHOD_AUTO, 1e-8);
  }
  must_have_had_slabs(4);
}

/* Cells of single widths between Neumann faces, with a right-hand side whose mean is 10^6 times larger than the rest. */
static random_problem uneven(bool variable, double growth, int method)
{
  static double widths[3][32];
  random_problem p = random_cells(18, 14, 26, VF_NEUMANN, variable);
  for (int d = 0; d < 3; d++) {
    for (int i = 0; i < p.n[d]; i++)
      widths[d][i] = p.h[d] * (growth > 1 ? pow(growth, i) : 1 + 0.4 * ((i * 7 + d) % 11) / 11);
    if (growth == 1 || d == 1) p.options.widths[d] = widths[d];
  }
  p.options.method = method;
  p.rhs_is = RHS_NOISE_ON_1E6;
  random_make(&p);
  return cut(p);
}

static void singular_systems_on_uneven_cells_with_a_large_mean_are_solved_over_ranks(void **state)
{
  (void)state;
  for (int number = 0; number < 8; number++) {
    const bool variable = number % 2;
    const double growth = number / 2 % 2 ? 1.1 : 1;
    const int method = number / 4 ? VF_METHOD_ROBUST : VF_METHOD_AUTO;
    char text[80];
    random_problem p = uneven(variable, growth, method), one = uneven(variable, growth, method);
    snprintf(text, sizeof text, "method %d, %s, growth %g", method, variable ? "variable" : "constant", growth);
    must_be_solved_alike(&p, &one, text);
    random_free(&p);
    random_free(&one);
  }
  must_have_had_slabs(2);
}

static const struct CMUnitTest tests[] = {
  claim(half_domains_are_solved_over_ranks),
  claim(directions_that_are_10000_times_stronger_are_solved_over_ranks),
  claim(singular_systems_on_uneven_cells_with_a_large_mean_are_solved_over_ranks),
};
RUN("hard_slabs", tests)
