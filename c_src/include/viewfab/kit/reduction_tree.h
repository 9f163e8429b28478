/* The fixed tree of a reduction (see VF_REDUCTION_TILE in backend/launch.h): the part that host and GPU share. */
#ifndef VIEWFAB_KIT_REDUCTION_TREE_H
#define VIEWFAB_KIT_REDUCTION_TREE_H

#include <math.h>

#include <viewfab/backend.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_TREE_FUNCTION static __host__ __device__ __forceinline__
#else
#define VF_TREE_FUNCTION static inline
#endif

/* The start value of a lane. */
VF_TREE_FUNCTION double vfi_reduction_start(vfi_reduction reduction)
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
VF_TREE_FUNCTION double vfi_reduction_combine(vfi_reduction reduction, double a, double b)
{
  if (reduction == VF_REDUCTION_MAX) {
    const double larger = a > b ? a : b; /* b if a or b is a NaN, as in the instructions of processors */
    return a == a ? larger : a;
  }
  if (reduction == VF_REDUCTION_MIN) {
    const double smaller = a < b ? a : b;
    return a == a ? smaller : a;
  }
#ifdef __CUDA_ARCH__
  return __dadd_rn(a, b); /* no contraction with the product in a term */
#else
  return a + b;
#endif
}

/* True if b takes the place of an earlier a: b is beyond a, or b is a NaN and a is not. */
VF_TREE_FUNCTION bool vfi_reduction_is_beyond(vfi_reduction reduction, double a, double b)
{
  return (reduction == VF_REDUCTION_MAX ? !(a >= b) : !(a <= b)) & (a == a);
}

/* True if b, of place q, takes the place of a, of place p, in any order of the two. */
VF_TREE_FUNCTION bool vfi_reduction_passes(vfi_reduction reduction, double a, int64_t p, double b, int64_t q)
{
  if (q == VF_NO_PLACE) return false;
  if (p == VF_NO_PLACE) return true;
  return q < p ? !vfi_reduction_is_beyond(reduction, b, a) : vfi_reduction_is_beyond(reduction, a, b);
}

/* One step of the tree: b is combined with a. placed: the result has a place. */
VF_TREE_FUNCTION void vfi_reduction_step(vfi_reduction reduction, bool placed, double *a, int64_t *p, double b,
                                         int64_t q)
{
  if (!placed) {
    *a = vfi_reduction_combine(reduction, *a, b);
  } else if (vfi_reduction_passes(reduction, *a, *p, b, q)) {
    *a = b;
    *p = q;
  }
}

VF_TREE_FUNCTION int64_t vfi_reduction_tiles(int64_t cells)
{
  return (cells + VF_REDUCTION_TILE - 1) / VF_REDUCTION_TILE;
}

VF_TREE_FUNCTION int64_t vfi_box_rows(const vf_box *box)
{
  return ((int64_t)box->upper[1] - box->lower[1] + 1) * ((int64_t)box->upper[2] - box->lower[2] + 1);
}

VF_TREE_FUNCTION int64_t vfi_box_points(const vf_box *box)
{
  return ((int64_t)box->upper[0] - box->lower[0] + 1) * vfi_box_rows(box);
}

/* The row of a kernel, and the row of one result without a place. */
static inline vf_partial_row vfi_partial_row_of(const vfi_kernel_description *kernel)
{
  vf_partial_row row;
  row.results = row.length = kernel->result_count;
  for (int r = 0; r < row.results; r++) {
    row.reductions[r] = kernel->results[r].reduction;
    row.places[r] = kernel->results[r].placed ? row.length++ : -1;
  }
  return row;
}
static inline vf_partial_row vfi_partial_row_of_one(vfi_reduction reduction)
{
  vf_partial_row row;
  row.results = row.length = 1;
  row.reductions[0] = reduction;
  row.places[0] = -1;
  return row;
}

#ifndef __CUDA_ARCH__
/* Combines the lanes of one tile pairwise, upper half onto lower half. */
static inline double vfi_reduction_lanes(vfi_reduction reduction, double lanes[VF_REDUCTION_LANES])
{
  for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2)
    for (int lane = 0; lane < half; lane++)
      lanes[lane] = vfi_reduction_combine(reduction, lanes[lane], lanes[lane + half]);
  return lanes[0];
}

/* The same with places. Lane 0 holds the result. */
static inline void vfi_reduction_placed_lanes(vfi_reduction reduction, double lanes[VF_REDUCTION_LANES],
                                              int64_t places[VF_REDUCTION_LANES])
{
  for (int lane = 1; lane < VF_REDUCTION_LANES; lane++)
    vfi_reduction_step(reduction, true, &lanes[0], &places[0], lanes[lane], places[lane]);
}
#endif

#endif
