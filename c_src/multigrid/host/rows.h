/* The operator on one row of cells, once for each instruction set. Compiled without contraction of a*b + c, so that the
 * bits are those of the kernels gsrb_*, residual_*, average. */
#ifndef VIEWFAB_MULTIGRID_ROWS_H
#define VIEWFAB_MULTIGRID_ROWS_H

#include <stddef.h>

/* A row of x with its neighbour rows. Ghosts in x are the two numbers west and east; ghosts in y and z are rows. */
typedef struct vf_row {
  double *x;
  const double *south, *north, *below, *above;
  const double *rhs;
  const double *a, *bx, *by_low, *by_high, *bz_low, *bz_high; /* variable coefficients only */
  double west, east;
  ptrdiff_t n;
} vf_row;

/* Numbers of a level: h^2 and 1/h^2, or alpha, dh_d = beta / h_d^2 and omega. */
typedef struct vf_row_numbers {
  double h2, inverse_h2;
  double alpha, dx, dy, dz, omega;
} vf_row_numbers;

/* A coarse row and its neighbours on the side of a fine row. */
typedef struct vf_coarse_row {
  const double *at, *y, *z;
  double west, east;
  ptrdiff_t n;
} vf_coarse_row;

typedef struct vf_rows {
  /* Gauss-Seidel on the cells first, first + 2, ... (first is 0 or 1), in place; [0] constant coefficients and omega 1,
   * [1] variable, [2] constant with omega. */
  void (*smooth[3])(const vf_row *row, const vf_row_numbers *numbers, int first);
  /* out = rhs - L x; [0] constant, [1] variable. */
  void (*residual[2])(const vf_row *row, const vf_row_numbers *numbers, double *out);
  /* Mean of 8: rows (j,k), (j+1,k), (j,k+1), (j+1,k+1) of 2 n cells each. */
  void (*average)(const double *const fine[4], double *coarse, ptrdiff_t n);
  /* Linear interpolation of 2 n fine cells, added or set. */
  void (*interpolate)(const vf_coarse_row *coarse, double *fine, int add);
  /* max |x|; NaN where one is not finite. */
  double (*norm)(const double *x, ptrdiff_t n);
} vf_rows;

/* The one for the processor at hand. */
const vf_rows *vf_rows_best(void);

extern const vf_rows vf_rows_portable, vf_rows_avx2, vf_rows_avx512;

#endif
