/* Vectors of floats for the rows of levels in single precision: of as many bytes, with twice as many cells. Steps between a
 * row in double and a row of floats. Part of rows_body.h. */
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
