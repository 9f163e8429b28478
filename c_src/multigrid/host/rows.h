/* The operator on one row of cells, compiled for each instruction set. Without contraction of a*b + c, so the bits are
 * those of the kernels gsrb_*, residual_*, average. */
#ifndef VIEWFAB_MULTIGRID_ROWS_H
#define VIEWFAB_MULTIGRID_ROWS_H

#include <stddef.h>

/* A row of x with its neighbour rows. Ghosts in x are the two numbers west and east; ghosts in y and z are rows. Either
 * all rows have their halves apart, or no row has. */
typedef struct vfi_row {
  double *x;
  const double *south, *north, *below, *above;
  const double *rhs;
  const double *a, *bx_low, *bx_high, *by_low, *by_high, *bz_low, *bz_high; /* variable coefficients only */
  double west, east;
  ptrdiff_t n;
  ptrdiff_t odd_start;               /* see vf_field */
  const double *later_x, *later_rhs; /* rows of x and rhs to prefetch, with the halves of a row one after the other */
} vfi_row;

/* Numbers of a level: h^2 and 1/h^2, or alpha, dh_d = beta / h_d^2 and omega; anisotropic: dh_d is 1 / h_d^2. */
typedef struct vfi_row_numbers {
  double h2, inverse_h2;
  double diagonal, inverse; /* of anisotropic levels */
  double alpha, dx, dy, dz, omega;
} vfi_row_numbers;

/* A coarse row in halves and its neighbours on the side of a fine row. */
typedef struct vfi_coarse_row {
  const double *at, *y, *z;
  double west, east;
  ptrdiff_t n, odd_start;
  /* for a graded coarsening: parts of the neighbours, and cells of the fine row */
  const double *low, *high; /* in halves */
  double ty, tz, rest;
  ptrdiff_t fine_n;
} vfi_coarse_row;

/* The four fine rows (j,k), (j+1,k), (j,k+1), (j+1,k+1) over a coarse row, in halves. */
typedef struct vfi_fine_rows {
  const double *at[4];
  ptrdiff_t odd_start;
} vfi_fine_rows;

/* The same rows of levels in single precision, always in halves; see relax_single of engine.h. */
typedef struct vfi_single_row {
  float *x;
  const float *south, *north, *below, *above, *rhs;
  const float *a, *bx_low, *bx_high, *by_low, *by_high, *bz_low, *bz_high; /* variable coefficients only */
  float west, east;
  ptrdiff_t n, odd_start;
} vfi_single_row;

typedef struct vfi_single_numbers {
  float h2, inverse_h2, omega;
  float dx, dy, dz, diagonal, inverse; /* of anisotropic levels */
} vfi_single_numbers;

typedef struct vfi_single_coarse_row {
  const float *at, *y, *z;
  float west, east;
  ptrdiff_t n, odd_start;
  /* as in vfi_coarse_row */
  const float *low, *high;
  float ty, tz, rest;
  ptrdiff_t fine_n;
} vfi_single_coarse_row;

typedef struct vfi_single_fine_rows {
  const float *at[4];
  ptrdiff_t odd_start;
} vfi_single_fine_rows;

typedef struct vfi_rows_single {
  /* [0] constant coefficients, [1] variable, [2] anisotropic */
  void (*smooth[3])(const vfi_single_row *row, const vfi_single_numbers *numbers, int first);
  void (*residual[3])(const vfi_single_row *row, const vfi_single_numbers *numbers, float *out);
  void (*average)(const vfi_single_fine_rows *fine, float *coarse, ptrdiff_t odd_start, ptrdiff_t n);
  void (*interpolate)(const vfi_single_coarse_row *coarse, float *fine, ptrdiff_t odd_start, int add);
  void (*interpolate_graded)(const vfi_single_coarse_row *coarse, float *fine, ptrdiff_t odd_start, int add);
  void (*give)(double *to, double factor, const float *from, ptrdiff_t n); /* to += factor * from */
  void (*take)(double *x, double factor, float *to, ptrdiff_t n);          /* x *= factor, to = float(x) */
} vfi_rows_single;

typedef struct vfi_rows {
  const vfi_rows_single *single;
  /* Gauss-Seidel on the cells first, first + 2, ... (first is 0 or 1), in place; [0] constant coefficients and
   * omega 1, [1] variable, [2] constant with omega, [3] anisotropic. mixed: rows in the order of a user's
   * arrays; halves: rows in halves. */
  void (*smooth_mixed[4])(const vfi_row *row, const vfi_row_numbers *numbers, int first);
  void (*smooth_halves[4])(const vfi_row *row, const vfi_row_numbers *numbers, int first);
  /* out = rhs - L x, all in halves; [0] constant, [1] variable, [2] anisotropic. */
  void (*residual[3])(const vfi_row *row, const vfi_row_numbers *numbers, double *out);
  /* n means of 8, in halves. */
  void (*average)(const vfi_fine_rows *fine, double *coarse, ptrdiff_t odd_start, ptrdiff_t n);
  /* Linear interpolation of 2 n fine cells, added or set, in halves. */
  void (*interpolate)(const vfi_coarse_row *coarse, double *fine, ptrdiff_t odd_start, int add);
  void (*interpolate_graded)(const vfi_coarse_row *coarse, double *fine, ptrdiff_t odd_start, int add);
  /* max |x|; NaN if an element is NaN. */
  double (*norm)(const double *x, ptrdiff_t n);
} vfi_rows;

/* The table for the present processor. */
const vfi_rows *vfi_rows_best(void);

extern const vfi_rows vfi_rows_portable, vfi_rows_avx2, vfi_rows_avx512;

#endif
