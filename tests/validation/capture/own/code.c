/* The code: calls its kernel three times. */
#include <stdio.h>

#include <shifts_kernels.h>

enum { N = 5, CELLS = N * N * N };
static double x[CELLS], y[CELLS];
static int mask[CELLS];

static int failed(vf_status status)
{
  if (status) fprintf(stderr, "%s\n", vf_last_error());
  return status != VF_OK;
}

int main(void)
{
  const int64_t extents[3] = { N, N, N };
  const int x_lower[3] = { -2, 0, 3 }, y_lower[3] = { -1, 0, 2 }, s[3] = { 1, 0, -1 };
  const vf_box box = { { -2, 0, 3 }, { 2, 4, 7 } }, inner = { { -1, 1, 4 }, { 2, 4, 6 } };
  for (int c = 0; c < CELLS; c++) {
    mask[c] = c % 3 != 0;
    y[c] = 0.1 * c;
  }
  vf_view *mask_v = NULL, *x_v = NULL, *y_v = NULL;
  if (failed(vf_view_wrap(NULL, mask, VF_INT32, 3, extents, x_lower, "mask", VF_WRAP_DISTINCT, &mask_v)) ||
      failed(vf_view_wrap(NULL, x, VF_REAL64, 3, extents, x_lower, "x", VF_WRAP_DISTINCT, &x_v)) ||
      failed(vf_view_wrap(NULL, y, VF_REAL64, 3, extents, y_lower, "y", VF_WRAP_DISTINCT, &y_v)))
    return 1;
  for (int call = 1; call <= 3; call++)
    if (failed(vf_masked_shift(&box, mask_v, y_v, x_v, s, &inner, call))) return 1;
  if (failed(vf_view_to_host(x_v, VF_READ)) || failed(vf_finalize())) return 1;
  printf("%g\n", x[31]);
  return 0;
}
