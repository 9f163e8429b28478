/* The maps of kernel files. A map is one row here: regions of boxes, elements that points own, what a build with
 * VIEWFAB_BOUNDS allows, and the texts of the documentation follow from it.
 *
 * In each direction, a point with index p has the elements
 *   floor(p * refine / coarsen) + first .. floor(p * refine / coarsen) + last
 *   in    every: in all directions; only(d): in direction d, where first and last are 0 in the others; of_call: likewise
 *         in the direction of the call, of a kernel over faces
 *   plus  none; by(value): the VALUE(int3, value, ...) of the call is added
 *   text  what follows "indexed" in documentation */
#ifndef VIEWFAB_KIT_MAPS_H
#define VIEWFAB_KIT_MAPS_H

#include <viewfab/backend/description.h>
#include <viewfab/words/rows.h>

/* clang-format off */
/*      VF_MAP_<word>          refine coarsen first last  in       plus       text */
#define VF_MAP_same            (1, 1,          0,    0,   every,   none,      "like the box")
#define VF_MAP_refined         (2, 1,          0,    1,   every,   none,      "like the box refined by 2")
#define VF_MAP_coarsened       (1, 2,          0,    0,   every,   none,      "like the box coarsened by 2")
#define VF_MAP_face(d)         (1, 1,          0,    1,   only(d), none,      "faces of the box in direction " #d)
#define VF_MAP_face_of_point   (1, 1,          0,    0,   every,   none,      "like the box of faces")
#define VF_MAP_cells_of_face   (1, 1,         -1,    0,   of_call, none,      "cells on both sides of the faces")
#define VF_MAP_shifted(s)      (1, 1,          0,    0,   every,   by(s),     "like the box, shifted by " #s)
/* clang-format on */

/* As another map, in an array without component index. */
#define VF_MAP_shared(map) VF_MAP_##map

#define VF_JOIN(a, b) VF_JOIN_(a, b)
#define VF_JOIN_(a, b) a##b

/* Whether the word is shared(...). */
#define VF_SHARED_PROBE_shared(map) ~, 1
#define VF_IS_SHARED(map) VF_SECOND(VF_SHARED_PROBE_##map)

/* What the words of a row are in numbers and names. */
#define VF_ONLY_every -1
#define VF_ONLY_only(d) (d)
#define VF_ONLY_of_call -1
#define VF_OF_CALL_every false
#define VF_OF_CALL_only(d) false
#define VF_OF_CALL_of_call true
#define VF_SHIFT_none ""
#define VF_SHIFT_by(value) #value

/* A vf_map. A word without a row gives zeros, so that it has one message. */
#define VF_MAP(map) VF_MAP_OF(VF_MAP_##map, VF_IS_SHARED(map), #map)
#define VF_MAP_OF(row, shared, word) VF_JOIN(VF_MAP_OF_, VF_IS_ROW(row))(row, shared, word)
/* clang-format off */
#define VF_MAP_OF_0(row, shared, word) { { { 0, 0, 0, 0, 0 } } }
/* clang-format on */
#define VF_MAP_OF_1(row, shared, word) VF_MAP_FIELDS(VF_ROW_FIELDS row, shared, word)
#define VF_ROW_FIELDS(...) __VA_ARGS__
#define VF_MAP_FIELDS(...) VF_MAP_FIELDS_(__VA_ARGS__)
#define VF_MAP_FIELDS_(refine, coarsen, first, last, in, plus, text, shared, word)                          \
  {                                                                                                         \
    { VF_MAP_ENTRY(0, refine, coarsen, first, last, in), VF_MAP_ENTRY(1, refine, coarsen, first, last, in), \
      VF_MAP_ENTRY(2, refine, coarsen, first, last, in) },                                                  \
        VF_OF_CALL_##in, shared, VF_SHIFT_##plus, word, text                                                \
  }
#define VF_MAP_ENTRY(d, refine, coarsen, first, last, in)                  \
  {                                                                        \
    d, refine, coarsen, VF_ONLY_##in < 0 || VF_ONLY_##in == d ? first : 0, \
        VF_ONLY_##in < 0 || VF_ONLY_##in == d ? last : 0                   \
  }

/* What a field of the row is: VF_ROW_ONLY the direction, or -1; VF_ROW_SHIFT the value that is added, of a bundle of
 * arguments, or NULL. */
#define VF_ROW_ONLY(refine, coarsen, first, last, in, plus, text) VF_ONLY_##in
#define VF_ROW_SHIFT(refine, coarsen, first, last, in, plus, text) VF_SHIFT_FROM_##plus
#define VF_SHIFT_FROM_none NULL
#define VF_SHIFT_FROM_by(value) bundle.value.at
#define VF_OF_ROW(field, map) VF_OF_ROW_(field, VF_MAP_##map)
#define VF_OF_ROW_(field, row) VF_JOIN(VF_OF_ROW_, VF_IS_ROW(row))(field, row)
#define VF_OF_ROW_0(field, row) 0
#define VF_OF_ROW_1(field, row) field row

/* The words of a reach, reach(r), reach(x, y, z) or reach(below(...), above(...)) with one or three numbers in each, as
 * six numbers: below in x, y, z, then above. */
#define VF_REACH_reach(...) VF_JOIN(VF_REACH_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_REACH_OF_1(all) all, all, all, all, all, all
#define VF_REACH_OF_2(low, high) VF_LOW_##low, VF_HIGH_##high
#define VF_REACH_OF_3(x, y, z) x, y, z, x, y, z
#define VF_LOW_below(...) VF_JOIN(VF_SIDE_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_HIGH_above(...) VF_JOIN(VF_SIDE_OF_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_SIDE_OF_1(all) all, all, all
#define VF_SIDE_OF_3(x, y, z) x, y, z

/* Whether a word is reach(...); others count as reach(0), so that they have one message. */
#define VF_REACH_PROBE_reach(...) ~, 1
#define VF_IS_REACH(reach) VF_SECOND(VF_REACH_PROBE_##reach)
#define VF_SIX(reach) VF_JOIN(VF_SIX_, VF_IS_REACH(reach))(VF_REACH_##reach)
#define VF_SIX_0(...) 0, 0, 0, 0, 0, 0
#define VF_SIX_1(...) __VA_ARGS__

/* A vf_reach, its sum and its least number. */
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
