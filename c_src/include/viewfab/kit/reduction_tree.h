/* The fixed tree of a reduction (see VF_REDUCTION_TILE in backend/launch.h), as far as host and GPU share it. */
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
  switch (reduction) {
#define VF_START_CASE(NAME, word, start, of_nothing) \
  case VF_REDUCTION_##NAME: return start;
    VF_REDUCTION_LIST(VF_START_CASE)
#undef VF_START_CASE
    default: return 0;
  }
}

/* One step of the tree; a NaN on either side stays. */
VF_TREE_FUNCTION double vf_reduction_combine(vf_reduction reduction, double a, double b)
{
  if (reduction == VF_REDUCTION_MAX) {
    const double larger = a > b ? a : b; /* b where either is a NaN, as processors have it */
    return a == a ? larger : a;
  }
  if (reduction == VF_REDUCTION_MIN) {
    const double smaller = a < b ? a : b;
    return a == a ? smaller : a;
  }
#ifdef __CUDA_ARCH__
  return __dadd_rn(a, b); /* never contracted with the product in a term */
#else
  return a + b;
#endif
}

/* Whether b is taken in place of a, which came before it: only where it is beyond a, or a NaN and a is none. */
VF_TREE_FUNCTION bool vf_reduction_is_beyond(vf_reduction reduction, double a, double b)
{
  return (reduction == VF_REDUCTION_MAX ? !(a >= b) : !(a <= b)) & (a == a);
}

/* Whether b, of place q, is taken in place of a, of place p, in whatever order they came. */
VF_TREE_FUNCTION bool vf_reduction_passes(vf_reduction reduction, double a, int64_t p, double b, int64_t q)
{
  if (q == VF_NO_PLACE) return false;
  if (p == VF_NO_PLACE) return true;
  return q < p ? !vf_reduction_is_beyond(reduction, b, a) : vf_reduction_is_beyond(reduction, a, b);
}

/* One step of the tree: b is combined with a. placed: places count. */
VF_TREE_FUNCTION void vf_reduction_step(vf_reduction reduction, bool placed, double *a, int64_t *p, double b, int64_t q)
{
  if (!placed) {
    *a = vf_reduction_combine(reduction, *a, b);
  } else if (vf_reduction_passes(reduction, *a, *p, b, q)) {
    *a = b;
    *p = q;
  }
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

/* The row of a kernel, and that of one result without a place. */
static inline vf_partial_row vf_partial_row_of(const vf_kernel_description *kernel)
{
  vf_partial_row row;
  row.results = row.length = kernel->result_count;
  for (int r = 0; r < row.results; r++) {
    row.reductions[r] = kernel->results[r].reduction;
    row.places[r] = kernel->results[r].placed ? row.length++ : -1;
  }
  return row;
}
static inline vf_partial_row vf_partial_row_of_one(vf_reduction reduction)
{
  vf_partial_row row;
  row.results = row.length = 1;
  row.reductions[0] = reduction;
  row.places[0] = -1;
  return row;
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

/* The same with places; what is left is in lane 0. */
static inline void vf_reduction_placed_lanes(vf_reduction reduction, double lanes[VF_REDUCTION_LANES],
                                             int64_t places[VF_REDUCTION_LANES])
{
  for (int lane = 1; lane < VF_REDUCTION_LANES; lane++)
    vf_reduction_step(reduction, true, &lanes[0], &places[0], lanes[lane], places[lane]);
}
#endif

#endif
