/* Interpolation of a coarse level during a march in k. In one plane, a thread's pair of cells in two rows are children
 * of one coarse cell. */
#ifndef VIEWFAB_MULTIGRID_GPU_INTERPOLATED_H
#define VIEWFAB_MULTIGRID_GPU_INTERPOLATED_H

#include "column_tiles.h"

namespace VF_LEVELS {

/* phi of the coarse level, whose ghosts are filled. */
struct coarse_phi {
  const double *at;
  ptrdiff_t row, plane;
};

inline coarse_phi coarse_of(const vf_field *phi)
{
  if (!phi) return {};
  return { phi->at, phi->row, phi->plane };
}

/* A coarse cell and its neighbours in its plane. */
struct parent {
  double self, west, east, south, north;
};

/* The column of coarse cells above a thread's pair and rows. i and j are even inside the domain. Cells outside the
 * domain load values from inside, and their values do not count. */
struct parents {
  const double *column;
  ptrdiff_t row, plane;
  int last; /* highest coarse plane, the plane of the ghosts */
  __device__ __forceinline__ parents(const coarse_phi &coarse, const grid &g, int i, int j)
      : row(coarse.row), plane(coarse.plane), last(g.n[2] / 2)
  {
    const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, g.n[0] - 2);
    const int in_j = g.periodic[1] ? wrapped(j, g.n[1]) : clamped(j, 0, g.n[1] - 2);
    column = coarse.at + in_i / 2 + in_j / 2 * row;
  }
  /* The parents of fine plane k, a plane number of `planes`; none is 0. */
  __device__ __forceinline__ const double *above(int k, unsigned none = 0) const
  {
    return column + (clamped(k >> 1, -1, last) + (int)none) * plane;
  }
  __device__ __forceinline__ void sides(parent &p, const double *at) const
  {
    p.west = at[-1];
    p.east = at[1];
    p.south = at[-row];
    p.north = at[row];
  }
  __device__ __forceinline__ parent whole(const double *at) const
  {
    parent p;
    sides(p, at);
    p.self = at[0];
    return p;
  }
};

/* Adds the interpolated values to the pair of row y; beside is the coarse neighbour in z on the children's side. */
__device__ __forceinline__ double2 corrected(double2 x, const parent &p, double beside, int y)
{
  const double across = (y ? p.north : p.south) + beside;
  return make_double2(x.x + VF_INTERPOLATED(p.self + p.west, across), x.y + VF_INTERPOLATED(p.self + p.east, across));
}

} // namespace VF_LEVELS

#endif
