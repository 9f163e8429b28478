/* Arrays as bodies see them: one type for reading and one for writing, for each element type. Reading through a
 * read type gives a const element, so that a body cannot write a READ argument. */
#ifndef VIEWFAB_KIT_ARRAYS_H
#define VIEWFAB_KIT_ARRAYS_H

#ifdef VIEWFAB_BOUNDS
#include <viewfab/kit/bounds.h>
#define VF_ARRAY_GUARD vf_guard guard;
#define VF_ARRAY_SET_GUARD(array, span, index, launch) (array).guard = vf_guard_of(span, index, (launch)->bounds)
#define VF_ARRAY_LONE_GUARD(array, span) (array).guard = vf_guard_lone(span)
#define VF_ARRAY_PLACE_GUARD(array, from, span, has_components, box) \
  (array).guard = (from).guard;                                      \
  vf_guard_move(&(array).guard, span, has_components, box)
#define VF_AT(array, i, j, k, n)                                                                                 \
  (*((array).origin + vf_guarded_offset(&(array).guard, (array).origin, (int)sizeof *(array).origin, i, j, k, n, \
                                        (array).stride_j, (array).stride_k, (array).stride_n)))
#else
#define VF_ARRAY_GUARD
#define VF_ARRAY_SET_GUARD(array, span, index, launch) (void)0
#define VF_ARRAY_LONE_GUARD(array, span) (void)0
#define VF_ARRAY_PLACE_GUARD(array, from, span, has_components, box) (void)0
#define VF_AT(array, i, j, k, n) \
  ((array).origin[(i) + (j) * (array).stride_j + (k) * (array).stride_k + (n) * (array).stride_n])
#endif

/* VF_ARRAY(vf_read_double, const double) -> typedef struct vf_read_double { const double *origin; ... } */
#define VF_ARRAY(name, element)             \
  typedef struct name {                     \
    element *origin;                        \
    ptrdiff_t stride_j, stride_k, stride_n; \
    VF_ARRAY_GUARD                          \
  } name;
#define VF_ARRAYS(c)             \
  VF_ARRAY(vf_read_##c, const c) \
  VF_ARRAY(vf_write_##c, c)
#define VF_REAL_ARRAYS(NAME, word, number, c, epsilon) VF_ARRAYS(c)
VF_REAL_TYPE_LIST(VF_REAL_ARRAYS)
VF_ARRAYS(int)
#undef VF_REAL_ARRAYS
#undef VF_ARRAYS
#undef VF_ARRAY

#endif
