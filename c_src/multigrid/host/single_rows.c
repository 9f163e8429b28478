#include "single_rows.h"

#include <string.h>

#include "../formulas.h"

/* A field of floats with strides in floats. */
typedef struct floats_of {
  float *at;
  ptrdiff_t row, plane, half;
} floats_of;

static floats_of floats(const vf_field *x)
{
  return (floats_of){ (float *)x->at, 2 * x->row, 2 * x->plane, 2 * x->half };
}

static float *row_at(const floats_of *x, int j, int k) { return x->at + j * x->row + k * x->plane; }
static ptrdiff_t place(const floats_of *x, int i) { return (i >> 1) + (i & 1) * x->half; }
static ptrdiff_t extent(const floats_of *x, int n) { return n > 1 ? x->half + n / 2 : n; }

/* The rows beside row (j, k); made in scratch where they are ghosts of more than one cell, or of a multiple. */
static const float *neighbour(const vf_level *level, const floats_of *x, int face, int j, int k, const vf_bench *bench)
{
  const int d = face % 3, at = d == 1 ? j : k;
  const bool low = face < 3, edge = low ? at == 0 : at == level->n[d] - 1;
  const ptrdiff_t stride = d == 1 ? x->row : x->plane, inward = low ? stride : -stride;
  const float *row = row_at(x, j, k);
  const vf_face *f = &level->face[face];
  if (!edge || f->held) return row - inward;
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

static float end_ghost(const vf_level *level, const floats_of *x, const float *row, int face)
{
  const vf_face *f = &level->face[face];
  const int n = level->n[0], first = face < 3 ? 0 : n - 1, inward = face < 3 ? 1 : -1;
  if (f->periodic) return row[place(x, n - 1 - first)];
  float value = 0;
  if (f->cells > 0) value = (float)f->w[0] * row[place(x, first)];
  if (f->cells > 1) value += (float)f->w[1] * row[place(x, first + inward)];
  return value;
}

static void find_row(const vf_level *level, const vf_bench *bench, int j, int k, vf_single_row *row)
{
  const floats_of phi = floats(&level->phi), rhs = floats(&level->rhs);
  float *x = row_at(&phi, j, k);
  *row = (vf_single_row){ .x = x,
                          .south = neighbour(level, &phi, 1, j, k, bench),
                          .north = neighbour(level, &phi, 4, j, k, bench),
                          .below = neighbour(level, &phi, 2, j, k, bench),
                          .above = neighbour(level, &phi, 5, j, k, bench),
                          .rhs = row_at(&rhs, j, k),
                          .west = end_ghost(level, &phi, x, 0),
                          .east = end_ghost(level, &phi, x, 3),
                          .n = level->n[0],
                          .half = phi.half };
  if (!level->variable) return;
  const floats_of a = floats(&level->a), bx = floats(&level->bx), by = floats(&level->by), bz = floats(&level->bz);
  row->a = row_at(&a, j, k);
  row->bx_low = row_at(&bx, j, k);
  row->by_low = row_at(&by, j, k);
  row->by_high = row->by_low + by.row;
  row->bz_low = row_at(&bz, j, k);
  row->bz_high = row->bz_low + bz.plane;
}

static vf_single_numbers numbers_of(const vf_level *level, double omega)
{
  const double h2 = level->h[0] * level->h[0];
  return (vf_single_numbers){ (float)h2, (float)(1 / h2), (float)omega };
}

void vf_single_clear_row(const vf_level *level, int j, int k)
{
  const floats_of phi = floats(&level->phi);
  memset(row_at(&phi, j, k), 0, (size_t)extent(&phi, level->n[0]) * sizeof(float));
}

/* See whole_diagonal. */
static void smooth_whole(const vf_level *level, const vf_bench *bench, const vf_single_row *row,
                         const vf_single_numbers *m, int j, int k, int first)
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
  bench->rows->single->smooth[level->variable](row, m, first);
  for (int i = 0; i < n; i += all ? 1 : n - 1) {
    if ((i ^ first) & 1) continue;
    const float part = VF_SUM_OF_6(i == 0 ? w[0] : 0, w[1], w[2], i == n - 1 ? w[3] : 0, w[4], w[5]);
    const ptrdiff_t q = place(&phi, i);
    const float before = all ? old[q] : ends[i > 0];
    row->x[q] = VF_WITH_WHOLE_DIAGONAL(before, row->x[q], 6.f, part);
  }
}

void vf_single_smooth_row(const vf_level *level, double omega, const vf_bench *bench, int j, int k, int colour)
{
  const vf_single_numbers numbers = numbers_of(level, omega);
  const int first = (j + k + level->parity + colour) & 1;
  vf_single_row row;
  find_row(level, bench, j, k, &row);
  if (level->whole_diagonal) smooth_whole(level, bench, &row, &numbers, j, k, first);
  else bench->rows->single->smooth[level->variable](&row, &numbers, first);
}

void vf_single_restrict_row(const vf_level *fine, const vf_level *coarse, const vf_bench *bench, int j, int k)
{
  const vf_single_numbers numbers = numbers_of(fine, 1);
  vf_single_fine_rows residual = { .half = 2 * fine->phi.half };
  for (int r = 0; r < 4; r++) {
    vf_single_row row;
    float *out = (float *)(bench->scratch + (4 + r) * bench->length);
    find_row(fine, bench, 2 * j + r % 2, 2 * k + r / 2, &row);
    bench->rows->single->residual[fine->variable](&row, &numbers, out);
    residual.at[r] = out;
  }
  const int n = coarse->n[0];
  if (coarse->single) {
    const floats_of to = floats(&coarse->rhs);
    bench->rows->single->average(&residual, row_at(&to, j, k), to.half, n);
    return;
  }
  float *mean = (float *)bench->scratch; /* ghosts are no longer needed */
  double *to = vf_field_row(&coarse->rhs, j, k);
  bench->rows->single->average(&residual, mean, coarse->rhs.half, n);
  const ptrdiff_t count = vf_field_extent(&coarse->rhs, n);
  for (ptrdiff_t i = 0; i < count; i++) to[i] = (double)mean[i];
}

void vf_single_interpolate_row(const vf_level *fine, const vf_level *coarse, const vf_bench *bench, int j, int k,
                               bool add)
{
  const int J = j / 2, K = k / 2;
  const floats_of phi = floats(&coarse->phi), to = floats(&fine->phi);
  const float *at = row_at(&phi, J, K);
  const vf_single_coarse_row row = { .at = at,
                                     .y = neighbour(coarse, &phi, j % 2 ? 4 : 1, J, K, bench),
                                     .z = neighbour(coarse, &phi, k % 2 ? 5 : 2, J, K, bench),
                                     .west = end_ghost(coarse, &phi, at, 0),
                                     .east = end_ghost(coarse, &phi, at, 3),
                                     .n = coarse->n[0],
                                     .half = phi.half };
  bench->rows->single->interpolate(&row, row_at(&to, j, k), to.half, add);
}

void vf_single_give_row(const vf_level *level, const vf_correction *correction, int j, int k)
{
  const floats_of error = floats(&level->phi);
  const vf_field *phi = &correction->of->phi;
  const int odd = level->n[0] / 2;
  const float *e = row_at(&error, j, k);
  double *x = vf_field_row(phi, j, k);
  const double give = correction->give;
  for (int half = 0; half < 2; half++) {
    const float *from = e + half * error.half;
    double *to = x + half * phi->half;
    for (int q = 0; q < odd; q++) to[q] += give * (double)from[q];
  }
}

double vf_single_take_rows(const vf_level *level, const vf_correction *correction, const vf_row_numbers *numbers,
                           const vf_level *into, const vf_bench *bench, int j, int k)
{
  const vf_level *of = correction->of;
  const floats_of rhs = floats(&level->rhs);
  const double take = correction->take;
  vf_fine_rows taken = { .half = of->phi.half };
  double max = 0;
  for (int r = 0; r < 4; r++) {
    double *out = bench->scratch + (4 + r) * bench->length;
    const int fine_j = 2 * j + r % 2, fine_k = 2 * k + r / 2, odd = level->n[0] / 2;
    vf_level_residual_row(of, numbers, bench, fine_j, fine_k, out);
    max = vf_larger(max, vf_level_row_norm(of, bench, out));
    float *to = row_at(&rhs, fine_j, fine_k);
    for (int half = 0; half < 2; half++) {
      double *from = out + half * of->phi.half;
      for (int q = 0; q < odd; q++) {
        from[q] *= take;
        to[half * rhs.half + q] = (float)from[q];
      }
    }
    taken.at[r] = out;
  }
  const int n = into->n[0];
  if (!into->single) {
    bench->rows->average(&taken, vf_field_row(&into->rhs, j, k), into->rhs.half, n);
    return max;
  }
  const floats_of to = floats(&into->rhs);
  double *mean = bench->scratch;
  const ptrdiff_t half = bench->length / 2;
  bench->rows->average(&taken, mean, half, n);
  float *row = row_at(&to, j, k);
  for (int q = 0; q < (n + 1) / 2; q++) row[q] = (float)mean[q];
  for (int q = 0; q < n / 2; q++) row[to.half + q] = (float)mean[half + q];
  return max;
}

void vf_single_narrow_row(const vf_field *from, int n, double factor, const vf_field *to, int j, int k)
{
  const floats_of narrow = floats(to);
  const double *x = vf_field_row(from, j, k);
  float *e = row_at(&narrow, j, k);
  for (int i = 0; i < n; i++) e[place(&narrow, i)] = (float)(factor * x[vf_field_place(from, i)]);
}
