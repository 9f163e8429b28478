/* VF_COHERENCE=auto under threads: random accesses of the host, between kernels and beside them, against a reference. No
 * thread ever sees a piece that is filled in part. Owners of elements alternate, so all threads meet on the same pages. */
#include "auto.h"
#include "context.h"

#include <pthread.h>
#include <viewfab/backend.h>
#include <stdatomic.h>

enum { THREADS = 4, ARRAYS = 4, LONGEST = 700001, ROUNDS = 80, BATCHES = 1000, RUN_LENGTH = 120 };

typedef struct watched {
  int64_t count;
  double *values, *reference;
  vf_view *view;
  vf_box all;
} watched;

static watched arrays[ARRAYS];
static double *block;
static atomic_long wrong, checked;

static uint64_t mixed(uint64_t z)
{
  z += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* The arrays share their first and last pages with each other. */
static void wrap_arrays(void)
{
  static const int64_t counts[ARRAYS] = { 100, 13001, 250001, LONGEST };
  int64_t total = 3;
  for (int a = 0; a < ARRAYS; a++) total += counts[a] + 1;
  block = malloc((size_t)total * sizeof *block);
  assert_non_null(block);
  double *next = block + 3;
  for (int a = 0; a < ARRAYS; a++) {
    watched *array = &arrays[a];
    *array = (watched){ .count = counts[a], .values = next, .all = line(1, (int)counts[a]) };
    array->reference = malloc((size_t)counts[a] * sizeof(double));
    assert_non_null(array->reference);
    for (int64_t n = 0; n < counts[a]; n++) array->values[n] = array->reference[n] = (double)n;
    array->view = wrapped_line(array->values, counts[a], "values");
    next[counts[a]] = -7; /* foreign data */
    next += counts[a] + 1;
  }
}

static void release_arrays(void)
{
  for (int a = 0; a < ARRAYS; a++) {
    watched *array = &arrays[a];
    must(vf_view_release(&array->view, false));
    assert_memory_equal(array->values, array->reference, (size_t)array->count * sizeof(double));
    must_be(array->values[array->count], -7);
    free(array->reference);
  }
  free(block);
}

static void kernels(int round)
{
  for (int a = 0; a < ARRAYS; a++) {
    watched *array = &arrays[a];
    const double value = round * 1e7 + a;
    const int last = (int)(mixed((uint64_t)(round * 8 + a)) % (uint64_t)array->count) + 1;
    const vf_box some = line(1, round % 3 ? last : (int)array->count);
    if (round % 2) {
      must(vf_fill_value(&some, array->view, value));
      for (int64_t n = 0; n < some.upper[0]; n++) array->reference[n] = value;
    } else {
      must(vf_add_constant(&some, array->view, value));
      for (int64_t n = 0; n < some.upper[0]; n++) array->reference[n] += value;
    }
  }
}

/* A thread reads elements that nobody writes in this round, and reads and writes its own. */
static void access_run(const watched *array, int64_t first, int round, unsigned thread)
{
  for (int64_t n = first; n < first + RUN_LENGTH && n < array->count; n++) {
    const uint64_t luck = mixed((uint64_t)(n * 77 + round));
    const bool common = luck % 4 == 0, own = luck / 4 % THREADS == thread;
    if (!common && !own) continue;
    volatile double *value = &array->values[n];
    wrong += *value != array->reference[n];
    checked++;
    if (own && !common && luck & 0x1000) *value = array->reference[n] = round * 1e8 + (double)n;
  }
}

static int round_now;

static void *host_code(void *number)
{
  const unsigned thread = (unsigned)(uintptr_t)number;
  uint64_t luck = mixed((uint64_t)round_now * 1000 + thread);
  for (int b = 0; b < BATCHES; b++) {
    luck = mixed(luck);
    const watched *array = &arrays[luck % ARRAYS];
    access_run(array, (int64_t)(luck / 256 % (uint64_t)array->count), round_now, thread);
  }
  return NULL;
}

static void random_accesses_of_threads_have_the_newest_values(void **state)
{
  (void)state;
  wrong = checked = 0;
  wrap_arrays();
  for (round_now = 0; round_now < ROUNDS; round_now++) {
    pthread_t threads[THREADS];
    kernels(round_now);
    for (uintptr_t t = 0; t < THREADS; t++)
      assert_int_equal(pthread_create(&threads[t], NULL, host_code, (void *)t), 0);
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  }
  assert_int_equal(wrong, 0);
  assert_true(checked > 10000000);
  release_arrays();
}

/* ---- Host code beside kernels on other elements of the same array ------------------------------------------------- */

enum { HALF = 150000 };
static double *shared_values;
static atomic_bool done;

/* The second half of the array belongs to this thread. */
static void *host_half(void *lost)
{
  for (int count = 1; !done; count++)
    for (int n = HALF; n < 2 * HALF; n += 1013) {
      volatile double *value = &shared_values[n];
      *value = count;
      *(int *)lost += *value != count;
    }
  return NULL;
}

static void host_code_beside_a_kernel_loses_nothing(void **state)
{
  (void)state;
  int lost = 0;
  pthread_t thread;
  done = false;
  shared_values = numbers(2 * HALF, 0);
  for (int n = 0; n < 2 * HALF; n++) shared_values[n] = 0;
  vf_view *view = wrapped_line(shared_values, 2 * HALF, "values");
  const vf_box first_half = line(1, HALF);
  assert_int_equal(pthread_create(&thread, NULL, host_half, &lost), 0);
  for (int call = 0; call < 300; call++) must(vf_add_constant(&first_half, view, 1));
  done = true;
  pthread_join(thread, NULL);
  assert_int_equal(lost, 0);
  assert_int_equal(wrong_values(shared_values, HALF, 300, 0), 0);
  for (int n = HALF; n < 2 * HALF; n++) must_be(shared_values[n], (n - HALF) % 1013 ? 0 : shared_values[HALF]);
  discard(view);
  free(shared_values);
}

/* ---- A back end that stands for another thread, or for a failure --------------------------------------------------- */

static const vf_backend *real;
static double *written_meanwhile;
static bool fails;

static int meddling_copy_to_host(void *to, const void *from, size_t size, void *queue)
{
  if (fails) return 5;
  if (written_meanwhile) *written_meanwhile = 9;
  return real->copy_to_host(to, from, size, queue);
}

static vf_context *meddle(vf_backend *table)
{
  vf_context *context = NULL;
  must(vf_context_default(&context));
  real = context->backend;
  *table = *real;
  table->copy_to_host = meddling_copy_to_host;
  context->backend = table;
  return context;
}

static void a_write_in_a_partial_page_during_a_call_is_kept(void **state)
{
  (void)state;
  vf_backend table;
  double values[16] = { 0 };
  vf_view *view = wrapped_line(values, 16, "values");
  const vf_box first_half = line(1, 8), all = line(1, 16);
  must(vf_fill_value(&first_half, view, 1));
  vf_context *context = meddle(&table);
  written_meanwhile = &values[12];
  must(vf_fill_value(&first_half, view, 2));
  written_meanwhile = NULL;
  if (!separate()) values[12] = 9;
  must_be(values[3], 2);
  must_be(values[12], 9);
  must_be(norm(&all, view), 9);
  context->backend = real;
  discard(view);
}

static void a_failed_copy_of_a_part_fails_the_call(void **state)
{
  (void)state;
  vf_backend table;
  double values[16] = { 0 };
  vf_view *view = wrapped_line(values, 16, "values");
  const vf_box all = line(1, 16);
  must(vf_fill_value(&all, view, 1));
  vf_context *context = meddle(&table);
  fails = true;
  if (separate()) refused(vf_fill_value(&all, view, 2), VF_ERROR_DEVICE, "a copy of a part of 'values'");
  fails = false;
  must(vf_fill_value(&all, view, 3));
  must_be(values[5], 3);
  context->backend = real;
  discard(view);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    auto_claim(random_accesses_of_threads_have_the_newest_values),
    auto_claim(host_code_beside_a_kernel_loses_nothing),
    auto_claim(a_write_in_a_partial_page_during_a_call_is_kept),
    auto_claim(a_failed_copy_of_a_part_fails_the_call),
  };
  return run_claims(argc, argv, "auto_threads", tests, sizeof tests / sizeof tests[0]);
}
