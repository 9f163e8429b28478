/* Kernels whose points read elements by a list: 200 calls of 64 points on a long table and one on a short table, and a product
 * with a matrix of 64 x 10 elements. */
#include <stdio.h>
#include <stdlib.h>

#include <viewfab/all.h>

#include "profiled_gathering_kernels.h"

enum { POINTS = 64, CALLS = 200, LONG = 100000, SHORT = 10 };
static double table[LONG], matrix[POINTS * SHORT], y[POINTS];
static int entry[POINTS];

static void must(vf_status status)
{
  if (!status) return;
  fprintf(stderr, "%s\n", vf_last_error());
  exit(1);
}

static vf_view *wrapped(void *array, vf_type type, int rank, int64_t first, int64_t second, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, array, type, rank, (int64_t[]){ first, second }, NULL, label, VF_WRAP_DISTINCT, &view));
  return view;
}

int main(void)
{
  const vf_box points = { { 1, 1, 1 }, { POINTS, 1, 1 } };
  static double few[SHORT];
  for (int p = 0; p < POINTS; p++) entry[p] = 1 + p % SHORT;
  vf_view *of_table = wrapped(table, VF_REAL64, 1, LONG, 0, "table");
  vf_view *of_few = wrapped(few, VF_REAL64, 1, SHORT, 0, "few");
  vf_view *of_entry = wrapped(entry, VF_INT32, 1, POINTS, 0, "entry");
  vf_view *of_matrix = wrapped(matrix, VF_REAL64, 2, POINTS, SHORT, "matrix");
  vf_view *of_y = wrapped(y, VF_REAL64, 1, POINTS, 0, "y");
  for (int c = 0; c < CALLS; c++) must(vf_picked(&points, of_table, of_entry, of_y));
  must(vf_picked(&points, of_few, of_entry, of_y));
  must(vf_line_sums(&points, of_matrix, of_few, of_y, SHORT));
  must(vf_view_to_host(of_y, VF_READ));
  return 0;
}
