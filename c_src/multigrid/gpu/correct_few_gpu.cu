// The residual of the level in double for cycles in single precision. The kernel also adds the error, and computes no
// means for a coarser level. Many blocks work on few planes each; a thread has a pair of cells. Levels beside a
// resampled coarsening are so small that caches hold them.
#include "largest.h"
#include "residual_single.h"

namespace VF_LEVELS {

namespace {

constexpr int rows_of_few = 4, planes_of_few = 4;

__device__ __forceinline__ own_columns row_of(const single_grid &g, ptrdiff_t stride)
{
  own_columns c = {};
  const int lane = (int)threadIdx.x;
  c.i = 2 * ((int)blockIdx.x * 32 + lane);
  c.j = (int)blockIdx.y * rows_of_few + (int)threadIdx.y;
  c.inside = c.i < g.n[0] && c.j < g.n[1];
  c.edge = lane == 0 || lane == 31 || c.i == g.n[0] - 2;
  c.west = !g.periodic[0] && c.i == 0;
  c.east = !g.periodic[0] && c.i == g.n[0] - 2;
  c.south = !g.periodic[1] && c.j == 0;
  c.no_second = c.i == g.n[0] - 1;
  c.no_row = !g.periodic[1] && c.j == g.n[1] - 1;
  const int in_i = g.periodic[0] ? wrapped(c.i, g.n[0]) : clamped(c.i, 0, (g.n[0] - 1) & ~1);
  const int to_the_side = lane == 0 ? c.i - 1 : c.i + 2;
  const int beside = g.periodic[0] ? wrapped(to_the_side, g.n[0]) : clamped(to_the_side, 0, g.n[0] - 1);
#pragma unroll
  for (int y = 0; y < 3; y++) {
    const int in_j = g.periodic[1] ? wrapped(c.j + y - 1, g.n[1]) : clamped(c.j + y - 1, 0, g.n[1] - 1);
    c.row[y] = in_i + in_j * (int)stride;
    if (y == 1) c.beside[0] = beside + in_j * (int)stride;
  }
  return c;
}

template <bool adds, bool anisotropic>
__global__ void __launch_bounds__(32 * rows_of_few, 5)
    correct_planes(double *__restrict__ to, float *__restrict__ r, const double *__restrict__ phi,
                   const double *__restrict__ rhs, const float *__restrict__ error, const single_grid g,
                   const weights<double> w, const correction_numbers m, const widths_of<double> w3, const int first,
                   const int last, unsigned long long *largest)
{
  using pair = pair_of<double>;
  const own_columns c = row_of(g, m.row), of_floats = row_of(g, g.row);
  const plane_range range = planes_of(g);
  const int z0 = first + (int)blockIdx.z * planes_of_few, z1 = min(last, z0 + planes_of_few);
  auto sum_at = [&](int y, int k) {
    const int plane = range.at(k);
    const double2 x = *(const double2 *)(phi + c.row[y] + plane * m.plane);
    if (!adds) return pair{ x.x, x.y };
    const float2 e = *(const float2 *)(error + of_floats.row[y] + plane * g.plane);
    return pair{ x.x + m.give * (double)e.x, x.y + m.give * (double)e.y };
  };
  // for plane k: its row, and the row to the north
  pair below[2], here[2], above[2];
  below[0] = sum_at(1, z0 - 1);
  here[0] = sum_at(1, z0);
  double most = 0;
#pragma unroll
  for (int p = 0; p < planes_of_few; p++) {
    const int k = z0 + p;
    if (k >= z1) break;
    const pair south = sum_at(0, k);
    here[1] = sum_at(2, k);
    above[0] = sum_at(1, k + 1);
    const double2 f = *(const double2 *)(rhs + c.row[1] + k * m.plane);
    double end = 0;
    if (c.edge) {
      end = phi[c.beside[0] + range.at(k) * m.plane];
      if (adds) end = end + m.give * (double)error[of_floats.beside[0] + range.at(k) * g.plane];
    }
    pair left = left_of<anisotropic>(below, here, above, &south, end, { f.x, f.y }, 0, k, c, g, w, m.inverse_h2, w3);
    left = child_of(left, 0, c);
    if (c.inside) {
      most = larger(larger(most, fabs(left.x)), fabs(left.y));
      if (adds) *(double2 *)(to + c.row[1] + k * m.plane) = make_double2(here[0].x, here[0].y);
      *(float2 *)(r + of_floats.row[1] + k * g.plane) = make_float2((float)(m.take * left.x), (float)(m.take * left.y));
    }
    below[0] = here[0];
    here[0] = above[0];
  }
  note_largest<rows_of_few>(most, largest);
}

} // namespace

int correct_few(const vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, double *to,
                int first, int last)
{
  const vfi_level *of = correction->of;
  const single_grid g = single_grid_of(level);
  auto *const kernel = of->anisotropic    ? correction->adds ? correct_planes<true, true> : correct_planes<false, true>
                          : correction->adds ? correct_planes<true, false>
                                          : correct_planes<false, false>;
  const dim3 blocks((unsigned)(g.n[0] + 63) / 64, (unsigned)(g.n[1] + rows_of_few - 1) / rows_of_few,
                    (unsigned)(last - first + planes_of_few - 1) / planes_of_few);
  kernel<<<blocks, dim3(32, rows_of_few), 0, queue_of(engine)>>>(
      to, (float *)level->rhs.at, of->phi.at, of->rhs.at, (const float *)level->phi.at, g, weights_of<double>(of),
      numbers_of(correction), anisotropic_widths<double>(of), first, last,
      (unsigned long long *)((const workbench *)engine->state)->device);
  return launched();
}

} // namespace VF_LEVELS
