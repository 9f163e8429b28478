// Transfers between levels: interpolation of a correction, means of right-hand sides and coefficients.
#include "level.h"

namespace VF_LEVELS {

namespace {

constexpr int block_x = 32, block_y = 8;

dim3 blocks_for(int n0, int n1, int n2)
{
  return dim3((unsigned)(n0 + block_x - 1) / block_x, (unsigned)(n1 + block_y - 1) / block_y,
              (unsigned)(n2 < 65535 ? n2 : 65535));
}

// A thread has a coarse cell and its children, so the threads write rows in full. Coarse ghosts are filled.
template <bool add>
__global__ void __launch_bounds__(block_x *block_y)
    interpolate_cells(double *__restrict__ fine, const ptrdiff_t fine_row, const ptrdiff_t fine_plane,
                      const vf_field coarse, const int n0, const int n1, const int n2)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n0 || j >= n1) return;
  for (int k = (int)blockIdx.z; k < n2; k += (int)gridDim.z) {
    const double *c = coarse.at + i + j * coarse.row + k * coarse.plane;
    double2 *child[2][2], x[2][2];
    for (int z = 0; z < 2; z++)
      for (int y = 0; y < 2; y++) {
        child[z][y] = (double2 *)(fine + 2 * i + (2 * j + y) * fine_row + (2 * k + z) * fine_plane);
        if (add) x[z][y] = *child[z][y];
      }
    const double self = c[0], low = self + c[-1], high = self + c[1];
    const double beside_y[2] = { c[-coarse.row], c[coarse.row] }, beside_z[2] = { c[-coarse.plane], c[coarse.plane] };
    for (int z = 0; z < 2; z++)
      for (int y = 0; y < 2; y++) {
        const double across = beside_y[y] + beside_z[z];
        const double2 value = make_double2(VF_INTERPOLATED(low, across), VF_INTERPOLATED(high, across));
        *child[z][y] = add ? make_double2(x[z][y].x + value.x, x[z][y].y + value.y) : value;
      }
  }
}

__global__ void __launch_bounds__(block_x *block_y)
    average_cells(const vf_field fine, const vf_field coarse, const int n0, const int n1, const int n2)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n0 || j >= n1) return;
  for (int k = (int)blockIdx.z; k < n2; k += (int)gridDim.z) {
    const double *f = fine.at + 2 * i + 2 * j * fine.row + 2 * k * fine.plane, *u = f + fine.plane;
    const double2 a = *(const double2 *)f, b = *(const double2 *)(f + fine.row);
    const double2 c = *(const double2 *)u, d = *(const double2 *)(u + fine.row);
    coarse.at[i + j * coarse.row + k * coarse.plane] = VF_MEAN_OF_8(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y);
  }
}

// p, q: strides of the fine field in the two directions of the face.
__global__ void __launch_bounds__(block_x *block_y)
    average_faces(const vf_field fine, const vf_field coarse, const ptrdiff_t p, const ptrdiff_t q, const int n0,
                  const int n1, const int n2)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n0 || j >= n1) return;
  for (int k = (int)blockIdx.z; k < n2; k += (int)gridDim.z) {
    const double *f = fine.at + 2 * i + 2 * j * fine.row + 2 * k * fine.plane;
    coarse.at[i + j * coarse.row + k * coarse.plane] = VF_MEAN_OF_4(f[0], f[p], f[q], f[p + q]);
  }
}

int average(const vfi_engine *engine, const vfi_level *level, vf_field fine, vf_field coarse)
{
  const int *n = level->n;
  average_cells<<<blocks_for(n[0], n[1], n[2]), dim3(block_x, block_y), 0, queue_of(engine)>>>(fine, coarse, n[0], n[1],
                                                                                               n[2]);
  return launched();
}

} // namespace

int interpolate(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, bool add)
{
  if (coarse->coarsening.graded && fine->lines.along > 0) return interpolate_lines(engine, fine, coarse, add);
  const int code = fill_ghosts(engine, coarse, coarse->phi);
  if (code) return code;
  if (coarse->coarsening.graded) return interpolate_graded(engine, fine, coarse, add);
  const int *n = coarse->n;
  auto *const kernel = add ? interpolate_cells<true> : interpolate_cells<false>;
  kernel<<<blocks_for(n[0], n[1], n[2]), dim3(block_x, block_y), 0, queue_of(engine)>>>(
      fine->phi.at, fine->phi.row, fine->phi.plane, coarse->phi, n[0], n[1], n[2]);
  return launched();
}

int restrict_rhs(vfi_engine *engine, vfi_level *fine, vfi_level *coarse)
{
  if (coarse->coarsening.graded) return average_graded(engine, fine, coarse, fine->rhs, coarse->rhs);
  return average(engine, coarse, fine->rhs, coarse->rhs);
}

int restrict_coefficients(vfi_engine *engine, vfi_level *fine, vfi_level *coarse)
{
  const bool graded = coarse->coarsening.graded;
  int code =
      graded ? average_graded(engine, fine, coarse, fine->a, coarse->a) : average(engine, coarse, fine->a, coarse->a);
  const vf_field from[3] = { fine->bx, fine->by, fine->bz }, to[3] = { coarse->bx, coarse->by, coarse->bz };
  for (int d = 0; d < 3 && !code; d++) {
    if (graded) {
      code = average_graded_faces(engine, fine, coarse, d, from[d], to[d]);
      continue;
    }
    const ptrdiff_t stride[3] = { 1, from[d].row, from[d].plane };
    const int n0 = coarse->n[0] + (d == 0), n1 = coarse->n[1] + (d == 1), n2 = coarse->n[2] + (d == 2);
    average_faces<<<blocks_for(n0, n1, n2), dim3(block_x, block_y), 0, queue_of(engine)>>>(
        from[d], to[d], stride[d == 0 ? 1 : 0], stride[d == 2 ? 1 : 2], n0, n1, n2);
    code = launched();
  }
  return code;
}

} // namespace VF_LEVELS
