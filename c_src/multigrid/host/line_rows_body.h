/* The loops of line_rows.h; included once for each instruction set, with VF_LINE_ROWS the name of its table. */
#include "../line_formulas.h"
#include "line_rows.h"

static void source(const vfi_line_cells *cells, double *restrict value, ptrdiff_t count)
{
  const double *rhs = cells->rhs, *west = cells->west, *east = cells->east, *south = cells->south,
               *north = cells->north, *low_p = cells->low_p, *high_p = cells->high_p, *inverse_p = cells->inverse_p;
  const double low_q = *cells->low_q, high_q = *cells->high_q, inverse = cells->inverse;
  for (ptrdiff_t c = 0; c < count; c++) {
    const double across = VF_LINE_ACROSS(low_p[c], west[c], high_p[c], east[c], low_q, south[c], high_q, north[c]);
    value[c] = VF_LINE_SOURCE(across, rhs[c], inverse_p[c], inverse);
  }
}

static void source_variable(const vfi_line_cells *cells, double dp, double dq, double *restrict value, ptrdiff_t count)
{
  const double *rhs = cells->rhs, *west = cells->west, *east = cells->east, *south = cells->south,
               *north = cells->north, *low_p = cells->low_p, *high_p = cells->high_p, *low_q = cells->low_q,
               *high_q = cells->high_q;
  for (ptrdiff_t c = 0; c < count; c++) {
    const double across = VF_LINE_ACROSS(dp * low_p[c], west[c], dp * high_p[c], east[c], dq * low_q[c], south[c],
                                         dq * high_q[c], north[c]);
    value[c] = VF_LINE_SOURCE_VARIABLE(across, rhs[c]);
  }
}

enum { STRIDE = 2 * VF_LINES_ALONG_X };

static void source_of_row(const vfi_line_cells *cells, const double *inverse, double *restrict value, ptrdiff_t count)
{
  const double *rhs = cells->rhs, *west = cells->west, *east = cells->east, *south = cells->south,
               *north = cells->north;
  const double low_p = *cells->low_p, high_p = *cells->high_p, low_q = *cells->low_q, high_q = *cells->high_q;
  const double inverse_p = *cells->inverse_p, inverse_q = cells->inverse;
  for (ptrdiff_t c = 0; c < count; c++) {
    const double across = VF_LINE_ACROSS(low_p, west[c], high_p, east[c], low_q, south[c], high_q, north[c]);
    value[c * STRIDE] = VF_LINE_SOURCE(across, rhs[c], inverse_p, inverse_q * inverse[2 * c]);
  }
}

static void source_of_row_variable(const vfi_line_cells *cells, double dp, double dq, double *restrict value,
                                   ptrdiff_t count)
{
  const double *rhs = cells->rhs, *west = cells->west, *east = cells->east, *south = cells->south,
               *north = cells->north, *low_p = cells->low_p, *high_p = cells->high_p, *low_q = cells->low_q,
               *high_q = cells->high_q;
  for (ptrdiff_t c = 0; c < count; c++) {
    const double across = VF_LINE_ACROSS(dp * low_p[c], west[c], dp * high_p[c], east[c], dq * low_q[c], south[c],
                                         dq * high_q[c], north[c]);
    value[c * STRIDE] = VF_LINE_SOURCE_VARIABLE(across, rhs[c]);
  }
}

static void down(double low, const double *restrict before, const double *restrict pivot, double *restrict value,
                 ptrdiff_t count)
{
  for (ptrdiff_t c = 0; c < count; c++) value[c] = VF_LINE_DOWN(value[c], low, before[c], pivot[c]);
}

static void down_variable(double dl, const double *restrict low, const double *restrict before,
                          const double *restrict pivot, double *restrict value, ptrdiff_t count)
{
  for (ptrdiff_t c = 0; c < count; c++) value[c] = VF_LINE_DOWN(value[c], dl * low[c], before[c], pivot[c]);
}

static void back(double high, const double *restrict pivot, const double *restrict after, double *restrict value,
                 ptrdiff_t count)
{
  for (ptrdiff_t c = 0; c < count; c++) value[c] = VF_LINE_BACK(value[c], high, pivot[c], after[c]);
}

static void back_variable(double dl, const double *restrict high, const double *restrict pivot,
                          const double *restrict after, double *restrict value, ptrdiff_t count)
{
  for (ptrdiff_t c = 0; c < count; c++) value[c] = VF_LINE_BACK(value[c], dl * high[c], pivot[c], after[c]);
}

static void put(double omega, const double *restrict value, double *restrict phi, ptrdiff_t count)
{
  for (ptrdiff_t c = 0; c < count; c++) phi[c] = VF_OVER_RELAXED(phi[c], omega, value[c]);
}

static void put_row(double omega, const double *restrict value, double *restrict phi, ptrdiff_t count)
{
  for (ptrdiff_t c = 0; c < count; c++) phi[c] = VF_OVER_RELAXED(phi[c], omega, value[c * STRIDE]);
}

static inline void residual_by(const vfi_profile_row *row, double *restrict out, ptrdiff_t count, ptrdiff_t step)
{
  const vfi_profile_row r = *row;
  for (ptrdiff_t c = 0; c < count; c++) {
    const ptrdiff_t x = c * step;
    const double sum = VF_PROFILE_SUM(r.low_x[x], r.west[c], r.high_x[x], r.east[c], r.low_y, r.south[c], r.high_y,
                                      r.north[c], r.low_z, r.below[c], r.high_z, r.above[c]);
    out[c] = r.rhs[c] - VF_PROFILE_APPLIED(r.width_x[x] * r.width, sum, r.diagonal_x[x] + r.diagonal, r.self[c]);
  }
}

static void residual(const vfi_profile_row *row, double *out, ptrdiff_t count)
{
  if (row->step == 1) residual_by(row, out, count, 1);
  else residual_by(row, out, count, 2);
}

const vfi_line_rows VF_LINE_ROWS = { .source = source,
                                     .source_variable = source_variable,
                                     .source_of_row = source_of_row,
                                     .source_of_row_variable = source_of_row_variable,
                                     .down = down,
                                     .down_variable = down_variable,
                                     .back = back,
                                     .back_variable = back_variable,
                                     .put = put,
                                     .put_row = put_row,
                                     .residual = residual };
