/* Means of fine rows, and interpolation from a coarse row to 2 n fine cells; over a graded coarsening that halves x, to
 * all fine cells of the row. Part of rows_body.h, included once for each precision. NUMBER is the type, CELLS a vector
 * of it, with WIDTH, LOAD, STORE, ALL and PICK_OF(a, b, which); NAME(f) is the name of f for the type, and FINE_ROWS
 * and ROW are its types of fine rows and of a row. */

#define MEAN(GET)                                                                                        \
  VF_MEAN_OF_8(GET(fine->at[0]), GET(fine->at[0] + fine->odd_start), GET(fine->at[1]),                   \
               GET(fine->at[1] + fine->odd_start), GET(fine->at[2]), GET(fine->at[2] + fine->odd_start), \
               GET(fine->at[3]), GET(fine->at[3] + fine->odd_start))

INLINE CELLS NAME(mean_cells)(const FINE_ROWS *fine, ptrdiff_t i) { return MEAN(GET_VECTOR); }

INLINE void NAME(average_cells)(const FINE_ROWS *fine, NUMBER *coarse, ptrdiff_t odd_start, ptrdiff_t i)
{
  const CELLS p = NAME(mean_cells)(fine, i), r = NAME(mean_cells)(fine, i + WIDTH);
  STORE(coarse + i / 2, PICK_OF(p, r, EVENS));
  STORE(coarse + odd_start + i / 2, PICK_OF(p, r, ODDS));
}

static void NAME(average)(const FINE_ROWS *given, NUMBER *coarse, ptrdiff_t odd_start, ptrdiff_t n)
{
  const FINE_ROWS here = *given, *const fine = &here;
  const ptrdiff_t last = (n - 2 * WIDTH) / 2 * 2;
  ptrdiff_t i = 0;
  if (n >= 2 * WIDTH) {
    for (; i < last; i += 2 * WIDTH) NAME(average_cells)(fine, coarse, odd_start, i);
    NAME(average_cells)(fine, coarse, odd_start, last);
    i = last + 2 * WIDTH;
  }
  for (; i < n; i++) coarse[i / 2 + (i & 1) * odd_start] = MEAN(GET_ONE);
}

/* Fine cells of both halves over 2 WIDTH coarse cells. */
typedef struct NAME(children) {
  CELLS at[4];
} NAME(children);

/* Orders fine cells of one half: of_even over coarse cells 0, 2, ..., of_odd over coarse cells 1, 3, ... */
INLINE void NAME(put_in_order)(CELLS of_even, CELLS of_odd, const NUMBER *fine, int add, CELLS *first, CELLS *second)
{
  *first = PICK_OF(of_even, of_odd, LOW);
  *second = PICK_OF(of_even, of_odd, HIGH);
  if (!add) return;
  *first = LOAD(fine) + *first;
  *second = LOAD(fine + WIDTH) + *second;
}

INLINE NAME(children)
    NAME(children_of)(const ROW *c, const NUMBER *fine, ptrdiff_t odd_start, int add, int graded, ptrdiff_t i)
{
  const NUMBER *const even = c->at + i / 2, *const odd = even + c->odd_start;
  const NUMBER *const y = c->y + i / 2, *const z = c->z + i / 2;
  const CELLS p = LOAD(even), r = LOAD(odd), before = LOAD(odd - 1), after = LOAD(even + 1);
  NAME(children) made;
  CELLS low_p, low_r, high_p, high_r;
  if (graded) {
    const NUMBER *const low = c->low + i / 2, *const high = c->high + i / 2;
    const CELLS ty = ALL(c->ty), tz = ALL(c->tz), rest = ALL(c->rest);
    const CELLS across_p = VF_ACROSS(ty, LOAD(y), tz, LOAD(z)),
                across_r = VF_ACROSS(ty, LOAD(y + c->odd_start), tz, LOAD(z + c->odd_start));
    low_p = VF_GRADED(p, before, LOAD(low), rest, across_p);
    low_r = VF_GRADED(r, p, LOAD(low + c->odd_start), rest, across_r);
    high_p = VF_GRADED(p, r, LOAD(high), rest, across_p);
    high_r = VF_GRADED(r, after, LOAD(high + c->odd_start), rest, across_r);
  } else {
    const CELLS across_p = LOAD(y) + LOAD(z), across_r = LOAD(y + c->odd_start) + LOAD(z + c->odd_start);
    low_p = VF_INTERPOLATED(p + before, across_p);
    low_r = VF_INTERPOLATED(r + p, across_r);
    high_p = VF_INTERPOLATED(p + r, across_p);
    high_r = VF_INTERPOLATED(r + after, across_r);
  }
  NAME(put_in_order)(low_p, low_r, fine + i, add, &made.at[0], &made.at[1]);
  NAME(put_in_order)(high_p, high_r, fine + odd_start + i, add, &made.at[2], &made.at[3]);
  return made;
}

INLINE void NAME(put_children)(const NAME(children) * made, NUMBER *fine, ptrdiff_t odd_start)
{
  STORE(fine, made->at[0]);
  STORE(fine + WIDTH, made->at[1]);
  STORE(fine + odd_start, made->at[2]);
  STORE(fine + odd_start + WIDTH, made->at[3]);
}

/* The fine cells over one coarse cell. */
INLINE void NAME(put_pair)(const ROW *c, NUMBER *fine, ptrdiff_t odd_start, int add, int graded, ptrdiff_t i)
{
  const NUMBER *const even = c->at, *const odd = even + c->odd_start;
  const ptrdiff_t q = i / 2, at = q + (i & 1) * c->odd_start;
  const NUMBER across = graded ? VF_ACROSS(c->ty, c->y[at], c->tz, c->z[at]) : c->y[at] + c->z[at], self = even[at];
  const NUMBER west = i == 0 ? c->west : i & 1 ? even[q] : odd[q - 1];
  const NUMBER low = graded ? VF_GRADED(self, west, c->low[at], c->rest, across) : VF_INTERPOLATED(self + west, across);
  fine[i] = add ? fine[i] + low : low;
  if (graded && 2 * i + 1 >= c->fine_n) return;
  const NUMBER east = i + 1 == c->n ? c->east : i & 1 ? even[q + 1] : odd[q];
  const NUMBER high =
      graded ? VF_GRADED(self, east, c->high[at], c->rest, across) : VF_INTERPOLATED(self + east, across);
  fine[odd_start + i] = add ? fine[odd_start + i] + high : high;
}

/* Cells at both ends go one by one. The last vectors are computed before the vectors beside them change shared
 * cells. */
INLINE void NAME(interpolate_row)(const ROW *given, NUMBER *fine, ptrdiff_t odd_start, int add, int graded)
{
  const ROW here = *given, *const c = &here; /* in registers: no store can change the copy */
  const ptrdiff_t n = c->n, last = (n - 1 - 2 * WIDTH) / 2 * 2;
  ptrdiff_t i = 0;
  if (last > 0) {
    const NAME(children) at_end = NAME(children_of)(c, fine, odd_start, add, graded, last);
    NAME(put_pair)(c, fine, odd_start, add, graded, 0);
    NAME(put_pair)(c, fine, odd_start, add, graded, 1);
    for (i = 2; i < last; i += 2 * WIDTH) {
      const NAME(children) made = NAME(children_of)(c, fine, odd_start, add, graded, i);
      NAME(put_children)(&made, fine + i, odd_start);
    }
    NAME(put_children)(&at_end, fine + last, odd_start);
    i = last + 2 * WIDTH;
  }
  for (; i < n; i++) NAME(put_pair)(c, fine, odd_start, add, graded, i);
}

static void NAME(interpolate)(const ROW *coarse, NUMBER *fine, ptrdiff_t odd_start, int add)
{
  if (add) NAME(interpolate_row)(coarse, fine, odd_start, 1, 0);
  else NAME(interpolate_row)(coarse, fine, odd_start, 0, 0);
}

static void NAME(interpolate_graded)(const ROW *coarse, NUMBER *fine, ptrdiff_t odd_start, int add)
{
  if (add) NAME(interpolate_row)(coarse, fine, odd_start, 1, 1);
  else NAME(interpolate_row)(coarse, fine, odd_start, 0, 1);
}

#undef MEAN
#undef GET_VECTOR
#undef NUMBER
#undef CELLS
#undef WIDTH
#undef LOAD
#undef STORE
#undef ALL
#undef PICK_OF
#undef FINE_ROWS
#undef ROW
#undef LEVEL_ROW
#undef NUMBERS
#undef NAME
#undef MASS
#undef DX
#undef DY
#undef DZ
#undef SIXTH
#undef SIXTH_ONE
#undef PREFETCH
