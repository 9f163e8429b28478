/* VF_KEEP_VIEW: the file holds the newest values of the named view, for each way in which a program can end its work. */
#include "../../core/common.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <viewfab/set.h>

enum { LENGTH = 12, TEXT = 256 };

static char file[TEXT];
static double values[2 * LENGTH];

static int open_keeping(void **state)
{
  const char *place = getenv("TMPDIR");
  snprintf(file, sizeof file, "%s/viewfab_kept_view.%ld", place && *place ? place : "/tmp", (long)getpid());
  remove(file);
  memset(values, 0, sizeof values);
  setenv("VF_KEEP_VIEW", "phi", 1);
  setenv("VF_KEEP_VIEW_FILE", file, 1);
  return open_device(state);
}

static int close_keeping(void **state)
{
  const int status = close_device(state);
  unsetenv("VF_KEEP_VIEW");
  unsetenv("VF_KEEP_VIEW_FILE");
  remove(file);
  return status;
}

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_keeping, close_keeping)

/* Fails unless the file has the header and then exactly these values. */
static void expect_kept(const char *header, const double *expected, size_t count)
{
  char line[TEXT], more;
  double kept[2 * LENGTH];
  FILE *stream = fopen(file, "rb");
  assert_non_null(stream);
  assert_non_null(fgets(line, sizeof line, stream));
  assert_string_equal(line, header);
  assert_int_equal(fread(kept, sizeof(double), count, stream), count);
  assert_memory_equal(kept, expected, count * sizeof(double));
  assert_int_equal(fread(&more, 1, 1, stream), 0);
  fclose(stream);
}

static void expect_kept_line(double value)
{
  double expected[LENGTH];
  for (int e = 0; e < LENGTH; e++) expected[e] = value;
  expect_kept("viewfab-kept-view real64 1 -2 9\n", expected, LENGTH);
}

static bool kept(void) { return access(file, F_OK) == 0; }

static vf_view *phi(void)
{
  const int64_t length = LENGTH;
  const int lower = -2;
  return wrapped(values, 1, &length, &lower, "phi");
}

static void fill(vf_view *view, double value)
{
  const vf_box box = line(-2, 9);
  must(vf_fill_value(&box, view, value));
}

static void values_of_the_host_are_kept_at_release(void **state)
{
  (void)state;
  vf_view *view = phi();
  for (int e = 0; e < LENGTH; e++) values[e] = 3;
  assert_false(kept());
  must(vf_view_release(&view, false));
  expect_kept_line(3);
}

static void values_of_the_device_are_kept_when_they_are_let_go(void **state)
{
  (void)state;
  vf_view *view = phi();
  fill(view, 4);
  if (separate()) expect_state(view, false, true);
  discard(view);
  expect_kept_line(4);
}

static void values_are_kept_whenever_they_come_to_the_host(void **state)
{
  (void)state;
  vf_view *view = phi();
  fill(view, 5);
  assert_false(kept());
  must(vf_view_to_host(view, VF_READ));
  expect_kept_line(5);
  fill(view, 6);
  expect_kept_line(5);
  must(vf_view_sync_d2h(view));
  expect_kept_line(6);
  fill(view, 7);
  must(vf_view_to_host(view, VF_UPDATE));
  expect_kept_line(7);
  discard(view);
}

static void values_of_a_view_that_is_never_released_are_kept_in_vf_finalize(void **state)
{
  (void)state;
  vf_view *view = phi();
  fill(view, 8);
  must(vf_finalize());
  expect_kept_line(8);
}

static void keeping_moves_no_data(void **state)
{
  (void)state;
  double other[LENGTH] = { 0 };
  const int64_t length = LENGTH;
  vf_view *joined = phi(), *view = NULL;
  must(vf_view_wrap(NULL, values, VF_REAL64, 1, &length, NULL, "phi", VF_WRAP_JOIN, &view));
  fill(joined, 9);
  const vf_counters before = counters();
  must(vf_view_release(&view, false)); /* the other view needs the array too */
  assert_true(kept());
  assert_int_equal(counters().copies_to_host, before.copies_to_host);
  if (separate()) {
    expect_state(joined, false, true);
    assert_memory_equal(values, other, sizeof other);
  }
  discard(joined);
}

static void nan_is_kept_as_it_is(void **state)
{
  (void)state;
  vf_view *view = phi();
  fill(view, 1);
  must(vf_view_to_host(view, VF_UPDATE));
  values[3] = NAN;
  must(vf_view_release(&view, false));
  double expected[LENGTH];
  for (int e = 0; e < LENGTH; e++) expected[e] = e == 3 ? NAN : 1;
  expected[3] = values[3];
  expect_kept("viewfab-kept-view real64 1 -2 9\n", expected, LENGTH);
}

static void a_component_view_keeps_its_components(void **state)
{
  (void)state;
  const int64_t extents[4] = { 2, 3, 1, 4 };
  const int lower[4] = { 0, -1, 5, 1 };
  vf_view *all = wrapped(values, 4, extents, lower, "phi"), *two = NULL;
  for (int e = 0; e < 24; e++) values[e] = e;
  must(vf_view_component(all, 2, 2, &two));
  must(vf_view_release(&two, false));
  expect_kept("viewfab-kept-view real64 4 0 1 -1 1 5 5 2 3\n", values + 6, 12);
  must(vf_view_release(&all, false));
  expect_kept("viewfab-kept-view real64 4 0 1 -1 1 5 5 1 4\n", values, 24);
}

/* The header has the bounds of the remaining axes. */
static void a_selection_keeps_its_elements(void **state)
{
  (void)state;
  const int64_t extents[4] = { 2, 3, 2, 2 };
  const int lower[4] = { 0, -1, 5, 1 };
  const double expected[12] = { 6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23 };
  vf_view *all = NULL, *now = NULL;
  for (int e = 0; e < 24; e++) values[e] = e;
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, 4, extents, lower, "i k t e", "phi", VF_WRAP_DISTINCT, &all));
  must(vf_view_select(all, "t", 6, &now));
  must(vf_view_release(&now, false));
  expect_kept("viewfab-kept-view real64 3 0 1 -1 1 1 2\n", expected, 12);
  must(vf_view_release(&all, false));
  expect_kept("viewfab-kept-view real64 4 0 1 -1 1 5 6 1 2\n", values, 24);
}

static void the_last_view_with_the_label_counts(void **state)
{
  (void)state;
  for (int round = 1; round <= 3; round++) {
    vf_view *view = phi();
    fill(view, round);
    discard(view);
    expect_kept_line(round);
  }
}

static void other_labels_are_not_kept(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(values, LENGTH, "phi_old");
  must(vf_view_release(&view, false));
  assert_false(kept());
}

/* A view keeps the first 63 characters of its label. The variable is compared with these characters. */
static void labels_are_compared_as_far_as_they_are_kept(void **state)
{
  (void)state;
  char label[101], wanted[101];
  static const struct {
    int label, wanted; /* both lengths; the shorter text begins the longer text */
    bool kept;
  } cases[] = { { 100, 100, true }, { 100, 63, true }, { 63, 100, true }, { 63, 63, true },
                { 62, 63, false },  { 63, 62, false }, { 3, 2, false },   { 2, 3, false } };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    for (int e = 0; e < 100; e++) label[e] = wanted[e] = (char)('a' + e % 26);
    label[cases[c].label] = wanted[cases[c].wanted] = 0;
    must(vf_finalize());
    remove(file);
    setenv("VF_KEEP_VIEW", wanted, 1);
    must(vf_init(NULL));
    vf_view *view = wrapped_line(values, LENGTH, label);
    must(vf_view_release(&view, false));
    if (kept() != cases[c].kept) fail_msg("%s beside %s is %s", label, wanted, kept() ? "kept" : "not kept");
  }
}

static void a_view_without_elements_keeps_its_bounds(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(NULL, 0, "phi");
  must(vf_view_release(&view, false));
  expect_kept("viewfab-kept-view real64 1 1 0\n", values, 0);
}

static void views_larger_than_a_piece_are_kept_whole(void **state)
{
  (void)state;
  const int64_t length = 300001; /* more than a mebibyte, and no round number */
  double *large = malloc((size_t)length * sizeof *large), *back = malloc((size_t)length * sizeof *back);
  assert_true(large && back);
  for (int64_t e = 0; e < length; e++) large[e] = (double)e;
  vf_view *view = wrapped_line(large, length, "phi");
  const vf_box box = line(1, (int)length);
  must(vf_add_constant(&box, view, 0.5));
  discard(view);
  FILE *stream = fopen(file, "rb");
  assert_non_null(stream);
  char header[TEXT];
  assert_non_null(fgets(header, sizeof header, stream));
  assert_int_equal(fread(back, sizeof *back, (size_t)length, stream), length);
  fclose(stream);
  for (int64_t e = 0; e < length; e++) assert_true(back[e] == (double)e + 0.5);
  free(large);
  free(back);
}

/* The call fails and loses nothing: the view still exists. */
static void a_file_that_cannot_be_written_fails_the_call(void **state)
{
  (void)state;
  must(vf_finalize());
  setenv("VF_KEEP_VIEW_FILE", "/nonexistent/folder/file", 1);
  must(vf_init(NULL));
  vf_view *view = phi();
  fill(view, 2);
  refused(vf_view_to_host(view, VF_UPDATE), VF_ERROR_STATE, "/nonexistent/folder/file");
  refused(vf_view_release(&view, true), VF_ERROR_STATE, "phi");
  assert_non_null(view);
  assert_string_equal(vf_view_label(view), "phi");
  refused(vf_finalize(), VF_ERROR_STATE, "phi");
  setenv("VF_KEEP_VIEW_FILE", file, 1);
}

static void one_variable_without_the_other_is_refused(void **state)
{
  (void)state;
  must(vf_finalize());
  unsetenv("VF_KEEP_VIEW_FILE");
  refused(vf_init(NULL), VF_ERROR_ARGUMENT, "VF_KEEP_VIEW_FILE");
  setenv("VF_KEEP_VIEW_FILE", file, 1);
  unsetenv("VF_KEEP_VIEW");
  refused(vf_init(NULL), VF_ERROR_ARGUMENT, "VF_KEEP_VIEW");
  unsetenv("VF_KEEP_VIEW_FILE");
  must(vf_init(NULL));
  vf_view *view = phi();
  must(vf_view_release(&view, false));
  assert_false(kept());
}

/* A call on a set is a call on each of its views, so the kept view is found at any place in the set. */
static void a_view_in_a_set_is_kept_by_calls_on_the_set(void **state)
{
  (void)state;
  static double others[2][LENGTH];
  const int64_t length = LENGTH;
  const vf_box three[3] = { line(-2, 9), line(-2, 9), line(-2, 9) };
  for (int at = 0; at < 3; at++) {
    vf_view *views[3];
    vf_set *set = NULL;
    for (int b = 0, other = 0; b < 3; b++) {
      const int lower = -2;
      if (b == at) views[b] = phi();
      else views[b] = wrapped(others[other++], 1, &length, &lower, "other");
    }
    must(vf_set_wrap(NULL, three, 3, views, "phi", &set));
    must(vf_fill_value_boxes(three, 3, set, 1));
    must(vf_view_to_device(set, VF_UPDATE));
    assert_false(kept());
    must(vf_view_to_host(set, VF_READ));
    expect_kept_line(1);
    remove(file);
    must(vf_view_to_host(set, VF_WRITE)); /* discards the old values */
    assert_false(kept());
    must(vf_fill_value_boxes(three, 3, set, 2));
    must(vf_view_sync_d2h(set));
    expect_kept_line(2);
    must(vf_fill_value_boxes(three, 3, set, 3));
    must(vf_view_release(&set, true));
    expect_kept_line(3);
    for (int b = 0; b < 3; b++) discard(views[b]);
    remove(file);
  }
}

static const struct CMUnitTest tests[] = {
  claim(values_of_the_host_are_kept_at_release),
  claim(values_of_the_device_are_kept_when_they_are_let_go),
  claim(values_are_kept_whenever_they_come_to_the_host),
  claim(values_of_a_view_that_is_never_released_are_kept_in_vf_finalize),
  claim(keeping_moves_no_data),
  claim(nan_is_kept_as_it_is),
  claim(a_component_view_keeps_its_components),
  claim(a_selection_keeps_its_elements),
  claim(a_view_in_a_set_is_kept_by_calls_on_the_set),
  claim(the_last_view_with_the_label_counts),
  claim(other_labels_are_not_kept),
  claim(labels_are_compared_as_far_as_they_are_kept),
  claim(a_view_without_elements_keeps_its_bounds),
  claim(views_larger_than_a_piece_are_kept_whole),
  claim(a_file_that_cannot_be_written_fails_the_call),
  claim(one_variable_without_the_other_is_refused),
};
RUN("kept_view", tests)
