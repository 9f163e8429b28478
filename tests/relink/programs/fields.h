/* Fields of legacy calls in a region, with models in plain loops. */
#ifndef VIEWFAB_TESTS_RELINK_FIELDS_H
#define VIEWFAB_TESTS_RELINK_FIELDS_H

#include "cases.h"
#include "legacy.h"

enum { N = 8, CELLS = N * N * N, ARRAYS = 6, ROUNDS = 6, THREADS = 4 };
extern double *real[ARRAYS], *expected[ARRAYS];
extern int one, low[3], high[3];

/* Arrays with values, and their models; a region begins. */
void begin(void);
/* The region ends, and all arrays have the bits of their models. */
void end(const char *claim);
/* Tile t of `tiles` layers. */
void layers(int t, int tiles, int *lo, int *hi);
/* Legacy calls on tiles; model_...: the same in plain loops; copy, add: both, in two tiles. */
void copy_tile(int to, int from, int t, int tiles);
void add_tile(int to, double a, int from, int t, int tiles);
void model_copy(int to, int from);
void model_add(int to, double a, int from);
void copy(int to, int from);
void add(int to, double a, int from);
double sum(int of);
double sum_tile(int of, int t, int tiles);
double model_sum_tile(int of, int t, int tiles);

#endif
