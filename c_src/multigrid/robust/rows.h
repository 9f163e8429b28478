/* Matrices of the host for making the levels of the robust method. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_ROWS_H
#define VIEWFAB_MULTIGRID_ROBUST_ROWS_H

#include "aggregates.h"

/* Rows as lists. Rows of the finest level are computed from its coefficients in each call. */
typedef struct vfi_row_lists {
  int rows;
  int64_t *start; /* [rows + 1] */
  int *column;
  double *value;
} vfi_row_lists;

typedef struct vfi_finest_rows {
  int n[3];
  bool periodic[3];
  vf_field a, b[3];      /* on the host */
  double alpha, over[3]; /* beta / h^2 */
  double ghost[6];       /* a ghost beside a face is this multiple of the cell inside */
} vfi_finest_rows;

enum { VF_FINEST_ROW = 7 };

/* The operator of a level. */
typedef struct vfi_operator_rows {
  int rows;
  const vfi_finest_rows *finest; /* NULL: lists */
  vfi_row_lists lists;
} vfi_operator_rows;

/* The elements of a row; room has space for VF_FINEST_ROW elements. Returns their number. */
int vfi_row_of(const vfi_operator_rows *m, int row, int room[VF_FINEST_ROW], double values[VF_FINEST_ROW],
               const int **column, const double **value);

void vfi_row_lists_free(vfi_row_lists *lists);

/* Groups unknowns that are tied to each other: group[rows], -1 for an unknown without a group. An element ties two
 * unknowns if it is at least `tied` times the root of the product of both diagonals. Returns the number of groups, or
 * -1 without memory. */
int vfi_group_unknowns(const vfi_operator_rows *m, const double *diagonal, double tied, int *group);

/* The share of an unknown's links that lead to unknowns with groups. */
double vfi_part_with_groups(const vfi_operator_rows *m, const int *group, int i);

/* Interpolation: constant in groups, after a step of Jacobi's method of the given length. An unknown without a group
 * takes the values of its neighbours. False: no memory. */
bool vfi_interpolation_rows(const vfi_operator_rows *m, const double *diagonal, const int *group, double length,
                            vfi_row_lists *up);

bool vfi_transposed_rows(const vfi_row_lists *from, int columns, vfi_row_lists *to);

/* down m up. */
bool vfi_product_rows(const vfi_row_lists *down, const vfi_operator_rows *m, const vfi_row_lists *up, int columns,
                      vfi_row_lists *product);

/* Estimates the largest eigenvalue of m over its diagonal from above; for the finest level the result is a bound.
 * vectors: [2 rows]. */
double vfi_largest_eigenvalue(const vfi_operator_rows *m, const double *diagonal, double *vectors);

/* Computes the inverse of m into inverse [rows][rows]; singular: the inverse of m with a constant added. work:
 * [rows][rows]. An unknown without a diagonal, or an unknown that depends on earlier unknowns, stays 0. */
void vfi_inverse_of(const vfi_operator_rows *m, const double *diagonal, bool singular, double *work, double *inverse);

/* The inverse of the same over root[i] root[j] is F^T F; factor: the rows of F, each with elements up to its own number.
 * root: of the diagonal, or 0 for an unknown that stays 0. Floats may hold F where they cannot hold the inverse: if a single
 * pattern has a large part in the inverse, the rounding of that part outweighs all other patterns, and in F only the rounding
 * of its root does. */
void vfi_inverse_factor_of(const vfi_operator_rows *m, const double *root, bool singular, double *work, double *factor);

/* The lower part of a square [count][count], as lists. False: no memory. */
bool vfi_lower_part(const double *square, int count, vfi_row_lists *lower);

#endif
