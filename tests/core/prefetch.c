/* Copies that the host does not wait for: the values that arrive, the waits, and the states. On the device "late" each copy is
 * made at the last moment, so a missing wait gives old values. */
#include "two_arrays.h"

#include <viewfab/set.h>
#include <viewfab/validate.h>

static void kernel_waits_for_the_values_of_its_array(void **state)
{
  (void)state;
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 1);
  expect_copies(separate(), separate());
  end();
}

static void results_are_complete_after_the_wait(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  if (late()) expect(a, 1);
  if (separate()) expect_state(a_v, false, true);
  must(vf_view_wait(a_v));
  expect(a, 5);
  expect_state(a_v, true, true);
  end();
}

static void access_of_the_host_waits_like_wait(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_view_to_host(a_v, VF_UPDATE));
  expect(a, 5);
  a[7] = 6;
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  assert_true(b[7] == 6 && b[6] == 5);
  expect_copies(separate(), 2 * separate());
  end();
}

static void wait_is_for_one_view_alone(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  fill(b_v, 6);
  must(vf_view_prefetch(b_v, VF_HOST));
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_view_wait(b_v));
  expect(b, 6);
  if (late()) expect(a, 1);
  must(vf_view_wait(a_v));
  expect(a, 5);
  end();
}

static void host_gets_the_values_from_before_a_later_kernel(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  fill(a_v, 9);
  must(vf_view_wait(a_v));
  if (separate()) {
    expect(a, 5);
    expect_state(a_v, false, true);
  }
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, 9);
  end();
}

/* The call fills a part of the array, and the array is on its way to the host. */
static void kernel_on_a_part_waits_for_the_copy_to_the_host(void **state)
{
  (void)state;
  const vf_box some = line(10, 20);
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_fill_value(&some, a_v, 9));
  must(vf_view_wait(a_v));
  if (separate()) expect(a, 5);
  must(vf_view_to_host(a_v, VF_READ));
  for (int c = 1; c <= CELLS; c++) assert_true(a[c - 1] == (c >= 10 && c <= 20 ? 9 : 5));
  end();
}

static void kernel_that_reads_does_not_end_the_copy_to_the_host(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  copy(a_v, b_v);
  if (late()) expect(a, 1);
  must(vf_view_wait(a_v));
  expect_state(a_v, true, true);
  expect(a, 5);
  end();
}

static void next_values_of_the_host_follow_the_last(void **state)
{
  (void)state;
  begin(0, 0);
  for (int round = 1; round <= 5; round++) {
    must(vf_view_to_host(a_v, VF_WRITE));
    set(a, round);
    must(vf_view_prefetch(a_v, VF_DEVICE));
    copy(a_v, b_v);
    must(vf_view_prefetch(b_v, VF_HOST));
    must(vf_view_wait(b_v));
    expect(b, round);
  }
  expect_copies(5 * separate(), 5 * separate());
  end();
}

static void values_that_the_host_wrote_unannounced_are_copied_again(void **state)
{
  (void)state;
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  must(vf_view_wait(a_v));
  set(a, 4);
  must(vf_view_mark_written(a_v, VF_HOST));
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 4);
  end();
}

static void write_marked_while_a_copy_is_in_the_air_is_copied_again(void **state)
{
  (void)state;
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  must(vf_view_mark_written(a_v, VF_HOST));
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 1);
  expect_copies(2 * separate(), separate());
  end();
}

static void up_to_date_side_and_a_second_prefetch_copy_nothing(void **state)
{
  (void)state;
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_view_prefetch(a_v, VF_DEVICE));
  must(vf_view_prefetch(a_v, VF_DEVICE));
  must(vf_view_prefetch(a_v, VF_HOST));
  copy(a_v, b_v);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  must(vf_view_prefetch(b_v, VF_HOST));
  must(vf_view_prefetch(b_v, VF_HOST));
  must(vf_view_wait(b_v));
  must(vf_view_wait(b_v));
  must(vf_view_prefetch(b_v, VF_HOST));
  expect_copies(separate(), separate());
  end();
}

static void syncs_copy_whatever_is_in_the_air(void **state)
{
  (void)state;
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  must(vf_view_wait(a_v));
  set(a, 3);
  must(vf_view_sync_h2d(a_v));
  copy(a_v, b_v);
  must(vf_view_prefetch(b_v, VF_HOST));
  must(vf_view_sync_d2h(b_v));
  expect(b, 3);
  expect_copies(2 * separate(), 2 * separate());
  end();
}

static void parts_move_behind_a_copy_in_the_air(void **state)
{
  (void)state;
  const vf_box some = line(3, 5);
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_view_to_host_box(a_v, VF_UPDATE, &some, NULL));
  expect(a, 5);
  a[3] = 8;
  must(vf_view_prefetch(a_v, VF_DEVICE));
  copy(a_v, b_v);
  must(vf_view_prefetch(b_v, VF_HOST));
  must(vf_view_sync_d2h_box(b_v, &some, NULL));
  assert_true(b[3] == 8 && b[2] == 5 && b[4] == 5);
  must(vf_view_to_host(b_v, VF_READ));
  assert_true(b[3] == 8 && b[0] == 5 && b[CELLS - 1] == 5);
  end();
}

static void release_waits_for_the_copy_to_the_host(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_view_release(&a_v, false));
  expect(a, 5);
  must(vf_view_prefetch(b_v, VF_DEVICE));
  must(vf_view_release(&b_v, false));
  if (!on_gpu()) assert_int_equal(counters().device_bytes, 0);
}

static void old_values_in_the_air_are_no_reason_to_release(void **state)
{
  (void)state;
  if (!separate()) skip();
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  fill(a_v, 6);
  refused(vf_view_release(&a_v, false), VF_ERROR_STALE, "'a'");
  end();
}

static void context_waits_for_all_copies(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  fill(b_v, 6);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_view_prefetch(b_v, VF_HOST));
  must(vf_context_wait(NULL));
  expect(a, 5);
  expect(b, 6);
  expect_state(a_v, true, true);
  end();
}

static void context_closes_with_copies_in_the_air(void **state)
{
  (void)state;
  for (int round = 0; round < 3; round++) {
    begin(1, 2);
    fill(a_v, 5);
    must(vf_view_prefetch(a_v, VF_HOST));
    must(vf_view_prefetch(b_v, VF_DEVICE));
    must(vf_finalize());
    must(vf_init(NULL));
  }
}

static void array_at_the_address_of_an_array_in_the_air_has_its_own_values(void **state)
{
  (void)state;
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  vf_view *again = wrapped_line(a, CELLS, "again");
  set(a, 7);
  copy(again, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 7);
  discard(again);
  end();
}

static void all_arrays_of_a_set_are_prefetched(void **state)
{
  (void)state;
  begin(1, 2);
  vf_view *views[2] = { a_v, b_v }, *set_v = NULL;
  const vf_box boxes[2] = { all(), all() };
  must(vf_set_wrap(NULL, boxes, 2, views, "pair", &set_v));
  must(vf_view_prefetch(set_v, VF_DEVICE));
  must(vf_fill_value_boxes(boxes, 2, set_v, 4));
  must(vf_view_prefetch(set_v, VF_HOST));
  must(vf_view_wait(set_v));
  expect(a, 4);
  expect(b, 4);
  must(vf_view_release(&set_v, true));
}

static void result_on_the_device_is_asked_for_later(void **state)
{
  (void)state;
  const vf_box box = all();
  double result[1] = { OLD };
  begin(1, 2);
  vf_view *result_v = wrapped_line(result, 1, "result");
  fill(a_v, -11);
  must(vf_norm_max_boxes(&box, 1, a_v, NULL, result_v));
  must(vf_view_prefetch(result_v, VF_HOST));
  fill(a_v, 3);
  if (late()) assert_true(result[0] == OLD);
  must(vf_view_wait(result_v));
  assert_true(result[0] == 11);
  discard(result_v);
  end();
}

/* One launch for two calls: fills of both arrays. */
static void fill_together(double value)
{
  const vf_box box = all();
  vfi_argument arguments[2][2] = { { { .view = a_v }, { .value.number = value } },
                                   { { .view = b_v }, { .value.number = value } } };
  vfi_call calls[2];
  memset(calls, 0, sizeof calls);
  for (int c = 0; c < 2; c++) {
    calls[c].kernel = &vf_fill_value_kernel;
    calls[c].boxes = &box;
    calls[c].box_count = 1;
    calls[c].arguments = arguments[c];
  }
  must(vf_dispatch_together(calls, 2));
}

static void calls_together_meet_copies_in_the_air(void **state)
{
  (void)state;
  begin(1, 2);
  for (int round = 1; round <= 3; round++) {
    fill_together(round);
    must(vf_view_prefetch(a_v, VF_HOST));
    must(vf_view_prefetch(b_v, VF_HOST));
    fill_together(-round);
    must(vf_view_wait(a_v));
    must(vf_view_wait(b_v));
    if (separate()) {
      expect(a, round);
      expect(b, round);
    }
  }
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, -3);
  end();
}

/* A section's copies are made at once. */
static void sections_are_prefetched_like_accesses(void **state)
{
  (void)state;
  double rows[2 * CELLS];
  const int64_t extents[1] = { CELLS }, steps[1] = { 2 * sizeof(double) };
  vf_view *odd = NULL;
  begin(1, 2);
  for (int c = 0; c < 2 * CELLS; c++) rows[c] = c % 2 ? -1 : 4;
  must(vf_view_wrap_section(NULL, rows, VF_REAL64, 1, extents, steps, NULL, "odd", &odd));
  must(vf_view_prefetch(odd, VF_DEVICE));
  copy(odd, a_v);
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, 4);
  fill(odd, 7);
  must(vf_view_prefetch(odd, VF_HOST));
  must(vf_view_wait(odd));
  for (int c = 0; c < 2 * CELLS; c++) assert_true(rows[c] == (c % 2 ? -1 : 7));
  must(vf_view_release(&odd, false));
  end();
}

static void array_without_elements_needs_no_copy(void **state)
{
  (void)state;
  vf_view *nothing = wrapped_line(NULL, 0, "nothing");
  must(vf_view_prefetch(nothing, VF_DEVICE));
  must(vf_view_prefetch(nothing, VF_HOST));
  must(vf_view_wait(nothing));
  expect_copies(0, 0);
  must(vf_view_release(&nothing, false));
}

static void bad_arguments_are_refused(void **state)
{
  (void)state;
  begin(1, 2);
  refused(vf_view_prefetch(a_v, (vf_side)7), VF_ERROR_ARGUMENT, "prefetch of 'a': side 7");
  refused(vf_view_prefetch(NULL, VF_HOST), VF_ERROR_NULL, "prefetch");
  refused(vf_view_wait(NULL), VF_ERROR_NULL, "wait");
  end();
}

static int original_calls;

static void original_fill(const vf_original_call *call, void *user)
{
  (void)user;
  original_calls++;
  for (int c = 0; c < CELLS; c++) ((double *)call->arrays[0].first)[c] = call->values[1].number;
}

/* A check sees whole arrays, so copies are no longer in the air. */
static void checked_calls_have_copies_made_at_once(void **state)
{
  (void)state;
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vf_fill_value_set_original(VF_REAL64, original_fill, NULL));
  must(vf_validate_mode("fill_value", VF_MODE_CHECK));
  fill(a_v, 6);
  assert_int_equal(original_calls, 1);
  must(vf_view_prefetch(a_v, VF_HOST));
  expect(a, 6);
  expect_state(a_v, true, true);
  must(vf_view_to_host(a_v, VF_UPDATE));
  a[3] = 8;
  must(vf_view_prefetch(a_v, VF_DEVICE));
  expect_state(a_v, true, true);
  must(vf_validate_mode("fill_value", VF_MODE_DEVICE));
  must(vf_fill_value_set_original(VF_REAL64, NULL, NULL));
  end();
}

static const struct CMUnitTest tests[] = {
  claim(kernel_waits_for_the_values_of_its_array),
  claim(results_are_complete_after_the_wait),
  claim(access_of_the_host_waits_like_wait),
  claim(wait_is_for_one_view_alone),
  claim(host_gets_the_values_from_before_a_later_kernel),
  claim(kernel_on_a_part_waits_for_the_copy_to_the_host),
  claim(kernel_that_reads_does_not_end_the_copy_to_the_host),
  claim(next_values_of_the_host_follow_the_last),
  claim(values_that_the_host_wrote_unannounced_are_copied_again),
  claim(write_marked_while_a_copy_is_in_the_air_is_copied_again),
  claim(up_to_date_side_and_a_second_prefetch_copy_nothing),
  claim(syncs_copy_whatever_is_in_the_air),
  claim(parts_move_behind_a_copy_in_the_air),
  claim(release_waits_for_the_copy_to_the_host),
  claim(old_values_in_the_air_are_no_reason_to_release),
  claim(context_waits_for_all_copies),
  claim(context_closes_with_copies_in_the_air),
  claim(array_at_the_address_of_an_array_in_the_air_has_its_own_values),
  claim(all_arrays_of_a_set_are_prefetched),
  claim(result_on_the_device_is_asked_for_later),
  claim(calls_together_meet_copies_in_the_air),
  claim(sections_are_prefetched_like_accesses),
  claim(array_without_elements_needs_no_copy),
  claim(bad_arguments_are_refused),
  claim(checked_calls_have_copies_made_at_once),
};
RUN("prefetch", tests)
