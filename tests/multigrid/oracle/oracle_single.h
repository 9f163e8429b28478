/* The right results of steps on levels in single precision: plain loops over plain arrays of floats, written from the
 * formulas of engine.h. Compiled without contraction of a*b + c. */
#ifndef VIEWFAB_TESTS_ORACLE_SINGLE_H
#define VIEWFAB_TESTS_ORACLE_SINGLE_H

#include "oracle_level.h"

/* Arrays as in oracle_level. */
typedef struct oracle_single {
  vfi_level shape;
  float *phi, *rhs, *a, *b[3];
  /* over a finer level: the part of a cell's neighbour on either side, by the cell's index; of its children 2 I and
   * 2 I + 1, or of its only child */
  const float *low[3], *high[3];
} oracle_single;

/* Complete red-black smooths. */
void oracle_single_smooth(const oracle_single *level, int count, double omega);

void oracle_single_interpolate(const oracle_single *fine, const oracle_single *coarse, bool add);

/* Means of the residual over 8 children; some children may be missing. The right-hand side is in floats or in
 * doubles. */
void oracle_single_restrict(const oracle_single *fine, const oracle_single *coarse, const oracle_level *coarse_double);

/* See vfi_correction: adds phi of `fine` to phi of `of`, and computes the residual for both right-hand sides. Returns
 * its norm. */
double oracle_single_correct(const oracle_single *fine, const oracle_level *of, bool adds, double give, double take,
                             const oracle_single *coarse, const oracle_level *coarse_double);

#endif
