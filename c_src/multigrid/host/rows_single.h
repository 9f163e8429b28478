/* Rows in halves of levels in single precision: vectors of as many bytes, twice as many cells. Part of rows_body.h. */
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
#define LEFT(GET, w, old, e) (GET(row->rhs) - VF_POISSON_APPLIED(SUM(GET, w, e), old, m->inverse_h2))
#define LEFT_VARIABLE(GET, w, old, e) \
  (GET(row->rhs) - VF_HELMHOLTZ_APPLIED(SINGLE_DIAGONAL(GET), old, SINGLE_NEIGHBOURS(GET, w, e)))

/* The residual in out, or, where out is NULL, new values in x. */
INLINE void put_floats(const vf_single_row *row, const vf_single_numbers *m, ptrdiff_t q, floats w, floats e,
                       int variable, float *out)
{
  const floats old = load_floats(row->x + q);
  if (out) store_floats(out + q, variable ? LEFT_VARIABLE(GET_FLOATS, w, old, e) : LEFT(GET_FLOATS, w, old, e));
  else store_floats(row->x + q, variable ? SMOOTHED_VARIABLE(GET_FLOATS, w, old, e) : SMOOTHED(GET_FLOATS, w, old, e));
}

INLINE void put_float(const vf_single_row *row, const vf_single_numbers *m, ptrdiff_t i, float w, float e, int variable,
                      float *out)
{
  const float old = row->x[i];
  if (out) out[i] = variable ? LEFT_VARIABLE(GET_ONE, w, old, e) : LEFT(GET_ONE, w, old, e);
  else row->x[i] = variable ? SMOOTHED_VARIABLE(GET_ONE, w, old, e) : SMOOTHED(GET_ONE, w, old, e);
}

INLINE vf_single_row half_of_single(const vf_single_row *given, int odd, int variable)
{
  const ptrdiff_t from = odd ? given->half : 0;
  vf_single_row row = *given;
  row.x += from;
  row.south += from;
  row.north += from;
  row.below += from;
  row.above += from;
  row.rhs += from;
  if (!variable) return row;
  row.a += from;
  row.bx_high = given->bx_low + (odd ? 1 : given->half);
  row.bx_low += from;
  row.by_low += from;
  row.by_high += from;
  row.bz_low += from;
  row.bz_high += from;
  return row;
}

INLINE void put_half_single(const vf_single_row *given, const vf_single_numbers *m_given, int odd, int variable,
                            float *out)
{
  const ptrdiff_t count = (given->n + !odd) / 2;
  const bool closed = ((given->n - 1) & 1) == odd;
  const float *const east = given->x + (odd ? 1 : given->half), *const west = east - 1;
  const vf_single_row here = half_of_single(given, odd, variable), *const row = &here; /* in registers: no store can
                                                                                          change them */
  const vf_single_numbers numbers = *m_given, *const m = &numbers;
  ptrdiff_t q = 0;
  if (count >= SINGLE_WIDTH) {
    floats w = load_floats(west), e = load_floats(east);
    if (!odd) w[0] = row->west;
    if (closed && count == SINGLE_WIDTH) e[SINGLE_WIDTH - 1] = row->east;
    put_floats(row, m, 0, w, e, variable, out);
    for (q = SINGLE_WIDTH; q + SINGLE_WIDTH < count; q += SINGLE_WIDTH)
      put_floats(row, m, q, load_floats(west + q), load_floats(east + q), variable, out);
    if (q + SINGLE_WIDTH == count) {
      e = load_floats(east + q);
      if (closed) e[SINGLE_WIDTH - 1] = row->east;
      put_floats(row, m, q, load_floats(west + q), e, variable, out);
      q = count;
    }
  }
  for (; q < count; q++)
    put_float(row, m, q, q > 0 || odd ? west[q] : row->west, closed && q == count - 1 ? row->east : east[q], variable,
              out);
}

#define SMOOTH_SINGLE(name, variable)                                               \
  static void name(const vf_single_row *row, const vf_single_numbers *m, int first) \
  {                                                                                 \
    if (first) put_half_single(row, m, 1, variable, NULL);                          \
    else put_half_single(row, m, 0, variable, NULL);                                \
  }
#define RESIDUAL_SINGLE(name, variable)                                              \
  static void name(const vf_single_row *row, const vf_single_numbers *m, float *out) \
  {                                                                                  \
    put_half_single(row, m, 0, variable, out);                                       \
    put_half_single(row, m, 1, variable, out + row->half);                           \
  }
SMOOTH_SINGLE(smooth_single_constant, 0)
SMOOTH_SINGLE(smooth_single_variable, 1)
RESIDUAL_SINGLE(residual_single_constant, 0)
RESIDUAL_SINGLE(residual_single_variable, 1)

INLINE floats mean_floats(const vf_single_fine_rows *fine, ptrdiff_t q) { return MEAN(GET_FLOATS); }

static void average_single(const vf_single_fine_rows *fine, float *coarse, ptrdiff_t half, ptrdiff_t n)
{
  ptrdiff_t i = 0;
  for (; i + 2 * SINGLE_WIDTH <= n; i += 2 * SINGLE_WIDTH) {
    const floats p = mean_floats(fine, i), r = mean_floats(fine, i + SINGLE_WIDTH);
    store_floats(coarse + i / 2, PICK_SINGLE(p, r, EVENS));
    store_floats(coarse + half + i / 2, PICK_SINGLE(p, r, ODDS));
  }
  for (; i < n; i++) coarse[i / 2 + (i & 1) * half] = MEAN(GET_ONE);
}

INLINE void put_children_single(float *fine, floats of_even, floats of_odd, int add)
{
  floats p = PICK_SINGLE(of_even, of_odd, LOW), r = PICK_SINGLE(of_even, of_odd, HIGH);
  if (add) {
    p = load_floats(fine) + p;
    r = load_floats(fine + SINGLE_WIDTH) + r;
  }
  store_floats(fine, p);
  store_floats(fine + SINGLE_WIDTH, r);
}

INLINE void interpolate_single_row(const vf_single_coarse_row *coarse, float *fine, ptrdiff_t half, int add)
{
  const float *const even = coarse->at, *const odd = even + coarse->half;
  const float *const y = coarse->y, *const z = coarse->z;
  const ptrdiff_t n = coarse->n;
  for (ptrdiff_t i = 0; i < n;) {
    const ptrdiff_t q = i / 2;
    if (i > 0 && i + 2 * SINGLE_WIDTH < n) {
      const floats p = load_floats(even + q), r = load_floats(odd + q);
      const floats across_p = load_floats(y + q) + load_floats(z + q),
                   across_r = load_floats(y + coarse->half + q) + load_floats(z + coarse->half + q);
      put_children_single(fine + i, VF_INTERPOLATED(p + load_floats(odd + q - 1), across_p),
                          VF_INTERPOLATED(r + p, across_r), add);
      put_children_single(fine + half + i, VF_INTERPOLATED(p + r, across_p),
                          VF_INTERPOLATED(r + load_floats(even + q + 1), across_r), add);
      i += 2 * SINGLE_WIDTH;
      continue;
    }
    for (const ptrdiff_t end = i + 2 < n ? i + 2 : n; i < end; i++) {
      const ptrdiff_t at = q + (i & 1) * coarse->half;
      const float across = y[at] + z[at], here = even[at];
      const float west = i == 0 ? coarse->west : i & 1 ? even[q] : odd[q - 1];
      const float east = i + 1 == n ? coarse->east : i & 1 ? even[q + 1] : odd[q];
      const float low = VF_INTERPOLATED(here + west, across), high = VF_INTERPOLATED(here + east, across);
      fine[i] = add ? fine[i] + low : low;
      fine[half + i] = add ? fine[half + i] + high : high;
    }
  }
}

static void interpolate_single(const vf_single_coarse_row *coarse, float *fine, ptrdiff_t half, int add)
{
  if (add) interpolate_single_row(coarse, fine, half, 1);
  else interpolate_single_row(coarse, fine, half, 0);
}

static const vf_rows_single single = { .smooth = { smooth_single_constant, smooth_single_variable },
                                       .residual = { residual_single_constant, residual_single_variable },
                                       .average = average_single,
                                       .interpolate = interpolate_single };
