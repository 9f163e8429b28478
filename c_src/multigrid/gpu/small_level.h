/* Steps on a level that one block does in place. The threads exchange numbers through shared memory, or
 * global memory, and barriers. */
#ifndef VIEWFAB_MULTIGRID_GPU_SMALL_LEVEL_H
#define VIEWFAB_MULTIGRID_GPU_SMALL_LEVEL_H

#include <viewfab/kit/gpu_names.h>
#include <viewfab/kit/reduction_tree.h>

#include "column_tiles.h"

namespace VF_LEVELS {

namespace {

constexpr int warp = 32;
/* AMD's compiler takes up to 184 registers for called functions; 1024 threads do not have so many. */
#if defined(__HIP_PLATFORM_AMD__)
constexpr int threads = 512;
#else
constexpr int threads = 1024;
#endif
static_assert(threads >= VF_REDUCTION_LANES, "a thread for each lane of a mean");

// The needed members of vfi_face and vfi_coarsening: all levels go in the arguments of a launch.
struct small_face {
  bool periodic;
  int cells;
  double w[VF_FACE_CELLS];
};
struct small_coarsening {
  bool graded, halved[3];
  const double *low[3], *high[3];
};

struct small_level {
  int n[3], parity, half_row, cells, colour_cells; // half_row, colour_cells: most cells of one colour
  float inverse_row, inverse_half_row, inverse_rows;
  bool variable, anisotropic;
  bool fills; // ghosts are filled, because folding them would read cells of the updated colour
  bool whole; // see whole_diagonal
  bool twos;  // at least one ghost is made of two cells
  bool around[3];
  double first[6]; // factor of the cell beside a ghost in this ghost; 0 if the factor is 0 or the direction is periodic
  double *phi, *rhs;
  int row, plane, coefficient_row, coefficient_plane;
  int offset; // of rhs (and phi, after it) in shared memory
  double h2, inverse_h2;
  helmholtz c;
  small_face face[6];
  small_coarsening coarsening;
};

// Quotient of small numbers, exact: an integer division takes several times as long.
__device__ __forceinline__ int divided(int a, float inverse) { return (int)(((float)a + 0.5f) * inverse); }

__device__ __forceinline__ int stride_of(const small_level &l, int d) { return d == 0 ? 1 : d == 1 ? l.row : l.plane; }

__device__ __forceinline__ double ghost_of(const small_face &face, const double *first, int inward, int n)
{
  if (face.periodic) return first[(n - 1) * inward];
  double value = 0;
  if (face.cells > 0) value = face.w[0] * first[0];
  if (face.cells > 1) value += face.w[1] * first[inward];
  if (face.cells > 2) value += face.w[2] * first[2 * inward];
  return value;
}

// The six neighbours; outside the domain, the ghost that the face makes from the cells inside.
__device__ __forceinline__ void neighbours_of(const small_level &l, const double *x, int i, int j, int k,
                                              double value[6])
{
  if (l.fills) {
    value[0] = x[-1];
    value[3] = x[1];
    value[1] = x[-l.row];
    value[4] = x[l.row];
    value[2] = x[-l.plane];
    value[5] = x[l.plane];
    return;
  }
  // Without branches, because a warp would take all branches.
  const int at[3] = { i, j, k };
#pragma unroll
  for (int d = 0; d < 3; d++) {
    const int stride = stride_of(l, d), across = l.around[d] ? (l.n[d] - 1) * stride : 0;
#pragma unroll
    for (int high = 0; high < 2; high++) {
      const bool edge = at[d] == (high ? l.n[d] - 1 : 0);
      const int outward = high ? stride : -stride;
      const double beside = x[edge ? high ? -across : across : outward], w = l.first[d + 3 * high];
      const double ghost = l.around[d] ? beside : w == 0 ? 0 : w * beside;
      value[d + 3 * high] = edge ? ghost : beside;
      if (l.twos && edge && l.face[d + 3 * high].cells > 1)
        value[d + 3 * high] += l.face[d + 3 * high].w[1] * x[-outward];
    }
  }
}

__device__ void fill(const small_level &l)
{
  if (!l.fills) return;
  for (int f = 0; f < 6; f++) {
    const int d = f % 3, a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2, na = l.n[a];
    const int inward = f < 3 ? stride_of(l, d) : -stride_of(l, d);
    double *first = l.phi + (f < 3 ? 0 : (l.n[d] - 1) * stride_of(l, d));
    for (int cell = (int)threadIdx.x; cell < na * l.n[b]; cell += threads) {
      double *x = first + cell % na * stride_of(l, a) + cell / na * stride_of(l, b);
      x[-inward] = ghost_of(l.face[f], x, inward, l.n[d]);
    }
  }
  __syncthreads();
}

struct operator_row {
  double diagonal, around;
};

__device__ __forceinline__ operator_row row_of(const small_level &l, const double x[6], int i, int j, int k)
{
  const helmholtz &c = l.c;
  const int at = i + j * l.coefficient_row + k * l.coefficient_plane;
  const double *bx = c.bx + at, *by = c.by + at, *bz = c.bz + at;
  const double y_high = by[l.coefficient_row], z_high = bz[l.coefficient_plane];
  return { VF_HELMHOLTZ_DIAGONAL(c.alpha * c.a[at], c.dx, c.dy, c.dz, bx[0], bx[1], by[0], y_high, bz[0], z_high),
           VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, bx[0], bx[1], by[0], y_high, bz[0], z_high, x[0], x[3], x[1], x[4],
                                   x[2], x[5]) };
}

__device__ __forceinline__ double anisotropic_sum(const small_level &l, const double x[6])
{
  return VF_ANISOTROPIC_SUM(l.c.dx, l.c.dy, l.c.dz, x[0], x[3], x[1], x[4], x[2], x[5]);
}
__device__ __forceinline__ double sum_of(const double x[6]) { return VF_SUM_OF_6(x[0], x[3], x[1], x[4], x[2], x[5]); }

// The part of the cell's diagonal that belongs to the first cells of folded ghosts.
__device__ __forceinline__ double folded_part(const small_level &l, int i, int j, int k)
{
  const int at[3] = { i, j, k };
  double w[6];
#pragma unroll
  for (int d = 0; d < 3; d++) {
    w[d] = at[d] == 0 ? l.face[d].w[0] : 0;
    w[d + 3] = at[d] == l.n[d] - 1 ? l.face[d + 3].w[0] : 0;
  }
  if (l.anisotropic) return VF_ANISOTROPIC_SUM(l.c.dx, l.c.dy, l.c.dz, w[0], w[3], w[1], w[4], w[2], w[5]);
  if (!l.variable) return VF_SUM_OF_6(w[0], w[1], w[2], w[3], w[4], w[5]);
  const helmholtz &c = l.c;
  const int cell = i + j * l.coefficient_row + k * l.coefficient_plane;
  const double *bx = c.bx + cell, *by = c.by + cell, *bz = c.bz + cell;
  return VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, bx[0], bx[1], by[0], by[l.coefficient_row], bz[0],
                                 bz[l.coefficient_plane], w[0], w[3], w[1], w[4], w[2], w[5]);
}

// alone: one warp does the work and needs no barrier of the block.
template <bool alone> __device__ __forceinline__ void wait()
{
  if (alone) VF_SYNC_GROUP();
  else __syncthreads();
}

template <bool alone, bool whole> __device__ __forceinline__ void smooth_level(const small_level &l, double omega)
{
  for (int colour = 0; colour < 2; colour++) {
    if (!alone) fill(l);
#pragma unroll 2
    for (int cell = (int)threadIdx.x; cell < l.colour_cells; cell += threads) {
      const int row = divided(cell, l.inverse_half_row), k = divided(row, l.inverse_rows), j = row - k * l.n[1];
      const int i = 2 * (cell - row * l.half_row) + ((j + k + l.parity + colour) & 1);
      if (i >= l.n[0]) continue;
      const int at = i + j * l.row + k * l.plane;
      double *x = l.phi + at, near[6];
      const double old = *x, rhs = l.rhs[at];
      neighbours_of(l, x, i, j, k, near);
      double value, diagonal = 6;
      if (l.variable) {
        const operator_row r = row_of(l, near, i, j, k);
        diagonal = r.diagonal;
        value = VF_HELMHOLTZ_RELAXED(old, omega, diagonal, rhs, r.around);
      } else if (l.anisotropic) {
        diagonal = l.c.diagonal;
        value = VF_OVER_RELAXED(old, omega, VF_ANISOTROPIC_RELAXED(anisotropic_sum(l, near), rhs, l.c.inverse));
      } else {
        value = sixth(VF_POISSON_SIXFOLD(sum_of(near), l.h2 * rhs));
        if (omega != 1) value = VF_OVER_RELAXED(old, omega, value);
      }
      const double part = whole ? folded_part(l, i, j, k) : 0;
      *x = VF_WITH_WHOLE_DIAGONAL(old, value, diagonal, part);
    }
    wait<alone>();
  }
}

__device__ __noinline__ void smooth_plain(const small_level &l, double omega) { smooth_level<false, false>(l, omega); }
__device__ __noinline__ void smooth_whole(const small_level &l, double omega) { smooth_level<false, true>(l, omega); }

__device__ __forceinline__ void smooth(const small_level &l, double omega)
{
  if (l.whole) smooth_whole(l, omega);
  else smooth_plain(l, omega);
}

template <typename F> __device__ __forceinline__ void each_cell(const small_level &l, F f)
{
  for (int cell = (int)threadIdx.x; cell < l.cells; cell += threads) {
    const int row = divided(cell, l.inverse_row), k = divided(row, l.inverse_rows);
    f(cell - row * l.n[0], row - k * l.n[1], k);
  }
  __syncthreads();
}

__device__ void clear(const small_level &l)
{
  each_cell(l, [&](int i, int j, int k) { l.phi[i + j * l.row + k * l.plane] = 0; });
}

__device__ __forceinline__ double residual_at(const small_level &l, int x, int y, int z)
{
  const int at = x + y * l.row + z * l.plane;
  const double self = l.phi[at];
  double near[6], r = l.rhs[at];
  neighbours_of(l, l.phi + at, x, y, z, near);
  if (l.variable) {
    const operator_row row = row_of(l, near, x, y, z);
    r -= VF_HELMHOLTZ_APPLIED(row.diagonal, self, row.around);
  } else if (l.anisotropic) r -= VF_ANISOTROPIC_APPLIED(anisotropic_sum(l, near), l.c.diagonal, self);
  else r -= VF_POISSON_APPLIED(sum_of(near), self, l.inverse_h2);
  return r;
}

__device__ __noinline__ void restrict_graded(const small_level &fine, const small_level &coarse)
{
  const int sx = coarse.coarsening.halved[0], sy = coarse.coarsening.halved[1], sz = coarse.coarsening.halved[2];
  each_cell(coarse, [&](int i, int j, int k) {
    double sum = 0;
    for (int child = 0; child < 8; child++) {
      const int x = sx ? 2 * i + (child & 1) : i, y = sy ? 2 * j + (child >> 1 & 1) : j,
                z = sz ? 2 * k + (child >> 2) : k;
      const bool exists = x < fine.n[0] && y < fine.n[1] && z < fine.n[2];
      const double r = exists ? residual_at(fine, x, y, z) : 0;
      sum = child ? sum + r : r;
    }
    coarse.rhs[i + j * coarse.row + k * coarse.plane] = sum * 0.125;
  });
}

__device__ void restrict_residual(const small_level &fine, const small_level &coarse)
{
  fill(fine);
  if (coarse.coarsening.graded) return restrict_graded(fine, coarse);
  each_cell(coarse, [&](int i, int j, int k) {
    double sum = 0;
#pragma unroll 2
    for (int child = 0; child < 8; child++) {
      const int x = 2 * i + (child & 1), y = 2 * j + (child >> 1 & 1), z = 2 * k + (child >> 2);
      const double r = residual_at(fine, x, y, z);
      sum = child ? sum + r : r;
    }
    coarse.rhs[i + j * coarse.row + k * coarse.plane] = sum * 0.125;
  });
}

// Fine cell (x, y, z) of a graded coarsening; ghosts of the coarse level are filled or folded.
__device__ __forceinline__ double interpolated_at(const small_level &coarse, int x, int y, int z)
{
  const small_coarsening &coarsening = coarse.coarsening;
  const int at[3] = { x, y, z };
  int parent[3], side[3];
  double t[3], near[6];
#pragma unroll
  for (int d = 0; d < 3; d++) {
    const bool high = coarsening.halved[d] && (at[d] & 1);
    parent[d] = coarsening.halved[d] ? at[d] / 2 : at[d];
    side[d] = high;
    t[d] = (high ? coarsening.high : coarsening.low)[d][parent[d]];
  }
  const double *c = coarse.phi + parent[0] + parent[1] * coarse.row + parent[2] * coarse.plane;
  neighbours_of(coarse, c, parent[0], parent[1], parent[2], near);
  const double rest = 1 - t[1] - t[2], self = *c;
  const double beside = coarsening.halved[0] ? side[0] ? near[3] : near[0] : self;
  const double beside_y = t[1] == 0 ? self : side[1] ? near[4] : near[1];
  const double beside_z = t[2] == 0 ? self : side[2] ? near[5] : near[2];
  return VF_GRADED(self, beside, t[0], rest, VF_ACROSS(t[1], beside_y, t[2], beside_z));
}

template <bool add> __device__ __noinline__ void interpolate_graded(const small_level &fine, const small_level &coarse)
{
  each_cell(fine, [&](int i, int j, int k) {
    const double value = interpolated_at(coarse, i, j, k);
    double &at = fine.phi[i + j * fine.row + k * fine.plane];
    at = add ? at + value : value;
  });
}

template <bool add> __device__ void interpolate(const small_level &fine, const small_level &coarse)
{
  fill(coarse);
  if (coarse.coarsening.graded) return interpolate_graded<add>(fine, coarse);
  each_cell(coarse, [&](int i, int j, int k) {
    const double *c = coarse.phi + i + j * coarse.row + k * coarse.plane;
    double near[6];
    neighbours_of(coarse, c, i, j, k, near);
#pragma unroll
    for (int child = 0; child < 8; child++) {
      const int x = child & 1, y = child >> 1 & 1, z = child >> 2;
      const double value = VF_INTERPOLATED(*c + near[x ? 3 : 0], near[y ? 4 : 1] + near[z ? 5 : 2]);
      double &at = fine.phi[2 * i + x + (2 * j + y) * fine.row + (2 * k + z) * fine.plane];
      at = add ? at + value : value;
    }
  });
}

__device__ __forceinline__ double value_at(const small_level &l, int i, int j, int k)
{
  return l.phi[i + j * l.row + k * l.plane];
}

// The sum over a plane, which is one tile, by 32 threads with several lanes each.
template <typename level> __device__ double sum_of_plane(const level &l, int k)
{
  constexpr int own = VF_REDUCTION_LANES / warp;
  const int thread = (int)threadIdx.x % warp, cells = l.n[0] * l.n[1];
  double lanes[own];
#pragma unroll
  for (int lane = 0; lane < own; lane++) {
    lanes[lane] = 0;
    for (int cell = lane * warp + thread; cell < cells; cell += VF_REDUCTION_LANES)
      lanes[lane] += value_at(l, cell % l.n[0], cell / l.n[0], k);
  }
#pragma unroll
  for (int half = own / 2; half > 0; half /= 2)
#pragma unroll
    for (int lane = 0; lane < half; lane++) lanes[lane] += lanes[lane + half];
  double value = lanes[0];
#pragma unroll
  for (int half = warp / 2; half > 0; half /= 2) value += VF_FROM_LANE_FAR_ABOVE(value, half);
  return value;
}

// The mean by the tree of vfi_level_tiles. A tile of the list has room for all planes, and lanes of the list take the
// sums of planes as soon as these are computed. All threads of the block call the function.
template <typename level> __device__ double mean_of(const level &l)
{
  __shared__ double lanes[VF_REDUCTION_LANES];
  const int thread = (int)threadIdx.x;
  double sum = 0;
  for (int first = 0; first < l.n[2]; first += VF_REDUCTION_LANES) {
    const int count = l.n[2] - first < VF_REDUCTION_LANES ? l.n[2] - first : VF_REDUCTION_LANES;
    for (int p = thread / warp; p < count; p += (int)blockDim.x / warp) {
      const double of_plane = sum_of_plane(l, first + p);
      if (thread % warp == 0) lanes[p] = of_plane;
    }
    __syncthreads();
    if (thread < count) sum += lanes[thread];
    __syncthreads();
  }
  if (thread < VF_REDUCTION_LANES) lanes[thread] = sum;
  for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) lanes[thread] += lanes[thread + half];
  }
  __syncthreads();
  return lanes[0] / (double)l.cells;
}

__device__ void remove_mean(const small_level &l)
{
  const double mean = mean_of(l);
  each_cell(l, [&](int i, int j, int k) { l.phi[i + j * l.row + k * l.plane] += -mean; });
}

enum visit_start { HELD, CLEARED, ADDED, SET };

// The start of phi, the smooths, one of which may have its own omega, and the restriction of the residual.
struct visit {
  visit_start start;
  int smooths, special;
  double omega, of_special;
  bool restricts;
};

} // namespace

} // namespace VF_LEVELS

#endif
