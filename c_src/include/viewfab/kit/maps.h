/* The maps of kernel files. A map is one row here: regions of boxes, elements that points own, the limits of a build
 * with VIEWFAB_BOUNDS, and the texts of the documentation follow from the row.
 *
 * In each direction, a point with index p along an axis of the loop has the elements
 *   floor(p * refine / coarsen) + first .. floor(p * refine / coarsen) + last
 *   axes   own: the directions of the array are the directions of the loop; listed(...): the named directions, in this
 *          order, n for the components and any for a direction in which each point has all elements; free: any in all
 *          directions; remote: any, in a line over all ranks
 *   place  points: the place of the points; else the place of the array, which adds the elements beside the point, see
 *          axes.h
 *   plus   none; by(value): the VALUE(int3, value, ...) of the call is added; in(value): indices stay in the VALUE(box,
 *          value, ...) of the call
 *   text   documentation behind "indexed" */
#ifndef VIEWFAB_KIT_MAPS_H
#define VIEWFAB_KIT_MAPS_H

#include <viewfab/backend/description.h>
#include <viewfab/kit/axes.h>
#include <viewfab/words/rows.h>

/* clang-format off */
/*      VF_MAP_<word>             axes                  refine coarsen first last place    plus   text */
#define VF_MAP_same               (own,                 1, 1,  0, 0,              points,  none,  "like the box")
#define VF_MAP_refined            (own,                 2, 1,  0, 1,              points,  none,  "like the box refined by 2")
#define VF_REFINED_BY_2(r, o)     (own,                 r, 1,  o, (o) + (r) - 1,  points,  none,  "from " #r "i + " #o " on, " #r " for each point")
#define VF_MAP_coarsened          (own,                 1, 2,  0, 0,              points,  none,  "like the box coarsened by 2")
#define VF_COARSENED_BY_2(r, o)   (own,                 1, r,  o, o,              points,  none,  "at floor(i/" #r ") + " #o)
#define VF_MAP_cells              (own,                 1, 1,  0, 0,              cells,   none,  "cells at the points")
#define VF_MAP_nodes              (own,                 1, 1,  0, 0,              nodes,   none,  "nodes at the points")
#define VF_MAP_face(d)            (own,                 1, 1,  0, 0,              face(d), none,  "faces of the box in direction " #d)
#define VF_MAP_edge(d)            (own,                 1, 1,  0, 0,              edge(d), none,  "edges along direction " #d)
#define VF_MAP_face_of_point      (own,                 1, 1,  0, 0,              points,  none,  "like the box of faces")
#define VF_MAP_cells_of_face      (own,                 1, 1,  0, 0,              cells,   none,  "cells on both sides of the faces")
#define VF_MAP_refined_face_of_point (own,              2, 1,  0, 0,              nodes,   none,  "fine faces of the box of faces refined by 2")
#define VF_MAP_shifted(s)         (own,                 1, 1,  0, 0,              points,  by(s), "like the box, shifted by " #s)
#define VF_MAP_along(...)         (listed(__VA_ARGS__), 1, 1,  0, 0,              points,  none,  "by (" VF_AXIS_LETTERS(__VA_ARGS__) ")")
#define VF_MAP_anywhere           (free,                1, 1,  0, 0,              points,  none,  "anywhere")
#define VF_MAP_within(b)          (free,                1, 1,  0, 0,              points,  in(b), "anywhere within " #b)
#define VF_MAP_remote             (remote,              1, 1,  0, 0,              points,  none,  "by number, over all ranks")
/* Kernels over columns; column(type, points, levels, parts, blocks, species), see columns.h */
#define VF_MAP_surface            (column(surface,       1, 0, 0,   1, 0), 1, 1, 0, 0, points, none, "by point and block")
#define VF_MAP_levels             (column(levels,        1, 1, 0,   1, 0), 1, 1, 0, 0, points, none, "by point, level and block")
#define VF_MAP_half_levels        (column(half_levels,   1, 2, 0,   1, 0), 1, 1, 0, 0, points, none, "by point, half level and block")
#define VF_MAP_parts(n)           (column(parts,         1, 0, n,   1, 0), 1, 1, 0, 0, points, none, "by point, " #n " parts and block")
#define VF_MAP_levels_parts(n)    (column(levels_parts,  1, 1, n,   1, 0), 1, 1, 0, 0, points, none, "by point, " #n " parts, level and block")
#define VF_MAP_levels_species(n)  (column(levels_parts,  1, 1, n,   1, 2), 1, 1, 0, 0, points, none, "by point, level, " #n " species and block")
#define VF_MAP_levels_of_block    (column(profile,       0, 1, 0,   1, 0), 1, 1, 0, 0, points, none, "by level and block")
#define VF_MAP_profile            (column(profile,       0, 1, 0,   0, 0), 1, 1, 0, 0, points, none, "by level")
#define VF_MAP_half_profile       (column(half_profile,  0, 2, 0,   0, 0), 1, 1, 0, 0, points, none, "by half level")
#define VF_TABLE_OF_2(n, m)       (column(table,         0, 0, (n) * (m), 0, 0, n), 1, 1, 0, 0, points, none, "1:" #n ", 1:" #m)
#define VF_MAP_species(map)       VF_MAP_SPECIES_##map
#define VF_MAP_SPECIES_surface    (column(surface,       1, 0, 0,   1, 1), 1, 1, 0, 0, points, none, "by point, species and block")
#define VF_MAP_SPECIES_levels     (column(levels,        1, 1, 0,   1, 1), 1, 1, 0, 0, points, none, "by point, level, species and block")
#define VF_MAP_SPECIES_half_levels (column(half_levels,  1, 2, 0,   1, 1), 1, 1, 0, 0, points, none, "by point, half level, species and block")
#define VF_MAP_SPECIES_levels_of_block (column(profile,  0, 1, 0,   1, 1), 1, 1, 0, 0, points, none, "by level, species and block")
#define VF_MAP_SPECIES_profile    (column(profile,       0, 1, 0,   0, 1), 1, 1, 0, 0, points, none, "by level and species")
/* clang-format on */

/* With another number of arguments than two there is no row. */
#define VF_MAP_refined_by(...) VF_JOIN(VF_REFINED_BY_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_MAP_table(...) VF_JOIN(VF_TABLE_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_MAP_coarsened_by(...) VF_JOIN(VF_COARSENED_BY_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)

/* shared(map): the same as map, in an array without component index. */
#define VF_MAP_shared(map) VF_MAP_##map

/* 1 if the word is shared(...). */
#define VF_SHARED_PROBE_shared(map) ~, 1
#define VF_IS_SHARED(...) VF_IS_SHARED_WORD(__VA_ARGS__)
#define VF_IS_SHARED_WORD(map) VF_SECOND(VF_SHARED_PROBE_##map)

/* 1 if the word is remote, or shared(remote). */
#define VF_REMOTE_PROBE_remote ~, 1
#define VF_REMOTE_PROBE_shared(map) VF_REMOTE_PROBE_##map
#define VF_IS_REMOTE(...) VF_IS_REMOTE_WORD(__VA_ARGS__)
#define VF_IS_REMOTE_WORD(map) VF_SECOND(VF_REMOTE_PROBE_##map)

#define VF_SHIFT_none ""
#define VF_SHIFT_by(value) #value
#define VF_SHIFT_in(value) ""
#define VF_WITHIN_none ""
#define VF_WITHIN_by(value) ""
#define VF_WITHIN_in(value) #value

/* The parts of an array behind its name: map, reach and text. The text alone means same, reach(0). */
#define VF_MAP_IN(...) VF_JOIN(VF_MAP_IN_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_MAP_IN_1(text) same
#define VF_MAP_IN_3(map, reach, text) map
#define VF_REACH_IN(...) VF_JOIN(VF_REACH_IN_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_REACH_IN_1(text) reach(0)
#define VF_REACH_IN_3(map, reach, text) reach
#define VF_TEXT_IN(...) VF_JOIN(VF_TEXT_IN_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_TEXT_IN_1(text) text
#define VF_TEXT_IN_3(map, reach, text) text
/* All three parts; another number of parts stays unchanged. */
#define VF_IN_FULL(...) VF_IF(VF_HAS_THREE_FOR_ONE(__VA_ARGS__))(same, reach(0), __VA_ARGS__)(__VA_ARGS__)
#define VF_HAS_THREE_FOR_ONE(...) VF_IS_ON(VF_CAT(VF_ONE_, VF_COUNT(__VA_ARGS__)))
#define VF_ONE_1 1

/* A vfi_map. A word without a row gives zeros, so there is one message about it. */
#define VF_MAP(...) VF_MAP_WORD(__VA_ARGS__)
#define VF_MAP_WORD(map) VF_MAP_OF(VF_MAP_##map, VF_IS_SHARED(map), #map)
#define VF_MAP_OF(row, shared, word) VF_JOIN(VF_MAP_OF_, VF_IS_ROW(row))(row, shared, word)
/* clang-format off */
#define VF_MAP_OF_0(row, shared, word) { { { 0, 0, 0, 0, 0, 0, 0 } } }
/* clang-format on */
#define VF_MAP_OF_1(row, shared, word) VF_MAP_FIELDS(VF_ROW_FIELDS row, shared, word)
#define VF_ROW_FIELDS(...) __VA_ARGS__
#define VF_MAP_FIELDS(...) VF_MAP_FIELDS_(__VA_ARGS__)
#define VF_MAP_FIELDS_(axes, refine, coarsen, first, last, place, plus, text, shared, word)                            \
  {                                                                                                                    \
    { VF_MAP_ENTRY(0, axes, refine, coarsen, first, last, place),                                                      \
      VF_MAP_ENTRY(1, axes, refine, coarsen, first, last, place),                                                      \
      VF_MAP_ENTRY(2, axes, refine, coarsen, first, last, place) },                                                    \
        VF_AXES_RANK_##axes, VF_IS_OF_CALL, shared || !VF_HAS_N_##axes, VF_SHIFT_##plus, VF_WITHIN_##plus, word, text, \
        VF_COLUMN_SHAPE_##axes, VF_IS_OF_RANKS_##axes                                                                  \
  }
#define VF_MAP_ENTRY(d, axes, refine, coarsen, first, last, place)                           \
  {                                                                                          \
    VF_AXIS_AT(d, VF_AXES_##axes), refine, coarsen, (first) + VF_BESIDE(FIRST, d, place, 1), \
        (last) + VF_BESIDE(LAST, d, place, 1), (first) + VF_BESIDE(FIRST, d, place, 0),      \
        (last) + VF_BESIDE(LAST, d, place, 0)                                                \
  }
#define VF_AXIS_AT(d, ...) VF_JOIN(VF_AXIS_AT_, d)(__VA_ARGS__)
#define VF_AXIS_AT_0(a, b, c, e) (a)
#define VF_AXIS_AT_1(a, b, c, e) (b)
#define VF_AXIS_AT_2(a, b, c, e) (c)

/* The fields of a row:
 *   VF_ROW_DIRECTION       direction in the word of its place, or -1
 *   VF_ROW_INDICES         number of indices of the array in a body
 * The others are 1 if the listed axes have a mistake. */
#define VF_ROW_DIRECTION(axes, refine, coarsen, first, last, place, plus, text) VF_DIRECTION_##place
#define VF_ROW_INDICES(axes, refine, coarsen, first, last, place, plus, text) VF_INDICES_##axes
#define VF_ROW_RATIO(axes, refine, coarsen, first, last, place, plus, text) ((refine) < (coarsen) ? refine : coarsen)
#define VF_ROW_NO_AXIS(axes, ...) VF_OF_LISTED(VF_IS_NO_AXIS, axes)
#define VF_ROW_TWICE(axes, ...) VF_OF_LISTED(VF_IS_TWICE, axes)
#define VF_ROW_N_BEFORE(axes, ...) VF_OF_LISTED(VF_IS_N_BEFORE, axes)
#define VF_ROW_BEYOND(axes, ...) VF_OF_LISTED(VF_IS_BEYOND, axes)
/* True if each element has at most one point, so points may write the elements. */
#define VF_ROW_OWNED(axes, refine, coarsen, first, last, place, plus, text)                        \
  (VF_AXES_ARE_ALL_##axes && (coarsen) == 1 && VF_IS_SINGLE(0, place) && VF_IS_SINGLE(1, place) && \
   VF_IS_SINGLE(2, place))
#define VF_IS_SINGLE(d, place)                                                               \
  ((d) >= VF_DIMENSIONS || (VF_BESIDE(FIRST, d, place, 1) == VF_BESIDE(LAST, d, place, 1) && \
                            VF_BESIDE(FIRST, d, place, 0) == VF_BESIDE(LAST, d, place, 0)))
#define VF_ROW_WRONG(axes, ...) VF_AXES_WRONG(axes)
#define VF_ROW_IS_OF_COLUMNS(axes, ...) VF_IS_OF_COLUMNS_##axes
#define VF_OF_ROW(field, ...) VF_OF_ROW_WORD(field, __VA_ARGS__)
#define VF_OF_ROW_WORD(field, map) VF_OF_ROW_(field, VF_MAP_##map)
#define VF_OF_ROW_(field, row) VF_JOIN(VF_OF_ROW_, VF_IS_ROW(row))(field, row)
#define VF_OF_ROW_0(field, row) 0
#define VF_OF_ROW_1(field, row) field row

/* The number of indices as a word: 4 for a missing map, which is refused elsewhere. */
#define VF_INDICES(...) VF_INDICES_WORD(__VA_ARGS__)
#define VF_INDICES_WORD(map) VF_INDICES_OF(VF_MAP_##map)
#define VF_INDICES_OF(row) VF_IF(VF_IS_ROW(row))(VF_COLUMN_OF(VF_ROW_INDICES, row))(4)

/* The words of a reach as six numbers: below in x, y, z, then above. The words are reach(r), reach(x, y), reach(x, y,
 * z), reach(below(...), above(...)) with such numbers in each, reach_along(r) and reach_along(below, above). */
#define VF_REACH_reach(...) VF_JOIN(VF_REACH_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_REACH_OF_1(all) all, all, all, all, all, all
#define VF_REACH_OF_2(a, b) VF_JOIN(VF_REACH_PAIR_, VF_IS_BELOW(a))(a, b)
#define VF_REACH_PAIR_0(x, y) x, y, 0, x, y, 0
#define VF_REACH_PAIR_1(low, high) VF_LOW_##low, VF_HIGH_##high
#define VF_IS_BELOW(word) VF_SECOND(VF_BELOW_PROBE_##word)
#define VF_BELOW_PROBE_below(...) ~, 1
#define VF_REACH_reach_along(...) VF_JOIN(VF_REACH_ALONG_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_REACH_ALONG_1(all) VF_REACH_ALONG_2(all, all)
#define VF_REACH_ALONG_2(low, high) VF_ALL_ALONG(low), VF_ALL_ALONG(high)
#define VF_ALL_ALONG(r) (VF_AXIS == 0 ? (r) : 0), (VF_AXIS == 1 ? (r) : 0), (VF_AXIS == 2 ? (r) : 0)
#define VF_REACH_OF_3(x, y, z) x, y, z, x, y, z
#define VF_LOW_below(...) VF_JOIN(VF_SIDE_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_HIGH_above(...) VF_JOIN(VF_SIDE_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_SIDE_OF_1(all) all, all, all
#define VF_SIDE_OF_2(x, y) x, y, 0
#define VF_SIDE_OF_3(x, y, z) x, y, z

/* The same over columns: reach(r) means levels; three numbers mean points, levels and blocks. The six numbers are -1 if
 * the word has neither one nor three numbers. */
#define VF_COLUMN_REACH_reach_along(...) -1, -1, -1, -1, -1, -1
#define VF_COLUMN_REACH_reach(...) VF_JOIN(VF_COLUMN_REACH_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_COLUMN_REACH_OF_1(k) 0, k, 0, 0, k, 0
#define VF_COLUMN_REACH_OF_2(a, b) VF_JOIN(VF_COLUMN_REACH_PAIR_, VF_IS_BELOW(a))(a, b)
#define VF_COLUMN_REACH_OF_3(i, k, b) i, k, b, i, k, b
#define VF_COLUMN_REACH_PAIR_0(i, k) -1, -1, -1, -1, -1, -1
#define VF_COLUMN_REACH_PAIR_1(low, high) VF_COLUMN_LOW_##low, VF_COLUMN_HIGH_##high
#define VF_COLUMN_LOW_below(...) VF_JOIN(VF_COLUMN_SIDE_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_COLUMN_HIGH_above(...) VF_JOIN(VF_COLUMN_SIDE_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_COLUMN_SIDE_OF_1(k) 0, k, 0
#define VF_COLUMN_SIDE_OF_2(i, k) -1, -1, -1
#define VF_COLUMN_SIDE_OF_3(i, k, b) i, k, b
#define VF_COLUMN_SIX(reach) VF_JOIN(VF_SIX_, VF_IS_REACH(reach))(VF_COLUMN_REACH_##reach)

/* A vfi_reach in levels; a vfi_reach in points and blocks, the directions of the box of columns; and a
 * vfi_column_reach. */
#define VF_REACH_IN_LEVELS(reach) VF_COLUMN_FIELDS(VF_FIELDS_IN_LEVELS, VF_COLUMN_SIX(reach))
#define VF_REACH_BESIDE(reach) VF_COLUMN_FIELDS(VF_FIELDS_BESIDE, VF_COLUMN_SIX(reach))
#define VF_COLUMN_FIELDS(fields, ...) fields(__VA_ARGS__)
#define VF_FIELDS_IN_LEVELS(a, b, c, d, e, f) VF_REACH_FIELDS_(b, b, b, e, e, e)
#define VF_FIELDS_BESIDE(a, b, c, d, e, f) VF_REACH_FIELDS_(a, c, 0, d, f, 0)
/* The total distance of a column to its neighbours. */
#define VF_TOTAL_BESIDE(reach) VF_COLUMN_FIELDS(VF_TOTAL_BESIDE_OF, VF_COLUMN_SIX(reach))
#define VF_TOTAL_BESIDE_OF(a, b, c, d, e, f) ((a) + (c) + (d) + (f))
#define VF_IS_COLUMN_REACH(reach) VF_COLUMN_FIELDS(VF_IS_COLUMN_REACH_OF, VF_COLUMN_SIX(reach))
#define VF_IS_COLUMN_REACH_OF(a, b, c, d, e, f) ((a) != -1 && (d) != -1)

/* 1 if a word is reach(...) or reach_along(...). Other words count as reach(0), so there is one message about them. */
#define VF_REACH_PROBE_reach(...) ~, 1
#define VF_REACH_PROBE_reach_along(...) ~, 1
#define VF_IS_REACH(...) VF_IS_REACH_WORD(__VA_ARGS__)
#define VF_IS_REACH_WORD(reach) VF_SECOND(VF_REACH_PROBE_##reach)
#define VF_SIX(...) VF_SIX_WORD(__VA_ARGS__)
#define VF_SIX_WORD(reach) VF_JOIN(VF_SIX_, VF_IS_REACH_WORD(reach))(VF_REACH_##reach)
#define VF_SIX_0(...) 0, 0, 0, 0, 0, 0
#define VF_SIX_1(...) __VA_ARGS__

/* A vfi_reach, its sum and its least number. */
#define VF_REACH(reach) VF_REACH_FIELDS(VF_SIX(reach))
#define VF_REACH_FIELDS(...) VF_REACH_FIELDS_(__VA_ARGS__)
#define VF_REACH_FIELDS_(a, b, c, d, e, f) \
  {                                        \
    { a, b, c }, { d, e, f }               \
  }
#define VF_TOTAL_REACH(reach) VF_TOTAL_OF(VF_SIX(reach))
#define VF_TOTAL_OF(...) VF_TOTAL_OF_(__VA_ARGS__)
#define VF_TOTAL_OF_(a, b, c, d, e, f) ((a) + (b) + (c) + (d) + (e) + (f))
#define VF_LEAST_REACH(reach) VF_LEAST_OF(VF_SIX(reach))
#define VF_LEAST_OF(...) VF_LEAST_OF_(__VA_ARGS__)
#define VF_LEAST_OF_(a, b, c, d, e, f) ((a) < 0 || (b) < 0 || (c) < 0 || (d) < 0 || (e) < 0 || (f) < 0 ? -1 : 0)

#endif
