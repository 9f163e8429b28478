/* An original that is safe to call from several threads at the same time. */
#include "legacy.h"

double SPELLED(fort_fab_sum)(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc)
{
  return *lo == *hi && *xlo == *xhi && *nc == 1 ? *x : -1;
}
