#include "originals.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static ptrdiff_t extent(const vf_original_array *array, int d)
{
  return (ptrdiff_t)array->upper[d] - array->lower[d] + 1;
}

static ptrdiff_t place(const vf_original_array *array, int i, int j, int k, int n)
{
  return i - array->lower[0] +
         extent(array, 0) * (j - array->lower[1] + extent(array, 1) * (k - array->lower[2] + extent(array, 2) * n));
}

double *element(const vf_original_array *array, int i, int j, int k, int n)
{
  return (double *)array->first + place(array, i, j, k, n);
}

#define AT(argument, i, j, k, n) (*element(&call->arrays[argument], i, j, k, n))
#define NUMBER(argument) (call->values[argument].number)

#define EVERY_ROW                                                  \
  for (int n = 0; n < call->components; n++)                       \
    for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++) \
      for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
#define EVERY_CELL EVERY_ROW for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)

/* ---- Stencils ------------------------------------------------------------------------------------------------- */

static double neighbours(const vf_original_array *x, int i, int j, int k, int n)
{
  return *element(x, i - 1, j, k, n) + *element(x, i + 1, j, k, n) + *element(x, i, j - 1, k, n) +
         *element(x, i, j + 1, k, n) + *element(x, i, j, k - 1, n) + *element(x, i, j, k + 1, n);
}

static void sweep_row(const vf_original_call *call, int first, int j, int k, int n)
{
  const double h = NUMBER(2);
  for (int i = first; i <= call->box.upper[0]; i += 2)
    AT(0, i, j, k, n) = (neighbours(&call->arrays[0], i, j, k, n) - h * h * AT(1, i, j, k, n)) / 6;
}

void original_gsrb_poisson(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_ROW sweep_row(call, call->box.lower[0] + ((call->box.lower[0] + j + k + call->selector) & 1), j, k, n);
}

void truncating_gsrb_poisson(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_ROW sweep_row(call, call->box.lower[0] + (call->box.lower[0] + j + k + call->selector) % 2, j, k, n);
}

void original_apply_poisson(const vf_original_call *call, void *user)
{
  (void)user;
  const double h = NUMBER(2);
  EVERY_CELL AT(1, i, j, k, n) = (neighbours(&call->arrays[0], i, j, k, n) - 6 * AT(0, i, j, k, n)) / (h * h);
}

void original_residual_poisson(const vf_original_call *call, void *user)
{
  (void)user;
  const double h = NUMBER(3);
  EVERY_CELL
  AT(2, i, j, k, n) = AT(1, i, j, k, n) - (neighbours(&call->arrays[0], i, j, k, n) - 6 * AT(0, i, j, k, n)) / (h * h);
}

/* Diagonal and sum over the neighbours for alpha a - beta div(b grad), applied to array x. Both kernels have the
 * arguments from alpha to h in the same order. */
static void row_of(const vf_original_call *call, int x, int alpha, int i, int j, int k, int n, double *diagonal,
                   double *sum)
{
  const int beta = alpha + 1, a = alpha + 2, h = alpha + 6;
  *diagonal = NUMBER(alpha) * AT(a, i, j, k, 0);
  *sum = 0;
  for (int d = 0; d < 3; d++) {
    const int di = d == 0, dj = d == 1, dk = d == 2;
    const double dh = NUMBER(beta) / (call->values[h].numbers[d] * call->values[h].numbers[d]);
    const double low = AT(a + 1 + d, i, j, k, 0), high = AT(a + 1 + d, i + di, j + dj, k + dk, 0);
    *diagonal += dh * (low + high);
    *sum += dh * (low * AT(x, i - di, j - dj, k - dk, n) + high * AT(x, i + di, j + dj, k + dk, n));
  }
}

void original_apply_helmholtz(const vf_original_call *call, void *user)
{
  (void)user;
  double diagonal, sum;
  EVERY_CELL
  {
    row_of(call, 0, 2, i, j, k, n, &diagonal, &sum);
    AT(1, i, j, k, n) = diagonal * AT(0, i, j, k, n) - sum;
  }
}

void original_gsrb_helmholtz(const vf_original_call *call, void *user)
{
  (void)user;
  double diagonal, sum;
  EVERY_CELL
  {
    if ((i + j + k + call->selector) & 1) continue;
    row_of(call, 0, 2, i, j, k, n, &diagonal, &sum);
    const double old = AT(0, i, j, k, n);
    AT(0, i, j, k, n) = old + NUMBER(9) / diagonal * (AT(1, i, j, k, n) - (diagonal * old - sum));
  }
}

/* ---- Between levels ------------------------------------------------------------------------------------------- */

#define EVERY_CHILD                          \
  for (int z = 2 * k; z <= 2 * k + 1; z++)   \
    for (int y = 2 * j; y <= 2 * j + 1; y++) \
      for (int x = 2 * i; x <= 2 * i + 1; x++)

void original_average(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL
  {
    double sum = 0;
    EVERY_CHILD sum += AT(0, x, y, z, n);
    AT(1, i, j, k, n) = sum / 8;
  }
}

void original_interp(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL EVERY_CHILD AT(1, x, y, z, n) += AT(0, i, j, k, n);
}

/* ---- Ghosts --------------------------------------------------------------------------------------------------- */

/* Lagrange weights at -1/2 of the nodes -distance, 1/2, 3/2, ... */
static void weights(double distance, int cells, double *weight)
{
  double node[4] = { -distance };
  for (int m = 1; m <= cells; m++) node[m] = m - 0.5;
  for (int m = 0; m <= cells; m++) {
    weight[m] = 1;
    for (int q = 0; q <= cells; q++)
      if (q != m) weight[m] *= (-0.5 - node[q]) / (node[m] - node[q]);
  }
}

static double ghost(const vf_original_call *call, int face, int i, int j, int k, int n)
{
  const vf_boundary *sides = &call->values[1].boundary;
  const int d = face % 3, step = face < 3 ? 1 : -1, size = call->box.upper[d] - call->box.lower[d] + 1;
  const int a = d == 0 ? step : 0, b = d == 1 ? step : 0, c = d == 2 ? step : 0;
  if (sides->kind[face] == VF_NEUMANN) return AT(0, i + a, j + b, k + c, n);
  if (sides->kind[face] == VF_REFLECT_ODD) return -AT(0, i + a, j + b, k + c, n);
  if (sides->kind[face] == VF_PERIODIC) return AT(0, i + a * size, j + b * size, k + c * size, n);
  const int order = sides->order < 1 || sides->order > 4 ? 4 : sides->order;
  const int cells = order - 1 < size ? order - 1 : size;
  double weight[4], value = 0; /* the value on the wall is 0 */
  weights(sides->distance[face], cells, weight);
  for (int m = 1; m <= cells; m++) value += weight[m] * AT(0, i + m * a, j + m * b, k + m * c, n);
  return value;
}

void original_fill_ghosts(const vf_original_call *call, void *user)
{
  (void)user;
  for (int face = 0; face < 6; face++) {
    if (call->values[1].boundary.kind[face] == VF_UNFILLED) continue;
    vf_box layer = call->box;
    layer.lower[face % 3] = layer.upper[face % 3] =
        face < 3 ? call->box.lower[face % 3] - 1 : call->box.upper[face % 3] + 1;
    for (int n = 0; n < call->components; n++)
      for (int k = layer.lower[2]; k <= layer.upper[2]; k++)
        for (int j = layer.lower[1]; j <= layer.upper[1]; j++)
          for (int i = layer.lower[0]; i <= layer.upper[0]; i++) AT(0, i, j, k, n) = ghost(call, face, i, j, k, n);
  }
}

/* Fills direction by direction. Each direction includes the ghosts of the directions before. */
void original_fill_halo(const vf_original_call *call, void *user)
{
  (void)user;
  const vf_boundary *sides = &call->values[2].boundary;
  const int depth = call->values[1].integer, *nodal = call->values[3].integers;
  vf_box filled = call->box;
  for (int d = 0; d < 3; d++) filled.upper[d] += nodal[d];
  for (int d = 0; d < 3; d++) {
    const int cells = call->box.upper[d] - call->box.lower[d] + 1, lower = filled.lower[d], upper = filled.upper[d];
    for (int face = d; face < 6; face += 3)
      for (int g = 1; g <= depth && sides->kind[face] != VF_UNFILLED; g++) {
        const int ghost = face < 3 ? lower - g : upper + g;
        const int mirror = face < 3 ? lower + g - 1 + nodal[d] : upper - g + 1 - nodal[d];
        const int from = sides->kind[face] != VF_PERIODIC ? mirror : face < 3 ? ghost + cells : ghost - cells;
        vf_box layer = filled;
        layer.lower[d] = layer.upper[d] = ghost;
        for (int n = 0; n < call->components; n++)
          for (int k = layer.lower[2]; k <= layer.upper[2]; k++)
            for (int j = layer.lower[1]; j <= layer.upper[1]; j++)
              for (int i = layer.lower[0]; i <= layer.upper[0]; i++) {
                const double value = AT(0, d == 0 ? from : i, d == 1 ? from : j, d == 2 ? from : k, n);
                AT(0, i, j, k, n) = sides->kind[face] == VF_REFLECT_ODD ? -value : value;
              }
      }
    if (sides->kind[d] != VF_UNFILLED) filled.lower[d] -= depth;
    if (sides->kind[d + 3] != VF_UNFILLED) filled.upper[d] += depth;
  }
}

/* ---- Vectors -------------------------------------------------------------------------------------------------- */

void original_copy(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL AT(1, i, j, k, n) = AT(0, i, j, k, n);
}

void original_fill_value(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL AT(0, i, j, k, n) = NUMBER(1);
}

void overrunning_fill_value(const vf_original_call *call, void *user)
{
  vf_original_call longer = *call;
  longer.box.upper[1]++;
  original_fill_value(&longer, user);
}

void original_add_constant(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL AT(0, i, j, k, n) += NUMBER(1);
}

void original_axpy(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL AT(2, i, j, k, n) += NUMBER(0) * AT(1, i, j, k, n);
}

void original_xpay(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL AT(2, i, j, k, n) = AT(0, i, j, k, n) + NUMBER(1) * AT(2, i, j, k, n);
}

void sum_of_columns(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL AT(2, i, j, k, n) = AT(2, i, j, k - 1, n) + NUMBER(0) * AT(1, i, j, k, n);
}

void shift_of_rows(const vf_original_call *call, void *user)
{
  (void)user;
  EVERY_CELL AT(0, i, j, k, n) = AT(0, i + 1, j, k, n) + NUMBER(1);
}

void original_norm_max(const vf_original_call *call, void *user)
{
  (void)user;
  *call->result = 0;
  EVERY_CELL *call->result = fmax(*call->result, fabs(AT(0, i, j, k, n)));
}

/* ---- real32 --------------------------------------------------------------------------------------------------- */

static ptrdiff_t elements(const vf_original_array *array)
{
  return extent(array, 0) * extent(array, 1) * extent(array, 2) * array->components;
}

/* An element that the original leaves alone keeps its bits, also the bits of a signalling NaN. */
static void narrow(const double *wide, float *to, ptrdiff_t count)
{
  for (ptrdiff_t e = 0; e < count; e++) {
    const double before = to[e];
    if (memcmp(&before, &wide[e], sizeof before)) to[e] = (float)wide[e];
  }
}

void original_of_real32(const vf_original_call *call, void *user)
{
  const real64_original *inner = user;
  vf_original_array wide[VF_MAX_ARGUMENTS] = { { 0 } };
  vf_original_call in_real64 = *call;
  in_real64.type = VF_REAL64;
  in_real64.arrays = wide;
  for (int a = 0; a < call->argument_count; a++) {
    if (inner->kernel->arguments[a].intent == VF_ARGUMENT_VALUE) continue;
    wide[a] = call->arrays[a];
    double *to = malloc((size_t)elements(&wide[a]) * sizeof *to);
    if (!to) abort();
    for (ptrdiff_t e = 0; e < elements(&wide[a]); e++) to[e] = ((float *)call->arrays[a].first)[e];
    wide[a].first = to;
  }
  inner->original(&in_real64, NULL);
  for (int a = 0; a < call->argument_count; a++) {
    if (!wide[a].first) continue;
    narrow(wide[a].first, call->arrays[a].first, elements(&wide[a]));
    free(wide[a].first);
  }
}
