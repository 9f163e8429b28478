/* A small code in the calling style of BoxLib, and its kernels. SPELLED(name) is a symbol as the "compiler" of the code
 * spells it: with an underscore, without one (PLAIN_NAMES), or with two (DOUBLE_NAMES). */
#ifndef LEGACY_H
#define LEGACY_H

#include <stddef.h>

#if defined(PLAIN_NAMES)
#define SPELLED(name) name
#elif defined(DOUBLE_NAMES)
#define SPELLED(name) name##__
#else
#define SPELLED(name) name##_
#endif

#define BOUNDS int *l1, int *l2, int *l3, int *h1, int *h2, int *h3
#define AVERAGE_PARAMETERS                                                                                        \
  double *c, int *cl1, int *cl2, int *cl3, int *ch1, int *ch2, int *ch3, double *f, int *fl1, int *fl2, int *fl3, \
      int *fh1, int *fh2, int *fh3, int *lo, int *hi, int *nc
void SPELLED(average3dgen)(AVERAGE_PARAMETERS);
void SPELLED(interp3dgen)(AVERAGE_PARAMETERS);
void SPELLED(fort_fab_setval)(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc, double *value);
double SPELLED(fort_fab_sum)(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc);

/* Calls of originals so far. */
extern int original_calls;

void *legacy_allocate(size_t bytes);
void legacy_free(void *address);

#endif
