/* The report: its counts, the place of the worst difference, and the ways to get it. */
#include "checking.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <modes_kernels_kernels.h>

static const vf_tolerance wide = { .absolute = 1e9 };

static char *whole_text(size_t *needed)
{
  char *text = report_text();
  must(vf_report_text(NULL, 0, needed));
  assert_int_equal(strlen(text) + 1, *needed);
  return text;
}

/* Checks one copy with these planted elements. */
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
  expect_said("    'to', valid: 222 compared, 0 with other bits, 0 beyond the tolerance\n");
  expect_not_said("colour");
  expect_said("seconds in checked calls: original ");
  expect_not_said("worst");
}

/* Each planted number is the given number of ULP away. */
static void differences_are_counted_by_decades_of_ulp(void **state)
{
  (void)state;
  static const int steps[PLANTED] = { 1, 9, 10, 99, 100, 100, 999, 100000 };
  planted original = { 0 };
  for (int p = 0; p < PLANTED; p++) {
    const int at = cell(p - 2, p % 3, 4);
    source[at] = 1;
    plant_also(&original, at, ulps_above(1, steps[p]));
  }
  must(vf_validate_tolerance("copy", &wide));
  check(&original);
  expect_said(
      "    'to', valid: 180 compared, 8 with other bits, 0 beyond the tolerance; by ULP: 0-9 2, 1e1-1e2 2, 1e2-1e3 3, "
      "1e5-1e6 1\n");
  expect_said("worst ULP      1e+05 ");
}

/* A sweep with an error in one cell. */
typedef struct spoilt {
  int at[3];
  double error;
} spoilt;

static void spoilt_sweep(const vf_original_call *call, void *user)
{
  const spoilt *where = user;
  original_gsrb_poisson(call, NULL);
  if (((where->at[0] + where->at[1] + where->at[2] + call->selector) & 1) == 0)
    *element(&call->arrays[0], where->at[0], where->at[1], where->at[2], 0) += where->error;
}

/* Lower bounds of the array and of the box have even and odd sums: a row may begin with either colour. */
static void cells_are_counted_by_their_global_colour(void **state)
{
  (void)state;
  static double phi[7 * 7 * 7], rhs[7 * 7 * 7];
  const int64_t cube[3] = { 7, 7, 7 };
  must(vf_validate_tolerance("gsrb_poisson", &wide));
  for (int shift = 0; shift < 8; shift++) {
    const int corner[3] = { -3 + (shift & 1), 1 - (shift >> 1 & 1), 4 + (shift >> 2) };
    const vf_box box = { { corner[0] + 1, corner[1] + 1, corner[2] + 1 },
                         { corner[0] + 5, corner[1] + 5, corner[2] + 5 } };
    const int odd = (box.lower[0] + box.lower[1] + box.lower[2]) & 1;
    for (int c = 0; c < 7 * 7 * 7; c++) phi[c] = 1 + c % 11;
    vf_view *p = wrapped(phi, 3, cube, corner, "phi"), *r = wrapped(rhs, 3, cube, corner, "rhs");
    spoilt where = { { box.lower[0], box.lower[1], box.upper[2] }, 0.5 };
    must(vf_report_reset());
    must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, spoilt_sweep, &where));
    must(vf_validate_mode("gsrb_poisson", VF_MODE_CHECK));
    for (int colour = 0; colour < 2; colour++) must(vf_gsrb_poisson(&box, p, r, 0.5, colour));
    must(vf_validate_mode("gsrb_poisson", VF_MODE_DEVICE));
    char words[2][128];
    for (int colour = 0; colour < 2; colour++) {
      /* 63 of the 125 cells have the colour of the box's corners */
      const bool own = colour == odd;
      snprintf(words[colour], sizeof words[colour], "'phi', valid of colour %d: %d compared, %d with other bits",
               colour, own ? 63 : 62, own ? 1 : 0);
      expect_said(words[colour]);
    }
    discard(p);
    discard(r);
  }
  must(vf_validate_tolerance("gsrb_poisson", NULL));
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
}

/* A work array holds many levels. The user's loop knows the indices of a level, not its offset, so the report gives
 * indices of the level. */
static void places_in_a_work_array_are_told_by_the_slice(void **state)
{
  (void)state;
  enum { LENGTH = 400, LEVEL = 100, FACE = 37 };
  static double work[LENGTH], other[LENGTH], elsewhere[4 * 5 * 6];
  const int64_t cube[3] = { 4, 5, 6 }, plane[2] = { 4, 2 };
  const int corner[3] = { 0, -1, 7 };
  const vf_box all = line(1, LENGTH);
  vf_view *all_of_it = wrapped_line(work, LENGTH, "all of it"), *target_view = NULL;
  const int64_t length = LENGTH;
  must(vf_view_wrap(NULL, work, VF_REAL64, 1, &length, NULL, "work", VF_WRAP_JOIN, &target_view));
  vf_view *source_view = wrapped_line(other, LENGTH, "other");
  vf_view *level = NULL, *face = NULL;
  must(vf_view_wrap(NULL, work + LEVEL, VF_REAL64, 3, cube, corner, "level 2", VF_WRAP_JOIN, &level));
  must(vf_view_wrap(NULL, work + FACE, VF_REAL64, 2, plane, NULL, "face", VF_WRAP_JOIN, &face));
  planted original = plant(LEVEL + 2 + 4 * (3 + 5 * 1), 5); /* (2, 2, 8) */
  check_copy(&original);
  must(vf_copy(&all, source_view, target_view));
  expect_said("'work' differs in 1 of 400 valid cells, worst at (135, 1, 1), which is (2, 2, 8) of 'level 2': port 0, "
              "original 5\n");
  expect_said("worst absolute 5          'level 2' at (2, 2, 8) component 1, call 1: port 0, original 5\n");
  must(vf_report_reset());
  original = plant(FACE + 5, 5);
  must(vf_copy(&all, source_view, target_view));
  expect_said("worst at (43, 1, 1), which is (2, 2, 1) of 'face': ");
  must(vf_report_reset());
  original = plant(FACE + 8, 5); /* one element behind the level */
  must(vf_copy(&all, source_view, target_view));
  expect_said("worst at (46, 1, 1): port 0");
  expect_said("worst absolute 5          'work' at (46, 1, 1) component 1");
  must(vf_report_reset());
  must(vf_copy(&all, source_view, all_of_it));
  expect_said("'all of it' differs in 1 of 400 valid cells, worst at (46, 1, 1): port 0");
  /* An array of another rank already has the user's indices. */
  vf_view *edge = NULL;
  must(vf_view_wrap(NULL, work + LEVEL, VF_REAL64, 1, (const int64_t[]){ 4 }, NULL, "edge", VF_WRAP_JOIN, &edge));
  const vf_box levels = { { 0, -1, 7 }, { 3, 3, 12 } };
  vf_view *like = wrapped(elsewhere, 3, cube, corner, "like");
  must(vf_report_reset());
  original = plant(2, 5);
  must(vf_copy(&levels, like, level));
  expect_said("'level 2' differs in 1 of 120 valid cells, worst at (2, -1, 7): port 0");
  discard(like);
  discard(edge);
  discard(level);
  must(vf_report_reset());
  original = plant(LEVEL + 2 + 4 * (3 + 5 * 1), 5);
  must(vf_copy(&all, source_view, target_view));
  expect_said("worst at (135, 1, 1): port 0");
  discard(face);
  discard(target_view);
  discard(all_of_it);
  discard(source_view);
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

/* A mistyped name of a kernel would otherwise go unnoticed. */
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
  expect_nothing_checked();
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
  claim(cells_are_counted_by_their_global_colour),
  claim(places_in_a_work_array_are_told_by_the_slice),
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
