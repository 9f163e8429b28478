/* Red-black sweeps with colours other than 0 and 1: the parity of a colour counts, as in the legacy loops, in a region and
 * outside.
 * usage: relinked_colours CASE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "cases.h"

#define FAB(type, x) type *x, int *x##l1, int *x##l2, int *x##l3, int *x##h1, int *x##h2, int *x##h3
#define PLANE(n) FAB(double, f##n), FAB(int, m##n)
void gsrb3dsim_(FAB(double, phi), FAB(double, rhs), PLANE(0), PLANE(1), PLANE(2), PLANE(3), PLANE(4), PLANE(5), int *lo,
                int *hi, int *blo, int *bhi, int *nc, double *h, int *redblack);

enum { NX = 7, NY = 5, NZ = 6, COMPONENTS = 2, WITH_GHOSTS = (NX + 2) * (NY + 2) * (NZ + 2), SIDES = 6 };
static int low[3] = { -2, 3, -1 }, high[3] = { NX - 3, NY + 2, NZ - 2 }, glow[3] = { -3, 2, -2 },
           ghigh[3] = { NX - 2, NY + 3, NZ - 1 }, components = COMPONENTS;
static double h = 1, *phi, *before, *rhs, *expected, *factors;
static int *masks;

#define CORNERS(lo, hi) &lo[0], &lo[1], &lo[2], &hi[0], &hi[1], &hi[2]
#define GHOSTED(x) x, CORNERS(glow, ghigh)
#define BOTH GHOSTED(factors), GHOSTED(masks)

static void sweep(double *of, int colour)
{
  for (int half = 0; half < 2; half++) { /* tiles; the second tile begins with the other parity */
    int lo[3] = { low[0], low[1], half ? low[2] + 3 : low[2] },
        hi[3] = { high[0], high[1], half ? high[2] : low[2] + 2 };
    gsrb3dsim_(GHOSTED(of), GHOSTED(rhs), BOTH, BOTH, BOTH, BOTH, BOTH, BOTH, lo, hi, low, high, &components, &h,
               &colour);
  }
}

static void *known(size_t bytes)
{
  void *memory = malloc(bytes);
  expect(memory && !vf_memory_register(memory, bytes, "field"), "memory is told of");
  return memory;
}

static void begin(void)
{
  const size_t bytes = COMPONENTS * WITH_GHOSTS * sizeof(double);
  phi = known(bytes);
  rhs = known(bytes);
  expected = malloc(bytes);
  before = malloc(bytes);
  factors = known(WITH_GHOSTS * sizeof *factors);
  masks = known(WITH_GHOSTS * sizeof *masks);
  for (int e = 0; e < COMPONENTS * WITH_GHOSTS; e++) {
    phi[e] = expected[e] = 1 + e * 37 % 101;
    rhs[e] = 1000 + e % 13;
  }
  for (int e = 0; e < WITH_GHOSTS; e++) {
    factors[e] = 0.25;
    masks[e] = e % 3;
  }
}

/* Cells of the colour in the box have other values than before, and nothing else has. */
static void expect_colour(int colour)
{
  for (int e = 0; e < COMPONENTS * WITH_GHOSTS; e++) {
    const int i = glow[0] + e % (NX + 2), j = glow[1] + e / (NX + 2) % (NY + 2),
              k = glow[2] + e / (NX + 2) / (NY + 2) % (NZ + 2);
    const int inside = i >= low[0] && i <= high[0] && j >= low[1] && j <= high[1] && k >= low[2] && k <= high[2];
    expect((expected[e] != before[e]) == (inside && (i + j + k + colour) % 2 == 0), "a colour has its cells alone");
  }
}

/* Every second colour is odd, so that each sweep changes its cells. */
static const int colours[] = { 0, 3, 2, -1, -4, 7, 6, -3, 4, 1 };
enum { COLOURS = sizeof colours / sizeof *colours };

/* The sweeps with 0 or 1, on memory that viewfab does not know. */
static void model(void)
{
  for (int c = 0; c < COLOURS; c++) {
    memcpy(before, expected, COMPONENTS * WITH_GHOSTS * sizeof *before);
    sweep(expected, colours[c] & 1);
    expect_colour(colours[c]);
  }
}

static void right(void)
{
  expect(!memcmp(phi, expected, COMPONENTS * WITH_GHOSTS * sizeof *phi), "a colour counts by whether it is even");
  puts("right");
}

static void outside(void)
{
  for (int c = 0; c < COLOURS; c++) sweep(phi, colours[c]);
  model();
  right();
}

static void in_region(void)
{
  expect(!vf_offload_begin(), "a region begins");
  for (int c = 0; c < COLOURS; c++) sweep(phi, colours[c]);
  expect(!vf_offload_end(), "a region ends");
  model();
  right();
}

int main(int count, char **words)
{
  static const legacy_case cases[] = { { "outside", outside }, { "in_region", in_region } };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
