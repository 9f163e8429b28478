/* usage: relinked never|ran|two   how many calls originals get; all values have to be right */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "legacy.h"
#include "steps.h"

static void expect(int right, const char *claim)
{
  if (right) return;
  fprintf(stderr, "not so: %s\n", claim);
  exit(1);
}

int main(int argc, char **argv)
{
  double *coarse = malloc(COARSE * sizeof *coarse), *fine = malloc(FINE * sizeof *fine);
  for (int e = 0; e < FINE; e++) fine[e] = e % 8 + 8 * (e / 8 % 8) + 64 * (e / 64);
  for (int e = 0; e < COARSE; e++) coarse[e] = -1;
  step_average(coarse, fine);
  for (int e = 0; e < COARSE; e++) {
    const double mean = 2 * (e % 4) + 0.5 + 8 * (2 * (e / 4 % 4) + 0.5) + 64 * (2 * (e / 16) + 0.5);
    expect(coarse[e] == mean, "average3dgen gives the means of the children");
  }
  expect(step_sum(coarse) == 64 * 255.5, "fort_fab_sum gives the sum of all cells");
  step_fill(fine, 1.5);
  for (int e = 0; e < FINE; e++) expect(fine[e] == 1.5, "fort_fab_setval sets all cells");
  step_interp(fine, coarse);
  for (int e = 0; e < FINE; e++)
    expect(fine[e] == 1.5 + coarse[e % 8 / 2 + 4 * (e / 8 % 8 / 2) + 16 * (e / 128)], "interp3dgen adds the parents");
  if (argc > 1 && !strcmp(argv[1], "never")) expect(original_calls == 0, "no original is called");
  if (argc > 1 && !strcmp(argv[1], "ran")) expect(original_calls >= 4, "the originals are called");
  if (argc > 1 && !strcmp(argv[1], "two")) expect(original_calls == 2, "two originals are called");
  free(coarse);
  free(fine);
  puts("right");
  return 0;
}
