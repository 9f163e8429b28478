/* Results of legacy calls that a code asks for again and again in a region, and memory that the code frees meanwhile,
 * compared with plain loops.
 * usage: relinked_results CASE */
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>
#include <viewfab_kernels.h>

#include "fields.h"

/* Makes all values integers, so that sums are exact. */
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

/* Expects a single launch beside the launch of the waiting calls. In the first round viewfab does not know the coming
 * requests. */
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

/* The host has newer values of an array with an expected result, or the array is gone. */
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

/* A write between the results of two tiles invalidates the kept results. A call of viewfab itself is such a write
 * too. */
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
    expect(!vf_fill_value(&box, view, t), "the program calls a kernel");
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
    run_threads(THREADS, sum_own_tiles);
  }
  end("results of tiles of several threads are right");
}

/* A code frees memory in its cycle and gets the same memory in the next cycle, with other values of the host. */
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
    expect(all > 0, "the sum has the new values");
    const vf_counters counters = counters_now();
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
    const vf_counters counters = counters_now();
    expect(round < 2 || counters.device_bytes == device_bytes, "and their device memory");
    device_bytes = counters.device_bytes;
    for (int w = 0; w < ARRAYS_OF_CYCLE; w++) legacy_free(work[(2 * w + round) % ARRAYS_OF_CYCLE]);
    taken[round] = malloc(BYTES); /* other allocations of the program do not get the memory */
    for (int w = 0; w < ARRAYS_OF_CYCLE; w++)
      expect(taken[round] != before[w], "memory that waits is given to nobody else");
  }
  end("work arrays of cycles are right");
  for (int round = 0; round < ROUNDS; round++) free(taken[round]);
}

/* A code frees memory without an announcement, and registers the memory when it gets the same address again. */
static void told_of_again(void)
{
  whole_numbers();
  copy(4, 5);
  for (int round = 0; round < ROUNDS; round++) {
    expect(sum(5) == model_sum_tile(5, 0, 1), "memory that is told of again has its new values");
    copy(round % 2 ? 3 : 4, 5);
    if (round > 2) expect(sum(5) == model_sum_tile(5, 0, 1), "a result before that has the values before");
    for (int e = 0; e < CELLS; e++) real[5][e] = expected[5][e] = round + e % 5;
    expect(!vf_memory_register(real[5], CELLS * sizeof *real[5], "again"), "memory is told of");
  }
  end("calls that waited have the values before");
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

/* Sums of overlapping arrays in a pool: more arrays than viewfab keeps results of. */
enum { MANY = 17000, SIDE = 2, EACH = SIDE * SIDE * SIDE };
static double *pool;

static void *sum_of_pool(void *step)
{
  int upper[3] = { SIDE - 1, SIDE - 1, SIDE - 1 };
  for (int a = 0; a < MANY; a += 1 + 36 * *(const int *)step) {
    double model = 0;
    for (int e = 0; e < EACH; e++) model += pool[a + e];
    expect(SPELLED(fort_fab_sum)(low, upper, pool + a, low, upper, &one) == model, "the sum of each array is right");
  }
  return NULL;
}

/* The next region begins without the results of the region before. Threads find the results free to use. */
static void results_of_very_many_arrays(void)
{
  pool = legacy_allocate((MANY + EACH) * sizeof *pool);
  for (int e = 0; e < MANY + EACH; e++) pool[e] = e % 23;
  for (int region = 0; region < 4; region++) {
    int step = region == 1;
    if (region < 3) sum_of_pool(&step);
    else run_threads(2, sum_of_pool);
    expect(!vf_offload_end(), "a region ends");
    for (int e = 0; e < MANY + EACH; e++) pool[e] = (e + region) % 29;
    expect(!vf_offload_begin(), "a region begins");
  }
  legacy_free(pool);
  end("results of very many arrays are right");
}

int main(int count, char **words)
{
  static const legacy_case cases[] = { { "results_again", results_again },
                                       { "results_of_arrays", results_of_arrays },
                                       { "results_of_other_arrays", results_of_other_arrays },
                                       { "results_of_arrays_that_change", results_of_arrays_that_change },
                                       { "results_of_very_many_arrays", results_of_very_many_arrays },
                                       { "results_between", results_between },
                                       { "results_of_the_program", results_of_the_program },
                                       { "results_of_threads", results_of_threads },
                                       { "given_again_in_a_region", given_again_in_a_region },
                                       { "work_arrays_of_cycles", work_arrays_of_cycles },
                                       { "told_of_again", told_of_again },
                                       { "freed_for_good", freed_for_good } };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
