/* Smooths of several neighbouring lines of cells at once, compiled for each instruction set, without contraction. */
#ifndef VIEWFAB_MULTIGRID_LINE_ROWS_H
#define VIEWFAB_MULTIGRID_LINE_ROWS_H

#include <stddef.h>

enum {
  VF_LINES_ABREAST = 64, /* lines in y or z: neighbours of one colour in x */
  VF_LINES_ALONG_X = 8   /* lines in x */
};

/* Cells of several lines at one place along the lines, and their neighbours across. Neighbouring lines of one
 * colour follow each other in memory. With constant coefficients low_p .. inverse_p have a number for each line,
 * otherwise for each cell. */
typedef struct vfi_line_cells {
  const double *rhs, *west, *east, *south, *north;
  const double *low_p, *high_p, *low_q, *high_q; /* of q: one number if coefficients are constant */
  const double *inverse_p;
  double inverse; /* of q and of the place along the line */
} vfi_line_cells;

/* Cells of one half of a row in x, and the operator with constant coefficients; arrays of x have
 * their numbers step apart. */
typedef struct vfi_profile_row {
  const double *self, *west, *east, *south, *north, *below, *above, *rhs;
  const double *low_x, *high_x, *diagonal_x, *width_x;
  ptrdiff_t step;
  double low_y, high_y, low_z, high_z, diagonal, width;
} vfi_profile_row;

typedef struct vfi_line_rows {
  /* value[c] = sources, for constant and for variable coefficients; variable coefficients have the factors dp and
   * dq. */
  void (*source)(const vfi_line_cells *cells, double *value, ptrdiff_t count);
  void (*source_variable)(const vfi_line_cells *cells, double dp, double dq, double *value, ptrdiff_t count);
  /* The same for cells of one line, written to every (2 VF_LINES_ALONG_X)-th value. Coefficients across the line are
   * one number each if they are constant. inverse goes along the line; every second cell belongs to the call. */
  void (*source_of_row)(const vfi_line_cells *cells, const double *inverse, double *value, ptrdiff_t count);
  void (*source_of_row_variable)(const vfi_line_cells *cells, double dp, double dq, double *value, ptrdiff_t count);
  /* value[c] from the value at the place before; low is one number, or dl * low[c]. */
  void (*down)(double low, const double *before, const double *pivot, double *value, ptrdiff_t count);
  void (*down_variable)(double dl, const double *low, const double *before, const double *pivot, double *value,
                        ptrdiff_t count);
  /* value[c] from the value at the place after, then phi over-relaxed towards the value. */
  void (*back)(double high, const double *pivot, const double *after, double *value, ptrdiff_t count);
  void (*back_variable)(double dl, const double *high, const double *pivot, const double *after, double *value,
                        ptrdiff_t count);
  void (*put)(double omega, const double *value, double *phi, ptrdiff_t count);
  void (*put_row)(double omega, const double *value, double *phi, ptrdiff_t count);
  void (*residual)(const vfi_profile_row *row, double *out, ptrdiff_t count); /* rhs - L x */
} vfi_line_rows;

extern const vfi_line_rows vfi_line_rows_portable, vfi_line_rows_avx2, vfi_line_rows_avx512;

#endif
