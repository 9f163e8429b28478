/* Legacy calls that a code makes again and again in a region, with a change now and then, compared with plain loops.
 * usage: relinked_repeated CASE */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>
#include <viewfab/validate.h>

#include "fields.h"

/* Two calls of a kernel, then other calls, so that lists end. */
static void round_of_calls(double a, int last)
{
  add(0, 0.25, 1);
  add(2, a, 3);
  copy(4, 0);
  copy(5, last);
}

static void same_list(void)
{
  for (int round = 0; round < ROUNDS; round++) round_of_calls(0.5, 2);
  end("a repeated list gives the same results");
}

static void last_call(void)
{
  for (int round = 0; round < ROUNDS; round++) round_of_calls(0.5, round == ROUNDS - 2 ? 1 : 2);
  round_of_calls(0.5, 3);
  end("a list with another last call is not the kept list");
}

static void shorter(void)
{
  for (int round = 0; round < ROUNDS; round++) round_of_calls(0.5, 2);
  copy(4, 0);
  add(0, 0.25, 1);
  add(1, 0.25, 2);
  copy(4, 1);
  end("a shorter list is not the kept list");
}

static void scalar(void)
{
  for (int round = 0; round < ROUNDS; round++)
    round_of_calls(round < 4 ? 0.5 : round % 2 ? 0.25 : 1, 2); /* exact, whatever is fused */
  end("a changed value counts");
}

/* A tile of two is done twice; no list before had this. */
static void twice(void)
{
  for (int round = 0; round < ROUNDS; round++) {
    round_of_calls(0.5, 2);
    if (round < 4) continue;
    add_tile(0, 0.25, 1, 0, 2);
    add_tile(0, 0.25, 1, 0, 2);
    add_tile(0, 0.25, 1, 1, 2);
    add_tile(0, 0.25, 1, 1, 2);
    model_add(0, 0.25, 1);
    model_add(0, 0.25, 1);
  }
  end("a tile with two calls is done twice");
}

/* As many cells as in the lists before, and the same span. */
static void instead(void)
{
  static const int again[] = { 0, 0, 2, 3 };
  enum { LAYER = CELLS / THREADS };
  for (int round = 0; round < ROUNDS; round++) {
    for (int t = 0; t < 4; t++) add_tile(0, 0.25, 1, t, 4);
    model_add(0, 0.25, 1);
    copy(2, 3);
  }
  for (int t = 0; t < 4; t++) {
    add_tile(0, 0.25, 1, again[t], 4);
    for (int e = LAYER * again[t]; e < LAYER * (again[t] + 1); e++) {
      const volatile double product = 0.25 * expected[1][e];
      expected[0][e] += product;
    }
  }
  end("a tile with two calls does not replace another tile");
}

/* Each call reads the array that the call before wrote; in the last round the order is reversed. */
static void order(void)
{
  for (int round = 0; round < ROUNDS; round++) {
    const int turned = round == ROUNDS - 1;
    copy(turned ? 1 : 0, turned ? 2 : 1);
    copy(turned ? 0 : 1, turned ? 1 : 2);
    add(2, 0.5, 3);
  }
  end("calls that depend on each other keep their order");
}

static void given_again(void)
{
  for (int round = 0; round < ROUNDS; round++) {
    round_of_calls(0.5, 2);
    if (round != 3) continue;
    double *before = real[3];
    legacy_free(real[3]);
    real[3] = legacy_allocate(CELLS * sizeof *real[3]);
    expect(real[3] == before, "the allocator gives the address again");
    for (int e = 0; e < CELLS; e++) real[3][e] = expected[3][e] = 7 + e;
  }
  end("in a kept list reused memory takes its new values");
}

/* Through a view of the program's own. */
static void newer_host(void)
{
  const int64_t extent = CELLS;
  for (int round = 0; round < ROUNDS; round++) {
    round_of_calls(0.5, 2);
    if (round != 3) continue;
    expect(sum(3) != 0, "calls that wait are made");
    vf_view *view = NULL;
    expect(!vf_view_wrap(NULL, real[3], VF_REAL64, 1, &extent, NULL, "mine", VF_WRAP_JOIN, &view), "a view");
    expect(!vf_view_to_host(view, VF_UPDATE), "the host takes its array");
    for (int e = 0; e < CELLS; e++) real[3][e] = expected[3][e] = 7 + e;
    expect(!vf_view_release(&view, false), "its end");
  }
  end("newer values of the host come to the device for a kept list");
}

static void average(double *coarse, double *fine)
{
  int half[3] = { N / 2 - 1, N / 2 - 1, N / 2 - 1 };
  SPELLED(average3dgen)
  (coarse, &low[0], &low[1], &low[2], &half[0], &half[1], &half[2], fine, &low[0], &low[1], &low[2], &high[0], &high[1],
   &high[2], low, half, &one);
}

static void model_average(void)
{
  double coarse[CELLS / 8];
  for (int e = 0; e < CELLS / 8; e++) {
    const int i = 2 * (e % (N / 2)), j = 2 * (e / (N / 2) % (N / 2)), k = 2 * (e / (N / 2) / (N / 2));
    coarse[e] = 0;
    for (int child = 0; child < 8; child++)
      coarse[e] += expected[1][i + (child & 1) + N * (j + (child >> 1 & 1) + N * (k + (child >> 2)))];
    coarse[e] /= 8;
  }
  memcpy(expected[0], coarse, sizeof coarse);
}

static void mode(void)
{
  for (int round = 0; round < ROUNDS; round++) {
    average(real[0], real[1]);
    copy(4, 2);
  }
  expect(original_calls == 0, "the port runs");
  expect(!vf_validate_mode("average", VF_MODE_ORIGINAL), "the mode is changed");
  average(real[0], real[1]);
  expect(original_calls == 1, "the original runs once the mode has changed");
  copy(4, 2);
  expect(original_calls == 1, "calls before the change of the mode were made before");
  expect(!vf_validate_mode("average", VF_MODE_CHECK), "the mode is changed again");
  average(real[0], real[1]);
  expect(original_calls == 2, "a call of a kept list is checked");
  expect(!vf_validate_mode("average", VF_MODE_DEVICE), "and back");
  for (int round = 0; round < ROUNDS; round++) {
    average(real[0], real[1]);
    copy(4, 2);
  }
  expect(original_calls == 2, "the port runs again");
  model_average();
  end("in whatever mode the values are right");
}

/* The mode of the kernel changes while its calls wait. */
static void mode_meanwhile(void)
{
  for (int round = 0; round < ROUNDS; round++) {
    average(real[0], real[1]);
    copy(4, 2);
  }
  average(real[0], real[1]);
  expect(!vf_validate_mode("fill_value", VF_MODE_ORIGINAL), "another kernel is watched");
  expect(!vf_validate_mode("fill_value", VF_MODE_DEVICE), "and not any more");
  copy(4, 2);
  model_average();
  end("waiting calls are made if modes change");
}

static void count_of_launches(void)
{
  int64_t before = 0;
  for (int round = 0; round < ROUNDS; round++) {
    sum(0);
    before = counters_now().launches;
    round_of_calls(0.5, 2);
    sum(0);
  }
  expect(counters_now().launches - before == 4,
         "a launch for each added value, another for two copies, another for the sum");
  end("and right");
}

#define FAB(x) x, &low[0], &low[1], &low[2], &high[0], &high[1], &high[2]
#define FAB_TYPES(type) type *, int *, int *, int *, int *, int *, int *
void SPELLED(applybc3dgen)(int *flagden, int *flagbc, int *maxorder, FAB_TYPES(double), int *side, int *kind,
                           double *distance, FAB_TYPES(double), FAB_TYPES(int), FAB_TYPES(double), int *lo, int *hi,
                           int *nc, double *h);

enum { SIDES = 6 };
static int *mask;
static double *den[SIDES];

static void make_masks(void)
{
  mask = legacy_allocate(CELLS * sizeof *mask);
  for (int e = 0; e < CELLS; e++) mask[e] = 2;
  for (int side = 0; side < SIDES; side++) {
    den[side] = legacy_allocate(CELLS * sizeof *den[side]);
    memset(den[side], 0, CELLS * sizeof *den[side]);
  }
}

/* The ghosts of a cube, its outer cells, beside a side, have the values of the cells inside. */
static void fill_side(int side)
{
  enum { NEUMANN = 102 };
  int inner_low[3] = { 1, 1, 1 }, inner_high[3] = { N - 2, N - 2, N - 2 }, order = 3, kind = NEUMANN;
  double distance = 0, h[3] = { 1, 1, 1 };
  SPELLED(applybc3dgen)
  (&one, &one, &order, FAB(real[0]), &side, &kind, &distance, FAB(real[1]), FAB(mask), FAB(den[side]), inner_low,
   inner_high, &one, h);
}

static void model_side(int side)
{
  static const int step[3] = { 1, N, N * N };
  const int d = side % 3, layer = side < 3 ? 0 : N - 1, inside = side < 3 ? 1 : N - 2;
  for (int p = 1; p < N - 1; p++)
    for (int q = 1; q < N - 1; q++) {
      const int in_layer = p * step[(d + 1) % 3] + q * step[(d + 2) % 3];
      expected[0][in_layer + layer * step[d]] = expected[0][in_layer + inside * step[d]];
    }
}

static void faces(void)
{
  make_masks();
  for (int round = 0; round < ROUNDS; round++) {
    sum(0);
    const int64_t before = counters_now().launches;
    for (int side = 0; side < SIDES; side++) fill_side(side);
    sum(0);
    expect(counters_now().launches - before == 2, "six faces of a box are one launch");
  }
  for (int side = 0; side < SIDES; side++) model_side(side);
  end("and their ghosts are right");
}

/* A work array has masks, then numbers. */
static void integers_then_numbers(void)
{
  double *work, value = 0;
  make_masks();
  memcpy(&work, &mask, sizeof work);
  for (int round = 0; round < ROUNDS; round++) {
    int half[3] = { N - 1, N - 1, N / 2 - 1 };
    for (int e = 0; e < CELLS; e++) mask[e] = 2;
    fill_side(round % SIDES);
    model_side(round % SIDES);
    expect(sum(0) != 0, "calls that wait are made");
    value = round;
    SPELLED(fort_fab_setval)(low, half, work, low, half, &one, &value);
    expect(SPELLED(fort_fab_sum)(low, half, work, low, half, &one) == round * CELLS / 2, "numbers are right");
  }
  end("memory may have integers and then numbers");
}

/* Numbers, masks and numbers of one block of memory: a call has arrays of both types there. The block becomes pieces while
 * the device has newer numbers. */
static void pool(void)
{
  double *numbers = legacy_allocate(3 * CELLS * sizeof *numbers);
  for (int a = 0; a < 2; a++) {
    double *part = numbers + (a ? CELLS + CELLS / 2 : 0);
    for (int e = 0; e < CELLS; e++) part[e] = expected[a][e];
    real[a] = part;
  }
  add(1, 0.5, 2);
  expect(sum(1) != 0, "the device has newer numbers");
  make_masks();
  mask = memcpy(numbers + CELLS, mask, CELLS * sizeof *mask);
  for (int round = 0; round < ROUNDS; round++) {
    fill_side(round % SIDES);
    model_side(round % SIDES);
    add(1, 0.5, 0);
  }
  end("a block of memory may have integers beside numbers");
}

/* A block in pieces is freed as a whole: the device's newer numbers stay where they are. */
static void pool_freed(void)
{
  static double memory[3 * CELLS];
  make_masks();
  mask = memcpy(memory + CELLS, mask, CELLS * sizeof *mask);
  real[0] = memory;
  real[1] = memory + 2 * CELLS;
  expect(!vf_memory_register(memory, sizeof memory, "pool"), "memory is announced");
  fill_side(0);
  add(1, 0.5, 0);
  expect(sum(1) == 0, "the device has the sum");
  expect(!vf_memory_unregister(memory), "memory is freed");
  for (int e = 0; e < 3 * CELLS; e++) memory[e] = -1;
  for (int e = 0; e < CELLS; e++) expected[0][e] = expected[1][e] = -1;
  end("memory of several types is left alone after its release");
}

/* ---- Threads ---- */

static pthread_barrier_t barrier;

/* Tiles of each array, by all threads; then, by the same kernel, tiles that read the results of other threads. */
static void *work(void *number)
{
  const int thread = *(const int *)number;
  for (int round = 0; round < ROUNDS; round++) {
    copy_tile(4, 0, thread, THREADS);
    pthread_barrier_wait(&barrier);
    copy_tile(5, 4, (thread + 1) % THREADS, THREADS);
    pthread_barrier_wait(&barrier);
    copy_tile(4, 2, (thread + 2) % THREADS, THREADS);
    pthread_barrier_wait(&barrier);
    add_tile(0, 0.5, 1, thread, THREADS);
    add_tile(2, 0.25, 3, thread, THREADS);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

static void threads(void)
{
  enum { TIMES = 20 };
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int time = 0; time < TIMES; time++) run_threads(THREADS, work);
  for (int round = 0; round < TIMES * ROUNDS; round++) {
    model_copy(4, 0);
    model_copy(5, 4);
    model_copy(4, 2);
    model_add(0, 0.5, 1);
    model_add(2, 0.25, 3);
  }
  end("calls of several threads keep an order that all threads have seen");
}

static void *add_own_tile(void *number)
{
  add_tile(0, 0.5, 1, *(const int *)number, THREADS);
  return NULL;
}

/* Whoever waits for them, the threads have ended. */
static void ended(void)
{
  int64_t before = 0;
  for (int round = 0; round < ROUNDS; round++) {
    sum(2);
    before = counters_now().launches;
    run_threads(THREADS, add_own_tile);
    model_add(0, 0.5, 1);
    sum(2);
    expect(counters_now().launches - before == 2, "tiles of several threads are one launch");
  }
  end("calls of ended threads are made");
}

/* Each with kernels of its own. */
static void *disorder(void *number)
{
  const int thread = *(const int *)number;
  for (int round = 0; round < 50; round++) {
    if ((round + thread) % 2) add_tile(0, 0.5, 1, thread, THREADS);
    else copy_tile(2, 3, thread, THREADS);
    if (round % 7 == thread) sum(4);
  }
  return NULL;
}

static void kernels_at_once(void)
{
  run_threads(THREADS, disorder);
  for (int round = 0; round < 25; round++) model_add(0, 0.5, 1);
  model_copy(2, 3);
  end("threads with different kernels at the same time give right values");
}

int main(int count, char **words)
{
  static const legacy_case cases[] = { { "same_list", same_list },
                                       { "last_call", last_call },
                                       { "shorter", shorter },
                                       { "scalar", scalar },
                                       { "twice", twice },
                                       { "instead", instead },
                                       { "order", order },
                                       { "given_again", given_again },
                                       { "newer_host", newer_host },
                                       { "mode", mode },
                                       { "mode_meanwhile", mode_meanwhile },
                                       { "launches", count_of_launches },
                                       { "faces", faces },
                                       { "integers_then_numbers", integers_then_numbers },
                                       { "pool", pool },
                                       { "pool_freed", pool_freed },
                                       { "threads", threads },
                                       { "ended", ended },
                                       { "kernels_at_once", kernels_at_once } };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
