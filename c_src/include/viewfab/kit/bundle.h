/* Included after the kernel file: checks what it must have stated, and packs a launch's arguments for the body. */

/* The text of #error has no macros, and so not the author's file. */
#ifdef __cplusplus
#define VF_REQUIRE(condition, text) static_assert(condition, VF_KERNEL_FILE ": " text);
#else
#define VF_REQUIRE(condition, text) _Static_assert(condition, VF_KERNEL_FILE ": " text);
#endif
#define VF_REFUSE(text) VF_REQUIRE(0, text)

#ifndef VF_KERNEL
VF_REFUSE("the kernel file does not define VF_KERNEL")
#endif
#ifndef VF_POINTS
VF_REFUSE("the kernel file does not define VF_POINTS (all, coloured, faces, ghosts or reduction)")
#endif
#if VF_CAT(VF_IS_, VF_POINTS) == 0
VF_REFUSE("VF_POINTS is none of all, coloured, faces, ghosts and reduction")
#endif
#ifndef VF_ARGUMENTS
VF_REFUSE("the kernel file does not define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)")
#endif
#ifndef VF_SUMMARY
VF_REFUSE("the kernel file does not define VF_SUMMARY, one sentence that says what the kernel does")
#endif
#if !VF_CAT(VF_FILE_IS_, VF_KERNEL)
VF_REFUSE("VF_KERNEL and the name of the kernel file differ")
#endif
#if VF_CAT(VF_IS_, VF_POINTS) == VF_IS_reduction && !defined(VF_REDUCE)
VF_REFUSE("a reduction defines VF_REDUCE as sum or max")
#endif

#define VF_POINT_KIND VF_CAT(VF_IS_, VF_POINTS)

#include <viewfab/kit/maps.h>

#define VF_ADD_NONE(type, name, text)
#define VF_CHECK_ARRAY(type, name, map, reach, text)                                                            \
  VF_REQUIRE(VF_IS_ROW(VF_MAP_##map), "argument " #name ": there is no map " #map)                              \
  VF_REQUIRE(VF_OF_ROW(VF_ROW_ONLY, map) <= 2, "argument " #name ": " #map " names a direction beyond 2")       \
  VF_REQUIRE(VF_IS_REACH(reach), "argument " #name ": " #reach                                                  \
                                 " is none of reach(r), reach(x, y, z), reach(below(x, y, z), above(x, y, z))") \
  VF_REQUIRE(VF_LEAST_REACH(reach) >= 0, "the reach of argument " #name " is negative")
VF_ARGUMENTS(VF_CHECK_ARRAY, VF_CHECK_ARRAY, VF_CHECK_ARRAY, VF_ADD_NONE)

/* What a point of these sets reads around its own elements, another one may be writing. */
#ifndef VF_RACE_INTENDED
#define VF_RACE_INTENDED 0
#endif
#if (VF_POINT_KIND == VF_IS_all || VF_POINT_KIND == VF_IS_faces) && !VF_RACE_INTENDED
#define VF_CHECK_RACE(type, name, map, reach, text)                                         \
  VF_REQUIRE(VF_TOTAL_REACH(reach) <= 0,                                                    \
             "argument " #name ": UPDATE with a reach is a race, where a point reads what " \
             "others write; READ one array and WRITE another, use colours, or say "         \
             "#define VF_RACE_INTENDED 1")
#define VF_RACE_NONE(type, name, map, reach, text)
VF_ARGUMENTS(VF_RACE_NONE, VF_RACE_NONE, VF_CHECK_RACE, VF_ADD_NONE)
#endif

/* Sum of the declared reaches: 0 for a kernel without a stencil. */
#define VF_ADD_REACH(type, name, map, reach, text) +VF_TOTAL_REACH(reach)
#define VF_ALL_REACH (0 VF_ARGUMENTS(VF_ADD_REACH, VF_ADD_REACH, VF_ADD_REACH, VF_ADD_NONE))

#define VF_MEMBER_READ(type, name, map, reach, text) VF_READ_##type name;
#define VF_MEMBER_WRITE(type, name, map, reach, text) VF_WRITE_##type name;
#define VF_MEMBER_VALUE(type, name, text) VF_VALUE_##type name;
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

#define VF_ELEMENT_real VF_REAL
#define VF_ELEMENT_int int
#define VF_PACK_ARRAY(type, name, map, reach, text)         \
  {                                                         \
    const vf_span *span = &launch->spans[index];            \
    bundle.name.origin = (VF_ELEMENT_##type *)span->origin; \
    bundle.name.stride_j = span->stride[0];                 \
    bundle.name.stride_k = span->stride[1];                 \
    bundle.name.stride_n = span->stride[2];                 \
    VF_ARRAY_SET_GUARD(bundle.name, span, index, launch);   \
    index++;                                                \
  }
#define VF_UNPACK_real(to, from) to = (VF_REAL)(from).number
#define VF_UNPACK_int(to, from) to = (from).integer
#define VF_UNPACK_real3(to, from) \
  for (int d = 0; d < 3; d++) to.at[d] = (VF_REAL)(from).numbers[d]
#define VF_UNPACK_int3(to, from) \
  for (int d = 0; d < 3; d++) to.at[d] = (from).integers[d]
#define VF_UNPACK_box(to, from) to = (from).box
#define VF_UNPACK_boundary(to, from) to = (from).boundary
#define VF_PACK_VALUE(type, name, text)                   \
  {                                                       \
    VF_UNPACK_##type(bundle.name, launch->values[index]); \
    index++;                                              \
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
    placed.name.origin = (VF_ELEMENT_##type *)span->origin;                          \
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
