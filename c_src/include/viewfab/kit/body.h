/* VF_BODY and VF_TERM: a function of one point, after checks of the arguments; and VF_GHOSTS. The header is a system
 * header, so that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_BODY_H
#define VIEWFAB_KIT_BODY_H
#pragma GCC system_header

#include <viewfab/kit/columns.h>
#include <viewfab/kit/lines.h>
#include <viewfab/kit/maps.h>
#include <viewfab/kit/remote.h>
#include <viewfab/kit/results.h>
#include <viewfab/kit/tiles.h>
#include <viewfab/words/rows.h>

/* VF_GHOSTS, the ghosts that a kernel over ghosts visits: a list of words, each with a row here. The defaults are
 * depth(1), with(faces). */

/* Columns: a digit of its own in the count of words; the named parts; its fields of vfi_ghosts_clause. */
#define VF_GHOSTS_WORDS " depth(...) with(...) filled(...) images(...) nodal(...)"
#define VF_GHOSTS_SAYS_depth(...) (0x1, 0, .depth = #__VA_ARGS__)
#define VF_GHOSTS_SAYS_with(...) (0x10, VF_PARTS_OF(__VA_ARGS__), .parts = VF_PARTS_OF(__VA_ARGS__))
#define VF_GHOSTS_SAYS_filled(...) (0x100, 0, .sides = #__VA_ARGS__)
#define VF_GHOSTS_SAYS_images(...) (0x100, 0, .sides = #__VA_ARGS__, .images = true)
#define VF_GHOSTS_SAYS_nodal(...) (0x1000, 0, VF_NODAL_OF(VF_COUNT(__VA_ARGS__), __VA_ARGS__))
#define VF_GHOSTS_SAYS_VF_GHOSTS (0, 0, .depth = 0) /* the word of a file without VF_GHOSTS */

#define VF_NODAL_OF(count, ...) VF_CAT(VF_NODAL_OF_, VF_IS_ON(VF_CAT(VF_THREE_, count)))(__VA_ARGS__)
#define VF_NODAL_OF_0(...) .nodal = #__VA_ARGS__
#define VF_NODAL_OF_1(...) .nodal_in = { __VA_ARGS__ }

/* Parts, by the number of faces between a ghost and the box. */
#define VF_PART_faces (1)   /* VF_PART_FACES */
#define VF_PART_edges (2)   /* VF_PART_EDGES */
#define VF_PART_corners (4) /* VF_PART_CORNERS */
#define VF_NO_PART 64
#define VF_GHOST_PART(word) VF_IF(VF_IS_ROW(VF_PART_##word))(VF_PART_##word)(VF_NO_PART)
#define VF_PARTS_OF(...) VF_PARTS_OF_(VF_COUNT(__VA_ARGS__), __VA_ARGS__)
#define VF_PARTS_OF_(count, ...) VF_CAT(VF_PARTS_OF_, count)(__VA_ARGS__)
#define VF_PARTS_OF_1(a) VF_GHOST_PART(a)
#define VF_PARTS_OF_2(a, b) (VF_GHOST_PART(a) | VF_GHOST_PART(b))
#define VF_PARTS_OF_3(a, b, c) (VF_GHOST_PART(a) | VF_GHOST_PART(b) | VF_GHOST_PART(c))
#define VF_PARTS_OF_4(...) VF_NO_PART
#define VF_PARTS_OF_5(...) VF_NO_PART

/* X(word) for each word of the file. */
#define VF_EACH_SAID(X) VF_EACH_OF(X, VF_GHOSTS)
#define VF_EACH_OF(X, ...) VF_EACH_IN(VF_COUNT(__VA_ARGS__), X, __VA_ARGS__)
#define VF_EACH_IN(count, X, ...) VF_CAT(VF_EACH_, count)(X, __VA_ARGS__)
#define VF_EACH_1(X, a) X(a)
#define VF_EACH_2(X, a, ...) X(a) VF_EACH_1(X, __VA_ARGS__)
#define VF_EACH_3(X, a, ...) X(a) VF_EACH_2(X, __VA_ARGS__)
#define VF_EACH_4(X, a, ...) X(a) VF_EACH_3(X, __VA_ARGS__)
#define VF_EACH_5(X, a, ...) X(a) VF_EACH_4(X, __VA_ARGS__)
#define VF_EACH_6(X, a, ...) X(a) VF_EACH_5(X, __VA_ARGS__)
#define VF_EACH_7(X, a, ...) X(a) VF_EACH_6(X, __VA_ARGS__)
#define VF_EACH_8(X, a, ...) X(a) VF_EACH_7(X, __VA_ARGS__)

/* Sums over all words: the count of words, as digits; the parts, 0 if none are named; a vfi_ghosts_clause; 1 if there
 * are images, else 0. A word without a row counts as nothing, so there is one message about it. */
#define VF_SAID (0 VF_EACH_SAID(VF_SAID_OF))
#define VF_SAID_OF(word) +VF_IF(VF_IS_ROW(VF_GHOSTS_SAYS_##word))(VF_COLUMN_OF(VF_SAID_DIGIT, VF_GHOSTS_SAYS_##word))(0)
#define VF_SAID_DIGIT(digit, ...) digit
#define VF_SAID_PARTS (0 VF_EACH_SAID(VF_SAID_PARTS_OF))
#define VF_SAID_PARTS_OF(word) \
  | VF_IF(VF_IS_ROW(VF_GHOSTS_SAYS_##word))(VF_COLUMN_OF(VF_SAID_PART, VF_GHOSTS_SAYS_##word))(0)
#define VF_SAID_PART(digit, parts, ...) parts
#define VF_SAID_CLAUSE     \
  {                        \
    VF_EACH_SAID(VF_FIELD) \
  }
#define VF_FIELD(word) VF_COLUMN_OF(VF_SAID_FIELDS, VF_GHOSTS_SAYS_##word),
#define VF_SAID_FIELDS(digit, parts, ...) __VA_ARGS__
#define VF_SAID_IMAGES VF_SECOND(VF_EACH_SAID(VF_IMAGES_PROBE))
#define VF_IMAGES_PROBE(word) VF_IMAGES_PROBE_##word
#define VF_IMAGES_PROBE_images(...) ~, 1,

/* Mistakes in the clause. */
#define VF_SAID_UNKNOWN (0 VF_EACH_SAID(VF_UNKNOWN_OF))
#define VF_UNKNOWN_OF(word) +!VF_IS_ROW(VF_GHOSTS_SAYS_##word)
#define VF_SAID_TWICE ((VF_SAID & 0xeeee) != 0)
#define VF_CHECK_GHOSTS                                                                                      \
  VF_ASSERT(VF_IS_AROUND || VF_SAID == 0, "VF_GHOSTS is for kernels over ghosts")                            \
  VF_EACH_SAID(VF_CHECK_SAID)                                                                                \
  VF_ASSERT(!VF_SAID_TWICE, "VF_GHOSTS says the same twice: each word once, and filled(...) or images(...)") \
  VF_ASSERT(VF_SAID_PARTS < VF_NO_PART, "VF_GHOSTS: with(...) names up to three of: faces edges corners")
#define VF_CHECK_SAID(word) \
  VF_ASSERT(VF_IS_ROW(VF_GHOSTS_SAYS_##word), "VF_GHOSTS: there is no word " #word ", but:" VF_GHOSTS_WORDS)
#define VF_WRONG_GHOSTS \
  (VF_SAID_UNKNOWN || VF_SAID_TWICE || VF_SAID_PARTS >= VF_NO_PART || (VF_SAID != 0 && !VF_IS_AROUND))

#define VF_ASSERT(condition, text) _Static_assert(condition, text);

#define VF_UNUSED __attribute__((unused))

/* C types in the body. A wrong word counts as real: the checks report it once. */
#define VF_ELEMENT_OF(row) VF_IF(VF_IS_ROW(row))(VF_COLUMN_OF(VF_ELEMENT_BODY, row))(VF_REAL)
#define VF_VALUE_OF(row) VF_IF(VF_IS_ROW(row))(VF_COLUMN_OF(VF_VALUE_BODY, row))(VF_REAL)
/* vfi_read_double, or vfi_read_double_in_3 if the body gives three indices. If map, reach or text are missing, the array
 * counts as an array with four indices. */
#define VF_ARRAY_OF(access, row, indices) \
  VF_JOIN(VF_CAT(vfi_##access##_, VF_ELEMENT_OF(row)), VF_JOIN(VF_ARRAY_IN_, indices))
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

/* , vfi_read_double rhs   , const double h */
#define VF_PARAMETER_READ(type, name, ...)                                           \
  , VF_UNUSED const VF_IF(VF_IS_REMOTE_FROM(__VA_ARGS__))(VF_REMOTE_ARRAY_OF(name))( \
        VF_ARRAY_OF(read, VF_ELEMENT_ROW_##type, VF_INDICES_FROM(VF_IN_FULL(__VA_ARGS__))))name
#define VF_PARAMETER_WRITE(type, name, ...)                                          \
  , VF_UNUSED const VF_IF(VF_IS_REMOTE_FROM(__VA_ARGS__))(VF_REMOTE_ARRAY_OF(name))( \
        VF_ARRAY_OF(write, VF_ELEMENT_ROW_##type, VF_INDICES_FROM(VF_IN_FULL(__VA_ARGS__))))name
#define VF_PARAMETER_VALUE(type, name, ...) , VF_UNUSED const VF_VALUE_OF(VF_VALUE_ROW_##type) name
#define VF_PARAMETERS \
  VF_ARGUMENTS(VF_PARAMETER_READ, VF_PARAMETER_WRITE, VF_PARAMETER_WRITE, VF_PARAMETER_VALUE) VF_LINE_PARAMETERS

/* VF_POINT_PARAMETERS(i, j, n), of a kernel of rank 2 -> const int i, const int j, const int vfi_k, const int n, ... */
#define VF_POINT_PARAMETERS(...)               \
  VF_JOIN(VF_POINT_OF_, VF_COUNT(__VA_ARGS__)) \
  (__VA_ARGS__), VF_UNUSED const int direction, VF_UNUSED const int face, VF_UNUSED const vf_box box VF_HERE_PARAMETER
#define VF_POINT_OF_4(i, j, k, n) \
  VF_UNUSED const int i, VF_UNUSED const int j, VF_UNUSED const int k, VF_UNUSED const int n
#define VF_POINT_OF_3(i, j, n) VF_POINT_OF_4(i, j, vfi_k, n)
#define VF_POINT_OF_2(i, n) VF_POINT_OF_4(i, vfi_j, vfi_k, n)
#define VF_POINT_OF_1(i) VF_POINT_OF_4(i, vfi_j, vfi_k, vfi_n)

/* A body over ghosts gets its ghost. The image of the ghost has as many indices as the kernel has directions. */
#define VF_IS_AROUND VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_AROUND, VF_POINTS_ROW))(0)
#define VF_HERE_PARAMETER VF_IF(VF_IS_AROUND)(, VF_UNUSED const vfi_ghost vfi_here)()
#define VF_HERE_IMAGE VF_IF(VF_SAID_IMAGES)(vfi_here)(VF_IMAGE_and_VF_IMAGE_SIGN_need_images_in_VF_GHOSTS)
#define VF_IMAGE VF_JOIN(VF_IMAGE_IN_RANK_, VF_DIMENSIONS)
#define VF_IMAGE_IN_RANK_3 VF_IMAGE_IN_RANK_2, VF_IMAGE_IN(2)
#define VF_IMAGE_IN_RANK_2 VF_IMAGE_IN_RANK_1, VF_IMAGE_IN(1)
#define VF_IMAGE_IN_RANK_1 VF_IMAGE_IN(0)
#define VF_IMAGE_IN(d) VF_HERE_IMAGE.image[d]
#define VF_IMAGE_SIGN VF_HERE_IMAGE.sign
#define VF_BEYOND(d) vfi_here.beyond[d]

#define VF_BODY(...)                                                                                 \
  _Pragma("pop_macro(\"VF_HAS_BODY\")") VF_CHECK_ARGUMENTS VF_CHECK_GHOSTS VF_CHECK_RUNS(BODY, TERM) \
      VF_CHECK_POINT(BODY, VF_COUNT(__VA_ARGS__)) VF_OPTION_CONSTANTS VF_REMOTE_ARRAYS               \
      VF_IF(VF_GIVES)(VF_DECLARE_GIVEN)() VF_INLINE void                                             \
      VF_TYPED(_body_)(VF_POINT_PARAMETERS(__VA_ARGS__) VF_PARAMETERS)
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

/* enum { vf_<kernel>_upwind, vf_<kernel>_central = 3, }; for each option */
#define VF_OPTION_CONSTANTS VF_ARGUMENTS(VF_NO_CONSTANTS, VF_NO_CONSTANTS, VF_NO_CONSTANTS, VF_CONSTANTS_OF_VALUE)
#define VF_NO_CONSTANTS(...)
#define VF_CONSTANTS_OF_VALUE(type, ...) VF_IF(VF_SECOND(VF_OPTION_PROBE_##type))(VF_CONSTANTS_OF_##type)()
#define VF_OPTION_PROBE_option(...) ~, 1
#define VF_CONSTANTS_OF_option(...) VF_IF(VF_ARE_NAMES(__VA_ARGS__))(enum { VF_EACH(VF_CONSTANT, __VA_ARGS__) };)()
#define VF_CONSTANT(name) VF_CONSTANT_OF(VF_KERNEL, name)
#define VF_CONSTANT_OF(kernel, name) VF_CONSTANT_NAMED(kernel, name)
#define VF_CONSTANT_NAMED(kernel, name) vf_##kernel##_##name,

/* Structures of constants. */
#define VF_CONSTANTS_PROBE_constants(...) ~, 1
#define VF_HAS_CONSTANTS (0 VF_ARGUMENTS(VF_NO_CONSTANTS, VF_NO_CONSTANTS, VF_NO_CONSTANTS, VF_COUNT_CONSTANTS))
#define VF_COUNT_CONSTANTS(type, ...) +VF_SECOND(VF_CONSTANTS_PROBE_##type)
#define VF_CONSTANTS_CHECKED(name) VF_CONSTANTS_##name(VF_CHECK_MEMBER)
#define VF_CHECK_MEMBER(type, name, text)    \
  VF_ASSERT(VF_IS_ROW(VF_MEMBER_ROW_##type), \
            "member " #name ": " #type " is no type of constants, which are: " VF_MEMBER_WORDS)

/* Each macro is 1 if its part of an argument is correct. */
#define VF_HAS_THREE(...) VF_IS_ON(VF_CAT(VF_THREE_, VF_COUNT(__VA_ARGS__)))
#define VF_THREE_3 1
#define VF_IS_PLACED(map, reach, ...)                                                                                  \
  (VF_IS_ROW(VF_MAP_##map) && VF_OF_ROW(VF_ROW_DIRECTION, map) < VF_DIMENSIONS && VF_OF_ROW(VF_ROW_RATIO, map) >= 1 && \
   VF_OF_ROW(VF_ROW_IS_OF_COLUMNS, map) == VF_OVER_COLUMNS && !VF_OF_ROW(VF_ROW_WRONG, map) && VF_IS_REACH(reach) &&   \
   VF_LEAST_REACH(reach) >= 0 && VF_IS_VERTICAL(map, reach) VF_IF(VF_IS_REMOTE(map))(&&VF_IS_REACHED(reach))())
/* The reach of an array of columns has one number on each side, for levels, or three numbers. */
#define VF_IS_VERTICAL(map, reach) (!VF_OF_ROW(VF_ROW_IS_OF_COLUMNS, map) || VF_IS_COLUMN_REACH(reach))
/* Columns run at the same time, so no column reads elements that another column writes. */
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

/* 0 only if the checks above have no message. */
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
