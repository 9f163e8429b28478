/* Rows of levels in single precision (vf_level.single), in halves, as level_rows.h has those in double. */
#ifndef VIEWFAB_MULTIGRID_SINGLE_ROWS_H
#define VIEWFAB_MULTIGRID_SINGLE_ROWS_H

#include "level_rows.h"

void vf_single_clear_row(const vf_level *level, int j, int k);

/* The ghosts at both ends of the rows of a level: weight[0] x(at[0]) + weight[1] x(at[1]), of so many terms. */
typedef struct vf_single_end {
  int terms;
  float weight[2];
  ptrdiff_t at[2];
} vf_single_end;

/* What steps on the rows of a level need beside it, found once a pass; numbers but for omega. */
typedef struct vf_single_pass {
  vf_single_numbers numbers;
  vf_single_end west, east;
} vf_single_pass;
vf_single_pass vf_single_pass_of(const vf_level *level);

/* One row of Gauss-Seidel on cells of a colour (0 or 1). */
void vf_single_smooth_row(const vf_level *level, const vf_single_pass *pass, double omega, const vf_bench *bench, int j,
                          int k, int colour);

/* Row (j, k) of the coarse right-hand side, of either kind, from the residual of its 4 fine rows. */
void vf_single_restrict_row(const vf_level *fine, const vf_single_pass *pass, const vf_level *coarse,
                            const vf_bench *bench, int j, int k);

/* Row (j, k) of fine phi from coarse phi, added or set. */
void vf_single_interpolate_row(const vf_level *fine, const vf_level *coarse, const vf_bench *bench, int j, int k,
                               bool add);

/* A row of vf_correction: phi of the level in double takes that of `level`. */
void vf_single_give_row(const vf_level *level, const vf_correction *correction, const vf_bench *bench, int j, int k);

/* The 4 rows of the right-hand side of `level` over row (j, k) of `into`, from the residual in double, and the row of
 * `into` itself; NULL: of that there is none. Returns max |residual|. */
double vf_single_take_rows(const vf_level *level, const vf_correction *correction, const vf_row_numbers *numbers,
                           const vf_level *into, const vf_bench *bench, int j, int k);

/* Row (j, k) of that right-hand side alone. */
double vf_single_take_row(const vf_level *level, const vf_correction *correction, const vf_row_numbers *numbers,
                          const vf_bench *bench, int j, int k);

/* A row of the residual of a level with coefficients. */
void vf_single_residual_row(const vf_level *level, const vf_single_pass *pass, const vf_bench *bench, int j, int k,
                            const vf_field *to);

/* A row of n elements, factor times those in double, and back. */
void vf_single_narrow_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k);
void vf_single_widen_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k);

#endif
