/* The measures of vf_replay: the distance of elements, the place of the largest distance, and the bytes moved by a run. */
#include "capture_edit.h"

#include <float.h>
#include <math.h>

#include <shifts_kernels.h>

static char file[PATH], text[TEXT];

static int replay_by(const char *program, const char *options)
{
  char arguments[2 * PATH];
  snprintf(arguments, sizeof arguments, "--repeat 1 %s %s", options, file);
  return run_program("", program, arguments, text);
}
static int replay(const char *options) { return replay_by(VF_REPLAY, options); }

static void expect(const char *words)
{
  if (!strstr(text, words)) fail_msg("'%s' is not in:\n%s", words, text);
}

static void keep_name(void) { snprintf(file, sizeof file, "%s", captured_file()); }

/* Sets one element of a data set, in the memory type. */
static void set_element(const char *name, hid_t memory, size_t size, size_t element, const void *value)
{
  char values[8192];
  const hid_t id = open_to_edit(file), set = H5Dopen2(id, name, H5P_DEFAULT), space = H5Dget_space(set);
  assert_true(H5Sget_simple_extent_npoints(space) * (hssize_t)size <= (hssize_t)sizeof values);
  assert_true(H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  memcpy(values + element * size, value, size);
  assert_true(H5Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  assert_true(H5Sclose(space) >= 0 && H5Dclose(set) >= 0);
  close_edited(file, id);
}
static void set_real(size_t element, double value)
{
  set_element("arrays/2/after", H5T_NATIVE_DOUBLE, sizeof value, element, &value);
}

/* ---- Differences ----------------------------------------------------------------------------------------------- */

enum { N = 4, LINE = 12 };

/* y = value in the cells 3 to 10 of a line -1 to 10; element e of the line is cell e - 1. */
static void capture_line(double value)
{
  const int64_t extent = LINE;
  const int lower = -1;
  double x[LINE], y[LINE] = { 0 };
  for (int e = 0; e < LINE; e++) x[e] = value;
  take_folder();
  vf_view *from = wrapped(x, 1, &extent, &lower, "x"), *to = wrapped(y, 1, &extent, &lower, "y");
  must(vf_copy(&(vf_box){ { 3, 1, 1 }, { 10, 1, 1 } }, from, to));
  discard(from);
  discard(to);
  keep_name();
}

typedef struct pair {
  double captured, replayed;
  const char *absolute, *relative, *ulp; /* in their printed form */
} pair;

static void elements_are_measured_in_three_ways(void **state)
{
  (void)state;
  const pair pairs[] = {
    { 2, 1, "1", "0.5", "4.5e+15" },
    { -1, -2, "1", "0.5", "4.5e+15" },
    { 1 + 3 * DBL_EPSILON, 1, "6.66e-16", "6.66e-16", "3" },
    { -1 - 3 * DBL_EPSILON, -1, "6.66e-16", "6.66e-16", "3" },
    { DBL_TRUE_MIN, -DBL_TRUE_MIN, "9.88e-324", "2", "2" },
    { -0.0, 0.0, "0", "0", "0" },
    { 0, 3, "3", "1", "4.61e+18" },
    { INFINITY, 1, "inf", "inf", "4.61e+15" },
    { -INFINITY, INFINITY, "inf", "inf", "1.84e+19" },
    { NAN, 1, "inf", "inf", "inf" },
    { 1, NAN, "inf", "inf", "inf" },
    { -NAN, NAN, "0", "0", "0" },
  };
  for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++) {
    char words[256];
    const char *const errors[3] = { pairs[p].absolute, pairs[p].relative, pairs[p].ulp };
    static const char *const names[3] = { "absolute", "relative", "ULP" };
    capture_line(pairs[p].replayed);
    set_real(7, pairs[p].captured);
    replay("");
    for (int m = 0; m < 3; m++) {
      snprintf(words, sizeof words, "largest %s difference %s at (6): captured %.17g, replayed %.17g\n", names[m],
               errors[m], pairs[p].captured, pairs[p].replayed);
      if (m != 2 || !isinf(pairs[p].captured)) expect(words);
    }
    expect("destination 'y': 12 elements, 1 differ, ");
    drop_folder();
  }
}

/* A difference of a few ULP is small, but without a tolerance the bits must agree. */
static void neighbours_differ_where_no_tolerance_is_given(void **state)
{
  (void)state;
  for (int steps = 1; steps < 2000; steps = 10 * steps + 1) {
    char option[80];
    capture_line(1);
    set_real(7, 1 + steps * DBL_EPSILON);
    assert_int_equal(replay(""), 1);
    expect("12 elements, 1 differ, 1 of them beyond the tolerance");
    expect("verdict: differs");
    snprintf(option, sizeof option, "--tolerance ulp=%d", steps);
    assert_int_equal(replay(option), 0);
    snprintf(option, sizeof option, "--tolerance ulp=%d.5", steps - 1);
    assert_int_equal(replay(option), 1);
    drop_folder();
  }
}

static void the_largest_is_told_by_each_measure_and_the_first_of_equals(void **state)
{
  (void)state;
  capture_line(1);
  set_real(5, 1.5);  /* largest relative difference except element 6 */
  set_real(6, 0.25); /* largest difference in ULP, and largest relative difference */
  set_real(9, 3);    /* largest absolute difference */
  set_real(10, -1);  /* the same difference later in the array; larger in ULP */
  assert_int_equal(replay(""), 1);
  expect("12 elements, 4 differ, 4 of them beyond the tolerance");
  expect("largest absolute difference 2 at (8): captured 3, replayed 1");
  expect("largest relative difference 2 at (9): captured -1, replayed 1");
  expect("largest ULP difference 9.21e+18 at (9): captured -1, replayed 1");
  assert_int_equal(replay("--tolerance absolute=0.75"), 1);
  expect("12 elements, 4 differ, 2 of them beyond the tolerance");
  assert_int_equal(replay("--tolerance absolute=2"), 0);
  expect("12 elements, 4 differ, 0 of them beyond the tolerance");
  expect("verdict: within the tolerance");
  drop_folder();
}

static void a_measure_is_met_up_to_its_very_value(void **state)
{
  (void)state;
  static const char *const within[] = { "absolute=0.5",         "relative=0.25",
                                        "ulp=2251799813685248", "absolute=0.1,relative=0.25",
                                        "ulp=1,absolute=0.5",   "relative=1e-9,ulp=1e16,absolute=0" };
  static const char *const beyond[] = { "absolute=0.49", "relative=0.24", "ulp=1125899906842623",
                                        "absolute=0.4,relative=0.2" };
  capture_line(2);
  set_real(7, 1.5);
  for (size_t w = 0; w < sizeof within / sizeof within[0]; w++) {
    char option[80];
    snprintf(option, sizeof option, "--tolerance %s", within[w]);
    if (replay(option) != 0) fail_msg("%s:\n%s", option, text);
  }
  for (size_t b = 0; b < sizeof beyond / sizeof beyond[0]; b++) {
    char option[80];
    snprintf(option, sizeof option, "--tolerance %s", beyond[b]);
    if (replay(option) != 1) fail_msg("%s:\n%s", option, text);
  }
  drop_folder();
  capture_line(1);
  set_real(7, NAN);
  assert_int_equal(replay("--tolerance absolute=inf,relative=1e300,ulp=1e300"), 0);
  assert_int_equal(replay("--tolerance absolute=1e300,relative=1e300,ulp=1e300"), 1);
  drop_folder();
}

/* ---- Where an element lies ------------------------------------------------------------------------------------- */

static const int64_t four[4] = { N + 2, N + 1, N, 3 };
static const int lowest[4] = { -1, 2, 0, 5 };
static size_t number_of(int i, int j, int k, int n)
{
  return (size_t)(i + 1 + (N + 2) * (j - 2 + (N + 1) * (k + N * (n - 5))));
}

/* In every component, all elements of the two boxes count as inside, and all others as outside. */
static void elements_are_inside_or_outside_of_the_boxes(void **state)
{
  (void)state;
  const vf_box boxes[3] = { { { 0, 3, 1 }, { 1, 5, 2 } }, { { 2, 2, 2 }, { 1, 2, 2 } }, { { 3, 2, 0 }, { 4, 6, 0 } } };
  vf_view *x = field(VF_REAL64, 4, four, lowest, "x"), *y = field(VF_REAL64, 4, four, lowest, "y");
  take_folder();
  must(vf_axpy_boxes(boxes, 3, 2, x, y));
  keep_name();
  static const int inside[][4] = { { 0, 3, 1, 5 }, { 1, 5, 2, 7 }, { 0, 5, 1, 6 },
                                   { 1, 3, 2, 5 }, { 3, 2, 0, 7 }, { 4, 6, 0, 5 } };
  static const int outside[][4] = { { -1, 3, 1, 5 }, { 2, 5, 2, 7 }, { 0, 2, 1, 6 }, { 0, 6, 1, 5 }, { 0, 3, 0, 6 },
                                    { 1, 5, 3, 7 },  { 2, 2, 0, 5 }, { 3, 2, 1, 7 }, { 4, 6, 3, 5 }, { 2, 2, 2, 5 } };
  char copy[PATH], command[3 * PATH];
  snprintf(copy, sizeof copy, "%s", in_folder("copy"));
  snprintf(command, sizeof command, "cp %s %s", file, copy);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "cp %s %s", copy, file);
  for (size_t p = 0; p < 16; p++) {
    const int *at = p < 6 ? inside[p] : outside[p - 6];
    char words[128];
    assert_int_equal(system(command), 0);
    edit_element(file, "arrays/2/after", number_of(at[0], at[1], at[2], at[3]), 1e-3);
    const int code = replay("--tolerance absolute=1");
    if (code != (p >= 6)) fail_msg("(%d, %d, %d, %d):\n%s", at[0], at[1], at[2], at[3], text);
    snprintf(words, sizeof words, "at (%d, %d, %d, %d): captured ", at[0], at[1], at[2], at[3]);
    expect(words);
    snprintf(words, sizeof words, "    1 lie outside the boxes, the first at (%d, %d, %d, %d)\n", at[0], at[1], at[2],
             at[3]);
    if (p >= 6) expect(words);
    else assert_null(strstr(text, "lie outside"));
  }
  drop_fields();
  drop_folder();
}

/* The report names the first element outside. Elements inside are counted separately. */
static void several_elements_outside_are_counted(void **state)
{
  (void)state;
  capture_line(1);
  set_real(1, 4);
  set_real(3, 5);
  set_real(4, 1.5);
  assert_int_equal(replay("--tolerance absolute=10"), 1);
  expect("12 elements, 3 differ, 2 of them beyond the tolerance");
  expect("2 lie outside the boxes, the first at (0)\n");
  drop_folder();
}

static void real32_and_integers_are_measured_in_their_own_kind(void **state)
{
  (void)state;
  const int64_t cube[3] = { N, N, N };
  const int shift[3] = { 0, 0, 0 };
  const vf_box box = { { 1, 1, 1 }, { N, N, N } };
  vf_view *mask = field(VF_INT32, 3, cube, NULL, "mask"), *y = field(VF_REAL32, 3, cube, NULL, "y"),
          *x = field(VF_REAL32, 3, cube, NULL, "x");
  must(vf_fill_value(&box, x, 1));
  must(vf_fill_value(&box, y, 0));
  take_folder();
  must(vf_masked_shift(&box, mask, y, x, shift, &box, 2));
  keep_name();
  const float near = 1 + 5 * FLT_EPSILON, below = -1;
  set_element("arrays/3/after", H5T_NATIVE_FLOAT, 4, 21, &near); /* (2, 2, 2) */
  assert_int_equal(replay_by(SHIFTS_REPLAY, ""), 1);
  expect("x 'x': 64 elements, 1 differ, 1 of them");
  expect("largest ULP difference 5 at (2, 2, 2): captured 1.0000005960464478, replayed 1");
  set_element("arrays/3/after", H5T_NATIVE_FLOAT, 4, 21, &below);
  replay_by(SHIFTS_REPLAY, "");
  expect("largest ULP difference 2.13e+09 at (2, 2, 2): captured -1, replayed 1");
  drop_fields();
  drop_folder();
}

static void results_of_reductions_are_measured(void **state)
{
  (void)state;
  double numbers[3] = { 1, 0.5, 0.5 }, result = 0;
  take_folder();
  vf_view *x = wrapped_line(numbers, 3, "x");
  must(vf_sum(&(vf_box){ { 1, 1, 1 }, { 3, 1, 1 } }, x, &result));
  discard(x);
  keep_name();
  assert_int_equal(replay(""), 0);
  expect("  result 2: same bits\n");
  edit_attribute(file, "result", "value", H5T_NATIVE_DOUBLE, change_double, &(double){ 0.5 });
  assert_int_equal(replay(""), 1);
  expect("  result: captured 2.5, replayed 2, which differ by 0.5, relative 0.2, ULP 1.13e+15\n");
  assert_int_equal(replay("--tolerance relative=0.2"), 0);
  expect("verdict: within the tolerance");
  assert_int_equal(replay("--tolerance relative=0.19"), 1);
  expect("verdict: differs");
  drop_folder();
}

/* ---- Bytes that a run moves ------------------------------------------------------------------------------------ */

/* Bytes per second times the median time gives the number of bytes, within the four printed digits of each. */
static void expect_bytes(double bytes)
{
  keep_name();
  char arguments[2 * PATH];
  double median = 0, least = 0, rate = 0;
  int runs = 0;
  snprintf(arguments, sizeof arguments, "--repeat 25 %s", file);
  assert_int_equal(run_program("", VF_REPLAY, arguments, text), 0);
  const char *line = strstr(text, "  time: ");
  assert_non_null(line);
  const int items =
      sscanf(line, "  time: median %lf ms, least %lf ms of %d runs; %lf GB/s", &median, &least, &runs, &rate);
  if (items != (bytes > 0 ? 4 : 3) || runs != 25) fail_msg("%s", text);
  assert_true(least > 0 && least <= median && median < 1e4);
  if (bytes > 0 && fabs(rate * 1e9 * median * 1e-3 - bytes) > 2e-3 * bytes) fail_msg("not %g bytes:\n%s", bytes, text);
  drop_folder();
}

static void each_element_that_the_points_name_counts_once(void **state)
{
  (void)state;
  enum { CELLS = 4 * 3 * 2 };
  const int64_t extents[4] = { 6, 5, 4, 2 }, fine_extents[3] = { 8, 6, 4 }, coefficients[3] = { 7, 6, 5 };
  const int lower[4] = { -1, -1, -1, 1 }, zero[3] = { 0, 0, 0 };
  const vf_box boxes[3] = { { { 0, 0, 0 }, { 1, 2, 1 } }, { { 0, 0, 0 }, { 0, -1, 0 } }, { { 2, 0, 0 }, { 3, 2, 1 } } };
  const vf_box box = { { 0, 0, 0 }, { 3, 2, 1 } };
  const vf_boundary sides = { .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                              .order = 2 };
  const double h[3] = { 1, 1, 1 };
  double result = 0;
  vf_view *x = field(VF_REAL64, 4, extents, lower, "x"), *y = field(VF_REAL64, 4, extents, lower, "y");
  vf_view *x3 = field(VF_REAL64, 3, extents, lower, "x3"), *fine = field(VF_REAL64, 3, fine_extents, zero, "fine");
  vf_view *a = field(VF_REAL64, 3, coefficients, lower, "a");
  take_folder();
  must(vf_axpy_boxes(boxes, 3, 2, x, y)); /* y counts twice: read and written */
  expect_bytes(CELLS * 2 * 8 * (1 + 2));
  take_folder();
  must(vf_copy(&box, x3, y = field(VF_REAL64, 3, extents, lower, "y3")));
  expect_bytes(CELLS * 8 * 2);
  take_folder();
  must(vf_average(&box, fine, x3));
  expect_bytes(CELLS * 8 * (8 + 1));
  take_folder(); /* without the ghosts around the cells; coefficients count once for all components */
  vf_view *z = field(VF_REAL64, 4, extents, lower, "z");
  must(vf_apply_helmholtz(&box, x, z, 1, 1, a, a, a, a, h));
  expect_bytes(8 * (CELLS * 2 * 2 + CELLS + 5 * 3 * 2 + 4 * 4 * 2 + 4 * 3 * 3));
  take_folder();
  must(vf_sum(&box, x3, &result));
  expect_bytes(CELLS * 8);
  take_folder();
  must(vf_fill_ghosts(&box, x3, &sides));
  expect_bytes(0);
  drop_fields();
}

static const struct CMUnitTest tests[] = {
  claim(elements_are_measured_in_three_ways),
  claim(neighbours_differ_where_no_tolerance_is_given),
  claim(the_largest_is_told_by_each_measure_and_the_first_of_equals),
  claim(a_measure_is_met_up_to_its_very_value),
  claim(elements_are_inside_or_outside_of_the_boxes),
  claim(several_elements_outside_are_counted),
  claim(real32_and_integers_are_measured_in_their_own_kind),
  claim(results_of_reductions_are_measured),
  claim(each_element_that_the_points_name_counts_once),
};

int main(int argc, char **argv)
{
  setenv("VF_CAPTURE",
         "copy:call=1-99,axpy:call=1-99,sum:call=1-99,average:call=1,apply_helmholtz:call=1,fill_ghosts:call=1,"
         "masked_shift:call=1",
         1);
  return run_claims(argc, argv, "replay_measures", tests, sizeof tests / sizeof tests[0]);
}
