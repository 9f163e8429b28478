// A whole cycle on the smallest levels by one block, in place: they are too small to fill a GPU, and a launch costs
// more than a step on them. What its threads exchange goes through memory, which is the first-level cache of one
// multiprocessor here, and through barriers.
#include <viewfab/kit/gpu_names.h>
#include <viewfab/kit/reduction_tree.h>

#include "march.h"

namespace VF_LEVELS {

namespace {

constexpr int threads = 1024, most_levels = 6, most_tiles = 16;

struct small_level {
  grid g;
  helmholtz c;
  faces face;
  double *phi, *rhs;
  double h2;
  bool variable;
  bool fills; // ghosts are filled: folding them would meet cells of the colour that is updated
};

struct small_cycle {
  small_level level[most_levels];
  int count;
  vf_cycle how;
};

__device__ __forceinline__ ptrdiff_t stride_of(const grid &g, int d) { return d == 0 ? 1 : d == 1 ? g.row : g.plane; }

__device__ __forceinline__ double ghost_of(const vf_face &face, const double *first, ptrdiff_t inward, int n)
{
  if (face.periodic) return first[(n - 1) * inward];
  double value = 0;
  if (face.cells > 0) value = face.w[0] * first[0];
  if (face.cells > 1) value += face.w[1] * first[inward];
  if (face.cells > 2) value += face.w[2] * first[2 * inward];
  return value;
}

// Neighbour of a cell across its face f; where: the cell's index in that direction.
__device__ __forceinline__ double neighbour(const small_level &l, const double *x, int f, int where)
{
  const int d = f % 3, n = l.g.n[d];
  const ptrdiff_t outward = f < 3 ? -stride_of(l.g, d) : stride_of(l.g, d);
  if (l.fills || where != (f < 3 ? 0 : n - 1)) return x[outward];
  return ghost_of(l.face.of[f], x, -outward, n);
}

__device__ void fill(const small_level &l)
{
  if (!l.fills) return;
  for (int f = 0; f < 6; f++) {
    const int d = f % 3, a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2, na = l.g.n[a];
    const ptrdiff_t inward = f < 3 ? stride_of(l.g, d) : -stride_of(l.g, d);
    double *first = l.phi + (f < 3 ? 0 : (l.g.n[d] - 1) * stride_of(l.g, d));
    for (int cell = (int)threadIdx.x; cell < na * l.g.n[b]; cell += threads) {
      double *x = first + cell % na * stride_of(l.g, a) + cell / na * stride_of(l.g, b);
      x[-inward] = ghost_of(l.face.of[f], x, inward, l.g.n[d]);
    }
  }
  __syncthreads();
}

struct row_of_operator {
  double diagonal, around, sum;
};

__device__ __forceinline__ row_of_operator row_at(const small_level &l, const double *x, ptrdiff_t at, int i, int j,
                                                  int k)
{
  const double west = neighbour(l, x, 0, i), east = neighbour(l, x, 3, i), south = neighbour(l, x, 1, j);
  const double north = neighbour(l, x, 4, j), below = neighbour(l, x, 2, k), above = neighbour(l, x, 5, k);
  row_of_operator row = { 0, 0, 0 };
  if (l.variable) {
    const helmholtz &c = l.c;
    const double *bx = c.bx + at, *by = c.by + at, *bz = c.bz + at;
    const double y_high = by[l.g.row], z_high = bz[l.g.plane];
    row.diagonal = c.alpha * c.a[at] + c.dx * (bx[0] + bx[1]) + c.dy * (by[0] + y_high) + c.dz * (bz[0] + z_high);
    row.around = c.dx * (bx[0] * west + bx[1] * east) + c.dy * (by[0] * south + y_high * north) +
                 c.dz * (bz[0] * below + z_high * above);
  } else row.sum = west + east + south + north + below + above;
  return row;
}

__device__ void smooth(const small_level &l, double omega)
{
  const grid &g = l.g;
  const int half_row = (g.n[0] + 1) / 2, cells = half_row * g.n[1] * g.n[2];
  for (int colour = 0; colour < 2; colour++) {
    fill(l);
    for (int cell = (int)threadIdx.x; cell < cells; cell += threads) {
      const int row = cell / half_row, j = row % g.n[1], k = row / g.n[1];
      const int i = 2 * (cell % half_row) + ((j + k + g.parity + colour) & 1);
      if (i >= g.n[0]) continue;
      const ptrdiff_t at = i + j * g.row + k * g.plane;
      double *x = l.phi + at;
      const double old = *x;
      const row_of_operator r = row_at(l, x, at, i, j, k);
      if (l.variable) *x = old + omega / r.diagonal * (l.rhs[at] - (r.diagonal * old - r.around));
      else {
        const double value = (r.sum - l.h2 * l.rhs[at]) / 6;
        *x = omega == 1 ? value : old + omega * (value - old);
      }
    }
    __syncthreads();
  }
}

template <typename F> __device__ __forceinline__ void each_cell(const grid &g, F f)
{
  const int cells = g.n[0] * g.n[1] * g.n[2];
  for (int cell = (int)threadIdx.x; cell < cells; cell += threads) {
    const int row = cell / g.n[0];
    f(cell % g.n[0], row % g.n[1], row / g.n[1]);
  }
  __syncthreads();
}

__device__ void clear(const small_level &l)
{
  each_cell(l.g, [&](int i, int j, int k) { l.phi[i + j * l.g.row + k * l.g.plane] = 0; });
}

__device__ double residual_at(const small_level &l, int i, int j, int k)
{
  const ptrdiff_t at = i + j * l.g.row + k * l.g.plane;
  const double *x = l.phi + at;
  const row_of_operator r = row_at(l, x, at, i, j, k);
  if (l.variable) return l.rhs[at] - (r.diagonal * *x - r.around);
  return l.rhs[at] - (r.sum - 6 * *x) * (1 / l.h2);
}

__device__ void restrict_residual(const small_level &fine, const small_level &coarse)
{
  fill(fine);
  each_cell(coarse.g, [&](int i, int j, int k) {
    double sum = 0;
    for (int child = 0; child < 8; child++) {
      const double r = residual_at(fine, 2 * i + (child & 1), 2 * j + (child >> 1 & 1), 2 * k + (child >> 2));
      sum = child ? sum + r : r;
    }
    coarse.rhs[i + j * coarse.g.row + k * coarse.g.plane] = sum * 0.125;
  });
}

__device__ void interpolate_add(const small_level &fine, const small_level &coarse)
{
  fill(coarse);
  each_cell(coarse.g, [&](int i, int j, int k) {
    const double *c = coarse.phi + i + j * coarse.g.row + k * coarse.g.plane;
    double beside[6];
    for (int f = 0; f < 6; f++) beside[f] = neighbour(coarse, c, f, f % 3 == 0 ? i : f % 3 == 1 ? j : k);
    for (int child = 0; child < 8; child++) {
      const int x = child & 1, y = child >> 1 & 1, z = child >> 2;
      double *to = fine.phi + 2 * i + x + (2 * j + y) * fine.g.row + (2 * k + z) * fine.g.plane;
      const double sides = (y ? beside[4] : beside[1]) + (z ? beside[5] : beside[2]);
      *to += ((*c + (x ? beside[3] : beside[0])) + sides) * 0.25;
    }
  });
}

// By the tree of backend.h.
__device__ void remove_mean(const small_level &l)
{
  __shared__ double lanes[VF_REDUCTION_LANES], partials[most_tiles];
  const grid &g = l.g;
  const int lane = (int)threadIdx.x, cells = g.n[0] * g.n[1] * g.n[2], tiles = (int)vf_reduction_tiles(cells);
  for (int t = 0; t <= tiles; t++) {
    double value = 0;
    if (lane < VF_REDUCTION_LANES) {
      if (t == tiles) value += lane < tiles ? partials[lane] : 0;
      else
        for (int cell = t * VF_REDUCTION_TILE + lane; cell < cells && cell < (t + 1) * VF_REDUCTION_TILE;
             cell += VF_REDUCTION_LANES) {
          const int row = cell / g.n[0];
          value += l.phi[cell % g.n[0] + row % g.n[1] * g.row + row / g.n[1] * g.plane];
        }
      lanes[lane] = value;
    }
    for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2) {
      __syncthreads();
      if (lane < half) lanes[lane] += lanes[lane + half];
    }
    __syncthreads();
    if (lane == 0 && t < tiles) partials[t] = lanes[0];
    __syncthreads();
  }
  const double mean = lanes[0] / ((double)g.n[0] * g.n[1] * g.n[2]);
  each_cell(g, [&](int i, int j, int k) { l.phi[i + j * g.row + k * g.plane] += -mean; });
}

__device__ void down(const small_cycle &c, int l, bool from_zero)
{
  if (from_zero) clear(c.level[l]);
  for (int s = 0; s < c.how.pre; s++)
    smooth(c.level[l], c.how.pre > 1 && s == c.how.pre - 1 ? c.how.near : c.how.omega);
  restrict_residual(c.level[l], c.level[l + 1]);
}

__device__ void up(const small_cycle &c, int l)
{
  interpolate_add(c.level[l], c.level[l + 1]);
  for (int s = 0; s < c.how.post; s++) smooth(c.level[l], c.how.post > 1 && s == 0 ? c.how.near : c.how.omega);
}

__device__ void bottom(const small_cycle &c)
{
  const small_level &l = c.level[c.count - 1];
  clear(l);
  for (int s = 0; s < c.how.bottom_smooths; s++) smooth(l, c.how.omega);
  if (c.how.singular) remove_mean(l);
}

__global__ void __launch_bounds__(threads, 1) run_cycle(const small_cycle c)
{
  const int last = c.count - 1;
  for (int l = 0; l < last; l++) down(c, l, true);
  bottom(c);
  for (int l = last - 1; l >= 0; l--) {
    // An F-cycle improves what it found on the coarser level by a V-cycle.
    if (c.how.kind == VF_CYCLE_F && l + 1 < last) {
      for (int v = l + 1; v < last; v++) down(c, v, v > l + 1);
      bottom(c);
      for (int v = last - 1; v > l; v--) up(c, v);
    }
    up(c, l);
  }
}

} // namespace

int cycle_tail(vf_engine *engine, vf_level *levels, int count, const vf_cycle *cycle)
{
  if (count > most_levels) return (int)VF_GPU(ErrorInvalidValue);
  small_cycle c;
  c.count = count;
  c.how = *cycle;
  for (int l = 0; l < count; l++) {
    const vf_level *level = &levels[l];
    bool fills = false;
    for (int f = 0; f < 6; f++)
      fills = fills || (level->face[f].periodic ? level->n[f % 3] % 2 != 0 : level->face[f].cells > 2);
    c.level[l] = { grid_of(level), helmholtz_of(level),       faces_of(level), level->phi.at,
                   level->rhs.at,  level->h[0] * level->h[0], level->variable, fills };
  }
  run_cycle<<<1, threads, 0, queue_of(engine)>>>(c);
  return launched();
}

} // namespace VF_LEVELS
