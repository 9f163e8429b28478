/* The operator on one row of cells, once for each instruction set. Compiled without contraction of a*b + c, so that the
 * bits are those of the kernels gsrb_*, residual_*, average. */
#ifndef VIEWFAB_MULTIGRID_ROWS_H
#define VIEWFAB_MULTIGRID_ROWS_H

#include <stddef.h>

/* A row of x with its neighbour rows. Ghosts in x are the two numbers west and east; ghosts in y and z are rows. All
 * rows have their halves apart, or none has. */
typedef struct vf_row {
  double *x;
  const double *south, *north, *below, *above;
  const double *rhs;
  const double *a, *bx_low, *bx_high, *by_low, *by_high, *bz_low, *bz_high; /* variable coefficients only */
  double west, east;
  ptrdiff_t n;
  ptrdiff_t half;                    /* see vf_field */
  const double *later_x, *later_rhs; /* rows of x and rhs to prefetch, with the halves of a row one after the other */
} vf_row;

/* Numbers of a level: h^2 and 1/h^2, or alpha, dh_d = beta / h_d^2 and omega; stretched: dh_d is 1 / h_d^2. */
typedef struct vf_row_numbers {
  double h2, inverse_h2;
  double diagonal, inverse; /* of stretched levels */
  double alpha, dx, dy, dz, omega;
} vf_row_numbers;

/* A coarse row in halves and its neighbours on the side of a fine row. */
typedef struct vf_coarse_row {
  const double *at, *y, *z;
  double west, east;
  ptrdiff_t n, half;
  /* where the joint is graded: parts of the neighbours, and cells of the fine row */
  const double *low, *high; /* in halves */
  double ty, tz, rest;
  ptrdiff_t fine_n;
} vf_coarse_row;

/* The four fine rows (j,k), (j+1,k), (j,k+1), (j+1,k+1) over a coarse one, in halves. */
typedef struct vf_fine_rows {
  const double *at[4];
  ptrdiff_t half;
} vf_fine_rows;

/* The same rows of levels in single precision, always in halves; see relax_single of engine.h. */
typedef struct vf_single_row {
  float *x;
  const float *south, *north, *below, *above, *rhs;
  const float *a, *bx_low, *bx_high, *by_low, *by_high, *bz_low, *bz_high; /* variable coefficients only */
  float west, east;
  ptrdiff_t n, half;
} vf_single_row;

typedef struct vf_single_numbers {
  float h2, inverse_h2, omega;
  float dx, dy, dz, diagonal, inverse; /* of stretched levels */
} vf_single_numbers;

typedef struct vf_single_coarse_row {
  const float *at, *y, *z;
  float west, east;
  ptrdiff_t n, half;
  /* as in vf_coarse_row */
  const float *low, *high;
  float ty, tz, rest;
  ptrdiff_t fine_n;
} vf_single_coarse_row;

typedef struct vf_single_fine_rows {
  const float *at[4];
  ptrdiff_t half;
} vf_single_fine_rows;

typedef struct vf_rows_single {
  /* [0] constant coefficients, [1] variable, [2] stretched */
  void (*smooth[3])(const vf_single_row *row, const vf_single_numbers *numbers, int first);
  void (*residual[3])(const vf_single_row *row, const vf_single_numbers *numbers, float *out);
  void (*average)(const vf_single_fine_rows *fine, float *coarse, ptrdiff_t half, ptrdiff_t n);
  void (*interpolate)(const vf_single_coarse_row *coarse, float *fine, ptrdiff_t half, int add);
  void (*interpolate_graded)(const vf_single_coarse_row *coarse, float *fine, ptrdiff_t half, int add);
  void (*give)(double *to, double factor, const float *from, ptrdiff_t n); /* to += factor * from */
  void (*take)(double *x, double factor, float *to, ptrdiff_t n);          /* x *= factor, to = float(x) */
} vf_rows_single;

typedef struct vf_rows {
  const vf_rows_single *single;
  /* Gauss-Seidel on the cells first, first + 2, ... (first is 0 or 1), in place; [0] constant coefficients and omega 1,
   * [1] variable, [2] constant with omega, [3] stretched. mixed: rows as a user's arrays have them; halves: rows in halves. */
  void (*smooth_mixed[4])(const vf_row *row, const vf_row_numbers *numbers, int first);
  void (*smooth_halves[4])(const vf_row *row, const vf_row_numbers *numbers, int first);
  /* out = rhs - L x, all in halves; [0] constant, [1] variable, [2] stretched. */
  void (*residual[3])(const vf_row *row, const vf_row_numbers *numbers, double *out);
  /* n means of 8, in halves. */
  void (*average)(const vf_fine_rows *fine, double *coarse, ptrdiff_t half, ptrdiff_t n);
  /* Linear interpolation of 2 n fine cells, added or set, in halves. */
  void (*interpolate)(const vf_coarse_row *coarse, double *fine, ptrdiff_t half, int add);
  void (*interpolate_graded)(const vf_coarse_row *coarse, double *fine, ptrdiff_t half, int add);
  /* max |x|; NaN where there is one. */
  double (*norm)(const double *x, ptrdiff_t n);
} vf_rows;

/* The one for the processor at hand. */
const vf_rows *vf_rows_best(void);

extern const vf_rows vf_rows_portable, vf_rows_avx2, vf_rows_avx512;

#endif
