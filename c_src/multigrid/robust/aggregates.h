/* Levels of the robust method: an unknown is a group of unknowns of the next finer level, and lists name the unknowns
 * that are coupled. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_AGGREGATES_H
#define VIEWFAB_MULTIGRID_ROBUST_AGGREGATES_H

#include "../engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  VF_SPARSE_PARTS = 32,     /* most parts of the sum over a row */
  VF_SPARSE_SLICE = 32,     /* rows side by side in memory */
  VF_AGGREGATE_LEVELS = 24, /* most levels */
  VF_AGGREGATE_STEPS = 2,   /* of a smooth */
  VF_LAST_AGGREGATES = 400  /* most unknowns of a level that the inverse of its matrix solves */
};

/* Levels are in single precision: a level only has to bring an error near its true value. Levels are scaled so that all
 * diagonals are 1. So coefficients of very different sizes do not make numbers that leave the range of floats.
 *
 * The formula of all sums over a row, in the order of its elements. If parts is 8, for example, elements e, e + 8, ...
 * form one sum for each e < 8. Then sums p + 4 are added to sums p < 4, p + 2 to p < 2, and 1 to 0. */
#define VF_SPARSE_ADDED(sum, value, x) ((sum) + (value) * (x))
/* A step of a smooth, and the first step, from 0. */
#define VF_AGGREGATE_RELAXED(self, length, rhs, sum) ((self) + (length) * ((rhs) - (sum)))
#define VF_AGGREGATE_FIRST(length, rhs) ((length) * (rhs))
/* From the finest level, in double, and back to it. */
#define VF_AGGREGATE_TAKEN(take, x) ((float)((take) * (x)))
#define VF_AGGREGATE_GIVEN(self, give, sum) ((self) + (give) * (double)(sum))
/* The same to a finest level in single precision, whose residual is taken unchanged. */
#define VF_AGGREGATE_GIVEN_SINGLE(self, give, sum) ((self) + (float)(give) * (sum))

/* A matrix on the device, in slices of 32 rows: element e of row r is number start[r / 32] + 32 e + r % 32,
 * and its column is base[r / 32] + column. All rows of a slice are as long as its longest row, with elements
 * of 0 at the slice's base. */
typedef struct vfi_sparse {
  int rows, parts;      /* parts: 1, 4, 8 or 32 */
  const int64_t *start; /* [slices + 1] */
  const int *base;      /* [slices] */
  const uint16_t *near; /* columns, if the columns of each slice are near each other; else NULL, and the columns are in
                           far */
  const int *far;
  const float *value;
} vfi_sparse;

/* A level. Columns of down are unknowns of the next finer level. If this level is the solver's finest
 * level, the columns are the places of its cells in fields, counted from cell (0, 0, 0), and rows of up are
 * its cells in column order. */
typedef struct vfi_aggregates {
  int count;
  vfi_sparse matrix, down, up;
  float *x, *next, *rhs, *left;     /* [count]; left: rhs - A x */
  float length[VF_AGGREGATE_STEPS]; /* of the steps of a smooth */
  bool last;                        /* matrix is the inverse, and x is this inverse times rhs */
} vfi_aggregates;

/* The factors of a cycle: take multiplies the residual of a finest level in double before the residual becomes floats;
 * give multiplies the result. */
typedef struct vfi_aggregates_range {
  double take, give;
} vfi_aggregates_range;

#ifdef __cplusplus
}
#endif

#endif
