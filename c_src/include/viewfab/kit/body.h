/* What VF_BODY and VF_TERM become: a function of one point, before which the arguments are checked. As a system header
 * to the compiler, so that it reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_BODY_H
#define VIEWFAB_KIT_BODY_H
#pragma GCC system_header

#include <viewfab/kit/columns.h>
#include <viewfab/kit/ghosts_clause.h>
#include <viewfab/kit/lines.h>
#include <viewfab/kit/maps.h>
#include <viewfab/kit/remote.h>
#include <viewfab/kit/results.h>
#include <viewfab/kit/tiles.h>

#ifdef __cplusplus
#define VF_ASSERT(condition, text) static_assert(condition, text);
#else
#define VF_ASSERT(condition, text) _Static_assert(condition, text);
#endif

#define VF_UNUSED __attribute__((unused))

/* C types in the body. A word that is none is taken as real: what is wrong is said once, by the checks. */
#define VF_ELEMENT_OF(row) VF_IF(VF_IS_ROW(row))(VF_COLUMN_OF(VF_ELEMENT_BODY, row))(VF_REAL)
#define VF_VALUE_OF(row) VF_IF(VF_IS_ROW(row))(VF_COLUMN_OF(VF_VALUE_BODY, row))(VF_REAL)
/* vf_read_double, or vf_read_double_in_3 where the body gives three indices; map, reach, text of an argument where one of
 * them is missing count as those of four. */
#define VF_ARRAY_OF(access, row, indices) \
  VF_JOIN(VF_CAT(vf_##access##_, VF_ELEMENT_OF(row)), VF_JOIN(VF_ARRAY_IN_, indices))
#define VF_INDICES_FROM(...) VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_INDICES_FIRST(__VA_ARGS__))(4)
#define VF_INDICES_FIRST(map, ...) VF_INDICES(map)
#define VF_ARRAY_IN_surface _surface
#define VF_ARRAY_IN_levels _levels
#define VF_ARRAY_IN_half_levels _half_levels
#define VF_ARRAY_IN_parts _parts
#define VF_ARRAY_IN_levels_parts _levels_parts
#define VF_ARRAY_IN_profile _profile
#define VF_ARRAY_IN_half_profile _half_profile
#define VF_ARRAY_IN_table _table
#define VF_ARRAY_IN_4
#define VF_ARRAY_IN_3 _in_3
#define VF_ARRAY_IN_2 _in_2
#define VF_ARRAY_IN_1 _in_1

/* , vf_read_double rhs   , const double h */
#define VF_PARAMETER_READ(type, name, ...)                                           \
  , VF_UNUSED const VF_IF(VF_IS_REMOTE_FROM(__VA_ARGS__))(VF_REMOTE_ARRAY_OF(name))( \
        VF_ARRAY_OF(read, VF_ELEMENT_ROW_##type, VF_INDICES_FROM(VF_IN_FULL(__VA_ARGS__))))name
#define VF_PARAMETER_WRITE(type, name, ...)                                          \
  , VF_UNUSED const VF_IF(VF_IS_REMOTE_FROM(__VA_ARGS__))(VF_REMOTE_ARRAY_OF(name))( \
        VF_ARRAY_OF(write, VF_ELEMENT_ROW_##type, VF_INDICES_FROM(VF_IN_FULL(__VA_ARGS__))))name
#define VF_PARAMETER_VALUE(type, name, ...) , VF_UNUSED const VF_VALUE_OF(VF_VALUE_ROW_##type) name
#define VF_PARAMETERS \
  VF_ARGUMENTS(VF_PARAMETER_READ, VF_PARAMETER_WRITE, VF_PARAMETER_WRITE, VF_PARAMETER_VALUE) VF_LINE_PARAMETERS

/* VF_POINT_PARAMETERS(i, j, n), of a kernel of rank 2 -> const int i, const int j, const int vf_k, const int n, ... */
#define VF_POINT_PARAMETERS(...)               \
  VF_JOIN(VF_POINT_OF_, VF_COUNT(__VA_ARGS__)) \
  (__VA_ARGS__), VF_UNUSED const int direction, VF_UNUSED const int face, VF_UNUSED const vf_box box VF_HERE_PARAMETER
#define VF_POINT_OF_4(i, j, k, n) \
  VF_UNUSED const int i, VF_UNUSED const int j, VF_UNUSED const int k, VF_UNUSED const int n
#define VF_POINT_OF_3(i, j, n) VF_POINT_OF_4(i, j, vf_k, n)
#define VF_POINT_OF_2(i, n) VF_POINT_OF_4(i, vf_j, vf_k, n)
#define VF_POINT_OF_1(i) VF_POINT_OF_4(i, vf_j, vf_k, vf_n)

/* A body over ghosts knows its ghost; its image has as many indices as the kernel has directions. */
#define VF_IS_AROUND VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_AROUND, VF_POINTS_ROW))(0)
#define VF_HERE_PARAMETER VF_IF(VF_IS_AROUND)(, VF_UNUSED const vf_ghost vf_here)()
#define VF_HERE_PASS VF_IF(VF_IS_AROUND)(, vf_here)()
#define VF_HERE_IMAGE VF_IF(VF_SAID_IMAGES)(vf_here)(VF_IMAGE_and_VF_IMAGE_SIGN_need_images_in_VF_GHOSTS)
#define VF_IMAGE VF_JOIN(VF_IMAGE_IN_RANK_, VF_DIMENSIONS)
#define VF_IMAGE_IN_RANK_3 VF_IMAGE_IN_RANK_2, VF_IMAGE_IN(2)
#define VF_IMAGE_IN_RANK_2 VF_IMAGE_IN_RANK_1, VF_IMAGE_IN(1)
#define VF_IMAGE_IN_RANK_1 VF_IMAGE_IN(0)
#define VF_IMAGE_IN(d) VF_HERE_IMAGE.image[d]
#define VF_IMAGE_SIGN VF_HERE_IMAGE.sign
#define VF_BEYOND(d) vf_here.beyond[d]

#define VF_BODY(...)                                                                                 \
  _Pragma("pop_macro(\"VF_HAS_BODY\")") VF_CHECK_ARGUMENTS VF_CHECK_GHOSTS VF_CHECK_RUNS(BODY, TERM) \
      VF_CHECK_POINT(BODY, VF_COUNT(__VA_ARGS__)) VF_OPTION_CONSTANTS VF_REMOTE_ARRAYS               \
      VF_IF(VF_GIVES)(VF_DECLARE_GIVEN)() VF_INLINE void                                             \
      VF_TYPED(_body_)(VF_POINT_PARAMETERS(__VA_ARGS__) VF_PARAMETERS VF_GIVEN_PARAMETER)
#define VF_TERM(...)                                                                                     \
  _Pragma("pop_macro(\"VF_HAS_TERM\")") VF_CHECK_ARGUMENTS VF_CHECK_GHOSTS VF_CHECK_RUNS(TERM, BODY)     \
      VF_CHECK_POINT(TERM, VF_COUNT(__VA_ARGS__)) VF_OPTION_CONSTANTS VF_REMOTE_ARRAYS VF_INLINE VF_REAL \
      VF_TYPED(_body_)(VF_POINT_PARAMETERS(__VA_ARGS__) VF_PARAMETERS)

/* A kernel of rank r names r indices and the component. */
#define VF_CHECK_POINT(word, count)                                      \
  VF_ASSERT((count) == VF_DIMENSIONS + 1,                                \
            "in a kernel of rank " VF_STRING(VF_DIMENSIONS) " VF_" #word \
                                                            " names " VF_JOIN(VF_POINT_TEXT_, VF_DIMENSIONS))
#define VF_POINT_TEXT_1 "(i, n)"
#define VF_POINT_TEXT_2 "(i, j, n)"
#define VF_POINT_TEXT_3 "(i, j, k, n)"

/* Unknown points are refused elsewhere. */
#define VF_OVER_COLUMNS (VF_RUNS >= VF_RUNS_SWEEPS)
#define VF_RUNS VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_RUNS, VF_POINTS_ROW))(-1)
#define VF_CHECK_RUNS(has, other)                                                                                 \
  VF_ASSERT(VF_RUNS != VF_RUNS_##other, "a kernel over " VF_STRING(VF_POINTS) " has VF_" #other ", not VF_" #has) \
  VF_ASSERT(!VF_OVER_COLUMNS, "a kernel over " VF_STRING(VF_POINTS) " has sweeps or phases, not VF_" #has)

/* enum { vf_<kernel>_upwind, vf_<kernel>_central = 3, }; of each option */
#define VF_OPTION_CONSTANTS VF_ARGUMENTS(VF_NO_CONSTANTS, VF_NO_CONSTANTS, VF_NO_CONSTANTS, VF_CONSTANTS_OF_VALUE)
#define VF_NO_CONSTANTS(...)
#define VF_CONSTANTS_OF_VALUE(type, ...) VF_IF(VF_SECOND(VF_OPTION_PROBE_##type))(VF_CONSTANTS_OF_##type)()
#define VF_OPTION_PROBE_option(...) ~, 1
#define VF_CONSTANTS_OF_option(...) VF_IF(VF_ARE_NAMES(__VA_ARGS__))(enum { VF_EACH(VF_CONSTANT, __VA_ARGS__) };)()
#define VF_CONSTANT(name) VF_CONSTANT_OF(VF_KERNEL, name)
#define VF_CONSTANT_OF(kernel, name) VF_CONSTANT_NAMED(kernel, name)
#define VF_CONSTANT_NAMED(kernel, name) vf_##kernel##_##name,

/* Each is 1 where its part of an argument is as it should be. */
#define VF_HAS_THREE(...) VF_IS_ON(VF_CAT(VF_THREE_, VF_COUNT(__VA_ARGS__)))
#define VF_THREE_3 1
#define VF_IS_PLACED(map, reach, ...)                                                                                  \
  (VF_IS_ROW(VF_MAP_##map) && VF_OF_ROW(VF_ROW_DIRECTION, map) < VF_DIMENSIONS && VF_OF_ROW(VF_ROW_RATIO, map) >= 1 && \
   VF_OF_ROW(VF_ROW_IS_OF_COLUMNS, map) == VF_OVER_COLUMNS && !VF_OF_ROW(VF_ROW_WRONG, map) && VF_IS_REACH(reach) &&   \
   VF_LEAST_REACH(reach) >= 0 && VF_IS_VERTICAL(map, reach) VF_IF(VF_IS_REMOTE(map))(&&VF_IS_REACHED(reach))())
/* The reach of a column has one number on each side, that of levels, or three. */
#define VF_IS_VERTICAL(map, reach) (!VF_OF_ROW(VF_ROW_IS_OF_COLUMNS, map) || VF_IS_COLUMN_REACH(reach))
/* Columns run at the same time, so that what one writes no other one reads. */
#define VF_IS_ALONE(map, reach, ...) \
  (!VF_OVER_COLUMNS || !VF_IS_COLUMN_REACH(reach) || VF_TOTAL_BESIDE(reach) <= 0 || VF_IS_ON(VF_RACE_INTENDED))
#define VF_IS_NO_RACE(map, reach, ...) (VF_TOTAL_REACH(reach) <= 0 || VF_IS_ON(VF_RACE_INTENDED) || !VF_MEET)
#define VF_IS_OWNED(map, ...)                                                                         \
  VF_IF(VF_IS_REMOTE(map))                                                                            \
  (1)((!VF_IS_ROW(VF_MAP_##map) || VF_OF_ROW(VF_ROW_OWNED, map) || VF_OF_ROW(VF_ROW_N_BEFORE, map) || \
       VF_IS_ON(VF_RACE_INTENDED)))
#define VF_MEET VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_MEET, VF_POINTS_ROW))(0)

#define VF_CHECK_ARGUMENTS VF_ARGUMENTS(VF_CHECK_ARRAY, VF_CHECK_WRITE, VF_CHECK_UPDATE, VF_CHECK_VALUE) VF_CHECK_LINES
#define VF_CHECK_WRITE(type, name, ...)                            \
  VF_CHECK_ELEMENT(VF_IS_ROW(VF_ELEMENT_ROW_##type), #name, #type) \
  VF_CHECK_WRITE_IN(#name, VF_IN_FULL(__VA_ARGS__))
#define VF_CHECK_WRITE_IN(name, ...) \
  VF_CHECK_PARTS(name, __VA_ARGS__)  \
  VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_CHECK_OWNED(name, __VA_ARGS__) VF_CHECK_ALONE(name, __VA_ARGS__))()
#define VF_CHECK_ALONE(name, map, reach, ...)                                                                       \
  VF_ASSERT(VF_IS_ALONE(map, reach, ), "argument " name ": " #reach " of what is written: columns run at the same " \
                                       "time, so that neighbours are read of READ arguments alone")
#define VF_CHECK_OWNED(name, map, ...)                                                              \
  VF_ASSERT(VF_IS_OWNED(map, ), "argument " name ": several points have the same elements of " #map \
                                ", which they may therefore only read, "                            \
                                "unless the file says #define VF_RACE_INTENDED 1")
#define VF_CHECK_ARRAY(type, name, ...)                            \
  VF_CHECK_ELEMENT(VF_IS_ROW(VF_ELEMENT_ROW_##type), #name, #type) \
  VF_CHECK_PARTS(#name, VF_IN_FULL(__VA_ARGS__))
#define VF_CHECK_UPDATE(type, name, ...)                           \
  VF_CHECK_ELEMENT(VF_IS_ROW(VF_ELEMENT_ROW_##type), #name, #type) \
  VF_CHECK_UPDATE_IN(#name, VF_IN_FULL(__VA_ARGS__))
#define VF_CHECK_UPDATE_IN(name, ...) \
  VF_CHECK_PARTS(name, __VA_ARGS__)   \
  VF_IF(VF_HAS_THREE(__VA_ARGS__))    \
  (VF_CHECK_OWNED(name, __VA_ARGS__) VF_CHECK_RACE(name, __VA_ARGS__) VF_CHECK_ALONE(name, __VA_ARGS__))()
#define VF_CHECK_ELEMENT(is_row, name, type) \
  VF_ASSERT(is_row, "argument " name ": " type " is no type of elements, which are:" VF_ELEMENT_WORDS)
#define VF_CHECK_PARTS(name, ...)                                                                               \
  VF_ASSERT(VF_HAS_THREE(__VA_ARGS__),                                                                          \
            "argument " name " is not INTENT(type, name, map, reach(...), \"meaning\"); is its reach missing?") \
  VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_CHECK_PLACE(name, __VA_ARGS__))()
#define VF_CHECK_PLACE(name, map, reach, ...)                                                                         \
  VF_ASSERT(VF_IS_ROW(VF_MAP_##map), "argument " name ": there is no map " #map)                                      \
  VF_ASSERT(!VF_IS_ROW(VF_MAP_##map) || VF_OF_ROW(VF_ROW_IS_OF_COLUMNS, map) == VF_OVER_COLUMNS,                      \
            "argument " name ": the map " #map " is for other points than " VF_STRING(VF_POINTS))                     \
  VF_ASSERT(VF_OF_ROW(VF_ROW_DIRECTION, map) < VF_DIMENSIONS,                                                         \
            "argument " name ": " #map " names a direction beyond those of the kernel, which begin with 0")           \
  VF_ASSERT(!VF_IS_ROW(VF_MAP_##map) || VF_OF_ROW(VF_ROW_RATIO, map) >= 1,                                            \
            "argument " name ": the ratio of " #map " is less than 1")                                                \
  VF_ASSERT(!VF_OF_ROW(VF_ROW_NO_AXIS, map), "argument " name ": " #map " names what is none of i, j, k, n, any")     \
  VF_ASSERT(!VF_OF_ROW(VF_ROW_TWICE, map), "argument " name ": " #map " names an axis twice")                         \
  VF_ASSERT(!VF_OF_ROW(VF_ROW_N_BEFORE, map),                                                                         \
            "argument " name ": in " #map " n, the components, is not the last; a fourth index can only be n")        \
  VF_ASSERT(!VF_OF_ROW(VF_ROW_BEYOND, map),                                                                           \
            "argument " name ": " #map " names an axis that a kernel of rank " VF_STRING(VF_DIMENSIONS) " has not")   \
  VF_ASSERT(VF_IS_REACH(reach),                                                                                       \
            "argument " name ": " #reach                                                                              \
            " is none of reach(r), reach(x, y, z), reach(below(x, y, z), above(x, y, z)), reach_along(below, above)") \
  VF_ASSERT(VF_IS_VERTICAL(map, reach),                                                                               \
            "argument " name ": " #reach " is none of reach(r), reach(below(r), above(r)), of levels, "               \
            "and reach(i, k, b), reach(below(i, k, b), above(i, k, b)), of points, levels and blocks")                \
  VF_ASSERT(VF_LEAST_REACH(reach) >= 0, "the reach of argument " name " is negative")                                 \
  VF_IF(VF_IS_REMOTE(map))(VF_CHECK_REMOTE(name, reach))()
#define VF_CHECK_RACE(name, ...)                                                                                      \
  VF_ASSERT(VF_IS_NO_RACE(__VA_ARGS__), "argument " name ": UPDATE with a reach is a race, where a point reads what " \
                                        "others write; READ one array and WRITE another, use colours, or say "        \
                                        "#define VF_RACE_INTENDED 1")
#define VF_CHECK_VALUE(type, name, ...)                                                      \
  VF_ASSERT(VF_IS_ROW(VF_VALUE_ROW_##type),                                                  \
            "argument " #name ": " #type " is no type of values, which are:" VF_VALUE_WORDS) \
  VF_ASSERT(VF_COUNT(__VA_ARGS__) == 1, "argument " #name " is not VALUE(type, name, \"meaning\")")

/* 0 only where the checks have nothing to say. */
#define VF_WRONG_ARGUMENTS \
  (VF_WRONG_GHOSTS + VF_WRONG_LINES VF_ARGUMENTS(VF_WRONG_ARRAY, VF_WRONG_WRITE, VF_WRONG_UPDATE, VF_WRONG_VALUE))
#define VF_WRONG_WRITE(type, name, ...) +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && VF_IS_WRITE_IN(VF_IN_FULL(__VA_ARGS__)))
#define VF_WRONG_ARRAY(type, name, ...) +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && VF_IS_ARRAY_IN(VF_IN_FULL(__VA_ARGS__)))
#define VF_WRONG_UPDATE(type, name, ...) \
  +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && VF_IS_UPDATE_IN(VF_IN_FULL(__VA_ARGS__)))
#define VF_IS_ARRAY_IN(...) VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_IS_PLACED(__VA_ARGS__))(0)
#define VF_IS_WRITE_IN(...) \
  VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_IS_PLACED(__VA_ARGS__) && VF_IS_OWNED(__VA_ARGS__) && VF_IS_ALONE(__VA_ARGS__))(0)
#define VF_IS_UPDATE_IN(...) \
  VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_IS_NO_RACE(__VA_ARGS__) && VF_IS_WRITE_IN(__VA_ARGS__))(0)
#define VF_WRONG_VALUE(type, name, ...) +!(VF_IS_ROW(VF_VALUE_ROW_##type) && VF_COUNT(__VA_ARGS__) == 1)

#endif
