/* VF_COHERENCE=auto: memory of arrays of legacy calls that is freed, given again, moved and shared, and memory that viewfab does not know.
 * usage: relinked_kept_memory CASE */
#include "kept.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>

#include <viewfab_kernels.h>

int original_calls;

enum { LARGE = 6 << 20 /* above the largest threshold of malloc: the memory goes back to the system */ };

/* ---- Memory that is used again ---- */

static void freed_and_given_again(int cells)
{
  int same = 0;
  double *last = NULL;
  for (int n = 0; n < 8; n++) {
    double *x = ramp(cells);
    same += x == last;
    add(x, 1, x, cells);
    expect(sum(x, cells) == (double)cells * (cells - 1), "memory that is given again has its new values");
    if (n % 2) expect(x[cells / 2] == cells / 2 * 2, "also on the host");
    last = x;
    free(x);
  }
  right("the same address came again", same > 0);
}

static void again(void) { freed_and_given_again(CELLS); }
static void again_small(void) { freed_and_given_again(SMALL); }
static void again_from_system(void) { freed_and_given_again(LARGE); }

/* After a call on the device, freed memory of an array must not reach memory of the same place. */
static void zeros(void)
{
  int same = 0;
  for (int n = 0; n < 8; n++) {
    double *x = malloc(CELLS * sizeof *x);
    fill(x, CELLS, 5);
    const double *before = x;
    free(x);
    x = calloc(CELLS, sizeof *x);
    same += x == before;
    expect(is_line(x, CELLS, 0, 0), "calloc gives zeros");
    expect(sum(x, CELLS) == 0, "calloc gives zeros to the device");
    free(x);
  }
  right("the same address came again", same > 0);
}

static void reallocated(void)
{
  double *x = ramp(CELLS);
  add(x, 1, x, CELLS);
  x = realloc(x, 3 * CELLS * sizeof *x);
  expect(is_line(x, CELLS, 0, 2), "larger memory has the values");
  for (int e = CELLS; e < 3 * CELLS; e++) x[e] = 2 * e;
  add(x, 1, x, 3 * CELLS);
  x = realloc(x, 2 * CELLS * sizeof *x);
  add(x, 1, x, 2 * CELLS);
  x = reallocarray(x, CELLS, sizeof *x);
  expect(is_line(x, CELLS, 0, 8), "smaller memory has the values");
  fill(x, CELLS, 1);
  right("realloc moves the newest values", sum(x, CELLS) == CELLS);
  free(x);
}

static void aligned(void)
{
  void *memory = NULL;
  double *x = aligned_alloc(64, 64 * ((CELLS * sizeof *x + 63) / 64));
  expect(!posix_memalign(&memory, 128, CELLS * sizeof *x), "there is memory");
  double *y = memory, *z = memalign(256, CELLS * sizeof *z);
  fill(x, CELLS, 1);
  fill(y, CELLS, 2);
  fill(z, CELLS, 4);
  const vf_counters before = counters_now();
  add(x, 1, y, CELLS);
  add(x, 1, z, CELLS);
  expect(moved_since(before) <= 8 * 4096, "such arrays stay on the device");
  right("and have their values", is_line(x, CELLS, 7, 0));
  free(x);
  free(y);
  free(z);
}

static void (*release)(void *) = free; /* no call of free by its name */
static void (*const constant_release)(void *) = free;

static void by_pointer(void)
{
  for (int n = 0; n < 4; n++) {
    double *x = ramp(LARGE);
    add(x, 1, x, LARGE);
    (n % 2 ? release : constant_release)(x);
  }
  double *x = ramp(LARGE);
  right("memory freed through a pointer is not kept", sum(x, LARGE) == 0.5 * LARGE * (LARGE - 1));
  free(x);
}

/* Calls that nobody can see. */
static void unseen(void)
{
  void *(*allocate)(size_t);
  void (*give_back)(void *);
  void *found[] = { dlsym(RTLD_DEFAULT, "malloc"), dlsym(RTLD_DEFAULT, "free") };
  expect(found[0] && found[1], "the program has malloc");
  memcpy(&allocate, &found[0], sizeof allocate);
  memcpy(&give_back, &found[1], sizeof give_back);
  int same = 0;
  for (int n = 0; n < 6; n++) {
    double *x = ramp(LARGE), *before = x;
    add(x, 1, x, LARGE);
    if (n % 2) expect(x[LARGE - 1] == 2.0 * (LARGE - 1), "the host has the value");
    give_back(x);
    x = allocate((size_t)LARGE * sizeof *x + 2 * 4096 -
                 64); /* as many pages as the array before had with its alignment */
    double *inside = (double *)(((uintptr_t)x + 4095) / 4096 * 4096);
    same += inside == before;
    for (int e = 0; e < LARGE; e++) inside[e] = 3.0 * e;
    expect(sum(inside, LARGE) == 1.5 * LARGE * (LARGE - 1), "memory that is given again unseen has its values");
    give_back(x);
  }
  right("the same addresses came again", same > 0);
}

/* ---- Arrays that share memory ---- */

static void shapes(void)
{
  enum { NX = 30, NY = 40, NZ = 50 };
  double *x = ramp(NX * NY * NZ), a = 1;
  int low[3] = { -1, 2, 0 }, high[3] = { NX - 2, NY + 1, NZ - 1 }, low2[3] = { 5, 5, 5 },
      high2[3] = { 5 + NY * NX - 1, 5 + NZ - 1, 5 }, one = 1;
  fort_fab_saxpy_(low, high, x, low, high, &a, x, low, high, low, &one);
  const vf_counters before = counters_now();
  fort_fab_saxpy_(low2, high2, x, low2, high2, &a, x, low2, high2, low2, &one);
  expect(moved_since(before) == 0, "the other shape finds the values on the device");
  expect(x[77] == 4 * 77, "the host has the values of both");
  x[77] = 308;
  fort_fab_saxpy_(low, high, x, low, high, &a, x, low, high, low, &one);
  right("two shapes of one memory are one array", is_line(x, NX * NY * NZ, 0, 8));
  free(x);
}

static void overlapping(void)
{
  double *x = ramp(3 * CELLS);
  add(x, 1, x, CELLS);                         /* [0, 1) doubled */
  add(x + CELLS / 2, 1, x + CELLS / 2, CELLS); /* [0.5, 1.5) */
  add(x, 1, x, 3 * CELLS);                     /* all */
  add(x + CELLS, 1, x + CELLS, 2 * CELLS);     /* [1, 3) */
  for (int e = 0; e < 3 * CELLS; e++) {
    const int half = CELLS / 2, times = (e < CELLS) + (e >= half && e < half + CELLS) + 1 + (e >= CELLS);
    expect(x[e] == (double)e * (1 << times), "ranges that overlap have their values");
  }
  right("so it is", 1);
  free(x);
}

/* Real numbers, then integers in the same memory, then real numbers again. */
static void mask(void)
{
  enum { WALL = 102 };
  double *memory = ramp(CELLS);
  add(memory, 1, memory, CELLS);
  int flag = 1, order = 3, side = 2, kind = WALL, one = 1, low[3] = { 1, 1, 1 }, high[3] = { 8, 8, 8 },
      xlow[3] = { 0, 0, 0 }, xhigh[3] = { 9, 9, 9 }, mlow[3] = { 0, 0, 0 }, mhigh[3] = { 9, 9, 0 },
      dlow[3] = { 1, 1, 1 }, dhigh[3] = { 8, 8, 1 }, *m = (int *)memory;
  double distance = 0, h[3] = { 1, 1, 1 }, *x = ramp(1000), *b = calloc(100, sizeof *b), *den = calloc(64, sizeof *den);
  for (int e = 0; e < 100; e++) m[e] = 1;
#define CORNERS(lo, hi) &lo[0], &lo[1], &lo[2], &hi[0], &hi[1], &hi[2]
#define FAB(y) double *y, int *y##1, int *y##2, int *y##3, int *y##4, int *y##5, int *y##6
  void applybc3dgen_(int *, int *, int *, FAB(phi), int *, int *, double *, FAB(bcval), int *, int *, int *, int *,
                     int *, int *, int *, FAB(den), int *, int *, int *, double *);
  applybc3dgen_(&flag, &flag, &order, x, CORNERS(xlow, xhigh), &side, &kind, &distance, b, CORNERS(mlow, mhigh), m,
                CORNERS(mlow, mhigh), den, CORNERS(dlow, dhigh), low, high, &one, h);
  for (int j = 1; j <= 8; j++)
    for (int i = 1; i <= 8; i++) expect(x[i + 10 * j] == x[i + 10 * j + 100], "the mask has its values");
  add(memory + 200, 1, memory + 200, CELLS - 200);
  const int64_t cells = 100;
  vf_view *view = NULL;
  expect(!vf_view_wrap(NULL, memory + 300, VF_REAL64, 1, &cells, NULL, "own", VF_WRAP_DISTINCT, &view) &&
             !vf_view_release(&view, false),
         "the program may wrap numbers behind the integers");
  expect(is_line(memory + 200, CELLS - 200, 800, 4), "numbers behind the integers keep their values");
  for (int e = 0; e < 200; e++) memory[e] = 4 * e;
  add(memory, 1, memory, CELLS);
  right("and the numbers count again", is_line(memory, CELLS, 0, 8));
  free(memory);
  free(x);
  free(b);
  free(den);
}

static void own_view(void)
{
  double *x = ramp(CELLS);
  const int64_t cells = CELLS / 3;
  vf_view *view = NULL;
  add(x, 1, x, CELLS);
  expect(!vf_view_wrap(NULL, x + 7, VF_REAL64, 1, &cells, NULL, "own", VF_WRAP_DISTINCT, &view),
         "the program wraps a part of the array");
  const vf_box all = { { 1, 1, 1 }, { (int)cells, 1, 1 } };
  expect(!vf_add_constant(&all, view, 1), "and calls a kernel");
  add(x + 7, 1, x + 7, (int)cells);
  for (int e = 0; e < CELLS; e++)
    expect(x[e] == (e >= 7 && e < 7 + cells ? 2 * (2.0 * e + 1) : 2.0 * e), "both have their values");
  expect(!vf_view_release(&view, false), "the view ends");
  add(x, 1, x, CELLS);
  right("the array has its values without the view", x[8] == 4 * 17 && x[CELLS - 1] == 4.0 * (CELLS - 1));
  free(x);
}

/* ---- Memory that viewfab does not know ---- */

static double in_data[CELLS];

static void elsewhere(void)
{
  double on_stack[SMALL * 100];
  for (int e = 0; e < CELLS; e++) in_data[e] = e;
  for (int e = 0; e < SMALL * 100; e++) on_stack[e] = e;
  for (int n = 0; n < 3; n++) {
    add(in_data, 1, in_data, CELLS);
    add(on_stack, 1, on_stack, SMALL * 100);
    in_data[n] *= 1;
  }
  right("arrays in data and on the stack are right",
        is_line(in_data, CELLS, 0, 8) && is_line(on_stack, SMALL * 100, 0, 8));
}

/* A pool: the array would take along much that is not an array. */
static void pool(void)
{
  enum { TIMES = 40 };
  double *memory = ramp(TIMES * CELLS), *x = memory + 3 * CELLS;
  const vf_counters before = counters_now();
  add(x, 1, x, CELLS);
  expect(moved_since(before) == 2 * CELLS * cell, "an array in a pool moves alone");
  x[3] += 1;
  add(x, 1, x, CELLS);
  x[3] -= 2;
  right("and has its values", is_line(x, CELLS, 4.0 * 3 * CELLS, 4));
  free(memory);
}

int main(int count, char **words)
{
  static const legacy_case cases[] = {
    { "again", again },
    { "again_small", again_small },
    { "again_from_system", again_from_system },
    { "zeros", zeros },
    { "reallocated", reallocated },
    { "aligned", aligned },
    { "by_pointer", by_pointer },
    { "unseen", unseen },
    { "shapes", shapes },
    { "overlapping", overlapping },
    { "mask", mask },
    { "own_view", own_view },
    { "elsewhere", elsewhere },
    { "pool", pool },
  };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
