/* VF_COHERENCE=auto: arrays of legacy calls stay on the device between the calls, in memory that nobody has announced. The program has
 * no region and no allocator of its own.
 * usage: relinked_kept CASE */
#include "kept.h"

int original_calls;

/* ---- Bytes ---- */

static void calls_move(int cells)
{
  double *x = ramp(cells), *y = ramp(cells);
  vf_counters before = counters_now();
  add(x, 2, y, cells);
  expect(moved_since(before) == 2 * cells * cell, "the first call moves both arrays to the device, and nothing back");
  before = counters_now();
  for (int n = 0; n < 5; n++) add(x, 2, y, cells);
  expect(moved_since(before) == 0, "further calls move nothing");
  right("and the host has their values", is_line(x, cells, 0, 13));
  expect(moved_since(before) == cells * cell, "the host's reads bring the array once");
  free(x);
  free(y);
}

static void large_arrays(void) { calls_move(CELLS); }

/* Less than a page. */
static void small_arrays(void) { calls_move(SMALL); }

static void reads_of_the_host(void)
{
  enum { PIECE = (256 << 10) / sizeof(double), PIECES = 12 };
  double *x = ramp(PIECES * PIECE);
  const vf_counters before = counters_now();
  fill(x, PIECES * PIECE, 3);
  expect(x[5 * PIECE] == 3, "the host reads the newest value");
  right("the host's read brings a piece", moved_since(before) <= PIECE * cell);
  free(x);
}

static void writes_of_the_host(void)
{
  double *x = ramp(CELLS), *y = ramp(CELLS);
  for (int n = 0; n < 6; n++) {
    add(x, 1, y, CELLS);
    x[n * 5000] += 1000;
    y[n] = y[n] + 0;
  }
  for (int n = 0; n < 6; n++) x[n * 5000] -= 1000;
  right("writes of the host between calls count", is_line(x, CELLS, 0, 7));
  free(x);
  free(y);
}

/* ---- Threads, regions, short memory ---- */

static void *work(void *number)
{
  unsigned seed = 7u + *(unsigned *)number;
  for (int n = 0; n < 60; n++) {
    seed = seed * 1664525u + 1013904223u;
    const int cells = 600 + (int)(seed >> 16) % CELLS;
    double *x = ramp(cells), *y = ramp(cells);
    add(x, 2, y, cells);
    if (seed & 1) y[0] += x[cells - 1] * 0;
    add(x, 1, y, cells);
    x = realloc(x, (size_t)(cells + 1) * sizeof *x);
    expect(is_line(x, cells, 0, 4), "arrays of a thread are right");
    free(x);
    if (seed & 2) add(y, 1, y, cells);
    free(y);
  }
  return NULL;
}

static void threads(void)
{
  run_threads(4, work);
  right("so are those of all", 1);
}

static double *of_all;

static void *quarter(void *number)
{
  const int t = *(int *)number;
  int low[3] = { 1, 1, 1 }, high[3] = { 4 * CELLS, 1, 1 }, lo[3] = { 1 + t * CELLS, 1, 1 },
      hi[3] = { (t + 1) * CELLS, 1, 1 }, one = 1;
  double a = 1;
  for (int n = 0; n < 10; n++) {
    fort_fab_saxpy_(lo, hi, of_all, low, high, &a, of_all, low, high, lo, &one);
    of_all[t * CELLS + n] *= 1;
  }
  return NULL;
}

static void one_array(void)
{
  of_all = ramp(4 * CELLS);
  run_threads(4, quarter);
  right("tiles of threads on one array are right", is_line(of_all, 4 * CELLS, 0, 1024));
  free(of_all);
}

static void tiles(void)
{
  vf_counters before = counters_now();
  int64_t moved[2];
  of_all = ramp(4 * CELLS);
  for (int round = 0; round < 2; round++) {
    before = counters_now();
    for (int t = 0; t < 40; t++) {
      int low[3] = { 1, 1, 1 }, high[3] = { 4 * CELLS, 1, 1 }, lo[3] = { 1 + t * CELLS / 10, 1, 1 },
          hi[3] = { (t + 1) * CELLS / 10, 1, 1 }, one = 1;
      double a = 1;
      fort_fab_saxpy_(lo, hi, of_all, low, high, &a, of_all, low, high, lo, &one);
    }
    moved[round] = moved_since(before);
  }
  expect(moved[0] == 4 * CELLS * cell && moved[1] == 0, "tiles of an array move the array once");
  right("tiles of a kept array are right", is_line(of_all, 4 * CELLS, 0, 4));
  free(of_all);
}

static void region(void)
{
  double *x = ramp(CELLS), *y = ramp(CELLS);
  add(x, 1, y, CELLS);
  expect(!vf_offload_begin(), "a region begins");
  for (int n = 0; n < 3; n++) add(x, 1, y, CELLS);
  free(y);
  y = ramp(CELLS);
  add(x, 1, y, CELLS);
  expect(!vf_offload_end(), "the region ends");
  expect(is_line(x, CELLS, 0, 6), "the region has taken the values along");
  x[9] = 54;
  add(x, 1, y, CELLS);
  right("and behind it", is_line(x, CELLS, 0, 7));
  free(x);
  free(y);
}

/* With VF_DEVICE_MEMORY for few of the arrays. */
static void evicted(void)
{
  enum { ARRAYS = 12, ROUNDS = 4 };
  double *x[ARRAYS];
  for (int a = 0; a < ARRAYS; a++) x[a] = ramp(CELLS);
  for (int n = 0; n < ROUNDS; n++)
    for (int a = 0; a < ARRAYS; a++) {
      add(x[a], 1, x[(a + 1) % ARRAYS], CELLS);
      add(x[a], -1, x[(a + 1) % ARRAYS], CELLS);
      add(x[a], 1, x[a], CELLS);
      if (a == 5) x[a][CELLS / 2] *= 1;
    }
  expect(counters_now().evictions > 0, "arrays leave the device");
  for (int a = 0; a < ARRAYS; a++) expect(is_line(x[a], CELLS, 0, 1 << ROUNDS), "and keep their values");
  right("so it is", 1);
  for (int a = 0; a < ARRAYS; a++) free(x[a]);
}

static void finalized(void)
{
  double *x = ramp(CELLS), *y = ramp(CELLS);
  add(x, 1, y, CELLS);
  expect(!vf_finalize(), "viewfab ends");
  expect(is_line(x, CELLS, 0, 2), "the host has the newest values");
  add(x, 1, y, CELLS);
  free(y);
  right("and calls go on", is_line(x, CELLS, 0, 3));
  free(x);
}

int main(int count, char **words)
{
  static const legacy_case cases[] = {
    { "large_arrays", large_arrays },
    { "small_arrays", small_arrays },
    { "reads_of_the_host", reads_of_the_host },
    { "writes_of_the_host", writes_of_the_host },
    { "threads", threads },
    { "one_array", one_array },
    { "tiles", tiles },
    { "region", region },
    { "evicted", evicted },
    { "finalized", finalized },
  };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
