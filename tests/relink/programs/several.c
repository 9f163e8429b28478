/* Several originals in a single object file. */
#include "legacy.h"

static size_t at(const int *xlo, const int *xhi, int i, int j, int k)
{
  const int x = xhi[0] - xlo[0] + 1, y = xhi[1] - xlo[1] + 1;
  return (size_t)(i - xlo[0] + x * (j - xlo[1] + y * (k - xlo[2])));
}

void SPELLED(fort_fab_setval)(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc, double *value)
{
  original_calls++;
  for (int k = lo[2]; k <= hi[2]; k++)
    for (int j = lo[1]; j <= hi[1]; j++)
      for (int i = lo[0]; i <= hi[0]; i++) x[at(xlo, xhi, i, j, k)] = *value;
  (void)nc;
}

double SPELLED(fort_fab_sum)(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc)
{
  double sum = 0;
  original_calls++;
  for (int k = lo[2]; k <= hi[2]; k++)
    for (int j = lo[1]; j <= hi[1]; j++)
      for (int i = lo[0]; i <= hi[0]; i++) sum += x[at(xlo, xhi, i, j, k)];
  (void)nc;
  return sum;
}
