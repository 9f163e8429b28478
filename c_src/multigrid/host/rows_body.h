/* The rows for vectors of VF_WIDTH cells; included once an instruction set, with VF_ROWS the name of its table.
 *
 * A smooth takes the cells of its colour from two vectors at a time, which fill one. The old values travel from vector
 * to vector in registers and give the neighbours in x: those have the other colour, which this half sweep leaves alone,
 * and no load meets a store that is still under way. */
#include <math.h>
#include <stdint.h>

#include "rows.h"

#define INLINE static inline __attribute__((always_inline))
#define JOIN_2(a, b) a##b
#define JOIN(a, b) JOIN_2(a, b)

typedef double cells __attribute__((vector_size(8 * VF_WIDTH)));
typedef double cells_anywhere __attribute__((vector_size(8 * VF_WIDTH), aligned(8), may_alias));
typedef int64_t words __attribute__((vector_size(8 * VF_WIDTH)));

#define WEST_2 1, 2
#define EAST_2 1, 2
#define EVEN_NEW_2 2, 1
#define ODD_NEW_2 0, 3
#define EVENS_2 0, 2
#define ODDS_2 1, 3
#define LOW_2 0, 2
#define HIGH_2 1, 3
#define COLOUR0_2 0, 2
#define COLOUR1_2 1, 3
#define FIRST0_2 2, 1
#define SECOND0_2 3, 1
#define FIRST1_2 0, 2
#define SECOND1_2 0, 3
#define COLOUR0_4 0, 4, 2, 6
#define COLOUR1_4 1, 5, 3, 7
#define FIRST0_4 4, 1, 6, 3
#define SECOND0_4 5, 1, 7, 3
#define FIRST1_4 0, 4, 2, 6
#define SECOND1_4 0, 5, 2, 7
#define COLOUR0_8 0, 8, 2, 10, 4, 12, 6, 14
#define COLOUR1_8 1, 9, 3, 11, 5, 13, 7, 15
#define FIRST0_8 8, 1, 10, 3, 12, 5, 14, 7
#define SECOND0_8 9, 1, 11, 3, 13, 5, 15, 7
#define FIRST1_8 0, 8, 2, 10, 4, 12, 6, 14
#define SECOND1_8 0, 9, 2, 11, 4, 13, 6, 15
#define WEST_4 3, 4, 5, 6
#define EAST_4 1, 2, 3, 4
#define EVEN_NEW_4 4, 1, 6, 3
#define ODD_NEW_4 0, 5, 2, 7
#define EVENS_4 0, 2, 4, 6
#define ODDS_4 1, 3, 5, 7
#define LOW_4 0, 4, 1, 5
#define HIGH_4 2, 6, 3, 7
#define WEST_8 7, 8, 9, 10, 11, 12, 13, 14
#define EAST_8 1, 2, 3, 4, 5, 6, 7, 8
#define EVEN_NEW_8 8, 1, 10, 3, 12, 5, 14, 7
#define ODD_NEW_8 0, 9, 2, 11, 4, 13, 6, 15
#define EVENS_8 0, 2, 4, 6, 8, 10, 12, 14
#define ODDS_8 1, 3, 5, 7, 9, 11, 13, 15
#define LOW_8 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_8 4, 12, 5, 13, 6, 14, 7, 15
#define PICK(a, b, which) __builtin_shufflevector(a, b, JOIN(which##_, VF_WIDTH))

INLINE cells load(const double *at) { return *(const cells_anywhere *)at; }
INLINE void store(double *at, cells value) { *(cells_anywhere *)at = value; }
INLINE cells all(double value) { return value - (cells){ 0 }; }

/* x / 6, rounded as a division: Markstein's correction of the product with 1/6 where there is a fused multiply-add. */
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
/* The cells of a colour from two vectors, in an order that takes one instruction: a0 b0 a2 b2 or a1 b1 a3 b3. */
#define GET_COLOUR_0(p) PICK(load((p) + i), load((p) + i + VF_WIDTH), COLOUR0)
#define GET_COLOUR_1(p) PICK(load((p) + i), load((p) + i + VF_WIDTH), COLOUR1)
#define SUM(GET, w, e) ((w) + (e) + GET(row->south) + GET(row->north) + GET(row->below) + GET(row->above))
#define DIAGONAL(GET)                                                   \
  (m->alpha * GET(row->a) + m->dx * (GET(row->bx) + GET(row->bx + 1)) + \
   m->dy * (GET(row->by_low) + GET(row->by_high)) + m->dz * (GET(row->bz_low) + GET(row->bz_high)))
#define NEIGHBOURS(GET, w, e)                                                           \
  (m->dx * (GET(row->bx) * (w) + GET(row->bx + 1) * (e)) +                              \
   m->dy * (GET(row->by_low) * GET(row->south) + GET(row->by_high) * GET(row->north)) + \
   m->dz * (GET(row->bz_low) * GET(row->below) + GET(row->bz_high) * GET(row->above)))

#define NEW_CELLS(GET)                                              \
  if (variable != 1) {                                              \
    const cells gs = sixth(SUM(GET, w, e) - m->h2 * GET(row->rhs)); \
    return variable == 0 ? gs : old + m->omega * (gs - old);        \
  }                                                                 \
  const cells diagonal = DIAGONAL(GET);                             \
  return old + m->omega / diagonal * (GET(row->rhs) - (diagonal * old - NEIGHBOURS(GET, w, e)))

INLINE cells new_cells(const vf_row *row, const vf_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                       int variable)
{
  NEW_CELLS(GET_CELLS);
}

INLINE cells new_of_colour_0(const vf_row *row, const vf_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                             int variable)
{
  NEW_CELLS(GET_COLOUR_0);
}

INLINE cells new_of_colour_1(const vf_row *row, const vf_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                             int variable)
{
  NEW_CELLS(GET_COLOUR_1);
}

INLINE double new_one(const vf_row *row, const vf_row_numbers *m, ptrdiff_t i, double w, double old, double e,
                      int variable)
{
  if (variable != 1) {
    const double gs = (SUM(GET_ONE, w, e) - m->h2 * row->rhs[i]) / 6;
    return variable == 0 ? gs : old + m->omega * (gs - old);
  }
  const double diagonal = DIAGONAL(GET_ONE);
  return old + m->omega / diagonal * (row->rhs[i] - (diagonal * old - NEIGHBOURS(GET_ONE, w, e)));
}

INLINE cells residual_cells(const vf_row *row, const vf_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                            int variable)
{
  if (!variable) return load(row->rhs + i) - (SUM(GET_CELLS, w, e) - 6 * old) * m->inverse_h2;
  return load(row->rhs + i) - (DIAGONAL(GET_CELLS) * old - NEIGHBOURS(GET_CELLS, w, e));
}

INLINE double residual_one(const vf_row *row, const vf_row_numbers *m, ptrdiff_t i, double w, double old, double e,
                           int variable)
{
  if (!variable) return row->rhs[i] - (SUM(GET_ONE, w, e) - 6 * old) * m->inverse_h2;
  return row->rhs[i] - (DIAGONAL(GET_ONE) * old - NEIGHBOURS(GET_ONE, w, e));
}

INLINE cells blend(cells old, cells new, int first)
{
  return first ? PICK(old, new, ODD_NEW) : PICK(old, new, EVEN_NEW);
}

/* Two vectors of x, old and second, with the cells before and after them. */
INLINE void smooth_pair(const vf_row *row, const vf_row_numbers *m, ptrdiff_t i, int first, int variable, cells before,
                        cells old, cells second, cells after)
{
  double *const x = row->x + i;
  if (first) {
    const cells w = PICK(old, second, COLOUR0);
    const cells e = PICK(PICK(old, second, EAST), PICK(second, after, EAST), COLOUR1);
    const cells new = new_of_colour_1(row, m, i, w, PICK(old, second, COLOUR1), e, variable);
    store(x, PICK(old, new, FIRST1));
    store(x + VF_WIDTH, PICK(second, new, SECOND1));
  } else {
    const cells w = PICK(PICK(before, old, WEST), PICK(old, second, WEST), COLOUR0);
    const cells e = PICK(old, second, COLOUR1);
    const cells new = new_of_colour_0(row, m, i, w, PICK(old, second, COLOUR0), e, variable);
    store(x, PICK(old, new, FIRST0));
    store(x + VF_WIDTH, PICK(second, new, SECOND0));
  }
}

INLINE void smooth_row(const vf_row *row_given, const vf_row_numbers *m_given, int first, int variable)
{
  const vf_row row_here = *row_given, *const row = &row_here; /* in registers: no store can change them */
  const vf_row_numbers m_here = *m_given, *const m = &m_here;
  double *const x = row->x;
  const ptrdiff_t n = row->n;
  ptrdiff_t i = 0;
  if (n >= VF_WIDTH) {
    cells before = all(row->west), old = load(x);
    for (; i + 3 * VF_WIDTH <= n; i += 2 * VF_WIDTH) {
      const cells second = load(x + i + VF_WIDTH), after = load(x + i + 2 * VF_WIDTH);
      smooth_pair(row, m, i, first, variable, before, old, second, after);
      before = second;
      old = after;
    }
    if (i + 2 * VF_WIDTH <= n) {
      const cells after = all(i + 2 * VF_WIDTH < n ? x[i + 2 * VF_WIDTH] : row->east);
      smooth_pair(row, m, i, first, variable, before, old, load(x + i + VF_WIDTH), after);
      i += 2 * VF_WIDTH;
    } else {
      const cells after = all(i + VF_WIDTH < n ? x[i + VF_WIDTH] : row->east);
      store(x + i,
            blend(old, new_cells(row, m, i, PICK(before, old, WEST), old, PICK(old, after, EAST), variable), first));
      i += VF_WIDTH;
    }
  }
  for (i += (i ^ first) & 1; i < n; i += 2)
    x[i] = new_one(row, m, i, i > 0 ? x[i - 1] : row->west, x[i], i + 1 < n ? x[i + 1] : row->east, variable);
}

INLINE void residual_row(const vf_row *row_given, const vf_row_numbers *m_given, double *out, int variable)
{
  const vf_row row_here = *row_given, *const row = &row_here; /* in registers: no store can change them */
  const vf_row_numbers m_here = *m_given, *const m = &m_here;
  const double *const x = row->x;
  const ptrdiff_t n = row->n;
  ptrdiff_t i = 0;
  if (n >= VF_WIDTH) {
    cells before = all(row->west), old = load(x);
    for (; i + 2 * VF_WIDTH <= n; i += VF_WIDTH) {
      const cells after = load(x + i + VF_WIDTH);
      store(out + i, residual_cells(row, m, i, PICK(before, old, WEST), old, PICK(old, after, EAST), variable));
      before = old;
      old = after;
    }
    const cells after = all(i + VF_WIDTH < n ? x[i + VF_WIDTH] : row->east);
    store(out + i, residual_cells(row, m, i, PICK(before, old, WEST), old, PICK(old, after, EAST), variable));
    i += VF_WIDTH;
  }
  for (; i < n; i++)
    out[i] = residual_one(row, m, i, i > 0 ? x[i - 1] : row->west, x[i], i + 1 < n ? x[i + 1] : row->east, variable);
}

/* One loop for each colour, so that the blend is a constant. */
static void smooth_constant(const vf_row *row, const vf_row_numbers *m, int first)
{
  if (first) smooth_row(row, m, 1, 0);
  else smooth_row(row, m, 0, 0);
}

static void smooth_variable(const vf_row *row, const vf_row_numbers *m, int first)
{
  if (first) smooth_row(row, m, 1, 1);
  else smooth_row(row, m, 0, 1);
}

static void smooth_over(const vf_row *row, const vf_row_numbers *m, int first)
{
  if (first) smooth_row(row, m, 1, 2);
  else smooth_row(row, m, 0, 2);
}

static void residual_constant(const vf_row *row, const vf_row_numbers *m, double *out) { residual_row(row, m, out, 0); }
static void residual_variable(const vf_row *row, const vf_row_numbers *m, double *out) { residual_row(row, m, out, 1); }

static void average(const double *const fine[4], double *coarse, ptrdiff_t n)
{
  ptrdiff_t i = 0;
  for (; i + VF_WIDTH <= n; i += VF_WIDTH) {
    cells sum = { 0 };
    for (int r = 0; r < 4; r++) {
      const cells p = load(fine[r] + 2 * i), q = load(fine[r] + 2 * i + VF_WIDTH);
      sum = r ? sum + PICK(p, q, EVENS) : PICK(p, q, EVENS);
      sum += PICK(p, q, ODDS);
    }
    store(coarse + i, sum * 0.125);
  }
  for (; i < n; i++) {
    double sum = fine[0][2 * i] + fine[0][2 * i + 1];
    for (int r = 1; r < 4; r++) sum = sum + fine[r][2 * i] + fine[r][2 * i + 1];
    coarse[i] = sum * 0.125;
  }
}

INLINE void interpolate_row(const vf_coarse_row *coarse, double *fine, int add)
{
  const double *const c = coarse->at;
  const ptrdiff_t n = coarse->n;
  for (ptrdiff_t i = 0; i < n;) {
    if (i > 0 && i + VF_WIDTH < n) {
      const cells here = load(c + i), across = load(coarse->y + i) + load(coarse->z + i);
      const cells low = ((here + load(c + i - 1)) + across) * 0.25;
      const cells high = ((here + load(c + i + 1)) + across) * 0.25;
      cells p = PICK(low, high, LOW), q = PICK(low, high, HIGH);
      if (add) {
        p = load(fine + 2 * i) + p;
        q = load(fine + 2 * i + VF_WIDTH) + q;
      }
      store(fine + 2 * i, p);
      store(fine + 2 * i + VF_WIDTH, q);
      i += VF_WIDTH;
    } else {
      const double across = coarse->y[i] + coarse->z[i];
      const double low = ((c[i] + (i > 0 ? c[i - 1] : coarse->west)) + across) * 0.25;
      const double high = ((c[i] + (i + 1 < n ? c[i + 1] : coarse->east)) + across) * 0.25;
      fine[2 * i] = add ? fine[2 * i] + low : low;
      fine[2 * i + 1] = add ? fine[2 * i + 1] + high : high;
      i++;
    }
  }
}

static void interpolate(const vf_coarse_row *coarse, double *fine, int add)
{
  if (add) interpolate_row(coarse, fine, 1);
  else interpolate_row(coarse, fine, 0);
}

static double norm(const double *x, ptrdiff_t n)
{
  const words sign = (words)all(-0.0);
  cells max = { 0 }, odd = { 0 };
  ptrdiff_t i = 0;
  for (; i + VF_WIDTH <= n; i += VF_WIDTH) {
    const cells value = load(x + i), size = (cells)((words)value & ~sign);
    const words larger = size > max;
    max = (cells)(((words)size & larger) | ((words)max & ~larger));
    odd += value - value; /* 0, or NaN where value is none or infinite */
  }
  double result = 0, strange = 0;
  for (int lane = 0; lane < VF_WIDTH; lane++) {
    result = max[lane] > result ? max[lane] : result;
    strange += odd[lane];
  }
  for (; i < n; i++) {
    result = fabs(x[i]) > result ? fabs(x[i]) : result;
    strange += x[i] - x[i];
  }
  return result + strange;
}

const vf_rows VF_ROWS = { .smooth = { smooth_constant, smooth_variable, smooth_over },
                          .residual = { residual_constant, residual_variable },
                          .average = average,
                          .interpolate = interpolate,
                          .norm = norm };
