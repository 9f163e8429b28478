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

/* The operator of a smooth or a residual: CONSTANT has omega 1, OVER any omega. */
enum { CONSTANT, VARIABLE, OVER, ANISOTROPIC };

#define PICK(a, b, which) __builtin_shufflevector(a, b, JOIN(which##_, VF_WIDTH))

/* Cells 0, 2, ... and 1, 3, ... of two vectors, and both halves of two vectors whose cells take turns. */
#define EVENS_2 0, 2
#define ODDS_2 1, 3
#define LOW_2 0, 2
#define HIGH_2 1, 3
#define EVENS_4 0, 2, 4, 6
#define ODDS_4 1, 3, 5, 7
#define LOW_4 0, 4, 1, 5
#define HIGH_4 2, 6, 3, 7
#define EVENS_8 0, 2, 4, 6, 8, 10, 12, 14
#define ODDS_8 1, 3, 5, 7, 9, 11, 13, 15
#define LOW_8 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_8 4, 12, 5, 13, 6, 14, 7, 15
#define EVENS_16 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODDS_16 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define LOW_16 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_16 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

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
#define ACROSS_WIDTHS(GET, w, e) \
  VF_ANISOTROPIC_SUM(m->dx, m->dy, m->dz, w, e, GET(row->south), GET(row->north), GET(row->below), GET(row->above))
/* Both precisions: MASS(GET) is alpha a, and DX, DY, DZ are the factors of the links. */
#define DIAGONAL(GET)                                                                                 \
  VF_HELMHOLTZ_DIAGONAL(MASS(GET), DX, DY, DZ, GET(row->bx_low), GET(row->bx_high), GET(row->by_low), \
                        GET(row->by_high), GET(row->bz_low), GET(row->bz_high))
#define NEIGHBOURS(GET, w, e)                                                                                   \
  VF_HELMHOLTZ_NEIGHBOURS(DX, DY, DZ, GET(row->bx_low), GET(row->bx_high), GET(row->by_low), GET(row->by_high), \
                          GET(row->bz_low), GET(row->bz_high), w, e, GET(row->south), GET(row->north),          \
                          GET(row->below), GET(row->above))

/* Returns new values of x: SIXTH(sum) is sum / 6. */
#define RETURN_NEW(GET, SIXTH, w, old, e)                                                                    \
  if (kind == ANISOTROPIC)                                                                                   \
    return VF_OVER_RELAXED(old, m->omega,                                                                    \
                           VF_ANISOTROPIC_RELAXED(ACROSS_WIDTHS(GET, w, e), GET(row->rhs), m->inverse));     \
  if (kind == VARIABLE)                                                                                      \
    return VF_HELMHOLTZ_RELAXED(old, m->omega, DIAGONAL(GET), GET(row->rhs), NEIGHBOURS(GET, w, e));         \
  if (kind == OVER)                                                                                          \
    return VF_OVER_RELAXED(old, m->omega, SIXTH(VF_POISSON_SIXFOLD(SUM(GET, w, e), m->h2 * GET(row->rhs)))); \
  return SIXTH(VF_POISSON_SIXFOLD(SUM(GET, w, e), m->h2 * GET(row->rhs)))

/* Returns the residual. */
#define RETURN_LEFT(GET, w, old, e)                                                                                   \
  if (kind == ANISOTROPIC) return GET(row->rhs) - VF_ANISOTROPIC_APPLIED(ACROSS_WIDTHS(GET, w, e), m->diagonal, old); \
  if (kind == VARIABLE) return GET(row->rhs) - VF_HELMHOLTZ_APPLIED(DIAGONAL(GET), old, NEIGHBOURS(GET, w, e));       \
  return GET(row->rhs) - VF_POISSON_APPLIED(SUM(GET, w, e), old, m->inverse_h2)

/* SMOOTH(name, smooth, kind, row_type, numbers_type) makes the function name, which calls smooth(row, numbers, first, kind)
 * with constants for first and kind, so each colour and operator has its loop. */
#define SMOOTH(name, smooth, kind, row_type, numbers_type)                      \
  static void name(const row_type *row, const numbers_type *numbers, int first) \
  {                                                                             \
    if (first) smooth(row, numbers, 1, kind);                                   \
    else smooth(row, numbers, 0, kind);                                         \
  }
#define SMOOTHS(name, smooth)                                         \
  SMOOTH(name##_constant, smooth, CONSTANT, vfi_row, vfi_row_numbers) \
  SMOOTH(name##_variable, smooth, VARIABLE, vfi_row, vfi_row_numbers) \
  SMOOTH(name##_over, smooth, OVER, vfi_row, vfi_row_numbers)         \
  SMOOTH(name##_anisotropic, smooth, ANISOTROPIC, vfi_row, vfi_row_numbers)

#define MASS(GET) m->alpha *GET(row->a)
#define DX m->dx
#define DY m->dy
#define DZ m->dz
#define SIXTH_ONE(x) ((x) / 6)
#include "rows_mixed.h"

#define NUMBER double
#define CELLS cells
#define WIDTH VF_WIDTH
#define LOAD load
#define STORE store
#define ALL all
#define PICK_OF PICK
#define FINE_ROWS vfi_fine_rows
#define ROW vfi_coarse_row
#define LEVEL_ROW vfi_row
#define NUMBERS vfi_row_numbers
#define NAME(function) function##_double
#define SIXTH sixth
#define PREFETCH(row, q) __builtin_prefetch((row)->later_x + 2 * (q)), __builtin_prefetch((row)->later_rhs + 2 * (q))
#include "rows_halves.h"
#include "rows_transfers.h"
SMOOTHS(halves, smooth_half_double)

#include "rows_single.h"

/* The coefficients contain alpha and beta / h^2. */
#define MASS(GET) GET(row->a)
#define DX 1
#define DY 1
#define DZ 1
#define SIXTH_ONE(x) ((x) * (1.f / 6))
#define NUMBER float
#define CELLS floats
#define WIDTH SINGLE_WIDTH
#define LOAD load_floats
#define STORE store_floats
#define ALL all_floats
#define PICK_OF PICK_SINGLE
#define FINE_ROWS vfi_single_fine_rows
#define ROW vfi_single_coarse_row
#define LEVEL_ROW vfi_single_row
#define NUMBERS vfi_single_numbers
#define NAME(function) function##_single
#define SIXTH SIXTH_ONE
#define PREFETCH(row, q) (void)0
#include "rows_halves.h"
#include "rows_transfers.h"
SMOOTH(smooth_single_constant, smooth_half_single, OVER, vfi_single_row, vfi_single_numbers)
SMOOTH(smooth_single_variable, smooth_half_single, VARIABLE, vfi_single_row, vfi_single_numbers)
SMOOTH(smooth_single_anisotropic, smooth_half_single, ANISOTROPIC, vfi_single_row, vfi_single_numbers)

static const vfi_rows_single single = {
  .smooth = { smooth_single_constant, smooth_single_variable, smooth_single_anisotropic },
  .residual = { residual_constant_single, residual_variable_single, residual_anisotropic_single },
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
                           .residual = { residual_constant_double, residual_variable_double,
                                         residual_anisotropic_double },
                           .average = average_double,
                           .interpolate = interpolate_double,
                           .interpolate_graded = interpolate_graded_double,
                           .norm = norm };
