/* The code's steps, made of its kernels. */
#include "steps.h"

#include "legacy.h"

static int zero = 0, three = 3, seven = 7, one = 1;
static int low[] = { 0, 0, 0 }, high[] = { 3, 3, 3 }, fine_high[] = { 7, 7, 7 };

void step_average(double *coarse, double *fine)
{
  SPELLED(average3dgen)
  (coarse, &zero, &zero, &zero, &three, &three, &three, fine, &zero, &zero, &zero, &seven, &seven, &seven, low, high,
   &one);
}

void step_interp(double *fine, double *coarse)
{
  SPELLED(interp3dgen)
  (fine, &zero, &zero, &zero, &seven, &seven, &seven, coarse, &zero, &zero, &zero, &three, &three, &three, low, high,
   &one);
}

void step_fill(double *fine, double value)
{
  SPELLED(fort_fab_setval)(low, fine_high, fine, low, fine_high, &one, &value);
}

double step_sum(double *coarse) { return SPELLED(fort_fab_sum)(low, high, coarse, low, high, &one); }
