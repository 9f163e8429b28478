/* Half domains with 10^9 times the coefficient, cells and coefficients far stronger in some directions, and strong
 * single cells on long cells. Plain loops judge the residuals. */
#include "medium.h"

#include <string.h>

enum { FEW = 14, MORE = 25 };

/* Solves to a tolerance above rounding. */
static void must_solve(const medium *m, int method, double relative, int most)
{
  char text[MEDIUM_TEXT];
  vf_multigrid_report report = { 0 };
  random_problem p = medium_problem(m, method, relative);
  const vf_status status = random_attempt(&p, &report);
  if (status) fail_msg("%s: %s", medium_text(m, method, text), vf_last_error());
  assert_true(random_fetch(&p));
  const long double left = random_residual(&p, p.phi, 53, 4), asked = relative * random_residual(&p, NULL, 53, 0);
  if (!(left <= asked)) fail_msg("%s: residual %Lg, asked for %Lg", medium_text(m, method, text), left, asked);
  if (report.cycles > most) fail_msg("%s: %d iterations", medium_text(m, method, text), report.cycles);
  random_free(&p);
}

/* Solves to a tolerance that rounding may not allow. The failure then names rounding, and the residual of each cell is rounding
 * of its terms. */
static void must_be_honest(const medium *m, int method, double relative, int most)
{
  char text[MEDIUM_TEXT];
  vf_multigrid_report report = { 0 };
  random_problem p = medium_problem(m, method, relative);
  const vf_status status = random_attempt(&p, &report);
  assert_true(random_fetch(&p));
  const long double rhs = random_residual(&p, NULL, 53, 0), left = random_residual(&p, p.phi, 53, 16);
  const long double all = random_residual(&p, p.phi, 53, 0);
  if (status && status != VF_ERROR_STAGNATED) fail_msg("%s: %s", medium_text(m, method, text), vf_last_error());
  if (status && !strstr(vf_last_error(), "rounding in double leaves about"))
    fail_msg("%s: %s", medium_text(m, method, text), vf_last_error());
  if (!(left <= relative * rhs)) fail_msg("%s: more than rounding is left, %Lg", medium_text(m, method, text), left);
  if (status && !(all > 0.1L * relative * rhs)) fail_msg("%s: %Lg is reached", medium_text(m, method, text), all);
  if (report.cycles > most) fail_msg("%s: %d iterations", medium_text(m, method, text), report.cycles);
  random_free(&p);
}

static void half_domains_between_walls_are_solved(void **state)
{
  (void)state;
  for (int number = 0; number < MEDIUM_HALVES; number++) {
    medium m = medium_half(number);
    m.faces = VF_DIRICHLET;
    must_solve(&m, VF_METHOD_ROBUST, 1e-10, FEW);
    must_solve(&m, VF_METHOD_AUTO, 1e-10, 3 * FEW);
  }
}

/* No wall holds the strong half: the weak half or nothing does. */
static void half_domains_without_walls_are_solved_to_what_rounding_leaves(void **state)
{
  (void)state;
  for (int number = 0; number < 3 * MEDIUM_HALVES; number++) {
    medium m = medium_half(number % MEDIUM_HALVES);
    const int faces[3] = { VF_NEUMANN, VF_PERIODIC, VF_NEUMANN };
    m.faces = faces[number / MEDIUM_HALVES];
    m.one_wall = number / MEDIUM_HALVES == 2;
    must_solve(&m, VF_METHOD_ROBUST, 1e-5, FEW);
    must_solve(&m, VF_METHOD_AUTO, 1e-5, 5 * FEW); /* cycles that leave 0.6 of the residual go on */
    must_be_honest(&m, VF_METHOD_ROBUST, 1e-9, 2 * FEW);
    must_be_honest(&m, VF_METHOD_AUTO, 1e-9, 4 * FEW);
  }
}

static void directions_that_are_10000_times_stronger_take_few_iterations(void **state)
{
  (void)state;
  const int faces[3] = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC };
  const double c = 1e4, w = 1e-2;
  const medium kinds[] = { { .strong = { c, 1, 1 } }, { .strong = { 1, c, 1 } },
                           { .strong = { 1, 1, c } }, { .strong = { c, c, 1 } },
                           { .strong = { 1, c, c } }, { .strong = { c, 1e2, 1 } },
                           { .h = { w, 1, 1 } },      { .h = { 1, 1, w } },
                           { .h = { w, 1, w } },      { .h = { 1, w, 1 }, .strong = { c, 1, 1 } } };
  for (size_t number = 0; number < 3 * sizeof kinds / sizeof kinds[0]; number++) {
    medium m = kinds[number / 3];
    m.faces = faces[number % 3];
    must_solve(&m, VF_METHOD_ROBUST, 1e-8, FEW);
    must_solve(&m, VF_METHOD_AUTO, 1e-8, FEW);
  }
}

/* Widths that differ by 10^4 make couplings 10^8 times stronger. */
static void widths_of_10000_to_1_with_walls_or_around_take_few_iterations(void **state)
{
  (void)state;
  const int faces[2] = { VF_DIRICHLET, VF_PERIODIC };
  const medium kinds[] = { { .h = { 1e4, 1, 1 } }, { .h = { 1, 1e-4, 1 } }, { .h = { 1, 1e4, 1e4 } } };
  for (size_t number = 0; number < 2 * sizeof kinds / sizeof kinds[0]; number++) {
    medium m = kinds[number / 2];
    m.faces = faces[number % 2];
    must_solve(&m, VF_METHOD_ROBUST, 1e-6, MORE);
  }
}

static void single_strong_cells_on_long_cells_take_few_iterations(void **state)
{
  (void)state;
  const int faces[2] = { VF_DIRICHLET, VF_NEUMANN };
  const double widths[][3] = { { 8, 1, 1 }, { 1, 1, 8 }, { 1, 8, 8 }, { 8, 8, 1 }, { 1, 8, 1 } };
  for (int number = 0; number < 20; number++) {
    medium m = { .faces = faces[number / 10], .singles = 700, .jump = 1e6, .arithmetic = number / 5 % 2 };
    memcpy(m.h, widths[number % 5], sizeof m.h);
    must_solve(&m, VF_METHOD_ROBUST, 1e-7, MORE);
    must_solve(&m, VF_METHOD_AUTO, 1e-7, 2 * MORE);
  }
}

static const struct CMUnitTest tests[] = {
  claim(half_domains_between_walls_are_solved),
  claim(half_domains_without_walls_are_solved_to_what_rounding_leaves),
  claim(directions_that_are_10000_times_stronger_take_few_iterations),
  claim(widths_of_10000_to_1_with_walls_or_around_take_few_iterations),
  claim(single_strong_cells_on_long_cells_take_few_iterations),
};
RUN("solver_halves", tests)
