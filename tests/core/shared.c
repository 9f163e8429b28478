/* Arrays that the device uses in place: nothing is copied, and the host waits where it would get a copy. On the device "shared" each
 * kernel runs at the last moment, so a missing wait gives old values, or old values of a reader. */
#include "two_arrays.h"

#include <pthread.h>

#include <viewfab/memory.h>
#include <viewfab/set.h>
#include <viewfab/validate.h>

#include "../../c_src/core/device_pool.h"

static bool late_launches(void) { return !strcmp(device_memory(), "shared"); }

static bool in_place(const vf_view *view)
{
  bool is = false;
  must(vf_view_in_place(view, &is));
  return is;
}

/* Opens the device with a word in VF_SHARED_MEMORY; NULL: without. */
static void open_with(const char *word)
{
  must(vf_finalize());
  if (word) setenv("VF_SHARED_MEMORY", word, 1);
  else unsetenv("VF_SHARED_MEMORY");
  must(vf_init(NULL));
}

/* Skips the test on a GPU that does not use the host's memory. */
static void begin_shared(double in_a, double in_b)
{
  open_with(late_launches() ? NULL : "on");
  begin(in_a, in_b);
  if (in_place(a_v)) return;
  discard(a_v);
  discard(b_v);
  assert_true(on_gpu());
  skip();
}

static void end_shared(void)
{
  end();
  unsetenv("VF_SHARED_MEMORY");
}

static void kernels_work_on_the_array_of_the_host(void **state)
{
  (void)state;
  void *address = NULL;
  vf_counters moved;
  begin_shared(1, 2);
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 1);
  must(vf_view_device_address(b_v, VF_READ, &address));
  assert_ptr_equal(address, b);
  expect_copies(0, 0);
  must(vf_view_counters(b_v, &moved));
  assert_int_equal(moved.device_bytes, 0);
  assert_int_equal(counters().device_bytes, 0);
  end_shared();
}

static void read_of_the_host_waits_for_kernels_that_write(void **state)
{
  (void)state;
  begin_shared(1, 2);
  fill(a_v, 7);
  if (late_launches()) expect(a, 1);
  expect_state(a_v, false, true);
  const int64_t before = counters().waits;
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, 7);
  expect_state(a_v, true, true);
  must(vf_view_to_host(a_v, VF_READ));
  must(vf_view_sync_d2h(a_v));
  assert_int_equal(counters().waits, before + 1);
  end_shared();
}

/* Both sides hold the values, and a copy would be needed by nobody. */
static void write_of_the_host_waits_for_kernels_that_read(void **state)
{
  (void)state;
  for (int whole = 0; whole <= 1; whole++) {
    begin_shared(1, 2);
    copy(a_v, b_v);
    expect_state(a_v, true, true);
    must(vf_view_to_host(a_v, VF_READ)); /* no wait: the kernel reads too */
    if (late_launches()) expect(b, 2);
    must(vf_view_to_host(a_v, whole ? VF_WRITE : VF_UPDATE));
    set(a, 3);
    must(vf_view_to_host(b_v, VF_READ));
    expect(b, 1);
    copy(a_v, b_v);
    must(vf_view_sync_d2h(b_v));
    expect(b, 3);
    end_shared();
  }
}

static void writes_that_kernels_may_have_met_are_refused(void **state)
{
  (void)state;
  const vf_box some = line(3, 5);
  begin_shared(1, 2);
  copy(a_v, b_v);
  refused(vf_view_sync_h2d(a_v), VF_ERROR_STATE, "sync_h2d of 'a'");
  refused(vf_view_mark_written(a_v, VF_HOST), VF_ERROR_STATE, "mark_written of 'a'");
  refused(vf_view_sync_h2d_box(a_v, &some, NULL), VF_ERROR_STATE, "sync_h2d of 'a'");
  refused(vf_view_mark_written_box(a_v, VF_HOST, &some, NULL), VF_ERROR_STATE, "mark_written of 'a'");
  refused(vf_view_sync_h2d_ghosts(a_v, &some, 1, NULL), VF_ERROR_STATE, "sync_h2d_ghosts of 'a'");
  expect_state(a_v, true, true);
  must(vf_context_wait(NULL));
  set(a, 4);
  must(vf_view_mark_written(a_v, VF_HOST));
  expect_state(a_v, true, false);
  must(vf_view_sync_h2d(a_v));
  expect_state(a_v, true, true);
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 4);
  end_shared();
}

static void results_that_the_host_has_read_are_a_wait(void **state)
{
  (void)state;
  begin_shared(1, 2);
  const vf_box box = all();
  assert_true(norm(&box, a_v) == 1);
  set(a, 6);
  must(vf_view_sync_h2d(a_v));
  fill(b_v, 8);
  assert_true(norm(&box, a_v) == 6); /* the wait is for b too */
  expect(b, 8);
  must(vf_view_to_host(b_v, VF_UPDATE));
  assert_int_equal(counters().waits, 2);
  end_shared();
}

static void parts_are_waited_for_as_the_whole_is(void **state)
{
  (void)state;
  const vf_box some = line(10, 20);
  begin_shared(1, 2);
  must(vf_fill_value(&some, a_v, 5));
  must(vf_view_sync_d2h_box(a_v, &some, NULL));
  assert_true(a[8] == 1 && a[9] == 5 && a[19] == 5 && a[20] == 1);
  must(vf_fill_value(&some, a_v, 6));
  must(vf_view_sync_d2h_ghosts(a_v, &some, 1, NULL));
  assert_true(a[9] == 6);
  must(vf_fill_value(&some, a_v, 7));
  must(vf_view_to_host_box(a_v, VF_UPDATE, &some, NULL));
  assert_true(a[9] == 7);
  a[9] = 8;
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  assert_true(b[8] == 1 && b[9] == 8 && b[10] == 7);
  expect_copies(0, 0);
  end_shared();
}

static void release_keeps_the_rules_of_copies_and_waits(void **state)
{
  (void)state;
  begin_shared(1, 2);
  fill(a_v, 9);
  refused(vf_view_release(&a_v, false), VF_ERROR_STALE, "'a'");
  must(vf_view_release(&a_v, true));
  expect(a, 9); /* nothing uses the array any more */
  end_shared();
}

static void wait_for_a_view_leaves_later_kernels_alone(void **state)
{
  (void)state;
  begin_shared(1, 2);
  must(vf_view_prefetch(a_v, VF_HOST));
  fill(a_v, 3);
  must(vf_view_prefetch(a_v, VF_HOST));
  fill(b_v, 4);
  must(vf_view_wait(a_v));
  expect_state(a_v, true, true);
  expect(a, 3);
  if (late_launches()) expect(b, 2);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 4);
  expect_copies(0, 0);
  end_shared();
}

/* Code of the program has used the array on the device, in the queue of the kernels. */
static void unknown_work_is_waited_for_with_all_kernels(void **state)
{
  (void)state;
  begin_shared(1, 2);
  must(vf_view_prefetch(a_v, VF_DEVICE));
  fill(a_v, 3);
  must(vf_view_to_device(a_v, VF_UPDATE));
  fill(b_v, 4);
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, 3);
  expect(b, 4);
  end_shared();
}

static void work_on_a_given_address_is_waited_for_each_time(void **state)
{
  (void)state;
  void *address = NULL;
  begin_shared(1, 2);
  must(vf_view_device_address(a_v, VF_UPDATE, &address));
  for (int round = 1; round <= 2; round++) {
    const int64_t before = counters().waits;
    must(vf_view_to_host(a_v, VF_READ));
    assert_int_equal(counters().waits, before + 1);
  }
  end_shared();
}

/* Arrays that the program does not see stay on the device. */
static void arrays_of_viewfab_have_copies(void **state)
{
  (void)state;
  const int64_t cells = CELLS, extents[1] = { CELLS / 2 }, steps[1] = { 2 * sizeof(double) };
  vf_view *own = NULL, *section = NULL;
  begin_shared(1, 2);
  must(vf_view_create(NULL, VF_REAL64, 1, &cells, NULL, "own", &own));
  must(vf_view_release(&b_v, true));
  must(vf_view_wrap_section(NULL, b, VF_REAL64, 1, extents, steps, NULL, "section", &section));
  assert_false(in_place(own));
  assert_false(in_place(section));
  copy(a_v, own);
  must(vf_view_to_host(own, VF_READ));
  const vf_box half = line(1, CELLS / 2);
  must(vf_fill_value(&half, section, 5));
  must(vf_view_to_host(section, VF_READ));
  assert_true(b[0] == 5 && b[1] == 2 && b[CELLS - 2] == 5);
  discard(section);
  discard(own);
  b_v = wrapped_line(b, CELLS, "b");
  end_shared();
}

static int original_calls;

static void original_fill(const vf_original_call *call, void *user)
{
  (void)user;
  original_calls++;
  for (int c = 0; c < CELLS; c++) ((double *)call->arrays[0].first)[c] = call->values[1].number;
}

/* Checks compare two sides. */
static void checked_calls_get_copies(void **state)
{
  (void)state;
  begin_shared(1, 2);
  fill(a_v, 3);
  must(vf_fill_value_set_original(VF_REAL64, original_fill, NULL));
  must(vf_validate_mode("fill_value", VF_MODE_CHECK));
  fill(a_v, 4);
  assert_int_equal(original_calls, 1);
  assert_false(in_place(a_v));
  assert_false(in_place(b_v));
  must(vf_validate_mode("fill_value", VF_MODE_DEVICE));
  must(vf_fill_value_set_original(VF_REAL64, NULL, NULL));
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, 4);
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 4);
  end_shared();
}

static void failed_wait_leaves_the_array_on_the_device(void **state)
{
  (void)state;
  begin_shared(1, 2);
  end_shared();
  if (!late_launches()) skip();
  watch(NULL, false);
  begin(1, 2);
  fill(a_v, 5);
  watched.fails_at = watched.calls + 1;
  refused(vf_view_to_host(a_v, VF_READ), VF_ERROR_DEVICE, "queued earlier");
  expect_state(a_v, false, true);
  must(vf_view_to_host(a_v, VF_READ));
  expect(a, 5);
  end_shared();
}

enum { THREADS = 4, ROUNDS = 60 };
static double of_threads[THREADS][CELLS];

/* Returns a text if something was wrong. */
static void *work_on_own_array(void *own)
{
  double *values = own;
  const vf_box box = line(1, CELLS);
  const int64_t cells = CELLS;
  vf_view *view = NULL;
  double largest = 0;
  vf_status status = vf_view_wrap(NULL, values, VF_REAL64, 1, &cells, NULL, "own", VF_WRAP_DISTINCT, &view);
  for (int round = 1; round <= ROUNDS && !status; round++) {
    status = vf_fill_value(&box, view, round);
    if (!status) status = vf_view_to_host(view, VF_UPDATE);
    if (!status && (values[0] != round || values[CELLS - 1] != round)) return "old values";
    values[round] = 1000;
    if (!status) status = vf_norm_max(&box, view, &largest);
    if (!status && largest != 1000) return "an old norm";
    if (!status && round % 5 == 0) status = vf_context_wait(NULL);
  }
  if (!status) status = vf_view_release(&view, true);
  return status ? "a failure" : NULL;
}

/* A wait of one thread is no wait for the launches of another. */
static void threads_wait_for_their_own_arrays(void **state)
{
  (void)state;
  pthread_t threads[THREADS];
  begin_shared(1, 2);
  for (int t = 0; t < THREADS; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, work_on_own_array, of_threads[t]), 0);
  for (int t = 0; t < THREADS; t++) {
    void *wrong = NULL;
    pthread_join(threads[t], &wrong);
    if (wrong) fail_msg("thread %d has found %s", t, (const char *)wrong);
  }
  end_shared();
}

static bool managed_is_a;
static int is_managed(const void *address, bool *managed)
{
  const char *at = address;
  *managed = managed_is_a && at >= (const char *)a && at < (const char *)(a + CELLS);
  return 0;
}

/* The test gives the host's device the answers of a GPU. */
static void managed_arrays_alone_are_used_in_place(void **state)
{
  (void)state;
  if (!late_launches()) skip();
  watch(NULL, false);
  watched.table.is_managed = is_managed;
  watched.context->pool->shares = VF_SHARES_MANAGED;
  for (int is = 0; is <= 1; is++) {
    managed_is_a = is;
    begin(1, 2);
    assert_int_equal(in_place(a_v), is);
    assert_false(in_place(b_v));
    copy(a_v, b_v);
    fill(a_v, 5);
    must(vf_view_to_host(a_v, VF_READ));
    must(vf_view_to_host(b_v, VF_READ));
    expect(a, 5);
    expect(b, 1);
    end_shared();
  }
}

static const char *report(void)
{
  static char text[4096];
  must(vf_memory_report(text, sizeof text, NULL));
  return text;
}

static void words_choose_between_copies_and_sharing(void **state)
{
  (void)state;
  must(vf_finalize());
  setenv("VF_SHARED_MEMORY", "always", 1);
  refused(vf_init(NULL), VF_ERROR_ARGUMENT, "VF_SHARED_MEMORY is 'always'");
  setenv("VF_SHARED_MEMORY", "off", 1);
  must(vf_init(NULL));
  begin(1, 2);
  assert_false(in_place(a_v));
  copy(a_v, b_v);
  must(vf_view_to_host(b_v, VF_READ));
  expect(b, 1);
  expect_copies(1, 1);
  end_shared();
}

static void trial_tells_its_times(void **state)
{
  (void)state;
  begin_shared(1, 2);
  assert_non_null(strstr(report(), "used in place"));
  end_shared();
  open_with("auto");
  begin(1, 2);
  assert_non_null(strstr(report(), "passes over 16 MiB"));
  assert_non_null(strstr(report(), in_place(a_v) ? "are used in place" : "are copied"));
  end_shared();
}

static const struct CMUnitTest tests[] = {
  claim(kernels_work_on_the_array_of_the_host),
  claim(read_of_the_host_waits_for_kernels_that_write),
  claim(write_of_the_host_waits_for_kernels_that_read),
  claim(writes_that_kernels_may_have_met_are_refused),
  claim(results_that_the_host_has_read_are_a_wait),
  claim(parts_are_waited_for_as_the_whole_is),
  claim(release_keeps_the_rules_of_copies_and_waits),
  claim(wait_for_a_view_leaves_later_kernels_alone),
  claim(unknown_work_is_waited_for_with_all_kernels),
  claim(work_on_a_given_address_is_waited_for_each_time),
  claim(arrays_of_viewfab_have_copies),
  claim(checked_calls_get_copies),
  claim(failed_wait_leaves_the_array_on_the_device),
  claim(threads_wait_for_their_own_arrays),
  claim(managed_arrays_alone_are_used_in_place),
  claim(words_choose_between_copies_and_sharing),
  claim(trial_tells_its_times),
};
RUN("shared", tests)
