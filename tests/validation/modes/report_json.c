/* The report as JSON, read by a parser. */
#include "checking.h"

#include <cjson/cJSON.h>
#include <math.h>

static cJSON *parsed(void)
{
  char *text = report_json();
  cJSON *report = cJSON_ParseWithOpts(text, NULL, true);
  if (!report) fail_msg("no JSON: %s", text);
  free(text);
  return report;
}

static const cJSON *member(const cJSON *object, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
  if (!item) fail_msg("'%s' is missing", name);
  return item;
}

static double number(const cJSON *object, const char *name) { return cJSON_GetNumberValue(member(object, name)); }

static void expect_text(const cJSON *object, const char *name, const char *expected)
{
  assert_string_equal(cJSON_GetStringValue(member(object, name)), expected);
}

static const cJSON *kernel(const cJSON *report, const char *name)
{
  const cJSON *item;
  cJSON_ArrayForEach(
      item, member(report, "kernels")) if (!strcmp(cJSON_GetStringValue(member(item, "name")), name)) return item;
  fail_msg("kernel %s is missing", name);
  return NULL;
}

static void counts_modes_and_verdicts_are_members(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_copy(&whole, from, to));
  must(vf_validate_mode("copy", VF_MODE_ORIGINAL));
  must(vf_copy(&whole, from, to));
  must(vf_add_constant(&whole, to, 1));
  cJSON *report = parsed();
  expect_text(report, "verdict", "passed");
  assert_int_equal(cJSON_GetArraySize(member(report, "kernels")), 2);
  const cJSON *copy = kernel(report, "copy"), *add = kernel(report, "add_constant");
  assert_true(number(copy, "calls") == 2 && number(copy, "checked") == 1 && number(copy, "in_original") == 1);
  assert_true(cJSON_IsTrue(member(copy, "original")) && cJSON_IsFalse(member(add, "original")));
  expect_text(copy, "mode", "original");
  expect_text(copy, "verdict", "passed");
  expect_text(add, "mode", "device");
  expect_text(add, "verdict", "nothing checked");
  assert_true(number(copy, "first_differing_call") == 0);
  assert_true(number(copy, "seconds_original") >= 0 && number(copy, "seconds_port") >= 0);
  cJSON_Delete(report);
}

static void worst_and_histogram_are_exact(void **state)
{
  (void)state;
  source[cell(0, 1, 3)] = source[cell(1, 2, 4)] = 1;
  planted original = plant(cell(1, 2, 4), ulps_above(1, 123));
  plant_also(&original, cell(0, 1, 3), ulps_above(1, 5));
  must(vf_copy(&whole, from, to));
  check_copy(&original);
  must(vf_copy(&whole, from, to));
  cJSON *report = parsed();
  const cJSON *copy = kernel(report, "copy"), *worst = member(member(copy, "worst"), "ulp");
  assert_true(number(worst, "error") == 123 && number(worst, "call") == 2 && number(worst, "component") == 1);
  expect_text(worst, "view", "to");
  const int index[3] = { 1, 2, 4 };
  for (int d = 0; d < 3; d++) assert_int_equal(cJSON_GetArrayItem(member(worst, "index"), d)->valueint, index[d]);
  assert_true(number(worst, "port") == 1 && number(worst, "original") == ulps_above(1, 123));
  const cJSON *comparisons = member(copy, "comparisons"), *all = cJSON_GetArrayItem(comparisons, 0);
  assert_int_equal(cJSON_GetArraySize(comparisons), 1);
  expect_text(all, "view", "to");
  expect_text(all, "cells", "valid");
  assert_true(cJSON_IsFalse(member(all, "others")));
  assert_false(cJSON_HasObjectItem(all, "colour"));
  assert_true(number(all, "compared") == CELLS && number(all, "different") == 2);
  assert_int_equal(cJSON_GetArraySize(member(all, "ulp_decades")), 18);
  for (int d = 0; d < 18; d++)
    assert_int_equal(cJSON_GetArrayItem(member(all, "ulp_decades"), d)->valueint, d == 0 || d == 2);
  cJSON_Delete(report);
}

/* Only a coloured kernel has colours, and the labels are those of each call. */
static void comparisons_have_labels_and_the_colours_that_there_are(void **state)
{
  (void)state;
  double rhs[CELLS] = { 0 };
  vf_view *right = wrapped(rhs, 3, extents, lower, "rhs");
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, original_gsrb_poisson, NULL));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_CHECK));
  for (int call = 0; call < 4; call++) must(vf_gsrb_poisson(&inside, call < 2 ? from : to, right, 0.5, call & 1));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_DEVICE));
  cJSON *report = parsed();
  const cJSON *comparisons = member(kernel(report, "gsrb_poisson"), "comparisons");
  assert_int_equal(cJSON_GetArraySize(comparisons), 4);
  for (int c = 0; c < 4; c++) {
    const cJSON *one = cJSON_GetArrayItem(comparisons, c);
    expect_text(one, "view", c < 2 ? "from" : "to");
    assert_true(number(one, "colour") == (c & 1) && number(one, "compared") == INSIDE / 2);
  }
  cJSON_Delete(report);
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
  discard(right);
}

static void findings_are_a_list_with_their_calls(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_copy(&whole, from, to));
  plant_also(&original, cell(1, 2, 4), 9);
  for (int call = 0; call < 2; call++) must(vf_copy(&whole, from, to));
  cJSON *report = parsed();
  const cJSON *copy = kernel(report, "copy"), *finding = cJSON_GetArrayItem(member(copy, "findings"), 0);
  expect_text(report, "verdict", "failed");
  expect_text(copy, "verdict", "failed");
  assert_true(number(copy, "first_differing_call") == 2);
  assert_true(cJSON_IsTrue(member(finding, "fails")));
  assert_true(number(finding, "first_call") == 2 && number(finding, "calls") == 2);
  assert_non_null(strstr(cJSON_GetStringValue(member(finding, "text")), "copy: 'to' differs in 1 of 180"));
  cJSON_Delete(report);
}

static void expect_side(const cJSON *picture, const char *side, const char *name, int first, int indices, int cells)
{
  const cJSON *of = member(picture, side);
  expect_text(of, "name", name);
  assert_true(number(of, "first") == first && number(of, "indices") == indices && number(of, "cells") == cells);
}

/* A cell of a picture: slice, down, across, number of elements, and the largest difference. */
static void expect_cell(const cJSON *picture, int c, const int expected[4], double largest)
{
  const cJSON *of = cJSON_GetArrayItem(member(picture, "cells"), c);
  for (int n = 0; n < 4; n++) assert_int_equal(cJSON_GetArrayItem(of, n)->valueint, expected[n]);
  if (isfinite(largest)) assert_true(cJSON_GetNumberValue(cJSON_GetArrayItem(of, 4)) == largest);
  else assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(of, 4)), "inf");
}

/* The second of three calls has the most differences. */
static void picture_has_the_places_of_the_call_with_the_most_differences(void **state)
{
  (void)state;
  planted original = plant(cell(6, 4, 6), 9);
  check_copy(&original);
  must(vf_copy(&whole, from, to));
  plant_also(&original, cell(-2, 0, 3), source[cell(-2, 0, 3)] + 0.5);
  plant_also(&original, cell(1, 2, 4), NAN);
  must(vf_copy(&whole, from, to));
  original.count = 2;
  must(vf_copy(&whole, from, to));
  cJSON *report = parsed();
  const cJSON *pictures = member(kernel(report, "copy"), "pictures"), *picture = cJSON_GetArrayItem(pictures, 0);
  assert_int_equal(cJSON_GetArraySize(pictures), 1);
  expect_text(picture, "of", "copy");
  expect_text(picture, "view", "to");
  assert_true(number(picture, "call") == 2 && number(picture, "elements") == 3);
  expect_side(picture, "across", "i", -2, NX, NX);
  expect_side(picture, "down", "j", 0, NY, NY);
  expect_side(picture, "slices", "k", 3, NZ, NZ);
  assert_int_equal(cJSON_GetArraySize(member(picture, "cells")), 3);
  expect_cell(picture, 0, (const int[]){ 0, 0, 0, 1 }, 0.5);
  expect_cell(picture, 1, (const int[]){ 1, 2, 3, 1 }, HUGE_VAL);
  expect_cell(picture, 2, (const int[]){ 3, 4, 8, 1 }, 9 - source[cell(6, 4, 6)]);
  cJSON_Delete(report);
}

/* 101 elements lie in 48 cells of two or three. */
static void picture_of_a_long_array_has_cells_of_several_elements(void **state)
{
  (void)state;
  enum { LONG = 101 };
  double long_from[LONG], long_to[LONG];
  for (int e = 0; e < LONG; e++) long_from[e] = 1;
  const vf_box box = line(1, LONG);
  vf_view *x = wrapped_line(long_from, LONG, "x"), *y = wrapped_line(long_to, LONG, "y");
  planted original = plant(0, 3);
  plant_also(&original, 1, 2);
  plant_also(&original, LONG - 1, 4);
  check_copy(&original);
  must(vf_copy(&box, x, y));
  cJSON *report = parsed();
  const cJSON *picture = cJSON_GetArrayItem(member(kernel(report, "copy"), "pictures"), 0);
  expect_side(picture, "across", "i", 1, LONG, 48);
  assert_int_equal(cJSON_GetArraySize(member(picture, "cells")), 2);
  expect_cell(picture, 0, (const int[]){ 0, 0, 0, 2 }, 2);
  expect_cell(picture, 1, (const int[]){ 0, 0, 47, 1 }, 3);
  cJSON_Delete(report);
  discard(x);
  discard(y);
}

static void there_is_no_picture_without_a_difference(void **state)
{
  (void)state;
  planted original = plant(cell(1, 2, 4), ulps_above(source[cell(1, 2, 4)], 1));
  check_copy(&original);
  must(vf_validate_tolerance("copy", &(vf_tolerance){ .ulp = 4 }));
  must(vf_copy(&whole, from, to));
  cJSON *report = parsed();
  assert_int_equal(cJSON_GetArraySize(member(kernel(report, "copy"), "pictures")), 0);
  cJSON_Delete(report);
}

/* JSON has no infinity and no NaN, and a label may hold any character. */
static void strange_numbers_and_labels_are_legal_json(void **state)
{
  (void)state;
  static const char label[] = "a \"b\" \\ c\n\t{}";
  double values[4] = { 1, 2, 3, 4 };
  const vf_box box = line(1, 4);
  planted original = plant(2, -HUGE_VAL);
  vf_view *strange = wrapped_line(values, 4, label), *x = NULL;
  double numbers[4] = { 1, NAN, 3, 4 };
  x = wrapped_line(numbers, 4, "x");
  plant_also(&original, 1, 7);
  check_copy(&original);
  must(vf_copy(&box, x, strange));
  cJSON *report = parsed();
  const cJSON *copy = kernel(report, "copy"), *worst = member(member(copy, "worst"), "absolute");
  expect_text(worst, "view", "a \"b\" \\ c??{}"); /* a view has no control characters in its label */
  expect_text(worst, "error", "inf");
  expect_text(worst, "port", "nan");
  assert_true(number(worst, "original") == 7);
  cJSON_Delete(report);
  discard(strange);
  discard(x);
}

static void missing_originals_are_counted(void **state)
{
  (void)state;
  must(vf_validate_mode(NULL, VF_MODE_CHECK));
  must(vf_xpay(&whole, from, 1, to));
  cJSON *report = parsed();
  assert_true(number(kernel(report, "xpay"), "without_original") == 1);
  expect_text(report, "verdict", "nothing checked");
  cJSON_Delete(report);
}

static void old_values_of_the_host_have_a_verdict_and_findings(void **state)
{
  (void)state;
  void *device = NULL;
  planted original = { 0 };
  check_copy(&original);
  must(vf_copy(&whole, from, to));
  cJSON *report = parsed();
  expect_text(member(report, "old_values"), "verdict", "passed");
  cJSON_Delete(report);
  target[0] = 5;
  must(vf_view_to_host(to, VF_READ));
  must(vf_view_device_address(from, VF_READ, &device));
  report = parsed();
  if (device != source) {
    const cJSON *old = member(report, "old_values"), *finding = cJSON_GetArrayItem(member(old, "findings"), 0);
    expect_text(old, "verdict", "failed");
    expect_text(report, "verdict", "failed");
    assert_true(cJSON_IsTrue(member(finding, "fails")));
    assert_non_null(
        strstr(cJSON_GetStringValue(member(finding, "text")), "written 1 element of 'to', first at (-2, 0, 3)"));
  } else expect_text(member(report, "old_values"), "verdict", "passed");
  cJSON_Delete(report);
}

static const struct CMUnitTest tests[] = {
  claim(counts_modes_and_verdicts_are_members),
  claim(worst_and_histogram_are_exact),
  claim(comparisons_have_labels_and_the_colours_that_there_are),
  claim(findings_are_a_list_with_their_calls),
  claim(picture_has_the_places_of_the_call_with_the_most_differences),
  claim(picture_of_a_long_array_has_cells_of_several_elements),
  claim(there_is_no_picture_without_a_difference),
  claim(strange_numbers_and_labels_are_legal_json),
  claim(missing_originals_are_counted),
  claim(old_values_of_the_host_have_a_verdict_and_findings),
};
RUN("report_json", tests)
