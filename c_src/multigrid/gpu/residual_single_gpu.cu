// Residuals for cycles in single precision. A kernel restricts the residual of a level of floats. Another kernel adds
// the error found by such a cycle to the level in double, and gives the next right-hand side. The kernels march like
// those of residual_gpu.cu; ghosts are folded when needed.
#include "interpolated.h"
#include "largest.h"
#include "residual_single.h"

namespace VF_LEVELS {

namespace {

constexpr int block_rows = 8; // pairs of rows of a block

__device__ __forceinline__ own_columns columns_of(const single_grid &g, ptrdiff_t stride)
{
  own_columns c;
  const int lane = (int)threadIdx.x;
  c.i = 2 * ((int)blockIdx.x * 32 + lane);
  c.j = 2 * ((int)blockIdx.y * block_rows + (int)threadIdx.y);
  c.inside = c.i < g.n[0] && c.j < g.n[1];
  c.edge = lane == 0 || lane == 31 || c.i == g.n[0] - 2;
  c.west = !g.periodic[0] && c.i == 0;
  c.east = !g.periodic[0] && c.i == g.n[0] - 2;
  c.south = !g.periodic[1] && c.j == 0;
  c.north = !g.periodic[1] && c.j == g.n[1] - 2;
  c.no_second = c.i == g.n[0] - 1;
  c.no_row = c.j == g.n[1] - 1;
  const int in_i = g.periodic[0] ? wrapped(c.i, g.n[0]) : clamped(c.i, 0, (g.n[0] - 1) & ~1);
  const int to_the_side = lane == 0 ? c.i - 1 : c.i + 2;
  const int beside = g.periodic[0] ? wrapped(to_the_side, g.n[0]) : clamped(to_the_side, 0, g.n[0] - 1);
#pragma unroll
  for (int y = 0; y < 4; y++) {
    const int in_j = g.periodic[1] ? wrapped(c.j + y - 1, g.n[1]) : clamped(c.j + y - 1, 0, g.n[1] - 1);
    c.row[y] = in_i + in_j * (int)stride;
    if (y == 1 || y == 2) c.beside[y - 1] = beside + in_j * (int)stride;
  }
  return c;
}

// A right-hand side of either type. flat: the level's coarsening halves only x and y.
struct either_field {
  void *at;
  ptrdiff_t row, plane;
  bool single, flat;
};

either_field rhs_of(const vfi_level *level)
{
  const ptrdiff_t of_pair = level->single ? 2 : 1;
  return { level->rhs.at, of_pair * level->rhs.row, of_pair * level->rhs.plane, level->single,
           coarsening_of(level) == FLAT };
}

__device__ __forceinline__ ptrdiff_t place_in(const either_field &coarse, const own_columns &c, int k)
{
  return c.i / 2 + c.j / 2 * coarse.row + (coarse.flat ? k : k / 2) * coarse.plane;
}

__device__ __forceinline__ void put(const either_field &to, ptrdiff_t at, double value)
{
  if (to.single) ((float *)to.at)[at] = (float)value;
  else ((double *)to.at)[at] = value;
}

// Adds the children of a coarse cell in one plane to the sum; children in one plane count twice if the coarsening is
// flat. True: the sum is complete.
template <typename T>
__device__ __forceinline__ bool gather(T &sum, bool first, bool last, bool flat, T a, T b, T c, T d)
{
  sum = first || flat ? a : sum + a;
  sum = sum + b + c + d;
  if (flat) sum = sum + a + b + c + d;
  return flat || last;
}

template <operator_kind kind>
__global__ void __launch_bounds__(32 * block_rows, kind == VARIABLE ? 1 : 2)
    restrict_floats(const either_field coarse, const float *__restrict__ phi, const float *__restrict__ rhs,
                    const float_coefficients faces, const single_grid g, const weights<float> w, const float inverse_h2,
                    const widths_of<float> w3, const int depth)
{
  constexpr bool variable = kind == VARIABLE;
  using pair = pair_of<float>;
  const own_columns c = columns_of(g, g.row);
  const plane_range range = planes_of(g);
  const int z0 = (int)blockIdx.z * depth, z1 = min(g.n[2], z0 + depth);
  auto load = [&](const float *field, int at, int k) {
    const float2 v = *(const float2 *)(field + at + range.at(k) * g.plane);
    return pair{ v.x, v.y };
  };
  pair x[4][2], sides[2][2], f[2][2];
  float ends[2][2];
  auto load_phi = [&](int slot, int k) {
#pragma unroll
    for (int y = 0; y < 2; y++) x[slot][y] = load(phi, c.row[y + 1], k);
  };
  auto load_rest = [&](int slot, int k) {
#pragma unroll
    for (int y = 0; y < 2; y++) {
      sides[slot][y] = load(phi, c.row[3 * y], k);
      f[slot][y] = load(rhs, c.row[y + 1], min(k, g.n[2] - 1));
      ends[slot][y] = c.edge ? phi[c.beside[y] + range.at(k) * g.plane] : 0;
    }
  };
  pair a[2], bx[2], by[3], bz[2], bz_above[2];
  float bx_east[2];
  // Loads coefficients of the next plane, and bz of the plane above it.
  auto load_coefficients = [&](int k) {
    const int at_k = min(k, g.n[2] - 1);
#pragma unroll
    for (int y = 0; y < 2; y++) {
      const ptrdiff_t at = c.row[y + 1] + at_k * g.plane;
      const float2 va = *(const float2 *)(faces.a + at), vx = *(const float2 *)(faces.bx + at),
                   vy = *(const float2 *)(faces.by + at + g.row), vz = *(const float2 *)(faces.bz + at + g.plane);
      a[y] = { va.x, va.y };
      bx[y] = { vx.x, vx.y };
      bx_east[y] = faces.bx[at + 2];
      by[y + 1] = { vy.x, vy.y };
      bz_above[y] = { vz.x, vz.y };
      if (y == 1) continue;
      const float2 south = *(const float2 *)(faces.by + at);
      by[0] = { south.x, south.y };
    }
  };
  load_phi(3, z0 - 1);
  load_phi(0, z0);
  load_phi(1, z0 + 1);
  load_phi(2, z0 + 2);
  load_rest(0, z0);
  load_rest(1, z0 + 1);
  if (variable) {
#pragma unroll
    for (int y = 0; y < 2; y++) {
      const float2 v = *(const float2 *)(faces.bz + c.row[y + 1] + z0 * g.plane);
      bz[y] = { v.x, v.y };
    }
    load_coefficients(z0);
  }
  float sum = 0;
  int k = z0;
  auto step = [&](auto number) {
    constexpr int s = decltype(number)::at, here = s, above = (s + 1) % 4, below = (s + 3) % 4, b = s & 1;
    pair left[2];
#pragma unroll
    for (int y = 0; y < 2; y++) {
      if (!variable) {
        left[y] = left_of<kind == ANISOTROPIC>(x[below], x[here], x[above], sides[b], ends[b][y], f[b][y], y, k, c, g,
                                               w, inverse_h2, w3);
        continue;
      }
      const pair self = x[here][y];
      const around_pair<float> n = around_of(x[below], x[here], x[above], sides[b], ends[b][y], y, k, c, g, w);
      const float one =
          VF_HELMHOLTZ_DIAGONAL(a[y].x, 1, 1, 1, bx[y].x, bx[y].y, by[y].x, by[y + 1].x, bz[y].x, bz_above[y].x);
      const float two =
          VF_HELMHOLTZ_DIAGONAL(a[y].y, 1, 1, 1, bx[y].y, bx_east[y], by[y].y, by[y + 1].y, bz[y].y, bz_above[y].y);
      const float of_one =
          VF_HELMHOLTZ_NEIGHBOURS(1, 1, 1, bx[y].x, bx[y].y, by[y].x, by[y + 1].x, bz[y].x, bz_above[y].x, n.west,
                                  n.middle, n.south.x, n.north.x, n.low.x, n.high.x);
      const float of_two =
          VF_HELMHOLTZ_NEIGHBOURS(1, 1, 1, bx[y].y, bx_east[y], by[y].y, by[y + 1].y, bz[y].y, bz_above[y].y, self.x,
                                  n.east, n.south.y, n.north.y, n.low.y, n.high.y);
      left[y] = { f[b][y].x - VF_HELMHOLTZ_APPLIED(one, self.x, of_one),
                  f[b][y].y - VF_HELMHOLTZ_APPLIED(two, self.y, of_two) };
      bz[y] = bz_above[y];
    }
    const pair low = child_of(left[0], 0, c), high = child_of(left[1], 1, c);
    if (variable) load_coefficients(k + 1);
    load_phi(below, k + 3);
    load_rest(b, k + 2);
    if (gather(sum, b == 0, b == 1 || k == g.n[2] - 1, coarse.flat, low.x, low.y, high.x, high.y) && c.inside)
      put(coarse, place_in(coarse, c, k), sum * 0.125f);
    return ++k < z1;
  };
  while (step(constant<0>()) && step(constant<1>()) && step(constant<2>()) && step(constant<3>())) {
  }
}

// The values of phi and of the error before the addition.
struct raw_pair {
  double2 x;
  float2 e;
};

template <bool adds, bool anisotropic>
__global__ void __launch_bounds__(32 * block_rows, 1)
    correct(double *__restrict__ to, float *__restrict__ r, const either_field coarse, const double *__restrict__ phi,
            const double *__restrict__ rhs, const float *__restrict__ error, const single_grid g,
            const weights<double> w, const correction_numbers m, const widths_of<double> w3, const int first,
            const int last, const int depth, unsigned long long *largest)
{
  using pair = pair_of<double>;
  const own_columns c = columns_of(g, m.row), of_floats = columns_of(g, g.row);
  const plane_range range = planes_of(g);
  const int z0 = first + (int)blockIdx.z * depth, z1 = min(last, z0 + depth);
  auto raw = [&](int y, int k) {
    const int plane = range.at(k);
    raw_pair p;
    p.x = *(const double2 *)(phi + c.row[y] + plane * m.plane);
    if (adds) p.e = *(const float2 *)(error + of_floats.row[y] + plane * g.plane);
    return p;
  };
  auto added = [&](const raw_pair &p) {
    return adds ? pair{ p.x.x + m.give * (double)p.e.x, p.x.y + m.give * (double)p.e.y } : pair{ p.x.x, p.x.y };
  };
  // Three planes of the solution, and two planes under way: phi of plane k + 1 at (k + 1) & 1,
  // other numbers of k at k & 1.
  pair x[3][2];
  raw_pair ahead[2][2], sides[2][2];
  double2 f[2][2];
  double end_x[2][2];
  float end_e[2][2];
  auto load_phi = [&](int slot, int k) {
#pragma unroll
    for (int y = 0; y < 2; y++) ahead[slot][y] = raw(y + 1, k);
  };
  auto load_rest = [&](int slot, int k) {
    const int plane = range.at(k);
#pragma unroll
    for (int y = 0; y < 2; y++) {
      sides[slot][y] = raw(3 * y, k);
      f[slot][y] = *(const double2 *)(rhs + c.row[y + 1] + min(k, g.n[2] - 1) * m.plane);
      end_x[slot][y] = c.edge ? phi[c.beside[y] + plane * m.plane] : 0;
      end_e[slot][y] = adds && c.edge ? error[of_floats.beside[y] + plane * g.plane] : 0;
    }
  };
#pragma unroll
  for (int y = 0; y < 2; y++) {
    x[2][y] = added(raw(y + 1, z0 - 1));
    x[0][y] = added(raw(y + 1, z0));
  }
  load_phi(1, z0 + 1);
  load_phi(0, z0 + 2);
  load_rest(0, z0);
  load_rest(1, z0 + 1);
  double sum = 0, most = 0;
  int k = z0;
  auto step = [&](auto number) {
    constexpr int s = decltype(number)::at, here = s % 3, above = (s + 1) % 3, below = (s + 2) % 3, b = s & 1;
    pair beside[2], left[2];
#pragma unroll
    for (int y = 0; y < 2; y++) {
      x[above][y] = added(ahead[b ^ 1][y]);
      beside[y] = added(sides[b][y]);
    }
#pragma unroll
    for (int y = 0; y < 2; y++) {
      const double end = adds ? end_x[b][y] + m.give * (double)end_e[b][y] : end_x[b][y];
      const pair right = { f[b][y].x, f[b][y].y };
      left[y] = left_of<anisotropic>(x[below], x[here], x[above], beside, end, right, y, k, c, g, w, m.inverse_h2, w3);
    }
    load_phi(b ^ 1, k + 3);
    load_rest(b, k + 2);
    double taken[2][2];
#pragma unroll
    for (int y = 0; y < 2; y++) {
      left[y] = child_of(left[y], y, c);
      if (c.inside) most = larger(larger(most, fabs(left[y].x)), fabs(left[y].y));
      taken[y][0] = m.take * left[y].x;
      taken[y][1] = m.take * left[y].y;
      if (!c.inside || (y && c.no_row)) continue;
      if (adds) *(double2 *)(to + c.row[y + 1] + k * m.plane) = make_double2(x[here][y].x, x[here][y].y);
      *(float2 *)(r + of_floats.row[y + 1] + k * g.plane) = make_float2((float)taken[y][0], (float)taken[y][1]);
    }
    if (gather(sum, b == 0, b == 1 || k == g.n[2] - 1, coarse.flat, taken[0][0], taken[0][1], taken[1][0],
               taken[1][1]) &&
        c.inside)
      put(coarse, place_in(coarse, c, k), sum * 0.125);
    return ++k < z1;
  };
  while (step(constant<0>()) && step(constant<1>()) && step(constant<2>()) && step(constant<3>()) &&
         step(constant<4>()) && step(constant<5>())) {
  }
  note_largest<block_rows>(most, largest);
}

// Each block marches through an even number of planes.
dim3 blocks_for(const vfi_engine *engine, const single_grid &g, int planes, int at_once, int *depth)
{
  const int64_t x = (g.n[0] + 63) / 64, y = (g.n[1] + 2 * block_rows - 1) / (2 * block_rows);
  *depth = depth_of(x * y, at_once * ((const workbench *)engine->state)->multiprocessors, planes, 3);
  *depth += *depth & 1;
  return dim3((unsigned)x, (unsigned)y, (unsigned)((planes + *depth - 1) / *depth));
}

} // namespace

int restrict_single(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse)
{
  const single_grid g = single_grid_of(fine);
  int depth = 0;
  const dim3 blocks = blocks_for(engine, g, g.n[2], fine->variable ? 1 : 2, &depth);
  const float_coefficients faces = float_coefficients_of(fine);
  auto *const kernel = fine->variable      ? restrict_floats<VARIABLE>
                       : fine->anisotropic ? restrict_floats<ANISOTROPIC>
                                           : restrict_floats<CONSTANT>;
  kernel<<<blocks, dim3(32, block_rows), 0, queue_of(engine)>>>(
      rhs_of(coarse), (const float *)fine->phi.at, (const float *)fine->rhs.at, faces, g, weights_of<float>(fine),
      (float)(1 / (fine->h[0] * fine->h[0])), anisotropic_widths<float>(fine), depth);
  return launched();
}

int correct_single(const vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, double *to,
                   int first, int last, const vfi_level *into)
{
  const vfi_level *of = correction->of;
  const single_grid g = single_grid_of(level);
  const correction_numbers m = numbers_of(correction);
  unsigned long long *const largest = (unsigned long long *)((const workbench *)engine->state)->device;
  if (!into) return correct_few(engine, level, correction, to, first, last);
  int depth = 0;
  const dim3 blocks = blocks_for(engine, g, last - first, 1, &depth);
  auto *const kernel = of->anisotropic    ? correction->adds ? correct<true, true> : correct<false, true>
                          : correction->adds ? correct<true, false>
                                          : correct<false, false>;
  kernel<<<blocks, dim3(32, block_rows), 0, queue_of(engine)>>>(
      to, (float *)level->rhs.at, rhs_of(into), of->phi.at, of->rhs.at, (const float *)level->phi.at, g,
      weights_of<double>(of), m, anisotropic_widths<double>(of), first, last, depth, largest);
  return launched();
}

} // namespace VF_LEVELS
