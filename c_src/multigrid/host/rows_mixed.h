/* Smooths of rows in the order of a user's arrays, with both colours in turn. Two vectors contain one vector of
 * cells of a colour. The old values travel from vector to vector in registers and give the neighbours in x.
 * These neighbours have the other colour, which this half sweep does not change, so no load meets a store under
 * way. Part of rows_body.h. */

#define WEST_2 1, 2
#define EAST_2 1, 2
#define EVEN_NEW_2 2, 1
#define ODD_NEW_2 0, 3
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
#define WEST_4 3, 4, 5, 6
#define EAST_4 1, 2, 3, 4
#define EVEN_NEW_4 4, 1, 6, 3
#define ODD_NEW_4 0, 5, 2, 7
#define COLOUR0_8 0, 8, 2, 10, 4, 12, 6, 14
#define COLOUR1_8 1, 9, 3, 11, 5, 13, 7, 15
#define FIRST0_8 8, 1, 10, 3, 12, 5, 14, 7
#define SECOND0_8 9, 1, 11, 3, 13, 5, 15, 7
#define FIRST1_8 0, 8, 2, 10, 4, 12, 6, 14
#define SECOND1_8 0, 9, 2, 11, 4, 13, 6, 15
#define WEST_8 7, 8, 9, 10, 11, 12, 13, 14
#define EAST_8 1, 2, 3, 4, 5, 6, 7, 8
#define EVEN_NEW_8 8, 1, 10, 3, 12, 5, 14, 7
#define ODD_NEW_8 0, 9, 2, 11, 4, 13, 6, 15

INLINE cells new_cells(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e, int kind)
{
  RETURN_NEW(GET_CELLS, sixth, w, old, e);
}

INLINE double new_one(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, double w, double old, double e,
                      int kind)
{
  RETURN_NEW(GET_ONE, SIXTH_ONE, w, old, e);
}

/* The cells of a colour from two vectors, in an order for which one instruction suffices: a0 b0 a2 b2 or a1 b1 a3
 * b3. */
#define GET_COLOUR_0(p) PICK(load((p) + i), load((p) + i + VF_WIDTH), COLOUR0)
#define GET_COLOUR_1(p) PICK(load((p) + i), load((p) + i + VF_WIDTH), COLOUR1)
INLINE cells new_of_colour_0(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                             int kind)
{
  RETURN_NEW(GET_COLOUR_0, sixth, w, old, e);
}

INLINE cells new_of_colour_1(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, cells w, cells old, cells e,
                             int kind)
{
  RETURN_NEW(GET_COLOUR_1, sixth, w, old, e);
}

INLINE cells blend(cells old, cells new, int first)
{
  return first ? PICK(old, new, ODD_NEW) : PICK(old, new, EVEN_NEW);
}

/* Two vectors of x, old and second, with the cells before and after them. */
INLINE void smooth_pair(const vfi_row *row, const vfi_row_numbers *m, ptrdiff_t i, int first, int kind, cells before,
                        cells old, cells second, cells after)
{
  double *const x = row->x + i;
  if (first) {
    const cells w = PICK(old, second, COLOUR0);
    const cells e = PICK(PICK(old, second, EAST), PICK(second, after, EAST), COLOUR1);
    const cells new = new_of_colour_1(row, m, i, w, PICK(old, second, COLOUR1), e, kind);
    store(x, PICK(old, new, FIRST1));
    store(x + VF_WIDTH, PICK(second, new, SECOND1));
  } else {
    const cells w = PICK(PICK(before, old, WEST), PICK(old, second, WEST), COLOUR0);
    const cells e = PICK(old, second, COLOUR1);
    const cells new = new_of_colour_0(row, m, i, w, PICK(old, second, COLOUR0), e, kind);
    store(x, PICK(old, new, FIRST0));
    store(x + VF_WIDTH, PICK(second, new, SECOND0));
  }
}

INLINE void smooth_mixed_row(const vfi_row *row_given, const vfi_row_numbers *m_given, int first, int kind)
{
  const vfi_row row_here = *row_given, *const row = &row_here; /* in registers: no store can change the copies */
  const vfi_row_numbers m_here = *m_given, *const m = &m_here;
  double *const x = row->x;
  const ptrdiff_t n = row->n;
  ptrdiff_t i = 0;
  if (n >= VF_WIDTH) {
    cells before = all(row->west), old = load(x);
    for (; i + 3 * VF_WIDTH <= n; i += 2 * VF_WIDTH) {
      const cells second = load(x + i + VF_WIDTH), after = load(x + i + 2 * VF_WIDTH);
      smooth_pair(row, m, i, first, kind, before, old, second, after);
      before = second;
      old = after;
    }
    if (i + 2 * VF_WIDTH <= n) {
      const cells after = all(i + 2 * VF_WIDTH < n ? x[i + 2 * VF_WIDTH] : row->east);
      smooth_pair(row, m, i, first, kind, before, old, load(x + i + VF_WIDTH), after);
      i += 2 * VF_WIDTH;
    } else {
      const cells after = all(i + VF_WIDTH < n ? x[i + VF_WIDTH] : row->east);
      store(x + i, blend(old, new_cells(row, m, i, PICK(before, old, WEST), old, PICK(old, after, EAST), kind), first));
      i += VF_WIDTH;
    }
  }
  for (i += (i ^ first) & 1; i < n; i += 2)
    x[i] = new_one(row, m, i, i > 0 ? x[i - 1] : row->west, x[i], i + 1 < n ? x[i + 1] : row->east, kind);
}

SMOOTHS(mixed, smooth_mixed_row)
