/* Memory of the code's allocator that is freed, given again and filled with new values, while the host's sides are
 * left alone.
 * usage: relinked_allocations [port]   the port is asked for at the end */
#include <stdio.h>
#include <stdlib.h>

#include <viewfab/boxlib.h>
#include <viewfab/validate.h>

#include "legacy.h"
#include "steps.h"

static void expect(int right, const char *claim)
{
  if (right) return;
  fprintf(stderr, "not so: %s\n", claim);
  exit(1);
}

static void ask_for_the_port(double *coarse, double *fine)
{
  legacy_free(fine);
  double *last = legacy_allocate(FINE * sizeof *last);
  for (int e = 0; e < FINE; e++) last[e] = 7;
  expect(!vf_validate_mode(NULL, VF_MODE_DEVICE), "the port is asked for");
  step_average(coarse, last);
  expect(step_sum(coarse) == 64 * 7, "memory that was given while calls stayed has its values when they do not");
  legacy_free(last);
}

int main(int count, char **words)
{
  (void)words;
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
  if (count > 1) ask_for_the_port(coarse, again);
  else legacy_free(again);
  legacy_free(coarse);
  puts("right");
  return 0;
}
