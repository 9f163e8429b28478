/* A build with VIEWFAB_BOUNDS names kernel, view, argument and the caller's index of an access outside a view. */
#include <stdio.h>
#include <string.h>

#include <test_bounds_kernels.h>

enum { N = 4 };
static double x[2][N][N][N], y[2][N][N][N];

static int failed(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, vf_last_error());
  return 1;
}

int main(void)
{
  const int64_t extents[4] = { N, N, N, 2 };
  const int lower[4] = { -3, 10, 0, 1 };
  const vf_box inner = { { -3, 10, 0 }, { -1, 13, 3 } }; /* i + 1 is still in x */
  const vf_box last = { { 0, 12, 2 }, { 0, 12, 2 } };
  vf_view *xv = NULL, *yv = NULL;
  if (vf_view_wrap(NULL, x, VF_REAL64, 4, extents, lower, "density", VF_WRAP_DISTINCT, &xv)) return failed("wrap");
  if (vf_view_wrap(NULL, y, VF_REAL64, 4, extents, lower, "slope", VF_WRAP_DISTINCT, &yv)) return failed("wrap");
  if (vf_reads_outside(&inner, xv, yv)) return failed("a call that stays inside");
  if (vf_reads_outside(&last, xv, yv) != VF_ERROR_BOUNDS) return failed("a call that reads outside");
  puts(vf_last_error());
  const char *const words[] = { "reads_outside", "(1, 12, 2)", "component 1", "'density'", "argument x" };
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    if (!strstr(vf_last_error(), words[w])) return failed(words[w]);
  /* On a GPU the trap ends the context, so the views are not released. */
  return 0;
}
