// Residuals. The kernels of a cycle read phi, the right-hand side and the coefficients once and store no residual: they
// restrict the residual or take its norm. A thread has a pair of cells in x times two rows and marches in k through the
// two planes of each coarse cell. Ghosts are filled before.
#include "column_tiles.h"
#include "largest.h"

namespace VF_LEVELS {

namespace {

constexpr int block_rows = 8; // pairs of rows of a block

// The residual for a correction of a level in single precision: floats of `number` times the residual.
struct taken_floats {
  float *at;
  ptrdiff_t row, plane;
  double number;
  bool coarse_single; // the coarse right-hand side holds floats, and strides count floats
  bool flat;          // only x and y are halved
};

template <operator_kind kind, bool restricts, bool norms, bool takes = false>
__global__ void __launch_bounds__(32 * block_rows, kind == VARIABLE ? 1 : 2)
    column_pass(double *__restrict__ coarse, const double *__restrict__ phi, const double *__restrict__ rhs,
                const helmholtz c, const grid g, const double inverse_h2, const ptrdiff_t coarse_row,
                const ptrdiff_t coarse_plane, const int depth, unsigned long long *largest, const taken_floats taken)
{
  constexpr bool variable = kind == VARIABLE;
  const int lane = (int)threadIdx.x;
  const int i = 2 * ((int)blockIdx.x * 32 + lane), j = 2 * ((int)blockIdx.y * block_rows + (int)threadIdx.y);
  const int z0 = (int)blockIdx.z * depth, z1 = min(g.n[2], z0 + depth);
  const int in_i = clamped(i, 0, g.n[0] & ~1), beside = clamped(lane == 0 ? i - 1 : i + 2, -1, g.n[0]);
  const bool whole = i + 1 < g.n[0], first = i < g.n[0] && j < g.n[1], second = i < g.n[0] && j + 1 < g.n[1];
  const bool edge = lane == 0 || lane == 31;
  // Rows j - 1 .. j + 2 of phi, and j .. j + 2 of the other fields.
  ptrdiff_t row[4], at_beside[2];
#pragma unroll
  for (int y = 0; y < 4; y++) row[y] = in_i + clamped(j + y - 1, -1, g.n[1]) * g.row;
#pragma unroll
  for (int y = 0; y < 2; y++) at_beside[y] = row[y + 1] - in_i + beside;
  auto pair = [&](const double *field, ptrdiff_t at, int k) { return *(const double2 *)(field + at + k * g.plane); };

  double2 x[4][2], sides[2][2], f[2][2];
  double ends[2][2];
  auto load_phi = [&](int slot, int k) {
    k = min(k, g.n[2]);
#pragma unroll
    for (int y = 0; y < 2; y++) x[slot][y] = pair(phi, row[y + 1], k);
  };
  auto load_rest = [&](int slot, int k) {
    k = min(k, g.n[2]);
#pragma unroll
    for (int y = 0; y < 2; y++) {
      sides[slot][y] = pair(phi, row[3 * y], k);
      f[slot][y] = pair(rhs, row[y + 1], k);
      ends[slot][y] = edge ? phi[at_beside[y] + k * g.plane] : 0;
    }
  };
  double2 a_ahead[2], bx_ahead[2], by_ahead[3], bz_ahead[2], bz[2];
  double bx_end[2];
  auto load_coefficients = [&](int k) {
    k = min(k, g.n[2] - 1);
#pragma unroll
    for (int y = 0; y < 2; y++) {
      a_ahead[y] = pair(c.a, row[y + 1], k);
      bx_ahead[y] = pair(c.bx, row[y + 1], k);
      bx_end[y] = lane == 31 ? c.bx[at_beside[y] + k * g.plane] : 0;
      bz_ahead[y] = pair(c.bz, row[y + 1], k + 1);
    }
#pragma unroll
    for (int y = 0; y < 3; y++) by_ahead[y] = pair(c.by, row[y + 1], k);
  };
  load_phi(3, z0 - 1);
  load_phi(0, z0);
  load_phi(1, z0 + 1);
  load_phi(2, z0 + 2);
  load_rest(0, z0);
  load_rest(1, z0 + 1);
  if (variable) {
    bz[0] = pair(c.bz, row[1], z0);
    bz[1] = pair(c.bz, row[2], z0);
    load_coefficients(z0);
  }
  double sum = 0, most = 0;
  int k = z0;
  auto step = [&](auto number) {
    constexpr int s = decltype(number)::at, here = s, above = (s + 1) % 4, below = (s + 3) % 4, b = s & 1;
    double2 a[2], bx[2], by[3], bz_above[2];
    double bx_east[2];
    if (variable) {
#pragma unroll
      for (int y = 0; y < 2; y++) {
        a[y] = a_ahead[y];
        bx[y] = bx_ahead[y];
        bx_east[y] = bx_end[y];
        bz_above[y] = bz_ahead[y];
        by[y] = by_ahead[y];
      }
      by[2] = by_ahead[2];
      if (!VF_FEW_REGISTERS) load_coefficients(k + 1);
    }
    double r[2][2];
#pragma unroll
    for (int y = 0; y < 2; y++) {
      const double2 self = x[here][y], low = x[below][y], high = x[above][y];
      const double2 south = y ? x[here][0] : sides[b][0], north = y ? sides[b][1] : x[here][1];
      double west = VF_FROM_LANE_BELOW(self.y), east = VF_FROM_LANE_ABOVE(self.x);
      if (lane == 0) west = ends[b][y];
      if (lane == 31) east = ends[b][y];
      if (variable) {
        double bx_far = VF_FROM_LANE_ABOVE(bx[y].x);
        if (lane == 31) bx_far = bx_east[y];
        double diagonal = VF_HELMHOLTZ_DIAGONAL(c.alpha * a[y].x, c.dx, c.dy, c.dz, bx[y].x, bx[y].y, by[y].x,
                                                by[y + 1].x, bz[y].x, bz_above[y].x);
        double around = VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, bx[y].x, bx[y].y, by[y].x, by[y + 1].x, bz[y].x,
                                                bz_above[y].x, west, self.y, south.x, north.x, low.x, high.x);
        r[y][0] = f[b][y].x - VF_HELMHOLTZ_APPLIED(diagonal, self.x, around);
        diagonal = VF_HELMHOLTZ_DIAGONAL(c.alpha * a[y].y, c.dx, c.dy, c.dz, bx[y].y, bx_far, by[y].y, by[y + 1].y,
                                         bz[y].y, bz_above[y].y);
        around = VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, bx[y].y, bx_far, by[y].y, by[y + 1].y, bz[y].y,
                                         bz_above[y].y, self.x, east, south.y, north.y, low.y, high.y);
        r[y][1] = f[b][y].y - VF_HELMHOLTZ_APPLIED(diagonal, self.y, around);
        bz[y] = bz_above[y];
      } else if (kind == ANISOTROPIC) {
        r[y][0] = f[b][y].x - VF_ANISOTROPIC_APPLIED(
                                  VF_ANISOTROPIC_SUM(c.dx, c.dy, c.dz, west, self.y, south.x, north.x, low.x, high.x),
                                  c.diagonal, self.x);
        r[y][1] = f[b][y].y - VF_ANISOTROPIC_APPLIED(
                                  VF_ANISOTROPIC_SUM(c.dx, c.dy, c.dz, self.x, east, south.y, north.y, low.y, high.y),
                                  c.diagonal, self.y);
      } else {
        r[y][0] = f[b][y].x -
                  VF_POISSON_APPLIED(VF_SUM_OF_6(west, self.y, south.x, north.x, low.x, high.x), self.x, inverse_h2);
        r[y][1] = f[b][y].y -
                  VF_POISSON_APPLIED(VF_SUM_OF_6(self.x, east, south.y, north.y, low.y, high.y), self.y, inverse_h2);
      }
      if (norms && (y ? second : first)) {
        most = larger(most, fabs(r[y][0]));
        if (whole) most = larger(most, fabs(r[y][1]));
      }
    }
    load_phi(below, k + 3);
    load_rest(b, k + 2);
    if (takes) {
#pragma unroll
      for (int y = 0; y < 2; y++) {
        r[y][0] *= taken.number;
        r[y][1] *= taken.number;
        if (y ? second : first) // in a pair without a second cell this place is scratch
          *(float2 *)(taken.at + i + (j + y) * taken.row + k * taken.plane) =
              make_float2((float)r[y][0], (float)r[y][1]);
      }
    }
    if (restricts) {
      // missing children
      r[0][1] = whole ? r[0][1] : 0;
      r[1][0] = second ? r[1][0] : 0;
      r[1][1] = whole && second ? r[1][1] : 0;
      sum = b == 0 ? r[0][0] : sum + r[0][0];
      sum = sum + r[0][1] + r[1][0] + r[1][1];
      const bool flat = takes && taken.flat;
      if (flat) {
        sum = r[0][0] + r[0][1] + r[1][0] + r[1][1];
        sum = sum + r[0][0] + r[0][1] + r[1][0] + r[1][1];
      }
      const ptrdiff_t at = i / 2 + j / 2 * coarse_row + (flat ? k : k / 2) * coarse_plane;
      if ((flat || b == 1 || k == g.n[2] - 1) && first) {
        if (takes && taken.coarse_single) ((float *)coarse)[at] = (float)(sum * 0.125);
        else coarse[at] = sum * 0.125;
      }
    }
    if (variable && VF_FEW_REGISTERS) load_coefficients(k + 1);
    return ++k < z1;
  };
  while (step(constant<0>()) && step(constant<1>()) && step(constant<2>()) && step(constant<3>())) {
  }
  if (norms) note_largest<block_rows>(most, largest);
}

// The operator applied to phi at an element; ghosts are filled.
template <operator_kind kind>
__device__ __forceinline__ double applied_at(const double *__restrict__ x, const helmholtz &c, const grid &g,
                                             const double inverse_h2, ptrdiff_t at)
{
  x += at;
  if (kind == ANISOTROPIC)
    return VF_ANISOTROPIC_APPLIED(
        VF_ANISOTROPIC_SUM(c.dx, c.dy, c.dz, x[-1], x[1], x[-g.row], x[g.row], x[-g.plane], x[g.plane]), c.diagonal,
        x[0]);
  if (kind == CONSTANT)
    return VF_POISSON_APPLIED(VF_SUM_OF_6(x[-1], x[1], x[-g.row], x[g.row], x[-g.plane], x[g.plane]), x[0], inverse_h2);
  const double *bx = c.bx + at, *by = c.by + at, *bz = c.bz + at;
  const double diagonal =
      VF_HELMHOLTZ_DIAGONAL(c.alpha * c.a[at], c.dx, c.dy, c.dz, bx[0], bx[1], by[0], by[g.row], bz[0], bz[g.plane]);
  return VF_HELMHOLTZ_APPLIED(diagonal, x[0],
                              VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, bx[0], bx[1], by[0], by[g.row], bz[0],
                                                      bz[g.plane], x[-1], x[1], x[-g.row], x[g.row], x[-g.plane],
                                                      x[g.plane]));
}

// For a coarsening that does not halve all directions: a thread has a coarse cell.
template <operator_kind kind, bool norms>
__global__ void __launch_bounds__(32 * block_rows)
    restrict_graded(const vf_field coarse, const int3 n, const vfi_coarsening coarsening,
                    const double *__restrict__ phi, const double *__restrict__ rhs, const helmholtz c, const grid g,
                    const double inverse_h2, unsigned long long *largest)
{
  const int i = (int)blockIdx.x * 32 + (int)threadIdx.x, j = (int)blockIdx.y * block_rows + (int)threadIdx.y;
  const int cx = coarsening.halved[0] ? 2 : 1, cy = coarsening.halved[1] ? 2 : 1, cz = coarsening.halved[2] ? 2 : 1;
  double most = 0;
  for (int k = (int)blockIdx.z; k < n.z && i < n.x && j < n.y; k += (int)gridDim.z) {
    double r[8];
#pragma unroll
    for (int child = 0; child < 8; child++) {
      const int ex = child & 1, ey = child >> 1 & 1, ez = child >> 2;
      const int x = cx * i + ex, y = cy * j + ey, z = cz * k + ez;
      r[child] = 0;
      if (ex >= cx) r[child] = r[child & ~1];
      else if (ey >= cy) r[child] = r[child & ~2];
      else if (ez >= cz) r[child] = r[child & ~4];
      else if (x < g.n[0] && y < g.n[1] && z < g.n[2]) {
        const ptrdiff_t at = x + y * g.row + z * g.plane;
        r[child] = rhs[at] - applied_at<kind>(phi, c, g, inverse_h2, at);
        if (norms) most = larger(most, fabs(r[child]));
      }
    }
    coarse.at[i + j * coarse.row + k * coarse.plane] = VF_MEAN_OF_8(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
  }
  if (norms) note_largest<block_rows>(most, largest);
}

// r = rhs - L phi, or -(0 - L phi).
template <operator_kind kind>
__global__ void store(double *__restrict__ r, const double *__restrict__ phi, const double *__restrict__ rhs,
                      const helmholtz c, const grid g, const double inverse_h2)
{
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), j = (int)(blockIdx.y * blockDim.y + threadIdx.y);
  if (i >= g.n[0] || j >= g.n[1]) return;
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const ptrdiff_t at = i + j * g.row + k * g.plane;
    const double applied = applied_at<kind>(phi, c, g, inverse_h2, at);
    r[at] = rhs ? rhs[at] - applied : -(0 - applied);
  }
}

int store_residual(const vfi_engine *engine, const vfi_level *level, vf_field x, const double *rhs, vf_field r)
{
  if (level->lines.kind) return store_residual_lines(engine, level, x, rhs, r);
  const int code = fill_ghosts(engine, level, x);
  if (code) return code;
  const grid g = grid_of(level);
  const dim3 block(32, 8),
      blocks((unsigned)(g.n[0] + 31) / 32, (unsigned)(g.n[1] + 7) / 8, (unsigned)(g.n[2] < 65535 ? g.n[2] : 65535));
  const double inverse_h2 = VF_OVER_H2(1, level->h[0]);
  const helmholtz c = helmholtz_of(level);
  auto *const kernel = level->variable ? store<VARIABLE> : level->anisotropic ? store<ANISOTROPIC> : store<CONSTANT>;
  kernel<<<blocks, block, 0, queue_of(engine)>>>(r.at, x.at, rhs, c, g, inverse_h2);
  return launched();
}

template <operator_kind kind> auto *kernel_for(const vfi_level *coarse, const double *norm)
{
  return !coarse ? column_pass<kind, false, true>
         : norm  ? column_pass<kind, true, true>
                 : column_pass<kind, true, false>;
}

bool is_halved(const vfi_coarsening *coarsening)
{
  return coarsening->halved[0] && coarsening->halved[1] && coarsening->halved[2];
}

int walk_graded(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, const grid &g, bool norms)
{
  const int *n = coarse->n;
  const dim3 block(32, block_rows), blocks((unsigned)(n[0] + 31) / 32, (unsigned)(n[1] + block_rows - 1) / block_rows,
                                           (unsigned)(n[2] < 65535 ? n[2] : 65535));
  auto *const kernel = norms               ? fine->variable      ? restrict_graded<VARIABLE, true>
                                             : fine->anisotropic ? restrict_graded<ANISOTROPIC, true>
                                                                 : restrict_graded<CONSTANT, true>
                                     : fine->variable ? restrict_graded<VARIABLE, false>
                       : fine->anisotropic ? restrict_graded<ANISOTROPIC, false>
                                           : restrict_graded<CONSTANT, false>;
  kernel<<<blocks, block, 0, queue_of(engine)>>>(
      coarse->rhs, make_int3(n[0], n[1], n[2]), coarse->coarsening, fine->phi.at, fine->rhs.at, helmholtz_of(fine), g,
      VF_OVER_H2(1, fine->h[0]), (unsigned long long *)((const workbench *)engine->state)->device);
  return launched();
}

int walk(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, double *norm,
         const taken_floats *taken = NULL)
{
  if (fine->lines.kind) return residual_restrict_lines(engine, fine, coarse, norm);
  int code = fill_ghosts(engine, fine, fine->phi);
  workbench *bench = (workbench *)engine->state;
  if (!code && norm) code = word_for_results(engine);
  if (!code && norm) code = (int)VF_GPU(MemsetAsync)(bench->device, 0, sizeof(double), queue_of(engine));
  if (code) return code;
  const grid g = grid_of(fine);
  if (!taken && coarse && coarse->coarsening.graded && !is_halved(&coarse->coarsening)) {
    code = walk_graded(engine, fine, coarse, g, norm != NULL);
    return code || !norm ? code : fetch(engine, bench->device, norm);
  }
  const int64_t x = (g.n[0] + 63) / 64, y = (g.n[1] + 2 * block_rows - 1) / (2 * block_rows);
  int depth = depth_of(x * y, (fine->variable ? 1 : 2) * bench->multiprocessors, g.n[2], 3);
  depth += depth & 1;
  const dim3 block(32, block_rows), blocks((unsigned)x, (unsigned)y, (unsigned)((g.n[2] + depth - 1) / depth));
  auto *const kernel = fine->variable      ? kernel_for<VARIABLE>(coarse, norm)
                       : fine->anisotropic ? kernel_for<ANISOTROPIC>(coarse, norm)
                                           : kernel_for<CONSTANT>(coarse, norm);
  const ptrdiff_t pairs = taken && coarse->single ? 2 : 1;
  auto *const run = taken ? column_pass<VARIABLE, true, true, true> : kernel;
  run<<<blocks, block, 0, queue_of(engine)>>>(
      coarse ? coarse->rhs.at : NULL, fine->phi.at, fine->rhs.at, helmholtz_of(fine), g, VF_OVER_H2(1, fine->h[0]),
      coarse ? pairs * coarse->rhs.row : 0, coarse ? pairs * coarse->rhs.plane : 0, depth,
      (unsigned long long *)bench->device, taken ? *taken : taken_floats{});
  code = launched();
  return code || !norm ? code : fetch(engine, bench->device, norm);
}

} // namespace

int residual_restrict(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, double *norm)
{
  return walk(engine, fine, coarse, norm);
}

int residual_norm(vfi_engine *engine, vfi_level *level, double *norm) { return walk(engine, level, NULL, norm); }

int take_variable(vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, const vfi_level *into,
                  double *norm)
{
  const taken_floats taken = { (float *)level->rhs.at, 2 * level->rhs.row,
                               2 * level->rhs.plane,   correction->take,
                               into->single,           into->coarsening.graded && !into->coarsening.halved[2] };
  return walk(engine, correction->of, into, norm, &taken);
}

int residual(vfi_engine *engine, vfi_level *level, vf_field r)
{
  return store_residual(engine, level, level->phi, level->rhs.at, r);
}

int operate(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y)
{
  return store_residual(engine, level, x, NULL, y);
}

} // namespace VF_LEVELS
