/* The life of queues of kernels: pairs of begin and end, threads, queues that end, misuse, and failures of the device. */
#include <pthread.h>

#include "two_queues.h"

/* ---- Use ---- */

static void inner_pair_counts_and_the_outer_queue_comes_back(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  open_two();
  fill(a_v, 0);
  fill(b_v, 0);
  must(vf_queue_begin(first));
  fill(a_v, 1);
  must(vf_queue_begin(second));
  fill(b_v, 2);
  must(vf_queue_begin(first));
  fill(a_v, 3);
  must(vf_queue_end(first));
  const int orders = watched.orders;
  fill(b_v, 4); /* in the second queue, as before */
  must(vf_queue_end(second));
  fill(a_v, 5); /* in the first */
  must(vf_queue_end(first));
  assert_int_equal(watched.orders, orders);
  fill(a_v, 6); /* in the own queue, behind both */
  assert_int_equal(watched.orders, orders + 2);
  close_two();
}

enum { THREADS = 3 };
static double of_thread[THREADS][CELLS];
static vf_view *view_of_thread[THREADS];
static vf_queue *queue_of_thread[THREADS];

/* NULL, or what failed. A thread may meet the queue of another thread. */
static void *work_of_thread(void *argument)
{
  const int t = (int)(intptr_t)argument;
  vf_queue *const queue = queue_of_thread[t];
  const vf_box box = all();
  if (vf_queue_end(first) != VF_ERROR_STATE) return "the pair of another thread has ended here";
  for (int round = 0; round < 50; round++) {
    if (queue && vf_queue_begin(queue)) return "begin";
    if (vf_add_constant(&box, view_of_thread[t], 1)) return "kernel";
    if (queue && vf_queue_end(queue)) return "end";
  }
  return NULL;
}

static void threads_have_queues_of_their_own(void **state)
{
  (void)state;
  pthread_t threads[THREADS];
  void *failure = NULL;
  open_two();
  vf_queue *const queues[THREADS] = { second, NULL, first };
  must(vf_queue_begin(first));
  for (int t = 0; t < THREADS; t++) {
    set(of_thread[t], t);
    view_of_thread[t] = wrapped_line(of_thread[t], CELLS, "of a thread");
    queue_of_thread[t] = queues[t];
  }
  for (int t = 0; t < THREADS; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, work_of_thread, (void *)(intptr_t)t), 0);
  for (int round = 0; round < 50; round++) fill(a_v, round);
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], &failure);
    if (failure) fail_msg("thread %d: %s", t, (const char *)failure);
  }
  must(vf_queue_end(first));
  expect_on_host(a_v, a, 49);
  for (int t = 0; t < THREADS; t++) {
    copy_in(second, view_of_thread[t], b_v);
    expect_on_host(b_v, b, 50 + t);
    must(vf_view_release(&view_of_thread[t], true));
  }
  close_two();
}

static void slots_of_destroyed_queues_are_used_again(void **state)
{
  (void)state;
  open_two();
  for (int round = 0; round < 3 * VF_MOST_QUEUES; round++) {
    vf_queue *queue = NULL;
    must(vf_queue_create(NULL, "short", &queue));
    fill_in(queue, a_v, round);
    copy_in(first, a_v, b_v);
    if (round % 2) must(vf_queue_wait(queue));
    must(vf_queue_destroy(queue));
    copy_in(second, a_v, c_v);
    expect_on_host(b_v, b, round);
    expect_on_host(c_v, c, round);
  }
  close_two();
}

static void context_closes_with_the_work_of_its_queues_done(void **state)
{
  (void)state;
  vf_queue *queue = NULL;
  begin(1, 2);
  must(vf_queue_create(NULL, NULL, &queue));
  fill_in(queue, a_v, 5);
  must(vf_finalize());
  refused(vf_queue_wait(queue), VF_ERROR_STATE, "vf_queue_wait: the queue was destroyed");
  must(vf_init(NULL));
}

static void misuse_is_refused_with_the_label(void **state)
{
  (void)state;
  vf_queue *many[VF_MOST_QUEUES] = { NULL }, *extra = NULL;
  vf_context *another = NULL;
  vf_view *other_v = NULL;
  const vf_box box = all();
  const int64_t length = CELLS;
  static double other[CELLS];
  open_two();
  refused(vf_queue_create(NULL, "x", NULL), VF_ERROR_NULL, "queue is NULL");
  refused(vf_queue_begin(NULL), VF_ERROR_NULL, "vf_queue_begin: the queue is NULL");
  refused(vf_queue_wait(NULL), VF_ERROR_NULL, "vf_queue_wait: the queue is NULL");
  must(vf_queue_destroy(NULL));
  refused(vf_queue_end(first), VF_ERROR_STATE, "vf_queue_end('first'): this thread uses no queue");
  must(vf_queue_begin(first));
  must(vf_queue_begin(second));
  refused(vf_queue_end(first), VF_ERROR_STATE, "vf_queue_end('first'): the queue 'second' was begun later");
  refused(vf_queue_destroy(second), VF_ERROR_STATE,
          "vf_queue_destroy: the queue 'second' has 1 begin without an end (vf_queue_end, in Fortran call q%end())");
  refused(vf_finalize(), VF_ERROR_STATE, "vf_finalize: the queue 'second' has 1 begin without an end");
  must(vf_context_create(NULL, &another));
  must(vf_view_wrap(another, other, VF_REAL64, 1, &length, NULL, "other", VF_WRAP_DISTINCT, &other_v));
  refused(vf_fill_value(&box, other_v, 1), VF_ERROR_CONTEXT, "the queue 'second' in use to another context");
  must(vf_queue_end(second));
  must(vf_queue_end(first));
  must(vf_fill_value(&box, other_v, 1));
  must(vf_view_release(&other_v, true));
  must(vf_context_destroy(another));
  for (int n = 0; n < VF_MOST_NESTED_QUEUES; n++) must(vf_queue_begin(first));
  refused(vf_queue_begin(second), VF_ERROR_STATE, "vf_queue_begin('second'): this thread has 16 begins");
  refused(vf_queue_destroy(first), VF_ERROR_STATE, "the queue 'first' has 16 begins without an end");
  refused(vf_queue_destroy(first), VF_ERROR_STATE, "call q%end()): is an end missing in a loop?");
  for (int n = 0; n < VF_MOST_NESTED_QUEUES; n++) must(vf_queue_end(first));
  for (int q = 2; q < VF_MOST_QUEUES; q++) must(vf_queue_create(NULL, "one of many", &many[q]));
  refused(vf_queue_create(NULL, "extra", &extra), VF_ERROR_STATE,
          "vf_queue_create('extra'): the context has 16 queues");
  assert_null(extra);
  for (int q = 2; q < VF_MOST_QUEUES; q++) must(vf_queue_destroy(many[q]));
  must(vf_queue_destroy(second));
  refused(vf_queue_begin(second), VF_ERROR_STATE, "vf_queue_begin: the queue was destroyed");
  refused(vf_queue_destroy(second), VF_ERROR_STATE, "vf_queue_destroy: the queue was destroyed");
  second = NULL;
  close_two();
}

/* ---- Failures ---- */

/* The kernels only write or copy, so a second call does the same. */
static void chain(void)
{
  const vf_box box = all();
  open_two();
  must(vf_queue_begin(first));
  attempt(vf_fill_value(&box, a_v, 5));
  must(vf_queue_end(first));
  must(vf_queue_begin(second));
  attempt(vf_copy(&box, a_v, b_v));
  must(vf_queue_end(second));
  must(vf_queue_begin(first));
  attempt(vf_fill_value(&box, a_v, 6));
  must(vf_queue_end(first));
  attempt(vf_copy(&box, b_v, c_v));
  attempt(vf_queue_wait(second));
  attempt(vf_view_to_host(c_v, VF_READ));
  expect(c, 5);
  attempt(vf_view_to_host(a_v, VF_READ));
  expect(a, 6);
  attempt(vf_context_wait(NULL));
}

/* An order that cannot be queued is kept by a wait of the host, so some failures are told by nobody. */
static void nth_failure_of_the_device_leaves_the_order(void **state)
{
  (void)state;
  if (!separate() || on_gpu()) skip();
  bool failed = true;
  int n = 0;
  while (failed) {
    watch(NULL, false);
    watched.fails_at = ++n;
    watched.failures = 0;
    chain();
    failed = watched.calls >= n;
    watched.fails_at = 0;
    assert_in_range(watched.failures, 0, 1);
    close_two();
    assert_int_equal(counters().device_bytes, 0);
  }
  assert_in_range(n, 15, 80);
}

static int refused_queue(void **queue)
{
  (void)queue;
  return FAILURE;
}

static int refused_events_after, made_events;
static int scarce_event_create(void **event)
{
  return made_events++ == refused_events_after ? FAILURE : watched.real->event_create(event);
}

static void queue_that_cannot_be_made_leaves_nothing_behind(void **state)
{
  (void)state;
  vf_queue *queue = NULL;
  bool failed = true;
  watch(NULL, false);
  watched.table.queue_create = refused_queue;
  refused(vf_queue_create(NULL, "none", &queue), VF_ERROR_DEVICE, "creating a queue failed");
  assert_null(queue);
  watched.table.queue_create = watched.real->queue_create;
  watched.table.event_create = scarce_event_create;
  for (refused_events_after = 0; failed; refused_events_after++) {
    made_events = 0;
    failed = vf_queue_create(NULL, "scarce", &queue) != VF_OK;
    if (failed) assert_non_null(strstr(vf_last_error(), "creating an event failed"));
    assert_true(failed == !queue);
    assert_in_range(refused_events_after, 0, 100);
  }
  assert_true(refused_events_after > 2);
  must(vf_queue_destroy(queue));
}

static const struct CMUnitTest tests[] = {
  claim(inner_pair_counts_and_the_outer_queue_comes_back),
  claim(threads_have_queues_of_their_own),
  claim(slots_of_destroyed_queues_are_used_again),
  claim(context_closes_with_the_work_of_its_queues_done),
  claim(misuse_is_refused_with_the_label),
  claim(nth_failure_of_the_device_leaves_the_order),
  claim(queue_that_cannot_be_made_leaves_nothing_behind),
};
RUN("queue_life", tests)
