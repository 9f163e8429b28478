/* Transfers to a level whose cells are as wide as any number of fine cells. Weights come from cells and their centres.
 * In the units of length here the width of a fine cell is the number of coarse cells, and the width of a coarse cell is
 * the number of fine cells. */
#include "oracle_level.h"

#include <math.h>

/* The share of coarse cell I covered by fine cell i. */
static double share(const oracle_level *fine, const oracle_level *coarse, int d, int I, int i)
{
  const double n = coarse->shape.n[d], m = fine->shape.n[d];
  if (n == m) return I == i;
  return fmax(0, fmin((I + 1) * m, (i + 1) * n) - fmax(I * m, i * n)) / m;
}

/* A mean over cell (I, J, K), of the values x[i + j row + k plane]. */
static double mean_over(const oracle_level *fine, const oracle_level *coarse, const int d[3], const int at[3],
                        const double *x, const int64_t stride[3])
{
  const int *m = fine->shape.n;
  double mean = 0;
  bool any = false;
  for (int i = 0; i < m[d[0]]; i++) {
    const double of_x = share(fine, coarse, d[0], at[0], i);
    double sum = 0;
    bool some = false;
    for (int k = 0; k < (d[2] < 0 ? 1 : m[d[2]]) && of_x > 0; k++)
      for (int j = 0; j < m[d[1]]; j++) {
        const double of_y = share(fine, coarse, d[1], at[1], j);
        const double of_z = d[2] < 0 ? 1 : share(fine, coarse, d[2], at[2], k);
        if (!(of_y > 0 && of_z > 0)) continue;
        const double term = of_z * of_y * x[i * stride[0] + j * stride[1] + k * stride[2]];
        sum = some ? sum + term : term;
        some = true;
      }
    if (!some) continue;
    mean = any ? mean + of_x * sum : of_x * sum;
    any = true;
  }
  return mean;
}

void oracle_resampled_average(const oracle_level *fine, const double *x, const oracle_level *coarse, double *mean)
{
  const int *n = coarse->shape.n, *m = fine->shape.n, all[3] = { 0, 1, 2 };
  const int64_t origin = oracle_at(m, 0, 0, 0);
  const int64_t stride[3] = { 1, oracle_at(m, 0, 1, 0) - origin, oracle_at(m, 0, 0, 1) - origin };
  for_cells(n, i, j, k) mean[oracle_at(n, i, j, k)] =
      mean_over(fine, coarse, all, (int[]){ i, j, k }, x + origin, stride);
}

void oracle_resampled_face(const oracle_level *fine, const oracle_level *coarse, int face, const double *from,
                           double *to)
{
  const int p = face % 3 == 0 ? 1 : 0, q = face % 3 == 2 ? 1 : 2, *n = coarse->shape.n, d[3] = { p, q, -1 };
  const int64_t stride[3] = { 1, fine->shape.n[p], 0 };
  for (int b = 0; b < n[q]; b++)
    for (int a = 0; a < n[p]; a++)
      to[a + (int64_t)b * n[p]] = mean_over(fine, coarse, d, (int[]){ a, b, 0 }, from, stride);
}

/* The two coarse cells on the sides of fine cell i, the part of each in i, and the part of a wall's value. A ghost is a
 * function of a single cell. */
typedef struct place {
  int at[2];
  double part[2], wall;
} place;

static place place_of(const oracle_level *fine, const oracle_level *coarse, int d, int i)
{
  const int n = coarse->shape.n[d], m = fine->shape.n[d];
  int I = 0;
  while ((I + 1.0) * m <= (i + 0.5) * n) I++;
  const double off = (2 * i + 1.0) * n - (2 * I + 1.0) * m, t = fabs(off) / (2.0 * m);
  const int side = off < 0 ? -1 : off > 0, J = I + side;
  const vfi_face *face = &coarse->resampled_face[side < 0 ? d : d + 3];
  if (J >= 0 && J < n) return (place){ { I, J }, { 1 - t, t }, 0 };
  if (face->periodic) return (place){ { I, n - 1 - I }, { 1 - t, t }, 0 };
  return (place){ { I, I }, { 1 - t + t * (face->cells > 0 ? face->w[0] : 0), 0 }, t * face->wall };
}

void oracle_resampled_interpolate(const oracle_level *fine, const oracle_level *coarse, bool add)
{
  const int *n = coarse->shape.n;
  for_cells(fine->shape.n, i, j, k)
  {
    const place x = place_of(fine, coarse, 0, i), y = place_of(fine, coarse, 1, j), z = place_of(fine, coarse, 2, k);
    double in_x[2];
    for (int a = 0; a < 2; a++) {
      double in_z[2];
      for (int c = 0; c < 2; c++)
        in_z[c] = y.part[0] * coarse->phi[oracle_at(n, x.at[a], y.at[0], z.at[c])] +
                  y.part[1] * coarse->phi[oracle_at(n, x.at[a], y.at[1], z.at[c])];
      in_x[a] = z.part[0] * in_z[0] + z.part[1] * in_z[1];
    }
    const double value = x.part[0] * in_x[0] + x.part[1] * in_x[1];
    double *at = &fine->phi[oracle_at(fine->shape.n, i, j, k)];
    *at = add ? *at + value : value;
  }
}

/* The ghosts were made without walls. Here the walls' parts are added, in the order in which directions are
 * interpolated. */
void oracle_resampled_wall(const oracle_level *fine, const oracle_level *coarse, int face, const double *values)
{
  const int *m = fine->shape.n, d = face % 3;
  int layer[3] = { m[0], m[1], m[2] };
  int64_t number = 0;
  layer[d] = 1;
  for_cells(layer, p, q, r)
  {
    int at[3] = { p, q, r };
    at[d] = face < 3 ? 0 : m[d] - 1;
    const place x = place_of(fine, coarse, 0, at[0]), z = place_of(fine, coarse, 2, at[2]);
    double value = values[number++];
    if (d == 1) value = (z.part[0] + z.part[1]) * value;
    if (d > 0) value = (x.part[0] + x.part[1]) * value;
    fine->phi[oracle_at(m, at[0], at[1], at[2])] += place_of(fine, coarse, d, at[d]).wall * value;
  }
}
