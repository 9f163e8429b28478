// Smooths by lines; see vfi_lines. A block has several lines of one colour. First, all its threads load the neighbours
// across the lines, several cells each with all loads under way together, and put sources into shared memory. Then one
// thread for each line goes up the line and back, with a product and a sum for each cell. At last all threads write.
// Only lines of the other colour are read, so smooths work in place.
#include "level.h"

#include "../line_formulas.h"
#include "../lines.h"

namespace VF_LEVELS {

// The recurrence along a line: value(m) += part(m) value(m - 1) from the low end up, or += part(m) value(m + 1) from
// the high end down.

// Runs in one thread. Numbers of the next cells are loaded before the present cells are done, so each cell waits only
// for the cell before it. A single group of threads does this work while others wait, so instructions count: if fixed
// is not 0, it is the distance of places in both arrays.
template <int fixed, bool back>
__device__ __forceinline__ void recur(double *value, int step, const double *part, int apart, int n)
{
  constexpr int ahead = 4;
  const int way = (fixed ? fixed : step) * (back ? -1 : 1), way_of_part = (fixed ? fixed : apart) * (back ? -1 : 1);
  double near = 0, x[ahead], c[ahead];
  int left = n;
  if (back) {
    value -= (n - 1) * way;
    part -= (n - 1) * way_of_part;
  }
  if (left >= ahead) {
#pragma unroll
    for (int a = 0; a < ahead; a++) {
      x[a] = value[a * way];
      c[a] = part[a * way_of_part];
    }
  }
#pragma unroll 2
  for (; left >= 2 * ahead; left -= ahead) {
    double next_x[ahead], next_c[ahead];
    double *const here = value;
    value += ahead * way;
    part += ahead * way_of_part;
#pragma unroll
    for (int a = 0; a < ahead; a++) {
      next_x[a] = value[a * way];
      next_c[a] = part[a * way_of_part];
    }
#pragma unroll
    for (int a = 0; a < ahead; a++) here[a * way] = near = x[a] + c[a] * near;
#pragma unroll
    for (int a = 0; a < ahead; a++) {
      x[a] = next_x[a];
      c[a] = next_c[a];
    }
  }
  if (left >= ahead) {
#pragma unroll
    for (int a = 0; a < ahead; a++) value[a * way] = near = x[a] + c[a] * near;
    value += ahead * way;
    part += ahead * way_of_part;
    left -= ahead;
  }
  for (; left > 0; left--, value += way, part += way_of_part) *value = near = *value + *part * near;
}

namespace {

constexpr int most_lines = 32, threads = 256;
constexpr int few_cells = 4, many_cells = 8; // cells of a thread

struct line_sweep {
  int n, np, nq;     // cells of a line, and lines
  ptrdiff_t d, p, q; // strides
  bool around_p, around_q;
  int first, lines, log_lines, half_p; // colour; lines of a block, a power of two; most lines of a colour at an index
                                       // of q
  float inverse_n;
  double *phi;
  const double *rhs;
  const double *low_p, *high_p, *inverse_p, *low_q, *high_q, *inverse_q, *low_d, *high_d, *inverse_d;
  const int *kind, *alike;
  const double *__restrict__ pivots;
  int pitch;
  const double *bp, *bq, *bd; // variable coefficients, and beta / h^2
  double dp, dq, dd, omega;
  bool across_is_zero, own_is_zero; // phi of the other lines, and of these lines, is not read; not for lines along x
};

// A line of the block: indices p and q, and its beginning. False: the line does not exist.
struct line {
  int p, q;
  ptrdiff_t at;
};

__device__ __forceinline__ bool find_line(const line_sweep &s, int number, line &l)
{
  const unsigned all = blockIdx.x * (unsigned)s.lines + (unsigned)number;
  l.q = (int)(all / (unsigned)s.half_p);
  l.p = 2 * (int)(all - (unsigned)l.q * (unsigned)s.half_p) + ((l.q + s.first) & 1);
  l.at = l.p * s.p + l.q * s.q;
  return number < s.lines && l.q < s.nq && l.p < s.np;
}

// The distance to a neighbour; 0 if there is no neighbour.
__device__ __forceinline__ ptrdiff_t way_to(int index, int n, ptrdiff_t stride, int step, bool around)
{
  const bool end = index == (step > 0 ? n - 1 : 0);
  return end ? (around ? -(n - 1) * step * stride : 0) : step * stride;
}

// The common data of all cells of a line: places of its neighbours and its pivots, and constant coefficients.
struct across_line {
  ptrdiff_t west, east, south, north;
  double low_p, high_p, low_q, high_q, inverse_p, inverse_q;
  const double *pivots;
};

template <bool variable> __device__ __forceinline__ across_line across_of(const line_sweep &s, const line &l)
{
  across_line a;
  const int p = VF_LINE_PLACE(l.p, s.pitch);
  // Lines with equal pivots read the same numbers, which the nearest cache then holds.
  const int kind = variable ? l.q : s.kind[l.q], alike = variable ? l.p : s.alike[l.p];
  a.pivots = s.pivots + (ptrdiff_t)kind * s.n * s.pitch + VF_LINE_PLACE(alike, s.pitch);
  a.west = way_to(l.p, s.np, s.p, -1, s.around_p);
  a.east = way_to(l.p, s.np, s.p, 1, s.around_p);
  a.south = way_to(l.q, s.nq, s.q, -1, s.around_q);
  a.north = way_to(l.q, s.nq, s.q, 1, s.around_q);
  if (variable) return a;
  a.low_p = s.low_p[p];
  a.high_p = s.high_p[p];
  a.low_q = s.low_q[l.q];
  a.high_q = s.high_q[l.q];
  a.inverse_p = s.inverse_p[p];
  a.inverse_q = s.inverse_q[l.q];
  return a;
}

template <bool variable>
__device__ __forceinline__ double source_at(const line_sweep &s, const line &l, const across_line &a, int m)
{
  const ptrdiff_t at = l.at + m * s.d;
  const double *x = s.phi + at;
  const double west = a.west ? x[a.west] : 0, east = a.east ? x[a.east] : 0;
  const double south = a.south ? x[a.south] : 0, north = a.north ? x[a.north] : 0;
  if (variable) {
    const double across = VF_LINE_ACROSS(s.dp * s.bp[at], west, s.dp * s.bp[at + s.p], east, s.dq * s.bq[at], south,
                                         s.dq * s.bq[at + s.q], north);
    return VF_LINE_SOURCE_VARIABLE(across, s.rhs[at]);
  }
  const double across = VF_LINE_ACROSS(a.low_p, west, a.high_p, east, a.low_q, south, a.high_q, north);
  return VF_LINE_SOURCE(across, s.rhs[at], a.inverse_p, a.inverse_q * s.inverse_d[m]);
}

// The distance of places along a line in shared memory: threads of a warp use different banks.
__host__ __device__ inline int apart_of(int lines) { return lines == 1 ? 1 : lines + 1; }

template <bool back> __device__ __forceinline__ void solve(double *value, const double *part, int n, int apart)
{
  if (apart == 9) recur<9, back>(value, 9, part, 9, n);
  else if (apart == 17) recur<17, back>(value, 17, part, 17, n);
  else if (apart == 33) recur<33, back>(value, 33, part, 33, n);
  else recur<0, back>(value, apart, part, apart, n);
}

template <bool along_x, bool variable, int cells>
__global__ void __launch_bounds__(threads, cells == few_cells ? 4 : 2) sweep_lines(const line_sweep s)
{
  extern __shared__ double values[];
  const int apart = apart_of(s.lines), last = s.n - 1, all = s.lines * s.n;
  double *const parts = values + s.n * apart;
  // Registers are few: if a shift finds the place along the line, the numbers of this place are found again.
  constexpr bool keeps = variable || along_x;
  double old[cells], pivot[cells], high[cells], value[cells], low[cells];
  int place[cells]; // place in shared memory; -1: no cell
  ptrdiff_t at[cells];
  line l;
  across_line a;
  bool exists = false;
  if (!along_x) {
    // Neighbouring threads have neighbouring lines, and each has one line.
    exists = find_line(s, (int)threadIdx.x & (s.lines - 1), l);
    if (exists) a = across_of<variable>(s, l);
    if (s.across_is_zero) a.west = a.east = a.south = a.north = 0;
  }
  auto along = [&](int c) { return ((int)threadIdx.x + c * threads) >> s.log_lines; }; // not for lines along x
#pragma unroll
  for (int c = 0; c < cells; c++) {
    const int cell = (int)threadIdx.x + c * threads;
    int number, m;
    if (along_x) {
      number = s.lines == 1 ? 0 : (int)(((float)cell + 0.5f) * s.inverse_n);
      m = cell - number * s.n;
      exists = cell < all && find_line(s, number, l);
      if (exists) a = across_of<variable>(s, l);
    } else {
      number = cell & (s.lines - 1);
      m = cell >> s.log_lines;
    }
    place[c] = -1;
    if (!exists || cell >= all) continue;
    place[c] = m * apart + number;
    at[c] = l.at + m * s.d;
    pivot[c] = a.pivots[(ptrdiff_t)m * s.pitch];
    if (keeps) {
      low[c] = variable ? (m > 0 ? s.dd : 0) * s.bd[at[c]] : s.low_d[m];
      high[c] = variable ? (m < last ? s.dd : 0) * s.bd[at[c] + s.d] : s.high_d[m];
    }
    old[c] = !along_x && s.own_is_zero ? 0 : s.phi[at[c]];
    value[c] = source_at<variable>(s, l, a, m);
  }
#pragma unroll
  for (int c = 0; c < cells; c++)
    if (place[c] >= 0) {
      values[place[c]] = value[c] * pivot[c];
      parts[place[c]] = (keeps ? low[c] : s.low_d[along(c)]) * pivot[c];
    }
  __syncthreads();
  line own;
  const bool solves = (int)threadIdx.x < s.lines && find_line(s, (int)threadIdx.x, own);
  if (solves) solve<false>(values + threadIdx.x, parts + threadIdx.x, s.n, apart);
  __syncthreads();
#pragma unroll
  for (int c = 0; c < cells; c++)
    if (place[c] >= 0) parts[place[c]] = (keeps ? high[c] : s.high_d[along(c)]) * pivot[c];
  __syncthreads();
  if (solves) solve<true>(values + threadIdx.x, parts + threadIdx.x, s.n, apart);
  __syncthreads();
#pragma unroll
  for (int c = 0; c < cells; c++)
    if (place[c] >= 0) {
      const ptrdiff_t here = along_x ? at[c] : l.at + along(c) * s.d;
      s.phi[here] = VF_OVER_RELAXED(old[c], s.omega, values[place[c]]);
    }
}

// Shared memory of a block; no more than every block can have.
size_t bytes_of(int n, int lines) { return 2 * (size_t)n * (size_t)apart_of(lines) * sizeof(double); }

line_sweep sweep_of(const vfi_level *level, int colour, double omega)
{
  const vfi_lines *lines = &level->lines;
  const int d = lines->along - 1, p = vfi_lines_p(lines), q = vfi_lines_q(lines);
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
  s.inverse_n = 1.f / (float)s.n;
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
  vfi_face face[6];
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
      const vfi_face &f = s.face[face];
      if (at[d] != (face < 3 ? 0 : s.n[d] - 1) || f.periodic || f.cells == 0) continue;
      part += f.w[0] * (s.factor[d] * (face < 3 ? low[d] : up[d]));
    }
    before = VF_LINE_PIVOT(diagonal, part, m > 0 ? s.factor[s.d] * low[s.d] : 0, high, before);
    high = s.factor[s.d] * up[s.d];
    s.pivots[((ptrdiff_t)q * s.n[s.d] + m) * s.pitch + VF_LINE_PLACE(p, s.pitch)] = before;
  }
}

} // namespace

int smooth_lines(vfi_engine *engine, vfi_level *level, const double *omegas, int half_sweeps, bool from_zero)
{
  const bool along_x = level->lines.along == 1, variable = level->lines.kind == NULL;
  const vf_field &phi = level->phi;
  const ptrdiff_t numbers = (level->n[2] - 1) * phi.plane + level->n[1] * phi.row;
  // Threads of lines along x find the line of each cell, and have no register left for these flags.
  int code = from_zero && along_x ? zero(engine, phi.at, (size_t)numbers * sizeof(double)) : 0;
  for (int half = 0; half < half_sweeps && !code; half++) {
    line_sweep s = sweep_of(level, half & 1, omegas[half]);
    s.across_is_zero = from_zero && !along_x && half == 0;
    s.own_is_zero = from_zero && !along_x && half < 2;
    const bool few = s.n <= few_cells * threads / 8;
    const int most = (few ? few_cells : many_cells) * threads / s.n;
    for (s.lines = 1; 2 * s.lines <= most && 2 * s.lines <= most_lines; s.lines *= 2) s.log_lines++;
    const size_t bytes = bytes_of(s.n, s.lines);
    if (s.np == 1 && s.nq == 1 && s.first % 2) continue; // a single line has the first colour
    auto *const kernel =
        few ? (along_x ? (variable ? sweep_lines<true, true, few_cells> : sweep_lines<true, false, few_cells>)
                       : (variable ? sweep_lines<false, true, few_cells> : sweep_lines<false, false, few_cells>))
            : (along_x ? (variable ? sweep_lines<true, true, many_cells> : sweep_lines<true, false, many_cells>)
                       : (variable ? sweep_lines<false, true, many_cells> : sweep_lines<false, false, many_cells>));
    const int64_t all = (int64_t)s.half_p * s.nq;
    kernel<<<(unsigned)((all + s.lines - 1) / s.lines), threads, bytes, queue_of(engine)>>>(s);
    code = launched();
  }
  return code;
}

int make_pivots(vfi_engine *engine, vfi_level *level)
{
  const vfi_lines *lines = &level->lines;
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
  s.p = vfi_lines_p(lines);
  s.q = vfi_lines_q(lines);
  s.pitch = lines->pitch;
  s.pivots = lines->pivots;
  fill_pivots<<<dim3((unsigned)(s.n[s.p] + 63) / 64, (unsigned)s.n[s.q]), 64, 0, queue_of(engine)>>>(s);
  return launched();
}

} // namespace VF_LEVELS
