#include "single_rows.h"

#include <string.h>

#include "../formulas.h"

/* A field of floats with strides in floats. */
typedef struct floats_of {
  float *at;
  ptrdiff_t row, plane, odd_start;
} floats_of;

static floats_of floats(const vf_field *x)
{
  return (floats_of){ (float *)x->at, 2 * x->row, 2 * x->plane, 2 * x->odd_start };
}

static float *row_at(const floats_of *x, int j, int k) { return x->at + j * x->row + k * x->plane; }
static ptrdiff_t place(const floats_of *x, int i) { return (i >> 1) + (i & 1) * x->odd_start; }
static ptrdiff_t extent(const floats_of *x, int n) { return n > 1 ? x->odd_start + n / 2 : n; }

/* The row beside row (j, k). The function makes ghosts in scratch if the ghosts are
 * combinations or multiples of cells. */
static const float *neighbour(const vfi_level *level, const floats_of *x, int face, int j, int k,
                              const vfi_bench *bench)
{
  const int d = face % 3, at = d == 1 ? j : k;
  const bool low = face < 3, edge = low ? at == 0 : at == level->n[d] - 1;
  const ptrdiff_t stride = d == 1 ? x->row : x->plane, inward = low ? stride : -stride;
  const float *row = row_at(x, j, k);
  const vfi_face *f = &level->face[face];
  if (!edge || f->stored) return row - inward;
  if (f->periodic) return row + inward * (level->n[d] - 1);
  const float w0 = (float)f->w[0], w1 = (float)f->w[1], *second = row + inward;
  if (f->cells == 1 && w0 == 1) return row;
  float *ghosts = (float *)(bench->scratch + (d - 1 + 2 * !low) * bench->length);
  const ptrdiff_t n = extent(x, level->n[0]);
  if (f->cells == 0) memset(ghosts, 0, (size_t)n * sizeof *ghosts);
  else if (f->cells == 1)
    for (ptrdiff_t i = 0; i < n; i++) ghosts[i] = w0 * row[i];
  else
    for (ptrdiff_t i = 0; i < n; i++) ghosts[i] = w0 * row[i] + w1 * second[i];
  return ghosts;
}

static vfi_single_end end_of(const vfi_level *level, const floats_of *x, int face)
{
  const vfi_face *f = &level->face[face];
  const int n = level->n[0], first = face < 3 ? 0 : n - 1, inward = face < 3 ? 1 : -1;
  return (vfi_single_end){ .terms = f->periodic ? 1 : f->cells,
                           .weight = { f->periodic ? 1 : (float)f->w[0], (float)f->w[1] },
                           .at = { place(x, f->periodic ? n - 1 - first : first), place(x, first + inward) } };
}

static inline float ghost_at(const vfi_single_end *end, const float *row)
{
  if (end->terms == 0) return 0;
  const float value = end->weight[0] * row[end->at[0]];
  return end->terms == 1 ? value : value + end->weight[1] * row[end->at[1]];
}

static float end_ghost(const vfi_level *level, const floats_of *x, const float *row, int face)
{
  const vfi_single_end end = end_of(level, x, face);
  return ghost_at(&end, row);
}

static const float *beside(const vfi_level *level, int face, int j, int k, const vfi_bench *bench)
{
  const floats_of phi = floats(&level->phi);
  return neighbour(level, &phi, face, j, k, bench);
}

/* Sets coefficients only for the variable operator, and all of its fields have the strides of phi: the function runs
 * for every row and must be fast. */
static void find_row(const vfi_level *level, const vfi_single_pass *pass, const vfi_bench *bench, int j, int k,
                     vfi_single_row *row)
{
  const ptrdiff_t stride = 2 * level->phi.row, plane = 2 * level->phi.plane, here = j * stride + k * plane;
  float *x = (float *)level->phi.at + here;
  row->x = x;
  row->south = j > 0 ? x - stride : beside(level, 1, j, k, bench);
  row->north = j < level->n[1] - 1 ? x + stride : beside(level, 4, j, k, bench);
  row->below = k > 0 ? x - plane : beside(level, 2, j, k, bench);
  row->above = k < level->n[2] - 1 ? x + plane : beside(level, 5, j, k, bench);
  row->rhs = (float *)level->rhs.at + here;
  row->west = ghost_at(&pass->west, x);
  row->east = ghost_at(&pass->east, x);
  row->n = level->n[0];
  row->odd_start = 2 * level->phi.odd_start;
  if (!level->variable) return;
  row->a = (float *)level->a.at + here;
  row->bx_low = (float *)level->bx.at + here;
  row->by_low = (float *)level->by.at + here;
  row->by_high = row->by_low + stride;
  row->bz_low = (float *)level->bz.at + here;
  row->bz_high = row->bz_low + plane;
}

vfi_single_pass vfi_single_pass_of(const vfi_level *level)
{
  const vfi_row_numbers m = vfi_level_numbers(level);
  const floats_of phi = floats(&level->phi);
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

/* The index of the level's operator in the tables of rows. */
static int kind_of(const vfi_level *level) { return level->variable ? 1 : level->anisotropic ? 2 : 0; }

void vfi_single_clear_row(const vfi_level *level, int j, int k)
{
  const floats_of phi = floats(&level->phi);
  memset(row_at(&phi, j, k), 0, (size_t)extent(&phi, level->n[0]) * sizeof(float));
}

/* See whole_diagonal. */
static void smooth_whole(const vfi_level *level, const vfi_bench *bench, const vfi_single_row *row,
                         const vfi_single_numbers *m, int j, int k, int first)
{
  const int n = level->n[0], at[3] = { 0, j, k };
  const floats_of phi = floats(&level->phi);
  float w[6];
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, edge = face < 3 ? 0 : level->n[d] - 1;
    w[face] = d > 0 && at[d] != edge ? 0 : (float)level->face[face].w[0];
  }
  const bool all = w[1] != 0 || w[2] != 0 || w[4] != 0 || w[5] != 0;
  float *old = (float *)(bench->scratch + 4 * bench->length), ends[2] = { row->x[0], row->x[place(&phi, n - 1)] };
  if (all) memcpy(old, row->x, (size_t)extent(&phi, n) * sizeof *old);
  bench->rows->single->smooth[kind_of(level)](row, m, first);
  const float diagonal = level->anisotropic ? m->diagonal : 6;
  for (int i = 0; i < n; i += all || n == 1 ? 1 : n - 1) {
    if ((i ^ first) & 1) continue;
    const float west = i == 0 ? w[0] : 0, east = i == n - 1 ? w[3] : 0;
    const float part = level->anisotropic ? VF_ANISOTROPIC_SUM(m->dx, m->dy, m->dz, west, east, w[1], w[4], w[2], w[5])
                                          : VF_SUM_OF_6(west, w[1], w[2], east, w[4], w[5]);
    const ptrdiff_t q = place(&phi, i);
    const float before = all ? old[q] : ends[i > 0];
    row->x[q] = VF_WITH_WHOLE_DIAGONAL(before, row->x[q], diagonal, part);
  }
}

void vfi_single_smooth_row(const vfi_level *level, const vfi_single_pass *pass, double omega, const vfi_bench *bench,
                           int j, int k, int colour)
{
  const int first = (j + k + level->parity + colour) & 1;
  vfi_single_numbers numbers = pass->numbers;
  vfi_single_row row;
  numbers.omega = (float)omega;
  find_row(level, pass, bench, j, k, &row);
  if (level->whole_diagonal) smooth_whole(level, bench, &row, &numbers, j, k, first);
  else bench->rows->single->smooth[kind_of(level)](&row, &numbers, first);
}

/* A coarse row of means in floats, like vfi_level_average_rows; x is halved. */
static void average_rows(const vfi_rows *rows, const vfi_single_fine_rows *fine, int fine_n, float *to,
                         ptrdiff_t odd_start)
{
  const int n = (fine_n + 1) / 2, last = n - 1;
  const float *const *at = fine->at;
  rows->single->average(fine, to, odd_start, n);
  if (fine_n % 2 == 0) return;
  to[last / 2 + last % 2 * odd_start] = VF_MEAN_OF_8(at[0][last], 0, at[1][last], 0, at[2][last], 0, at[3][last], 0);
}

void vfi_single_restrict_row(const vfi_level *fine, const vfi_single_pass *pass, const vfi_level *coarse,
                             const vfi_bench *bench, int j, int k)
{
  const vfi_coarsening *coarsening = &coarse->coarsening;
  vfi_single_fine_rows residual = { .odd_start = 2 * fine->phi.odd_start };
  for (int r = 0; r < 4; r++) {
    const int copied = vfi_level_row_copied(coarsening, r);
    const int fine_j = vfi_level_child(coarsening, 1, j, r % 2), fine_k = vfi_level_child(coarsening, 2, k, r / 2);
    float *out = (float *)(bench->scratch + (4 + copied) * bench->length);
    vfi_single_row row;
    residual.at[r] = out;
    if (copied < r) continue;
    if (fine_j >= fine->n[1] || fine_k >= fine->n[2]) {
      memset(out, 0, (size_t)bench->length * sizeof(double));
      continue;
    }
    find_row(fine, pass, bench, fine_j, fine_k, &row);
    bench->rows->single->residual[kind_of(fine)](&row, &pass->numbers, out);
  }
  const int n = coarse->n[0];
  if (coarse->single) {
    const floats_of to = floats(&coarse->rhs);
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
  const floats_of phi = floats(&coarse->phi), to = floats(&fine->phi);
  const int J = vfi_level_parent(coarsening, 1, j), K = vfi_level_parent(coarsening, 2, k), n = coarse->n[0];
  int face_y, face_z;
  const float ty = (float)vfi_level_part(coarsening, 1, j, &face_y),
              tz = (float)vfi_level_part(coarsening, 2, k, &face_z);
  const float *at = row_at(&phi, J, K);
  const vfi_single_coarse_row row = { .at = at,
                                      .y = ty == 0 ? at : neighbour(coarse, &phi, face_y, J, K, bench),
                                      .z = tz == 0 ? at : neighbour(coarse, &phi, face_z, J, K, bench),
                                      .west = end_ghost(coarse, &phi, at, 0),
                                      .east = end_ghost(coarse, &phi, at, 3),
                                      .n = n,
                                      .odd_start = phi.odd_start,
                                      .low = coarsening->narrow_low,
                                      .high = coarsening->narrow_high,
                                      .ty = ty,
                                      .tz = tz,
                                      .rest = 1 - ty - tz,
                                      .fine_n = fine->n[0] };
  bench->rows->single->interpolate_graded(&row, row_at(&to, j, k), to.odd_start, add);
}

void vfi_single_interpolate_row(const vfi_level *fine, const vfi_level *coarse, const vfi_bench *bench, int j, int k,
                                bool add)
{
  if (coarse->coarsening.graded) {
    interpolate_graded(fine, coarse, bench, j, k, add);
    return;
  }
  const int J = j / 2, K = k / 2;
  const floats_of phi = floats(&coarse->phi), to = floats(&fine->phi);
  const float *at = row_at(&phi, J, K);
  const vfi_single_coarse_row row = { .at = at,
                                      .y = neighbour(coarse, &phi, j % 2 ? 4 : 1, J, K, bench),
                                      .z = neighbour(coarse, &phi, k % 2 ? 5 : 2, J, K, bench),
                                      .west = end_ghost(coarse, &phi, at, 0),
                                      .east = end_ghost(coarse, &phi, at, 3),
                                      .n = coarse->n[0],
                                      .odd_start = phi.odd_start };
  bench->rows->single->interpolate(&row, row_at(&to, j, k), to.odd_start, add);
}

void vfi_single_give_row(const vfi_level *level, const vfi_correction *correction, const vfi_bench *bench, int j, int k)
{
  const floats_of error = floats(&level->phi);
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
  const floats_of rhs = floats(&level->rhs);
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
    const int copied = vfi_level_row_copied(coarsening, r);
    const int fine_j = vfi_level_child(coarsening, 1, j, r % 2), fine_k = vfi_level_child(coarsening, 2, k, r / 2);
    double *out = bench->scratch + (4 + copied) * bench->length;
    taken.at[r] = out;
    if (copied < r) continue;
    if (fine_j < level->n[1] && fine_k < level->n[2])
      max = vfi_larger(max, take_row(level, correction, numbers, bench, fine_j, fine_k, out));
    else memset(out, 0, (size_t)bench->length * sizeof *out);
  }
  const int n = into->n[0];
  if (!into->single) {
    double *to = vfi_field_row(&into->rhs, j, k);
    vfi_level_average_rows(into, bench->rows, &taken, level->n[0], to, into->rhs.odd_start);
    return max;
  }
  const floats_of to = floats(&into->rhs);
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
  const floats_of narrow = floats(to);
  const double *x = vfi_field_row(from, j, k);
  float *e = row_at(&narrow, j, k);
  for (int i = 0; i < n; i++) e[place(&narrow, i)] = (float)(factor * x[vfi_field_place(from, i)]);
}

void vfi_single_widen_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k)
{
  const floats_of wide = floats(from);
  const float *e = row_at(&wide, j, k);
  double *x = vfi_field_row(to, j, k);
  for (int i = 0; i < n; i++) x[vfi_field_place(to, i)] = factor * (double)e[place(&wide, i)];
}

void vfi_single_residual_row(const vfi_level *level, const vfi_single_pass *pass, const vfi_bench *bench, int j, int k,
                             const vf_field *to)
{
  const floats_of out = floats(to);
  vfi_single_row row;
  find_row(level, pass, bench, j, k, &row);
  bench->rows->single->residual[kind_of(level)](&row, &pass->numbers, row_at(&out, j, k));
}
