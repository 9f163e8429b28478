// Smooths of a user's views. Two smooths go to a scratch array and back. One that is left over works in place: what its
// blocks read of each other is saved in the scratch array before.
#include "views.h"

namespace VF_LEVELS {

namespace {

constexpr int lanes = 32, block_rows = 8;

// Two cells at both ends of the blocks, and those at the end of the domain, whose blocks may have fewer.
__device__ __forceinline__ bool in_band(int at, int size, int n)
{
  const int within = at % size;
  return within < HALO_ROWS || within >= size - HALO_ROWS || at >= n - HALO_ROWS;
}

// A group of threads has a row: all of it, or the cells at the ends of tiles.
__global__ void __launch_bounds__(lanes *block_rows)
    save_cells(const double *__restrict__ from, double *__restrict__ to, const ptrdiff_t row, const ptrdiff_t plane,
               const int n0, const int n1, const int n2, const int tile_rows, const int tile_planes)
{
  const int j = (int)(blockIdx.x * block_rows + threadIdx.y), lane = (int)threadIdx.x;
  if (j >= n1) return;
  const bool whole_rows = in_band(j, tile_rows, n1);
  const int edges = 4 * ((n0 + TILE_CELLS - 1) / TILE_CELLS);
  for (int k = (int)blockIdx.y; k < n2; k += (int)gridDim.y) {
    const ptrdiff_t at = j * row + k * plane;
    if (whole_rows || in_band(k, tile_planes, n2)) {
#pragma unroll 8
      for (int i = lane; i < n0; i += lanes) to[at + i] = from[at + i];
      continue;
    }
#pragma unroll 2
    for (int e = lane; e < edges + 2; e += lanes) {
      const int within = e & 3, i = e >= edges ? n0 - 1 - (e - edges)
                                               : e / 4 * TILE_CELLS + (within < 2 ? within : TILE_CELLS - 4 + within);
      if (i >= 0 && i < n0) to[at + i] = from[at + i];
    }
  }
}

bool fits(const vf_field &field)
{
  return field.row >= 0 && field.plane >= 0 && (uint64_t)field.plane * sizeof(double) <= UINT32_MAX;
}

} // namespace

int save_bands(const vf_engine *engine, const vf_level *level, double *to, int tile_rows, int tile_planes)
{
  const int *n = level->n;
  const dim3 blocks((unsigned)(n[1] + block_rows - 1) / block_rows, (unsigned)(n[2] < 65535 ? n[2] : 65535));
  save_cells<<<blocks, dim3(lanes, block_rows), 0, queue_of(engine)>>>(
      level->phi.at, to, level->phi.row, level->phi.plane, n[0], n[1], n[2], tile_rows, tile_planes);
  return launched();
}

bool takes_views(const vf_level *level)
{
  for (int f = 0; f < 6; f++) {
    const vf_face *face = &level->face[f];
    if (face->periodic ? level->variable || level->n[f % 3] % 2 != 0 : face->cells > 2) return false;
  }
  if (!fits(level->phi) || !fits(level->rhs)) return false;
  return !level->variable || (fits(level->a) && fits(level->bx) && fits(level->by) && fits(level->bz));
}

int smooth_views(vf_engine *engine, vf_level *level, int count, double *scratch)
{
  auto *const pass = level->variable ? smooth_variable_views : smooth_constant_views;
  double *const phi = level->phi.at;
  int code = count % 2 ? pass(engine, level, phi, phi, scratch) : 0;
  for (int s = 0; s < count / 2 && !code; s++) {
    code = pass(engine, level, phi, scratch, NULL);
    if (!code) code = pass(engine, level, scratch, phi, NULL);
  }
  return code;
}

} // namespace VF_LEVELS
