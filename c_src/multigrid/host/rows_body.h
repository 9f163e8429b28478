/* The rows for vectors of VF_WIDTH cells; included once for each instruction set, with VF_ROWS the name of its
 * table. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "../formulas.h"
#include "rows.h"

#define INLINE static inline __attribute__((always_inline))
#define JOIN_2(a, b) a##b
#define JOIN(a, b) JOIN_2(a, b)

typedef double cells __attribute__((vector_size(8 * VF_WIDTH)));
typedef double cells_anywhere __attribute__((vector_size(8 * VF_WIDTH), aligned(8), may_alias));
typedef int64_t words __attribute__((vector_size(8 * VF_WIDTH)));

#define PICK(a, b, which) __builtin_shufflevector(a, b, JOIN(which##_, VF_WIDTH))

INLINE cells load(const double *at) { return *(const cells_anywhere *)at; }
INLINE void store(double *at, cells value) { *(cells_anywhere *)at = value; }
INLINE cells all(double value) { return value - (cells){ 0 }; }

/* x / 6, rounded like a division: with a fused multiply-add, Markstein's correction of the product with 1/6. */
#ifdef VF_FUSED
INLINE cells sixth(cells x)
{
  const cells s = all(1.0 / 6), q = x * s;
  return VF_FUSED(VF_FUSED(all(-6), q, x), s, q);
}
#else
INLINE cells sixth(cells x) { return x / 6; }
#endif

/* Sums and rows are macros over cells and single numbers alike: GET(p) loads from p + i. */
#define GET_CELLS(p) load((p) + i)
#define GET_ONE(p) (p)[i]
#define SUM(GET, w, e) VF_SUM_OF_6(w, e, GET(row->south), GET(row->north), GET(row->below), GET(row->above))
#define DIAGONAL(GET)                                                                                    \
  VF_HELMHOLTZ_DIAGONAL(m->alpha *GET(row->a), m->dx, m->dy, m->dz, GET(row->bx_low), GET(row->bx_high), \
                        GET(row->by_low), GET(row->by_high), GET(row->bz_low), GET(row->bz_high))
#define NEIGHBOURS(GET, w, e)                                                                            \
  VF_HELMHOLTZ_NEIGHBOURS(m->dx, m->dy, m->dz, GET(row->bx_low), GET(row->bx_high), GET(row->by_low),    \
                          GET(row->by_high), GET(row->bz_low), GET(row->bz_high), w, e, GET(row->south), \
                          GET(row->north), GET(row->below), GET(row->above))

#define ANISOTROPIC(GET, w, e) \
  VF_ANISOTROPIC_SUM(m->dx, m->dy, m->dz, w, e, GET(row->south), GET(row->north), GET(row->below), GET(row->above))

#define NEW_CELLS(GET)                                                                          \
  if (variable == 3) {                                                                          \
    const cells gs = VF_ANISOTROPIC_RELAXED(ANISOTROPIC(GET, w, e), GET(row->rhs), m->inverse); \
    return VF_OVER_RELAXED(old, m->omega, gs);                                                  \
  }                                                                                             \
  if (variable != 1) {                                                                          \
    const cells gs = sixth(VF_POISSON_SIXFOLD(SUM(GET, w, e), m->h2 * GET(row->rhs)));          \
    return variable == 0 ? gs : VF_OVER_RELAXED(old, m->omega, gs);                             \
  }                                                                                             \
  const cells diagonal = DIAGONAL(GET);                                                         \
  return VF_HELMHOLTZ_RELAXED(old, m->omega, diagonal, GET(row->rhs), NEIGHBOURS(GET, w, e))

INLINE cells new_cells(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                       int variable)
{
  NEW_CELLS(GET_CELLS);
}

INLINE double new_one(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, double w, double old, double e,
                      int variable)
{
  if (variable == 3) {
    const double gs = VF_ANISOTROPIC_RELAXED(ANISOTROPIC(GET_ONE, w, e), row->rhs[i], m->inverse);
    return VF_OVER_RELAXED(old, m->omega, gs);
  }
  if (variable != 1) {
    const double gs = VF_POISSON_SIXFOLD(SUM(GET_ONE, w, e), m->h2 * row->rhs[i]) / 6;
    return variable == 0 ? gs : VF_OVER_RELAXED(old, m->omega, gs);
  }
  const double diagonal = DIAGONAL(GET_ONE);
  return VF_HELMHOLTZ_RELAXED(old, m->omega, diagonal, row->rhs[i], NEIGHBOURS(GET_ONE, w, e));
}

INLINE cells residual_cells(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                            int variable)
{
  if (variable == 3) return load(row->rhs + i) - VF_ANISOTROPIC_APPLIED(ANISOTROPIC(GET_CELLS, w, e), m->diagonal, old);
  if (!variable) return load(row->rhs + i) - VF_POISSON_APPLIED(SUM(GET_CELLS, w, e), old, m->inverse_h2);
  return load(row->rhs + i) - VF_HELMHOLTZ_APPLIED(DIAGONAL(GET_CELLS), old, NEIGHBOURS(GET_CELLS, w, e));
}

INLINE double residual_one(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, double w, double old, double e,
                           int variable)
{
  if (variable == 3) return row->rhs[i] - VF_ANISOTROPIC_APPLIED(ANISOTROPIC(GET_ONE, w, e), m->diagonal, old);
  if (!variable) return row->rhs[i] - VF_POISSON_APPLIED(SUM(GET_ONE, w, e), old, m->inverse_h2);
  return row->rhs[i] - VF_HELMHOLTZ_APPLIED(DIAGONAL(GET_ONE), old, NEIGHBOURS(GET_ONE, w, e));
}

/* SMOOTHS(name, smooth) makes name_constant, name_variable, name_over and name_anisotropic. These
 * functions call smooth(row, numbers, first, variable) with constants for first and variable, so each
 * colour and operator has its loop. */
#define SMOOTH(name, smooth, variable)                                            \
  static void name(const vfi_row *row, const vfi_row_numbers *numbers, int first) \
  {                                                                               \
    if (first) smooth(row, numbers, 1, variable);                                 \
    else smooth(row, numbers, 0, variable);                                       \
  }
#define SMOOTHS(name, smooth)        \
  SMOOTH(name##_constant, smooth, 0) \
  SMOOTH(name##_variable, smooth, 1) \
  SMOOTH(name##_over, smooth, 2)     \
  SMOOTH(name##_anisotropic, smooth, 3)

#include "rows_halves.h"
#include "rows_mixed.h"
#include "rows_single.h"

#define NUMBER double
#define CELLS cells
#define WIDTH VF_WIDTH
#define LOAD load
#define STORE store
#define ALL all
#define PICK_OF PICK
#define FINE_ROWS vfi_fine_rows
#define ROW vfi_coarse_row
#define NAME(function) function##_double
#include "rows_transfers.h"

#define NUMBER float
#define CELLS floats
#define WIDTH SINGLE_WIDTH
#define LOAD load_floats
#define STORE store_floats
#define ALL all_floats
#define PICK_OF PICK_SINGLE
#define FINE_ROWS vfi_single_fine_rows
#define ROW vfi_single_coarse_row
#define NAME(function) function##_single
#include "rows_transfers.h"

static const vfi_rows_single single = {
  .smooth = { smooth_single_constant, smooth_single_variable, smooth_single_anisotropic },
  .residual = { residual_single_constant, residual_single_variable, residual_single_anisotropic },
  .average = average_single,
  .interpolate = interpolate_single,
  .interpolate_graded = interpolate_graded_single,
  .give = give,
  .take = take
};

static double norm(const double *x, ptrdiff_t n)
{
  const words sign = (words)all(-0.0);
  cells max = { 0 };
  words none = { 0 };                                            /* not 0 if a value is NaN */
  for (ptrdiff_t i = 0; i < n && n >= VF_WIDTH; i += VF_WIDTH) { /* the last vector ends with the row */
    const cells value = load(x + (i + VF_WIDTH > n ? n - VF_WIDTH : i)), size = (cells)((words)value & ~sign);
    const words larger = size > max;
    max = (cells)(((words)size & larger) | ((words)max & ~larger));
    none |= value != value;
  }
  double result = 0;
  int64_t strange = 0;
  for (int lane = 0; lane < VF_WIDTH; lane++) {
    result = max[lane] > result ? max[lane] : result;
    strange |= none[lane];
  }
  for (ptrdiff_t i = 0; i < n && n < VF_WIDTH; i++) {
    result = fabs(x[i]) > result ? fabs(x[i]) : result;
    strange |= x[i] != x[i];
  }
  return strange ? NAN : result;
}

const vfi_rows VF_ROWS = { .single = &single,
                           .smooth_mixed = { mixed_constant, mixed_variable, mixed_over, mixed_anisotropic },
                           .smooth_halves = { halves_constant, halves_variable, halves_over, halves_anisotropic },
                           .residual = { residual_constant, residual_variable, residual_anisotropic },
                           .average = average_double,
                           .interpolate = interpolate_double,
                           .interpolate_graded = interpolate_graded_double,
                           .norm = norm };
