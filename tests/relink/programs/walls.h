/* The boundary routine of the code. */
#ifndef WALLS_H
#define WALLS_H

#include "legacy.h"

#define FAB_OF(type, x) type *x, int *x##l1, int *x##l2, int *x##l3, int *x##h1, int *x##h2, int *x##h3
#define WALL_PARAMETERS                                                                                  \
  int *flagden, int *flagbc, int *maxorder, FAB_OF(double, phi), int *side, int *kind, double *distance, \
      FAB_OF(double, bcval), FAB_OF(int, mask), FAB_OF(double, den), int *lo, int *hi, int *nc, double *h
void SPELLED(applybc3dgen)(WALL_PARAMETERS);
double SPELLED(fort_fab_norm)(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc, int *p);

#endif
