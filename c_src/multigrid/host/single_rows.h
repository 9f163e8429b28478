/* Rows of levels in single precision (vfi_level.single), in halves, like the rows in double of level_rows.h. */
#ifndef VIEWFAB_MULTIGRID_SINGLE_ROWS_H
#define VIEWFAB_MULTIGRID_SINGLE_ROWS_H

#include "level_rows.h"

void vfi_single_clear_row(const vfi_level *level, int j, int k);

/* The ghosts at both ends of the rows of a level: weight[0] x(at[0]) + weight[1] x(at[1]), with `terms` terms. */
typedef struct vfi_single_end {
  int terms;
  float weight[2];
  ptrdiff_t at[2];
} vfi_single_end;

/* Data for steps on the rows of a level, computed once for each pass; omega is not in numbers. */
typedef struct vfi_single_pass {
  vfi_single_numbers numbers;
  vfi_single_end west, east;
} vfi_single_pass;
vfi_single_pass vfi_single_pass_of(const vfi_level *level);

/* One row of Gauss-Seidel on cells of a colour (0 or 1). */
void vfi_single_smooth_row(const vfi_level *level, const vfi_single_pass *pass, double omega, const vfi_bench *bench,
                           int j, int k, int colour);

/* Row (j, k) of the coarse right-hand side, of either type, from the residual of its 4 fine rows. */
void vfi_single_restrict_row(const vfi_level *fine, const vfi_single_pass *pass, const vfi_level *coarse,
                             const vfi_bench *bench, int j, int k);

/* Row (j, k) of fine phi from coarse phi, added or set. */
void vfi_single_interpolate_row(const vfi_level *fine, const vfi_level *coarse, const vfi_bench *bench, int j, int k,
                                bool add);

/* A row of vfi_correction: adds phi of `level` to phi of the level in double. */
void vfi_single_give_row(const vfi_level *level, const vfi_correction *correction, const vfi_bench *bench, int j,
                         int k);

/* Computes the 4 rows of the right-hand side of `level` over row (j, k) of `into` from the residual in double, and the
 * row of `into` itself (NULL: without this row). Returns max |residual|. */
double vfi_single_take_rows(const vfi_level *level, const vfi_correction *correction, const vfi_row_numbers *numbers,
                            const vfi_level *into, const vfi_bench *bench, int j, int k);

/* The same for row (j, k) of the right-hand side of `level` alone. */
double vfi_single_take_row(const vfi_level *level, const vfi_correction *correction, const vfi_row_numbers *numbers,
                           const vfi_bench *bench, int j, int k);

/* A row of the residual of a level with coefficients. */
void vfi_single_residual_row(const vfi_level *level, const vfi_single_pass *pass, const vfi_bench *bench, int j, int k,
                             const vf_field *to);

/* A row of n elements in single precision: factor times the elements in double, and back. */
void vfi_single_narrow_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k);
void vfi_single_widen_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k);

#endif
