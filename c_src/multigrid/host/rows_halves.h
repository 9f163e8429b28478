/* Rows in halves: the cells of a colour, and their neighbours of each kind, lie one after the other in memory, so vectors are
 * loaded without shuffles. Part of rows_body.h, included once for each precision. NUMBER is the type, CELLS a vector of it,
 * with WIDTH, LOAD and STORE; NAME(f) is the name of f for the type, and LEVEL_ROW and NUMBERS are its types of rows and
 * numbers. SIXTH(x) is x / 6 of cells, and SIXTH_ONE(x) of a number; PREFETCH(row, q) asks for later cells. */

#define GET_VECTOR(p) LOAD((p) + i)

/* The residual of cells if out is set, or new values of x if out is NULL. */
INLINE CELLS NAME(made_cells)(const LEVEL_ROW *row, const NUMBERS *m, ptrdiff_t i, CELLS w, CELLS e, int kind,
                              const NUMBER *out)
{
  const CELLS old = LOAD(row->x + i);
  PREFETCH(row, i);
  if (out) {
    RETURN_LEFT(GET_VECTOR, w, old, e);
  }
  RETURN_NEW(GET_VECTOR, SIXTH, w, old, e);
}

INLINE NUMBER NAME(made_one)(const LEVEL_ROW *row, const NUMBERS *m, ptrdiff_t i, NUMBER w, NUMBER e, int kind,
                             const NUMBER *out)
{
  const NUMBER old = row->x[i];
  if (out) {
    RETURN_LEFT(GET_ONE, w, old, e);
  }
  RETURN_NEW(GET_ONE, SIXTH_ONE, w, old, e);
}

/* A row as seen from its cells 0, 2, ... or 1, 3, ...: cell number q of them is element q of all rows. */
typedef struct NAME(half_row) {
  LEVEL_ROW row;
  const NUMBER *west, *east; /* the cells of x of the other colour, without the ghosts */
  ptrdiff_t count;
  bool closed; /* the east neighbour of the last cell is the ghost */
} NAME(half_row);

INLINE NAME(half_row) NAME(half_of)(const LEVEL_ROW *given, int odd, int kind)
{
  const ptrdiff_t odd_start = given->odd_start, from = odd ? odd_start : 0;
  NAME(half_row) h = { .row = *given, .count = (given->n + !odd) / 2, .closed = ((given->n - 1) & 1) == odd };
  h.east = given->x + (odd ? 1 : odd_start);
  h.west = h.east - 1;
  LEVEL_ROW *const row = &h.row;
  row->x += from;
  row->south += from;
  row->north += from;
  row->below += from;
  row->above += from;
  row->rhs += from;
  if (kind != VARIABLE) return h;
  row->a += from;
  row->bx_high = given->bx_low + (odd ? 1 : odd_start);
  row->bx_low += from;
  row->by_low += from;
  row->by_high += from;
  row->bz_low += from;
  row->bz_high += from;
  return h;
}

/* Puts the residual of a half into out, or new values into x if out is NULL. The last vector ends with the row and is computed
 * before any cell changes. Cells in both the last vector and the vector before it get the same values twice. */
INLINE void NAME(put_half)(const LEVEL_ROW *given, const NUMBERS *m_given, int odd, int kind, NUMBER *out)
{
  const NAME(half_row) here = NAME(half_of)(given, odd, kind), *const h = &here; /* in registers: no store can change
                                                                                    the copies */
  const NUMBERS m_here = *m_given, *const m = &m_here;
  const LEVEL_ROW *const row = &h->row;
  const ptrdiff_t count = h->count, last = count - WIDTH;
  NUMBER *const to = out ? out : row->x;
  if (last >= 0) {
    CELLS w = LOAD(h->west + last), e = LOAD(h->east + last);
    if (!odd && last == 0) w[0] = row->west;
    if (h->closed) e[WIDTH - 1] = row->east;
    const CELLS at_end = NAME(made_cells)(row, m, last, w, e, kind, out);
    if (last > 0) {
      w = LOAD(h->west);
      if (!odd) w[0] = row->west;
      STORE(to, NAME(made_cells)(row, m, 0, w, LOAD(h->east), kind, out));
    }
    for (ptrdiff_t q = WIDTH; q < last; q += WIDTH)
      STORE(to + q, NAME(made_cells)(row, m, q, LOAD(h->west + q), LOAD(h->east + q), kind, out));
    STORE(to + last, at_end);
    return;
  }
  for (ptrdiff_t q = 0; q < count; q++)
    to[q] = NAME(made_one)(row, m, q, q > 0 || odd ? h->west[q] : row->west,
                           h->closed && q == count - 1 ? row->east : h->east[q], kind, out);
}

INLINE void NAME(smooth_half)(const LEVEL_ROW *row, const NUMBERS *m, int odd, int kind)
{
  NAME(put_half)(row, m, odd, kind, NULL);
}

INLINE void NAME(residual_row)(const LEVEL_ROW *row, const NUMBERS *m, NUMBER *out, int kind)
{
  NAME(put_half)(row, m, 0, kind, out);
  NAME(put_half)(row, m, 1, kind, out + row->odd_start);
}

static void NAME(residual_constant)(const LEVEL_ROW *row, const NUMBERS *m, NUMBER *out)
{
  NAME(residual_row)(row, m, out, CONSTANT);
}

static void NAME(residual_variable)(const LEVEL_ROW *row, const NUMBERS *m, NUMBER *out)
{
  NAME(residual_row)(row, m, out, VARIABLE);
}

static void NAME(residual_anisotropic)(const LEVEL_ROW *row, const NUMBERS *m, NUMBER *out)
{
  NAME(residual_row)(row, m, out, ANISOTROPIC);
}
