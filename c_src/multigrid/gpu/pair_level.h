/* Steps on a level in the shared memory of one block, in place, like the steps of small_level.h, with less work for
 * each cell. A thread owns pairs of cells along x and keeps their numbers in registers while it smooths. The two
 * colours lie apart: the neighbours of a pair's cell are in the array of the other colour, at the same place and beside
 * it. A cell's owner writes the ghosts made from the cell. Constant coefficients, ghosts of one cell; formulas and bits
 * are those of small_level.h. */
#ifndef VIEWFAB_MULTIGRID_GPU_PAIR_LEVEL_H
#define VIEWFAB_MULTIGRID_GPU_PAIR_LEVEL_H

#include "small_level.h"

namespace VF_LEVELS {

namespace {

extern __shared__ double2 shared_pairs[];

constexpr int most_pairs = 2 * threads; // of a level

struct pair_level : small_level {
  int pair_plane, other; // distance from a pair to the pair above it, and to the other colour
  int warps;             // warps that work on the level: 1, or all of the block
  int base;              // place of cell (0, 0, 0), colour 0, in shared memory
  int sources;           // place of rhs by pairs, in pairs of numbers
  double wall;           // the weight of all ghosts at walls; 0: the weights differ
};

// A thread's data of a pair. Places are places of colour 0 in shared memory: of the pair, of the neighbour of each
// colour beside the pair in x, and of the pairs around. If a cell is at a wall, its place beside the wall is a ghost
// that no other cell reads. x and f: phi and rhs of colours 0 and 1.
struct own_pair {
  int at, far[2], south, north, below, above, flags;
  double x[2], f[2];
};

// The lowest bit of flags is the position of colour 0 in the pair. WALL: six bits, in the order of faces; NEAR: the
// second cell of the pair is a ghost.
enum { ACTIVE = 2, SECOND = 4, WALL = 8, NEAR = WALL << 6 };

inline int numbers_of_colour(const int n[3], int half) { return half * (n[1] + 2) * (n[2] + 2) + 2 * n[1] * n[2]; }
inline int numbers_of_cells(const small_level &l) { return 2 * numbers_of_colour(l.n, l.half_row); }
inline int numbers_of_sources(const small_level &l) { return 2 * l.colour_cells; }

__device__ pair_level pair_level_of(const small_level &from, int place, bool all_warps)
{
  pair_level l;
  (small_level &)l = from;
  l.pair_plane = l.half_row * (l.n[1] + 2);
  l.other = l.pair_plane * (l.n[2] + 2) + 2 * l.n[1] * l.n[2];
  l.base = place + l.pair_plane + l.half_row;
  l.sources = place / 2 + l.other;
  l.wall = 0;
  bool same = true;
  for (int f = 0; f < 6; f++) {
    same = same && (l.first[f] == 0 || l.wall == 0 || l.first[f] == l.wall);
    if (l.first[f] != 0) l.wall = l.first[f];
  }
  if (!same) l.wall = 0;
  l.warps = all_warps || l.colour_cells > warp ? threads / warp : 1;
  return l;
}

__device__ __forceinline__ bool takes_part(const pair_level &l) { return (int)threadIdx.x < l.warps * warp; }

__device__ __forceinline__ void wait(int warps)
{
  if (warps > 1) __syncthreads();
  else VF_SYNC_GROUP();
}

struct indices {
  int p, j, k;
};
__device__ __forceinline__ indices indices_of(const pair_level &l, int q)
{
  const int row = divided(q, l.inverse_half_row), k = divided(row, l.inverse_rows);
  return { q - row * l.half_row, row - k * l.n[1], k };
}

__device__ __forceinline__ own_pair pair_of(const pair_level &l, int q)
{
  own_pair o = {};
  o.at = o.far[0] = o.far[1] = o.south = o.north = o.below = o.above = l.base;
  if (q >= l.colour_cells) return o;
  const indices at = indices_of(l, q);
  const int half = l.half_row, plane = l.pair_plane;
  const bool second = 2 * at.p + 1 < l.n[0];
  const bool side[6] = { at.p == 0, at.j == 0, at.k == 0, at.p == half - 1, at.j == l.n[1] - 1, at.k == l.n[2] - 1 };
  o.at = l.base + at.p + at.j * half + at.k * plane;
  o.south = o.at + (side[1] && l.around[1] ? (l.n[1] - 1) * half : -half);
  o.north = o.at + (side[4] && l.around[1] ? (1 - l.n[1]) * half : half);
  o.below = o.at + (side[2] && l.around[2] ? (l.n[2] - 1) * plane : -plane);
  o.above = o.at + (side[5] && l.around[2] ? (1 - l.n[2]) * plane : plane);
  const int walls = l.base - half + (l.n[2] + 1) * plane + at.j + at.k * l.n[1]; // behind all pairs
  const int west = !side[0] ? o.at - 1 : l.around[0] ? o.at + half - 1 : walls;
  const int east = !side[3] ? o.at + 1 : l.around[0] ? o.at + 1 - half : walls + l.n[1] * l.n[2];
  const bool pos = (at.j + at.k + l.parity) & 1;
  o.far[0] = pos ? east : west;
  o.far[1] = pos ? west : east;
  o.flags = pos | ACTIVE | (second ? SECOND : l.first[3] != 0 ? NEAR : 0);
#pragma unroll
  for (int f = 0; f < 6; f++)
    if (side[f] && l.first[f] != 0) o.flags |= WALL << f; // first is 0 for a periodic direction
  return o;
}

// Writes the value of a cell, and the ghosts made from the cell. wall: of the level.
template <int colour>
__device__ __forceinline__ void put(const pair_level &l, own_pair &o, int other, double wall, double value)
{
  double *const own = (double *)shared_pairs + colour * other;
  double *const ghosts = (double *)shared_pairs + (1 - colour) * other;
  const int side = (o.flags ^ colour) & 1 ? WALL << 3 : WALL;
  o.x[colour] = value;
  own[o.at] = value;
  if (o.flags < WALL) return;
  if (wall != 0) {
    const double ghost = wall * value;
    if (o.flags & side) ghosts[o.far[colour]] = ghost;
    if (o.flags & NEAR) o.x[1 - colour] = ghost;
    if (o.flags & WALL << 1) ghosts[o.south] = ghost;
    if (o.flags & WALL << 2) ghosts[o.below] = ghost;
    if (o.flags & WALL << 4) ghosts[o.north] = ghost;
    if (o.flags & WALL << 5) ghosts[o.above] = ghost;
    return;
  }
  if (o.flags & NEAR) o.x[1 - colour] = l.first[3] * value;
#pragma unroll 1
  for (int f = 0; f < 6; f++) {
    const int to[6] = { o.far[colour], o.south, o.below, o.far[colour], o.north, o.above };
    const bool of_other_cell = f % 3 == 0 && side != WALL << f;
    if (o.flags & WALL << f && !of_other_cell) ghosts[to[f]] = l.first[f] * value;
  }
}

__device__ __forceinline__ double weighed(double w, double x) { return w == 0 ? 0 : w * x; }

// Neighbours in x: near in the pair itself, far beside it.
struct around_cell {
  double near, far, south, north, below, above;
};

template <int colour> __device__ __forceinline__ around_cell neighbours_of(const own_pair &o, int other)
{
  const double *x = (const double *)shared_pairs + (1 - colour) * other;
  return { o.x[1 - colour], x[o.far[colour]], x[o.south], x[o.north], x[o.below], x[o.above] };
}

template <int colour> __device__ __forceinline__ bool has(const own_pair &o)
{
  return (o.flags & SECOND) || ((o.flags & ACTIVE) && !((o.flags ^ colour) & 1));
}

// Neighbours of the cell at (i, j, k) of a coarse level; y and z: the neighbours on the requested sides.
struct parent {
  double self, west, east, y, z;
};

template <int d>
__device__ __forceinline__ double beside(const pair_level &l, const double *x, int at, bool high, double self)
{
  const int n = l.n[d], stride = d == 1 ? l.half_row : l.pair_plane;
  const bool edge = at == (high ? n - 1 : 0);
  if (edge && !l.around[d]) return weighed(l.first[high ? d + 3 : d], self);
  return x[edge ? (high ? 1 - n : n - 1) * stride : high ? stride : -stride];
}

__device__ __forceinline__ parent parent_of(const pair_level &l, int i, int j, int k, bool high_y, bool high_z)
{
  const int p = i / 2, colour = (i + j + k + l.parity) & 1;
  const double *own =
      (const double *)shared_pairs + l.base + (colour ? l.other : 0) + p + j * l.half_row + k * l.pair_plane;
  const double *x = own + (colour ? -l.other : l.other);
  parent c;
  c.self = *own;
  c.y = beside<1>(l, x, j, high_y, c.self);
  c.z = beside<2>(l, x, k, high_z, c.self);
  if (i > 0) c.west = x[i & 1 ? 0 : -1];
  else c.west = l.around[0] ? x[l.half_row - 1] : weighed(l.first[0], c.self);
  if (i < l.n[0] - 1) c.east = x[i & 1 ? 1 : 0];
  else c.east = l.around[0] ? x[1 - l.half_row] : weighed(l.first[3], c.self);
  return c;
}

__device__ __noinline__ double graded_child(const pair_level &coarse, int x, int y, int z)
{
  const small_coarsening &coarsening = coarse.coarsening;
  const int at[3] = { x, y, z };
  int in[3], side[3];
  double t[3];
#pragma unroll
  for (int d = 0; d < 3; d++) {
    side[d] = coarsening.halved[d] && (at[d] & 1);
    in[d] = coarsening.halved[d] ? at[d] / 2 : at[d];
    t[d] = (side[d] ? coarsening.high : coarsening.low)[d][in[d]];
  }
  const parent c = parent_of(coarse, in[0], in[1], in[2], side[1], side[2]);
  const double rest = 1 - t[1] - t[2];
  const double beside = coarsening.halved[0] ? side[0] ? c.east : c.west : c.self;
  const double beside_y = t[1] == 0 ? c.self : c.y, beside_z = t[2] == 0 ? c.self : c.z;
  return VF_GRADED(c.self, beside, t[0], rest, VF_ACROSS(t[1], beside_y, t[2], beside_z));
}

__device__ __forceinline__ double2 interpolated(const pair_level &fine, const pair_level &coarse, int q)
{
  const indices at = indices_of(fine, q);
  if (coarse.coarsening.graded) {
    const double first = graded_child(coarse, 2 * at.p, at.j, at.k);
    return make_double2(first, 2 * at.p + 1 < fine.n[0] ? graded_child(coarse, 2 * at.p + 1, at.j, at.k) : 0);
  }
  const parent c = parent_of(coarse, at.p, at.j / 2, at.k / 2, at.j & 1, at.k & 1);
  return make_double2(VF_INTERPOLATED(c.self + c.west, c.y + c.z), VF_INTERPOLATED(c.self + c.east, c.y + c.z));
}

// The mean of the residuals of a coarse cell's children.
__device__ __forceinline__ double restricted(const pair_level &fine, const pair_level &coarse, int i, int j, int k)
{
  const small_coarsening &coarsening = coarse.coarsening;
  const bool graded = coarsening.graded;
  const int sx = !graded || coarsening.halved[0], sy = !graded || coarsening.halved[1],
            sz = !graded || coarsening.halved[2];
  double sum = 0;
#pragma unroll
  for (int child = 0; child < 8; child++) {
    const int x = sx ? 2 * i + (child & 1) : i, y = sy ? 2 * j + (child >> 1 & 1) : j,
              z = sz ? 2 * k + (child >> 2) : k;
    const bool exists = !graded || (x < fine.n[0] && y < fine.n[1] && z < fine.n[2]);
    const double *pair = (const double *)(shared_pairs + x / 2 + fine.half_row * (y + fine.n[1] * z));
    const double r = exists ? pair[x & 1] : 0;
    sum = child ? sum + r : r;
  }
  return sum * 0.125;
}

template <bool anisotropic, bool whole, int pairs_per_thread>
__device__ __noinline__ void go(const pair_level &l, const pair_level &coarse, const visit v)
{
  own_pair own[pairs_per_thread];
  double factor[pairs_per_thread][2];
  const int warps = l.warps, other = l.other;
  const double inverse_h2 = l.inverse_h2, wall = l.wall;
  const helmholtz &c = l.c;
#pragma unroll
  for (int m = 0; m < pairs_per_thread; m++) {
    const int q = (int)threadIdx.x + m * threads;
    own_pair &o = own[m];
    o = pair_of(l, q);
    factor[m][0] = factor[m][1] = 0;
    if (!(o.flags & ACTIVE)) continue;
    const indices at = indices_of(l, q);
    const bool pos = o.flags & 1;
    const double2 f = shared_pairs[l.sources + q];
    o.f[0] = pos ? f.y : f.x;
    o.f[1] = pos ? f.x : f.y;
    if (!anisotropic)
      for (double &of_colour : o.f) of_colour = l.h2 * of_colour;
    if (v.start == HELD || v.start == ADDED) {
      o.x[0] = ((const double *)shared_pairs)[o.at];
      o.x[1] = ((const double *)shared_pairs)[o.at + other];
      if (o.flags & NEAR) (o.flags & 1 ? o.x[0] : o.x[1]) = l.first[3] * (o.flags & 1 ? o.x[1] : o.x[0]);
    }
    if (v.start == ADDED || v.start == SET) {
      const double2 r = interpolated(l, coarse, q);
      const double value[2] = { pos ? r.y : r.x, pos ? r.x : r.y };
      o.x[0] = v.start == ADDED ? o.x[0] + value[0] : value[0];
      o.x[1] = v.start == ADDED ? o.x[1] + value[1] : value[1];
    }
    if (v.start != HELD) {
      if (has<0>(o)) put<0>(l, o, other, wall, o.x[0]);
      if (has<1>(o)) put<1>(l, o, other, wall, o.x[1]);
    }
    if (whole)
#pragma unroll
      for (int colour = 0; colour < 2; colour++) {
        const bool second = pos != (colour == 1);
        const double part = folded_part(l, 2 * at.p + (second && (o.flags & SECOND) ? 1 : 0), at.j, at.k);
        const double d = anisotropic ? c.diagonal : 6;
        factor[m][colour] = part == 0 || part == d ? 0 : d / (d - part);
      }
  }
  if (v.start != HELD) wait(warps);

  const bool works = own[0].flags & ACTIVE;
  auto sum_of = [&](const around_cell &x) {
    if (anisotropic) return VF_ANISOTROPIC_SUM(c.dx, c.dy, c.dz, x.near, x.far, x.south, x.north, x.below, x.above);
    return VF_SUM_OF_6(x.near, x.far, x.south, x.north, x.below, x.above);
  };
  for (int s = 0; s < v.smooths; s++) {
    const double omega = s == v.special ? v.of_special : v.omega;
    auto half_sweep = [&](auto of_colour) {
      constexpr int colour = decltype(of_colour)::at;
      if (works) {
        around_cell near[pairs_per_thread];
        double value[pairs_per_thread];
#pragma unroll
        for (int m = 0; m < pairs_per_thread; m++) near[m] = neighbours_of<colour>(own[m], other);
#pragma unroll
        for (int m = 0; m < pairs_per_thread; m++) {
          const own_pair &o = own[m];
          const double old = o.x[colour], sum = sum_of(near[m]);
          if (anisotropic) value[m] = VF_OVER_RELAXED(old, omega, VF_ANISOTROPIC_RELAXED(sum, o.f[colour], c.inverse));
          else {
            value[m] = sixth(VF_POISSON_SIXFOLD(sum, o.f[colour]));
            if (omega != 1) value[m] = VF_OVER_RELAXED(old, omega, value[m]);
          }
          if (whole && factor[m][colour] != 0) value[m] = old + (value[m] - old) * factor[m][colour];
        }
#pragma unroll
        for (int m = 0; m < pairs_per_thread; m++)
          if (has<colour>(own[m])) put<colour>(l, own[m], other, wall, value[m]);
      }
      wait(warps);
    };
    half_sweep(constant<0>());
    half_sweep(constant<1>());
  }
  if (!v.restricts) return;

  auto left = [&](const own_pair &o, auto of_colour, double f) {
    constexpr int colour = decltype(of_colour)::at;
    if (!has<colour>(o)) return 0.;
    const double sum = sum_of(neighbours_of<colour>(o, other)), self = o.x[colour];
    if (anisotropic) return f - VF_ANISOTROPIC_APPLIED(sum, c.diagonal, self);
    return f - VF_POISSON_APPLIED(sum, self, inverse_h2);
  };
#pragma unroll
  for (int m = 0; m < pairs_per_thread; m++) {
    const own_pair &o = own[m];
    if (!(o.flags & ACTIVE)) continue;
    const int q = (int)threadIdx.x + m * threads;
    const bool pos = o.flags & 1;
    const double2 f = shared_pairs[l.sources + q];
    const double first = left(o, constant<0>(), pos ? f.y : f.x), second = left(o, constant<1>(), pos ? f.x : f.y);
    shared_pairs[q] = pos ? make_double2(second, first) : make_double2(first, second);
  }
  wait(warps);
  if (takes_part(coarse))
    for (int q = (int)threadIdx.x; q < coarse.colour_cells; q += threads) {
      const indices at = indices_of(coarse, q);
      const double first = restricted(l, coarse, 2 * at.p, at.j, at.k);
      const double second = 2 * at.p + 1 < coarse.n[0] ? restricted(l, coarse, 2 * at.p + 1, at.j, at.k) : 0;
      shared_pairs[coarse.sources + q] = make_double2(first, second);
    }
}

template <bool anisotropic>
__device__ __forceinline__ void go_on(const pair_level &l, const pair_level &coarse, const visit &v)
{
  const bool one = l.colour_cells <= threads;
  if (l.whole) one ? go<anisotropic, true, 1>(l, coarse, v) : go<anisotropic, true, 2>(l, coarse, v);
  else one ? go<anisotropic, false, 1>(l, coarse, v) : go<anisotropic, false, 2>(l, coarse, v);
}

// coarse: the next level, used only by steps that need a coarse level.
__device__ __noinline__ void visit_level(const pair_level &l, const pair_level &coarse, const visit v)
{
  if (!takes_part(l)) return;
  if (v.start == ADDED || v.start == SET) wait(l.warps);
  if (l.anisotropic) go_on<true>(l, coarse, v);
  else go_on<false>(l, coarse, v);
}

__device__ __forceinline__ double value_at(const pair_level &l, int i, int j, int k)
{
  const int colour = (i + j + k + l.parity) & 1;
  return ((const double *)shared_pairs)[l.base + (colour ? l.other : 0) + i / 2 + j * l.half_row + k * l.pair_plane];
}

// Copies between a level's fields and pairs.
__device__ __forceinline__ ptrdiff_t place_in_field(const pair_level &l, int q)
{
  const indices at = indices_of(l, q);
  return 2 * at.p + at.j * l.row + at.k * l.plane;
}

__device__ __forceinline__ double2 pair_of_field(const pair_level &l, const double *field, int q)
{
  field += place_in_field(l, q);
  return make_double2(field[0], pair_of(l, q).flags & SECOND ? field[1] : 0);
}

__device__ __forceinline__ void take_pair(const pair_level &l, int q)
{
  own_pair o = pair_of(l, q);
  const double2 phi = pair_of_field(l, l.phi, q);
  const bool pos = o.flags & 1;
  if (has<0>(o)) put<0>(l, o, l.other, l.wall, pos ? phi.y : phi.x);
  if (has<1>(o)) put<1>(l, o, l.other, l.wall, pos ? phi.x : phi.y);
}

__device__ __forceinline__ void give_pair(const pair_level &l, int q)
{
  const own_pair o = pair_of(l, q);
  const bool pos = o.flags & 1;
  const double *at = (const double *)shared_pairs + o.at, first = at[pos ? l.other : 0], second = at[pos ? 0 : l.other];
  double *to = l.phi + place_in_field(l, q);
  to[0] = first;
  if (o.flags & SECOND) to[1] = second;
}

__device__ __noinline__ void remove_mean(const pair_level &l)
{
  const double mean = mean_of(l);
  for (int q = (int)threadIdx.x; q < l.colour_cells; q += threads) {
    own_pair o = pair_of(l, q);
    const double *at = (const double *)shared_pairs + o.at;
    if (has<0>(o)) put<0>(l, o, l.other, l.wall, at[0] + -mean);
    if (has<1>(o)) put<1>(l, o, l.other, l.wall, at[l.other] + -mean);
  }
  __syncthreads();
}

} // namespace

} // namespace VF_LEVELS

#endif
