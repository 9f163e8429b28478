/* Calls outside of regions on parts of arrays: the bytes that they move, and the same values as plain loops.
 * usage: relinked_windows CASE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "cases.h"
#include "legacy.h"

int original_calls;

#define FAB(x) double *x, int *x##l1, int *x##l2, int *x##l3, int *x##h1, int *x##h2, int *x##h3
void adotx3dsim_(FAB(y), FAB(x), int *lo, int *hi, int *nc, double *h);
void fort_fab_copy_(int *lo, int *hi, double *d, int *dlo, int *dhi, double *s, int *slo, int *shi, int *from, int *nc);
void applybc3dgen_(int *flagden, int *flagbc, int *maxorder, FAB(phi), int *side, int *kind, double *distance,
                   FAB(bcval), int *mask, int *ml1, int *ml2, int *ml3, int *mh1, int *mh2, int *mh3, FAB(den), int *lo,
                   int *hi, int *nc, double *h);

/* The number of cells; x has a layer more on each side. */
enum { NX = 20, NY = 16, NZ = 24, TILES_Y = 4, TILES_Z = 3, TILES = TILES_Y * TILES_Z, THREADS = 4 };
static const int64_t cell = sizeof(double);
static int low[3] = { -3, 5, 0 }, high[3] = { NX - 4, NY + 4, NZ - 1 }, xlow[3] = { -4, 4, -1 },
           xhigh[3] = { NX - 3, NY + 5, NZ }, one = 1;
static double h[3] = { 1, 1, 1 }, *x, *y, *expected;

#define CORNERS(lo, hi) &lo[0], &lo[1], &lo[2], &hi[0], &hi[1], &hi[2]

static size_t in_x(int i, int j, int k) { return (size_t)(i + 1 + (NX + 2) * (j + 1 + (NY + 2) * (k + 1))); }
static size_t in_y(int i, int j, int k) { return (size_t)(i + NX * (j + NY * k)); }

enum { X_CELLS = (NX + 2) * (NY + 2) * (NZ + 2), Y_CELLS = NX * NY * NZ };

static void begin(void)
{
  x = malloc(X_CELLS * sizeof *x);
  y = malloc(Y_CELLS * sizeof *y);
  expected = malloc(Y_CELLS * sizeof *expected);
  for (int e = 0; e < X_CELLS; e++) x[e] = e * 37 % 101; /* integers: sums are exact */
  for (int e = 0; e < Y_CELLS; e++) y[e] = expected[e] = -1 - e;
}

/* Cells of a tile, counted from 0. */
static void tile(int t, int first[3], int last[3])
{
  first[0] = 0;
  last[0] = NX - 1;
  first[1] = NY * (t % TILES_Y) / TILES_Y;
  last[1] = NY * (t % TILES_Y + 1) / TILES_Y - 1;
  first[2] = NZ * (t / TILES_Y) / TILES_Z;
  last[2] = NZ * (t / TILES_Y + 1) / TILES_Z - 1;
}

static void apply_tile(int t)
{
  int first[3], last[3];
  tile(t, first, last);
  for (int d = 0; d < 3; d++) {
    first[d] += low[d];
    last[d] += low[d];
  }
  adotx3dsim_(y, CORNERS(low, high), x, CORNERS(xlow, xhigh), first, last, &one, h);
}

static void model_tile(int t)
{
  int first[3], last[3];
  tile(t, first, last);
  for (int k = first[2]; k <= last[2]; k++)
    for (int j = first[1]; j <= last[1]; j++)
      for (int i = first[0]; i <= last[0]; i++)
        expected[in_y(i, j, k)] = x[in_x(i + 1, j, k)] + x[in_x(i - 1, j, k)] + x[in_x(i, j + 1, k)] +
                                  x[in_x(i, j - 1, k)] + x[in_x(i, j, k + 1)] + x[in_x(i, j, k - 1)] -
                                  6 * x[in_x(i, j, k)];
}

static void right(const char *claim)
{
  expect(!memcmp(y, expected, Y_CELLS * sizeof *y), claim);
  puts("right");
}

static void tiles(void)
{
  const vf_counters before = counters_now();
  for (int t = 0; t < TILES; t++) {
    apply_tile(t);
    model_tile(t);
  }
  const vf_counters after = counters_now();
  expect(after.bytes_to_device - before.bytes_to_device ==
             TILES * (NX + 2) * (NY / TILES_Y + 2) * (NZ / TILES_Z + 2) * cell,
         "a tile moves its cells with their reach to the device, and no cells to overwrite");
  expect(after.bytes_to_host - before.bytes_to_host == Y_CELLS * cell, "a tile brings the cells it has written");
  right("tiles are right");
}

static void known_memory(void)
{
  expect(!vf_memory_register(x, X_CELLS * sizeof *x, "x") && !vf_memory_register(y, Y_CELLS * sizeof *y, "y"),
         "memory is told of");
  tiles();
}

/* The program frees registered memory without an announcement, and the C library gives the same memory to the
 * windows. */
static void freed_without_a_word(void)
{
  enum { BLOCKS = 64 };
  const size_t bytes = (NX + 2) * (NY / TILES_Y + 2) * (NZ / TILES_Z + 2) * sizeof(double);
  int cells[3] = { (int)(bytes / sizeof(double)), 1, 1 }, ones[3] = { 1, 1, 1 };
  double *blocks[BLOCKS], value = 1;
  for (int b = 0; b < BLOCKS; b++) {
    blocks[b] = malloc(bytes);
    expect(!vf_memory_register(blocks[b], bytes, "freed"), "memory is told of");
    fort_fab_setval_(ones, cells, blocks[b], ones, cells, &one, &value);
  }
  for (int b = 0; b < BLOCKS; b++) free(blocks[b]);
  tiles();
}

static void device_memory_stays(void)
{
  for (int t = 0; t < TILES; t++) apply_tile(t);
  const vf_counters before = counters_now();
  for (int t = 0; t < TILES; t++) {
    apply_tile(t);
    model_tile(t);
  }
  expect(counters_now().device_bytes == before.device_bytes, "tiles have the same device memory in turn");
  right("tiles are right the second time");
}

static void half_of_the_tiles(void)
{
  for (int t = 0; t < TILES; t += 2) {
    apply_tile(t);
    model_tile(t);
  }
  right("a tile leaves the elements of others alone");
}

static void host_between(void)
{
  for (int t = 0; t < TILES; t++) {
    for (int e = 0; e < X_CELLS; e++) x[e] += 1 + e % 3;
    apply_tile(t);
    model_tile(t);
    y[in_y(1, 1, 1)] = expected[in_y(1, 1, 1)] = 1000 + t;
  }
  right("writes of the host between two tiles count");
}

static void *some_tiles(void *number)
{
  for (int t = *(int *)number; t < TILES; t += THREADS) apply_tile(t);
  return NULL;
}

static void threads(void)
{
  run_threads(THREADS, some_tiles);
  for (int t = 0; t < TILES; t++) model_tile(t);
  right("tiles of threads are right");
}

/* Both arguments are the same array. */
static void one_array(void)
{
  int from[3] = { low[0], low[1], low[2] }, first[3], last[3];
  tile(TILES_Y, first, last);
  for (int d = 0; d < 3; d++) {
    first[d] += low[d];
    last[d] += low[d];
  }
  fort_fab_copy_(first, last, y, low, high, y, low, high, from, &one);
  tile(TILES_Y, first, last);
  for (int k = first[2]; k <= last[2]; k++)
    for (int j = first[1]; j <= last[1]; j++)
      for (int i = first[0]; i <= last[0]; i++)
        expected[in_y(i, j, k)] = expected[in_y(i - first[0], j - first[1], k - first[2])];
  right("a copy within one array is right");
}

/* The tiles write a view of the program's own, and read memory that viewfab does not know. */
static void own_view(void)
{
  const int64_t extents[3] = { NX, NY, NZ };
  vf_view *view = NULL;
  expect(!vf_view_wrap(NULL, y, VF_REAL64, 3, extents, low, "own", VF_WRAP_DISTINCT, &view), "a view is made");
  for (int t = 0; t < TILES; t++) {
    apply_tile(t);
    model_tile(t);
    expect(!memcmp(y, expected, Y_CELLS * sizeof *y), "the host has the values of a tile");
  }
  expect(!vf_view_release(&view, false), "the view ends");
  right("tiles of a view of the program's own are right");
}

static const char *failure = "";

static void note_failure(const char *symbol, const char *text)
{
  static char kept[1000];
  snprintf(kept, sizeof kept, "%s: %s", symbol, text);
  failure = kept;
}

static void beyond(void)
{
  int first[3] = { low[0], low[1], low[2] }, last[3] = { low[0] + 2, low[1] + 1, high[2] + 1 };
  vf_drop_in_on_failure(note_failure);
  adotx3dsim_(y, CORNERS(low, high), x, CORNERS(xlow, xhigh), first, last, &one, h);
  expect(strstr(failure, "(-4:17, 4:21, -1:24)") || strstr(failure, "(-3:16, 5:20, 0:23)"),
         "the failure of a tile that needs too much names the bounds of the array");
  right("such a tile changes nothing");
}

/* The ghosts of x beside the face z low; Neumann: the cells inside. */
static void face(void)
{
  enum { NEUMANN = 102, Z_LOW = 2, LAYER = (NX + 2) * (NY + 2), READ = 4 };
  int flag = 1, order = 3, side = Z_LOW, kind = NEUMANN;
  int mlow[3] = { xlow[0], xlow[1], low[2] - 1 }, mhigh[3] = { xhigh[0], xhigh[1], low[2] - 1 };
  int dlow[3] = { low[0], low[1], low[2] }, dhigh[3] = { high[0], high[1], low[2] },
      *mask = malloc(LAYER * sizeof *mask);
  double distance = 0, *bcval = calloc(LAYER, sizeof *bcval), *den = calloc(NX * NY, sizeof *den);
  for (int e = 0; e < LAYER; e++) mask[e] = 1;
  const vf_counters before = counters_now();
  applybc3dgen_(&flag, &flag, &order, x, CORNERS(xlow, xhigh), &side, &kind, &distance, bcval, CORNERS(mlow, mhigh),
                mask, CORNERS(mlow, mhigh), den, CORNERS(dlow, dhigh), low, high, &one, h);
  const vf_counters after = counters_now();
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) expect(x[in_x(i, j, -1)] == x[in_x(i, j, 0)], "ghosts are the cells inside");
  expect(den[NX * NY - 1] == 1, "den is set");
  expect(after.bytes_to_device - before.bytes_to_device <= (READ + 1 + 1 + 1 + 1) * LAYER * cell,
         "a face moves the layers beside it");
  right("the cells of others are kept");
  free(mask);
  free(bcval);
  free(den);
}

int main(int count, char **words)
{
  static const legacy_case cases[] = { { "tiles", tiles },
                                       { "known_memory", known_memory },
                                       { "freed_without_a_word", freed_without_a_word },
                                       { "device_memory", device_memory_stays },
                                       { "half", half_of_the_tiles },
                                       { "host_between", host_between },
                                       { "threads", threads },
                                       { "one_array", one_array },
                                       { "own_view", own_view },
                                       { "beyond", beyond },
                                       { "face", face } };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
