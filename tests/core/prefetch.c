/* Copies that the host does not wait for: the values that arrive, the waits, and the states. On the device "late" each copy is
 * made at the last moment, so a missing wait gives old values. */
#include "watched_backend.h"

#include <viewfab/set.h>
#include <viewfab/validate.h>

enum { CELLS = 1000, OLD = -3 };
static double a[CELLS], b[CELLS];
static vf_view *a_v, *b_v;

static bool late(void) { return !strcmp(device_memory(), "late"); }
static vf_box all(void) { return line(1, CELLS); }

static void set(double *host, double value)
{
  for (int c = 0; c < CELLS; c++) host[c] = value;
}

static void expect(const double *host, double value)
{
  for (int c = 0; c < CELLS; c++)
    if (host[c] != value) fail_msg("element %d is %g, not %g", c + 1, host[c], value);
}

static void begin(double in_a, double in_b)
{
  set(a, in_a);
  set(b, in_b);
  a_v = wrapped_line(a, CELLS, "a");
  b_v = wrapped_line(b, CELLS, "b");
}

static void end(void)
{
  must(vf_view_release(&a_v, true));
  must(vf_view_release(&b_v, true));
}

static void fill(vf_view *view, double value)
{
  const vf_box box = all();
  must(vf_fill_value(&box, view, value));
}

static void copy(vf_view *from, vf_view *to)
{
  const vf_box box = all();
  must(vf_copy(&box, from, to));
}

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

/* ---- The queues, as the back end sees them ----------------------------------------------------------------------- */

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

static int failures;

/* Makes a call. A failure of the device has its text, and a second call makes it good. */
#define attempt(call)                                     \
  do {                                                    \
    if (call) {                                           \
      failures++;                                         \
      assert_non_null(strstr(vf_last_error(), "failed")); \
      must(call);                                         \
    }                                                     \
  } while (0)

static void chain(void)
{
  const vf_box box = all();
  begin(1, 2);
  attempt(vf_view_prefetch(a_v, VF_DEVICE));
  attempt(vf_copy(&box, a_v, b_v));
  attempt(vf_view_prefetch(b_v, VF_HOST));
  if (vf_view_wait(b_v)) {
    failures++;
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
    failures = 0;
    chain();
    failed = watched.calls >= n;
    watched.fails_at = 0;
    assert_in_range(failures, 0, 1);
    untold += failed && !failures;
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
RUN("prefetch", tests)
