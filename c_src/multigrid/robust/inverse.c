#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* If only this part of a diagonal is left, the rest is rounding: the unknown depends on earlier unknowns. */
static const double least_pivot = 1e-13;

/* Gauss-Jordan elimination without a choice of pivots, because a positive matrix needs none. When a row becomes the
 * pivot, its row of the inverse has elements up to its own number. Runs in one thread: a team would wait hundreds of
 * times for little work. */
static void eliminate(double *work, double *inverse, const double *diagonal, int count)
{
  for (int p = 0; p < count; p++) {
    double *const pivot = work + (int64_t)p * count, *const result = inverse + (int64_t)p * count;
    if (!(pivot[p] > least_pivot * diagonal[p])) {
      memset(result, 0, (size_t)count * sizeof *result);
      continue;
    }
    const double factor = 1 / pivot[p];
    for (int c = p; c < count; c++) pivot[c] *= factor;
    for (int c = 0; c <= p; c++) result[c] *= factor;
    for (int r = 0; r < count; r++) {
      double *const restrict row = work + (int64_t)r * count, *const restrict of = inverse + (int64_t)r * count;
      const double times = row[p];
      if (r == p || times == 0) continue;
      for (int c = p; c < count; c++) row[c] -= times * pivot[c];
      for (int c = 0; c <= p; c++) of[c] -= times * result[c];
    }
  }
}

/* The rows of L^-1 of a positive matrix L L^T. work holds the lower part of the matrix. A row that depends on earlier rows
 * becomes 0. */
static void forward(double *work, double *factor, int count)
{
  for (int p = 0; p < count; p++) {
    double *const restrict pivot = work + (int64_t)p * count, *const restrict of_pivot = factor + (int64_t)p * count;
    if (!(pivot[p] > least_pivot)) {
      memset(of_pivot, 0, (size_t)count * sizeof *of_pivot);
      continue;
    }
    const double times = 1 / sqrt(pivot[p]);
    for (int c = 0; c <= p; c++) of_pivot[c] *= times;
    for (int r = p + 1; r < count; r++) {
      double *const restrict row = work + (int64_t)r * count, *const restrict of_row = factor + (int64_t)r * count;
      const double part = row[p] * times;
      if (part == 0) continue;
      for (int c = p + 1; c <= r; c++) row[c] -= part * times * work[(int64_t)c * count + p];
      for (int c = 0; c <= p; c++) of_row[c] -= part * of_pivot[c];
    }
  }
}

void vfi_inverse_of(const vfi_operator_rows *m, const double *diagonal, bool singular, double *work, double *inverse)
{
  const int count = m->rows;
  double trace = 0;
  memset(work, 0, (size_t)count * (size_t)count * sizeof *work);
  memset(inverse, 0, (size_t)count * (size_t)count * sizeof *inverse);
  for (int i = 0; i < count; i++) {
    int room[VF_FINEST_ROW];
    double values[VF_FINEST_ROW];
    const int *column;
    const double *value;
    const int elements = vfi_row_of(m, i, room, values, &column, &value);
    for (int e = 0; e < elements; e++) work[(int64_t)i * count + column[e]] += value[e];
    trace += work[(int64_t)i * count + i];
    inverse[(int64_t)i * count + i] = 1;
  }
  for (int64_t e = 0; singular && e < (int64_t)count * count; e++) work[e] += trace / count / count;
  eliminate(work, inverse, diagonal, count);
}

void vfi_inverse_factor_of(const vfi_operator_rows *m, const double *root, bool singular, double *work, double *factor)
{
  const int count = m->rows;
  double all = 0;
  memset(work, 0, (size_t)count * (size_t)count * sizeof *work);
  memset(factor, 0, (size_t)count * (size_t)count * sizeof *factor);
  for (int i = 0; i < count; i++) all += root[i] * root[i];
  for (int i = 0; i < count; i++) {
    int room[VF_FINEST_ROW];
    double values[VF_FINEST_ROW], *const row = work + (int64_t)i * count;
    const int *column;
    const double *value;
    const int elements = vfi_row_of(m, i, room, values, &column, &value);
    for (int e = 0; e < elements; e++)
      if (root[i] > 0 && root[column[e]] > 0) row[column[e]] += value[e] / root[i] / root[column[e]];
    for (int c = 0; singular && c < count; c++) row[c] += root[i] * root[c] / all;
    factor[(int64_t)i * count + i] = 1;
  }
  forward(work, factor, count);
}

bool vfi_lower_part(const double *square, int count, vfi_row_lists *lower)
{
  const size_t elements = (size_t)count * ((size_t)count + 1) / 2;
  *lower = (vfi_row_lists){ .rows = count, .start = calloc((size_t)count + 1, sizeof *lower->start) };
  lower->column = malloc(elements * sizeof *lower->column);
  lower->value = malloc(elements * sizeof *lower->value);
  if (!lower->start || !lower->column || !lower->value) return false;
  int64_t e = 0;
  for (int row = 0; row < count; row++) {
    for (int column = 0; column <= row; column++) {
      lower->column[e] = column;
      lower->value[e++] = square[(int64_t)row * count + column];
    }
    lower->start[row + 1] = e;
  }
  return true;
}
