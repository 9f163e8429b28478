#include "oracle_level.h"

#include <math.h>
#include <stdlib.h>

void oracle_average(const oracle_level *fine, const double *x, const oracle_level *coarse, double *mean)
{
  if (coarse->resampled) {
    oracle_resampled_average(fine, x, coarse, mean);
    return;
  }
  if (coarse->graded) {
    oracle_graded_average(fine, x, coarse, mean);
    return;
  }
  const int *n = coarse->shape.n;
  for_cells(n, i, j, k)
  {
    double sum = 0;
    for (int child = 0; child < 8; child++) {
      const double value = x[oracle_at(fine->shape.n, 2 * i + child % 2, 2 * j + child / 2 % 2, 2 * k + child / 4)];
      sum = child == 0 ? value : sum + value;
    }
    mean[oracle_at(n, i, j, k)] = sum * 0.125;
  }
}

void oracle_restrict_residual(const oracle_level *fine, const oracle_level *coarse)
{
  double *residual = malloc((size_t)oracle_elements(fine->shape.n) * sizeof *residual);
  if (!residual) abort();
  oracle_residual(fine, residual);
  oracle_average(fine, residual, coarse, coarse->rhs);
  free(residual);
}

void oracle_restrict_coefficients(const oracle_level *fine, const oracle_level *coarse)
{
  oracle_average(fine, fine->a, coarse, coarse->a);
  if (coarse->graded) {
    oracle_graded_coefficients(fine, coarse);
    return;
  }
  for (int d = 0; d < 3; d++) {
    int faces[3] = { coarse->shape.n[0], coarse->shape.n[1], coarse->shape.n[2] };
    faces[d]++;
    for_cells(faces, i, j, k)
    {
      double sum = 0;
      for (int part = 0; part < 4; part++) {
        int at[3] = { 2 * i, 2 * j, 2 * k };
        at[d == 0 ? 1 : 0] += part % 2;
        at[d == 2 ? 1 : 2] += part / 2;
        const double value = fine->b[d][oracle_at(fine->shape.n, at[0], at[1], at[2])];
        sum = part == 0 ? value : sum + value;
      }
      coarse->b[d][oracle_at(coarse->shape.n, i, j, k)] = sum * 0.25;
    }
  }
}

void oracle_interpolate(const oracle_level *fine, const oracle_level *coarse, bool add)
{
  if (coarse->resampled) {
    oracle_resampled_interpolate(fine, coarse, add);
    return;
  }
  if (coarse->graded) {
    oracle_graded_interpolate(fine, coarse, add);
    return;
  }
  const int *n = coarse->shape.n;
  const double *c = coarse->phi;
  oracle_fill_ghosts(&coarse->shape, coarse->phi);
  for_cells(fine->shape.n, i, j, k)
  {
    const int I = i / 2, J = j / 2, K = k / 2;
    const double here = c[oracle_at(n, I, J, K)];
    const double x = c[oracle_at(n, I + (i % 2 ? 1 : -1), J, K)], y = c[oracle_at(n, I, J + (j % 2 ? 1 : -1), K)],
                 z = c[oracle_at(n, I, J, K + (k % 2 ? 1 : -1))];
    const double value = ((here + x) + (y + z)) * 0.25;
    double *at = &fine->phi[oracle_at(fine->shape.n, i, j, k)];
    *at = add ? *at + value : value;
  }
}

void oracle_add_on_face(const oracle_level *level, double *x, int face, const double *values, double scale,
                        bool coefficient)
{
  const int *n = level->shape.n, d = face % 3;
  int layer[3] = { n[0], n[1], n[2] };
  layer[d] = 1;
  int64_t number = 0;
  for_cells(layer, p, q, r)
  {
    int cell[3] = { p, q, r }, side[3] = { p, q, r };
    cell[d] = face < 3 ? 0 : n[d] - 1;
    side[d] = face < 3 ? 0 : n[d];
    const double b = coefficient ? level->b[d][oracle_at(n, side[0], side[1], side[2])] : 1;
    x[oracle_at(n, cell[0], cell[1], cell[2])] += scale * b * values[number++];
  }
}

void oracle_restrict_face(const double *fine, double *coarse, const int n[2])
{
  for (int q = 0; q < n[1]; q++)
    for (int p = 0; p < n[0]; p++) {
      const int64_t low = 2 * p + (int64_t)(2 * q) * 2 * n[0], high = low + 2 * n[0];
      coarse[p + (int64_t)q * n[0]] = (fine[low] + fine[low + 1] + fine[high] + fine[high + 1]) * 0.25;
    }
}

double oracle_largest(const oracle_level *level, const double *x)
{
  double largest = 0;
  for_cells(level->shape.n, i, j, k)
  {
    const double size = fabs(x[oracle_at(level->shape.n, i, j, k)]);
    if (isnan(size)) return size;
    if (size > largest) largest = size;
  }
  return largest;
}

enum { TILE = 4096, LANES = 256 };

static double pairwise(double *lanes)
{
  for (int half = LANES / 2; half > 0; half /= 2)
    for (int lane = 0; lane < half; lane++) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

/* A number for each tile; `to` may be the place of the terms. Returns the number of tiles. */
static int64_t reduce_tiles(const double *terms, int64_t count, double *to)
{
  int64_t tiles = 0;
  for (int64_t first = 0; first < count; first += TILE) {
    double lanes[LANES] = { 0 };
    for (int64_t c = first; c < count && c < first + TILE; c++) lanes[(c - first) % LANES] += terms[c];
    to[tiles++] = pairwise(lanes);
  }
  return tiles;
}

double oracle_sum(const oracle_level *level, const double *x, const double *y)
{
  const int *n = level->shape.n;
  double *terms = malloc((size_t)n[0] * (size_t)n[1] * (size_t)n[2] * sizeof *terms);
  if (!terms) abort();
  int64_t count = 0;
  for_cells(n, i, j, k)
  {
    const int64_t at = oracle_at(n, i, j, k);
    terms[count++] = y ? x[at] * y[at] : x[at];
  }
  const int64_t plane = (int64_t)n[0] * n[1];
  int64_t tiles = 0;
  for (int k = 0; k < n[2]; k++) tiles += reduce_tiles(terms + k * plane, plane, terms + tiles);
  while (tiles > 1) tiles = reduce_tiles(terms, tiles, terms);
  const double sum = terms[0];
  free(terms);
  return sum;
}

/* ---- cycles ---- */

static void clear(const oracle_level *level)
{
  for_cells(level->shape.n, i, j, k) level->phi[oracle_at(level->shape.n, i, j, k)] = 0;
}

static void solve_coarsest(const oracle_level *level, const vfi_cycle *cycle)
{
  const int *n = level->shape.n;
  oracle_smooth(level, cycle->bottom_smooths, cycle->omega);
  if (!cycle->singular) return;
  const double mean = oracle_sum(level, level->phi, NULL) / ((double)n[0] * n[1] * n[2]);
  for_cells(n, i, j, k) level->phi[oracle_at(n, i, j, k)] -= mean;
}

double oracle_omega(const oracle_level *level, const vfi_cycle *cycle, int place)
{
  const int last = cycle->post + cycle->pre - 1;
  if (level->shape.omegas) return level->shape.omegas[place];
  const bool near = (place == 0 && cycle->post > 1) || (place == last && cycle->pre > 1);
  return near ? cycle->near : cycle->omega;
}

void oracle_cycle(const oracle_level *levels, int count, const vfi_cycle *cycle, int kind, bool from_zero)
{
  if (from_zero) clear(levels);
  if (count == 1) {
    solve_coarsest(levels, cycle);
    return;
  }
  for (int s = 0; s < cycle->pre; s++) oracle_smooth(levels, 1, oracle_omega(levels, cycle, cycle->post + s));
  oracle_restrict_residual(levels, levels + 1);
  oracle_cycle(levels + 1, count - 1, cycle, kind, true);
  if (kind == VF_CYCLE_F && count > 2) oracle_cycle(levels + 1, count - 1, cycle, VF_CYCLE_V, false);
  oracle_interpolate(levels, levels + 1, true);
  for (int s = 0; s < cycle->post; s++) oracle_smooth(levels, 1, oracle_omega(levels, cycle, s));
}

void oracle_full_start(const oracle_level *levels, int count, const vfi_cycle *cycle)
{
  clear(levels + count - 1);
  solve_coarsest(levels + count - 1, cycle);
  for (int l = count - 2; l >= 0; l--) {
    oracle_interpolate(levels + l, levels + l + 1, false);
    oracle_cycle(levels + l, count - l, cycle, cycle->kind, false);
  }
}
