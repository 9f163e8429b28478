/* A program for a debugger: a kernel on a small array. x(i,j,k) is 100 i + 10 j + k. */
#include <stdio.h>
#include <viewfab/viewfab.h>

#include "test_debugged_kernels.h"

enum { X = 5, Y = 6, Z = 4 };

int main(void)
{
  static double x[Z][Y][X], mean[Z][Y][X], mask[Y];
  const int64_t extents[] = { X, Y, Z }, rows = Y;
  const int lower[] = { 1, 1, 1 }, first_row = 1;
  const vf_box box = { { 2, 2, 2 }, { 4, 5, 3 } };
  vf_view *x_view = NULL, *mean_view = NULL, *mask_view = NULL;
  for (int k = 0; k < Z; k++)
    for (int j = 0; j < Y; j++)
      for (int i = 0; i < X; i++) x[k][j][i] = 100 * (i + 1) + 10 * (j + 1) + k + 1;
  for (int j = 0; j < Y; j++) mask[j] = 1;
  if (vf_view_wrap(NULL, x, VF_REAL64, 3, extents, lower, "x", VF_WRAP_DISTINCT, &x_view) ||
      vf_view_wrap(NULL, mean, VF_REAL64, 3, extents, lower, "mean", VF_WRAP_DISTINCT, &mean_view) ||
      vf_view_wrap(NULL, mask, VF_REAL64, 1, &rows, &first_row, "mask", VF_WRAP_DISTINCT, &mask_view) ||
      vf_mean_of_three(&box, x_view, mean_view, mask_view, 3) || vf_finalize()) {
    puts(vf_last_error());
    return 1;
  }
  puts(mean[2][4][3] == 3 * 453 ? "right" : "wrong");
  return 0;
}
