/* Calls that the linker does not redirect: a call of a kernel in this source file, and calls of procedures of modules,
 * as gfortran and flang name them. */
#include "legacy.h"

static int low[] = { 0, 0, 0 }, one = 1;
static double cell = 2;

double fort_fab_sum_(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc);
__attribute__((noinline)) double fort_fab_sum_(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc)
{
  (void)lo, (void)hi, (void)xlo, (void)xhi, (void)nc;
  return *(volatile double *)x;
}

double total_of_cells(void);
__attribute__((noinline)) double total_of_cells(void) { return 1 + fort_fab_sum_(low, low, &cell, low, low, &one); }

int __grid_MOD_average3dgen(void);
int __grid_MOD_average3dgen(void) { return 0; }
int _QMgridPinterp3dgen(void);
int _QMgridPinterp3dgen(void) { return 0; }

int main(void) { return total_of_cells() == 3 ? __grid_MOD_average3dgen() + _QMgridPinterp3dgen() : 1; }
