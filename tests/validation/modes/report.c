/* The report: what it counts, where it says the worst is, and the ways to get it. */
#include "checking.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static const vf_tolerance wide = { .absolute = 1e9 };

static char *whole_text(size_t *needed)
{
  must(vf_report_text(NULL, 0, needed));
  char *text = malloc(*needed);
  assert_non_null(text);
  must(vf_report_text(text, *needed, NULL));
  assert_int_equal(strlen(text) + 1, *needed);
  return text;
}

/* Checks one copy of these elements. */
static void check(planted *original)
{
  check_copy(original);
  must(vf_copy(&whole, from, to));
}

static void calls_and_checks_are_counted(void **state)
{
  (void)state;
  planted original = { 0 };
  check(&original);
  must(vf_validate_every("copy", 1000));
  must(vf_copy(&inside, from, to));
  must(vf_copy(&whole, from, to));
  must(vf_add_constant(&whole, to, 1));
  expect_said("viewfab validation: passed\n");
  expect_said("  copy                         3         2   passed\n");
  expect_said("  add_constant                 1         0   nothing checked\n");
  expect_said("of colour 0: 111 compared, 0 with other bits, 0 beyond the tolerance\n");
  expect_said("seconds in checked calls: original ");
  expect_not_said("worst");
}

/* Each planted number is that many ULP away, all in cells of colour 0. */
static void differences_are_counted_by_decades_of_ulp(void **state)
{
  (void)state;
  static const int steps[PLANTED] = { 1, 9, 10, 99, 100, 100, 999, 100000 };
  planted original = { 0 };
  for (int p = 0; p < PLANTED; p++) {
    const int at = cell(p - 2, p % 2, 4);
    source[at] = 1;
    plant_also(&original, at, ulps_above(1, steps[p]));
  }
  must(vf_validate_tolerance("copy", &wide));
  check(&original);
  expect_said(
      "of colour 0: 90 compared, 8 with other bits, 0 beyond the tolerance; by ULP: 0-9 2, 1e1-1e2 2, 1e2-1e3 3, "
      "1e5-1e6 1\n");
  expect_said("of colour 1: 90 compared, 0 with other bits, 0 beyond the tolerance\n");
  expect_said("worst ULP      1e+05 ");
}

static void worst_differences_are_kept_with_place_values_and_call(void **state)
{
  (void)state;
  source[cell(5, 3, 6)] = 1000;
  source[cell(-2, 2, 3)] = 1e-3;
  planted original = plant(cell(5, 3, 6), 1000.5);
  must(vf_validate_tolerance("copy", &wide));
  must(vf_copy(&whole, from, to));
  check(&original);
  original = plant(cell(-2, 2, 3), 2e-3);
  check(&original);
  original = plant(cell(5, 3, 6), 1000.25);
  check(&original);
  expect_said("worst absolute 0.5        'to' at (5, 3, 6) component 1, call 2: port 1000, original 1000.5\n");
  expect_said("worst relative 0.5        'to' at (-2, 2, 3) component 1, call 3: port 0.001");
  expect_verdict(true, 3);
}

static void findings_have_their_first_call(void **state)
{
  (void)state;
  planted original = { 0 };
  check(&original);
  plant_also(&original, cell(1, 2, 4), 9);
  check(&original);
  check(&original);
  expect_said("viewfab validation: failed\n");
  expect_said("   failed\n");
  expect_said("WRONG (call 2 and later ones) copy: 'to' differs in 1 of 180 valid cells, worst at (1, 2, 4): port 1.");
}

static void nan_is_shown_as_the_worst(void **state)
{
  (void)state;
  planted original = plant(cell(1, 2, 4), NAN);
  check(&original);
  expect_said("by ULP: 1e17 and more 1\n");
  expect_said("worst absolute inf        'to' at (1, 2, 4) component 1, call 1: port 1.");
  expect_said("original nan\n");
}

static void results_are_told_from_arrays(void **state)
{
  (void)state;
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, original_norm_max, NULL));
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  norm(&whole, from);
  expect_said("    result: 1 compared, 0 with other bits, 0 beyond the tolerance\n");
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
}

/* A name that no kernel has would otherwise go unnoticed. */
static void kernels_that_were_named_and_never_called_are_listed(void **state)
{
  (void)state;
  must(vf_validate_mode("copi", VF_MODE_CHECK));
  must(vf_copy(&whole, from, to));
  expect_said("  copi                 was never called: is this the kernel's name?\n");
  must(vf_validate_mode("copi", VF_MODE_DEVICE));
  expect_not_said("copi");
}

static void reset_forgets_findings_and_keeps_settings(void **state)
{
  (void)state;
  planted original = plant(cell(1, 2, 4), 9);
  check(&original);
  expect_verdict(false, 1);
  must(vf_report_reset());
  expect_verdict(true, 0);
  expect_not_said("copy");
  must(vf_copy(&whole, from, to));
  expect_verdict(false, 1);
  expect_said("WRONG (call 1) copy:");
}

static void text_is_cut_to_the_buffer(void **state)
{
  (void)state;
  planted original = plant(cell(1, 2, 4), 9);
  size_t needed = 0, again = 0;
  check(&original);
  char *text = whole_text(&needed), *cut = malloc(needed + 1);
  for (size_t size = 1; size <= needed; size++) {
    memset(cut, '#', needed + 1);
    must(vf_report_text(cut, size, &again));
    assert_int_equal(again, needed);
    assert_int_equal(strlen(cut), size - 1);
    assert_memory_equal(cut, text, size - 1);
    assert_true(cut[size] == '#');
  }
  must(vf_report_json(cut, 20, NULL));
  assert_int_equal(strlen(cut), 19);
  refused(vf_report_text(NULL, 10, &needed), VF_ERROR_NULL, "buffer");
  refused(vf_report_json(NULL, 10, &needed), VF_ERROR_NULL, "buffer");
  free(text);
  free(cut);
}

static void expect_file(const char *file, const char *beginning)
{
  char line[64] = "";
  FILE *stream = fopen(file, "r");
  assert_non_null(stream);
  assert_non_null(fgets(line, sizeof line, stream));
  fclose(stream);
  remove(file);
  if (strncmp(line, beginning, strlen(beginning))) fail_msg("%s begins with %s", file, line);
}

static void report_is_written_to_files(void **state)
{
  (void)state;
  char file[256], json[300];
  const char *folder = getenv("TMPDIR");
  snprintf(file, sizeof file, "%s/viewfab_report.%ld", folder && *folder ? folder : "/tmp", (long)getpid());
  snprintf(json, sizeof json, "%s.json", file);
  must(vf_report_write(file));
  must(vf_report_write(json));
  expect_file(file, "viewfab validation: ");
  expect_file(json, "{\"viewfab\": ");
  refused(vf_report_write("/no such folder/report.json"), VF_ERROR_STATE,
          "the report cannot be written to '/no such folder/report.json'");
  refused(vf_report_write(NULL), VF_ERROR_NULL, "file");
  if (access("/dev/full", W_OK) == 0) refused(vf_report_write("/dev/full"), VF_ERROR_STATE, "'/dev/full'");
}

static const struct CMUnitTest tests[] = {
  claim(calls_and_checks_are_counted),
  claim(differences_are_counted_by_decades_of_ulp),
  claim(worst_differences_are_kept_with_place_values_and_call),
  claim(findings_have_their_first_call),
  claim(nan_is_shown_as_the_worst),
  claim(results_are_told_from_arrays),
  claim(kernels_that_were_named_and_never_called_are_listed),
  claim(reset_forgets_findings_and_keeps_settings),
  claim(text_is_cut_to_the_buffer),
  claim(report_is_written_to_files),
};
RUN("report", tests)
