/* What steps on levels in single precision have to give: plain loops over plain arrays of floats, written from the
 * formulas of engine.h. Compiled without contraction of a*b + c. */
#ifndef VIEWFAB_TESTS_ORACLE_SINGLE_H
#define VIEWFAB_TESTS_ORACLE_SINGLE_H

#include "oracle_level.h"

/* Arrays as in oracle_level. */
typedef struct oracle_single {
  vf_level shape;
  float *phi, *rhs, *a, *b[3];
  /* over a finer level: the part of a cell's neighbour on either side, by the cell's index; of its children 2 I and
   * 2 I + 1, or of its only child */
  const float *low[3], *high[3];
} oracle_single;

/* Complete red-black smooths. */
void oracle_single_smooth(const oracle_single *level, int count, double omega);

void oracle_single_interpolate(const oracle_single *fine, const oracle_single *coarse, bool add);

/* Means of the residual's 8 children, of which some may be missing; a right-hand side of floats, or of doubles. */
void oracle_single_restrict(const oracle_single *fine, const oracle_single *coarse, const oracle_level *coarse_double);

/* See vf_correction: phi of `of` takes that of `fine`, and both right-hand sides the residual. Returns its norm. */
double oracle_single_correct(const oracle_single *fine, const oracle_level *of, bool adds, double give, double take,
                             const oracle_single *coarse, const oracle_level *coarse_double);

#endif
