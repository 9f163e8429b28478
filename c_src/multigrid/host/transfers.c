#include "engine_parts.h"

#include <errno.h>
#include <string.h>

#include "../formulas.h"
#include "thread_team.h"

/* Copies between consecutive elements and every step-th element of a user's row. */
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
static void move_row(const vfi_piece *piece, vf_field field, int j, int k, bool inward)
{
  double *row = vfi_field_row(&field, piece->first[1] + j, piece->first[2] + k);
  const ptrdiff_t offset = j * piece->row + k * piece->plane, step = field.odd_start ? 2 : 1;
  for (int start = 0; start < step; start++) {
    double *const at = row + vfi_field_place(&field, piece->first[0] + start);
    const ptrdiff_t n = (piece->size[0] - start + step - 1) / step;
    if (piece->type == VF_REAL64) move_doubles(at, (double *)piece->at + offset + start, step, n, inward);
    else move_floats(at, (float *)piece->at + offset + start, step, n, inward);
  }
}

static int move(vf_field field, const vfi_piece *pieces, int count, bool inward)
{
  int64_t cells = 0;
  for (int p = 0; p < count; p++) cells += (int64_t)pieces[p].size[0] * pieces[p].size[1] * pieces[p].size[2];
#pragma omp parallel num_threads(vfi_thread_team_threads(cells))
  for (int p = 0; p < count; p++) {
    const int n1 = pieces[p].size[1], rows = n1 * pieces[p].size[2];
#pragma omp for schedule(static) nowait
    for (int row = 0; row < rows; row++) move_row(&pieces[p], field, row % n1, row / n1, inward);
  }
  return 0;
}

int vfi_host_gather(vfi_engine *engine, vf_field to, const vfi_piece *pieces, int count)
{
  (void)engine;
  return move(to, pieces, count, true);
}

int vfi_host_scatter(vfi_engine *engine, vf_field from, const vfi_piece *pieces, int count)
{
  (void)engine;
  return move(from, pieces, count, false);
}

/* coarse = mean of 8, over the cells of the coarse level. */
static int average(const vfi_engine *engine, const vfi_level *fine_level, const vfi_level *level, const vf_field *fine,
                   const vf_field *coarse)
{
  const vfi_rows *rows = ((const vfi_workbench *)engine->state)->rows;
  const vfi_coarsening *coarsening = &level->coarsening;
  const int n1 = level->n[1], count = n1 * level->n[2];
  double *nothing = NULL; /* a row of zeros in place of a missing row */
  if (coarsening->graded) {
    nothing = vfi_workbench_scratch(engine->state, (size_t)fine->row);
    if (!nothing) return ENOMEM;
    memset(nothing, 0, (size_t)fine->row * sizeof *nothing);
  }
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads((int64_t)count * level->n[0]))
  for (int row = 0; row < count; row++) {
    const int J = row % n1, K = row / n1;
    vfi_fine_rows children = { .odd_start = fine->odd_start };
    for (int r = 0; r < 4; r++) {
      const int j = vfi_level_child(coarsening, 1, J, r % 2), k = vfi_level_child(coarsening, 2, K, r / 2);
      const bool exists = j < fine_level->n[1] && k < fine_level->n[2];
      children.at[r] = coarsening->graded && !exists ? nothing : vfi_field_row(fine, j, k);
    }
    vfi_level_average_rows(level, rows, &children, fine_level->n[0], vfi_field_row(coarse, J, K), coarse->odd_start);
  }
  return 0;
}

int vfi_host_restrict_rhs(vfi_engine *engine, vfi_level *fine, vfi_level *coarse)
{
  return average(engine, fine, coarse, &fine->rhs, &coarse->rhs);
}

static double face_at(const vf_field *b, const int f[3])
{
  return vfi_field_row(b, f[1], f[2])[vfi_field_place(b, f[0])];
}

static double link_of(const vfi_coarsening *coarsening, int d, int n, const vf_field *b, const int f[3], int face)
{
  int low[3] = { f[0], f[1], f[2] }, high[3] = { f[0], f[1], f[2] };
  if (!coarsening->before[d]) return face_at(b, f);
  low[d] = f[d] > 0 ? f[d] - 1 : n - 1;
  high[d] = f[d] < n ? f[d] + 1 : 1;
  return VF_LINK(face_at(b, f), coarsening->before[d][face], face_at(b, low), coarsening->after[d][face],
                 face_at(b, high));
}

/* The same as average_faces for a graded coarsening, element by element: the solver calls the function only once. */
static void average_graded_faces(const vfi_level *fine_level, const vfi_level *level, int d, const vf_field *fine,
                                 const vf_field *coarse)
{
  const vfi_coarsening *coarsening = &level->coarsening;
  const int p = d == 0 ? 1 : 0, q = d == 2 ? 1 : 2, *n = fine_level->n;
  const int n0 = level->n[0] + (d == 0), n1 = level->n[1] + (d == 1), n2 = level->n[2] + (d == 2);
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads((int64_t)n0 *n1 *n2))
  for (int row = 0; row < n1 * n2; row++)
    for (int i = 0; i < n0; i++) {
      const int at[3] = { i, row % n1, row / n1 };
      double part[4];
      for (int c = 0; c < 4; c++) {
        int f[3];
        f[d] = coarsening->halved[d] ? 2 * at[d] < n[d] ? 2 * at[d] : n[d] : at[d];
        f[p] = coarsening->halved[p] ? 2 * at[p] + c % 2 : at[p];
        f[q] = coarsening->halved[q] ? 2 * at[q] + c / 2 : at[q];
        const bool exists = f[p] < n[p] && f[q] < n[q];
        part[c] = exists ? link_of(coarsening, d, n[d], fine, f, at[d]) : 0;
      }
      vfi_field_row(coarse, at[1], at[2])[vfi_field_place(coarse, i)] =
          VF_MEAN_OF_4(part[0], part[1], part[2], part[3]);
    }
}

/* Coarse faces of direction d: mean of the 4 fine faces of a coarse face. */
static void average_faces(const vfi_level *level, int d, const vf_field *fine, const vf_field *coarse)
{
  const ptrdiff_t stride[3] = { fine->odd_start, fine->row,
                                fine->plane }; /* element 2i of a row is number i; element 2i + 1 is `odd_start` numbers
                                                  farther */
  const ptrdiff_t p = stride[d == 0 ? 1 : 0], q = stride[d == 2 ? 1 : 2];
  const int n0 = level->n[0] + (d == 0), n1 = level->n[1] + (d == 1), n2 = level->n[2] + (d == 2);
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads((int64_t)n0 *n1 *n2))
  for (int row = 0; row < n1 * n2; row++) {
    const int j = row % n1, k = row / n1;
    const double *f = vfi_field_row(fine, 2 * j, 2 * k);
    double *c = vfi_field_row(coarse, j, k);
    for (int i = 0; i < n0; i++, f++) c[vfi_field_place(coarse, i)] = VF_MEAN_OF_4(f[0], f[p], f[q], f[p + q]);
  }
}

int vfi_host_restrict_coefficients(vfi_engine *engine, vfi_level *fine, vfi_level *coarse)
{
  const vf_field *const from[3] = { &fine->bx, &fine->by, &fine->bz };
  const vf_field *const to[3] = { &coarse->bx, &coarse->by, &coarse->bz };
  for (int d = 0; d < 3; d++) {
    if (coarse->coarsening.graded) average_graded_faces(fine, coarse, d, from[d], to[d]);
    else average_faces(coarse, d, from[d], to[d]);
  }
  return average(engine, fine, coarse, &fine->a, &coarse->a);
}

int vfi_host_add_on_face(vfi_engine *engine, vfi_level *level, vf_field x, int face, const double *values, double scale,
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
      const double factor = coefficient ? scale * vfi_field_row(b, fj, fk)[vfi_field_place(b, fi)] : scale;
      vfi_field_row(&x, j, k)[vfi_field_place(&x, i)] += factor * values[p + (ptrdiff_t)q * p_count];
    }
  return 0;
}

int vfi_host_restrict_face(vfi_engine *engine, const double *fine, double *coarse, const int n[2])
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

int vfi_host_restrict_face_shares(vfi_engine *engine, const double *fine, double *coarse, const int fine_n[2],
                                  const int n[2], const bool halved[2], const double *const share[2])
{
  (void)engine;
  for (int q = 0; q < n[1]; q++)
    for (int p = 0; p < n[0]; p++) {
      double sum = 0;
      for (int c = 0; c < 4; c++) {
        const int fp = halved[0] ? 2 * p + c % 2 : p, fq = halved[1] ? 2 * q + c / 2 : q;
        if ((c % 2 && !halved[0]) || (c / 2 && !halved[1]) || fp >= fine_n[0] || fq >= fine_n[1]) continue;
        sum += share[0][fp] * share[1][fq] * fine[fp + (ptrdiff_t)fq * fine_n[0]];
      }
      coarse[p + (ptrdiff_t)q * n[0]] = sum;
    }
  return 0;
}

int vfi_host_multiply(vfi_engine *engine, const vfi_level *level, vf_field x, const double *p, const double *q,
                      const double *r)
{
  (void)engine;
  const int *n = level->n, rows = n[1] * n[2];
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads(vfi_level_cells(level)))
  for (int row = 0; row < rows; row++) {
    const int j = row % n[1], k = row / n[1];
    double *at = vfi_field_row(&x, j, k);
    for (int i = 0; i < n[0]; i++) at[vfi_field_place(&x, i)] *= p[i] * q[j] * r[k];
  }
  return 0;
}
