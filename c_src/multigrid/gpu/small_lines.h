/* Steps on a level that is smoothed by lines, which one block does in shared memory. Coefficients are read through the
 * caches. */
#ifndef VIEWFAB_MULTIGRID_GPU_SMALL_LINES_H
#define VIEWFAB_MULTIGRID_GPU_SMALL_LINES_H

#include "../line_formulas.h"
#include "../lines.h"
#include "blended.h"
#include "line_recurrence.h"
#include "small_level.h"

namespace VF_LEVELS {

namespace {

constexpr int block = 512, own_cells = 8; // threads; cells of one in a half sweep: it keeps what they were

// The arrays of a direction of the operator with constant coefficients follow each other.
enum { LOW, HIGH, DIAGONAL, WIDTH, INVERSE };

struct line_level {
  int n[3];
  int row, plane, coefficient_row, coefficient_plane;
  int parity, pitch, offset; // offset of rhs (and phi, after it) in shared memory
  unsigned char along, halved, around, omegas;
  double *phi, *rhs;
  const double *profile[3];
  const int *kind, *alike; // NULL: variable coefficients
  const double *pivots, *a, *b[3], *part[2][3];
  double alpha, factor[3], w[6];
};

__device__ __forceinline__ int stride_of(const line_level &l, int d) { return d == 0 ? 1 : d == 1 ? l.row : l.plane; }
__device__ __forceinline__ int coefficient_stride(const line_level &l, int d)
{
  return d == 0 ? 1 : d == 1 ? l.coefficient_row : l.coefficient_plane;
}
__device__ __forceinline__ bool is_around(const line_level &l, int d) { return l.around >> d & 1; }
__device__ __forceinline__ bool is_halved(const line_level &l, int d) { return l.halved >> d & 1; }
__device__ __forceinline__ int across_p(const line_level &l) { return l.along == 1 ? 1 : 0; }
__device__ __forceinline__ int place_of(int i, int pitch) { return (i >> 1) + (i & 1) * (pitch >> 1); }

__device__ __forceinline__ double profile_at(const line_level &l, int d, int what, int i)
{
  const bool p = d == across_p(l);
  return l.profile[d][what * (p ? l.pitch : l.n[d]) + (p ? place_of(i, l.pitch) : i)];
}

template <typename F> __device__ __forceinline__ void each_cell(const line_level &l, F f)
{
  const int rows = l.n[1] * l.n[2], cells = rows * l.n[0];
  const float inverse_row = 1.f / (float)l.n[0], inverse_rows = 1.f / (float)l.n[1];
  for (int cell = (int)threadIdx.x; cell < cells; cell += block) {
    const int row = divided(cell, inverse_row), k = divided(row, inverse_rows);
    f(cell - row * l.n[0], row - k * l.n[1], k);
  }
  __syncthreads();
}

// The neighbours of a cell in direction d: outside is 0, or what the face makes of the cell where `ghosts`.
template <bool ghosts>
__device__ __forceinline__ void beside_in(const line_level &l, const double *x, int d, int at, double &low,
                                          double &high)
{
  const int stride = stride_of(l, d), last = l.n[d] - 1, back = last * stride;
  const bool around = is_around(l, d), first = at == 0, end = at == last;
  low = x[first ? around ? back : 0 : -stride];
  high = x[end ? around ? -back : 0 : stride];
  if (first && !around) low = ghosts && l.w[d] != 0 ? l.w[d] * low : 0;
  if (end && !around) high = ghosts && l.w[d + 3] != 0 ? l.w[d + 3] * high : 0;
}

template <bool ghosts>
__device__ __forceinline__ void neighbours_of(const line_level &l, const double *x, const int at[3], double value[6])
{
#pragma unroll
  for (int d = 0; d < 3; d++) beside_in<ghosts>(l, x, d, at[d], value[d], value[d + 3]);
}

// Directions along lines and across.
template <int along> struct directions {
  static constexpr int p = along == 0 ? 1 : 0, q = along == 2 ? 1 : 2;
};

// How far away a neighbour is; 0 where there is none.
__device__ __forceinline__ int way_to(int index, int n, int stride, int step, bool around)
{
  const bool end = index == (step > 0 ? n - 1 : 0);
  return end ? (around ? -(n - 1) * step * stride : 0) : step * stride;
}

// A half sweep, as many lines at once as threads can keep the old values of; each thread has cells of one line. New
// values are made where the old ones were: no line of the same colour looks at them. What it needs of the level is read
// before it writes: afterwards memory might have changed.
template <bool variable, int along>
__device__ __noinline__ void sweep(const line_level &l, double *__restrict__ parts, int colour, double omega)
{
  constexpr int p = directions<along>::p, q = directions<along>::q;
  const int n = l.n[along], np = l.n[p], nq = l.n[q], pitch = l.pitch, first = (l.parity + colour) & 1;
  const int step = stride_of(l, along), half_p = (np + 1) / 2, all = half_p * nq;
  const int cd = coefficient_stride(l, along), cp = coefficient_stride(l, p), cq = coefficient_stride(l, q);
  const double dd = l.factor[along], dp = l.factor[p], dq = l.factor[q];
  const double *const low_d = l.profile[along], *const bd = l.b[along], *const bp = l.b[p], *const bq = l.b[q];
  int lines = 1, log_lines = 0;
  for (; 2 * lines * n <= own_cells * block && lines < block && lines < all; lines *= 2) log_lines++;
  if (np == 1 && nq == 1 && first) return; // a single line has the first colour
  const int own = (int)threadIdx.x & (lines - 1), row = (int)threadIdx.x >> log_lines, rows = block >> log_lines;
  const int apart = lines | 1;
  double *const part = parts + own;
  for (int begin = 0; begin < all; begin += lines) {
    const int of_q = (begin + own) / half_p, of_p = 2 * (begin + own - of_q * half_p) + ((of_q + first) & 1);
    const bool exists = of_q < nq && of_p < np;
    double old[own_cells], pivot[own_cells], value[own_cells];
    double *const x = l.phi + (exists ? of_p * stride_of(l, p) + of_q * stride_of(l, q) : 0);
    const int coefficients = exists ? of_p * cp + of_q * cq : 0;
    if (exists) {
      const double *const rhs = l.rhs + (x - l.phi);
      const int west = way_to(of_p, np, stride_of(l, p), -1, is_around(l, p)),
                east = way_to(of_p, np, stride_of(l, p), 1, is_around(l, p)),
                south = way_to(of_q, nq, stride_of(l, q), -1, is_around(l, q)),
                north = way_to(of_q, nq, stride_of(l, q), 1, is_around(l, q));
      const int alike = variable ? of_p : l.alike[of_p], kind = variable ? of_q : l.kind[of_q];
      const double *const pivots = l.pivots + kind * n * pitch + place_of(alike, pitch);
      double low_p, high_p, low_q, high_q, inverse_p, inverse_q;
      if (!variable) {
        low_p = profile_at(l, p, LOW, of_p);
        high_p = profile_at(l, p, HIGH, of_p);
        inverse_p = profile_at(l, p, INVERSE, of_p);
        low_q = profile_at(l, q, LOW, of_q);
        high_q = profile_at(l, q, HIGH, of_q);
        inverse_q = profile_at(l, q, INVERSE, of_q);
      }
#pragma unroll
      for (int c = 0; c < own_cells; c++) {
        const int m = row + c * rows;
        if (m >= n) continue;
        const double *const at = x + m * step;
        pivot[c] = pivots[m * pitch];
        old[c] = *at;
        const double w = west ? at[west] : 0, e = east ? at[east] : 0, s = south ? at[south] : 0,
                     t = north ? at[north] : 0;
        if (variable) {
          const int b = coefficients + m * cd;
          const double across = VF_LINE_ACROSS(dp * bp[b], w, dp * bp[b + cp], e, dq * bq[b], s, dq * bq[b + cq], t);
          value[c] = VF_LINE_SOURCE_VARIABLE(across, rhs[m * step]) * pivot[c];
        } else {
          const double across = VF_LINE_ACROSS(low_p, w, high_p, e, low_q, s, high_q, t);
          value[c] = VF_LINE_SOURCE(across, rhs[m * step], inverse_p, inverse_q * low_d[INVERSE * n + m]) * pivot[c];
        }
      }
#pragma unroll
      for (int c = 0; c < own_cells; c++) {
        const int m = row + c * rows;
        if (m >= n) continue;
        x[m * step] = value[c];
        part[m * apart] = (variable ? (m > 0 ? dd : 0) * bd[coefficients + m * cd] : low_d[m]) * pivot[c];
      }
    }
    __syncthreads();
    if (exists && row == 0) recur<0, false>(x, step, part, apart, n);
    __syncthreads();
    if (exists)
#pragma unroll
      for (int c = 0; c < own_cells; c++) {
        const int m = row + c * rows;
        if (m >= n) continue;
        part[m * apart] =
            (variable ? (m < n - 1 ? dd : 0) * bd[coefficients + (m + 1) * cd] : low_d[HIGH * n + m]) * pivot[c];
      }
    __syncthreads();
    if (exists && row == 0) recur<0, true>(x, step, part, apart, n);
    __syncthreads();
    if (exists)
#pragma unroll
      for (int c = 0; c < own_cells; c++) {
        const int m = row + c * rows;
        if (m < n) x[m * step] = VF_OVER_RELAXED(old[c], omega, x[m * step]);
      }
    __syncthreads();
  }
}

template <int along>
__device__ __forceinline__ void sweep_along(const line_level &l, double *parts, int colour, double omega)
{
  if (l.kind) sweep<false, along>(l, parts, colour, omega);
  else sweep<true, along>(l, parts, colour, omega);
}

__device__ __noinline__ void sweep_any(const line_level &l, double *parts, int colour, double omega)
{
  if (l.along == 1) sweep_along<0>(l, parts, colour, omega);
  else if (l.along == 2) sweep_along<1>(l, parts, colour, omega);
  else sweep_along<2>(l, parts, colour, omega);
}

__device__ double residual_at(const line_level &l, int x, int y, int z)
{
  const int at[3] = { x, y, z }, cell = x + y * l.row + z * l.plane;
  const double self = l.phi[cell], rhs = l.rhs[cell];
  double near[6];
  if (l.kind) {
    neighbours_of<false>(l, l.phi + cell, at, near);
    double low[3], high[3], diagonal[3], width[3];
#pragma unroll
    for (int d = 0; d < 3; d++) {
      low[d] = profile_at(l, d, LOW, at[d]);
      high[d] = profile_at(l, d, HIGH, at[d]);
      diagonal[d] = profile_at(l, d, DIAGONAL, at[d]);
      width[d] = profile_at(l, d, WIDTH, at[d]);
    }
    const double sum = VF_PROFILE_SUM(low[0], near[0], high[0], near[3], low[1], near[1], high[1], near[4], low[2],
                                      near[2], high[2], near[5]);
    return rhs - VF_PROFILE_APPLIED(VF_PROFILE_VOLUME(width[0], width[1], width[2]), sum,
                                    VF_PROFILE_DIAGONAL(diagonal[0], diagonal[1], diagonal[2]), self);
  }
  neighbours_of<true>(l, l.phi + cell, at, near);
  const int c = x + y * l.coefficient_row + z * l.coefficient_plane;
  const double *bx = l.b[0] + c, *by = l.b[1] + c, *bz = l.b[2] + c;
  const double y_high = by[l.coefficient_row], z_high = bz[l.coefficient_plane];
  const double diagonal = VF_HELMHOLTZ_DIAGONAL(l.alpha * l.a[c], l.factor[0], l.factor[1], l.factor[2], bx[0], bx[1],
                                                by[0], y_high, bz[0], z_high);
  const double around = VF_HELMHOLTZ_NEIGHBOURS(l.factor[0], l.factor[1], l.factor[2], bx[0], bx[1], by[0], y_high,
                                                bz[0], z_high, near[0], near[3], near[1], near[4], near[2], near[5]);
  return rhs - VF_HELMHOLTZ_APPLIED(diagonal, self, around);
}

// A child counts twice in a direction that is not halved, and one that is missing is 0.
__device__ __noinline__ void restrict_lines(const line_level &fine, const line_level &coarse)
{
  const int sx = is_halved(coarse, 0), sy = is_halved(coarse, 1), sz = is_halved(coarse, 2);
  each_cell(coarse, [&](int i, int j, int k) {
    double r[8], sum = 0;
#pragma unroll
    for (int child = 0; child < 8; child++) {
      const int ex = child & 1, ey = child >> 1 & 1, ez = child >> 2;
      if (ex > sx) r[child] = r[child & ~1];
      else if (ey > sy) r[child] = r[child & ~2];
      else if (ez > sz) r[child] = r[child & ~4];
      else {
        const int x = (i << sx) + ex, y = (j << sy) + ey, z = (k << sz) + ez;
        r[child] = x < fine.n[0] && y < fine.n[1] && z < fine.n[2] ? residual_at(fine, x, y, z) : 0;
      }
      sum = child ? sum + r[child] : r[child];
    }
    coarse.rhs[i + j * coarse.row + k * coarse.plane] = sum * 0.125;
  });
}

__device__ __forceinline__ blend_side side_of(const line_level &l, int d, int index)
{
  return blend_side_of(is_halved(l, d), l.part[0][d], l.part[1][d], index, l.n[d], is_around(l, d), l.w[d], l.w[d + 3]);
}

template <bool add> __device__ __noinline__ void interpolate_to(const line_level &fine, const line_level &coarse)
{
  const bool graded = coarse.part[0][0] != NULL;
  each_cell(fine, [&](int i, int j, int k) {
    double value;
    if (graded)
      value = blended(coarse.phi, coarse.row, coarse.plane, side_of(coarse, 0, i), side_of(coarse, 1, j),
                      side_of(coarse, 2, k));
    else {
      const int parent[3] = { i / 2, j / 2, k / 2 };
      const double *c = coarse.phi + parent[0] + parent[1] * coarse.row + parent[2] * coarse.plane;
      double near[6];
      neighbours_of<true>(coarse, c, parent, near);
      const double x = i & 1 ? near[3] : near[0], y = j & 1 ? near[4] : near[1], z = k & 1 ? near[5] : near[2];
      value = VF_INTERPOLATED(*c + x, y + z);
    }
    double &to = fine.phi[i + j * fine.row + k * fine.plane];
    to = add ? to + value : value;
  });
}

} // namespace

} // namespace VF_LEVELS

#endif
