/* Kinds of points: the places of a box at which a body runs. */
#ifndef VIEWFAB_WORDS_POINTS_H
#define VIEWFAB_WORDS_POINTS_H

#include <viewfab/words/rows.h>

/* Columns:
 *   NAME, word  VF_POINTS_<NAME>, and the word of kernel files
 *   loops       the sort of loops: kinds of the same sort may give results, and take remote arrays
 *   runs        BODY, or TERM if the file gives a number for each point; WINDOWS over tiles of a line; SWEEPS and
 *               PHASES over columns of levels
 *   adds        argument that the kind adds to a call: NOTHING, or SELECTOR, an integer
 *   added       name of the added argument
 *   last        largest value of a selector; the smallest is 0
 *   step        distance of neighbouring points in i; the elements between are left alone
 *   around      layers of points beside the box; 0: the points are in the box
 *   place       text: the place of a point
 *   walked      text: the points of a call
 *   boxes       text: meaning of the box of a call
 *   meaning     text: meaning of the added argument */
#define VF_POINTS_ROW_all \
  (ALL, "all", rows, BODY, NOTHING, "", 0, 1, 0, "cell", "all cells of the box", VF_BOXES_OF_CELLS, "")

#define VF_POINTS_ROW_coloured                                                                                      \
  (COLOURED, "coloured", rows, BODY, SELECTOR, "colour", 1, 2, 0, "cell", "cells of one colour", VF_BOXES_OF_CELLS, \
   "cells with mod(i + j + k, 2) = colour are updated; 0 or 1")

#define VF_POINTS_ROW_faces                                                                                           \
  (FACES, "faces", rows, BODY, SELECTOR, "direction", 2, 1, 0, "face", "faces in one direction",                      \
   "faces to work on, or an array of such boxes; face i lies between cells i - 1 and i; with sets, box b for view b", \
   "direction of the faces: 0, 1 or 2")

#define VF_POINTS_ROW_reduction                                           \
  (REDUCTION, "reduction", reduction, TERM, NOTHING, "", 0, 1, 0, "cell", \
   "all cells of the box, reduced to one number", VF_BOXES_OF_CELLS, "")

#define VF_POINTS_ROW_ghosts                                                                                        \
  (GHOSTS, "ghosts", ghosts, BODY, NOTHING, "", 0, 1, 1, "cell", "the ghost cells beside the six faces of the box", \
   "cells whose ghosts are filled, usually the domain, or an array of such boxes; with sets, box b for view b", "")

#define VF_POINTS_ROW_columns                                                                                \
  (COLUMNS, "columns", columns, SWEEPS, NOTHING, "", 0, 1, 0, "column", "all columns, swept level by level", \
   VF_COLUMNS_OF_BLOCKS, "")

#define VF_POINTS_ROW_teams                                                                                         \
  (TEAMS, "teams", teams, PHASES, NOTHING, "", 0, 1, 0, "block of columns", "all blocks, each by a team in phases", \
   VF_COLUMNS_OF_BLOCKS, "")

#define VF_POINTS_ROW_tiles                                                                            \
  (TILES, "tiles", tiles, WINDOWS, NOTHING, "", 0, 1, 0, "cell", "all cells of the box, tile by tile", \
   VF_BOXES_OF_CELLS, "")

#define VF_COLUMNS_OF_BLOCKS "points kidia to kfdia of blocks first to last, of which the last one may be cut"

#define VF_BOXES_OF_CELLS \
  "cells to work on, or an array of such boxes; empty boxes are skipped; with sets, box b for view b"

#define VF_POINTS_LIST(X)              \
  VF_APPLY(X, VF_POINTS_ROW_all)       \
  VF_APPLY(X, VF_POINTS_ROW_coloured)  \
  VF_APPLY(X, VF_POINTS_ROW_faces)     \
  VF_APPLY(X, VF_POINTS_ROW_reduction) \
  VF_APPLY(X, VF_POINTS_ROW_ghosts)    \
  VF_APPLY(X, VF_POINTS_ROW_columns)   \
  VF_APPLY(X, VF_POINTS_ROW_teams)     \
  VF_APPLY(X, VF_POINTS_ROW_tiles)

#define VF_POINTS_WORDS VF_POINTS_LIST(VF_WORD)

#define VF_POINTS_NAME(NAME, ...) VF_POINTS_##NAME
#define VF_POINTS_LOOPS(NAME, word, loops, ...) loops
#define VF_POINTS_RUNS(NAME, word, loops, runs, ...) VF_RUNS_##runs
#define VF_POINTS_ADDS(NAME, word, loops, runs, adds, ...) VF_ADDS_##adds
#define VF_POINTS_STEP(NAME, word, loops, runs, adds, added, last, step, ...) step
#define VF_POINTS_AROUND(NAME, word, loops, runs, adds, added, last, step, around, ...) around
/* 1 if the neighbours of a point are points of the same call, and each point writes. */
#define VF_POINTS_MEET(NAME, word, loops, runs, adds, added, last, step, around, ...) \
  ((VF_RUNS_##runs == VF_RUNS_BODY || VF_RUNS_##runs == VF_RUNS_WINDOWS) && step == 1 && around == 0)

/* Macros for comparisons by the preprocessor. */
#define VF_RUNS_BODY 0
#define VF_RUNS_TERM 1
#define VF_RUNS_WINDOWS 2
#define VF_RUNS_SWEEPS 3 /* from here on: kernels over columns */
#define VF_RUNS_PHASES 4
#define VF_ADDS_NOTHING 0
#define VF_ADDS_SELECTOR 1

/* Loops that take the results of points; other loops take no results. */
#define VF_GIVING_LOOPS_rows reduction
#define VF_GIVING_LOOPS_reduction reduction
#define VF_GIVING_LOOPS_tiles tiles
#define VF_CAN_GIVE_rows 1
#define VF_CAN_GIVE_reduction 1
#define VF_CAN_GIVE_tiles 1

/* The operations on results. Columns:
 *   NAME, word  VF_REDUCTION_<NAME>, and the word after VF_REDUCE
 *   start       start of the tree, and result if no point gives a number
 *   of_nothing  result of a kernel over reduction without points
 * kit/reduction_tree.h combines two numbers. */
#define VF_REDUCTION_ROW_sum (SUM, "sum", 0, 0)
#define VF_REDUCTION_ROW_min (MIN, "min", HUGE_VAL, HUGE_VAL)
#define VF_REDUCTION_ROW_max (MAX, "max", -HUGE_VAL, 0)

#define VF_REDUCTION_LIST(X)        \
  VF_APPLY(X, VF_REDUCTION_ROW_sum) \
  VF_APPLY(X, VF_REDUCTION_ROW_min) \
  VF_APPLY(X, VF_REDUCTION_ROW_max)

#define VF_REDUCTION_WORDS VF_REDUCTION_LIST(VF_WORD)
#define VF_REDUCTION_NAME(NAME, ...) VF_REDUCTION_##NAME
#define VF_REDUCTION_START(NAME, word, start, of_nothing) (start)
#define VF_REDUCTION_OF_NOTHING(NAME, word, start, of_nothing) (of_nothing)

#endif
