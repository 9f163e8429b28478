/* Kernels with several results. The report compares each result by its name, and the places of extrema. C entries are
 * used. */
#include "checking.h"

#include <math.h>
#include <viewfab/set.h>
#include <modes_kernels_kernels.h>

/* The defect of the original. */
typedef struct wrong {
  int calls;
  double of[3];     /* added to each result */
  bool last;        /* takes the last of several equal values */
  bool nowhere;     /* gives no place */
  int shift;        /* added to i of the place */
  bool other_order; /* adds in the other direction */
  double element;   /* added to the first written element */
} wrong;

static void loop(const vf_original_call *call, void *user)
{
  wrong *how = user;
  const vf_original_array *x = &call->arrays[0];
  double *first = x->first;
  double total = 0, least = INFINITY, most = -INFINITY;
  const int n[3] = { x->upper[0] - x->lower[0] + 1, x->upper[1] - x->lower[1] + 1, x->upper[2] - x->lower[2] + 1 };
  how->calls++;
  for (int c = 0; c < call->components; c++)
    for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
      for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
        for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
          double *at = first + (i - x->lower[0]) + n[0] * (j - x->lower[1] + n[1] * (k - x->lower[2] + n[2] * c));
          total += *at;
          most = fmax(most, *at);
          if (how->last ? *at <= least : *at < least) {
            least = *at;
            if (!how->nowhere) call->places[1] = (vf_place){ .index = { i + how->shift, j, k }, .component = c };
          }
          *at *= 2;
        }
  *first += how->element;
  if (how->other_order) total = nextafter(total, INFINITY);
  call->result[0] = total + how->of[0];
  call->result[1] = least + how->of[1];
  call->result[2] = most + how->of[2];
}

typedef struct given {
  double total, least, most;
  vf_place place;
} given;

/* A checked call on the whole field, or on two boxes of it. */
static given check_totals(wrong *how, int boxes)
{
  const vf_box parts[3] = { { { lower[0], lower[1], lower[2] }, { 1, 4, 6 } },
                            { { 2, 1, 3 }, { 1, 0, 6 } },
                            { { 2, lower[1], lower[2] }, { 6, 4, 6 } } };
  given now = { 0 };
  must(vf_report_reset());
  must(vf_totals_set_original(VF_REAL64, loop, how));
  must(vf_validate_mode("totals", VF_MODE_CHECK));
  if (boxes == 1) must(vf_totals(&whole, from, &now.total, &now.least, &now.place, &now.most));
  else must(vf_totals_boxes(parts, 3, from, &now.total, &now.least, &now.place, &now.most, NULL));
  must(vf_validate_mode("totals", VF_MODE_DEVICE));
  must(vf_totals_set_original(VF_REAL64, NULL, NULL));
  must(vf_view_to_host(from, VF_UPDATE));
  return now;
}

static void right_results_pass_with_their_places(void **state)
{
  (void)state;
  wrong how = { 0 };
  source[cell(3, 2, 5)] = 0.25;
  source[cell(4, 2, 5)] = 0.25;
  given now = check_totals(&how, 1);
  expect_verdict(true, 1);
  if (now.least != 0.25 || now.place.box != 0 || now.place.index[0] != 3 || now.place.index[1] != 2 ||
      now.place.index[2] != 5 || now.place.component != 0)
    fail_msg("%g at (%d, %d, %d) of box %d", now.least, now.place.index[0], now.place.index[1], now.place.index[2],
             now.place.box);
  assert_true(source[cell(3, 2, 5)] == 0.5);
  now = check_totals(&how, 3);
  expect_verdict(true, 1);
  assert_int_equal(how.calls, 3); /* the empty box has no call */
  assert_int_equal(now.place.box, 2);
  assert_true(source[cell(3, 2, 5)] == 1);
}

static void one_wrong_result_is_named(void **state)
{
  (void)state;
  static const char *const said[] = { "totals: result total differs: port ", "totals: result least differs: port ",
                                      "totals: result most differs: port " };
  for (int r = 0; r < 3; r++) {
    wrong how = { 0 };
    how.of[r] = 0.125;
    check_totals(&how, 1);
    expect_verdict(false, 1);
    for (int other = 0; other < 3; other++) {
      char text[16384];
      must(vf_report_text(text, sizeof text, NULL));
      if (!strstr(text, said[other] + strlen("totals: ")) != (other != r)) fail_msg("result %d: %s", r, text);
    }
  }
}

static void wrong_place_is_found(void **state)
{
  (void)state;
  wrong how = { .shift = 1 };
  source[cell(3, 2, 5)] = 0.25;
  check_totals(&how, 1);
  expect_verdict(false, 1);
  expect_said("totals: the place of result least differs: port (3, 2, 5), original (4, 2, 5)");
  how.shift = 100;
  check_totals(&how, 3);
  expect_verdict(false, 1);
  expect_said("totals: the place of result least differs: port (3, 2, 5) of box 3, original (103, 2, 5) of box 3");
}

static void another_one_of_equal_values_is_found(void **state)
{
  (void)state;
  wrong how = { .last = true };
  source[cell(3, 2, 5)] = source[cell(5, 2, 5)] = 0.25;
  check_totals(&how, 1);
  expect_verdict(false, 1);
  expect_said("totals: the place of result least differs: port (3, 2, 5), original (5, 2, 5), with the same value: "
              "the port takes the first such place");
}

static void values_that_rounding_parts_may_change_places(void **state)
{
  (void)state;
  wrong how = { .shift = 1 };
  source[cell(3, 2, 5)] = 0.25;
  source[cell(4, 2, 5)] = ulps_above(0.25, 1);
  check_totals(&how, 1);
  expect_verdict(true, 1);
  source[cell(3, 2, 5)] = 0.25;
  source[cell(4, 2, 5)] = ulps_above(0.25, 1000);
  check_totals(&how, 1);
  expect_verdict(false, 1);
}

static void place_that_the_original_does_not_know_is_not_compared(void **state)
{
  (void)state;
  wrong how = { .nowhere = true };
  check_totals(&how, 1);
  expect_verdict(true, 1);
}

static void order_of_a_sum_is_no_fault_where_arrays_are_written(void **state)
{
  (void)state;
  wrong how = { .other_order = true };
  for (int c = 0; c < CELLS; c++) source[c] = c % 2 ? 1e8 + c : -1e8 - c / 3.0;
  how.of[0] = 1e-8; /* a few roundings of the terms, many of the sum */
  check_totals(&how, 1);
  expect_verdict(true, 1);
  how.of[0] = 1;
  for (int c = 0; c < CELLS; c++) source[c] = c % 2 ? 1e8 + c : -1e8 - c / 3.0;
  check_totals(&how, 1);
  expect_verdict(false, 1);
  expect_said("totals: result total differs: port ");
}

static void written_arrays_are_compared_as_well(void **state)
{
  (void)state;
  wrong how = { .element = 0.5 };
  check_totals(&how, 1);
  expect_verdict(false, 1);
  expect_said("totals: 'from' differs in 1 of 180 valid cells");
}

static void originals_result_is_kept_where_that_is_wanted(void **state)
{
  (void)state;
  wrong how = { .of = { 1, 0, 2 } };
  for (int c = 0; c < CELLS; c++) source[c] = 1;
  must(vf_validate_keep("totals", VF_KEEP_ORIGINAL));
  given now = check_totals(&how, 1);
  must(vf_validate_keep("totals", VF_KEEP_PORT));
  if (now.total != CELLS + 1 || now.least != 1 || now.most != 3) fail_msg("%g %g %g", now.total, now.least, now.most);
  assert_int_equal(now.place.box, 0);
  assert_int_equal(now.place.index[0], lower[0]);
  must(vf_totals_set_original(VF_REAL64, loop, &how));
  must(vf_validate_mode("totals", VF_MODE_ORIGINAL));
  must(vf_totals(&whole, from, &now.total, NULL, NULL, &now.most));
  must(vf_validate_mode("totals", VF_MODE_DEVICE));
  must(vf_totals_set_original(VF_REAL64, NULL, NULL));
  if (now.total != 2 * CELLS + 1 || now.most != 4) fail_msg("%g %g", now.total, now.most);
  must(vf_view_to_host(from, VF_UPDATE));
}

/* Two boxes of several tiles each, and an empty box between them. */
enum { SET_X = 90, SET_Y = 60 };
static const vf_box set_boxes[3] = { { { 1, 1, 1 }, { SET_X, SET_Y, 1 } },
                                     { { 1, 1, 1 }, { 0, 1, 1 } },
                                     { { 0, -7, 3 }, { SET_X - 1, SET_Y - 8, 3 } } };

/* Fills the boxes of a set with numbers of which the sum depends on the order. */
static void fill_set(vf_set *set)
{
  must(vf_view_to_host(set, VF_UPDATE));
  for (int b = 0; b < 3; b += 2) {
    vf_view *view = NULL;
    void *first = NULL;
    must(vf_set_view(set, b, NULL, &view));
    must(vf_view_host_address(view, &first));
    for (int c = 0; c < SET_X * SET_Y; c++)
      ((double *)first)[c] = (c % 2 ? 1e6 : 1e-3) * sin(c + 7 * b) - (b == 2 && c == 4711) * 1e7;
  }
}

static void expect_doubled(vf_set *set, vf_set *right)
{
  must(vf_view_to_host(set, VF_UPDATE));
  must(vf_view_to_host(right, VF_UPDATE));
  for (int b = 0; b < 3; b += 2) {
    vf_view *views[2] = { NULL };
    void *first[2] = { NULL };
    must(vf_set_view(set, b, NULL, &views[0]));
    must(vf_set_view(right, b, NULL, &views[1]));
    for (int v = 0; v < 2; v++) must(vf_view_host_address(views[v], &first[v]));
    for (int c = 0; c < SET_X * SET_Y; c++)
      if (((double *)first[0])[c] != 2 * ((double *)first[1])[c]) fail_msg("box %d, element %d", b, c);
  }
}

/* The original sees a set box by box. The call still writes each element once, and its results have the bits of an
 * unchecked call. */
static void checked_set_has_the_bits_of_one_that_is_not(void **state)
{
  (void)state;
  vf_set *set = NULL, *before = NULL;
  wrong how = { 0 };
  given plain = { 0 }, now = { 0 };
  double numbers[3] = { 0 };
  must(vf_set_create(NULL, set_boxes, 3, VF_REAL64, 1, 0, 0, "set", &set));
  must(vf_set_create(NULL, set_boxes, 3, VF_REAL64, 1, 0, 0, "before", &before));
  vf_view *results = wrapped_line(numbers, 3, "results");
  fill_set(before);
  fill_set(set);
  must(vf_totals_boxes(set_boxes, 3, set, &plain.total, &plain.least, &plain.place, &plain.most, NULL));
  expect_doubled(set, before);
  assert_int_equal(plain.place.box, 2);
  assert_int_equal(plain.place.index[0], 4711 % SET_X);
  assert_int_equal(plain.place.index[1], 4711 / SET_X - 7);
  assert_int_equal(plain.place.index[2], 3);
  fill_set(set);
  must(vf_report_reset());
  must(vf_totals_set_original(VF_REAL64, loop, &how));
  must(vf_validate_mode("totals", VF_MODE_CHECK));
  must(vf_totals_boxes(set_boxes, 3, set, &now.total, &now.least, &now.place, &now.most, results));
  must(vf_validate_mode("totals", VF_MODE_DEVICE));
  must(vf_totals_set_original(VF_REAL64, NULL, NULL));
  expect_verdict(true, 2);
  assert_int_equal(how.calls, 2);
  expect_doubled(set, before);
  if (memcmp(&now, &plain, 3 * sizeof(double) + sizeof(vf_place)))
    fail_msg("%.17g, %g in box %d; %.17g, %g in box %d", now.total, now.least, now.place.box, plain.total, plain.least,
             plain.place.box);
  must(vf_view_to_host(results, VF_READ));
  if (numbers[0] != plain.total || numbers[1] != plain.least || numbers[2] != plain.most)
    fail_msg("%.17g %.17g %.17g", numbers[0], numbers[1], numbers[2]);
  discard(results);
  discard(set);
  discard(before);
}

static void no_points_have_stated_results(void **state)
{
  (void)state;
  const vf_box empty = { { 1, 1, 3 }, { 0, 1, 3 } };
  wrong how = { 0 };
  for (int mode = 0; mode < 3; mode++) {
    given now = { -1, -1, -1, { 7, { 7, 7, 7 }, 7 } };
    must(vf_totals_set_original(VF_REAL64, loop, &how));
    must(vf_validate_mode("totals", (vf_mode)mode));
    must(vf_totals(&empty, from, &now.total, &now.least, &now.place, &now.most));
    must(vf_validate_mode("totals", VF_MODE_DEVICE));
    must(vf_totals_set_original(VF_REAL64, NULL, NULL));
    if (now.total != 0 || now.least != INFINITY || now.most != -INFINITY || now.place.box != -1)
      fail_msg("mode %d: %g %g %g, box %d", mode, now.total, now.least, now.most, now.place.box);
  }
}

static void results_that_are_not_wanted_are_not_waited_for(void **state)
{
  (void)state;
  double numbers[4] = { 0, 0, 0, -7 };
  vf_view *results = wrapped_line(numbers, 4, "results");
  must(vf_totals_boxes(&whole, 1, from, NULL, NULL, NULL, NULL, results)); /* from here on the device has the values */
  const int64_t waits = counters().waits;
  must(vf_totals(&whole, from, NULL, NULL, NULL, NULL));
  must(vf_totals_boxes(&whole, 1, from, NULL, NULL, NULL, NULL, results));
  assert_int_equal(counters().waits, waits);
  must(vf_view_to_host(results, VF_READ));
  must(vf_view_to_host(from, VF_UPDATE));
  assert_true(numbers[3] == -7);
  double most = 0;
  for (int c = 0; c < CELLS; c++) most = fmax(most, source[c]);
  assert_true(numbers[2] == most / 2);

  vf_view *small = NULL;
  discard(results);
  small = wrapped_line(numbers, 2, "small");
  refused(vf_totals_boxes(&whole, 1, from, NULL, NULL, NULL, NULL, small), VF_ERROR_KIND,
          "the results go to a real64 array of at least 3 elements, not to 'small'");
  discard(small);
}

static const struct CMUnitTest tests[] = {
  claim(right_results_pass_with_their_places),
  claim(one_wrong_result_is_named),
  claim(wrong_place_is_found),
  claim(another_one_of_equal_values_is_found),
  claim(values_that_rounding_parts_may_change_places),
  claim(place_that_the_original_does_not_know_is_not_compared),
  claim(order_of_a_sum_is_no_fault_where_arrays_are_written),
  claim(written_arrays_are_compared_as_well),
  claim(originals_result_is_kept_where_that_is_wanted),
  claim(checked_set_has_the_bits_of_one_that_is_not),
  claim(no_points_have_stated_results),
  claim(results_that_are_not_wanted_are_not_waited_for),
};
RUN("several_results", tests)
