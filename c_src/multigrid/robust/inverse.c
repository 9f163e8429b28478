#include "rows.h"

#include <string.h>

/* What is left of a diagonal, of so small a part, is rounding: that unknown depends on those before it. */
static const double least_pivot = 1e-13;

/* Gauss and Jordan without a choice of pivots, which a positive matrix does not need. Up to its own number a row of the
 * inverse has elements when it becomes the pivot. By one thread: a team would meet hundreds of times for little. */
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

void vf_inverse_of(const vf_operator_rows *m, const double *diagonal, bool singular, double *work, double *inverse)
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
    const int elements = vf_row_of(m, i, room, values, &column, &value);
    for (int e = 0; e < elements; e++) work[(int64_t)i * count + column[e]] += value[e];
    trace += work[(int64_t)i * count + i];
    inverse[(int64_t)i * count + i] = 1;
  }
  for (int64_t e = 0; singular && e < (int64_t)count * count; e++) work[e] += trace / count / count;
  eliminate(work, inverse, diagonal, count);
}
