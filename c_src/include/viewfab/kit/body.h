/* What VF_BODY and VF_TERM become: a function of one point, before which the arguments are checked. As a system header
 * to the compiler, so that it reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_BODY_H
#define VIEWFAB_KIT_BODY_H
#pragma GCC system_header

#include <viewfab/kit/maps.h>

#ifdef __cplusplus
#define VF_ASSERT(condition, text) static_assert(condition, text);
#else
#define VF_ASSERT(condition, text) _Static_assert(condition, text);
#endif

#define VF_UNUSED __attribute__((unused))

/* C types in the body. A word that is none is taken as real: what is wrong is said once, by the checks. */
#define VF_ELEMENT_OF(row) VF_IF(VF_IS_ROW(row))(VF_COLUMN_OF(VF_ELEMENT_BODY, row))(VF_REAL)
#define VF_VALUE_OF(row) VF_IF(VF_IS_ROW(row))(VF_COLUMN_OF(VF_VALUE_BODY, row))(VF_REAL)
#define VF_ARRAY_OF(access, row) VF_CAT(vf_##access##_, VF_ELEMENT_OF(row))

/* , vf_read_double rhs   , const double h */
#define VF_PARAMETER_READ(type, name, ...) , VF_UNUSED const VF_ARRAY_OF(read, VF_ELEMENT_ROW_##type) name
#define VF_PARAMETER_WRITE(type, name, ...) , VF_UNUSED const VF_ARRAY_OF(write, VF_ELEMENT_ROW_##type) name
#define VF_PARAMETER_VALUE(type, name, ...) , VF_UNUSED const VF_VALUE_OF(VF_VALUE_ROW_##type) name
#define VF_PARAMETERS VF_ARGUMENTS(VF_PARAMETER_READ, VF_PARAMETER_WRITE, VF_PARAMETER_WRITE, VF_PARAMETER_VALUE)

#define VF_POINT_PARAMETERS(i, j, k, n)                                                       \
  VF_UNUSED const int i, VF_UNUSED const int j, VF_UNUSED const int k, VF_UNUSED const int n, \
      VF_UNUSED const int direction, VF_UNUSED const int face, VF_UNUSED const vf_box box

#define VF_BODY(i, j, k, n)                                                          \
  _Pragma("pop_macro(\"VF_HAS_BODY\")") VF_CHECK_ARGUMENTS VF_CHECK_RUNS(BODY, TERM) \
  VF_INLINE void VF_TYPED(_body_)(VF_POINT_PARAMETERS(i, j, k, n) VF_PARAMETERS)
#define VF_TERM(i, j, k, n)                                                          \
  _Pragma("pop_macro(\"VF_HAS_TERM\")") VF_CHECK_ARGUMENTS VF_CHECK_RUNS(TERM, BODY) \
  VF_INLINE VF_REAL VF_TYPED(_body_)(VF_POINT_PARAMETERS(i, j, k, n) VF_PARAMETERS)

/* Unknown points are refused elsewhere. */
#define VF_POINTS_ROW VF_CAT(VF_POINTS_ROW_, VF_POINTS)
#define VF_RUNS VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_RUNS, VF_POINTS_ROW))(-1)
#define VF_CHECK_RUNS(has, other) \
  VF_ASSERT(VF_RUNS != VF_RUNS_##other, "a kernel over " VF_STRING(VF_POINTS) " has VF_" #other ", not VF_" #has)

/* Each is 1 where its part of an argument is as it should be. */
#define VF_HAS_THREE(...) VF_IS_ON(VF_CAT(VF_THREE_, VF_COUNT(__VA_ARGS__)))
#define VF_THREE_3 1
#define VF_IS_PLACED(map, reach, ...) \
  (VF_IS_ROW(VF_MAP_##map) && VF_OF_ROW(VF_ROW_ONLY, map) <= 2 && VF_IS_REACH(reach) && VF_LEAST_REACH(reach) >= 0)
#define VF_IS_NO_RACE(map, reach, ...) (VF_TOTAL_REACH(reach) <= 0 || VF_IS_ON(VF_RACE_INTENDED) || !VF_MEET)
#define VF_MEET VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_MEET, VF_POINTS_ROW))(0)

#define VF_CHECK_ARGUMENTS VF_ARGUMENTS(VF_CHECK_ARRAY, VF_CHECK_ARRAY, VF_CHECK_UPDATE, VF_CHECK_VALUE)
#define VF_CHECK_ARRAY(type, name, ...)                            \
  VF_CHECK_ELEMENT(VF_IS_ROW(VF_ELEMENT_ROW_##type), #name, #type) \
  VF_CHECK_PARTS(#name, __VA_ARGS__)
#define VF_CHECK_UPDATE(type, name, ...)                           \
  VF_CHECK_ELEMENT(VF_IS_ROW(VF_ELEMENT_ROW_##type), #name, #type) \
  VF_CHECK_PARTS(#name, __VA_ARGS__)                               \
  VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_CHECK_RACE(#name, __VA_ARGS__))()
#define VF_CHECK_ELEMENT(is_row, name, type) \
  VF_ASSERT(is_row, "argument " name ": " type " is no type of elements, which are:" VF_ELEMENT_WORDS)
#define VF_CHECK_PARTS(name, ...)                                                                               \
  VF_ASSERT(VF_HAS_THREE(__VA_ARGS__),                                                                          \
            "argument " name " is not INTENT(type, name, map, reach(...), \"meaning\"); is its reach missing?") \
  VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_CHECK_PLACE(name, __VA_ARGS__))()
#define VF_CHECK_PLACE(name, map, reach, ...)                                                                  \
  VF_ASSERT(VF_IS_ROW(VF_MAP_##map), "argument " name ": there is no map " #map)                               \
  VF_ASSERT(VF_OF_ROW(VF_ROW_ONLY, map) <= 2, "argument " name ": " #map " names a direction beyond 2")        \
  VF_ASSERT(VF_IS_REACH(reach), "argument " name ": " #reach                                                   \
                                " is none of reach(r), reach(x, y, z), reach(below(x, y, z), above(x, y, z))") \
  VF_ASSERT(VF_LEAST_REACH(reach) >= 0, "the reach of argument " name " is negative")
#define VF_CHECK_RACE(name, ...)                                                                                      \
  VF_ASSERT(VF_IS_NO_RACE(__VA_ARGS__), "argument " name ": UPDATE with a reach is a race, where a point reads what " \
                                        "others write; READ one array and WRITE another, use colours, or say "        \
                                        "#define VF_RACE_INTENDED 1")
#define VF_CHECK_VALUE(type, name, ...)                                                      \
  VF_ASSERT(VF_IS_ROW(VF_VALUE_ROW_##type),                                                  \
            "argument " #name ": " #type " is no type of values, which are:" VF_VALUE_WORDS) \
  VF_ASSERT(VF_COUNT(__VA_ARGS__) == 1, "argument " #name " is not VALUE(type, name, \"meaning\")")

/* 0 only where the checks have nothing to say. */
#define VF_WRONG_ARGUMENTS (0 VF_ARGUMENTS(VF_WRONG_ARRAY, VF_WRONG_ARRAY, VF_WRONG_UPDATE, VF_WRONG_VALUE))
#define VF_WRONG_ARRAY(type, name, ...) \
  +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_IS_PLACED(__VA_ARGS__))(0))
#define VF_WRONG_UPDATE(type, name, ...) \
  +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && \
     VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_IS_PLACED(__VA_ARGS__) && VF_IS_NO_RACE(__VA_ARGS__))(0))
#define VF_WRONG_VALUE(type, name, ...) +!(VF_IS_ROW(VF_VALUE_ROW_##type) && VF_COUNT(__VA_ARGS__) == 1)

#endif
