/* Regions, one after another, with legacy calls of all sorts: behind each region the library has as many blocks of memory
 * as before.
 * usage: relinked_leaks CASE */
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "../../failures/failing_memory.h"
#include "fields.h"

enum { TILES = 4, KEPT = 3 };

static void whole_numbers(void)
{
  for (int a = 0; a < ARRAYS; a++)
    for (int e = 0; e < CELLS; e++) real[a][e] = expected[a][e] = a + e % 17;
}

/* Calls in tiles, a repeated list, results of tiles and of whole arrays, and memory that is freed and allocated. */
static void work(int region)
{
  for (int round = 0; round < ROUNDS; round++) {
    for (int t = 0; t < TILES; t++) copy_tile(2, 1, t, TILES);
    model_copy(2, 1);
    for (int t = 0; t < TILES; t++) add_tile(0, 1 + round % 2, 2, t, TILES);
    model_add(0, 1 + round % 2, 2);
    for (int a = 0; a < ARRAYS; a++)
      for (int t = 0; t < TILES; t++)
        expect(sum_tile(a, t, TILES) == model_sum_tile(a, t, TILES), "the sum of a tile is right");
    double *more = legacy_allocate(CELLS * sizeof *more);
    for (int e = 0; e < CELLS; e++) more[e] = region + e % 5;
    double all = 0;
    for (int e = 0; e < CELLS; e++) all += more[e];
    expect(SPELLED(fort_fab_sum)(low, high, more, low, high, &one) == all, "memory that is given again has its values");
    legacy_free(more);
  }
}

static void regions(void)
{
  int64_t blocks[8];
  for (int region = 0; region < 8; region++) {
    expect(!vf_offload_end(), "a region ends");
    whole_numbers();
    expect(!vf_offload_begin(), "a region begins");
    work(region);
    expect(!vf_offload_end(), "a region ends");
    blocks[region] = memory_blocks();
    expect(region <= KEPT || blocks[region] == blocks[KEPT], "each region leaves as many blocks behind");
    expect(!vf_offload_begin(), "a region begins");
  }
  end("all values are right");
}

/* Calls of several kernels, repeated in each round. */
static void rounds(void)
{
  whole_numbers();
  for (int round = 0; round < 8; round++) {
    const int64_t before = memory_allocations();
    for (int t = 0; t < TILES; t++) copy_tile(2, 1, t, TILES);
    for (int t = 0; t < TILES; t++) add_tile(0, 1, 2, t, TILES);
    for (int t = 0; t < TILES; t++) copy_tile(3, 0, t, TILES);
    model_copy(2, 1);
    model_add(0, 1, 2);
    model_copy(3, 0);
    expect(round < KEPT || memory_allocations() == before, "a list that comes again needs no memory");
  }
  end("all values are right");
}

int main(int count, char **words)
{
  static const legacy_case cases[] = { { "regions", regions }, { "rounds", rounds } };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
