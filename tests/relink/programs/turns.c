/* Legacy calls that two threads make in turn, tile by tile, in an order that both threads know, compared with plain
 * loops.
 * usage: relinked_turns CASE */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "cases.h"
#include "legacy.h"

#define BOX int *lo, int *hi, double *d, int *dlo, int *dhi
void SPELLED(fort_fab_copy)(BOX, double *s, int *slo, int *shi, int *from, int *nc);

enum { NX = 5, NY = 3, NZ = 8, CELLS = NX * NY * NZ, ARRAYS = 5, TILES = 4, ROUNDS = 6, THREADS = 2 };
static double *real[ARRAYS], *expected[ARRAYS];
static int one = 1, low[3] = { 0, 0, 0 }, high[3] = { NX - 1, NY - 1, NZ - 1 };

/* Tile `tile` of array `to` from array `from`. */
typedef struct turn {
  int to, from, tile;
} turn;

static const turn *turns; /* [turn_count], of the threads in turn */
static int turn_count, turn_now;

static void copy_tile(const turn *of)
{
  int lo[3] = { 0, 0, NZ / TILES * of->tile }, hi[3] = { NX - 1, NY - 1, NZ / TILES * (of->tile + 1) - 1 };
  SPELLED(fort_fab_copy)(lo, hi, real[of->to], low, high, real[of->from], low, high, lo, &one);
}

static void *take_turns(void *number)
{
  for (int t = *(const int *)number; t < turn_count; t += THREADS) {
    while (__atomic_load_n(&turn_now, __ATOMIC_ACQUIRE) != t) sched_yield();
    copy_tile(&turns[t]);
    __atomic_store_n(&turn_now, t + 1, __ATOMIC_RELEASE);
  }
  return NULL;
}

static void model(const turn *list, int count)
{
  for (int t = 0; t < count; t++) {
    const int first = CELLS / TILES * list[t].tile;
    memcpy(expected[list[t].to] + first, expected[list[t].from] + first, CELLS / TILES * sizeof(double));
  }
}

static void play(const turn *list, int count)
{
  turns = list;
  turn_count = count;
  turn_now = 0;
  run_threads(THREADS, take_turns);
  model(list, count);
}

static void set(int of, double value)
{
  SPELLED(fort_fab_setval)(low, high, real[of], low, high, &one, &value);
  for (int e = 0; e < CELLS; e++) expected[of][e] = value;
}

static double sum(int of) { return SPELLED(fort_fab_sum)(low, high, real[of], low, high, &one); }

/* Two arrays are filled, and then each takes the ghosts of the other, as boxes of a level do. */
static void ghosts(void)
{
  static const turn fill_and_exchange[] = { { 3, 0, 0 }, { 4, 1, 0 }, { 3, 0, 1 }, { 4, 1, 1 },
                                            { 3, 0, 2 }, { 4, 1, 2 }, { 3, 0, 3 }, { 4, 1, 3 },
                                            { 3, 4, 0 }, { 4, 3, 2 }, { 3, 4, 1 }, { 4, 3, 3 } };
  enum { COUNT = sizeof fill_and_exchange / sizeof *fill_and_exchange, SETS = 2, SUMS = 1, COPIES = 2 };
  for (int round = 0; round < ROUNDS; round++) {
    const int64_t before = counters_now().launches;
    set(0, round);
    set(1, -round);
    play(fill_and_exchange, COUNT);
    const double all = sum(3);
    expect(all == CELLS / 2 * (round - round), "the sum has both halves");
    expect(counters_now().launches - before <= SETS + COPIES + SUMS, "independent tiles of threads share a launch");
  }
}

/* In a tile a call reads values that the other call has written; in the next tile it reads values that the other call
 * will write. So neither call as a whole is the first. */
static void chain(void)
{
  static const turn tile_by_tile[] = { { 3, 0, 0 }, { 4, 3, 0 }, { 4, 3, 1 }, { 3, 0, 1 }, { 3, 0, 2 }, { 4, 3, 2 } };
  for (int round = 0; round < ROUNDS; round++) {
    set(0, round);
    play(tile_by_tile, sizeof tile_by_tile / sizeof *tile_by_tile);
  }
}

/* The first calls of a program come from a single thread. They still wait when a second thread appears. */
static void second_thread(void)
{
  static const turn of_first[] = { { 3, 0, 0 }, { 3, 0, 1 }, { 3, 0, 2 } }, behind[] = { { 4, 3, 0 }, { 4, 3, 2 } };
  for (size_t c = 0; c < sizeof of_first / sizeof *of_first; c++) copy_tile(&of_first[c]);
  model(of_first, sizeof of_first / sizeof *of_first);
  play(behind, sizeof behind / sizeof *behind);
}

/* The same calls; one half comes first, then the other half comes first. */
static void both_orders(void)
{
  static const turn there[] = { { 3, 0, 0 }, { 3, 0, 1 }, { 3, 0, 2 }, { 3, 0, 3 }, { 4, 3, 0 }, { 4, 3, 1 } };
  static const turn back[] = { { 4, 3, 0 }, { 4, 3, 1 }, { 3, 0, 0 }, { 3, 0, 1 }, { 3, 0, 2 }, { 3, 0, 3 } };
  for (int round = 0; round < 2 * ROUNDS; round++) {
    set(0, round);
    play(round % 3 == 2 ? back : there, sizeof there / sizeof *there);
    set(2, round);
  }
}

int main(int count, char **words)
{
  static const legacy_case cases[] = {
    { "ghosts", ghosts }, { "chain", chain }, { "both_orders", both_orders }, { "second_thread", second_thread }
  };
  for (int a = 0; a < ARRAYS; a++) {
    real[a] = legacy_allocate(CELLS * sizeof *real[a]);
    expected[a] = malloc(CELLS * sizeof *expected[a]);
    for (int e = 0; e < CELLS; e++) real[a][e] = expected[a][e] = a + 0.001 * e;
  }
  for (size_t c = 0; count == 2 && c < sizeof cases / sizeof *cases; c++) {
    if (strcmp(cases[c].name, words[1])) continue;
    expect(!vf_offload_begin(), "a region begins");
    cases[c].run();
    expect(!vf_offload_end(), "a region ends");
    for (int a = 0; a < ARRAYS; a++)
      expect(!memcmp(real[a], expected[a], CELLS * sizeof *real[a]), "arrays have the values of the loops");
    for (int a = 0; a < ARRAYS; a++) {
      legacy_free(real[a]);
      free(expected[a]);
    }
    puts("right");
    return 0;
  }
  return 2;
}
