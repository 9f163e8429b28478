/*   usage: bisect_ghost_steps KERNEL ERROR
 * A small program of two kernels over ghosts and a kernel over cells, all with originals, on a view "phi" of nodes with two
 * layers of ghosts. The port of KERNEL adds ERROR to a corner ghost (fill_halo), to a ghost beside a face (fill_ghosts) or
 * to a cell (add_constant). The program always ends with status 0, so only phi shows the error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/validate.h>
#include <viewfab_kernels.h>

enum { NX = 6, NY = 5, NZ = 4, GHOSTS = 2 };
static const vf_box box = { { -1, 0, 3 }, { NX - 2, NY - 1, NZ + 2 } };
static const int lower[3] = { -1 - GHOSTS, -GHOSTS, 3 - GHOSTS }, nodal[3] = { 1, 0, 0 };
static const int64_t extents[3] = { NX + 1 + 2 * GHOSTS, NY + 2 * GHOSTS, NZ + 2 * GHOSTS };

static void must(vf_status status)
{
  if (!status) return;
  fprintf(stderr, "bisect_ghost_steps: %s\n", vf_last_error());
  exit(3);
}

static double *at(const vf_original_call *call, const int index[3])
{
  const vf_original_array *x = &call->arrays[0];
  ptrdiff_t offset = 0;
  for (int d = 2; d >= 0; d--) offset = offset * (x->upper[d] - x->lower[d] + 1) + index[d] - x->lower[d];
  return (double *)x->first + offset;
}

/* Mirrors direction by direction, like the legacy code. */
static void original_fill_halo(const vf_original_call *call, void *user)
{
  (void)user;
  int low[3], high[3], index[3];
  for (int d = 0; d < 3; d++) {
    low[d] = call->box.lower[d];
    high[d] = call->box.upper[d] + nodal[d];
  }
  for (int d = 0; d < 3; d++) {
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    for (int g = 1; g <= call->values[1].integer; g++)
      for (index[e] = low[e]; index[e] <= high[e]; index[e]++)
        for (index[f] = low[f]; index[f] <= high[f]; index[f]++) {
          double inside[2];
          index[d] = call->box.lower[d] - 1 + nodal[d] + g;
          inside[0] = *at(call, index);
          index[d] = call->box.upper[d] + 1 - g;
          inside[1] = *at(call, index);
          index[d] = call->box.lower[d] - g;
          *at(call, index) = d == 0 ? -inside[0] : inside[0];
          index[d] = call->box.upper[d] + nodal[d] + g;
          *at(call, index) = d == 0 ? -inside[1] : inside[1];
        }
    low[d] -= call->values[1].integer;
    high[d] += call->values[1].integer;
  }
}

/* Fills the layer below z from the cells inside. */
static void original_fill_ghosts(const vf_original_call *call, void *user)
{
  (void)user;
  for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
    for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
      const int inside[3] = { i, j, call->box.lower[2] }, ghost[3] = { i, j, call->box.lower[2] - 1 };
      *at(call, ghost) = *at(call, inside);
    }
}

static void original_add_constant(const vf_original_call *call, void *user)
{
  (void)user;
  int index[3];
  for (index[2] = call->box.lower[2]; index[2] <= call->box.upper[2]; index[2]++)
    for (index[1] = call->box.lower[1]; index[1] <= call->box.upper[1]; index[1]++)
      for (index[0] = call->box.lower[0]; index[0] <= call->box.upper[0]; index[0]++)
        *at(call, index) += call->values[1].number;
}

static double error;

/* Runs the general launcher, then adds the error to the element (i, j, k). */
static int spoiled(const vfi_launch *call, const vf_kernel *kernel, int i, int j, int k)
{
  const int code = kernel->launchers[VF_BACKEND_HOST][1](call);
  const vfi_span *span = &call->spans[0];
  *((double *)span->origin + i + j * span->stride[0] + k * span->stride[1]) += error;
  return code;
}

#define KERNELS(X)                           \
  X(fill_halo, -1 - GHOSTS, -GHOSTS, NZ + 4) \
  X(fill_ghosts, 2, 3, 2)                    \
  X(add_constant, 1, 1, 4)
#define WRONG(name, i, j, k) \
  static int wrong_##name(const vfi_launch *call) { return spoiled(call, &vf_##name##_kernel, i, j, k); }
KERNELS(WRONG)

int main(int argc, char **argv)
{
  static double values[(NX + 1 + 2 * GHOSTS) * (NY + 2 * GHOSTS) * (NZ + 2 * GHOSTS)];
  const vf_boundary walls = {
    .kind = { VF_REFLECT_ODD, VF_NEUMANN, VF_NEUMANN, VF_REFLECT_ODD, VF_NEUMANN, VF_NEUMANN }, .order = 2
  };
  const vf_boundary low = { .kind = { 0, 0, VF_NEUMANN, 0, 0, 0 }, .order = 2 };
  vf_view *phi = NULL;
  if (argc != 3) return 4;
  error = strtod(argv[2], NULL);
#define REGISTER(name, i, j, k)                                                        \
  must(vf_kernel_set_original(&vf_##name##_kernel, VF_REAL64, original_##name, NULL)); \
  if (!strcmp(argv[1], #name)) must(vfi_kernel_tune(&vf_##name##_kernel, VF_BACKEND_HOST, VF_REAL64, wrong_##name));
  KERNELS(REGISTER)
  for (size_t c = 0; c < sizeof values / sizeof values[0]; c++) values[c] = 1 + (double)(c % 17) / 4;
  must(vf_init(NULL));
  must(vf_view_wrap(NULL, values, VF_REAL64, 3, extents, lower, "phi", VF_WRAP_DISTINCT, &phi));
  must(vf_add_constant(&box, phi, 0.5));
  must(vf_fill_halo(&box, phi, GHOSTS, &walls, nodal));
  must(vf_fill_ghosts(&box, phi, &low));
  must(vf_view_to_host(phi, VF_READ));
  must(vf_view_release(&phi, false));
  must(vf_finalize());
  return 0;
}
