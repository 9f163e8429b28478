#include "random_problem.h"

#include <float.h>
#include <math.h>

/* A sum of terms, and of their sizes. */
typedef struct total {
  long double value, size;
} total;

static void add(total *sum, long double factor, total term)
{
  sum->value += factor * term.value;
  sum->size += fabsl(factor) * term.size;
}

static total number(const double *x, int64_t e)
{
  const long double value = x ? x[e] : 0;
  return (total){ value, fabsl(value) };
}

/* The value across `face` of cell e, which has the index `index` in the face's direction. A ghost beside a wall is the
 * polynomial through the wall and the cells inside, at the ghost's centre. */
static total across(const random_problem *p, const double *x, int64_t e, int face, int index)
{
  const int64_t stride[3] = { 1, p->n[0] + 2, (int64_t)(p->n[0] + 2) * (p->n[1] + 2) };
  const int d = face % 3, n = p->n[d];
  const int64_t outward = face < 3 ? -stride[d] : stride[d];
  if (index != (face < 3 ? 0 : n - 1)) return number(x, e + outward);
  switch (p->sides.kind[face]) {
    case VF_PERIODIC: return number(x, e - (n - 1) * outward);
    case VF_NEUMANN: return number(x, e);
    case VF_REFLECT_ODD: return (total){ -number(x, e).value, number(x, e).size };
  }
  const int points = p->sides.order < 1 ? 4 : p->sides.order;
  const int count = points - 1 < n ? points - 1 : n;
  long double at[4] = { -(long double)p->sides.distance[face], 0.5L, 1.5L, 2.5L };
  total ghost = { 0, 0 };
  for (int m = 0; m <= count; m++) {
    long double weight = 1;
    for (int q = 0; q <= count; q++)
      if (q != m) weight *= (-0.5L - at[q]) / (at[m] - at[q]);
    add(&ghost, weight, m ? number(x, e - (m - 1) * outward) : number(p->walls ? p->wall : NULL, e + outward));
  }
  return ghost;
}

static total operator_at(const random_problem *p, const double *x, int64_t e, const int index[3])
{
  const int64_t stride[3] = { 1, p->n[0] + 2, (int64_t)(p->n[0] + 2) * (p->n[1] + 2) };
  const double *const b[3] = { p->bx, p->by, p->bz };
  total sum = { 0, 0 };
  if (p->variable) add(&sum, (long double)p->alpha * p->a[e], number(x, e));
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    long double factor = 1 / ((long double)p->h[d] * p->h[d]);
    if (p->variable) factor *= -(long double)p->beta * b[d][face < 3 ? e : e + stride[d]];
    add(&sum, factor, across(p, x, e, face, index[d]));
    add(&sum, -factor, number(x, e));
  }
  return sum;
}

long double random_residual(const random_problem *p, const double *x, int digits, double roundings)
{
  long double mean = 0, left = 0, most = 0;
  for (int pass = 0; pass < 3; pass++) {
    for (int k = 0; k < p->n[2]; k++)
      for (int j = 0; j < p->n[1]; j++)
        for (int i = 0; i < p->n[0]; i++) {
          const int64_t e = random_at(p, i, j, k);
          if (pass < 2) {
            left += (p->rhs[e] - mean) / ((long double)p->n[0] * p->n[1] * p->n[2]);
            continue;
          }
          const total l = operator_at(p, x, e, (int[3]){ i, j, k });
          const long double rhs = p->rhs[e] - mean, size = l.size + fabsl(rhs);
          const long double rounding = ldexpl(size, -digits) + LDBL_EPSILON * fabsl(mean);
          const long double r = fabsl(rhs - l.value) - (long double)roundings * rounding;
          if (!(r <= most)) most = r;
        }
    if (p->singular) mean += left;
    left = 0;
  }
  return most;
}
