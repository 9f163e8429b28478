/* Memory of the code's allocator that is freed, given again and filled anew, while the host's sides are left alone. */
#include <stdio.h>
#include <stdlib.h>

#include <viewfab/boxlib.h>

#include "legacy.h"
#include "steps.h"

static void expect(int right, const char *claim)
{
  if (right) return;
  fprintf(stderr, "not so: %s\n", claim);
  exit(1);
}

int main(void)
{
  double *coarse = legacy_allocate(COARSE * sizeof *coarse), *fine = legacy_allocate(FINE * sizeof *fine);
  for (int e = 0; e < FINE; e++) fine[e] = 3;
  expect(!vf_offload_begin(), "a region begins");
  step_average(coarse, fine);
  expect(step_sum(coarse) == 64 * 3, "the first values are averaged");
  legacy_free(fine);
  double *again = legacy_allocate(FINE * sizeof *again);
  expect(again == fine, "the allocator gives the address again");
  for (int e = 0; e < FINE; e++) again[e] = 5;
  step_average(coarse, again);
  expect(step_sum(coarse) == 64 * 5, "memory that is given again takes its new values");
  expect(!vf_offload_end(), "a region ends");
  for (int e = 0; e < COARSE; e++) expect(coarse[e] == 5, "the end of the region brings all values");
  puts("right");
  return 0;
}
