/* Rows of a level with its boundary folded in, for both precisions: part of level_rows.c for doubles, and of single_rows.c for
 * floats. The including file defines the types number, level_row, row_numbers and coarse_row, and the functions field_of,
 * end_ghost, smooth_plain, diagonal_of and folded_part. */

/* Fields are those of field_of: their strides count numbers. */
static inline number *row_at(const vf_field *x, int j, int k) { return (number *)x->at + j * x->row + k * x->plane; }

/* The row of ghosts beside row (j, k), which lies at the face. The function makes the ghosts in scratch, unless a row
 * in memory has the same values. */
static const number *folded(const vfi_level *level, const vf_field *x, int face, int j, int k, number *scratch)
{
  const vfi_face *f = &level->face[face];
  const ptrdiff_t inward = (face % 3 == 1 ? x->row : x->plane) * (face < 3 ? 1 : -1);
  const number *row = row_at(x, j, k);
  if (f->stored) return row - inward;
  if (f->periodic) return row + inward * (level->n[face % 3] - 1);
  const number w0 = (number)f->w[0], w1 = (number)f->w[1], w2 = (number)f->w[2];
  if (f->cells == 1 && w0 == 1) return row;
  const number *second = row + inward, *third = second + inward;
  const ptrdiff_t n = vfi_field_extent(x, level->n[0]);
  switch (f->cells) {
    case 0: memset(scratch, 0, (size_t)n * sizeof *scratch); break;
    case 1:
      for (ptrdiff_t i = 0; i < n; i++) scratch[i] = w0 * row[i];
      break;
    case 2:
      for (ptrdiff_t i = 0; i < n; i++) scratch[i] = w0 * row[i] + w1 * second[i];
      break;
    default:
      for (ptrdiff_t i = 0; i < n; i++) scratch[i] = w0 * row[i] + w1 * second[i] + w2 * third[i];
  }
  return scratch;
}

/* The row beside row (j, k) on the side `face`. */
static const number *neighbour(const vfi_level *level, const vf_field *x, int face, int j, int k,
                               const vfi_bench *bench)
{
  const int d = face % 3, at = d == 1 ? j : k;
  const bool low = face < 3, edge = low ? at == 0 : at == level->n[d] - 1;
  if (edge && !bench->stored)
    return folded(level, x, face, j, k, (number *)(bench->scratch + (d - 1 + 2 * !low) * bench->length));
  return row_at(x, j, k) + (d == 1 ? x->row : x->plane) * (low ? -1 : 1);
}

/* Sets row (j, k) of phi with its neighbours, but not the ghosts at its ends. */
static inline void find_phi(const vfi_level *level, const vf_field *phi, const vfi_bench *bench, int j, int k,
                            level_row *row)
{
  number *x = row_at(phi, j, k);
  row->x = x;
  row->south = j > 0 ? x - phi->row : neighbour(level, phi, 1, j, k, bench);
  row->north = j < level->n[1] - 1 ? x + phi->row : neighbour(level, phi, 4, j, k, bench);
  row->below = k > 0 ? x - phi->plane : neighbour(level, phi, 2, j, k, bench);
  row->above = k < level->n[2] - 1 ? x + phi->plane : neighbour(level, phi, 5, j, k, bench);
  row->n = level->n[0];
  row->odd_start = phi->odd_start;
}

/* Smooths a row and scales the changes of its cells at the boundary; see whole_diagonal. */
static void smooth_whole(const vfi_level *level, const row_numbers *m, const vfi_bench *bench, const level_row *row,
                         int j, int k, int first)
{
  const int n = level->n[0], at[3] = { 0, j, k };
  const vf_field phi = field_of(&level->phi);
  number w[6];
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, edge = face < 3 ? 0 : level->n[d] - 1;
    w[face] = d > 0 && at[d] != edge ? 0 : (number)level->face[face].w[0];
  }
  const bool all = w[1] != 0 || w[2] != 0 || w[4] != 0 || w[5] != 0;
  number *old = (number *)(bench->scratch + 4 * bench->length);
  const number ends[2] = { row->x[0], row->x[vfi_field_place(&phi, n - 1)] };
  if (all) memcpy(old, row->x, (size_t)vfi_field_extent(&phi, n) * sizeof *old);
  smooth_plain(level, m, bench, row, first);
  for (int i = 0; i < n; i += all || n == 1 ? 1 : n - 1) {
    if ((i ^ first) & 1) continue;
    const number part = folded_part(level, m, row, w, i), diagonal = diagonal_of(level, m, row, i);
    const ptrdiff_t place = vfi_field_place(&phi, i);
    const number before = all ? old[place] : ends[i > 0];
    row->x[place] = VF_WITH_WHOLE_DIAGONAL(before, row->x[place], diagonal, part);
  }
}

/* The row (J, K) of coarse phi for an interpolation from the rows y and z beside it. */
static inline coarse_row coarse_row_of(const vfi_level *coarse, const vf_field *phi, const number *at, const number *y,
                                       const number *z)
{
  return (coarse_row){ .at = at,
                       .y = y,
                       .z = z,
                       .west = end_ghost(coarse, phi, at, 0),
                       .east = end_ghost(coarse, phi, at, 3),
                       .n = coarse->n[0],
                       .odd_start = phi->odd_start };
}

/* The row of coarse phi above row (j, k) of a level over 2 x 2 x 2 equal cells. */
static coarse_row plain_row(const vfi_level *coarse, const vfi_bench *bench, int j, int k)
{
  const vfi_bench folding = { bench->rows, bench->scratch, bench->length, false };
  const int J = j / 2, K = k / 2;
  const vf_field phi = field_of(&coarse->phi);
  return coarse_row_of(coarse, &phi, row_at(&phi, J, K), neighbour(coarse, &phi, j % 2 ? 4 : 1, J, K, &folding),
                       neighbour(coarse, &phi, k % 2 ? 5 : 2, J, K, &folding));
}

/* The coarse cell over a single fine cell at the end of a row with an odd number of cells. */
static inline void average_last(const number *const *at, int fine_n, number *to, ptrdiff_t odd_start)
{
  const int last = fine_n / 2;
  if (fine_n % 2 == 1)
    to[last / 2 + last % 2 * odd_start] = VF_MEAN_OF_8(at[0][last], 0, at[1][last], 0, at[2][last], 0, at[3][last], 0);
}
