/* Legacy calls on lines of cells under VF_COHERENCE=auto, and the bytes that they move. */
#ifndef VIEWFAB_TESTS_RELINK_KEPT_H
#define VIEWFAB_TESTS_RELINK_KEPT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "cases.h"
#include "legacy.h"

#define ARRAY(x) double *x, int *x##lo, int *x##hi
void fort_fab_saxpy_(int *lo, int *hi, ARRAY(d), double *a, ARRAY(s), int *from, int *nc);

enum { CELLS = 30011, SMALL = 100 };
static const int64_t cell = sizeof(double);

static inline void begin(void) {}

static inline void right(const char *claim, int is)
{
  expect(is, claim);
  puts("right");
}

static inline void fill(double *x, int cells, double value)
{
  int low[3] = { 1, 1, 1 }, high[3] = { cells, 1, 1 }, one = 1;
  fort_fab_setval_(low, high, x, low, high, &one, &value);
}

/* d += a * s */
static inline void add(double *d, double a, double *s, int cells)
{
  int low[3] = { 1, 1, 1 }, high[3] = { cells, 1, 1 }, one = 1;
  fort_fab_saxpy_(low, high, d, low, high, &a, s, low, high, low, &one);
}

static inline double sum(double *x, int cells)
{
  int low[3] = { 1, 1, 1 }, high[3] = { cells, 1, 1 }, one = 1;
  return fort_fab_sum_(low, high, x, low, high, &one);
}

static inline double *ramp(int cells)
{
  double *x = malloc((size_t)cells * sizeof *x);
  expect(x != NULL, "there is memory");
  for (int e = 0; e < cells; e++) x[e] = e;
  return x;
}

/* True if x[e] is first + step * e. */
static inline int is_line(const double *x, int cells, double first, double step)
{
  for (int e = 0; e < cells; e++)
    if (x[e] != first + step * e) return 0;
  return 1;
}

static inline int64_t moved_since(vf_counters before)
{
  const vf_counters now = counters_now();
  return now.bytes_to_device - before.bytes_to_device + now.bytes_to_host - before.bytes_to_host;
}

#endif
