/* The comparison of kept views by vf_bisect: every type, NaN and infinities, and truncated files. */
#include "bisecting.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include <bisect.h>

static char reference[400], kept[400], reason[BISECT_REASON];

static void write_view(char *path, const char *name, const char *header, const void *values, size_t bytes)
{
  strcpy(path, file_in_place(name));
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  assert_true(fprintf(stream, "viewfab-kept-view %s\n", header) > 0);
  assert_int_equal(fwrite(values, 1, bytes, stream), bytes);
  assert_int_equal(fclose(stream), 0);
}

static bisect_outcome compare(double absolute, double relative)
{
  const bisect_options options = { .view = "phi", .absolute = absolute, .relative = relative };
  reason[0] = 0;
  return bisect_view_compare(reference, kept, &options, reason);
}

static bisect_outcome compare_values(const char *type, const void *a, const void *b, size_t size, double absolute,
                                     double relative)
{
  char header[64];
  snprintf(header, sizeof header, "%s 1 -1 1", type);
  write_view(reference, "a", header, a, 3 * size);
  write_view(kept, "b", header, b, 3 * size);
  return compare(absolute, relative);
}

static void values_of_every_type_are_compared_without_loss(void **state)
{
  (void)state;
  const double double_a[3] = { 1, 2, 3 }, double_b[3] = { 1, 2, 3 + 4 * DBL_EPSILON };
  assert_int_equal(compare_values("real64", double_a, double_b, 8, 0, 0), BISECT_BAD);
  expect_words(reason, "worst at (1): 3 with the originals, 3.00000000000000");
  assert_int_equal(compare_values("real64", double_a, double_b, 8, 0, 4 * DBL_EPSILON), BISECT_GOOD);
  const float float_a[3] = { 1, 2, 3 }, float_b[3] = { 1, 2.5f, 3 };
  assert_int_equal(compare_values("real32", float_a, float_b, 4, 0.25, 0), BISECT_BAD);
  expect_words(reason, "worst at (0): 2 with the originals, 2.5 here");
  assert_int_equal(compare_values("real32", float_a, float_b, 4, 0.5, 0), BISECT_GOOD);
  const int32_t int_a[3] = { INT32_MIN, 0, INT32_MAX }, int_b[3] = { INT32_MAX, 0, INT32_MAX };
  assert_int_equal(compare_values("int32", int_a, int_b, 4, 1, 0), BISECT_BAD);
  expect_words(reason, "worst at (-1): -2147483648 with the originals, 2147483647 here");
  const int64_t long_a[3] = { 0, INT64_MAX, 0 }, long_b[3] = { 0, INT64_MAX - 1, 0 };
  assert_int_equal(compare_values("int64", long_a, long_b, 8, 0, 0), BISECT_BAD);
  expect_words(reason, "9223372036854775807 with the originals, 9223372036854775806 here");
  assert_int_equal(compare_values("int64", long_a, long_b, 8, 1, 0), BISECT_GOOD);
}

/* At any tolerance a NaN agrees with NaN only, and an infinity with the same infinity only. */
static void nan_and_infinity_equal_only_themselves_at_any_tolerance(void **state)
{
  (void)state;
  const double special[3] = { NAN, INFINITY, -INFINITY };
  double other[3] = { -NAN, INFINITY, -INFINITY };
  assert_int_equal(compare_values("real64", special, other, 8, 0, 0), BISECT_GOOD);
  for (int e = 0; e < 3; e++) {
    memcpy(other, special, sizeof other);
    other[e] = e == 1 ? -INFINITY : 1;
    assert_int_equal(compare_values("real64", special, other, 8, 1e300, 1e10), BISECT_BAD);
    assert_int_equal(compare_values("real64", other, special, 8, 1e300, 1e10), BISECT_BAD);
  }
}

static void zeros_of_both_signs_are_equal_without_any_tolerance(void **state)
{
  (void)state;
  const double a[3] = { 0.0, -0.0, 1 }, b[3] = { -0.0, 0.0, 1 };
  assert_int_equal(compare_values("real64", a, b, 8, 0, 0), BISECT_GOOD);
}

static void the_worst_element_is_the_one_farthest_beyond_the_tolerance(void **state)
{
  (void)state;
  enum { COUNT = 10000 }; /* more than a single read takes */
  double *a = calloc(COUNT, sizeof *a), *b = calloc(COUNT, sizeof *b);
  assert_true(a && b);
  a[17] = 1000;
  b[17] = 1009; /* within the relative tolerance */
  b[9001] = 0.5;
  b[5] = 0.25;
  write_view(reference, "a", "real64 4 0 9 -5 4 1 10 1 10", a, COUNT * sizeof *a);
  write_view(kept, "b", "real64 4 0 9 -5 4 1 10 1 10", b, COUNT * sizeof *b);
  assert_int_equal(compare(0.1, 0.01), BISECT_BAD);
  expect_words(reason, "worst at (1, -5, 1, 10): 0 with the originals, 0.5 here");
  free(a);
  free(b);
}

static void files_that_are_cut_or_foreign_are_bad(void **state)
{
  (void)state;
  const double values[3] = { 1, 2, 3 };
  write_view(reference, "a", "real64 1 -1 1", values, sizeof values);
  write_view(kept, "b", "real64 1 -1 1", values, sizeof values - 1);
  assert_int_equal(compare(0, 0), BISECT_BAD);
  expect_words(reason, "ends too early");
  static const char *const headers[] = { "", "real64", "real64 0", "real64 8 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 3",
                                         "real64 1 -1" };
  for (size_t h = 0; h < sizeof headers / sizeof headers[0]; h++) {
    write_view(kept, "b", headers[h], values, 0);
    assert_int_equal(compare(0, 0), BISECT_BAD);
    expect_words(reason, "cannot be read");
  }
  write_view(kept, "b", "real32 1 -1 1", values, sizeof values);
  assert_int_equal(compare(0, 0), BISECT_BAD);
  expect_words(reason, "view 'phi' is real32 (-1:1), and with the originals real64 (-1:1)");
  strcpy(kept, file_in_place("none"));
  assert_int_equal(compare(0, 0), BISECT_BAD);
  expect_words(reason, "no view labelled 'phi'");
}

static void views_without_elements_are_equal_where_their_bounds_are(void **state)
{
  (void)state;
  write_view(reference, "a", "real64 2 1 0 1 5", "", 0);
  write_view(kept, "b", "real64 2 1 0 1 5", "", 0);
  assert_int_equal(compare(0, 0), BISECT_GOOD);
}

static const struct CMUnitTest tests[] = {
  claim(values_of_every_type_are_compared_without_loss),
  claim(nan_and_infinity_equal_only_themselves_at_any_tolerance),
  claim(zeros_of_both_signs_are_equal_without_any_tolerance),
  claim(the_worst_element_is_the_one_farthest_beyond_the_tolerance),
  claim(files_that_are_cut_or_foreign_are_bad),
  claim(views_without_elements_are_equal_where_their_bounds_are),
};
RUN("bisect_views", tests)
