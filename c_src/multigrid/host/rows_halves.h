/* Rows in halves: the cells of a colour, and their neighbours of each kind, lie one after the other in memory, so
 * vectors are loaded without shuffles. Part of rows_body.h. */

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

/* A row as seen from its cells 0, 2, ... or 1, 3, ...: cell number q of them is element q of all rows. */
typedef struct half_row {
  vfi_row row;
  const double *west, *east; /* the cells of x of the other colour, without the ghosts */
  ptrdiff_t count;
  bool closed; /* the east neighbour of the last cell is the ghost */
} half_row;

INLINE half_row half_of(const vfi_row *given, int odd, int variable)
{
  const ptrdiff_t odd_start = given->odd_start, from = odd ? odd_start : 0;
  half_row h = { .row = *given, .count = (given->n + !odd) / 2, .closed = ((given->n - 1) & 1) == odd };
  h.east = given->x + (odd ? 1 : odd_start);
  h.west = h.east - 1;
  vfi_row *const row = &h.row;
  row->x += from;
  row->south += from;
  row->north += from;
  row->below += from;
  row->above += from;
  row->rhs += from;
  if (variable != 1) return h;
  row->a += from;
  row->bx_high = given->bx_low + (odd ? 1 : odd_start);
  row->bx_low += from;
  row->by_low += from;
  row->by_high += from;
  row->bz_low += from;
  row->bz_high += from;
  return h;
}

/* The result for cells: the residual if out is set, or new values of x if out is NULL. */
INLINE cells made_cells(const half_row *h, const vfi_row_numbers *m, ptrdiff_t q, cells w, cells e, int variable,
                        const double *out)
{
  const cells old = load(h->row.x + q);
  __builtin_prefetch(h->row.later_x + 2 * q);
  __builtin_prefetch(h->row.later_rhs + 2 * q);
  return out ? residual_cells(&h->row, m, q, w, old, e, variable) : new_cells(&h->row, m, q, w, old, e, variable);
}

INLINE void put_one(const half_row *h, const vfi_row_numbers *m, ptrdiff_t q, double w, double e, int variable,
                    double *out)
{
  const double old = h->row.x[q];
  if (out) out[q] = residual_one(&h->row, m, q, w, old, e, variable);
  else h->row.x[q] = new_one(&h->row, m, q, w, old, e, variable);
}

/* The last vector ends with the row and is computed before any cell changes. Cells in both the last vector and the
 * vector before it get the same values twice. */
INLINE void put_half(const vfi_row *given, const vfi_row_numbers *m_given, int odd, int variable, double *out)
{
  const half_row here = half_of(given, odd, variable), *const h = &here; /* in registers: no store can change the
                                                                            copies */
  const vfi_row_numbers m_here = *m_given, *const m = &m_here;
  const ptrdiff_t count = h->count, last = count - VF_WIDTH;
  double *const to = out ? out : h->row.x;
  if (last >= 0) {
    cells w = load(h->west + last), e = load(h->east + last);
    if (!odd && last == 0) w[0] = h->row.west;
    if (h->closed) e[VF_WIDTH - 1] = h->row.east;
    const cells at_end = made_cells(h, m, last, w, e, variable, out);
    if (last > 0) {
      w = load(h->west);
      if (!odd) w[0] = h->row.west;
      store(to, made_cells(h, m, 0, w, load(h->east), variable, out));
    }
    for (ptrdiff_t q = VF_WIDTH; q < last; q += VF_WIDTH)
      store(to + q, made_cells(h, m, q, load(h->west + q), load(h->east + q), variable, out));
    store(to + last, at_end);
    return;
  }
  for (ptrdiff_t q = 0; q < count; q++)
    put_one(h, m, q, q > 0 || odd ? h->west[q] : h->row.west, h->closed && q == count - 1 ? h->row.east : h->east[q],
            variable, out);
}

INLINE void smooth_half(const vfi_row *row, const vfi_row_numbers *m, int odd, int variable)
{
  put_half(row, m, odd, variable, NULL);
}

INLINE void residual_row(const vfi_row *row, const vfi_row_numbers *m, double *out, int variable)
{
  put_half(row, m, 0, variable, out);
  put_half(row, m, 1, variable, out + row->odd_start);
}

SMOOTHS(halves, smooth_half)

static void residual_constant(const vfi_row *row, const vfi_row_numbers *m, double *out)
{
  residual_row(row, m, out, 0);
}
static void residual_variable(const vfi_row *row, const vfi_row_numbers *m, double *out)
{
  residual_row(row, m, out, 1);
}

static void residual_anisotropic(const vfi_row *row, const vfi_row_numbers *m, double *out)
{
  residual_row(row, m, out, 3);
}
