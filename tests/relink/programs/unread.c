/* usage: unread looked_at|unread|as_is
 * Three cases: calls with all arrays; calls whose flags leave arrays out, so the arguments are arrays of another box
 * (multigrid codes pass the boundary of the finest level on all levels); calls with arguments the port would refuse. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "steps.h"
#include "walls.h"

enum { N = 6, CELLS = N * N * N, ARRAYS = 2, ROUNDS = 4, DIRICHLET = 101 };

static int zero = 0, one = 1, last = N - 1, order = 2, kind = DIRICHLET;
static int low[3] = { 1, 1, 1 }, high[3] = { N - 2, N - 2, N - 2 };
static double distance = 0, h[3] = { 1, 1, 1 };
static double *phi[ARRAYS], *den[ARRAYS], *values;
static int *mask;

static void expect(int right, const char *claim)
{
  if (right) return;
  fprintf(stderr, "not so: %s\n", claim);
  exit(1);
}

static void make_arrays(void)
{
  mask = legacy_allocate(CELLS * sizeof *mask);
  values = legacy_allocate(CELLS * sizeof *values);
  for (int e = 0; e < CELLS; e++) {
    mask[e] = e % 3 - 1;
    values[e] = 0.25;
  }
  for (int a = 0; a < ARRAYS; a++) {
    phi[a] = legacy_allocate(CELLS * sizeof *phi[a]);
    den[a] = legacy_allocate(CELLS * sizeof *den[a]);
    for (int e = 0; e < CELLS; e++) {
      phi[a][e] = 1 + a + e;
      den[a][e] = 7;
    }
  }
}

#define FAB(x) x, &zero, &zero, &zero, &last, &last, &last
static void call_with_all(int a)
{
  SPELLED(applybc3dgen)
  (&one, &one, &order, FAB(phi[a]), &zero, &kind, &distance, FAB(values), FAB(mask), FAB(den[a]), low, high, &one, h);
}

/* A single element, far away from the box. */
static double element = 9;
static int far = 100;
#define FAR &element, &far, &far, &far, &far, &far, &far

static void call_with_few(int a)
{
  SPELLED(applybc3dgen)
  (&zero, &zero, &order, FAB(phi[a]), &zero, &kind, &distance, FAR, FAB(mask), FAR, low, high, &one, h);
}

static void check_norm(void)
{
  int neither = 2;
  expect(SPELLED(fort_fab_norm)(low, high, &element, &far, &far, &one, &neither) == 0, "a norm of no kind is 0");
  expect(element == 9, "an ignored array does not change");
}

static void check(double of_wall, int with_den)
{
  for (int a = 0; a < ARRAYS; a++)
    for (int e = 0; e < CELLS; e++) {
      const int i = e % N, j = e / N % N, k = e / (N * N);
      const int inside = j >= 1 && j <= N - 2 && k >= 1 && k <= N - 2;
      const double ghost = i == 0 && inside && mask[e] > 0 ? 2 * of_wall - (2 + a + e) : 1 + a + e;
      expect(phi[a][e] == ghost, "ghosts behind a positive mask are filled, and nothing else");
      const double factor = i == 1 && inside && with_den ? (mask[e - 1] > 0 ? -1 : 0) : 7;
      expect(den[a][e] == factor, "den is set in the first layer: 0 if the mask is not positive");
    }
}

int main(int argc, char **argv)
{
  const char *wanted = argc > 1 ? argv[1] : "";
  const int all = !strcmp(wanted, "looked_at");
  make_arrays();
  if (!strcmp(wanted, "as_is")) {
    int nobody = 7;
    SPELLED(applybc3dgen)
    (&one, &one, &order, FAB(phi[0]), &zero, &nobody, &distance, FAB(values), FAB(mask), FAB(den[0]), low, high, &one,
     h);
    expect(original_calls == 1, "the original is called as the program called it");
    puts("right");
    return 0;
  }
  expect(!vf_offload_begin(), "a region begins");
  for (int round = 0; round < ROUNDS; round++) {
    for (int a = 0; a < ARRAYS; a++) {
      if (all) call_with_all(a);
      else call_with_few(a);
    }
    expect(step_sum(values) == COARSE * 0.25, "a result ends the waiting of the calls before it");
  }
  expect(!vf_offload_end(), "a region ends");
  check_norm();
  check(all ? 0.25 : 0, all);
  if (argc > 2) expect((original_calls > 0) == !strcmp(argv[2], "ran"), "originals run if the case asks for them");
  puts("right");
  return 0;
}
