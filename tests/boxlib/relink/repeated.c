/* Legacy calls that a code makes again and again in a region, with a change now and then, against plain loops.
 * usage: relinked_repeated CASE */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>
#include <viewfab/validate.h>
#include <viewfab_kernels.h>

#include "legacy.h"

#define BOX int *lo, int *hi, double *d, int *dlo, int *dhi
void SPELLED(fort_fab_copy)(BOX, double *s, int *slo, int *shi, int *from, int *nc);
void SPELLED(fort_fab_saxpy)(BOX, double *a, double *s, int *slo, int *shi, int *from, int *nc);

enum { N = 8, CELLS = N * N * N, ARRAYS = 6, ROUNDS = 6, THREADS = 4 };
static double *real[ARRAYS], *expected[ARRAYS];
static int one = 1, low[3] = { 0, 0, 0 }, high[3] = { N - 1, N - 1, N - 1 };

static void expect(int right, const char *claim)
{
  if (right) return;
  fprintf(stderr, "not so: %s (%s)\n", claim, vf_last_error());
  exit(1);
}

static void begin(void)
{
  for (int a = 0; a < ARRAYS; a++) {
    real[a] = legacy_allocate(CELLS * sizeof *real[a]);
    expected[a] = malloc(CELLS * sizeof *expected[a]);
    for (int e = 0; e < CELLS; e++) real[a][e] = expected[a][e] = a + 0.001 * e;
  }
  expect(!vf_offload_begin(), "a region begins");
}

static void end(const char *claim)
{
  expect(!vf_offload_end(), "a region ends");
  for (int a = 0; a < ARRAYS; a++) expect(!memcmp(real[a], expected[a], CELLS * sizeof *real[a]), claim);
  puts("right");
}

/* Tile t of `tiles` layers. */
static void layers(int t, int tiles, int *lo, int *hi)
{
  memcpy(lo, low, sizeof low);
  memcpy(hi, high, sizeof high);
  lo[2] = N * t / tiles;
  hi[2] = N * (t + 1) / tiles - 1;
}

static void copy_tile(int to, int from, int t, int tiles)
{
  int lo[3], hi[3];
  layers(t, tiles, lo, hi);
  SPELLED(fort_fab_copy)(lo, hi, real[to], low, high, real[from], low, high, lo, &one);
}

static void add_tile(int to, double a, int from, int t, int tiles)
{
  int lo[3], hi[3];
  layers(t, tiles, lo, hi);
  SPELLED(fort_fab_saxpy)(lo, hi, real[to], low, high, &a, real[from], low, high, lo, &one);
}

static void model_copy(int to, int from) { memcpy(expected[to], expected[from], CELLS * sizeof *expected[to]); }

static void model_add(int to, double a, int from)
{
  for (int e = 0; e < CELLS; e++) {
    const volatile double product = a * expected[from][e]; /* no FMA */
    expected[to][e] += product;
  }
}

static void copy(int to, int from)
{
  for (int t = 0; t < 2; t++) copy_tile(to, from, t, 2);
  model_copy(to, from);
}

static void add(int to, double a, int from)
{
  for (int t = 0; t < 2; t++) add_tile(to, a, from, t, 2);
  model_add(to, a, from);
}

static double sum(int of) { return SPELLED(fort_fab_sum)(low, high, real[of], low, high, &one); }

static double sum_tile(int of, int t, int tiles)
{
  int lo[3], hi[3];
  layers(t, tiles, lo, hi);
  return SPELLED(fort_fab_sum)(lo, hi, real[of], low, high, &one);
}

static double model_sum_tile(int of, int t, int tiles)
{
  double all = 0;
  for (int e = CELLS * t / tiles; e < CELLS * (t + 1) / tiles; e++) all += expected[of][e];
  return all;
}

static int64_t launches(void)
{
  vf_counters counters;
  expect(!vf_counters_get(NULL, &counters), "counters are there");
  return counters.launches;
}

/* Two of a kernel, then others, so that lists end. */
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
  end("a list that comes again does what it did");
}

static void last_call(void)
{
  for (int round = 0; round < ROUNDS; round++) round_of_calls(0.5, round == ROUNDS - 2 ? 1 : 2);
  round_of_calls(0.5, 3);
  end("a list whose last call differs is not the kept one");
}

static void shorter(void)
{
  for (int round = 0; round < ROUNDS; round++) round_of_calls(0.5, 2);
  copy(4, 0);
  add(0, 0.25, 1);
  add(1, 0.25, 2);
  copy(4, 1);
  end("a list that ends earlier is not the kept one");
}

static void scalar(void)
{
  for (int round = 0; round < ROUNDS; round++)
    round_of_calls(round < 4 ? 0.5 : round % 2 ? 0.25 : 1, 2); /* exact, whatever is fused */
  end("a value that has changed counts");
}

/* One tile of two is done twice, as in none of the lists before. */
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
  end("a tile that is called twice is done twice");
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
  end("a tile that is called twice does not stand for another one");
}

/* What one call writes the next one reads, and the other way round. */
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
  end("memory that is given again takes its new values in a list that was kept");
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
  end("newer values of the host are brought for a list that was kept");
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
  expect(original_calls == 1, "what was called before the mode changed was made before");
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
  expect(!vf_validate_mode("set_value", VF_MODE_ORIGINAL), "another kernel is watched");
  expect(!vf_validate_mode("set_value", VF_MODE_DEVICE), "and not any more");
  copy(4, 2);
  model_average();
  end("calls that wait while modes change are made");
}

static void count_of_launches(void)
{
  int64_t before = 0;
  for (int round = 0; round < ROUNDS; round++) {
    sum(0);
    before = launches();
    round_of_calls(0.5, 2);
    sum(0);
  }
  expect(launches() - before == 4, "one for each value that is added, one for two copies, one for the sum");
  end("and right");
}

#define FAB(x) x, &low[0], &low[1], &low[2], &high[0], &high[1], &high[2]
#define FAB_TYPES(type) type *, int *, int *, int *, int *, int *, int *
void SPELLED(applybc3dgen)(int *flagden, int *flagbc, int *maxorder, FAB_TYPES(double), int *side, int *kind,
                           double *distance, FAB_TYPES(double), FAB_TYPES(int), FAB_TYPES(double), int *lo, int *hi,
                           int *nc, double *h);

/* The ghosts of a cube: its outer cells. */
static void faces(void)
{
  enum { NEUMANN = 102 };
  int inner_low[3] = { 1, 1, 1 }, inner_high[3] = { N - 2, N - 2, N - 2 }, order = 3, kind = NEUMANN;
  double distance = 0, h[3] = { 1, 1, 1 }, *den[6];
  int *mask = legacy_allocate(CELLS * sizeof *mask);
  for (int e = 0; e < CELLS; e++) mask[e] = 2;
  for (int side = 0; side < 6; side++) {
    den[side] = legacy_allocate(CELLS * sizeof *den[side]);
    memset(den[side], 0, CELLS * sizeof *den[side]);
  }
  for (int round = 0; round < ROUNDS; round++) {
    sum(0);
    const int64_t before = launches();
    for (int side = 0; side < 6; side++) SPELLED(applybc3dgen)
    (&one, &one, &order, FAB(real[0]), &side, &kind, &distance, FAB(real[1]), FAB(mask), FAB(den[side]), inner_low,
     inner_high, &one, h);
    sum(0);
    expect(launches() - before == 2, "six faces of a box are one launch");
  }
  static const int step[3] = { 1, N, N * N };
  for (int d = 0; d < 3; d++)
    for (int p = 1; p < N - 1; p++)
      for (int q = 1; q < N - 1; q++) {
        const int in_layer = p * step[(d + 1) % 3] + q * step[(d + 2) % 3];
        expected[0][in_layer] = expected[0][in_layer + step[d]];
        expected[0][in_layer + (N - 1) * step[d]] = expected[0][in_layer + (N - 2) * step[d]];
      }
  end("and their ghosts are right");
}

/* ---- Threads ---- */

static pthread_barrier_t barrier;

/* Tiles of each array, of all threads; then tiles that need what other threads have written, by the same kernel. */
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

static void run_threads(void *(*what)(void *))
{
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int t = 0; t < THREADS; t++) {
    numbers[t] = t;
    expect(!pthread_create(&threads[t], NULL, what, &numbers[t]), "a thread starts");
  }
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
}

static void threads(void)
{
  enum { TIMES = 20 };
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int time = 0; time < TIMES; time++) run_threads(work);
  for (int round = 0; round < TIMES * ROUNDS; round++) {
    model_copy(4, 0);
    model_copy(5, 4);
    model_copy(4, 2);
    model_add(0, 0.5, 1);
    model_add(2, 0.25, 3);
  }
  end("calls of several threads are made in an order that all of them have seen");
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
    before = launches();
    run_threads(add_own_tile);
    model_add(0, 0.5, 1);
    sum(2);
    expect(launches() - before == 2, "tiles of several threads are one launch");
  }
  end("calls of threads that have ended are made");
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
  run_threads(disorder);
  for (int round = 0; round < 25; round++) model_add(0, 0.5, 1);
  model_copy(2, 3);
  end("threads that call different kernels at the same time are right");
}

/* Values are integers, so that sums are exact. */
static void whole_numbers(void)
{
  double zero = 0;
  for (int a = 0; a < ARRAYS; a++) {
    for (int e = 0; e < CELLS; e++) expected[a][e] = a + e % 17;
    SPELLED(fort_fab_setval)(low, high, real[a], low, high, &one, &zero);
    for (int e = 0; e < CELLS; e++) {
      int cell[3] = { e % N, e / N % N, e / N / N };
      SPELLED(fort_fab_setval)(cell, cell, real[a], low, high, &one, &expected[a][e]);
    }
  }
}

static void sum_tiles(int of, int tiles)
{
  for (int t = 0; t < tiles; t++)
    expect(sum_tile(of, t, tiles) == model_sum_tile(of, t, tiles), "the sum of a tile is right");
}

static vf_counters counters_now(void)
{
  vf_counters counters;
  expect(!vf_counters_get(NULL, &counters), "counters are there");
  return counters;
}

/* Beside the launch of the calls that wait. The first time, nothing is known of what will be asked for. */
static void expect_one_launch_for_results(int round, vf_counters before)
{
  const vf_counters now = counters_now();
  if (round == 0) return;
  expect(now.launches - before.launches == 2, "results that come again are one launch");
  expect(now.waits - before.waits == 1, "and one wait");
}

static void results_again(void)
{
  enum { TILES = 4 };
  whole_numbers();
  for (int round = 0; round < ROUNDS; round++) {
    add(0, 1, 1);
    const vf_counters before = counters_now();
    sum_tiles(0, TILES);
    expect_one_launch_for_results(round, before);
  }
  end("results of tiles are right");
}

/* As for a norm of a field on many boxes. */
static void results_of_arrays(void)
{
  whole_numbers();
  for (int round = 0; round < ROUNDS; round++) {
    add(0, 1, 1);
    const vf_counters before = counters_now();
    for (int a = 0; a < ARRAYS; a++) sum_tiles(a, a % 2 ? 2 : 4);
    expect_one_launch_for_results(round, before);
  }
  end("results of arrays are right");
}

/* A later round asks for fewer arrays, or for other arrays, or has a write in between. */
static void results_of_other_arrays(void)
{
  whole_numbers();
  for (int round = 0; round < 3 * ROUNDS; round++) {
    add(0, 1, 1);
    for (int a = round % 3; a < ARRAYS; a += 1 + round % 2) {
      if (round % 4 == 3 && a == 2) add(3, 1, 1);
      sum_tiles(a, 2);
    }
  }
  end("results of other arrays are right");
}

/* The host has newer values of an array that is expected, or the array is gone. */
static void results_of_arrays_that_change(void)
{
  whole_numbers();
  for (int round = 0; round < ROUNDS; round++) {
    add(0, 1, 1);
    for (int a = 0; a < ARRAYS; a++) sum_tiles(a, 1);
    legacy_free(real[4]);
    if (round % 2) { /* the results of the other arrays are asked for while the memory is free */
      add(0, 1, 1);
      for (int a = 0; a < 4; a++) sum_tiles(a, 1);
    }
    real[4] = legacy_allocate(CELLS * sizeof *real[4]);
    for (int e = 0; e < CELLS; e++) real[4][e] = expected[4][e] = round + e % 5;
  }
  end("results of arrays that were freed and given again are right");
}

/* What a call writes between two tiles counts, and so does a call of viewfab itself. */
static void results_between(void)
{
  enum { TILES = 4 };
  whole_numbers();
  for (int round = 0; round < ROUNDS; round++)
    for (int t = 0; t < TILES; t++) {
      if (round > 1 && t == round % TILES) add(0, 1, 1);
      expect(sum_tile(0, t, TILES) == model_sum_tile(0, t, TILES), "a write between two tiles counts");
    }
  end("results between writes are right");
}

static void results_of_the_program(void)
{
  enum { TILES = 4 };
  whole_numbers();
  sum_tiles(0, TILES);
  const int64_t extents[3] = { N, N, N };
  const vf_box box = { { 1, 1, 1 }, { N, N, N } };
  vf_view *view = NULL;
  expect(!vf_view_wrap(NULL, real[0], VF_REAL64, 3, extents, NULL, "own", VF_WRAP_JOIN, &view), "a view is made");
  for (int t = 0; t < TILES; t++) {
    expect(sum_tile(0, t, TILES) == model_sum_tile(0, t, TILES), "the program's own kernel counts");
    expect(!vf_set_value(&box, view, t), "the program calls a kernel");
    for (int e = 0; e < CELLS; e++) expected[0][e] = t;
  }
  expect(!vf_view_release(&view, true), "the view ends");
  end("results behind the program's own kernels are right");
}

static void *sum_own_tiles(void *number)
{
  const int thread = *(const int *)number;
  for (int round = 0; round < ROUNDS; round++)
    for (int t = thread; t < 2 * THREADS; t += THREADS)
      expect(sum_tile(0, t, 2 * THREADS) == model_sum_tile(0, t, 2 * THREADS), "the sum of a tile is right");
  return NULL;
}

static void results_of_threads(void)
{
  whole_numbers();
  for (int round = 0; round < ROUNDS; round++) {
    add(0, 1, 1);
    run_threads(sum_own_tiles);
  }
  end("results of tiles of several threads are right");
}

/* A code frees in its cycle what it allocates in the next one: with other values of the host. */
static void given_again_in_a_region(void)
{
  int64_t moved = 0;
  for (int round = 0; round < ROUNDS; round++) {
    legacy_free(real[5]);
    real[5] = legacy_allocate(CELLS * sizeof *real[5]);
    for (int e = 0; e < CELLS; e++) real[5][e] = expected[5][e] = round + e;
    copy(4, 5);
    add(0, 0.25, 1);
    const double all = sum(4);
    vf_counters counters;
    expect(all > 0 && !vf_counters_get(NULL, &counters), "counters are there");
    if (round > 1)
      expect(counters.device_bytes == moved, "memory that is given again has the device memory that it had");
    moved = counters.device_bytes;
  }
  end("memory that is given again takes its new values");
}

/* Work arrays of a cycle: others are allocated meanwhile, and the arrays are freed in another order. */
static void work_arrays_of_cycles(void)
{
  enum { ARRAYS_OF_CYCLE = 5, BYTES = CELLS * sizeof(double) };
  double *before[ARRAYS_OF_CYCLE] = { 0 };
  void *taken[ROUNDS];
  int64_t device_bytes = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double *work[ARRAYS_OF_CYCLE];
    for (int w = 0; w < ARRAYS_OF_CYCLE; w++) {
      work[w] = legacy_allocate(BYTES);
      for (int e = 0; e < CELLS; e++) work[w][e] = round + w + e % 3;
      const double all = SPELLED(fort_fab_sum)(low, high, work[w], low, high, &one);
      double expected_sum = 0;
      for (int e = 0; e < CELLS; e++) expected_sum += work[w][e];
      expect(all == expected_sum, "memory that is given again has its new values");
      expect(round < 2 || work[w] == before[w], "work arrays have the addresses of the cycle before");
      before[w] = work[w];
    }
    vf_counters counters;
    expect(!vf_counters_get(NULL, &counters), "counters are there");
    expect(round < 2 || counters.device_bytes == device_bytes, "and their device memory");
    device_bytes = counters.device_bytes;
    for (int w = 0; w < ARRAYS_OF_CYCLE; w++) legacy_free(work[(2 * w + round) % ARRAYS_OF_CYCLE]);
    taken[round] = malloc(BYTES); /* what the program allocates elsewhere does not get the memory */
    for (int w = 0; w < ARRAYS_OF_CYCLE; w++)
      expect(taken[round] != before[w], "memory that waits is given to nobody else");
  }
  end("work arrays of cycles are right");
  for (int round = 0; round < ROUNDS; round++) free(taken[round]);
}

static void freed_for_good(void)
{
  copy(4, 5);
  legacy_free(real[5]);
  memset(real[5], 0x7f, CELLS * sizeof *real[5]);
  for (int e = 0; e < CELLS; e++) expected[5][e] = real[5][e];
  copy(3, 2);
  end("the end of a region leaves memory alone that was freed");
}

int main(int count, char **words)
{
  static const struct {
    const char *name;
    void (*run)(void);
  } cases[] = { { "same_list", same_list },
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
                { "threads", threads },
                { "ended", ended },
                { "kernels_at_once", kernels_at_once },
                { "results_again", results_again },
                { "results_of_arrays", results_of_arrays },
                { "results_of_other_arrays", results_of_other_arrays },
                { "results_of_arrays_that_change", results_of_arrays_that_change },
                { "results_between", results_between },
                { "results_of_the_program", results_of_the_program },
                { "results_of_threads", results_of_threads },
                { "given_again_in_a_region", given_again_in_a_region },
                { "work_arrays_of_cycles", work_arrays_of_cycles },
                { "freed_for_good", freed_for_good } };
  for (size_t c = 0; count == 2 && c < sizeof cases / sizeof *cases; c++)
    if (!strcmp(cases[c].name, words[1])) {
      begin();
      cases[c].run();
      return 0;
    }
  return 2;
}
