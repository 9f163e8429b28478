/* Routines with several findings, and chaotic originals. The report loses no finding, and no judgement carries over to
 * another call. */
#include "relaxing.h"

#include <math.h>
#include <stdio.h>

enum { FIELDS = 24 };
static double values[FIELDS][8];
static vf_view *fields[FIELDS];

static void wrap_fields(void)
{
  const int64_t extent = 8;
  const int one = 1;
  for (int f = 0; f < FIELDS; f++) {
    char label[16];
    snprintf(label, sizeof label, "field %c", 'a' + f);
    for (int c = 0; c < 8; c++) values[f][c] = f + c;
    must(vf_view_wrap(NULL, values[f], VF_REAL64, 1, &extent, &one, label, VF_WRAP_DISTINCT, &fields[f]));
  }
}

static void discard_fields(void)
{
  for (int f = 0; f < FIELDS; f++) discard(fields[f]);
}

/* A step adds dt to every field; from call 3 on the port's dt is wrong. */
static void step(int call)
{
  const vf_box box = { { 1, 1, 1 }, { 8, 1, 1 } };
  double dt = call < 3 ? 0.5 : 0.75;
  must(vf_check_begin("step", fields, FIELDS));
  for (int f = 0; f < FIELDS; f++) must(vf_add_constant(&box, fields[f], dt));
  must(vf_check_value("step", "dt", VF_REAL64, &dt));
  while (vf_check_original("step")) {
    dt = 0.5;
    for (int f = 0; f < FIELDS; f++)
      for (int c = 0; c < 8; c++) values[f][c] += dt;
    must(vf_check_value("step", "dt", VF_REAL64, &dt));
  }
  must(vf_check_end("step"));
}

static const char *place_of(const char *report, const char *words)
{
  const char *at = strstr(report, words);
  if (!at) fail_msg("'%s' is not in:\n%s", words, report);
  return at;
}

static void no_finding_of_many_is_lost_and_numbers_come_first(void **state)
{
  (void)state;
  wrap_fields();
  must(vf_validate_mode("step", VF_MODE_CHECK));
  for (int call = 1; call <= 5; call++) step(call);
  discard_fields();
  char *report = report_text(), words[80];
  const char *number = place_of(report, "WRONG (call 3 and later ones) step: the number 'dt' differs: port 0.75, ");
  for (int f = 0; f < FIELDS; f++) {
    snprintf(words, sizeof words, "WRONG (call 3 and later ones) step: 'field %c' differs in 8 of 8", 'a' + f);
    assert_true(place_of(report, words) > number);
  }
  free(report);
}

/* ---- Chaos ------------------------------------------------------------------------------------------------------ */

static double chaos(double x)
{
  x -= floor(x);
  for (int step = 0; step < 80; step++) x = 3.99 * x * (1 - x);
  return x;
}

static double undefined;

/* rhs = rhs + 1 in the port. The original is chaotic, or reads an undefined value that grows by `random`, or is wrong
 * by `error`. */
static void one_more(bool chaotic, double random, double error)
{
  must(vf_view_to_host(rhs, VF_WRITE));
  for (int c = 0; c < INSIDE; c++) rhs_values[c] = 1.1 + (c * 37 % INSIDE) / 1000.0;
  must(vf_check_begin("relax", &rhs, 1));
  double first = 3;
  must(vf_add_constant(&cells, rhs, 1));
  must(vf_check_value("relax", "first", VF_REAL64, &first));
  while (vf_check_original("relax")) {
    undefined += random;
    for (int c = 0; c < INSIDE; c++)
      rhs_values[c] = rhs_values[c] + 1 + (chaotic ? chaos(rhs_values[c]) : error + undefined);
    first = chaotic ? 3 + chaos(rhs_values[11]) : 3;
    must(vf_check_value("relax", "first", VF_REAL64, &first));
  }
  must(vf_check_end("relax"));
}

static void error_behind_a_chaotic_call_is_found(void **state)
{
  (void)state;
  one_more(true, 0, 0);
  expect_verdict(false, 1);
  expect_said("WRONG (call 1) relax: 'rhs' cannot be judged in ");
  expect_said("WRONG (call 1) relax: the number 'first' cannot be judged: inputs changed by one in their last place");
  one_more(false, 0, 0.5);
  expect_said("WRONG (call 2) relax: 'rhs' differs in 336 of 336 elements");
}

static int count_of(const char *text, const char *words)
{
  int count = 0;
  for (; (text = strstr(text, words)); text++) count++;
  return count;
}

static void picture_of_a_routine_has_the_places_of_its_differences(void **state)
{
  (void)state;
  one_more(false, 0, 0.5);
  char *json = report_json();
  place_of(json,
           "\"of\": \"relax\", \"view\": \"rhs\", \"call\": 1, \"elements\": 336, \"across\": {\"name\": \"i\", "
           "\"first\": 0, \"indices\": 8, \"cells\": 8}, \"down\": {\"name\": \"j\", \"first\": -2, \"indices\": 7, "
           "\"cells\": 7}, \"slices\": {\"name\": \"k\", \"first\": 3, \"indices\": 6, \"cells\": 6}");
  place_of(json, "\"index\": [0, -2, 3], \"component\": ");
  free(json);
}

/* Fields 1 to 16 of 24. */
static void a_routine_has_pictures_of_its_first_sixteen_views(void **state)
{
  (void)state;
  wrap_fields();
  must(vf_validate_mode("step", VF_MODE_CHECK));
  for (int call = 1; call <= 3; call++) step(call);
  discard_fields();
  char *json = report_json();
  assert_int_equal(count_of(json, "\"of\": \"step\""), 16);
  assert_int_equal(count_of(json, "[[0, 0, 0, 1, 0.25], [0, 0, 1, 1, 0.25]"), 16);
  place_of(json, "\"view\": \"field p\", \"call\": 3, \"elements\": 8");
  assert_null(strstr(json, "\"view\": \"field q\", \"call\": 3"));
  free(json);
}

static void original_that_reads_something_undefined_is_told(void **state)
{
  (void)state;
  one_more(false, 1, 0);
  expect_verdict(false, 1);
  expect_said("the original gives other results in each run on the same inputs: does it read something undefined?");
}

static void widened_tolerance_is_a_remark(void **state)
{
  (void)state;
  must(vf_view_to_host(rhs, VF_WRITE));
  for (int c = 0; c < INSIDE; c++) rhs_values[c] = 1e6 + c;
  must(vf_check_begin("relax", &rhs, 1));
  must(vf_add_constant(&cells, rhs, -1e6));
  while (vf_check_original("relax"))
    for (int c = 0; c < INSIDE; c++) rhs_values[c] = (rhs_values[c] * 0.1 - 1e5) / 0.1;
  must(vf_check_end("relax"));
  expect_verdict(true, 1);
  expect_said("remark (call 1) relax: the tolerance of 'rhs' was widened for ");
}

static const struct CMUnitTest tests[] = {
  claim(no_finding_of_many_is_lost_and_numbers_come_first),
  claim(error_behind_a_chaotic_call_is_found),
  claim(picture_of_a_routine_has_the_places_of_its_differences),
  claim(a_routine_has_pictures_of_its_first_sixteen_views),
  claim(original_that_reads_something_undefined_is_told),
  claim(widened_tolerance_is_a_remark),
};
RUN("routine_lists", tests)
