// Smooths of levels that the fused smooths refuse: fields of any strides and alignment, levels without spare planes,
// faces of three cells, periodic directions with an odd number of cells. The plain sequence: ghosts, first colour,
// ghosts, second colour, in place.
#include "level.h"

namespace VF_LEVELS {

namespace {

constexpr int depth = 16; // planes of a thread, so that the first-level cache holds the planes of the stencil

template <int d>
__device__ __forceinline__ void fill_layer(const vf_field x, const int n[3], const vfi_face &low, const vfi_face &high,
                                           bool upper)
{
  const int a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2; // the other directions
  const ptrdiff_t stride[3] = { 1, x.row, x.plane };
  const ptrdiff_t inward = upper ? -stride[d] : stride[d];
  const vfi_face &face = upper ? high : low;
  if (face.stored) return;
  for (int q = (int)blockIdx.y; q < n[b]; q += (int)gridDim.y)
    for (int p = (int)(blockIdx.x * blockDim.x + threadIdx.x); p < n[a]; p += (int)(gridDim.x * blockDim.x)) {
      double *first = x.at + p * stride[a] + q * stride[b] + (upper ? (n[d] - 1) * stride[d] : 0);
      double value = 0;
      if (face.periodic) value = first[(n[d] - 1) * inward];
      else {
        if (face.cells > 0) value = face.w[0] * first[0];
        if (face.cells > 1) value += face.w[1] * first[inward];
        if (face.cells > 2) value += face.w[2] * first[2 * inward];
      }
      first[-inward] = value;
    }
}

struct extents {
  int n[3], parity;
};

// Weights of the first cells of a cell's folded ghosts, in the order of faces; see whole_diagonal.
struct whole_diagonal {
  bool counts;
  double w[6];
};

__global__ void fill(const vf_field x, const extents e, const faces face)
{
  switch (blockIdx.z) {
    case 0: return fill_layer<0>(x, e.n, face.of[0], face.of[3], false);
    case 1: return fill_layer<1>(x, e.n, face.of[1], face.of[4], false);
    case 2: return fill_layer<2>(x, e.n, face.of[2], face.of[5], false);
    case 3: return fill_layer<0>(x, e.n, face.of[0], face.of[3], true);
    case 4: return fill_layer<1>(x, e.n, face.of[1], face.of[4], true);
    default: return fill_layer<2>(x, e.n, face.of[2], face.of[5], true);
  }
}

// The fields of a level, each with its own strides.
struct fields {
  vf_field phi, rhs, a, bx, by, bz;
  double alpha, dx, dy, dz, omega, h2, diagonal, inverse;
};

__device__ __forceinline__ const double *element(const vf_field &x, int i, int j, int k)
{
  return x.at + i + j * x.row + k * x.plane;
}

template <operator_kind kind>
__global__ void __launch_bounds__(256)
    half_sweep(const fields f, const extents e, const whole_diagonal whole, const int colour)
{
  const int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), j = (int)(blockIdx.y * blockDim.y + threadIdx.y);
  if (j >= e.n[1]) return;
  const int first = (int)blockIdx.z * depth, last = min(e.n[2], first + depth);
  for (int k = first; k < last; k++) {
    const int i = 2 * x + ((j + k + e.parity + colour) & 1);
    if (i >= e.n[0]) continue;
    double *at = f.phi.at + i + j * f.phi.row + k * f.phi.plane;
    const double old = *at, west = at[-1], east = at[1], south = at[-f.phi.row], north = at[f.phi.row];
    const double below = at[-f.phi.plane], above = at[f.phi.plane], rhs = *element(f.rhs, i, j, k);
    double value, d = 6, part = 0;
    const double w[6] = { i == 0 ? whole.w[0] : 0,          j == 0 ? whole.w[1] : 0,
                          k == 0 ? whole.w[2] : 0,          i == e.n[0] - 1 ? whole.w[3] : 0,
                          j == e.n[1] - 1 ? whole.w[4] : 0, k == e.n[2] - 1 ? whole.w[5] : 0 };
    if (kind == ANISOTROPIC) {
      const double sum = VF_ANISOTROPIC_SUM(f.dx, f.dy, f.dz, west, east, south, north, below, above);
      d = f.diagonal;
      value = VF_OVER_RELAXED(old, f.omega, VF_ANISOTROPIC_RELAXED(sum, rhs, f.inverse));
      if (whole.counts) part = VF_ANISOTROPIC_SUM(f.dx, f.dy, f.dz, w[0], w[3], w[1], w[4], w[2], w[5]);
    } else if (kind == VARIABLE) {
      const double *bx = element(f.bx, i, j, k), *by = element(f.by, i, j, k), *bz = element(f.bz, i, j, k);
      const double y_high = by[f.by.row], z_high = bz[f.bz.plane];
      const double mass = f.alpha * *element(f.a, i, j, k);
      d = VF_HELMHOLTZ_DIAGONAL(mass, f.dx, f.dy, f.dz, bx[0], bx[1], by[0], y_high, bz[0], z_high);
      const double around = VF_HELMHOLTZ_NEIGHBOURS(f.dx, f.dy, f.dz, bx[0], bx[1], by[0], y_high, bz[0], z_high, west,
                                                    east, south, north, below, above);
      value = VF_HELMHOLTZ_RELAXED(old, f.omega, d, rhs, around);
      if (whole.counts)
        part = VF_HELMHOLTZ_NEIGHBOURS(f.dx, f.dy, f.dz, bx[0], bx[1], by[0], y_high, bz[0], z_high, w[0], w[3], w[1],
                                       w[4], w[2], w[5]);
    } else {
      value = VF_POISSON_SIXFOLD(VF_SUM_OF_6(west, east, south, north, below, above), f.h2 * rhs) / 6;
      if (f.omega != 1) value = VF_OVER_RELAXED(old, f.omega, value);
      if (whole.counts) part = VF_SUM_OF_6(w[0], w[1], w[2], w[3], w[4], w[5]);
    }
    *at = VF_WITH_WHOLE_DIAGONAL(old, value, d, part);
  }
}

whole_diagonal whole_of(const vfi_level *level)
{
  whole_diagonal whole = { level->whole_diagonal, {} };
  for (int f = 0; f < 6; f++) whole.w[f] = level->face[f].w[0];
  return whole;
}

extents extents_of(const vfi_level *level) { return { { level->n[0], level->n[1], level->n[2] }, level->parity }; }

} // namespace

int fill_ghosts(const vfi_engine *engine, const vfi_level *level, vf_field x)
{
  const int *n = level->n, longest = n[0] > n[1] ? n[0] : n[1], others = n[1] > n[2] ? n[1] : n[2];
  const unsigned threads = longest > 64 ? 128 : 32;
  const dim3 blocks((unsigned)((longest + threads - 1) / threads), (unsigned)(others < 65535 ? others : 65535), 6);
  fill<<<blocks, threads, 0, queue_of(engine)>>>(x, extents_of(level), faces_of(level));
  return launched();
}

int smooth_in_place(const vfi_engine *engine, const vfi_level *level, int count)
{
  const helmholtz c = helmholtz_of(level);
  const double h2 = level->h[0] * level->h[0];
  const fields f = { level->phi, level->rhs, level->a, level->bx, level->by, level->bz,  c.alpha,
                     c.dx,       c.dy,       c.dz,     c.omega,   h2,        c.diagonal, c.inverse };
  const extents e = extents_of(level);
  const whole_diagonal whole = whole_of(level);
  const dim3 block(32, 8);
  const dim3 blocks((unsigned)((e.n[0] + 1) / 2 + 31) / 32, (unsigned)(e.n[1] + 7) / 8,
                    (unsigned)(e.n[2] + depth - 1) / depth);
  for (int half = 0; half < 2 * count; half++) {
    int code = fill_ghosts(engine, level, level->phi);
    if (code) return code;
    auto *const kernel = level->variable      ? half_sweep<VARIABLE>
                         : level->anisotropic ? half_sweep<ANISOTROPIC>
                                              : half_sweep<CONSTANT>;
    kernel<<<blocks, block, 0, queue_of(engine)>>>(f, e, whole, half % 2);
    code = launched();
    if (code) return code;
  }
  return 0;
}

} // namespace VF_LEVELS
