#include "plain_level.h"

#include <stdlib.h>

int64_t plain_elements(const plain_level *l) { return (int64_t)(l->n[0] + 2) * (l->n[1] + 2) * (l->n[2] + 2); }

int64_t plain_at(const plain_level *l, int i, int j, int k)
{
  return i + 1 + (int64_t)(l->n[0] + 2) * (j + 1 + (int64_t)(l->n[1] + 2) * (k + 1));
}

static double *numbers(const plain_level *l, uint64_t *state, double low)
{
  const int64_t count = plain_elements(l);
  double *x = malloc((size_t)count * sizeof *x);
  for (int64_t e = 0; x && e < count; e++) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    x[e] = low + (double)(*state >> 11) * 0x1p-53;
  }
  return x;
}

void plain_make(plain_level *l, unsigned seed)
{
  uint64_t state = seed * 2654435761u + 12345;
  l->phi = numbers(l, &state, -0.5);
  l->rhs = numbers(l, &state, -0.5);
  l->a = numbers(l, &state, 0.5);
  l->bx = numbers(l, &state, 0.5);
  l->by = numbers(l, &state, 0.5);
  l->bz = numbers(l, &state, 0.5);
}

void plain_free(plain_level *l)
{
  double *all[6] = { l->phi, l->rhs, l->a, l->bx, l->by, l->bz };
  for (int f = 0; f < 6; f++) free(all[f]);
}

static double ghost(const plain_level *l, const double *first, int64_t inward, int face)
{
  const int n = l->n[face % 3];
  switch (l->sides.kind[face]) {
    case VF_NEUMANN: return first[0];
    case VF_REFLECT_ODD: return -first[0];
    case VF_PERIODIC: return first[inward * (n - 1)];
  }
  const int order = l->sides.order < 1 || l->sides.order > 4 ? 4 : l->sides.order;
  const int cells = order - 1 < n ? order - 1 : n;
  const double at_wall = -l->sides.distance[face];
  double value = 0;
  for (int m = 0; m < cells; m++) {
    double weight = (-0.5 - at_wall) / (m + 0.5 - at_wall);
    for (int q = 0; q < cells; q++)
      if (q != m) weight *= (-0.5 - (q + 0.5)) / (m - q);
    value += weight * first[m * inward];
  }
  return value;
}

void plain_fill_ghosts(plain_level *l, double *x)
{
  const int64_t stride[3] = { 1, l->n[0] + 2, (int64_t)(l->n[0] + 2) * (l->n[1] + 2) };
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, p = d == 0 ? 1 : 0, q = d == 2 ? 1 : 2;
    const int64_t inward = face < 3 ? stride[d] : -stride[d];
    for (int v = 0; v < l->n[q]; v++)
      for (int u = 0; u < l->n[p]; u++) {
        double *first =
            x + plain_at(l, 0, 0, 0) + u * stride[p] + v * stride[q] + (face < 3 ? 0 : l->n[d] - 1) * stride[d];
        first[-inward] = ghost(l, first, inward, face);
      }
  }
}

typedef struct row {
  double diagonal, neighbours;
} row;

static row row_at(const plain_level *l, int64_t e)
{
  const int64_t s = l->n[0] + 2, t = s * (l->n[1] + 2);
  const double *x = l->phi;
  const double dx = l->beta / (l->h[0] * l->h[0]), dy = l->beta / (l->h[1] * l->h[1]),
               dz = l->beta / (l->h[2] * l->h[2]);
  row r;
  r.diagonal = l->alpha * l->a[e] + dx * (l->bx[e] + l->bx[e + 1]) + dy * (l->by[e] + l->by[e + s]) +
               dz * (l->bz[e] + l->bz[e + t]);
  r.neighbours = dx * (l->bx[e] * x[e - 1] + l->bx[e + 1] * x[e + 1]) +
                 dy * (l->by[e] * x[e - s] + l->by[e + s] * x[e + s]) +
                 dz * (l->bz[e] * x[e - t] + l->bz[e + t] * x[e + t]);
  return r;
}

static double sum_at(const plain_level *l, int64_t e)
{
  const int64_t s = l->n[0] + 2, t = s * (l->n[1] + 2);
  const double *x = l->phi;
  return x[e - 1] + x[e + 1] + x[e - s] + x[e + s] + x[e - t] + x[e + t];
}

void plain_smooth(plain_level *l, int count)
{
  for (int half = 0; half < 2 * count; half++) {
    plain_fill_ghosts(l, l->phi);
    for (int k = 0; k < l->n[2]; k++)
      for (int j = 0; j < l->n[1]; j++)
        for (int i = 0; i < l->n[0]; i++) {
          if ((i + j + k + l->lower[0] + l->lower[1] + l->lower[2] + half) & 1) continue;
          const int64_t e = plain_at(l, i, j, k);
          if (!l->variable) {
            l->phi[e] = (sum_at(l, e) - l->h[0] * l->h[0] * l->rhs[e]) / 6;
          } else {
            const row r = row_at(l, e);
            l->phi[e] = l->phi[e] + l->omega / r.diagonal * (l->rhs[e] - (r.diagonal * l->phi[e] - r.neighbours));
          }
        }
  }
}

void plain_residual(plain_level *l, double *residual)
{
  plain_fill_ghosts(l, l->phi);
  const double inverse_h2 = 1 / (l->h[0] * l->h[0]);
  for (int k = 0; k < l->n[2]; k++)
    for (int j = 0; j < l->n[1]; j++)
      for (int i = 0; i < l->n[0]; i++) {
        const int64_t e = plain_at(l, i, j, k);
        if (!l->variable) {
          residual[e] = l->rhs[e] - (sum_at(l, e) - 6 * l->phi[e]) * inverse_h2;
        } else {
          const row r = row_at(l, e);
          residual[e] = l->rhs[e] - (r.diagonal * l->phi[e] - r.neighbours);
        }
      }
}

vf_boundary plain_sides(int c)
{
  const int D = VF_DIRICHLET, N = VF_NEUMANN, R = VF_REFLECT_ODD, P = VF_PERIODIC;
  const struct {
    int kind[6], order;
    double distance;
  } all[PLAIN_SIDES] = {
    { { D, D, D, D, D, D }, 2, 0 },    { { N, N, N, N, N, N }, 2, 0 }, { { P, P, P, P, P, P }, 2, 0 },
    { { D, N, R, N, D, D }, 2, 0 },    { { P, D, P, P, N, P }, 2, 0 }, { { D, P, N, R, P, D }, 3, 0 },
    { { D, D, D, D, D, D }, 3, 0.5 },  { { D, D, D, D, D, D }, 4, 0 }, { { D, N, D, P, D, D }, 1, 0 },
    { { R, D, N, D, R, D }, 2, 0.25 },
  };
  vf_boundary sides = { .order = all[c].order };
  for (int face = 0; face < 6; face++) {
    sides.kind[face] = all[c].kind[face];
    sides.distance[face] = all[c].distance;
  }
  if (c == 8) sides.kind[0] = sides.kind[3] = D;
  return sides;
}
