/* The rank of a kernel, and the axes of its loop for the directions of an array: for the rows of maps.h. */
#ifndef VIEWFAB_KIT_AXES_H
#define VIEWFAB_KIT_AXES_H

#include <viewfab/backend/words.h>

#define VF_JOIN(a, b) VF_JOIN_(a, b)
#define VF_JOIN_(a, b) a##b

/* 1, 2 or 3: VF_RANK of the kernel file; 3 if the file has no VF_RANK, or a wrong one, which is refused elsewhere. */
#define VF_RANK_ROW_VF_RANK (3)
#define VF_RANK_ROW_1 (1)
#define VF_RANK_ROW_2 (2)
#define VF_RANK_ROW_3 (3)
#define VF_RANK_ROW VF_CAT(VF_RANK_ROW_, VF_RANK)
#define VF_DIMENSIONS VF_JOIN(VF_DIMENSIONS_, VF_IS_ROW(VF_RANK_ROW))
#define VF_DIMENSIONS_0 3
#define VF_DIMENSIONS_1 VF_WORD_OF_RANK(VF_DIMENSIONS_IN_, VF_RANK)
#define VF_DIMENSIONS_IN_VF_RANK 3
#define VF_DIMENSIONS_IN_1 1
#define VF_DIMENSIONS_IN_2 2
#define VF_DIMENSIONS_IN_3 3
#define VF_WORD_OF_RANK(word, rank) VF_WORD_OF_RANK_(word, rank)
#define VF_WORD_OF_RANK_(word, rank) word##rank
#define VF_ITSELF(number) number

/* Words of along(...), as numbers; 5 for another word. */
#define VF_AXIS_ROW_i (0)
#define VF_AXIS_ROW_j (1)
#define VF_AXIS_ROW_k (2)
#define VF_AXIS_ROW_n (3)
#define VF_AXIS_ROW_any (-1)
/* The values of VF_AXIS and VF_OTHER_AXIS. */
#define VF_AXIS_ROW_0 (0)
#define VF_AXIS_ROW_1 (1)
#define VF_AXIS_ROW_2 (2)
#define VF_AXIS_NUMBER(word) VF_JOIN(VF_AXIS_NUMBER_, VF_IS_ROW(VF_AXIS_ROW_##word))(VF_AXIS_ROW_##word)
#define VF_AXIS_NUMBER_0(row) 5
#define VF_AXIS_NUMBER_1(row) VF_ITSELF row

/* "i, j"; also from (0, j). */
#define VF_AXIS_LETTERS(...) VF_JOIN(VF_AXIS_LETTERS_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_AXIS_LETTERS_1(a) VF_AXIS_LETTER(a)
#define VF_AXIS_LETTERS_2(a, b) VF_AXIS_LETTER(a) ", " VF_AXIS_LETTER(b)
#define VF_AXIS_LETTERS_3(a, b, c) VF_AXIS_LETTERS_2(a, b) ", " VF_AXIS_LETTER(c)
#define VF_AXIS_LETTERS_4(a, b, c, d) VF_AXIS_LETTERS_3(a, b, c) ", " VF_AXIS_LETTER(d)
#define VF_AXIS_LETTER(word) VF_IF(VF_IS_ROW(VF_AXIS_LETTER_##word))(VF_ITSELF VF_AXIS_LETTER_##word)(#word)
#define VF_AXIS_LETTER_0 ("i")
#define VF_AXIS_LETTER_1 ("j")
#define VF_AXIS_LETTER_2 ("k")

/* Four numbers, 4 behind the last axis: own -> 0, 1, 2, 3 */
#define VF_AXES_own 0, 1, 2, 3
#define VF_AXES_free -1, -1, -1, 3
#define VF_AXES_remote -1, 4, 4, 4
#define VF_AXES_column(type, points, levels, parts, blocks, ...) VF_IF(points)(0)(-1), -1, VF_IF(blocks)(1)(-1), 4
#define VF_AXES_listed(...) VF_JOIN(VF_AXES_LISTED_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_AXES_LISTED_1(a) VF_AXIS_NUMBER(a), 4, 4, 4
#define VF_AXES_LISTED_2(a, b) VF_AXIS_NUMBER(a), VF_AXIS_NUMBER(b), 4, 4
#define VF_AXES_LISTED_3(a, b, c) VF_AXIS_NUMBER(a), VF_AXIS_NUMBER(b), VF_AXIS_NUMBER(c), 4
#define VF_AXES_LISTED_4(a, b, c, d) VF_AXIS_NUMBER(a), VF_AXIS_NUMBER(b), VF_AXIS_NUMBER(c), VF_AXIS_NUMBER(d)

/* The number of indices of an array in a body, as a word in the name of its type. */
#define VF_INDICES_own VF_JOIN(VF_INDICES_OWN_, VF_IS_ROW(VF_RANK_ROW))
#define VF_INDICES_free VF_INDICES_own
#define VF_INDICES_remote remote
#define VF_INDICES_column(type, ...) type
#define VF_INDICES_listed(...) VF_COUNT(__VA_ARGS__)
#define VF_INDICES_OWN_0 4
#define VF_INDICES_OWN_1 VF_WORD_OF_RANK(VF_INDICES_IN_, VF_RANK)
#define VF_INDICES_IN_VF_RANK 4
#define VF_INDICES_IN_1 2
#define VF_INDICES_IN_2 3
#define VF_INDICES_IN_3 4

/* The directions of an array, without the direction of the components. */
#define VF_AXES_RANK_own VF_DIMENSIONS
#define VF_AXES_RANK_free VF_DIMENSIONS
#define VF_AXES_RANK_remote 1
#define VF_AXES_RANK_column(...) 3
#define VF_AXES_RANK_listed(...) VF_OF_FOUR(VF_RANK_OF, VF_AXES_listed(__VA_ARGS__))
#define VF_RANK_OF(a, b, c, d) (((a) < 3) + ((b) < 3) + ((c) < 3) + ((d) < 3))

#define VF_HAS_N_own true
#define VF_HAS_N_free true
#define VF_HAS_N_remote false
#define VF_HAS_N_column(...) false
#define VF_HAS_N_listed(...) VF_OF_FOUR(VF_HAS_N_OF, VF_AXES_listed(__VA_ARGS__))
#define VF_HAS_N_OF(a, b, c, d) ((a) == 3 || (b) == 3 || (c) == 3 || (d) == 3)

/* The axes of arrays of columns, as a vfi_column_shape. */
/* clang-format off */
#define VF_COLUMN_SHAPE_own { 0, 0, 0, 0, 0, 0, 0 }
#define VF_COLUMN_SHAPE_free { 0, 0, 0, 0, 0, 0, 0 }
#define VF_COLUMN_SHAPE_remote { 0, 0, 0, 0, 0, 0, 0 }
#define VF_COLUMN_SHAPE_listed(...) { 0, 0, 0, 0, 0, 0, 0 }
#define VF_COLUMN_SHAPE_column(...) VF_COLUMN_SHAPE_FIELDS(__VA_ARGS__, 0)
#define VF_COLUMN_SHAPE_FIELDS(type, points, levels, parts, blocks, species, rows, ...) { 1, points, levels, parts, blocks, species, rows }
/* clang-format on */
#define VF_IS_OF_COLUMNS_own 0
#define VF_IS_OF_COLUMNS_free 0
#define VF_IS_OF_COLUMNS_remote 0
#define VF_IS_OF_COLUMNS_listed(...) 0
#define VF_IS_OF_COLUMNS_column(...) 1
#define VF_IS_OF_RANKS_own false
#define VF_IS_OF_RANKS_free false
#define VF_IS_OF_RANKS_remote true
#define VF_IS_OF_RANKS_listed(...) false
#define VF_IS_OF_RANKS_column(...) false

/* 1 if the array follows all axes of the loop. Over columns: 1 if each element belongs to one column, or to one
 * team. */
#define VF_AXES_ARE_ALL_own 1
#define VF_AXES_ARE_ALL_free 0
#define VF_AXES_ARE_ALL_remote 0
#define VF_AXES_ARE_ALL_column(type, points, levels, parts, blocks, ...) \
  ((blocks) && ((points) || VF_RUNS == VF_RUNS_PHASES))
#define VF_AXES_ARE_ALL_listed(...) VF_OF_FOUR(VF_ARE_ALL, VF_AXES_listed(__VA_ARGS__))
#define VF_ARE_ALL(a, b, c, d)                                                                                  \
  (((a) >= 0 && (a) < VF_DIMENSIONS) + ((b) >= 0 && (b) < VF_DIMENSIONS) + ((c) >= 0 && (c) < VF_DIMENSIONS) == \
   VF_DIMENSIONS)

/* Possible mistakes in a list of axes, each 1 or 0. */
#define VF_IS_NO_AXIS(a, b, c, d) ((a) == 5 || (b) == 5 || (c) == 5 || (d) == 5)
#define VF_IS_TWICE(a, b, c, d)                                                                                  \
  (VF_SAME_AXIS(a, b) || VF_SAME_AXIS(a, c) || VF_SAME_AXIS(a, d) || VF_SAME_AXIS(b, c) || VF_SAME_AXIS(b, d) || \
   VF_SAME_AXIS(c, d))
#define VF_SAME_AXIS(p, q) ((p) == (q) && (p) >= 0 && (p) < 4)
#define VF_IS_N_BEFORE(a, b, c, d) \
  (((a) == 3 && (b) != 4) || ((b) == 3 && (c) != 4) || ((c) == 3 && (d) != 4) || ((d) < 3))
#define VF_IS_BEYOND(a, b, c, d) (VF_BEYOND_RANK(a) || VF_BEYOND_RANK(b) || VF_BEYOND_RANK(c) || VF_BEYOND_RANK(d))
#define VF_BEYOND_RANK(axis) ((axis) < 3 && (axis) >= VF_DIMENSIONS)
#define VF_OF_FOUR(predicate, ...) VF_OF_FOUR_(predicate, __VA_ARGS__)
#define VF_OF_FOUR_(predicate, a, b, c, d) predicate(a, b, c, d)
#define VF_AXES_WRONG(axes)                                                                                      \
  (VF_OF_LISTED(VF_IS_NO_AXIS, axes) || VF_OF_LISTED(VF_IS_TWICE, axes) || VF_OF_LISTED(VF_IS_N_BEFORE, axes) || \
   VF_OF_LISTED(VF_IS_BEYOND, axes))
/* The predicate for axes from the author's list. */
#define VF_OF_LISTED(predicate, axes) VF_OF_LISTED_(predicate, VF_LISTED_##axes)
#define VF_OF_LISTED_(predicate, ...) VF_OF_FOUR(predicate, __VA_ARGS__)
#define VF_LISTED_own 4, 4, 4, 4
#define VF_LISTED_free 4, 4, 4, 4
#define VF_LISTED_remote 4, 4, 4, 4
#define VF_LISTED_column(...) 4, 4, 4, 4
#define VF_LISTED_listed(...) VF_AXES_listed(__VA_ARGS__)

/* The place of points and elements in each direction: 1 on nodes, 0 on cells, 2 as the points. Node i is the lower end
 * of cell i. */
#define VF_PLACE_points 2, 2, 2
#define VF_PLACE_cells 0, 0, 0
#define VF_PLACE_nodes 1, 1, 1
#define VF_PLACE_face(d) (d) == 0, (d) == 1, (d) == 2
#define VF_PLACE_edge(d) (d) != 0, (d) != 1, (d) != 2
#define VF_DIRECTION_points -1
#define VF_DIRECTION_cells -1
#define VF_DIRECTION_nodes -1
#define VF_DIRECTION_face(d) (d)
#define VF_DIRECTION_edge(d) (d)

#define VF_PLACE_AT(d, ...) VF_JOIN(VF_PICK_, d)(__VA_ARGS__)
#define VF_PICK_0(x, y, z) (x)
#define VF_PICK_1(x, y, z) (y)
#define VF_PICK_2(x, y, z) (z)

/* The words of VF_POINTS_ON; cells if the kernel file has none, or a wrong one, which is refused elsewhere. */
#define VF_POINTS_ON_ROW_VF_POINTS_ON (cells)
#define VF_POINTS_ON_ROW_cells (cells)
#define VF_POINTS_ON_ROW_nodes (nodes)
#define VF_POINTS_ON_ROW_face(d) (face)
#define VF_POINTS_ON_ROW_edge(d) (edge)
#define VF_POINTS_ON_ROW VF_CAT(VF_POINTS_ON_ROW_, VF_POINTS_ON)
#define VF_PLACE_OF_POINTS VF_JOIN(VF_PLACE_OF_POINTS_, VF_IS_ROW(VF_POINTS_ON_ROW))
#define VF_PLACE_OF_POINTS_0 VF_PLACE_cells
#define VF_PLACE_OF_POINTS_1 VF_PLACE_OF_WORD(VF_POINTS_ON)
#define VF_PLACE_OF_WORD(word) VF_PLACE_OF_WORD_(word)
#define VF_PLACE_OF_WORD_(word) VF_PLACE_##word
#define VF_PLACE_VF_POINTS_ON VF_PLACE_cells

/* Points of a kernel over faces are on nodes in the direction of the call; the places of other points follow
 * VF_POINTS_ON. */
/* Unknown points are refused elsewhere. */
#define VF_POINTS_ROW VF_CAT(VF_POINTS_ROW_, VF_POINTS)
#define VF_IS_OF_CALL VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_ARE_FACES, VF_POINTS_ROW))(0)
#define VF_POINTS_ARE_FACES(NAME, word, loops, runs, adds, added, last, ...) (last == 2) /* the preprocessor asks too */
#define VF_POINT_NODAL(d, in_call) (VF_IS_OF_CALL ? (in_call) : VF_PLACE_AT(d, VF_PLACE_OF_POINTS))

/* The same for an array with this place. If the direction of the points is known at the call only, faces and edges of a
 * direction belong to the cell with the indices of the point. */
#define VF_POINT_BESIDE(place, d, in_call) (VF_IS_OF_CALL && VF_DIRECTION_##place >= 0 ? 0 : VF_POINT_NODAL(d, in_call))

/* The elements beside a point: from the cell to the nodes at both its ends, from a node to the cells on both sides.
 * VF_BESIDE(FIRST, d, face(0), 1) -> first element in direction d, of an array on faces in x, if d is the direction of
 * the call */
#define VF_BESIDE(end, d, place, in_call) \
  VF_CENTRED_##end(VF_PLACE_AT(d, VF_PLACE_##place), VF_POINT_BESIDE(place, d, in_call))
#define VF_CENTRED_FIRST(element, point) ((element) < (point) ? -1 : 0)
#define VF_CENTRED_LAST(element, point) ((element) == 1 && (point) == 0 ? 1 : 0)

#endif
