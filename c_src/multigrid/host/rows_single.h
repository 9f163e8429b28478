/* Rows in halves of levels in single precision: vectors of as many bytes, with twice as many
 * cells. Part of rows_body.h. */
#define SINGLE_OF_2 4
#define SINGLE_OF_4 8
#define SINGLE_OF_8 16
#define SINGLE_WIDTH JOIN(SINGLE_OF_, VF_WIDTH)
#define EVENS_16 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODDS_16 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define LOW_16 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_16 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

typedef float floats __attribute__((vector_size(8 * VF_WIDTH)));
typedef float floats_anywhere __attribute__((vector_size(8 * VF_WIDTH), aligned(4), may_alias));

#define PICK_SINGLE(a, b, which) __builtin_shufflevector(a, b, JOIN(which##_, SINGLE_WIDTH))

INLINE floats load_floats(const float *at) { return *(const floats_anywhere *)at; }
INLINE void store_floats(float *at, floats value) { *(floats_anywhere *)at = value; }
INLINE floats all_floats(float value) { return value - (floats){ 0 }; }

#define GET_FLOATS(p) load_floats((p) + q)
#define SIXTH_SINGLE(x) ((x) * (1.f / 6))

#define SINGLE_DIAGONAL(GET)                                                                         \
  VF_HELMHOLTZ_DIAGONAL(GET(row->a), 1, 1, 1, GET(row->bx_low), GET(row->bx_high), GET(row->by_low), \
                        GET(row->by_high), GET(row->bz_low), GET(row->bz_high))
#define SINGLE_NEIGHBOURS(GET, w, e)                                                                         \
  VF_HELMHOLTZ_NEIGHBOURS(1, 1, 1, GET(row->bx_low), GET(row->bx_high), GET(row->by_low), GET(row->by_high), \
                          GET(row->bz_low), GET(row->bz_high), w, e, GET(row->south), GET(row->north),       \
                          GET(row->below), GET(row->above))
#define SMOOTHED(GET, w, old, e) \
  VF_OVER_RELAXED(old, m->omega, SIXTH_SINGLE(VF_POISSON_SIXFOLD(SUM(GET, w, e), m->h2 *GET(row->rhs))))
#define SMOOTHED_VARIABLE(GET, w, old, e) \
  VF_HELMHOLTZ_RELAXED(old, m->omega, SINGLE_DIAGONAL(GET), GET(row->rhs), SINGLE_NEIGHBOURS(GET, w, e))
#define SMOOTHED_ANISOTROPIC(GET, w, old, e) \
  VF_OVER_RELAXED(old, m->omega, VF_ANISOTROPIC_RELAXED(ANISOTROPIC(GET, w, e), GET(row->rhs), m->inverse))
#define LEFT(GET, w, old, e) (GET(row->rhs) - VF_POISSON_APPLIED(SUM(GET, w, e), old, m->inverse_h2))
#define LEFT_VARIABLE(GET, w, old, e) \
  (GET(row->rhs) - VF_HELMHOLTZ_APPLIED(SINGLE_DIAGONAL(GET), old, SINGLE_NEIGHBOURS(GET, w, e)))
#define LEFT_ANISOTROPIC(GET, w, old, e) \
  (GET(row->rhs) - VF_ANISOTROPIC_APPLIED(ANISOTROPIC(GET, w, e), m->diagonal, old))

/* The residual if out is set, or new values of x if out is NULL. */
INLINE floats made_floats(const vfi_single_row *row, const vfi_single_numbers *m, ptrdiff_t q, floats w, floats e,
                          int kind, const float *out)
{
  const floats old = load_floats(row->x + q);
  if (kind == 1) return out ? LEFT_VARIABLE(GET_FLOATS, w, old, e) : SMOOTHED_VARIABLE(GET_FLOATS, w, old, e);
  if (kind == 2) return out ? LEFT_ANISOTROPIC(GET_FLOATS, w, old, e) : SMOOTHED_ANISOTROPIC(GET_FLOATS, w, old, e);
  return out ? LEFT(GET_FLOATS, w, old, e) : SMOOTHED(GET_FLOATS, w, old, e);
}

INLINE void put_float(const vfi_single_row *row, const vfi_single_numbers *m, ptrdiff_t i, float w, float e, int kind,
                      float *out)
{
  const float old = row->x[i];
  float *const to = out ? out : row->x;
  if (kind == 1) to[i] = out ? LEFT_VARIABLE(GET_ONE, w, old, e) : SMOOTHED_VARIABLE(GET_ONE, w, old, e);
  else if (kind == 2) to[i] = out ? LEFT_ANISOTROPIC(GET_ONE, w, old, e) : SMOOTHED_ANISOTROPIC(GET_ONE, w, old, e);
  else to[i] = out ? LEFT(GET_ONE, w, old, e) : SMOOTHED(GET_ONE, w, old, e);
}

INLINE vfi_single_row half_of_single(const vfi_single_row *given, int odd, int kind)
{
  const ptrdiff_t from = odd ? given->odd_start : 0;
  vfi_single_row row = *given;
  row.x += from;
  row.south += from;
  row.north += from;
  row.below += from;
  row.above += from;
  row.rhs += from;
  if (kind != 1) return row;
  row.a += from;
  row.bx_high = given->bx_low + (odd ? 1 : given->odd_start);
  row.bx_low += from;
  row.by_low += from;
  row.by_high += from;
  row.bz_low += from;
  row.bz_high += from;
  return row;
}

INLINE void put_half_single(const vfi_single_row *given, const vfi_single_numbers *m_given, int odd, int kind,
                            float *out)
{
  const ptrdiff_t count = (given->n + !odd) / 2;
  const bool closed = ((given->n - 1) & 1) == odd;
  const float *const east = given->x + (odd ? 1 : given->odd_start), *const west = east - 1;
  const vfi_single_row here = half_of_single(given, odd, kind), *const row = &here; /* in registers: no store can change
                                                                                      the copy */
  const vfi_single_numbers numbers = *m_given, *const m = &numbers;
  float *const to = out ? out : row->x;
  const ptrdiff_t last = count - SINGLE_WIDTH;
  if (last >= 0) { /* as in put_half */
    floats w = load_floats(west + last), e = load_floats(east + last);
    if (!odd && last == 0) w[0] = row->west;
    if (closed) e[SINGLE_WIDTH - 1] = row->east;
    const floats at_end = made_floats(row, m, last, w, e, kind, out);
    if (last > 0) {
      w = load_floats(west);
      if (!odd) w[0] = row->west;
      store_floats(to, made_floats(row, m, 0, w, load_floats(east), kind, out));
    }
    for (ptrdiff_t q = SINGLE_WIDTH; q < last; q += SINGLE_WIDTH)
      store_floats(to + q, made_floats(row, m, q, load_floats(west + q), load_floats(east + q), kind, out));
    store_floats(to + last, at_end);
    return;
  }
  for (ptrdiff_t q = 0; q < count; q++)
    put_float(row, m, q, q > 0 || odd ? west[q] : row->west, closed && q == count - 1 ? row->east : east[q], kind, out);
}

#define SMOOTH_SINGLE(name, kind)                                                     \
  static void name(const vfi_single_row *row, const vfi_single_numbers *m, int first) \
  {                                                                                   \
    if (first) put_half_single(row, m, 1, kind, NULL);                                \
    else put_half_single(row, m, 0, kind, NULL);                                      \
  }
#define RESIDUAL_SINGLE(name, kind)                                                    \
  static void name(const vfi_single_row *row, const vfi_single_numbers *m, float *out) \
  {                                                                                    \
    put_half_single(row, m, 0, kind, out);                                             \
    put_half_single(row, m, 1, kind, out + row->odd_start);                            \
  }
SMOOTH_SINGLE(smooth_single_constant, 0)
SMOOTH_SINGLE(smooth_single_variable, 1)
SMOOTH_SINGLE(smooth_single_anisotropic, 2)
RESIDUAL_SINGLE(residual_single_constant, 0)
RESIDUAL_SINGLE(residual_single_variable, 1)
RESIDUAL_SINGLE(residual_single_anisotropic, 2)

/* Steps between a row in double and a row of floats; the last vectors as in put_half. */
typedef float narrow_cells __attribute__((vector_size(4 * VF_WIDTH)));
typedef float narrow_anywhere __attribute__((vector_size(4 * VF_WIDTH), aligned(4), may_alias));

INLINE cells given(const double *to, cells factor, const float *from)
{
  const narrow_cells error = *(const narrow_anywhere *)from;
  return load(to) + factor * __builtin_convertvector(error, cells);
}

static void give(double *to, double factor, const float *from, ptrdiff_t n)
{
  const ptrdiff_t last = n - VF_WIDTH;
  const cells factors = all(factor);
  if (last >= 0) {
    const cells at_end = given(to + last, factors, from + last);
    for (ptrdiff_t q = 0; q < last; q += VF_WIDTH) store(to + q, given(to + q, factors, from + q));
    store(to + last, at_end);
    return;
  }
  for (ptrdiff_t q = 0; q < n; q++) to[q] += factor * (double)from[q];
}

INLINE void put_taken(double *x, cells value, float *to)
{
  store(x, value);
  *(narrow_anywhere *)to = __builtin_convertvector(value, narrow_cells);
}

static void take(double *x, double factor, float *to, ptrdiff_t n)
{
  const ptrdiff_t last = n - VF_WIDTH;
  if (last >= 0) {
    const cells at_end = load(x + last) * factor;
    for (ptrdiff_t q = 0; q < last; q += VF_WIDTH) put_taken(x + q, load(x + q) * factor, to + q);
    put_taken(x + last, at_end, to + last);
    return;
  }
  for (ptrdiff_t q = 0; q < n; q++) {
    x[q] *= factor;
    to[q] = (float)x[q];
  }
}
