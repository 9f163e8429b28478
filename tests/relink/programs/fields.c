#include "fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#define BOX int *lo, int *hi, double *d, int *dlo, int *dhi
void SPELLED(fort_fab_copy)(BOX, double *s, int *slo, int *shi, int *from, int *nc);
void SPELLED(fort_fab_saxpy)(BOX, double *a, double *s, int *slo, int *shi, int *from, int *nc);

double *real[ARRAYS], *expected[ARRAYS];
int one = 1, low[3] = { 0, 0, 0 }, high[3] = { N - 1, N - 1, N - 1 };

void begin(void)
{
  for (int a = 0; a < ARRAYS; a++) {
    real[a] = legacy_allocate(CELLS * sizeof *real[a]);
    expected[a] = malloc(CELLS * sizeof *expected[a]);
    for (int e = 0; e < CELLS; e++) real[a][e] = expected[a][e] = a + 0.001 * e;
  }
  expect(!vf_offload_begin(), "a region begins");
}

void end(const char *claim)
{
  expect(!vf_offload_end(), "a region ends");
  for (int a = 0; a < ARRAYS; a++) expect(!memcmp(real[a], expected[a], CELLS * sizeof *real[a]), claim);
  puts("right");
}

void layers(int t, int tiles, int *lo, int *hi)
{
  memcpy(lo, low, sizeof low);
  memcpy(hi, high, sizeof high);
  lo[2] = N * t / tiles;
  hi[2] = N * (t + 1) / tiles - 1;
}

void copy_tile(int to, int from, int t, int tiles)
{
  int lo[3], hi[3];
  layers(t, tiles, lo, hi);
  SPELLED(fort_fab_copy)(lo, hi, real[to], low, high, real[from], low, high, lo, &one);
}

void add_tile(int to, double a, int from, int t, int tiles)
{
  int lo[3], hi[3];
  layers(t, tiles, lo, hi);
  SPELLED(fort_fab_saxpy)(lo, hi, real[to], low, high, &a, real[from], low, high, lo, &one);
}

void model_copy(int to, int from) { memcpy(expected[to], expected[from], CELLS * sizeof *expected[to]); }

void model_add(int to, double a, int from)
{
  for (int e = 0; e < CELLS; e++) {
    const volatile double product = a * expected[from][e]; /* no FMA */
    expected[to][e] += product;
  }
}

void copy(int to, int from)
{
  for (int t = 0; t < 2; t++) copy_tile(to, from, t, 2);
  model_copy(to, from);
}

void add(int to, double a, int from)
{
  for (int t = 0; t < 2; t++) add_tile(to, a, from, t, 2);
  model_add(to, a, from);
}

double sum(int of) { return SPELLED(fort_fab_sum)(low, high, real[of], low, high, &one); }

double sum_tile(int of, int t, int tiles)
{
  int lo[3], hi[3];
  layers(t, tiles, lo, hi);
  return SPELLED(fort_fab_sum)(lo, hi, real[of], low, high, &one);
}

double model_sum_tile(int of, int t, int tiles)
{
  double all = 0;
  for (int e = CELLS * t / tiles; e < CELLS * (t + 1) / tiles; e++) all += expected[of][e];
  return all;
}
