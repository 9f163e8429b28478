/* A port that differs from its original: cells (2, 1, 3) and (5, 4, 2) of 6 x 5 x 4 by 0.5 and by 8, and cell (1, 1, 1) by a NaN. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <viewfab/all.h>

enum { NX = 6, NY = 5, NZ = 4, CELLS = NX * NY * NZ };
static double from[CELLS], to[CELLS];

static void must(vf_status status)
{
  if (!status) return;
  fprintf(stderr, "%s\n", vf_last_error());
  exit(1);
}

static void wrong_copy(const vf_original_call *call, void *user)
{
  (void)user;
  const double *x = call->arrays[0].first;
  double *y = call->arrays[1].first;
  for (int e = 0; e < CELLS; e++) y[e] = x[e];
  y[1 + NX * (0 + NY * 2)] += 0.5;
  y[4 + NX * (3 + NY * 1)] += 8;
  y[0] = NAN;
}

int main(void)
{
  const int64_t extents[3] = { NX, NY, NZ };
  const vf_box box = { { 1, 1, 1 }, { NX, NY, NZ } };
  vf_view *x = NULL, *y = NULL;
  for (int e = 0; e < CELLS; e++) from[e] = 1;
  must(vf_view_wrap(NULL, from, VF_REAL64, 3, extents, NULL, "from", VF_WRAP_DISTINCT, &x));
  must(vf_view_wrap(NULL, to, VF_REAL64, 3, extents, NULL, "<to>", VF_WRAP_DISTINCT, &y));
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, wrong_copy, NULL));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  must(vf_copy(&box, x, y));
  must(vf_view_to_host(y, VF_READ));
  must(vf_view_release(&x, false));
  must(vf_view_release(&y, false));
  return 0;
}
