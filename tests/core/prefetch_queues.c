/* Copies that the host does not wait for, as the back end sees them: the queues and events, the page locks, and failures. */
#include "two_arrays.h"

/* Before the host writes, the copy from its array is over, also if a kernel waits for this copy already. */
static void host_writes_after_the_copy_to_the_device(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  copy(a_v, b_v);
  must(vf_view_to_host(a_v, VF_READ));
  assert_int_equal(watched.event_waits, 0);
  must(vf_view_to_host(a_v, VF_UPDATE));
  assert_int_equal(watched.event_waits, 1);
  end();
}

/* A copy waits for earlier kernels with its array, in the queues of the device; the host waits for nothing. */
static void copies_are_ordered_behind_launches_without_a_wait(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE)); /* new memory, behind the work of earlier owners */
  assert_int_equal(watched.orders, 1);
  copy(a_v, b_v); /* waits for a */
  assert_int_equal(watched.orders, 2);
  copy(a_v, b_v); /* the queue has waited */
  assert_int_equal(watched.orders, 2);
  const int waits = watched.queue_waits;
  must(vf_view_prefetch(b_v, VF_HOST)); /* behind the launches */
  assert_int_equal(watched.orders, 3);
  must(vf_view_wait(a_v));
  must(vf_view_to_host(a_v, VF_WRITE));
  must(vf_view_prefetch(a_v, VF_DEVICE)); /* behind the launches that read the old values */
  assert_int_equal(watched.orders, 4);
  assert_int_equal(watched.queue_waits, waits);
  assert_int_equal(watched.event_waits, 1);
  end();
}

/* The mark behind the last launch with an array is made with the launch, so the next copy waits for no later launch. */
static void copies_wait_for_the_launches_with_their_array_alone(void **state)
{
  (void)state;
  if (!late()) skip(); /* the queues of a mirror are all the same */
  watch(NULL, false);
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  fill(a_v, 5);
  assert_int_equal(watched.marks, 2);
  fill(b_v, 6);
  must(vf_view_prefetch(a_v, VF_HOST));
  assert_int_equal(watched.marks, 2);
  must(vf_view_prefetch(b_v, VF_HOST)); /* its launch came before its first copy */
  assert_int_equal(watched.marks, 3);
  must(vf_view_to_host(b_v, VF_UPDATE));
  must(vf_view_prefetch(b_v, VF_DEVICE)); /* no launch since */
  assert_int_equal(watched.marks, 3);
  must(vf_view_wait(a_v));
  expect(a, 5);
  end();
}

/* Work outside of a kernel call has no mark of its own. */
static void copies_wait_for_all_work_after_a_use_that_viewfab_does_not_see(void **state)
{
  (void)state;
  void *address = NULL;
  if (!late()) skip();
  watch(NULL, false);
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  fill(a_v, 5);
  must(vf_view_device_address(a_v, VF_UPDATE, &address));
  assert_int_equal(watched.marks, 2);
  must(vf_view_prefetch(a_v, VF_HOST));
  assert_int_equal(watched.marks, 3);
  end();
}

/* An array that was prefetched once waits for its own launches and copies from then on. */
static void later_accesses_wait_for_no_other_work(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  must(vf_view_wait(a_v));
  fill(a_v, 5);
  const int waits = watched.queue_waits;
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, 5);
  must(vf_view_sync_d2h(a_v));
  must(vf_view_sync_h2d(a_v));
  assert_int_equal(watched.queue_waits, waits);
  assert_int_equal(watched.event_waits, 4);
  expect_state(a_v, true, true);
  end();
}

static void arrays_that_are_never_prefetched_have_no_queues_and_events(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  begin(1, 2);
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  must(vf_view_wait(b_v));
  must(vf_view_wait(a_v));
  assert_int_equal(watched.copy_queues, 0);
  assert_int_equal(watched.orders, 0);
  assert_int_equal(watched.event_waits, 0);
  end();
}

/* A back end that page-locks: whole pages inside the array are locked, and the rest goes through a buffer. */
static void every_byte_arrives_beside_locked_pages(void **state)
{
  (void)state;
  enum { PAGE = 4096, WORDS = PAGE / 8, MOST = 5 * WORDS };
  static double room[MOST + WORDS], target[MOST];
  static const int lengths[] = { 1, 7, WORDS - 1, WORDS, WORDS + 1, 2 * WORDS - 1, 2 * WORDS, 3 * WORDS + 5, MOST };
  if (!separate() || on_gpu()) skip();
  watch(NULL, false);
  watched.table.lock = watched_lock;
  watched.table.unlock = watched_unlock;
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
    for (int shift = 0; shift < WORDS; shift += 93) {
      const int length = lengths[l];
      const vf_box box = line(1, length);
      double *from = room + shift;
      for (int c = 0; c < length; c++) from[c] = 1000 * length + c;
      memset(target, 0, sizeof target);
      vf_view *from_v = wrapped_line(from, length, "from"), *to_v = wrapped_line(target, length, "to");
      must(vf_view_prefetch(from_v, VF_DEVICE));
      must(vf_copy(&box, from_v, to_v));
      must(vf_view_prefetch(to_v, VF_HOST));
      must(vf_add_constant(&box, from_v, 1));
      must(vf_view_prefetch(from_v, VF_HOST));
      must(vf_view_wait(to_v));
      must(vf_view_wait(from_v));
      for (int c = 0; c < length; c++)
        if (target[c] != 1000 * length + c || from[c] != 1000 * length + c + 1)
          fail_msg("length %d, shift %d, element %d: %g and %g", length, shift, c, target[c], from[c]);
      must(vf_view_release(&from_v, false));
      must(vf_view_release(&to_v, false));
    }
  assert_int_equal(watched.locks, 0);
  assert_int_equal(watched.shared, watched.shared_ends);
}

/* A new array at the address of an old array ends the page lock. No copy may still need the lock. */
static void page_lock_ends_behind_the_copy(void **state)
{
  (void)state;
  if (!separate() || on_gpu()) skip();
  watch(NULL, false);
  watched.table.lock = watched_lock;
  watched.table.unlock = watched_unlock;
  static double pages[4096];
  vf_view *view = wrapped_line(pages, 4096, "pages");
  must(vf_view_prefetch(view, VF_DEVICE));
  assert_int_equal(watched.locks, 1);
  vf_view *again = wrapped_line(pages, 4096, "again");
  assert_int_equal(watched.event_waits, 1);
  assert_int_equal(watched.locks, 0);
  discard(again);
  discard(view);
}

static void array_that_cannot_be_locked_is_copied_at_once(void **state)
{
  (void)state;
  enum { MOST = 20000 };
  static double large[MOST];
  if (!separate() || on_gpu()) skip();
  watch(NULL, false);
  watched.table.lock = watched_lock;
  watched.table.unlock = watched_unlock;
  watched.refuses_locks = true;
  vf_view *view = wrapped_line(large, MOST, "large");
  must(vf_view_prefetch(view, VF_DEVICE));
  expect_state(view, true, true);
  assert_int_equal(watched.event_waits, 0);
  assert_int_equal(counters().locks_refused, 1);
  must(vf_view_wait(view));
  must(vf_view_release(&view, false));
  watched.refuses_shared = true; /* a small array has no lock, but a buffer */
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  expect_state(a_v, true, true);
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 1);
  end();
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

static void chain(void)
{
  const vf_box box = all();
  begin(1, 2);
  attempt(vf_view_prefetch(a_v, VF_DEVICE));
  attempt(vf_copy(&box, a_v, b_v));
  attempt(vf_view_prefetch(b_v, VF_HOST));
  if (vf_view_wait(b_v)) {
    watched.failures++;
    assert_non_null(strstr(vf_last_error(), "'b'"));
    expect_state(b_v, false, true);
    must(vf_view_to_host(b_v, VF_READ));
  }
  expect(b, 1);
  attempt(vf_view_to_host(a_v, VF_WRITE));
  set(a, 3);
  attempt(vf_view_prefetch(a_v, VF_DEVICE));
  attempt(vf_copy(&box, a_v, b_v));
  attempt(vf_view_to_host(b_v, VF_READ));
  expect(b, 3);
  attempt(vf_context_wait(NULL));
  end();
}

/* Each call of the device fails once: the failed call says so, and a second call makes the values right. Nobody tells of the
 * marks behind the three launches (without a mark the next copy waits for more work). */
static void nth_failure_of_the_device_loses_nothing(void **state)
{
  (void)state;
  enum { UNTOLD = 3 };
  int n = 0, untold = 0;
  if (!separate() || on_gpu()) skip();
  for (bool failed = true; failed;) {
    watch(NULL, false);
    watched.fails_at = ++n;
    watched.failures = 0;
    chain();
    failed = watched.calls >= n;
    watched.fails_at = 0;
    assert_in_range(watched.failures, 0, 1);
    untold += failed && !watched.failures;
    assert_int_equal(watched.events, watched.event_ends);
    assert_int_equal(counters().device_bytes, 0);
  }
  assert_int_equal(untold, UNTOLD);
  assert_in_range(n, 20, 60);
}

static void failed_copy_is_told_at_the_wait_with_the_label(void **state)
{
  (void)state;
  if (!separate() || on_gpu()) skip();
  watch(NULL, false);
  begin(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  watched.fails_at = watched.calls + 1;
  refused(vf_view_wait(a_v), VF_ERROR_DEVICE, "the copy of 'a' to the device, queued earlier, failed");
  expect_state(a_v, true, false);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  copy(a_v, b_v);
  watched.fails_at = watched.calls + 1;
  refused(vf_view_to_host(a_v, VF_WRITE), VF_ERROR_DEVICE, "the copy of 'a'");
  expect_state(a_v, true, false);
  fill(b_v, 5);
  must(vf_view_prefetch(b_v, VF_HOST));
  watched.fails_at = watched.calls + 1;
  refused(vf_view_release(&b_v, false), VF_ERROR_DEVICE, "the copy of 'b' to the host");
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 5);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  watched.fails_at = watched.calls + 2; /* after the wait for the queue */
  refused(vf_context_wait(NULL), VF_ERROR_DEVICE, "the copy of 'a'");
  end();
}

static int failing_launch(const vfi_launch *launch)
{
  (void)launch;
  return FAILURE;
}

/* A failed launch may have written the device's side. The arrived values may be others. */
static void launch_that_fails_leaves_no_equal_sides(void **state)
{
  (void)state;
  const vf_box box = all();
  if (!separate()) skip();
  begin(1, 2);
  fill(a_v, 5);
  must(vf_view_prefetch(a_v, VF_HOST));
  must(vfi_kernel_tune(&vf_fill_value_kernel, backend_under_test(), VF_REAL64, failing_launch));
  refused(vf_fill_value(&box, a_v, 6), VF_ERROR_DEVICE, "fill_value");
  must(vfi_kernel_tune(&vf_fill_value_kernel, backend_under_test(), VF_REAL64, NULL));
  must(vf_view_wait(a_v));
  expect(a, 5);
  expect_state(a_v, false, true);
  end();
}

static void failed_list_leaves_all_states(void **state)
{
  (void)state;
  if (!separate() || on_gpu()) skip();
  vf_view *views[2];
  for (int n = 1, failed = 1; failed; n++) {
    watch(NULL, false);
    begin(1, 2);
    must(vf_view_prefetch(a_v, VF_DEVICE));
    must(vf_view_prefetch(b_v, VF_DEVICE));
    fill(a_v, 5);
    fill(b_v, 6);
    views[0] = a_v;
    views[1] = b_v;
    watched.fails_at = watched.calls + n;
    failed = vf_views_to_host(views, 2, VF_READ) != VF_OK;
    expect_state(a_v, !failed, true);
    expect_state(b_v, !failed, true);
    watched.fails_at = 0;
    must(vf_views_to_host(views, 2, VF_READ));
    expect(a, 5);
    expect(b, 6);
    end();
    assert_in_range(n, 1, 20);
  }
}

static const struct CMUnitTest tests[] = {
  claim(host_writes_after_the_copy_to_the_device),
  claim(copies_are_ordered_behind_launches_without_a_wait),
  claim(copies_wait_for_the_launches_with_their_array_alone),
  claim(copies_wait_for_all_work_after_a_use_that_viewfab_does_not_see),
  claim(later_accesses_wait_for_no_other_work),
  claim(arrays_that_are_never_prefetched_have_no_queues_and_events),
  claim(every_byte_arrives_beside_locked_pages),
  claim(page_lock_ends_behind_the_copy),
  claim(array_that_cannot_be_locked_is_copied_at_once),
  claim(nth_failure_of_the_device_loses_nothing),
  claim(failed_copy_is_told_at_the_wait_with_the_label),
  claim(launch_that_fails_leaves_no_equal_sides),
  claim(failed_list_leaves_all_states),
};
RUN("prefetch_queues", tests)
