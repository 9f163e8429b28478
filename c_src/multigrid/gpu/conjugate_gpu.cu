// The rest of a step of conjugate gradients after its cycle. The host waits only for the norm; the numbers between the
// kernels stay on the device.
#include "largest.h"

#include <viewfab/kit/reduction_tree.h>

namespace VF_LEVELS {

namespace {

enum { ZQ, PQ, PR, LARGEST, NUMBERS }; // numbers of the workbench: z q, p A p, p r, bits of the norm

constexpr int block_x = 32, block_y = 8;

int numbers_of(vfi_engine *engine, double **numbers)
{
  workbench *bench = (workbench *)engine->state;
  const int code = bench->conjugate ? 0 : (int)VF_GPU(Malloc)((void **)&bench->conjugate, NUMBERS * sizeof(double));
  *numbers = bench->conjugate;
  return code;
}

dim3 blocks_for(const grid &g, int planes)
{
  const int z = (g.n[2] + planes - 1) / planes;
  return dim3((unsigned)(g.n[0] + block_x - 1) / block_x, (unsigned)(g.n[1] + block_y - 1) / block_y,
              (unsigned)(z < 65535 ? z : 65535));
}

// The result of a cycle.
struct in_double {
  const double *__restrict__ z;
  ptrdiff_t row, plane;
  __device__ __forceinline__ double at(int i, ptrdiff_t j, ptrdiff_t k) const { return z[i + j * row + k * plane]; }
};
struct in_single {
  const float *__restrict__ z;
  ptrdiff_t row, plane; // in floats
  double give;
  __device__ __forceinline__ double at(int i, ptrdiff_t j, ptrdiff_t k) const
  {
    return give * (double)z[i + j * row + k * plane];
  }
};

// The sum of z q in each tile: the tree of vectors_gpu.cu.
__global__ void __launch_bounds__(VF_REDUCTION_LANES)
    multiply_tiles(const in_single z, const double *__restrict__ q, const grid g, const int64_t of_plane,
                   const int64_t tiles, double *partials)
{
  __shared__ double lanes[VF_REDUCTION_LANES];
  const int lane = (int)threadIdx.x, n0 = g.n[0];
  for (int64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int64_t k = t / of_plane, first = (t - k * of_plane) * VF_REDUCTION_TILE;
    const int64_t left = (int64_t)n0 * g.n[1] - first;
    const int length = left < VF_REDUCTION_TILE ? (int)left : VF_REDUCTION_TILE;
    double sum = 0;
#pragma unroll 4
    for (int cell = lane; cell < length; cell += VF_REDUCTION_LANES) {
      const int mine = (int)first + cell, j = mine / n0, i = mine - j * n0;
      sum = vfi_reduction_combine(VF_REDUCTION_SUM, sum, z.at(i, j, k) * q[i + j * g.row + k * g.plane]);
    }
    lanes[lane] = sum;
    for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2) {
      __syncthreads();
      if (lane < half) lanes[lane] = vfi_reduction_combine(VF_REDUCTION_SUM, lanes[lane], lanes[lane + half]);
    }
    if (lane == 0) partials[t] = lanes[0];
    __syncthreads();
  }
}

// p = z + part p
template <class made>
__global__ void __launch_bounds__(block_x *block_y)
    turn(const made z, double *__restrict__ p, const grid g, const double *numbers, const bool first)
{
  const int i = (int)blockIdx.x * block_x + (int)threadIdx.x, j = (int)blockIdx.y * block_y + (int)threadIdx.y;
  if (i >= g.n[0] || j >= g.n[1]) return;
  const double part = first || numbers[PQ] == 0 ? 0 : VF_CONJUGATE_PART(numbers[ZQ], numbers[PQ]);
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const ptrdiff_t at = i + j * g.row + k * g.plane;
    p[at] = part == 0 ? z.at(i, j, k) : z.at(i, j, k) + part * p[at];
  }
}

// q = A p, and the sums of p q and p r in each tile: the tree of vectors_gpu.cu.
__global__ void __launch_bounds__(VF_REDUCTION_LANES)
    operate_tiles(const double *__restrict__ p, const double *__restrict__ r, double *__restrict__ q, const helmholtz c,
                  const grid g, const int64_t of_plane, const int64_t tiles, double *partials)
{
  __shared__ double lanes[2][VF_REDUCTION_LANES];
  const int lane = (int)threadIdx.x, n0 = g.n[0];
  const int step_i = VF_REDUCTION_LANES % n0, step_j = VF_REDUCTION_LANES / n0;
  for (int64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int64_t k = t / of_plane, first = (t - k * of_plane) * VF_REDUCTION_TILE;
    const int64_t left = (int64_t)n0 * g.n[1] - first, mine = first + lane;
    const int length = left < VF_REDUCTION_TILE ? (int)left : VF_REDUCTION_TILE, j = (int)(mine / n0);
    int i = (int)(mine - (int64_t)j * n0);
    ptrdiff_t row = (ptrdiff_t)j * g.row + (ptrdiff_t)k * g.plane;
    double pq = 0, pr = 0;
#pragma unroll 4
    for (int cell = lane; cell < length; cell += VF_REDUCTION_LANES) {
      const ptrdiff_t at = row + i;
      const double *x = p + at, *bx = c.bx + at, *by = c.by + at, *bz = c.bz + at;
      const double diagonal = VF_HELMHOLTZ_DIAGONAL(c.alpha * c.a[at], c.dx, c.dy, c.dz, bx[0], bx[1], by[0], by[g.row],
                                                    bz[0], bz[g.plane]);
      const double around =
          VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, bx[0], bx[1], by[0], by[g.row], bz[0], bz[g.plane], x[-1], x[1],
                                  x[-g.row], x[g.row], x[-g.plane], x[g.plane]);
      const double applied = -(0 - VF_HELMHOLTZ_APPLIED(diagonal, x[0], around));
      q[at] = applied;
      pq = vfi_reduction_combine(VF_REDUCTION_SUM, pq, x[0] * applied);
      pr = vfi_reduction_combine(VF_REDUCTION_SUM, pr, x[0] * r[at]);
      i += step_i;
      row += step_j * g.row;
      if (i >= n0) {
        i -= n0;
        row += g.row;
      }
    }
    lanes[0][lane] = pq;
    lanes[1][lane] = pr;
    for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2) {
      __syncthreads();
      double *const to = &lanes[lane / half % 2][lane % half];
      if (lane < 2 * half) *to = vfi_reduction_combine(VF_REDUCTION_SUM, *to, to[half]);
    }
    __syncthreads();
    if (lane < 2) partials[2 * t + lane] = lanes[lane][0];
    __syncthreads();
  }
}

// x += length / scale p, r -= length q
__global__ void __launch_bounds__(block_x *block_y)
    advance(double *__restrict__ x, const double *__restrict__ p, const double *__restrict__ q, double *__restrict__ r,
            const grid g, const double scale, const double *numbers, unsigned long long *largest)
{
  const int i = (int)blockIdx.x * block_x + (int)threadIdx.x, j = (int)blockIdx.y * block_y + (int)threadIdx.y;
  const bool is_inside = i < g.n[0] && j < g.n[1];
  const double length = numbers[PQ] != 0 ? numbers[PR] / numbers[PQ] : 0, of_x = length / scale;
  double most = 0;
#pragma unroll 2
  for (int k = (int)blockIdx.z; k < g.n[2] && is_inside; k += (int)gridDim.z) {
    const ptrdiff_t at = i + j * g.row + k * g.plane;
    const double left = -length * q[at] + r[at];
    x[at] = of_x * p[at] + x[at];
    r[at] = left;
    most = larger(most, fabs(left));
  }
  note_largest<block_y>(most, largest);
}

} // namespace

int conjugate(vfi_engine *engine, vfi_level *level, const vfi_conjugate_step *step, double *norm)
{
  const stream queue = queue_of(engine);
  const workbench *bench = (const workbench *)engine->state;
  const int64_t tiles = vfi_level_tiles(level);
  const grid g = grid_of(level);
  double *numbers = NULL;
  vf_partial_row row = vfi_partial_row_of_one(VF_REDUCTION_SUM);
  int code = numbers_of(engine, &numbers);
  if (!code) code = room_for(engine, 2 * (tiles + vfi_reduction_tiles(tiles)));
  if (code) return code;
  const dim3 block(block_x, block_y);
  const unsigned of_tiles = (unsigned)(tiles < 1048576 ? tiles : 1048576);
  const in_double z = { step->z.at, g.row, g.plane };
  const in_single narrow = { (const float *)step->z.at, 2 * step->z.row, 2 * step->z.plane, step->give };
  if (!step->first && step->single)
    multiply_tiles<<<of_tiles, VF_REDUCTION_LANES, 0, queue>>>(narrow, step->q.at, g, vfi_plane_tiles(level), tiles,
                                                               bench->partials);
  else if (!step->first) code = list_products(engine, level, step->z, step->q);
  if (!code && !step->first)
    code = engine->backend->reduce((vf_partial *)bench->partials, tiles, &row, numbers + ZQ, engine->queue);
  if (code) return code;
  if (step->single) turn<<<blocks_for(g, 2), block, 0, queue>>>(narrow, step->p.at, g, numbers, step->first);
  else turn<<<blocks_for(g, 2), block, 0, queue>>>(z, step->p.at, g, numbers, step->first);
  code = fill_ghosts(engine, level, step->p);
  if (code) return code;
  operate_tiles<<<of_tiles, VF_REDUCTION_LANES, 0, queue>>>(step->p.at, level->rhs.at, step->q.at, helmholtz_of(level),
                                                            g, vfi_plane_tiles(level), tiles, bench->partials);
  row.results = row.length = 2;
  row.reductions[1] = VF_REDUCTION_SUM;
  row.places[1] = -1;
  code = engine->backend->reduce((vf_partial *)bench->partials, tiles, &row, numbers + PQ, engine->queue);
  if (!code) code = (int)VF_GPU(MemsetAsync)(numbers + LARGEST, 0, sizeof(double), queue);
  if (code) return code;
  advance<<<blocks_for(g, 4), block, 0, queue>>>(step->x.at, step->p.at, step->q.at, level->rhs.at, g, step->scale,
                                                 numbers, (unsigned long long *)(numbers + LARGEST));
  code = launched();
  return code ? code : fetch(engine, numbers + LARGEST, norm);
}

} // namespace VF_LEVELS
