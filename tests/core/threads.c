/* Several threads of the code in the library at once. A failure there is handed to the main thread. */
#include "common.h"

#include <pthread.h>
#include <stdio.h>

enum { THREADS = 8, N = 32, SLAB = N / THREADS, PLANE = N * N, ROUNDS = 50 };
static double values[N * PLANE];
static const int64_t extents[3] = { N, N, N };
static vf_view *view;

typedef struct worker {
  pthread_t thread;
  int id;
  vf_status status;
  char text[256];
} worker;

/* Ends a worker's function with the first failure. */
#define attempt(call)                                                     \
  do {                                                                    \
    self->status = (call);                                                \
    if (self->status) {                                                   \
      snprintf(self->text, sizeof self->text, "%.250s", vf_last_error()); \
      return NULL;                                                        \
    }                                                                     \
  } while (0)
#define attempt_that(condition)                                                 \
  do {                                                                          \
    if (!(condition)) {                                                         \
      self->status = VF_ERROR_STATE;                                            \
      snprintf(self->text, sizeof self->text, "does not hold: %s", #condition); \
      return NULL;                                                              \
    }                                                                           \
  } while (0)

static void run(void *(*work)(void *))
{
  worker workers[THREADS];
  for (int w = 0; w < THREADS; w++) {
    workers[w] = (worker){ .id = w };
    assert_int_equal(pthread_create(&workers[w].thread, NULL, work, &workers[w]), 0);
  }
  for (int w = 0; w < THREADS; w++) pthread_join(workers[w].thread, NULL);
  for (int w = 0; w < THREADS; w++)
    if (workers[w].status) fail_msg("thread %d: %d: %s", w, workers[w].status, workers[w].text);
}

static vf_box slab(int id) { return (vf_box){ { 1, 1, id * SLAB + 1 }, { N, N, (id + 1) * SLAB } }; }

static void *set_own_slab(void *argument)
{
  worker *self = argument;
  const vf_box box = slab(self->id);
  for (int round = 1; round <= ROUNDS; round++) {
    double result = -1;
    attempt(vf_fill_value(&box, view, self->id * 1000 + round));
    attempt(vf_norm_max(&box, view, &result));
    attempt_that(result == self->id * 1000 + round);
  }
  return NULL;
}

/* Threads work on tiles of the same array: each thread finds its own values, and the array travels
 * once. */
static void tiles_of_one_array_are_set_by_several_threads(void **state)
{
  (void)state;
  view = wrapped(values, 3, extents, NULL, "values");
  run(set_own_slab);
  expect_copies(separate(), 0);
  assert_int_equal(counters().launches, 2 * THREADS * ROUNDS);
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < N * PLANE; c++) assert_true(values[c] == c / PLANE / SLAB * 1000 + ROUNDS);
  discard(view);
}

static void *wrap_and_release(void *argument)
{
  worker *self = argument;
  double own[64] = { 0 };
  const int64_t length = 64;
  const vf_box all = line(1, 64);
  for (int round = 1; round <= 4 * ROUNDS; round++) {
    vf_view *mine = NULL, *created = NULL;
    attempt(vf_view_wrap(NULL, own, VF_REAL64, 1, &length, NULL, "mine", VF_WRAP_DISTINCT, &mine));
    attempt(vf_view_create(NULL, VF_REAL64, 1, &length, NULL, "created", &created));
    attempt(vf_fill_value(&all, created, round));
    attempt(vf_copy(&all, created, mine));
    attempt(vf_view_to_host(mine, VF_READ));
    attempt_that(own[0] == round && own[63] == round);
    attempt(vf_view_release(&created, true));
    attempt(vf_view_release(&mine, false));
  }
  return NULL;
}

/* Threads wrap, use and release arrays of their own. */
static void threads_wrap_and_release_their_own_arrays(void **state)
{
  (void)state;
  run(wrap_and_release);
  assert_int_equal(counters().device_bytes, 0);
}

static void *prefetch_own_arrays(void *argument)
{
  enum { LENGTH = 700 };
  worker *self = argument;
  double in[LENGTH], out[LENGTH];
  const int64_t length = LENGTH;
  const vf_box all = line(1, LENGTH);
  vf_view *in_v = NULL, *out_v = NULL;
  attempt(vf_view_wrap(NULL, in, VF_REAL64, 1, &length, NULL, "in", VF_WRAP_DISTINCT, &in_v));
  attempt(vf_view_wrap(NULL, out, VF_REAL64, 1, &length, NULL, "out", VF_WRAP_DISTINCT, &out_v));
  for (int round = 1; round <= 4 * ROUNDS; round++) {
    const double value = 1000 * self->id + round;
    attempt(vf_view_to_host(in_v, VF_WRITE));
    for (int c = 0; c < LENGTH; c++) in[c] = value;
    attempt(vf_view_prefetch(in_v, VF_DEVICE));
    attempt(vf_copy(&all, in_v, out_v));
    attempt(vf_view_prefetch(out_v, VF_HOST));
    attempt(vf_fill_value(&all, out_v, -1));
    attempt(round % 3 ? vf_view_wait(out_v) : vf_context_wait(NULL));
    if (separate()) attempt_that(out[0] == value && out[LENGTH - 1] == value);
    attempt(vf_view_to_host(out_v, VF_READ));
    attempt_that(out[0] == -1 && out[LENGTH - 1] == -1);
  }
  attempt(vf_view_release(&in_v, false));
  attempt(vf_view_release(&out_v, false));
  return NULL;
}

/* Copies of several threads are in the air at once. */
static void threads_prefetch_their_own_arrays(void **state)
{
  (void)state;
  run(prefetch_own_arrays);
  assert_int_equal(counters().device_bytes, 0);
}

static void *fail_in_own_words(void *argument)
{
  worker *self = argument;
  char label[32];
  double own[4] = { 0 };
  const int64_t length = 4;
  const vf_box outside = line(0, 4);
  vf_view *mine = NULL;
  snprintf(label, sizeof label, "thread %d", self->id);
  attempt_that(!*vf_last_error());
  attempt(vf_view_wrap(NULL, own, VF_REAL64, 1, &length, NULL, label, VF_WRAP_DISTINCT, &mine));
  for (int round = 0; round < ROUNDS; round++) {
    attempt_that(vf_fill_value(&outside, mine, 1) == VF_ERROR_BOX);
    attempt_that(strstr(vf_last_error(), label) != NULL);
  }
  attempt(vf_view_release(&mine, false));
  return NULL;
}

/* The text of the last failure is the thread's own. */
static void each_thread_has_its_own_last_error(void **state)
{
  (void)state;
  run(fail_in_own_words);
}

static void *find_and_read(void *argument)
{
  worker *self = argument;
  const vf_box box = slab(self->id);
  for (int round = 0; round < ROUNDS; round++) {
    vf_view *found = NULL, *joined = NULL;
    double result = -1;
    attempt(vf_view_find(&values[self->id * SLAB * PLANE + round], &found));
    attempt_that(found != NULL);
    attempt(vf_view_wrap(NULL, values, VF_REAL64, 3, extents, NULL, "joined", VF_WRAP_JOIN, &joined));
    attempt(vf_norm_max(&box, joined, &result));
    attempt_that(result == 6);
    attempt(vf_view_release(&joined, false));
  }
  return NULL;
}

/* Several threads find, join and read the same array. */
static void threads_join_one_array(void **state)
{
  (void)state;
  for (int c = 0; c < N * PLANE; c++) values[c] = 6;
  view = wrapped(values, 3, extents, NULL, "values");
  run(find_and_read);
  expect_copies(separate(), 0);
  must(vf_view_release(&view, false));
}

static const struct CMUnitTest tests[] = {
  claim(tiles_of_one_array_are_set_by_several_threads),
  claim(threads_wrap_and_release_their_own_arrays),
  claim(threads_prefetch_their_own_arrays),
  claim(each_thread_has_its_own_last_error),
  claim(threads_join_one_array),
};
RUN("threads", tests)
