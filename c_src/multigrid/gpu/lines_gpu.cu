// Smooths by lines; see vf_lines. A block has up to 32 lines of one colour in shared memory: all its threads load what
// lies across, then one thread a line goes up the line and back, then all write. What goes along a line is a product
// and a sum a cell, all else is made before by all threads. Lines of the other colour alone are read, so that this
// works in place.
#include "level.h"

#include "../line_formulas.h"
#include "../lines.h"

namespace VF_LEVELS {

namespace {

constexpr int most_lines = 32, threads = 256;

struct line_sweep {
  int n, np, nq;     // cells of a line, and lines
  ptrdiff_t d, p, q; // strides
  bool around_p, around_q;
  int first, lines, half_p; // colour; lines of a block; most lines of a colour at one q
  double *phi;
  const double *rhs;
  const double *low_p, *high_p, *inverse_p, *low_q, *high_q, *inverse_q, *low_d, *high_d, *inverse_d;
  const int *kind, *alike;
  const double *__restrict__ pivots;
  int pitch;
  const double *bp, *bq, *bd; // variable coefficients, and beta / h^2
  double dp, dq, dd, omega;
};

// A line of the block; index p, q, and where it begins. False: there is none.
struct line {
  int p, q;
  ptrdiff_t at;
};

__device__ __forceinline__ bool find_line(const line_sweep &s, int number, line &l)
{
  const int64_t all = (int64_t)blockIdx.x * s.lines + number;
  l.q = (int)(all / s.half_p);
  l.p = 2 * (int)(all - (int64_t)l.q * s.half_p) + ((l.q + s.first) & 1);
  l.at = l.p * s.p + l.q * s.q;
  return number < s.lines && l.q < s.nq && l.p < s.np;
}

__device__ __forceinline__ int place_of(int i, int pitch) { return (i >> 1) + (i & 1) * (pitch >> 1); }

// The value of a neighbour; 0 where there is none.
__device__ __forceinline__ double neighbour(const double *x, ptrdiff_t at, int index, int n, ptrdiff_t stride, int step,
                                            bool around)
{
  const bool end = index == (step > 0 ? n - 1 : 0);
  if (end && !around) return 0;
  return x[at + (end ? -(n - 1) * step : step) * stride];
}

template <bool variable> __device__ __forceinline__ double source_at(const line_sweep &s, const line &l, int m)
{
  const ptrdiff_t at = l.at + m * s.d;
  const double *x = s.phi;
  const double west = neighbour(x, at, l.p, s.np, s.p, -1, s.around_p),
               east = neighbour(x, at, l.p, s.np, s.p, 1, s.around_p);
  const double south = neighbour(x, at, l.q, s.nq, s.q, -1, s.around_q),
               north = neighbour(x, at, l.q, s.nq, s.q, 1, s.around_q);
  if (variable) {
    const double across = VF_LINE_ACROSS(s.dp * s.bp[at], west, s.dp * s.bp[at + s.p], east, s.dq * s.bq[at], south,
                                         s.dq * s.bq[at + s.q], north);
    return VF_LINE_SOURCE_VARIABLE(across, s.rhs[at]);
  }
  const int p = place_of(l.p, s.pitch);
  const double across = VF_LINE_ACROSS(s.low_p[p], west, s.high_p[p], east, s.low_q[l.q], south, s.high_q[l.q], north);
  return VF_LINE_SOURCE(across, s.rhs[at], s.inverse_p[p], s.inverse_q[l.q] * s.inverse_d[m]);
}

// The pivots of a line. Lines whose pivots are alike read the same ones, which the nearest cache then holds.
template <bool variable> __device__ __forceinline__ const double *pivots_of(const line_sweep &s, const line &l)
{
  const int kind = variable ? l.q : s.kind[l.q], p = variable ? l.p : s.alike[l.p];
  return s.pivots + (ptrdiff_t)kind * s.n * s.pitch + place_of(p, s.pitch);
}

// Calls f(line, number, place) for the cells of the block's lines; along_x: threads of a warp follow the line.
template <bool along_x, typename F> __device__ __forceinline__ void each_cell(const line_sweep &s, F f)
{
  line l;
  if (along_x) {
    for (int number = (int)threadIdx.x / most_lines; number < s.lines; number += threads / most_lines)
      if (find_line(s, number, l))
        for (int m = (int)threadIdx.x % most_lines; m < s.n; m += most_lines) f(l, number, m);
  } else {
    const int number = (int)threadIdx.x & (s.lines - 1), row = (int)threadIdx.x / s.lines, rows = threads / s.lines;
    if (!find_line(s, number, l)) return;
#pragma unroll 4
    for (int m = row; m < s.n; m += rows) f(l, number, m);
  }
}

// value(m) += part(m) value(m - step) along a line, by one thread. What it needs of the next cells is loaded before
// these are done, so that each waits for the one before it alone.
__device__ __forceinline__ void recur(double *value, const double *part, int n, int apart, bool back)
{
  constexpr int ahead = 8;
  const int step = back ? -apart : apart, first = back ? (n - 1) * apart : 0;
  value += first;
  part += first;
  double x[ahead], c[ahead], next_x[ahead], next_c[ahead], near = 0;
#pragma unroll
  for (int a = 0; a < ahead; a++) {
    next_x[a] = a < n ? value[a * step] : 0;
    next_c[a] = a < n ? part[a * step] : 0;
  }
  for (int m = 0; m < n; m += ahead) {
#pragma unroll
    for (int a = 0; a < ahead; a++) {
      x[a] = next_x[a];
      c[a] = next_c[a];
      const bool inside = m + ahead + a < n;
      next_x[a] = inside ? value[(m + ahead + a) * step] : 0;
      next_c[a] = inside ? part[(m + ahead + a) * step] : 0;
    }
#pragma unroll
    for (int a = 0; a < ahead; a++) x[a] = near = x[a] + c[a] * near;
#pragma unroll
    for (int a = 0; a < ahead; a++)
      if (m + a < n) value[(m + a) * step] = x[a];
  }
}

template <bool along_x, bool variable> __global__ void __launch_bounds__(threads, 3) sweep_lines(const line_sweep s)
{
  extern __shared__ double values[];
  const int apart = s.lines + 1, last = s.n - 1;
  double *const parts = values + s.n * apart;
  each_cell<along_x>(s, [&](const line &l, int number, int m) {
    const double pivot = pivots_of<variable>(s, l)[(ptrdiff_t)m * s.pitch];
    const double low = variable ? (m > 0 ? s.dd : 0) * s.bd[l.at + m * s.d] : s.low_d[m];
    values[m * apart + number] = source_at<variable>(s, l, m) * pivot;
    parts[m * apart + number] = low * pivot;
  });
  __syncthreads();
  line own;
  const bool solves = (int)threadIdx.x < s.lines && find_line(s, (int)threadIdx.x, own);
  if (solves) recur(values + threadIdx.x, parts + threadIdx.x, s.n, apart, false);
  __syncthreads();
  each_cell<along_x>(s, [&](const line &l, int number, int m) {
    const double pivot = pivots_of<variable>(s, l)[(ptrdiff_t)m * s.pitch];
    const double high = variable ? (m < last ? s.dd : 0) * s.bd[l.at + (m + 1) * s.d] : s.high_d[m];
    parts[m * apart + number] = high * pivot;
  });
  __syncthreads();
  if (solves) recur(values + threadIdx.x, parts + threadIdx.x, s.n, apart, true);
  __syncthreads();
  each_cell<along_x>(s, [&](const line &l, int number, int m) {
    double &x = s.phi[l.at + m * s.d];
    x = VF_OVER_RELAXED(x, s.omega, values[m * apart + number]);
  });
}

// Of a block.
size_t bytes_of(int n, int lines) { return 2 * (size_t)n * (size_t)(lines + 1) * sizeof(double); }

line_sweep sweep_of(const vf_level *level, int colour, double omega)
{
  const vf_lines *lines = &level->lines;
  const int d = lines->along - 1, p = vf_lines_p(lines), q = vf_lines_q(lines);
  const ptrdiff_t stride[3] = { 1, level->phi.row, level->phi.plane };
  const double *const b[3] = { level->bx.at, level->by.at, level->bz.at };
  line_sweep s = {};
  s.n = level->n[d];
  s.np = level->n[p];
  s.nq = level->n[q];
  s.d = stride[d];
  s.p = stride[p];
  s.q = stride[q];
  s.around_p = level->face[p].periodic;
  s.around_q = level->face[q].periodic;
  s.first = (level->parity + colour) & 1;
  s.half_p = (s.np + 1) / 2;
  s.phi = level->phi.at;
  s.rhs = level->rhs.at;
  s.low_p = lines->low[p];
  s.high_p = lines->high[p];
  s.inverse_p = lines->inverse[p];
  s.low_q = lines->low[q];
  s.high_q = lines->high[q];
  s.inverse_q = lines->inverse[q];
  s.low_d = lines->low[d];
  s.high_d = lines->high[d];
  s.inverse_d = lines->inverse[d];
  s.kind = lines->kind;
  s.alike = lines->alike;
  s.pivots = lines->pivots;
  s.pitch = lines->pitch;
  s.bp = b[p];
  s.bq = b[q];
  s.bd = b[d];
  s.dp = VF_OVER_H2(level->beta, level->h[p]);
  s.dq = VF_OVER_H2(level->beta, level->h[q]);
  s.dd = VF_OVER_H2(level->beta, level->h[d]);
  s.omega = omega;
  return s;
}

struct pivot_of {
  const double *a, *b[3];
  ptrdiff_t stride[3];
  double alpha, factor[3];
  vf_face face[6];
  int n[3], d, p, q, pitch;
  double *pivots;
};

__global__ void fill_pivots(const pivot_of s)
{
  const int p = (int)(blockIdx.x * blockDim.x + threadIdx.x), q = (int)blockIdx.y;
  if (p >= s.n[s.p]) return;
  double before = 0, high = 0;
  for (int m = 0; m < s.n[s.d]; m++) {
    int at[3];
    at[s.d] = m;
    at[s.p] = p;
    at[s.q] = q;
    const ptrdiff_t cell = at[0] * s.stride[0] + at[1] * s.stride[1] + at[2] * s.stride[2];
    double low[3], up[3], part = 0;
    for (int d = 0; d < 3; d++) {
      low[d] = s.b[d][cell];
      up[d] = s.b[d][cell + s.stride[d]];
    }
    const double mass = s.alpha * s.a[cell];
    const double diagonal =
        VF_HELMHOLTZ_DIAGONAL(mass, s.factor[0], s.factor[1], s.factor[2], low[0], up[0], low[1], up[1], low[2], up[2]);
    for (int face = 0; face < 6; face++) {
      const int d = face % 3;
      const vf_face &f = s.face[face];
      if (at[d] != (face < 3 ? 0 : s.n[d] - 1) || f.periodic || f.cells == 0) continue;
      part += f.w[0] * (s.factor[d] * (face < 3 ? low[d] : up[d]));
    }
    before = VF_LINE_PIVOT(diagonal, part, m > 0 ? s.factor[s.d] * low[s.d] : 0, high, before);
    high = s.factor[s.d] * up[s.d];
    s.pivots[((ptrdiff_t)q * s.n[s.d] + m) * s.pitch + place_of(p, s.pitch)] = before;
  }
}

} // namespace

int smooth_lines(vf_engine *engine, vf_level *level, const double *omegas, int half_sweeps)
{
  const bool along_x = level->lines.along == 1, variable = level->lines.kind == NULL;
  auto *const kernel = along_x ? (variable ? sweep_lines<true, true> : sweep_lines<true, false>)
                               : (variable ? sweep_lines<false, true> : sweep_lines<false, false>);
  const size_t room = (size_t)((const workbench *)engine->state)->shared_bytes;
  int code = 0;
  for (int half = 0; half < half_sweeps && !code; half++) {
    line_sweep s = sweep_of(level, half & 1, omegas[half]);
    s.lines = most_lines;
    while (s.lines > 1 && bytes_of(s.n, s.lines) > room) s.lines /= 2;
    const size_t bytes = bytes_of(s.n, s.lines);
    if (s.np == 1 && s.nq == 1 && s.first % 2) continue; // a single line has the first colour
#if !defined(__HIP_PLATFORM_AMD__)
    if (half == 0)
      code = (int)VF_GPU(FuncSetAttribute)((const void *)kernel, VF_GPU(FuncAttributeMaxDynamicSharedMemorySize),
                                           (int)bytes);
    if (code) return code;
#endif
    const int64_t all = (int64_t)s.half_p * s.nq;
    kernel<<<(unsigned)((all + s.lines - 1) / s.lines), threads, bytes, queue_of(engine)>>>(s);
    code = launched();
  }
  return code;
}

int make_pivots(vf_engine *engine, vf_level *level)
{
  const vf_lines *lines = &level->lines;
  pivot_of s = {};
  s.a = level->a.at;
  s.b[0] = level->bx.at;
  s.b[1] = level->by.at;
  s.b[2] = level->bz.at;
  s.stride[0] = 1;
  s.stride[1] = level->phi.row;
  s.stride[2] = level->phi.plane;
  s.alpha = level->alpha;
  for (int d = 0; d < 3; d++) {
    s.n[d] = level->n[d];
    s.factor[d] = VF_OVER_H2(level->beta, level->h[d]);
  }
  for (int face = 0; face < 6; face++) s.face[face] = level->face[face];
  s.d = lines->along - 1;
  s.p = vf_lines_p(lines);
  s.q = vf_lines_q(lines);
  s.pitch = lines->pitch;
  s.pivots = lines->pivots;
  fill_pivots<<<dim3((unsigned)(s.n[s.p] + 63) / 64, (unsigned)s.n[s.q]), 64, 0, queue_of(engine)>>>(s);
  return launched();
}

} // namespace VF_LEVELS
