/* Shared by the benchmarks in C: an end at the first error, a clock, and a median. */
#ifndef VIEWFAB_BENCHMARKS_TIMING_H
#define VIEWFAB_BENCHMARKS_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <viewfab/viewfab.h>

static inline void check(vf_status status)
{
  if (!status) return;
  fprintf(stderr, "benchmark: %s\n", vf_last_error());
  exit(1);
}

/* Seconds since a fixed moment. */
static inline double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int ascending(const void *p, const void *q)
{
  const double a = *(const double *)p, b = *(const double *)q;
  return (a > b) - (a < b);
}

/* Sorts the times: afterwards the best time is the first. */
static inline double median(double *times, int count)
{
  qsort(times, (size_t)count, sizeof *times, ascending);
  return times[count / 2];
}

#endif
