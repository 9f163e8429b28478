/* VF_COHERENCE=auto: a program without one sync reads the newest values, and kernels see what the program wrote. */
#include "auto.h"

static void a_read_gets_the_value_of_the_device(void **state)
{
  (void)state;
  device_line array = numbered();
  must(vf_add_constant(&array.all, array.view, 1000));
  assert_int_equal(wrong_values(array.values, LONG, 1000, 1), 0);
  drop(&array);
}

static void a_write_reaches_the_next_kernel(void **state)
{
  (void)state;
  device_line array = numbered();
  must(vf_add_constant(&array.all, array.view, 0));
  for (int64_t n = 0; n < LONG; n++) array.values[n] = 5;
  must(vf_add_constant(&array.all, array.view, 1));
  assert_int_equal(wrong_values(array.values, LONG, 6, 0), 0);
  drop(&array);
}

static void a_write_after_a_kernel_that_reads_reaches_the_next(void **state)
{
  (void)state;
  device_line array = numbered();
  must_be(norm(&array.all, array.view), LONG - 1);
  array.values[LONG / 2] = 1e6;
  must_be(norm(&array.all, array.view), 1e6);
  drop(&array);
}

static void a_write_of_one_element_keeps_its_neighbours(void **state)
{
  (void)state;
  device_line array = numbered();
  must(vf_fill_value(&array.all, array.view, 3));
  array.values[LONG / 2] = 4;
  must(vf_add_constant(&array.all, array.view, 1));
  must_be(array.values[LONG / 2], 5);
  array.values[LONG / 2] = 4;
  assert_int_equal(wrong_values(array.values, LONG, 4, 0), 0);
  drop(&array);
}

/* The first and the last element lie in pages with other data. */
static void elements_in_partial_pages_are_kept_equal(void **state)
{
  (void)state;
  double *values = numbers(LONG, 0);
  vf_view *view = wrapped_line(values + 1, LONG - 2, "values");
  const vf_box all = line(1, LONG - 2);
  must(vf_fill_value(&all, view, 3));
  must_be(values[1], 3);
  must_be(values[LONG - 2], 3);
  values[1] = values[LONG - 2] = 8;
  must(vf_add_constant(&all, view, 1));
  must_be(values[1], 9);
  must_be(values[LONG - 2], 9);
  discard(view);
  free(values);
}

static void data_beside_the_array_stays_and_is_never_shut(void **state)
{
  (void)state;
  double *values = numbers(LONG, 0);
  vf_view *view = wrapped_line(values + 100, LONG - 200, "values");
  const vf_box all = line(1, LONG - 200);
  must(vf_fill_value(&all, view, -1));
  for (int64_t n = 0; n < 100; n++) {
    must_be(values[n], (double)n);
    must_be(values[LONG - 1 - n], (double)(LONG - 1 - n));
    values[n] = values[LONG - 1 - n] = 7;
  }
  must(vf_fill_value(&all, view, -2));
  assert_int_equal(wrong_values(values, 100, 7, 0), 0);
  assert_int_equal(wrong_values(values + LONG - 100, 100, 7, 0), 0);
  discard(view);
  free(values);
}

static void an_array_smaller_than_a_page_is_kept_equal(void **state)
{
  (void)state;
  double values[10] = { 0 };
  vf_view *view = wrapped_line(values, 10, "values");
  const vf_box all = line(1, 10);
  must(vf_fill_value(&all, view, 3));
  must_be(values[4], 3);
  values[4] = 10;
  must_be(norm(&all, view), 10);
  discard(view);
}

static void a_release_leaves_the_newest_values(void **state)
{
  (void)state;
  double *values = numbers(LONG, 0);
  vf_view *view = wrapped_line(values, LONG, "values");
  const vf_box all = line(1, LONG);
  must(vf_fill_value(&all, view, 3));
  values[1000] = 4;
  must(vf_view_release(&view, false));
  must_be(values[1000], 4);
  values[1000] = 3;
  assert_int_equal(wrong_values(values, LONG, 3, 0), 0);
  free(values);
}

static void the_end_of_the_device_leaves_the_newest_values(void **state)
{
  (void)state;
  double *values = numbers(LONG, 0);
  vf_view *view = wrapped_line(values, LONG, "values");
  const vf_box all = line(1, LONG);
  must(vf_fill_value(&all, view, 3));
  must(vf_finalize());
  assert_int_equal(wrong_values(values, LONG, 3, 0), 0);
  must(vf_init(NULL));
  free(values);
}

/* Syncs of the program still do what they say. */
static void a_sync_after_an_unannounced_write_keeps_the_write(void **state)
{
  (void)state;
  device_line array = numbered();
  must(vf_fill_value(&array.all, array.view, 3));
  array.values[LONG / 2] = 4;
  must(vf_view_to_host(array.view, VF_UPDATE));
  must_be(array.values[LONG / 2], 4);
  must_be(array.values[LONG / 3], 3);
  array.values[LONG / 3] = 9;
  must_be(norm(&array.all, array.view), 9);
  must(vf_fill_value(&array.all, array.view, 3));
  array.values[LONG / 2] = 4;
  must(vf_view_sync_d2h(array.view));
  must_be(array.values[LONG / 2], 4);
  array.values[LONG / 2] = 5;
  must(vf_view_sync_h2d(array.view));
  must_be(norm(&array.all, array.view), 5);
  drop(&array);
}

static void a_read_of_one_element_brings_a_piece(void **state)
{
  (void)state;
  device_line array = numbered();
  must(vf_fill_value(&array.all, array.view, 3));
  must(vf_counters_reset(NULL));
  must_be(array.values[LONG / 2], 3);
  expect_copies(0, separate() ? 1 : 0);
  assert_in_range(counters().bytes_to_host, 0, 256 << 10);
  if (separate()) expect_state(array.view, false, true);
  drop(&array);
}

static void a_wrap_of_the_same_memory_again_starts_from_the_host(void **state)
{
  (void)state;
  double *values = numbers(LONG, 0);
  const vf_box all = line(1, LONG);
  vf_view *view = wrapped_line(values, LONG, "values"), *again = NULL;
  must_be(norm(&all, view), LONG - 1);
  again = wrapped_line(values, LONG, "again");
  values[LONG / 2] = 1e7;
  must_be(norm(&all, again), 1e7);
  discard(again);
  discard(view);
  free(values);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    auto_claim(a_read_gets_the_value_of_the_device),
    auto_claim(a_write_reaches_the_next_kernel),
    auto_claim(a_write_after_a_kernel_that_reads_reaches_the_next),
    auto_claim(a_write_of_one_element_keeps_its_neighbours),
    auto_claim(elements_in_partial_pages_are_kept_equal),
    auto_claim(data_beside_the_array_stays_and_is_never_shut),
    auto_claim(an_array_smaller_than_a_page_is_kept_equal),
    auto_claim(a_release_leaves_the_newest_values),
    auto_claim(the_end_of_the_device_leaves_the_newest_values),
    auto_claim(a_sync_after_an_unannounced_write_keeps_the_write),
    auto_claim(a_read_of_one_element_brings_a_piece),
    auto_claim(a_wrap_of_the_same_memory_again_starts_from_the_host),
  };
  return run_claims(argc, argv, "auto_access", tests, sizeof tests / sizeof tests[0]);
}
