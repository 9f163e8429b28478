/* Included by the generated units of kernels with results for a GPU: the tree of a tile, from its lanes in shared memory. A cell
 * is a number in its tile; the size of a tile is no cell. */
#ifndef VIEWFAB_KIT_GPU_LANES_H
#define VIEWFAB_KIT_GPU_LANES_H

#include <viewfab/kit/extrema.h>

/* The cell that a lane met in a round; a round below 0 is none. */
VF_INLINE int vfi_cell_of_round(const int round, const int lane)
{
  return round < 0 ? (int)VF_REDUCTION_TILE : round * VF_REDUCTION_LANES + lane;
}

/* One step of the tree. */
VF_INLINE void vfi_lane_step(const vfi_reduction reduction, const bool placed, double *a, int *p, const double b,
                             const int q)
{
  if (!placed) {
    *a = vfi_reduction_combine(reduction, *a, b);
    return;
  }
  int64_t at = *p == VF_REDUCTION_TILE ? VF_NO_PLACE : *p;
  vfi_reduction_step(reduction, true, a, &at, b, q == VF_REDUCTION_TILE ? VF_NO_PLACE : q);
  *p = at == VF_NO_PLACE ? VF_REDUCTION_TILE : (int)at;
}

template <typename number> static __device__ __forceinline__ number vfi_from_above(const number value, const int lanes)
{
#if defined(__HIP_PLATFORM_AMD__)
  return __shfl_down(value, lanes, 32);
#else
  return __shfl_down_sync(0xffffffffu, value, lanes);
#endif
}

/* Combines the lanes of one result pairwise, upper half onto lower half, with 32 threads. The first of them has the result. */
VF_INLINE void vfi_combine_lanes(const vfi_reduction reduction, const bool placed, const double *values,
                                 const int *cells, double *value, int *cell)
{
  const int lane = (int)threadIdx.x % 32;
  double v[8];
  int p[8];
#pragma unroll
  for (int part = 0; part < 8; part++) {
    v[part] = values[lane + 32 * part];
    p[part] = placed ? cells[lane + 32 * part] : 0;
  }
#pragma unroll
  for (int half = 4; half > 0; half /= 2)
#pragma unroll
    for (int part = 0; part < half; part++)
      vfi_lane_step(reduction, placed, &v[part], &p[part], v[part + half], p[part + half]);
#pragma unroll
  for (int half = 16; half > 0; half /= 2) {
    const double b = vfi_from_above(v[0], half);
    const int q = placed ? vfi_from_above(p[0], half) : 0;
    vfi_lane_step(reduction, placed, &v[0], &p[0], b, q);
  }
  *value = v[0];
  *cell = p[0];
}

/* The value of a result for the row of a tile; and value and place of a result with a place.
 *   number  of the tile in the call */
VF_INLINE void vfi_reduce_lanes(const vfi_reduction reduction, const double *values, vf_partial *to)
{
  double value;
  int cell;
  vfi_combine_lanes(reduction, false, values, NULL, &value, &cell);
  if (threadIdx.x % 32 == 0) to->value = value;
}
VF_INLINE void vfi_reduce_placed(const vfi_reduction reduction, const double *values, const int *cells,
                                 const int64_t number, vf_partial *to, vf_partial *place)
{
  double value;
  int cell;
  vfi_combine_lanes(reduction, true, values, cells, &value, &cell);
  if (threadIdx.x % 32 != 0) return;
  to->value = value;
  place->place = cell == VF_REDUCTION_TILE ? VF_NO_PLACE : number * VF_REDUCTION_TILE + cell;
}

/* Blocks for the tiles of a box. */
static inline unsigned vfi_blocks_of_tiles(const vf_box *box, const int components)
{
  const int64_t count = vfi_reduction_tiles(vfi_box_points(box)) * components;
  return (unsigned)(count < 1048576 ? count : 1048576);
}

#endif
