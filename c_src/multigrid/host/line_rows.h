/* Smooths of lines of cells, some beside each other at once, once for each instruction set. Without contraction. */
#ifndef VIEWFAB_MULTIGRID_LINE_ROWS_H
#define VIEWFAB_MULTIGRID_LINE_ROWS_H

#include <stddef.h>

enum {
  VF_LINES_ABREAST = 64, /* of lines in y or z: neighbours of one colour in x */
  VF_LINES_ALONG_X = 8   /* of lines in x */
};

/* Cells of some lines at one place along them, and what lies across. Neighbouring lines of one colour follow each
 * other in memory; constant coefficients have low_p .. inverse_p by line, the others by cell. */
typedef struct vf_line_cells {
  const double *rhs, *west, *east, *south, *north;
  const double *low_p, *high_p, *low_q, *high_q; /* of q: one number where coefficients are constant */
  const double *inverse_p;
  double inverse; /* of q and of the place along the line */
} vf_line_cells;

/* Cells of one half of a row in x, and the operator with constant coefficients; arrays of x have their numbers step
 * apart. */
typedef struct vf_profile_row {
  const double *self, *west, *east, *south, *north, *below, *above, *rhs;
  const double *low_x, *high_x, *diagonal_x, *width_x;
  ptrdiff_t step;
  double low_y, high_y, low_z, high_z, diagonal, width;
} vf_profile_row;

typedef struct vf_line_rows {
  /* value[c] = sources; constant and variable coefficients; the latter have factors dp and dq. */
  void (*source)(const vf_line_cells *cells, double *value, ptrdiff_t count);
  void (*source_variable)(const vf_line_cells *cells, double dp, double dq, double *value, ptrdiff_t count);
  /* The same for cells of one line, to every (2 VF_LINES_ALONG_X)-th value; coefficients across are one number each where
   * they are constant, and inverse goes along the line, of which each second cell is one of these. */
  void (*source_of_row)(const vf_line_cells *cells, const double *inverse, double *value, ptrdiff_t count);
  void (*source_of_row_variable)(const vf_line_cells *cells, double dp, double dq, double *value, ptrdiff_t count);
  /* value[c] from that of the place before; low is one number, or dl * low[c]. */
  void (*down)(double low, const double *before, const double *pivot, double *value, ptrdiff_t count);
  void (*down_variable)(double dl, const double *low, const double *before, const double *pivot, double *value,
                        ptrdiff_t count);
  /* value[c] from that of the place after, and phi over-relaxed to it. */
  void (*back)(double high, const double *pivot, const double *after, double *value, ptrdiff_t count);
  void (*back_variable)(double dl, const double *high, const double *pivot, const double *after, double *value,
                        ptrdiff_t count);
  void (*put)(double omega, const double *value, double *phi, ptrdiff_t count);
  void (*put_row)(double omega, const double *value, double *phi, ptrdiff_t count);
  void (*residual)(const vf_profile_row *row, double *out, ptrdiff_t count); /* rhs - L x */
} vf_line_rows;

extern const vf_line_rows vf_line_rows_portable, vf_line_rows_avx2, vf_line_rows_avx512;

#endif
