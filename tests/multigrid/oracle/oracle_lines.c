/* Smooths by lines in plain loops; see vfi_lines. Each line is a tridiagonal system of its cells. */
#include "oracle_level.h"

#include <stdlib.h>

/* The directions along a line and across. */
typedef struct directions {
  int d, p, q;
} directions;

static directions directions_of(const oracle_level *level)
{
  const int d = level->shape.lines.along - 1;
  return (directions){ d, d == 0 ? 1 : 0, d == 2 ? 1 : 2 };
}

static double width(const oracle_level *level, int d, int i) { return level->width[d] ? level->width[d][i] : 1; }

static bool is_outside(const oracle_level *level, const int at[3], int face)
{
  const int d = face % 3;
  return at[d] == (face < 3 ? 0 : level->shape.n[d] - 1) && !level->shape.face[face].periodic;
}

/* The cell beside a face. */
static int64_t across(const oracle_level *level, const int at[3], int face)
{
  const int *n = level->shape.n, d = face % 3;
  int next[3] = { at[0], at[1], at[2] };
  next[d] = (at[d] + (face < 3 ? n[d] - 1 : 1)) % n[d];
  return oracle_at(n, next[0], next[1], next[2]);
}

/* Constant coefficients: flux through a face over the width of the cell. */
static double coupling(const oracle_level *level, int d, int i, int face)
{
  const vfi_level *shape = &level->shape;
  const int n = shape->n[d], next = (i + (face < 3 ? n - 1 : 1)) % n;
  int at[3] = { 0 };
  at[d] = i;
  const double w = width(level, d, i);
  const double apart = is_outside(level, at, face) ? w : (w + width(level, d, next)) / 2;
  return 1 / (shape->h[d] * shape->h[d]) / (w * apart);
}

static double inside(const oracle_level *level, const int at[3], int face)
{
  return is_outside(level, at, face) ? 0 : coupling(level, face % 3, at[face % 3], face);
}

static double diagonal_of(const oracle_level *level, int d, const int at[3])
{
  double sum = 0;
  for (int face = d; face < 6; face += 3) {
    const double c = coupling(level, d, at[d], face);
    const vfi_face *f = &level->shape.face[face];
    sum += is_outside(level, at, face) && f->cells > 0 ? c * (1 - f->w[0]) : c;
  }
  return sum;
}

static double beside(const oracle_level *level, const double *x, const int at[3], int face)
{
  return is_outside(level, at, face) ? 0 : x[across(level, at, face)];
}

double oracle_profile_applied(const oracle_level *level, const double *x, const int at[3])
{
  double pair[3], diagonal[3];
  for (int d = 0; d < 3; d++) {
    pair[d] = inside(level, at, d) * beside(level, x, at, d) + inside(level, at, d + 3) * beside(level, x, at, d + 3);
    diagonal[d] = diagonal_of(level, d, at);
  }
  const double volume = width(level, 0, at[0]) * (width(level, 1, at[1]) * width(level, 2, at[2]));
  const double self = x[oracle_at(level->shape.n, at[0], at[1], at[2])];
  return volume * ((pair[0] + pair[1] + pair[2]) - (diagonal[0] + (diagonal[1] + diagonal[2])) * self);
}

/* The row of a cell: diagonal, neighbours along the line, and the known part. */
typedef struct row {
  double diagonal, part, low, high, source;
} row;

static row constant_row(const oracle_level *level, directions u, const int at[3])
{
  const double *x = level->phi;
  double of[2];
  for (int c = 0; c < 2; c++) {
    const int e = c ? u.q : u.p;
    of[c] = inside(level, at, e) * beside(level, x, at, e) + inside(level, at, e + 3) * beside(level, x, at, e + 3);
  }
  const double inverse_p = 1 / width(level, u.p, at[u.p]),
               inverse = 1 / width(level, u.q, at[u.q]) * (1 / width(level, u.d, at[u.d]));
  const double rhs = level->rhs[oracle_at(level->shape.n, at[0], at[1], at[2])];
  return (row){ .diagonal = diagonal_of(level, u.d, at) + (diagonal_of(level, u.p, at) + diagonal_of(level, u.q, at)),
                .low = inside(level, at, u.d),
                .high = inside(level, at, u.d + 3),
                .source = of[0] + of[1] - rhs * inverse_p * inverse };
}

static row variable_row(const oracle_level *level, directions u, const int at[3])
{
  const vfi_level *shape = &level->shape;
  const int *n = shape->n;
  const int64_t cell = oracle_at(n, at[0], at[1], at[2]);
  double low[3], high[3], both[3], of[2];
  row r = { .part = 0 };
  for (int d = 0; d < 3; d++) {
    int next[3] = { at[0], at[1], at[2] };
    next[d]++;
    const double b = level->b[d][cell], c = level->b[d][oracle_at(n, next[0], next[1], next[2])];
    const double dh = shape->beta / (shape->h[d] * shape->h[d]);
    low[d] = dh * b;
    high[d] = dh * c;
    both[d] = dh * (b + c);
  }
  for (int face = 0; face < 6; face++)
    if (is_outside(level, at, face) && shape->face[face].cells > 0)
      r.part += shape->face[face].w[0] * (face < 3 ? low[face] : high[face - 3]);
  for (int c = 0; c < 2; c++) {
    const int e = c ? u.q : u.p;
    of[c] = low[e] * beside(level, level->phi, at, e) + high[e] * beside(level, level->phi, at, e + 3);
  }
  r.diagonal = shape->alpha * level->a[cell] + both[0] + both[1] + both[2];
  r.low = is_outside(level, at, u.d) ? 0 : low[u.d];
  r.high = is_outside(level, at, u.d + 3) ? 0 : high[u.d];
  r.source = level->rhs[cell] + (of[0] + of[1]);
  return r;
}

static void solve_line(const oracle_level *level, directions u, int p, int q, double omega)
{
  const int *n = level->shape.n;
  double *value = calloc(3 * (size_t)n[u.d], sizeof *value), *pivot = value + n[u.d], *high = pivot + n[u.d];
  if (!value) abort();
  for (int m = 0; m < n[u.d]; m++) {
    int at[3];
    at[u.d] = m;
    at[u.p] = p;
    at[u.q] = q;
    const row r = level->shape.variable ? variable_row(level, u, at) : constant_row(level, u, at);
    high[m] = r.high;
    pivot[m] = 1 / (r.diagonal - r.part - (m > 0 ? r.low * high[m - 1] * pivot[m - 1] : 0));
    value[m] = r.source * pivot[m] + (m > 0 ? r.low * pivot[m] * value[m - 1] : 0);
  }
  for (int m = n[u.d] - 1; m >= 0; m--) {
    int at[3];
    at[u.d] = m;
    at[u.p] = p;
    at[u.q] = q;
    if (m + 1 < n[u.d]) value[m] += high[m] * pivot[m] * value[m + 1];
    double *const phi = &level->phi[oracle_at(n, at[0], at[1], at[2])];
    *phi += omega * (value[m] - *phi);
  }
  free(value);
}

void oracle_smooth_lines(const oracle_level *level, int count, double omega)
{
  const directions u = directions_of(level);
  for (int half = 0; half < 2 * count; half++)
    for (int q = 0; q < level->shape.n[u.q]; q++)
      for (int p = 0; p < level->shape.n[u.p]; p++)
        if ((p + q + level->shape.parity + half) % 2 == 0) solve_line(level, u, p, q, omega);
}
