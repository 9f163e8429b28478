#include "level_rows.h"

#include <string.h>

#include "../formulas.h"
#include "lines_host.h"

enum { PREFETCH_ROWS = 2 }; /* distance from a row to the prefetched row; addresses beyond the end do no harm */

vfi_row_numbers vfi_level_numbers(const vfi_level *level)
{
  const double *h = level->h, beta = level->anisotropic ? 1 : level->beta;
  vfi_row_numbers m = { .h2 = h[0] * h[0],
                        .inverse_h2 = VF_OVER_H2(1, h[0]),
                        .alpha = level->alpha,
                        .dx = VF_OVER_H2(beta, h[0]),
                        .dy = VF_OVER_H2(beta, h[1]),
                        .dz = VF_OVER_H2(beta, h[2]),
                        .omega = level->omega };
  m.diagonal = VF_ANISOTROPIC_DIAGONAL(m.dx, m.dy, m.dz);
  m.inverse = 1 / m.diagonal;
  return m;
}

/* for level_rows_body.h */
typedef double number;
typedef vfi_row level_row;
typedef vfi_row_numbers row_numbers;
typedef vfi_coarse_row coarse_row;

static inline vf_field field_of(const vf_field *x) { return *x; }

static double end_ghost(const vfi_level *level, const vf_field *x, const double *row, int face)
{
  const vfi_face *f = &level->face[face];
  const int n = level->n[0], first = face < 3 ? 0 : n - 1, inward = face < 3 ? 1 : -1;
  if (f->periodic) return row[vfi_field_place(x, n - 1 - first)];
  if (f->cells == 1) return f->w[0] * row[vfi_field_place(x, first)];
  double value = 0;
  for (int m = 0; m < f->cells; m++) value += f->w[m] * row[vfi_field_place(x, first + m * inward)];
  return value;
}

/* The part of the diagonal d of cell i that belongs to the first cells of folded ghosts; see whole_diagonal. */
static double folded_part(const vfi_level *level, const vfi_row_numbers *m, const vfi_row *row, const double w[6],
                          int i)
{
  const double west = i == 0 ? w[0] : 0, east = i == row->n - 1 ? w[3] : 0;
  if (level->anisotropic) return VF_ANISOTROPIC_SUM(m->dx, m->dy, m->dz, west, east, w[1], w[4], w[2], w[5]);
  if (!level->variable) return VF_SUM_OF_6(west, w[1], w[2], east, w[4], w[5]);
  const ptrdiff_t at = vfi_field_place(&level->phi, i), next = vfi_field_place(&level->phi, i + 1);
  return VF_HELMHOLTZ_NEIGHBOURS(m->dx, m->dy, m->dz, row->bx_low[at], row->bx_low[next], row->by_low[at],
                                 row->by_high[at], row->bz_low[at], row->bz_high[at], west, east, w[1], w[4], w[2],
                                 w[5]);
}

static double diagonal_of(const vfi_level *level, const vfi_row_numbers *m, const vfi_row *row, int i)
{
  if (level->anisotropic) return m->diagonal;
  if (!level->variable) return 6;
  const ptrdiff_t at = vfi_field_place(&level->phi, i), next = vfi_field_place(&level->phi, i + 1);
  return VF_HELMHOLTZ_DIAGONAL(m->alpha * row->a[at], m->dx, m->dy, m->dz, row->bx_low[at], row->bx_low[next],
                               row->by_low[at], row->by_high[at], row->bz_low[at], row->bz_high[at]);
}

static void smooth_plain(const vfi_level *level, const vfi_row_numbers *m, const vfi_bench *bench, const vfi_row *row,
                         int first)
{
  const vfi_rows *rows = bench->rows;
  const int operator= level->variable ? 1 : level->anisotropic ? 3 : m->omega == 1 ? 0 : 2;
  (row->odd_start ? rows->smooth_halves : rows->smooth_mixed)[operator](row, m, first);
}

#include "level_rows_body.h"

/* Sets coefficients only for the variable operator, because the function runs for every row and must be fast. */
static void find_row(const vfi_level *level, const vfi_bench *bench, int j, int k, vfi_row *row)
{
  const vf_field *phi = &level->phi;
  find_phi(level, phi, bench, j, k, row);
  row->rhs = vfi_field_row(&level->rhs, j, k);
  row->west = end_ghost(level, phi, row->x, 0);
  row->east = end_ghost(level, phi, row->x, 3);
  row->later_x = row->x + phi->plane + PREFETCH_ROWS * phi->row;
  row->later_rhs = row->rhs + PREFETCH_ROWS * level->rhs.row;
  if (!level->variable) return;
  row->a = vfi_field_row(&level->a, j, k);
  row->bx_low = vfi_field_row(&level->bx, j, k);
  row->bx_high = row->bx_low + 1;
  row->by_low = vfi_field_row(&level->by, j, k);
  row->by_high = row->by_low + level->by.row;
  row->bz_low = vfi_field_row(&level->bz, j, k);
  row->bz_high = row->bz_low + level->bz.plane;
}

void vfi_level_smooth_row(const vfi_level *level, const vfi_row_numbers *numbers, const vfi_bench *bench, int j, int k,
                          int colour)
{
  vfi_row row;
  find_row(level, bench, j, k, &row);
  const int first = (j + k + level->parity + colour) & 1;
  if (level->whole_diagonal) smooth_whole(level, numbers, bench, &row, j, k, first);
  else smooth_plain(level, numbers, bench, &row, first);
}

void vfi_level_residual_row(const vfi_level *level, const vfi_row_numbers *numbers, const vfi_bench *bench, int j,
                            int k, double *out)
{
  vfi_row row;
  find_row(level, bench, j, k, &row);
  if (level->lines.kind) {
    vfi_lines_residual_row(level, bench, &row, j, k, out);
    return;
  }
  bench->rows->residual[level->variable ? 1 : level->anisotropic ? 2 : 0](&row, numbers, out);
}

double vfi_level_row_norm(const vfi_level *level, const vfi_bench *bench, const double *x)
{
  const ptrdiff_t odd_start = level->phi.odd_start, odd = level->n[0] / 2;
  return vfi_larger(bench->rows->norm(x, level->n[0] - odd), bench->rows->norm(x + odd_start, odd));
}

void vfi_level_average_rows(const vfi_level *coarse, const vfi_rows *rows, const vfi_fine_rows *fine, int fine_n,
                            double *to, ptrdiff_t odd_start)
{
  const int n = coarse->n[0];
  const double *const *at = fine->at;
  if (coarse->coarsening.graded && !coarse->coarsening.halved[0]) {
    for (int odd = 0; odd < 2; odd++)
      for (ptrdiff_t q = 0; q < (n + !odd) / 2; q++) {
        const ptrdiff_t i = q + odd * fine->odd_start;
        to[q + odd * odd_start] =
            VF_MEAN_OF_8(at[0][i], at[0][i], at[1][i], at[1][i], at[2][i], at[2][i], at[3][i], at[3][i]);
      }
    return;
  }
  rows->average(fine, to, odd_start, n);
  average_last(at, fine_n, to, odd_start);
}

bool vfi_level_last_child(const vfi_level *fine, const vfi_coarsening *coarsening, int d, int index)
{
  if (coarsening->graded && !coarsening->halved[d]) return true;
  return index % 2 || index == fine->n[d] - 1;
}

double vfi_level_restrict_row(const vfi_level *fine, const vfi_row_numbers *numbers, const vfi_level *coarse,
                              const vfi_bench *bench, int j, int k, bool norm)
{
  const vfi_coarsening *coarsening = &coarse->coarsening;
  vfi_fine_rows residual = { .odd_start = fine->phi.odd_start };
  double max = 0;
  for (int r = 0; r < 4; r++) {
    const vfi_child_row child = vfi_level_child_row(fine, coarsening, bench, j, k, r);
    residual.at[r] = child.out;
    if (child.made) continue;
    vfi_level_residual_row(fine, numbers, bench, child.j, child.k, child.out);
    if (norm) max = vfi_larger(max, vfi_level_row_norm(fine, bench, child.out));
  }
  const vf_field *rhs = &coarse->rhs;
  vfi_level_average_rows(coarse, bench->rows, &residual, fine->n[0], vfi_field_row(rhs, j, k), rhs->odd_start);
  return max;
}

double vfi_level_part(const vfi_coarsening *coarsening, int d, int index, int *face)
{
  const bool high = coarsening->halved[d] && index % 2;
  *face = high ? d + 3 : d;
  return (high ? coarsening->high : coarsening->low)[d][coarsening->halved[d] ? index / 2 : index];
}

/* For levels with lines: blends row J of plane K with the row beside it in y, and the result with the blended row of
 * the plane beside it in z. The results lie in rows of scratch behind the rows of ghosts. */
static const double *blend(const vfi_level *coarse, const vfi_bench *bench, double t, const double *self,
                           const double *beside, int place)
{
  const ptrdiff_t extent = vfi_field_extent(&coarse->phi, coarse->n[0]);
  double *to = bench->scratch + (VF_SCRATCH_ROWS / 2 + place) * bench->length;
  if (t == 0) return self;
  for (ptrdiff_t i = 0; i < extent; i++) to[i] = VF_BLENDED(t, self[i], beside[i]);
  return to;
}

static const double *blended_row(const vfi_level *coarse, const vfi_bench *bench, int J, int K, int face_y, int face_z,
                                 double ty, double tz)
{
  const vf_field *phi = &coarse->phi;
  const vfi_face *z = &coarse->face[face_z];
  const double *self = vfi_field_row(phi, J, K);
  self = blend(coarse, bench, ty, self, ty == 0 ? self : neighbour(coarse, phi, face_y, J, K, bench), 0);
  if (tz == 0) return self;
  int k = K + (face_z == 5 ? 1 : -1);
  if (z->periodic) k = (k + coarse->n[2]) % coarse->n[2];
  if (k >= 0 && k < coarse->n[2]) {
    const double *beside = vfi_field_row(phi, J, k);
    beside = blend(coarse, bench, ty, beside, ty == 0 ? beside : neighbour(coarse, phi, face_y, J, k, bench), 1);
    return blend(coarse, bench, tz, self, beside, 2);
  }
  /* a ghost made of at most one cell */
  const ptrdiff_t extent = vfi_field_extent(phi, coarse->n[0]);
  double *ghosts = bench->scratch + (VF_SCRATCH_ROWS / 2 + 1) * bench->length;
  for (ptrdiff_t i = 0; i < extent; i++) ghosts[i] = z->cells == 0 ? 0 : z->w[0] * self[i];
  return blend(coarse, bench, tz, self, ghosts, 2);
}

static void interpolate_graded(const vfi_level *fine, const vfi_level *coarse, const vfi_bench *bench, int j, int k,
                               bool add)
{
  const vfi_coarsening *coarsening = &coarse->coarsening;
  const vfi_bench folding = { bench->rows, bench->scratch, bench->length, false };
  const vf_field *phi = &coarse->phi;
  const int J = vfi_level_parent(coarsening, 1, j), K = vfi_level_parent(coarsening, 2, k);
  int face_y, face_z;
  const double ty = vfi_level_part(coarsening, 1, j, &face_y), tz = vfi_level_part(coarsening, 2, k, &face_z),
               rest = 1 - ty - tz;
  const bool blends = fine->lines.along > 0;
  const double *at = blends ? blended_row(coarse, &folding, J, K, face_y, face_z, ty, tz) : vfi_field_row(phi, J, K);
  double *to = vfi_field_row(&fine->phi, j, k);
  const double *y = blends || ty == 0 ? at : neighbour(coarse, phi, face_y, J, K, &folding);
  const double *z = blends || tz == 0 ? at : neighbour(coarse, phi, face_z, J, K, &folding);
  if (coarsening->halved[0]) {
    vfi_coarse_row row = coarse_row_of(coarse, phi, at, y, z);
    row.low = coarsening->low[0];
    row.high = coarsening->high[0];
    row.ty = blends ? 0 : ty;
    row.tz = blends ? 0 : tz;
    row.rest = blends ? 1 : rest;
    row.fine_n = fine->n[0];
    bench->rows->interpolate_graded(&row, to, fine->phi.odd_start, add);
    return;
  }
  const ptrdiff_t extent = vfi_field_extent(phi, coarse->n[0]);
  for (ptrdiff_t i = 0; i < extent; i++) {
    const double value = blends ? at[i] : VF_GRADED(at[i], at[i], 0, rest, VF_ACROSS(ty, y[i], tz, z[i]));
    to[i] = add ? to[i] + value : value;
  }
}

void vfi_level_interpolate_row(const vfi_level *fine, const vfi_level *coarse, const vfi_bench *bench, int j, int k,
                               bool add)
{
  if (coarse->coarsening.graded) {
    interpolate_graded(fine, coarse, bench, j, k, add);
    return;
  }
  const vfi_coarse_row row = plain_row(coarse, bench, j, k);
  bench->rows->interpolate(&row, vfi_field_row(&fine->phi, j, k), fine->phi.odd_start, add);
}

int vfi_level_ghost_rows(const vfi_level *level) { return 2 * (level->n[1] + level->n[2]); }

void vfi_level_fill_ghost_row(const vfi_level *level, int row)
{
  const int n1 = level->n[1], n2 = level->n[2];
  const bool z = row >= 2 * n2;
  const bool high = z ? row - 2 * n2 >= n1 : row >= n2;
  const int face = (z ? 2 : 1) + (high ? 3 : 0);
  const int j = z ? (row - 2 * n2) % n1 : high ? n1 - 1 : 0;
  const int k = z ? (high ? n2 - 1 : 0) : row % n2;
  double *ghost = vfi_field_row(&level->phi, j, k) + (z ? level->phi.plane : level->phi.row) * (high ? 1 : -1);
  const double *value = folded(level, &level->phi, face, j, k, ghost);
  if (value != ghost) memcpy(ghost, value, (size_t)vfi_field_extent(&level->phi, level->n[0]) * sizeof *ghost);
}
