/* A successful status means a solved problem, a failure gives its reason, and a solve that can succeed does not
 * fail. */
#include "random_problem.h"

#include <math.h>
#include <stdio.h>

#include <viewfab/set.h>

enum { METHODS = 2 };

/* Makes and solves a problem, and holds the residual of phi, by plain loops, against the tolerance. */
static vf_multigrid_report expect_solved(random_problem p)
{
  char text[RANDOM_TEXT];
  vf_multigrid_report report;
  random_make(&p);
  const vf_status status = random_attempt(&p, &report);
  if (status) fail_msg("%s\n%s", vf_last_error(), random_text(&p, text));
  assert_true(random_fetch(&p));
  const long double residual = random_residual(&p, p.phi, 53, 6), whole = random_residual(&p, NULL, 53, 0);
  if (!(residual <= p.options.relative * whole * (1 + 1e-6L)))
    fail_msg("the residual is %Lg of %Lg, reported %g: %s", residual, whole, report.residual, random_text(&p, text));
  random_free(&p);
  return report;
}

static void conjugate_gradients_measure_the_residual_that_they_report(void **state)
{
  (void)state;
  for (int c = 0; c < 8; c++) {
    random_problem p = random_cells(16, 16, 16, VF_DIRICHLET, c % 2);
    p.rough = ROUGH_COEFFICIENTS;
    p.options.method = VF_METHOD_CONJUGATE_GRADIENTS;
    p.options.start = VF_START_GUESS;
    p.guess_is = c & 2 ? GUESS_HUGE : GUESS_HUGE_CONSTANT;
    p.walls = c & 4;
    p.rhs_is = RHS_SMOOTH;
    expect_solved(p);
  }
}

/* Puts a number at an element of a view. */
static void spoil(vf_view *view, int64_t element, double value)
{
  void *at = NULL;
  must(vf_view_to_host(view, VF_UPDATE));
  must(vf_view_host_address(view, &at));
  ((double *)at)[element] = value;
}

/* The cell with the wrong number, or (for `wall`) the cell beside the wrong number, in box b, counted from the box's
 * corner. */
static const int strange[3] = { 1, 1, 2 };

/* Puts a number into a view of the box, and writes its place as text. face: of wall, -1 otherwise. Returns the
 * element. */
static int64_t spoil_box(const random_problem *p, vf_view *const views[], int b, int face, int ghosts, double value,
                         char *place, size_t size)
{
  const vf_box *box = &p->boxes[b];
  int index[3];
  int64_t element = 0, stride = 1;
  for (int d = 0; d < 3; d++) {
    index[d] = box->lower[d] + strange[d];
    if (face == d) index[d] = box->lower[d] - 1;
    if (face == d + 3) index[d] = box->upper[d] + 1;
    element += (index[d] - box->lower[d] + ghosts) * stride;
    stride *= box->upper[d] - box->lower[d] + 1 + 2 * ghosts;
  }
  spoil(views[b], element, value);
  snprintf(place, size, "at (%d, %d, %d)", index[0], index[1], index[2]);
  return element;
}

static vf_status attempt_on_sets(random_problem *p, vf_multigrid_report *report)
{
  vf_multigrid *solver = NULL;
  vf_set *phi = NULL, *rhs = NULL, *wall = NULL;
  must(vf_set_wrap(NULL, p->boxes, p->box_count, p->of_phi, "set", &phi));
  must(vf_set_wrap(NULL, p->boxes, p->box_count, p->of_rhs, "set", &rhs));
  must(vf_set_wrap(NULL, p->boxes, p->box_count, p->of_wall, "set", &wall));
  must(random_solver(p, &solver));
  const vf_status status = vf_multigrid_solve(solver, &phi, &rhs, &wall, report);
  must(vf_multigrid_destroy(&solver));
  must(vf_view_release(&phi, true));
  must(vf_view_release(&rhs, true));
  must(vf_view_release(&wall, true));
  return status;
}

/* In each of eight boxes, at each side of the box on the domain's boundary. */
static void numbers_that_are_none_or_infinite_are_named(void **state)
{
  (void)state;
  const double bad[3] = { NAN, INFINITY, -INFINITY };
  const char *const said[3] = { "nan at", " inf at", " -inf at" }, *const names[3] = { "rhs", "wall", "phi" };
  for (int c = 0; c < 96; c++) {
    const int b = c % 8, where = c / 8 % 3, kind = (c + c / 24) % 3, direction = c / 24 % 3;
    /* With constant coefficients smooths replace values of the first colour without a read, so a wrong value there is
     * no failure. */
    random_problem p = random_cells(6 + c % 3, 5, 8, VF_DIRICHLET, where == 2 || c / 3 % 2);
    p.options.method = c / 5 % METHODS;
    p.options.start = where == 2 ? VF_START_GUESS : c / 7 % 3;
    p.parts[0] = p.parts[1] = p.parts[2] = 2;
    p.walls = true;
    random_make(&p);
    const int face = where == 1 ? direction + 3 * (b >> direction & 1) : -1;
    vf_view *const *const views = where == 0 ? p.of_rhs : where == 1 ? p.of_wall : p.of_phi;
    char place[64], label[16];
    const int64_t element = spoil_box(&p, views, b, face, where > 0, bad[kind], place, sizeof place);
    if (where == 0) spoil(views[b], element + 1, -bad[kind]); /* the text names the first number of both */
    snprintf(label, sizeof label, "'%s %d' ", names[where], b);
    vf_multigrid_report report;
    const vf_status status = c & 8 ? attempt_on_sets(&p, &report) : random_attempt(&p, &report);
    const char *text = vf_last_error();
    if (status != VF_ERROR_DIVERGED || !strstr(text, label) || !strstr(text, place) || !strstr(text, said[kind]))
      fail_msg("case %d: %d, %s; not %s%s %s", c, status, text, label, said[kind], place);
    if (where < 2) assert_true(random_untouched(&p));
    random_free(&p);
  }
}

static void rough_coefficients_with_walls_converge(void **state)
{
  (void)state;
  const int kinds[2] = { VF_DIRICHLET, VF_REFLECT_ODD };
  for (int seed = 0; seed < 40; seed++)
    for (int kind = 0; kind < 2; kind++) {
      random_problem p = random_cells(16, 16, 16, kinds[kind], true);
      p.state = p.seed = 100 + (uint64_t)seed;
      p.rough = ROUGH_COEFFICIENTS;
      p.walls = kind == 0 && seed % 2;
      expect_solved(p);
    }
}

static void a_few_cells_are_solved(void **state)
{
  (void)state;
  const int shapes[][3] = { { 1, 1, 1 }, { 2, 2, 1 }, { 3, 1, 1 }, { 1, 1, 2 }, { 1, 2, 1 }, { 3, 1, 3 }, { 2, 2, 2 } };
  const int kinds[3] = { VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD };
  for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
    for (int c = 0; c < 24; c++) {
      random_problem p = random_cells(shapes[s][0], shapes[s][1], shapes[s][2], kinds[c / 2 % 3], c % 2);
      p.rough = ROUGH_COEFFICIENTS;
      p.options.method = c / 6 % 2;
      p.options.start = c / 12 ? VF_START_ZERO : VF_START_FULL;
      const vf_multigrid_report report = expect_solved(p);
      if (report.cycles > 40) fail_msg("shape %d, case %d: %d cycles", (int)s, c, report.cycles);
    }
}

static void right_hand_sides_of_singular_systems_may_lie_far_from_0(void **state)
{
  (void)state;
  const int kinds[2] = { VF_NEUMANN, VF_PERIODIC };
  const rhs_kind sides[2] = { RHS_CONSTANT, RHS_NOISE_ON_1E6 };
  const guess_kind guesses[3] = { GUESS_ZERO, GUESS_HUGE_CONSTANT, GUESS_HUGE };
  for (int c = 0; c < 24; c++)
    for (int method = 0; method < METHODS; method++) {
      random_problem p = random_cells(c % 2 ? 9 : 16, 16, c % 2 ? 7 : 8, kinds[c / 2 % 2], c / 4 % 2);
      p.rough = SMOOTH_COEFFICIENTS;
      p.rhs_is = sides[c / 8 % 2];
      p.guess_is = guesses[c / 8];
      p.options.start = c % 3;
      p.options.method = method;
      expect_solved(p);
    }
}

/* The cycles stagnate at the rounding of the guess, and go on without the guess's mean. */
static void singular_systems_leave_a_guess_that_is_far_away(void **state)
{
  (void)state;
  const int shapes[4][3] = { { 8, 16, 16 }, { 16, 4, 16 }, { 4, 4, 8 }, { 4, 8, 8 } };
  for (int c = 0; c < 24; c++) {
    const int *n = shapes[c % 4];
    random_problem p = random_cells(n[0], n[1], n[2], VF_NEUMANN, c % 4 == 3);
    p.seed = p.state = 1 + (uint64_t)c;
    p.rough = ROUGH_COEFFICIENTS;
    p.guess_is = GUESS_HUGE;
    p.options.start = VF_START_GUESS;
    expect_solved(p);
  }
}

/* Over-relaxation near 2 around walls of order 4, whose rows are not symmetric. */
static void divergence_leaves_phi_and_names_a_remedy(void **state)
{
  (void)state;
  for (int start = VF_START_FULL; start <= VF_START_ZERO; start++) {
    random_problem p = random_cells(16, 16, 16, VF_DIRICHLET, true);
    p.rough = ROUGH_COEFFICIENTS;
    p.sides.order = 4;
    p.options.method = VF_METHOD_CYCLES;
    p.options.omega = p.options.omega_near = 1.9;
    p.options.pre = p.options.post = 1;
    p.options.start = start;
    p.guess_is = GUESS_NOISE;
    random_make(&p);
    vf_multigrid_report report;
    const vf_status status = random_attempt(&p, &report);
    if (status != VF_ERROR_DIVERGED) fail_msg("%d: %s", status, status ? vf_last_error() : "solved");
    assert_true(random_untouched(&p));
    assert_non_null(strstr(vf_last_error(), "VF_METHOD_AUTO"));
    random_free(&p);
  }
}

static double first_heard;
static void hear_first(int cycle, double residual, void *data)
{
  (void)data;
  if (cycle == 0) first_heard = residual;
}

/* The residual grows, and stagnates before the growth is large. */
static void stagnation_is_of_a_residual_that_went_down(void **state)
{
  (void)state;
  int grown = 0;
  for (int seed = 0; seed < 60; seed++) {
    random_problem p = random_cells(1, 4, 1, VF_NEUMANN, true);
    p.sides.kind[0] = p.sides.kind[3] = VF_PERIODIC;
    p.state = p.seed = (uint64_t)seed;
    p.rough = ROUGH_COEFFICIENTS;
    p.alpha = 0.15;
    p.massless = false;
    p.rhs_is = RHS_CONSTANT;
    p.options.bottom = VF_BOTTOM_SMOOTHS;
    p.options.bottom_smooths = 1;
    p.options.method = VF_METHOD_CYCLES;
    p.options.history = hear_first;
    random_make(&p);
    vf_multigrid_report report = { 0 };
    const vf_status status = random_attempt(&p, &report);
    assert_true(status == VF_OK || status == VF_ERROR_DIVERGED || status == VF_ERROR_STAGNATED);
    grown += status == VF_ERROR_DIVERGED;
    if (status == VF_ERROR_DIVERGED) assert_true(random_untouched(&p));
    else if (!(report.residual <= first_heard)) fail_msg("%g, from %g: %d", report.residual, first_heard, status);
    random_free(&p);
  }
  if (grown == 0) fail_msg("no residual has grown");
}

static void sizes_of_1e160_and_1e_minus_160_are_solved(void **state)
{
  (void)state;
  const rhs_kind sides[2] = { RHS_LARGE, RHS_SMALL };
  for (int c = 0; c < 32; c++) {
    random_problem p = random_cells(c % 2 ? 16 : 7, 8, c % 2 ? 8 : 9, c & 16 ? VF_NEUMANN : VF_DIRICHLET, c & 4);
    p.rough = SMOOTH_COEFFICIENTS;
    p.walls = c & 8 && !(c & 16);
    p.rhs_is = sides[c / 2 % 2];
    p.options.method = c & 8 ? VF_METHOD_CONJUGATE_GRADIENTS : VF_METHOD_CYCLES;
    p.options.bottom = c % 3;
    p.options.bottom_smooths = 60;
    expect_solved(p);
  }
}

static void real32_solutions_are_reported_as_they_are_stored(void **state)
{
  (void)state;
  for (int method = 0; method < METHODS; method++)
    for (int walls = 0; walls < 2; walls++) {
      random_problem p = random_cells(16, 16, 16, VF_DIRICHLET, walls);
      vf_multigrid_report report;
      p.phi_type = VF_REAL32;
      p.options.method = method;
      p.walls = walls;
      random_make(&p);
      const vf_status status = random_attempt(&p, &report);
      if (status) fail_msg("%s", vf_last_error());
      assert_true(random_fetch(&p));
      const double stored = (double)random_residual(&p, p.phi, 53, 0);
      assert_true(report.residual <= 1e-10 * report.rhs_norm);
      assert_true(stored > 100 * report.residual);
      if (!(fabs(report.stored_residual - stored) <= 1e-6 * stored))
        fail_msg("stored: %g, reported: %g", stored, report.stored_residual);
      random_free(&p);
    }
}

/* A solution too large for real32 is not written. */
static void solutions_beyond_real32_are_refused(void **state)
{
  (void)state;
  random_problem p = random_cells(8, 8, 8, VF_DIRICHLET, false);
  p.phi_type = VF_REAL32;
  p.rhs_is = RHS_LARGE;
  random_make(&p);
  vf_multigrid_report report;
  assert_int_equal(random_attempt(&p, &report), VF_ERROR_KIND);
  assert_non_null(strstr(vf_last_error(), "real32"));
  assert_true(random_untouched(&p));
  random_free(&p);
}

static const struct CMUnitTest tests[] = {
  claim(conjugate_gradients_measure_the_residual_that_they_report),
  claim(numbers_that_are_none_or_infinite_are_named),
  claim(rough_coefficients_with_walls_converge),
  claim(a_few_cells_are_solved),
  claim(right_hand_sides_of_singular_systems_may_lie_far_from_0),
  claim(singular_systems_leave_a_guess_that_is_far_away),
  claim(divergence_leaves_phi_and_names_a_remedy),
  claim(stagnation_is_of_a_residual_that_went_down),
  claim(sizes_of_1e160_and_1e_minus_160_are_solved),
  claim(real32_solutions_are_reported_as_they_are_stored),
  claim(solutions_beyond_real32_are_refused),
};
RUN("solver_honest", tests)
