#include "oracle_single.h"

#include <math.h>
#include <stdlib.h>

static void fill_ghosts(const vfi_level *shape, float *x)
{
  const int *n = shape->n;
  for (int face = 0; face < 6; face++) {
    const vfi_face *f = &shape->face[face];
    const int d = face % 3, first = face < 3 ? 0 : n[d] - 1, inward = face < 3 ? 1 : -1;
    int layer[3] = { n[0], n[1], n[2] };
    layer[d] = 1;
    for_cells(layer, p, q, r)
    {
      int cell[3] = { p, q, r };
      float value = 0;
      for (int m = 0; m < f->cells && !f->periodic; m++) {
        cell[d] = first + m * inward;
        const float term = (float)f->w[m] * x[oracle_at(n, cell[0], cell[1], cell[2])];
        value = m == 0 ? term : value + term;
      }
      cell[d] = n[d] - 1 - first;
      if (f->periodic) value = x[oracle_at(n, cell[0], cell[1], cell[2])];
      cell[d] = first - inward;
      x[oracle_at(n, cell[0], cell[1], cell[2])] = value;
    }
  }
}

typedef struct row_of_operator {
  float diagonal, neighbours, folded, inverse;
} row_of_operator;

static row_of_operator operator_at(const oracle_single *level, int i, int j, int k)
{
  const vfi_level *shape = &level->shape;
  const int *n = shape->n, cell[3] = { i, j, k };
  const int64_t at = oracle_at(n, i, j, k), step[3] = { 1, n[0] + 2, (int64_t)(n[0] + 2) * (n[1] + 2) };
  const float *x = level->phi;
  float w[6], over[3];
  for (int face = 0; face < 6; face++) {
    const bool beside = cell[face % 3] == (face < 3 ? 0 : n[face % 3] - 1);
    w[face] = beside ? (float)shape->face[face].w[0] : 0;
  }
  row_of_operator row = { .diagonal = 6 };
  if (shape->anisotropic) {
    double all[3];
    for (int d = 0; d < 3; d++) {
      all[d] = 1 / (shape->h[d] * shape->h[d]);
      over[d] = (float)all[d];
    }
    const double diagonal = 2 * (all[0] + all[1] + all[2]);
    row.diagonal = (float)diagonal;
    row.inverse = (float)(1 / diagonal);
    row.neighbours = over[0] * (x[at - step[0]] + x[at + step[0]]) + over[1] * (x[at - step[1]] + x[at + step[1]]) +
                     over[2] * (x[at - step[2]] + x[at + step[2]]);
    row.folded = over[0] * (w[0] + w[3]) + over[1] * (w[1] + w[4]) + over[2] * (w[2] + w[5]);
    return row;
  }
  if (!shape->variable) {
    for (int d = 0; d < 3; d++) row.neighbours = row.neighbours + x[at - step[d]] + x[at + step[d]];
    for (int face = 0; face < 6; face++) row.folded += w[face];
    return row;
  }
  row.diagonal = level->a[at];
  for (int d = 0; d < 3; d++) {
    const float low = level->b[d][at], high = level->b[d][at + step[d]];
    const float part = low * x[at - step[d]] + high * x[at + step[d]];
    row.diagonal += low + high;
    row.neighbours = d == 0 ? part : row.neighbours + part;
  }
  return row;
}

void oracle_single_smooth(const oracle_single *level, int count, double omega)
{
  const vfi_level *shape = &level->shape;
  const float over = (float)omega, h2 = (float)(shape->h[0] * shape->h[0]);
  for (int half = 0; half < 2 * count; half++) {
    fill_ghosts(shape, level->phi);
    for_cells(shape->n, i, j, k)
    {
      if ((i + j + k + shape->parity + half) % 2) continue;
      const int64_t at = oracle_at(shape->n, i, j, k);
      const float old = level->phi[at], rhs = level->rhs[at];
      const row_of_operator row = operator_at(level, i, j, k);
      float value;
      if (shape->variable) value = old + over / row.diagonal * (rhs - (row.diagonal * old - row.neighbours));
      else if (shape->anisotropic) value = old + over * ((row.neighbours - rhs) * row.inverse - old);
      else value = old + over * ((row.neighbours - h2 * rhs) * (1.f / 6) - old);
      if (shape->whole_diagonal && row.folded != 0 && row.folded != row.diagonal)
        value = old + (value - old) * (row.diagonal / (row.diagonal - row.folded));
      level->phi[at] = value;
    }
  }
}

/* The children of a cell in column order, -1 for a missing child. In a direction without halving each child comes
 * twice. */
static void children_of(const int fine[3], const vfi_coarsening *coarsening, int i, int j, int k, int64_t child[8])
{
  for (int c = 0; c < 8; c++) {
    const int number[3] = { c % 2, c / 2 % 2, c / 4 };
    int at[3] = { i, j, k };
    for (int d = 0; d < 3; d++)
      if (coarsening->halved[d]) at[d] = 2 * at[d] + number[d];
    const bool exists = at[0] < fine[0] && at[1] < fine[1] && at[2] < fine[2];
    child[c] = exists ? oracle_at(fine, at[0], at[1], at[2]) : -1;
  }
}

void oracle_single_restrict(const oracle_single *fine, const oracle_single *coarse, const oracle_level *coarse_double)
{
  const vfi_level *shape = &fine->shape;
  const vfi_level *over = coarse_double ? &coarse_double->shape : &coarse->shape;
  const int *n = over->n;
  const float inverse_h2 = (float)(1 / (shape->h[0] * shape->h[0]));
  float *left = calloc((size_t)oracle_elements(shape->n), sizeof *left);
  fill_ghosts(shape, fine->phi);
  for_cells(shape->n, i, j, k)
  {
    const int64_t at = oracle_at(shape->n, i, j, k);
    const row_of_operator row = operator_at(fine, i, j, k);
    if (shape->anisotropic) left[at] = fine->rhs[at] - (row.neighbours - row.diagonal * fine->phi[at]);
    else if (shape->variable) left[at] = fine->rhs[at] - (row.diagonal * fine->phi[at] - row.neighbours);
    else left[at] = fine->rhs[at] - (row.neighbours - 6 * fine->phi[at]) * inverse_h2;
  }
  for_cells(n, i, j, k)
  {
    int64_t child[8];
    float sum = 0;
    children_of(shape->n, &over->coarsening, i, j, k, child);
    for (int c = 0; c < 8; c++) sum += child[c] < 0 ? 0 : left[child[c]];
    const int64_t at = oracle_at(n, i, j, k);
    if (coarse_double) coarse_double->rhs[at] = sum * 0.125f;
    else coarse->rhs[at] = sum * 0.125f;
  }
  free(left);
}

double oracle_single_correct(const oracle_single *fine, const oracle_level *of, bool adds, double give, double take,
                             const oracle_single *coarse, const oracle_level *coarse_double)
{
  const vfi_level *over = coarse_double ? &coarse_double->shape : &coarse->shape;
  const int *n = fine->shape.n, *m = over->n;
  if (adds) for_cells(n, i, j, k) of->phi[oracle_at(n, i, j, k)] += give * (double)fine->phi[oracle_at(n, i, j, k)];
  double *left = calloc((size_t)oracle_elements(n), sizeof *left);
  oracle_residual(of, left);
  const double norm = oracle_largest(of, left);
  for_cells(n, i, j, k)
  {
    const int64_t at = oracle_at(n, i, j, k);
    left[at] *= take;
    fine->rhs[at] = (float)left[at];
  }
  for_cells(m, i, j, k)
  {
    int64_t child[8];
    double sum = 0;
    children_of(n, &over->coarsening, i, j, k, child);
    for (int c = 0; c < 8; c++) sum += child[c] < 0 ? 0 : left[child[c]];
    const int64_t at = oracle_at(m, i, j, k);
    if (coarse_double) coarse_double->rhs[at] = sum * 0.125;
    else coarse->rhs[at] = (float)(sum * 0.125);
  }
  free(left);
  return norm;
}

void oracle_single_interpolate(const oracle_single *fine, const oracle_single *coarse, bool add)
{
  const int *n = fine->shape.n, *m = coarse->shape.n;
  const float *c = coarse->phi;
  fill_ghosts(&coarse->shape, coarse->phi);
  for_cells(n, i, j, k)
  {
    const int at[3] = { i, j, k };
    const vfi_coarsening *coarsening = &coarse->shape.coarsening;
    int own[3], beside[3][3];
    float t[3];
    for (int d = 0; d < 3; d++) own[d] = coarsening->halved[d] ? at[d] / 2 : at[d];
    for (int d = 0; d < 3; d++) {
      const bool high = coarsening->halved[d] && at[d] % 2;
      for (int e = 0; e < 3; e++) beside[d][e] = own[e];
      beside[d][d] += high ? 1 : -1;
      t[d] = coarsening->graded && coarsening->halved[d] ? (high ? coarse->high : coarse->low)[d][own[d]] : 0;
    }
    const float here = c[oracle_at(m, own[0], own[1], own[2])];
    const float x = c[oracle_at(m, beside[0][0], beside[0][1], beside[0][2])];
    const float y = c[oracle_at(m, beside[1][0], beside[1][1], beside[1][2])];
    const float z = c[oracle_at(m, beside[2][0], beside[2][1], beside[2][2])];
    const float rest = 1 - t[1] - t[2];
    const float graded = (rest - t[0]) * here + t[0] * x + (t[1] * y + t[2] * z);
    const float value = coarsening->graded ? graded : ((here + x) + (y + z)) * 0.25f;
    float *to = &fine->phi[oracle_at(n, i, j, k)];
    *to = add ? *to + value : value;
  }
}
