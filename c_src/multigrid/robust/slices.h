/* Matrices of the robust method on the device. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_SLICES_H
#define VIEWFAB_MULTIGRID_ROBUST_SLICES_H

#include "../solver_state.h"
#include "rows.h"

/* Lists in the form of the device: columns, and values times a number for each row, for each
 * column and for all elements. */
typedef struct vfi_scaled_lists {
  const vfi_row_lists *lists;
  const double *of_row, *of_column; /* NULL: 1 */
  double of_all;
  const int *places; /* of columns in fields; NULL: columns stay unchanged */
} vfi_scaled_lists;

/* Brings lists to the device, with memory of the solver. */
vf_status vfi_slice_lists(vf_multigrid *solver, const vfi_scaled_lists *from, vfi_sparse *m);

#endif
