/* The order of findings, and the supposed causes. An inner routine comes before the outer routine, and an array comes
 * before later arrays computed from its values. The report suggests arguments in another order only if no other cause
 * gives the same values. */
#include "relaxing.h"

static const char *place_of(const char *report, const char *words)
{
  const char *at = strstr(report, words);
  if (!at) fail_msg("'%s' is not in:\n%s", words, report);
  return at;
}

/* Fails unless the report has the first text before the second. */
static void expect_order(const char *first, const char *second)
{
  char *report = report_text();
  if (place_of(report, first) >= place_of(report, second))
    fail_msg("'%s' is behind '%s' in\n%s", first, second, report);
  free(report);
}

static void inner_routine_comes_before_the_outer_one(void **state)
{
  (void)state;
  must(vf_validate_mode("inner", VF_MODE_CHECK));
  must(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3));
  must(vf_check_begin("inner", (vf_view *[]){ phi, rhs, res }, 3));
  port_relax(WRONG_WIDTH);
  while (vf_check_original("inner")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
  must(vf_check_end("inner"));
  while (vf_check_original("relax")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
  must(vf_check_end("relax"));
  must(vf_validate_mode("inner", VF_MODE_DEVICE));
  expect_verdict(false, 2);
  expect_order("WRONG (call 1) inner: ", "WRONG (call 1) relax: ");
}

static void array_that_was_written_first_comes_first(void **state)
{
  (void)state;
  must(vf_check_begin("relax", (vf_view *[]){ res, rhs, phi }, 3));
  port_relax(WRONG_WIDTH);
  while (vf_check_original("relax")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
  must(vf_check_end("relax"));
  expect_order("relax: 'phi' differs", "relax: 'res' differs");
}

/* The sweeps read rhs, and the port lacks the call for rhs. */
static void array_that_a_missing_call_was_to_write_comes_first(void **state)
{
  (void)state;
  must(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3));
  port_relax(RIGHT);
  while (vf_check_original("relax")) {
    for (int c = 0; c < INSIDE; c++) rhs_values[c] = 2 * rhs_values[c] + 1;
    legacy_relax(phi_values, rhs_values, res_values, 0.25);
  }
  must(vf_check_end("relax"));
  expect_order("relax: 'rhs' differs", "relax: 'phi' differs");
  expect_said("no call wrote it between vf_check_begin and gsrb_poisson, which reads it; the original does");
}

/* ---- Arguments in another order --------------------------------------------------------------------------------- */

/* The original sets res and other. `told`: the report must suggest arguments in another order. */
static void expect_exchanged(bool told)
{
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  if (told) expect_said("arguments in another order?");
  else expect_not_said("arguments in another order?");
  must(vf_report_reset());
}

static void begin_pair(void) { must(vf_check_begin("relax", (vf_view *[]){ res, other }, 2)); }

static void set_in(double *values, vf_view *view, double (*value)(int))
{
  must(vf_view_to_host(view, VF_WRITE));
  for (int c = 0; c < INSIDE; c++) values[c] = value(c);
}

static double rising(int c) { return 1 + c; }
static double falling(int c) { return 5000 - 3.0 * c; }
static double in_mirror(int c) { return 1 + (INSIDE - 1 - c); }
static double nothing_but_one(int c) { return c == 7 ? 3 : 0; }
static double one_everywhere(int c) { return 1 + 0 * c; }
static double two_everywhere(int c) { return 2 + 0 * c; }

/* The port exchanges the two arrays: each gets the values of the other array in the original. */
static void exchange(double (*of_res)(int), double (*of_other)(int), bool told)
{
  begin_pair();
  set_in(res_values, res, of_other);
  set_in(other_values, other, of_res);
  while (vf_check_original("relax"))
    for (int c = 0; c < INSIDE; c++) {
      res_values[c] = of_res(c);
      other_values[c] = of_other(c);
    }
  expect_exchanged(told);
}

static void exchanged_arrays_are_told_where_their_values_show_it(void **state)
{
  (void)state;
  exchange(rising, falling, true);
}

static void constant_values_tell_of_no_exchange(void **state)
{
  (void)state;
  exchange(one_everywhere, two_everywhere, false);
}

static void zeros_tell_of_no_exchange(void **state)
{
  (void)state;
  exchange(rising, nothing_but_one, true); /* other has rising numbers: they identify the exchange */
  begin_pair();
  set_in(res_values, res, nothing_but_one);
  while (vf_check_original("relax"))
    for (int c = 0; c < INSIDE; c++) {
      res_values[c] = rising(c);
      other_values[c] = nothing_but_one(c);
    }
  expect_exchanged(false);
}

static void symmetric_values_tell_of_no_exchange(void **state)
{
  (void)state;
  exchange(rising, in_mirror, false);
}

/* The forgotten array keeps its old values, and the original writes these values to another array. */
static void what_the_port_left_alone_tells_of_no_exchange(void **state)
{
  (void)state;
  set_in(res_values, res, rising);
  set_in(other_values, other, falling);
  begin_pair();
  while (vf_check_original("relax"))
    for (int c = 0; c < INSIDE; c++) {
      other_values[c] = rising(c);
      res_values[c] = 2 * rising(c);
    }
  expect_exchanged(false);
}

static const struct CMUnitTest tests[] = {
  claim(inner_routine_comes_before_the_outer_one),
  claim(array_that_was_written_first_comes_first),
  claim(array_that_a_missing_call_was_to_write_comes_first),
  claim(exchanged_arrays_are_told_where_their_values_show_it),
  claim(constant_values_tell_of_no_exchange),
  claim(zeros_tell_of_no_exchange),
  claim(symmetric_values_tell_of_no_exchange),
  claim(what_the_port_left_alone_tells_of_no_exchange),
};
RUN("routine_hints", tests)
