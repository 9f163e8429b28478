/* Matrices of the host while levels of the robust method are made. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_ROWS_H
#define VIEWFAB_MULTIGRID_ROBUST_ROWS_H

#include "aggregates.h"

/* Rows of lists. The finest level's are made from its coefficients when they are looked at. */
typedef struct vf_row_lists {
  int rows;
  int64_t *start; /* [rows + 1] */
  int *column;
  double *value;
} vf_row_lists;

typedef struct vf_finest_rows {
  int n[3];
  bool periodic[3];
  vf_field a, b[3];      /* on the host */
  double alpha, over[3]; /* beta / h^2 */
  double ghost[6];       /* what a ghost beside a face has of the cell inside */
} vf_finest_rows;

enum { VF_FINEST_ROW = 7 };

/* The operator of a level. */
typedef struct vf_operator_rows {
  int rows;
  const vf_finest_rows *finest; /* NULL: lists */
  vf_row_lists lists;
} vf_operator_rows;

/* A row's elements; room has VF_FINEST_ROW of each. Returns how many there are. */
int vf_row_of(const vf_operator_rows *m, int row, int room[VF_FINEST_ROW], double values[VF_FINEST_ROW],
              const int **column, const double **value);

void vf_row_lists_free(vf_row_lists *lists);

/* Groups of unknowns that are tied to each other: group[rows], -1 for one that is tied to none. Returns how many groups
 * there are, or -1 where there is no memory. tied: an element counts from so many times the root of both diagonals on. */
int vf_group_unknowns(const vf_operator_rows *m, const double *diagonal, double tied, int *group);

/* Interpolation: that which is constant in groups, after a step of Jacobi's of the given length. An unknown of no group
 * takes what its neighbours have. False: no memory. */
bool vf_interpolation_rows(const vf_operator_rows *m, const double *diagonal, const int *group, double length,
                           vf_row_lists *up);

bool vf_transposed_rows(const vf_row_lists *from, int columns, vf_row_lists *to);

/* down m up. */
bool vf_product_rows(const vf_row_lists *down, const vf_operator_rows *m, const vf_row_lists *up, int columns,
                     vf_row_lists *product);

/* About the largest eigenvalue of m over its diagonal, from above; of the finest level a bound. vectors: [2 rows]. */
double vf_largest_eigenvalue(const vf_operator_rows *m, const double *diagonal, double *vectors);

/* The inverse of m in inverse [rows][rows]; singular: of m with a constant added. work: [rows][rows]. An unknown with no
 * diagonal, or that depends on those before it, stays 0. */
void vf_inverse_of(const vf_operator_rows *m, const double *diagonal, bool singular, double *work, double *inverse);

#endif
