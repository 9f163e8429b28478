/* Levels of the robust method: unknowns are groups of unknowns of the next finer level, and know each other by lists. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_AGGREGATES_H
#define VIEWFAB_MULTIGRID_ROBUST_AGGREGATES_H

#include "../engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  VF_SPARSE_PARTS = 8,      /* in which long rows are summed */
  VF_SPARSE_SLICE = 32,     /* rows that lie side by side */
  VF_AGGREGATE_LEVELS = 24, /* most levels */
  VF_AGGREGATE_STEPS = 2,   /* of a smooth */
  VF_LAST_AGGREGATES = 400  /* most unknowns of a level that is solved by the inverse of its matrix */
};

/* The formula of all sums over a row, in the order of its elements. Where parts is 8, elements e, e + 8, ... are one sum
 * each, e < 8, and then sums p + 4 are added to sums p < 4, p + 2 to p < 2, and 1 to 0. */
#define VF_SPARSE_ADDED(sum, value, x) ((sum) + (value) * (x))
/* A step of a smooth, length over the diagonal. */
#define VF_AGGREGATE_RELAXED(self, length, inverse, rhs, sum) ((self) + (length) * (inverse) * ((rhs) - (sum)))

/* A matrix on the device, in slices of 32 rows: element e of row r is number start[r / 32] + 32 e + r % 32. Rows of a
 * slice are as long as the longest of them, with elements of 0 in column 0's place. */
typedef struct vf_sparse {
  int rows, parts;      /* parts: 1 or VF_SPARSE_PARTS */
  const int64_t *start; /* [slices + 1] */
  const int *column;
  const double *value;
} vf_sparse;

/* A level. Columns of down are unknowns of the next finer level; where that is the solver's finest one, the places of its
 * cells in fields, from cell (0, 0, 0) on. Rows of up are then its cells in column order. */
typedef struct vf_aggregates {
  int count;
  vf_sparse matrix, down, up;
  double *x, *next, *rhs, *left, *inverse; /* [count]; left: rhs - A x, inverse: 1 / the diagonal */
  double length[VF_AGGREGATE_STEPS];       /* of the steps of a smooth */
  const double *solution;                  /* [count][count] the inverse of the matrix; NULL: not the last level */
} vf_aggregates;

#ifdef __cplusplus
}
#endif

#endif
