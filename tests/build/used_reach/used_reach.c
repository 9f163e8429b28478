/* used_reach CALLS: as many calls of two kernels with checked bounds whose declarations are wider than their bodies. The second
 * call reads further. */
#include <stdio.h>
#include <stdlib.h>

#include <used_reach_kernels.h>

enum { NX = 9, NY = 11, NZ = 4, SIZE = NX * NY * NZ };
static double x[SIZE], y[NX * NY], z[SIZE], w[SIZE];

static void must(vf_status status)
{
  if (!status) return;
  fprintf(stderr, "%s\n", vf_last_error());
  exit(1);
}

static vf_view *wrapped(double *host, int rank, const int64_t *extents, const char *axes, const char *label)
{
  vf_view *view = NULL;
  if (axes) must(vf_view_wrap_axes(NULL, host, VF_REAL64, rank, extents, NULL, axes, label, VF_WRAP_DISTINCT, &view));
  else must(vf_view_wrap(NULL, host, VF_REAL64, rank, extents, NULL, label, VF_WRAP_DISTINCT, &view));
  return view;
}

int main(int argc, char **argv)
{
  const int calls = argc > 1 ? atoi(argv[1]) : 1;
  const int64_t cells[3] = { NX, NY, NZ }, turned[2] = { NY, NX };
  const vf_box box = { { 3, 2, 2 }, { NX - 2, NY - 3, NZ - 1 } };
  const vf_columns columns = { .first_point = 2, .last_point = NX - 1, .first_block = 2, .last_block = NZ - 1 };
  for (int c = 0; c < calls; c++) {
    vf_view *v[4] = { wrapped(x, 3, cells, NULL, "x"), wrapped(y, 2, turned, NULL, "y"), wrapped(z, 3, cells, NULL, "z"),
                      wrapped(w, 3, cells, NULL, "w") };
    must(vf_wide_box(&box, v[0], v[1], v[2], v[3], c > 0));
    for (int i = 0; i < 4; i++) must(vf_view_release(&v[i], true));
    vf_view *u[4] = { wrapped(x, 3, cells, "i k b", "t"), wrapped(z, 3, cells, "i k b", "q"),
                      wrapped(x, 3, cells, "i k b", "u"), wrapped(w, 3, cells, "i k b", "w") };
    must(vf_wide_columns(&columns, u[0], u[1], u[2], u[3]));
    for (int i = 0; i < 4; i++) must(vf_view_release(&u[i], true));
  }
  return 0;
}
