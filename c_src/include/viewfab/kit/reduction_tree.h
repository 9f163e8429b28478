/* The fixed tree of a reduction (see VF_REDUCTION_TILE in backend.h), as far as host and GPU share it. */
#ifndef VIEWFAB_KIT_REDUCTION_TREE_H
#define VIEWFAB_KIT_REDUCTION_TREE_H

#include <math.h>

#include <viewfab/backend.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_TREE_FUNCTION static __host__ __device__ __forceinline__
#else
#define VF_TREE_FUNCTION static inline
#endif

/* What a lane starts from. */
VF_TREE_FUNCTION double vf_reduction_start(vf_reduction reduction)
{
  return reduction == VF_REDUCTION_MAX ? -HUGE_VAL : 0;
}

/* One step of the tree; a NaN on either side stays. */
VF_TREE_FUNCTION double vf_reduction_combine(vf_reduction reduction, double a, double b)
{
  if (reduction == VF_REDUCTION_MAX) {
    const double larger = a > b ? a : b; /* b where either is a NaN, as processors have it */
    return a == a ? larger : a;
  }
#ifdef __CUDA_ARCH__
  return __dadd_rn(a, b); /* never contracted with the product in a term */
#else
  return a + b;
#endif
}

VF_TREE_FUNCTION int64_t vf_reduction_tiles(int64_t cells)
{
  return (cells + VF_REDUCTION_TILE - 1) / VF_REDUCTION_TILE;
}

VF_TREE_FUNCTION int64_t vf_box_rows(const vf_box *box)
{
  return ((int64_t)box->upper[1] - box->lower[1] + 1) * ((int64_t)box->upper[2] - box->lower[2] + 1);
}

VF_TREE_FUNCTION int64_t vf_box_points(const vf_box *box)
{
  return ((int64_t)box->upper[0] - box->lower[0] + 1) * vf_box_rows(box);
}

#ifndef __CUDA_ARCH__
/* Combines the lanes of one tile pairwise, upper half onto lower half. */
static inline double vf_reduction_lanes(vf_reduction reduction, double lanes[VF_REDUCTION_LANES])
{
  for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2)
    for (int lane = 0; lane < half; lane++)
      lanes[lane] = vf_reduction_combine(reduction, lanes[lane], lanes[lane + half]);
  return lanes[0];
}
#endif

#endif
