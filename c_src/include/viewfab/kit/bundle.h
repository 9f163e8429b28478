/* Included after the kernel file: checks what it must have stated, and packs a launch's arguments for the body. */

#undef VF_REFUSAL
#ifndef VF_KERNEL
#define VF_REFUSAL "the kernel file does not define VF_KERNEL"
#elif !defined(VF_POINTS)
#define VF_REFUSAL "the kernel file does not define VF_POINTS, one of:" VF_POINTS_WORDS
#elif !VF_IS_ROW(VF_POINTS_ROW)
#define VF_REFUSAL "VF_POINTS is " VF_STRING(VF_POINTS) ", none of:" VF_POINTS_WORDS
#elif !defined(VF_ARGUMENTS)
#define VF_REFUSAL "the kernel file does not define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)"
#elif !defined(VF_SUMMARY)
#define VF_REFUSAL "the kernel file does not define VF_SUMMARY, one sentence that says what the kernel does"
#elif !VF_CAT(VF_FILE_IS_, VF_KERNEL)
#define VF_REFUSAL "VF_KERNEL is " VF_STRING(VF_KERNEL) ", which is not the name of the kernel file"
#elif VF_RUNS == VF_RUNS_TERM && !defined(VF_REDUCE)
#define VF_REFUSAL "a reduction defines VF_REDUCE, one of:" VF_REDUCTION_WORDS
#elif VF_RUNS == VF_RUNS_TERM && !VF_IS_ROW(VF_CAT(VF_REDUCTION_ROW_, VF_REDUCE))
#define VF_REFUSAL "VF_REDUCE is " VF_STRING(VF_REDUCE) ", none of:" VF_REDUCTION_WORDS
#elif VF_RUNS == VF_RUNS_BODY && !VF_HAS_BODY && !VF_HAS_TERM
#define VF_REFUSAL "the kernel file has no VF_BODY(i, j, k, n) { ... }"
#elif VF_RUNS == VF_RUNS_TERM && !VF_HAS_TERM && !VF_HAS_BODY
#define VF_REFUSAL "the kernel file has no VF_TERM(i, j, k, n) { return ...; }"
#elif (VF_HAS_BODY && VF_RUNS != VF_RUNS_BODY) || (VF_HAS_TERM && VF_RUNS != VF_RUNS_TERM) || VF_WRONG_ARGUMENTS
#define VF_REFUSED_ABOVE /* where the body is, and so at the author's line */
#endif

#ifdef VF_REFUSAL
#include <viewfab/kit/refuse.h>
#endif
#if !defined(VF_REFUSAL) && !defined(VF_REFUSED_ABOVE)
#undef VF_ACCEPTED
#define VF_ACCEPTED
/* clang-format off */
#define VF_LOOPS_FILE(side) VF_STRING(viewfab/kit/points/VF_CAT(side, VF_COLUMN_OF(VF_POINTS_LOOPS, VF_POINTS_ROW)).h)
/* clang-format on */
#define VF_STEP VF_COLUMN_OF(VF_POINTS_STEP, VF_POINTS_ROW)
#define VF_AROUND VF_COLUMN_OF(VF_POINTS_AROUND, VF_POINTS_ROW)
#define VF_REDUCTION_KIND VF_COLUMN_OF(VF_REDUCTION_NAME, VF_CAT(VF_REDUCTION_ROW_, VF_REDUCE))

#define VF_ADD_NONE(type, name, text)

/* Sum of the declared reaches: 0 for a kernel without a stencil. */
#define VF_ADD_REACH(type, name, map, reach, text) +VF_TOTAL_REACH(reach)
#define VF_ALL_REACH (0 VF_ARGUMENTS(VF_ADD_REACH, VF_ADD_REACH, VF_ADD_REACH, VF_ADD_NONE))

#define VF_MEMBER_READ(type, name, ...) VF_ARRAY_OF(read, VF_ELEMENT_ROW_##type) name;
#define VF_MEMBER_WRITE(type, name, ...) VF_ARRAY_OF(write, VF_ELEMENT_ROW_##type) name;
#define VF_MEMBER_VALUE(type, name, text) VF_VALUE_OF(VF_VALUE_ROW_##type) name;
typedef struct vf_bundle {
  VF_ARGUMENTS(VF_MEMBER_READ, VF_MEMBER_WRITE, VF_MEMBER_WRITE, VF_MEMBER_VALUE)
} vf_bundle;

/* body(i, j, k, n, direction, face, box, bundle.phi, bundle.rhs, bundle.h) */
#define VF_USE_ARRAY(type, name, map, reach, text) , bundle.name
#define VF_USE_VALUE(type, name, text) , bundle.name
#define VF_BODY_CALL(i, j, k, n, selector, box) \
  VF_TYPED(_body_)                              \
  (i, j, k, n, selector, selector, box VF_ARGUMENTS(VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_VALUE))
#ifdef VIEWFAB_BOUNDS
#include <viewfab/kit/bounds_body.h>
#else
#define VF_BODY_AT VF_BODY_CALL
#endif

#define VF_PACK_ARRAY(type, name, map, reach, text)                            \
  {                                                                            \
    const vf_span *span = &launch->spans[index];                               \
    bundle.name.origin = (VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) *)span->origin; \
    bundle.name.stride_j = span->stride[0];                                    \
    bundle.name.stride_k = span->stride[1];                                    \
    bundle.name.stride_n = span->stride[2];                                    \
    VF_ARRAY_SET_GUARD(bundle.name, span, index, launch);                      \
    index++;                                                                   \
  }
#define VF_UNPACK_SCALAR(to, from) to = from
#define VF_UNPACK_STRUCT(to, from) to = from
#define VF_UNPACK_TRIPLE(to, from) \
  for (int d = 0; d < 3; d++) to.at[d] = from[d]
#define VF_UNPACK(shape, member, to, from) VF_CAT(VF_UNPACK_, shape)(to, (from).member)
#define VF_PACK_VALUE(type, name, text)                                                                              \
  {                                                                                                                  \
    VF_UNPACK(VF_COLUMN_OF(VF_VALUE_SHAPE, VF_VALUE_ROW_##type), VF_COLUMN_OF(VF_VALUE_MEMBER, VF_VALUE_ROW_##type), \
              bundle.name, launch->values[index]);                                                                   \
    index++;                                                                                                         \
  }
static inline vf_bundle vf_bundle_of(const vf_launch *launch)
{
  vf_bundle bundle;
  int index = 0;
  VF_ARGUMENTS(VF_PACK_ARRAY, VF_PACK_ARRAY, VF_PACK_ARRAY, VF_PACK_VALUE)
  (void)index;
  return bundle;
}

/* An array without component index has the stride 0 by its declaration, which saves registers on GPUs. */
#define VF_HAS_COMPONENTS(map) (!VF_IS_SHARED(map))

/* The bundle of one box of a launch on sets, whose values are those of bundle. Compilers are given nothing to choose
 * from: nvcc 13.0 lost strides of a copy that was changed in part, and clang kept both choices in memory. */
#define VF_PLACE_ARRAY(type, name, map, reach, text)                                 \
  {                                                                                  \
    const vf_span *span = sets.spans[index] + (sets.is_set >> index & 1 ? b : 0);    \
    placed.name.origin = (VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) *)span->origin;       \
    placed.name.stride_j = span->stride[0];                                          \
    placed.name.stride_k = span->stride[1];                                          \
    placed.name.stride_n = VF_HAS_COMPONENTS(map) ? span->stride[2] : 0;             \
    VF_ARRAY_PLACE_GUARD(placed.name, bundle.name, span, VF_HAS_COMPONENTS(map), b); \
    index++;                                                                         \
  }
#define VF_PLACE_VALUE(type, name, text) \
  placed.name = bundle.name;             \
  index++;
VF_INLINE vf_bundle vf_bundle_placed(VF_UNUSED const vf_bundle bundle, const vf_launch_sets sets, const int b)
{
  vf_bundle placed;
  int index = 0;
  VF_ARGUMENTS(VF_PLACE_ARRAY, VF_PLACE_ARRAY, VF_PLACE_ARRAY, VF_PLACE_VALUE)
  (void)index;
  return placed;
}

#endif
