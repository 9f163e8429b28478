// Arrays of a C++ code without an allocator of its own: by new, by new [], and by containers.
// Containers pass the size to delete.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

#include <viewfab/boxlib.h>

extern "C" {
#include "steps.h"
}

static void expect(bool right, const char *claim)
{
  if (right) return;
  std::fprintf(stderr, "not so: %s\n", claim);
  std::exit(1);
}

static void fill(double *x, int count, double value)
{
  for (int e = 0; e < count; e++) x[e] = value;
}

int main()
{
  double *coarse = new double[COARSE];
  void *memory = ::operator new(FINE * sizeof(double));
  double *fine = static_cast<double *>(memory);
  fill(fine, FINE, 3);
  expect(!vf_offload_begin(), "a region begins");
  step_average(coarse, fine);
  expect(step_sum(coarse) == COARSE * 3, "values of the first array are averaged");
  ::operator delete(memory);
  memory = ::operator new(FINE * sizeof(double));
  fine = static_cast<double *>(memory);
  fill(fine, FINE, 5);
  step_average(coarse, fine);
  expect(step_sum(coarse) == COARSE * 5, "memory that is given again takes its new values");

  double *last = nullptr;
  {
    std::vector<double> gone(COARSE);
    step_average(gone.data(), fine);
    last = gone.data();
  }
  double *next = static_cast<double *>(std::malloc(COARSE * sizeof(double)));
  fill(next, COARSE, 7);
  delete[] coarse;
  ::operator delete(memory);
  expect(!vf_offload_end(), "a region ends");
  for (int e = 0; e < COARSE; e++) expect(next[e] == 7, "nothing is brought to memory that a container gave back");
  std::puts(next == last ? "right" : "right, but the memory was not given again");
  std::free(next);
  return 0;
}
