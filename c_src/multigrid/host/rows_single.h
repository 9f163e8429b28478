/* Rows in halves of levels in single precision: vectors of as many bytes, with twice as many
 * cells. Part of rows_body.h. */
#define SINGLE_OF_2 4
#define SINGLE_OF_4 8
#define SINGLE_OF_8 16
#define SINGLE_WIDTH JOIN(SINGLE_OF_, VF_WIDTH)

typedef float floats __attribute__((vector_size(8 * VF_WIDTH)));
typedef float floats_anywhere __attribute__((vector_size(8 * VF_WIDTH), aligned(4), may_alias));

#define PICK_SINGLE(a, b, which) __builtin_shufflevector(a, b, JOIN(which##_, SINGLE_WIDTH))

INLINE floats load_floats(const float *at) { return *(const floats_anywhere *)at; }
INLINE void store_floats(float *at, floats value) { *(floats_anywhere *)at = value; }
INLINE floats all_floats(float value) { return value - (floats){ 0 }; }

#define GET_FLOATS(p) load_floats((p) + i)
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
  VF_OVER_RELAXED(old, m->omega, VF_ANISOTROPIC_RELAXED(ACROSS_WIDTHS(GET, w, e), GET(row->rhs), m->inverse))
#define LEFT(GET, w, old, e) (GET(row->rhs) - VF_POISSON_APPLIED(SUM(GET, w, e), old, m->inverse_h2))
#define LEFT_VARIABLE(GET, w, old, e) \
  (GET(row->rhs) - VF_HELMHOLTZ_APPLIED(SINGLE_DIAGONAL(GET), old, SINGLE_NEIGHBOURS(GET, w, e)))
#define LEFT_ANISOTROPIC(GET, w, old, e) \
  (GET(row->rhs) - VF_ANISOTROPIC_APPLIED(ACROSS_WIDTHS(GET, w, e), m->diagonal, old))

/* The result: the residual if out is set, or new values of x if out is NULL. */
#define MADE_SINGLE(GET)                                                                                         \
  if (kind == VARIABLE) return out ? LEFT_VARIABLE(GET, w, old, e) : SMOOTHED_VARIABLE(GET, w, old, e);          \
  if (kind == ANISOTROPIC) return out ? LEFT_ANISOTROPIC(GET, w, old, e) : SMOOTHED_ANISOTROPIC(GET, w, old, e); \
  return out ? LEFT(GET, w, old, e) : SMOOTHED(GET, w, old, e)

INLINE floats made_cells_single(const vfi_single_row *row, const vfi_single_numbers *m, ptrdiff_t i, floats w, floats e,
                                int kind, const float *out)
{
  const floats old = load_floats(row->x + i);
  MADE_SINGLE(GET_FLOATS);
}

INLINE float made_one_single(const vfi_single_row *row, const vfi_single_numbers *m, ptrdiff_t i, float w, float e,
                             int kind, const float *out)
{
  const float old = row->x[i];
  MADE_SINGLE(GET_ONE);
}

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
