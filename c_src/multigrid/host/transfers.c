#include "transfers.h"

#include "../formulas.h"
#include "thread_team.h"

/* Every step-th element of a user's row. */
static void move_doubles(double *at, double *users, ptrdiff_t step, ptrdiff_t n, bool inward)
{
  if (inward)
    for (ptrdiff_t i = 0; i < n; i++) at[i] = users[i * step];
  else
    for (ptrdiff_t i = 0; i < n; i++) users[i * step] = at[i];
}

static void move_floats(double *at, float *users, ptrdiff_t step, ptrdiff_t n, bool inward)
{
  if (inward)
    for (ptrdiff_t i = 0; i < n; i++) at[i] = users[i * step];
  else
    for (ptrdiff_t i = 0; i < n; i++) users[i * step] = (float)at[i];
}

/* One row of a piece; inward: from the piece into the level. */
static void move_row(const vf_piece *piece, vf_field field, int j, int k, bool inward)
{
  double *row = vf_field_row(&field, piece->first[1] + j, piece->first[2] + k);
  const ptrdiff_t offset = j * piece->row + k * piece->plane, step = field.half ? 2 : 1;
  for (int start = 0; start < step; start++) {
    double *const at = row + vf_field_place(&field, piece->first[0] + start);
    const ptrdiff_t n = (piece->size[0] - start + step - 1) / step;
    if (piece->type == VF_REAL64) move_doubles(at, (double *)piece->at + offset + start, step, n, inward);
    else move_floats(at, (float *)piece->at + offset + start, step, n, inward);
  }
}

static int move(vf_field field, const vf_piece *pieces, int count, bool inward)
{
  int64_t cells = 0;
  for (int p = 0; p < count; p++) cells += (int64_t)pieces[p].size[0] * pieces[p].size[1] * pieces[p].size[2];
#pragma omp parallel num_threads(vf_thread_team_threads(cells))
  for (int p = 0; p < count; p++) {
    const int n1 = pieces[p].size[1], rows = n1 * pieces[p].size[2];
#pragma omp for schedule(static) nowait
    for (int row = 0; row < rows; row++) move_row(&pieces[p], field, row % n1, row / n1, inward);
  }
  return 0;
}

int vf_host_gather(vf_engine *engine, vf_field to, const vf_piece *pieces, int count)
{
  (void)engine;
  return move(to, pieces, count, true);
}

int vf_host_scatter(vf_engine *engine, vf_field from, const vf_piece *pieces, int count)
{
  (void)engine;
  return move(from, pieces, count, false);
}

/* coarse = mean of 8, over the cells of the coarse level. */
static void average(const vf_engine *engine, const vf_level *level, const vf_field *fine, const vf_field *coarse)
{
  const vf_rows *rows = ((const vf_workbench *)engine->state)->rows;
  const int n1 = level->n[1], count = n1 * level->n[2];
#pragma omp parallel for schedule(static) num_threads(vf_thread_team_threads((int64_t)count * level->n[0]))
  for (int row = 0; row < count; row++) {
    const int j = row % n1, k = row / n1;
    vf_fine_rows children = { .half = fine->half };
    for (int r = 0; r < 4; r++) children.at[r] = vf_field_row(fine, 2 * j + r % 2, 2 * k + r / 2);
    rows->average(&children, vf_field_row(coarse, j, k), coarse->half, level->n[0]);
  }
}

int vf_host_restrict_rhs(vf_engine *engine, vf_level *fine, vf_level *coarse)
{
  average(engine, coarse, &fine->rhs, &coarse->rhs);
  return 0;
}

/* Coarse faces of direction d: mean of the 4 fine ones that they consist of. */
static void average_faces(const vf_level *level, int d, const vf_field *fine, const vf_field *coarse)
{
  const ptrdiff_t stride[3] = { fine->half, fine->row,
                                fine->plane }; /* element 2i of a row is number i, 2i + 1 is half on */
  const ptrdiff_t p = stride[d == 0 ? 1 : 0], q = stride[d == 2 ? 1 : 2];
  const int n0 = level->n[0] + (d == 0), n1 = level->n[1] + (d == 1), n2 = level->n[2] + (d == 2);
#pragma omp parallel for schedule(static) num_threads(vf_thread_team_threads((int64_t)n0 *n1 *n2))
  for (int row = 0; row < n1 * n2; row++) {
    const int j = row % n1, k = row / n1;
    const double *f = vf_field_row(fine, 2 * j, 2 * k);
    double *c = vf_field_row(coarse, j, k);
    for (int i = 0; i < n0; i++, f++) c[vf_field_place(coarse, i)] = VF_MEAN_OF_4(f[0], f[p], f[q], f[p + q]);
  }
}

int vf_host_restrict_coefficients(vf_engine *engine, vf_level *fine, vf_level *coarse)
{
  average(engine, coarse, &fine->a, &coarse->a);
  average_faces(coarse, 0, &fine->bx, &coarse->bx);
  average_faces(coarse, 1, &fine->by, &coarse->by);
  average_faces(coarse, 2, &fine->bz, &coarse->bz);
  return 0;
}

int vf_host_add_on_face(vf_engine *engine, vf_level *level, vf_field x, int face, const double *values, double scale,
                        bool coefficient)
{
  (void)engine;
  const int d = face % 3, layer = face < 3 ? 0 : level->n[d] - 1, of_face = face < 3 ? 0 : level->n[d];
  const vf_field *b = d == 0 ? &level->bx : d == 1 ? &level->by : &level->bz;
  const int p_count = level->n[d == 0 ? 1 : 0], q_count = level->n[d == 2 ? 1 : 2];
  for (int q = 0; q < q_count; q++)
    for (int p = 0; p < p_count; p++) {
      const int i = d == 0 ? layer : p, j = d == 1 ? layer : d == 0 ? p : q, k = d == 2 ? layer : q;
      const int fi = d == 0 ? of_face : i, fj = d == 1 ? of_face : j, fk = d == 2 ? of_face : k;
      const double factor = coefficient ? scale * vf_field_row(b, fj, fk)[vf_field_place(b, fi)] : scale;
      vf_field_row(&x, j, k)[vf_field_place(&x, i)] += factor * values[p + (ptrdiff_t)q * p_count];
    }
  return 0;
}

int vf_host_restrict_face(vf_engine *engine, const double *fine, double *coarse, const int n[2])
{
  (void)engine;
  const ptrdiff_t row = 2 * (ptrdiff_t)n[0];
  for (int q = 0; q < n[1]; q++)
    for (int p = 0; p < n[0]; p++) {
      const double *f = fine + 2 * p + 2 * q * row;
      coarse[p + (ptrdiff_t)q * n[0]] = VF_MEAN_OF_4(f[0], f[1], f[row], f[row + 1]);
    }
  return 0;
}
