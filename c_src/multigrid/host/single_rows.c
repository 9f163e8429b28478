#include "single_rows.h"

#include <string.h>

#include "../formulas.h"

/* for level_rows_body.h */
typedef float number;
typedef vfi_single_row level_row;
typedef vfi_single_numbers row_numbers;
typedef vfi_single_coarse_row coarse_row;

static inline vf_field field_of(const vf_field *x)
{
  if (x->odd_start == 0) __builtin_unreachable(); /* rows of floats are in halves */
  return vfi_field_of_floats(x);
}

/* A pass computes the weights and places of the ends once. In double (level_rows.c) each row does, and its sum begins with 0. */
static vfi_single_end end_of(const vfi_level *level, const vf_field *x, int face)
{
  const vfi_face *f = &level->face[face];
  const int n = level->n[0], first = face < 3 ? 0 : n - 1, inward = face < 3 ? 1 : -1;
  return (vfi_single_end){ .terms = f->periodic ? 1 : f->cells,
                           .weight = { f->periodic ? 1 : (float)f->w[0], (float)f->w[1] },
                           .at = { vfi_field_place(x, f->periodic ? n - 1 - first : first),
                                   vfi_field_place(x, first + inward) } };
}

static inline float ghost_at(const vfi_single_end *end, const float *row)
{
  if (end->terms == 0) return 0;
  const float value = end->weight[0] * row[end->at[0]];
  return end->terms == 1 ? value : value + end->weight[1] * row[end->at[1]];
}

static float end_ghost(const vfi_level *level, const vf_field *x, const float *row, int face)
{
  const vfi_single_end end = end_of(level, x, face);
  return ghost_at(&end, row);
}

/* The index of the level's operator in the tables of rows. */
static int kind_of(const vfi_level *level) { return level->variable ? 1 : level->anisotropic ? 2 : 0; }

static void smooth_plain(const vfi_level *level, const vfi_single_numbers *m, const vfi_bench *bench,
                         const vfi_single_row *row, int first)
{
  bench->rows->single->smooth[kind_of(level)](row, m, first);
}

/* As in level_rows.c; levels of floats with coefficients have no whole diagonal. */
static float folded_part(const vfi_level *level, const vfi_single_numbers *m, const vfi_single_row *row,
                         const float w[6], int i)
{
  const float west = i == 0 ? w[0] : 0, east = i == row->n - 1 ? w[3] : 0;
  if (level->anisotropic) return VF_ANISOTROPIC_SUM(m->dx, m->dy, m->dz, west, east, w[1], w[4], w[2], w[5]);
  return VF_SUM_OF_6(west, w[1], w[2], east, w[4], w[5]);
}

static float diagonal_of(const vfi_level *level, const vfi_single_numbers *m, const vfi_single_row *row, int i)
{
  (void)row;
  (void)i;
  return level->anisotropic ? m->diagonal : 6;
}

#include "level_rows_body.h"

/* Sets coefficients only for the variable operator, and all of its fields have the strides of phi: the function runs
 * for every row and must be fast. */
static void find_row(const vfi_level *level, const vfi_single_pass *pass, const vfi_bench *bench, int j, int k,
                     vfi_single_row *row)
{
  const vf_field phi = field_of(&level->phi);
  const ptrdiff_t here = j * phi.row + k * phi.plane;
  find_phi(level, &phi, bench, j, k, row);
  row->rhs = (float *)level->rhs.at + here;
  row->west = ghost_at(&pass->west, row->x);
  row->east = ghost_at(&pass->east, row->x);
  if (!level->variable) return;
  row->a = (float *)level->a.at + here;
  row->bx_low = (float *)level->bx.at + here;
  row->by_low = (float *)level->by.at + here;
  row->by_high = row->by_low + phi.row;
  row->bz_low = (float *)level->bz.at + here;
  row->bz_high = row->bz_low + phi.plane;
}

vfi_single_pass vfi_single_pass_of(const vfi_level *level)
{
  const vfi_row_numbers m = vfi_level_numbers(level);
  const vf_field phi = field_of(&level->phi);
  return (vfi_single_pass){ .numbers = { .h2 = (float)m.h2,
                                         .inverse_h2 = (float)m.inverse_h2,
                                         .dx = (float)m.dx,
                                         .dy = (float)m.dy,
                                         .dz = (float)m.dz,
                                         .diagonal = (float)m.diagonal,
                                         .inverse = (float)m.inverse },
                            .west = end_of(level, &phi, 0),
                            .east = end_of(level, &phi, 3) };
}

void vfi_single_clear_row(const vfi_level *level, int j, int k)
{
  const vf_field phi = field_of(&level->phi);
  memset(row_at(&phi, j, k), 0, (size_t)vfi_field_extent(&phi, level->n[0]) * sizeof(float));
}

void vfi_single_smooth_row(const vfi_level *level, const vfi_single_pass *pass, double omega, const vfi_bench *bench,
                           int j, int k, int colour)
{
  const int first = (j + k + level->parity + colour) & 1;
  vfi_single_numbers numbers = pass->numbers;
  vfi_single_row row;
  numbers.omega = (float)omega;
  find_row(level, pass, bench, j, k, &row);
  if (level->whole_diagonal) smooth_whole(level, &numbers, bench, &row, j, k, first);
  else smooth_plain(level, &numbers, bench, &row, first);
}

/* A coarse row of means in floats, like vfi_level_average_rows; x is halved. */
static void average_rows(const vfi_rows *rows, const vfi_single_fine_rows *fine, int fine_n, float *to,
                         ptrdiff_t odd_start)
{
  rows->single->average(fine, to, odd_start, (fine_n + 1) / 2);
  average_last(fine->at, fine_n, to, odd_start);
}

void vfi_single_restrict_row(const vfi_level *fine, const vfi_single_pass *pass, const vfi_level *coarse,
                             const vfi_bench *bench, int j, int k)
{
  const vfi_coarsening *coarsening = &coarse->coarsening;
  vfi_single_fine_rows residual = { .odd_start = 2 * fine->phi.odd_start };
  for (int r = 0; r < 4; r++) {
    const vfi_child_row child = vfi_level_child_row(fine, coarsening, bench, j, k, r);
    vfi_single_row row;
    residual.at[r] = (float *)child.out;
    if (child.made) continue;
    find_row(fine, pass, bench, child.j, child.k, &row);
    bench->rows->single->residual[kind_of(fine)](&row, &pass->numbers, (float *)child.out);
  }
  const int n = coarse->n[0];
  if (coarse->single) {
    const vf_field to = field_of(&coarse->rhs);
    average_rows(bench->rows, &residual, fine->n[0], row_at(&to, j, k), to.odd_start);
    return;
  }
  float *mean = (float *)bench->scratch; /* the ghosts in scratch are not needed any more */
  double *to = vfi_field_row(&coarse->rhs, j, k);
  average_rows(bench->rows, &residual, fine->n[0], mean, coarse->rhs.odd_start);
  const ptrdiff_t count = vfi_field_extent(&coarse->rhs, n);
  for (ptrdiff_t i = 0; i < count; i++) to[i] = (double)mean[i];
}

static void interpolate_graded(const vfi_level *fine, const vfi_level *coarse, const vfi_bench *bench, int j, int k,
                               bool add)
{
  const vfi_coarsening *coarsening = &coarse->coarsening;
  const vf_field phi = field_of(&coarse->phi), to = field_of(&fine->phi);
  const int J = vfi_level_parent(coarsening, 1, j), K = vfi_level_parent(coarsening, 2, k);
  int face_y, face_z;
  const float ty = (float)vfi_level_part(coarsening, 1, j, &face_y),
              tz = (float)vfi_level_part(coarsening, 2, k, &face_z);
  const float *at = row_at(&phi, J, K);
  vfi_single_coarse_row row =
      coarse_row_of(coarse, &phi, at, ty == 0 ? at : neighbour(coarse, &phi, face_y, J, K, bench),
                    tz == 0 ? at : neighbour(coarse, &phi, face_z, J, K, bench));
  row.low = coarsening->narrow_low;
  row.high = coarsening->narrow_high;
  row.ty = ty;
  row.tz = tz;
  row.rest = 1 - ty - tz;
  row.fine_n = fine->n[0];
  bench->rows->single->interpolate_graded(&row, row_at(&to, j, k), to.odd_start, add);
}

void vfi_single_interpolate_row(const vfi_level *fine, const vfi_level *coarse, const vfi_bench *bench, int j, int k,
                                bool add)
{
  if (coarse->coarsening.graded) {
    interpolate_graded(fine, coarse, bench, j, k, add);
    return;
  }
  const vf_field to = field_of(&fine->phi);
  const vfi_single_coarse_row row = plain_row(coarse, bench, j, k);
  bench->rows->single->interpolate(&row, row_at(&to, j, k), to.odd_start, add);
}

void vfi_single_give_row(const vfi_level *level, const vfi_correction *correction, const vfi_bench *bench, int j, int k)
{
  const vf_field error = field_of(&level->phi);
  const vf_field *phi = &correction->of->phi;
  const int n = level->n[0];
  const float *e = row_at(&error, j, k);
  double *x = vfi_field_row(phi, j, k);
  for (int half = 0; half < 2; half++)
    bench->rows->single->give(x + half * phi->odd_start, correction->give, e + half * error.odd_start, (n + !half) / 2);
}

/* Computes take times a row of the residual of the level in double: in `out`, and rounded in the right-hand side.
 * Returns the norm of the residual. */
static double take_row(const vfi_level *level, const vfi_correction *correction, const vfi_row_numbers *numbers,
                       const vfi_bench *bench, int j, int k, double *out)
{
  const vfi_level *of = correction->of;
  const vf_field rhs = field_of(&level->rhs);
  float *to = row_at(&rhs, j, k);
  vfi_level_residual_row(of, numbers, bench, j, k, out);
  const double norm = vfi_level_row_norm(of, bench, out);
  for (int half = 0; half < 2; half++)
    bench->rows->single->take(out + half * of->phi.odd_start, correction->take, to + half * rhs.odd_start,
                              (level->n[0] + !half) / 2);
  return norm;
}

double vfi_single_take_row(const vfi_level *level, const vfi_correction *correction, const vfi_row_numbers *numbers,
                           const vfi_bench *bench, int j, int k)
{
  return take_row(level, correction, numbers, bench, j, k, bench->scratch + 4 * bench->length);
}

double vfi_single_take_rows(const vfi_level *level, const vfi_correction *correction, const vfi_row_numbers *numbers,
                            const vfi_level *into, const vfi_bench *bench, int j, int k)
{
  const vfi_coarsening *coarsening = &into->coarsening;
  vfi_fine_rows taken = { .odd_start = correction->of->phi.odd_start };
  double max = 0;
  for (int r = 0; r < 4; r++) {
    const vfi_child_row child = vfi_level_child_row(level, coarsening, bench, j, k, r);
    taken.at[r] = child.out;
    if (!child.made) max = vfi_larger(max, take_row(level, correction, numbers, bench, child.j, child.k, child.out));
  }
  const int n = into->n[0];
  if (!into->single) {
    double *to = vfi_field_row(&into->rhs, j, k);
    vfi_level_average_rows(into, bench->rows, &taken, level->n[0], to, into->rhs.odd_start);
    return max;
  }
  const vf_field to = field_of(&into->rhs);
  double *mean = bench->scratch;
  const ptrdiff_t half = bench->length / 2;
  vfi_level_average_rows(into, bench->rows, &taken, level->n[0], mean, half);
  float *row = row_at(&to, j, k);
  for (int q = 0; q < (n + 1) / 2; q++) row[q] = (float)mean[q];
  for (int q = 0; q < n / 2; q++) row[to.odd_start + q] = (float)mean[half + q];
  return max;
}

void vfi_single_narrow_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k)
{
  const vf_field narrow = field_of(to);
  const double *x = vfi_field_row(from, j, k);
  float *e = row_at(&narrow, j, k);
  for (int i = 0; i < n; i++) e[vfi_field_place(&narrow, i)] = (float)(factor * x[vfi_field_place(from, i)]);
}

void vfi_single_widen_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k)
{
  const vf_field wide = field_of(from);
  const float *e = row_at(&wide, j, k);
  double *x = vfi_field_row(to, j, k);
  for (int i = 0; i < n; i++) x[vfi_field_place(to, i)] = factor * (double)e[vfi_field_place(&wide, i)];
}

void vfi_single_residual_row(const vfi_level *level, const vfi_single_pass *pass, const vfi_bench *bench, int j, int k,
                             const vf_field *to)
{
  const vf_field out = field_of(to);
  vfi_single_row row;
  find_row(level, pass, bench, j, k, &row);
  bench->rows->single->residual[kind_of(level)](&row, &pass->numbers, row_at(&out, j, k));
}
