/* Levels of the robust method: unknowns are groups of unknowns of the next finer level, and know each other by lists. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_AGGREGATES_H
#define VIEWFAB_MULTIGRID_ROBUST_AGGREGATES_H

#include "../engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  VF_SPARSE_PARTS = 32,     /* most that a row is summed in */
  VF_SPARSE_SLICE = 32,     /* rows that lie side by side */
  VF_AGGREGATE_LEVELS = 24, /* most levels */
  VF_AGGREGATE_STEPS = 2,   /* of a smooth */
  VF_LAST_AGGREGATES = 400  /* most unknowns of a level that is solved by the inverse of its matrix */
};

/* Levels are in single precision: they only have to bring an error near to what it is. They are scaled so that all
 * diagonals are 1, and numbers far from 1, that coefficients far from each other make, do not leave the range of floats.
 *
 * The formula of all sums over a row, in the order of its elements. Where parts is 8, say, elements e, e + 8, ... are one
 * sum each, e < 8, and then sums p + 4 are added to sums p < 4, p + 2 to p < 2, and 1 to 0. */
#define VF_SPARSE_ADDED(sum, value, x) ((sum) + (value) * (x))
/* A step of a smooth, and the first one, from 0. */
#define VF_AGGREGATE_RELAXED(self, length, rhs, sum) ((self) + (length) * ((rhs) - (sum)))
#define VF_AGGREGATE_FIRST(length, rhs) ((length) * (rhs))
/* From the finest level, in double, and back to it. */
#define VF_AGGREGATE_TAKEN(take, x) ((float)((take) * (x)))
#define VF_AGGREGATE_GIVEN(self, give, sum) ((self) + (give) * (double)(sum))
/* The same to a finest level in single precision, whose residual is taken as it is. */
#define VF_AGGREGATE_GIVEN_SINGLE(self, give, sum) ((self) + (float)(give) * (sum))

/* A matrix on the device, in slices of 32 rows: element e of row r is number start[r / 32] + 32 e + r % 32, and its
 * column base[r / 32] + column. Rows of a slice are as long as the longest of them, with elements of 0 at its base. */
typedef struct vf_sparse {
  int rows, parts;      /* parts: 1, 4, 8 or 32 */
  const int64_t *start; /* [slices + 1] */
  const int *base;      /* [slices] */
  const uint16_t *near; /* columns, where those of each slice are near to each other; else NULL, and in far */
  const int *far;
  const float *value;
} vf_sparse;

/* A level. Columns of down are unknowns of the next finer level; where that is the solver's finest one, the places of its
 * cells in fields, from cell (0, 0, 0) on. Rows of up are then its cells in column order. */
typedef struct vf_aggregates {
  int count;
  vf_sparse matrix, down, up;
  float *x, *next, *rhs, *left;     /* [count]; left: rhs - A x */
  float length[VF_AGGREGATE_STEPS]; /* of the steps of a smooth */
  bool last;                        /* matrix is the inverse, and x is it times rhs */
} vf_aggregates;

/* What a cycle multiplies the residual of a finest level in double with before it makes floats of it, and its result. */
typedef struct vf_aggregates_range {
  double take, give;
} vf_aggregates_range;

#ifdef __cplusplus
}
#endif

#endif
