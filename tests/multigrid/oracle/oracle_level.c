#include "oracle_level.h"

#include <math.h>
#include <stdlib.h>

int64_t oracle_elements(const int n[3]) { return (int64_t)(n[0] + 2) * (n[1] + 2) * (n[2] + 2); }

int64_t oracle_at(const int n[3], int i, int j, int k)
{
  return i + 1 + (int64_t)(n[0] + 2) * (j + 1 + (int64_t)(n[1] + 2) * (k + 1));
}

void oracle_fill_ghosts(const vfi_level *shape, double *x)
{
  const int *n = shape->n;
  for (int face = 0; face < 6; face++) {
    const vfi_face *f = &shape->face[face];
    const int d = face % 3, inward = face < 3 ? 1 : -1;
    int layer[3] = { n[0], n[1], n[2] };
    layer[d] = 1;
    for_cells(layer, p, q, r)
    {
      int cell[3] = { p, q, r };
      double value = 0;
      cell[d] = face < 3 ? n[d] - 1 : 0;
      if (f->periodic) value = x[oracle_at(n, cell[0], cell[1], cell[2])];
      for (int m = 0; m < f->cells && !f->periodic; m++) {
        cell[d] = (face < 3 ? 0 : n[d] - 1) + m * inward;
        const double term = f->w[m] * x[oracle_at(n, cell[0], cell[1], cell[2])];
        value = m == 0 ? term : value + term;
      }
      cell[d] = face < 3 ? -1 : n[d];
      x[oracle_at(n, cell[0], cell[1], cell[2])] = value;
    }
  }
}

/* The operator at a cell is diagonal * x - neighbours; for constant coefficients times -1 / h^2, with diagonal 6. */
typedef struct stencil {
  double diagonal, neighbours;
  double folded; /* the part of the diagonal from first cells of ghosts */
} stencil;

static double first_weight(const vfi_level *shape, int face, const int cell[3])
{
  const vfi_face *f = &shape->face[face];
  const int edge = face < 3 ? 0 : shape->n[face % 3] - 1;
  return cell[face % 3] != edge ? 0 : f->w[0];
}

static stencil stencil_at(const oracle_level *level, const double *x, int i, int j, int k)
{
  const vfi_level *shape = &level->shape;
  const int *n = shape->n, cell[3] = { i, j, k };
  const int64_t at = oracle_at(n, i, j, k), step[3] = { 1, n[0] + 2, (int64_t)(n[0] + 2) * (n[1] + 2) };
  double w[6];
  for (int face = 0; face < 6; face++) w[face] = first_weight(shape, face, cell);
  stencil s;
  if (shape->anisotropic) {
    double d[3];
    for (int e = 0; e < 3; e++) d[e] = 1 / (shape->h[e] * shape->h[e]);
    s.diagonal = 2 * (d[0] + d[1] + d[2]);
    s.neighbours = d[0] * (x[at - step[0]] + x[at + step[0]]) + d[1] * (x[at - step[1]] + x[at + step[1]]) +
                   d[2] * (x[at - step[2]] + x[at + step[2]]);
    s.folded = d[0] * (w[0] + w[3]) + d[1] * (w[1] + w[4]) + d[2] * (w[2] + w[5]);
    return s;
  }
  if (!shape->variable) {
    s.diagonal = 6;
    s.neighbours =
        x[at - step[0]] + x[at + step[0]] + x[at - step[1]] + x[at + step[1]] + x[at - step[2]] + x[at + step[2]];
    s.folded = w[0] + w[1] + w[2] + w[3] + w[4] + w[5];
    return s;
  }
  double of_diagonal[3], of_neighbours[3], of_folded[3];
  for (int d = 0; d < 3; d++) {
    const double dh = shape->beta / (shape->h[d] * shape->h[d]);
    const double low = level->b[d][at], high = level->b[d][at + step[d]];
    of_diagonal[d] = dh * (low + high);
    of_neighbours[d] = dh * (low * x[at - step[d]] + high * x[at + step[d]]);
    of_folded[d] = dh * (w[d] * low + w[d + 3] * high);
  }
  s.diagonal = shape->alpha * level->a[at] + of_diagonal[0] + of_diagonal[1] + of_diagonal[2];
  s.neighbours = of_neighbours[0] + of_neighbours[1] + of_neighbours[2];
  s.folded = of_folded[0] + of_folded[1] + of_folded[2];
  return s;
}

static double smoothed(const oracle_level *level, double omega, int i, int j, int k)
{
  const vfi_level *shape = &level->shape;
  const int64_t at = oracle_at(shape->n, i, j, k);
  const double old = level->phi[at], rhs = level->rhs[at];
  const stencil s = stencil_at(level, level->phi, i, j, k);
  double result;
  if (shape->anisotropic) {
    result = old + omega * ((s.neighbours - rhs) * (1 / s.diagonal) - old);
  } else if (shape->variable) {
    result = old + omega / s.diagonal * (rhs - (s.diagonal * old - s.neighbours));
  } else {
    const double h2 = shape->h[0] * shape->h[0], gs = (s.neighbours - h2 * rhs) / 6;
    result = omega == 1 ? gs : old + omega * (gs - old);
  }
  if (!shape->whole_diagonal || s.folded == 0 || s.folded == s.diagonal) return result;
  return old + (result - old) * (s.diagonal / (s.diagonal - s.folded));
}

void oracle_smooth(const oracle_level *level, int count, double omega)
{
  const vfi_level *shape = &level->shape;
  if (shape->lines.along > 0) {
    oracle_smooth_lines(level, count, omega);
    return;
  }
  for (int half = 0; half < 2 * count; half++) {
    oracle_fill_ghosts(shape, level->phi);
    for_cells(shape->n, i, j, k)
    {
      if ((i + j + k + shape->parity + half) % 2) continue;
      level->phi[oracle_at(shape->n, i, j, k)] = smoothed(level, omega, i, j, k);
    }
  }
}

void oracle_operate(const oracle_level *level, double *x, double *out)
{
  const vfi_level *shape = &level->shape;
  const double inverse_h2 = 1 / (shape->h[0] * shape->h[0]);
  oracle_fill_ghosts(shape, x);
  for_cells(shape->n, i, j, k)
  {
    const int64_t at = oracle_at(shape->n, i, j, k);
    const stencil s = stencil_at(level, x, i, j, k);
    if (shape->lines.along > 0 && !shape->variable) out[at] = oracle_profile_applied(level, x, (int[]){ i, j, k });
    else if (shape->anisotropic) out[at] = s.neighbours - s.diagonal * x[at];
    else out[at] = shape->variable ? s.diagonal * x[at] - s.neighbours : (s.neighbours - 6 * x[at]) * inverse_h2;
  }
}

void oracle_residual(const oracle_level *level, double *out)
{
  oracle_operate(level, level->phi, out);
  for_cells(level->shape.n, i, j, k)
  {
    const int64_t at = oracle_at(level->shape.n, i, j, k);
    out[at] = level->rhs[at] - out[at];
  }
}

vfi_face oracle_dirichlet(int order, double distance, int cells_inside)
{
  vfi_face face = { 0 };
  const int points = order == -1 ? 4 : order;
  face.cells = points - 1 < cells_inside ? points - 1 : cells_inside;
  /* The polynomial through the wall (x = -distance) and the first centres (x = m + 1/2), at x = -1/2. */
  face.wall = 1;
  for (int q = 0; q < face.cells; q++) face.wall *= (-0.5 - (q + 0.5)) / (-distance - (q + 0.5));
  for (int m = 0; m < face.cells; m++) {
    face.w[m] = (-0.5 + distance) / (m + 0.5 + distance);
    for (int q = 0; q < face.cells; q++)
      if (q != m) face.w[m] *= (-0.5 - (q + 0.5)) / (m - q);
  }
  return face;
}
