/* Helpers of the legacy kernels for a few numbers; they stay on the host. */
#include <viewfab/viewfab.h>

/* Lagrange weights: c_m = product over q /= m of (at - x_q) / (x_m - x_q), m = 0 .. n - 1.
 *   at  the point of evaluation
 *   x   [n] nodes, all different
 *   c   [n] out: the weights */
static void weights(const double *at, const double *x, const int *n, double *c)
{
  for (int m = 0; m < *n; m++) {
    double above = 1, below = 1;
    for (int q = 0; q < *n; q++) {
      if (q == m) continue;
      above *= *at - x[q];
      below *= x[m] - x[q];
    }
    c[m] = above / below;
  }
}

/* Solves a tridiagonal system by elimination without a search for pivots (Thomas):
 *   a_m u_(m-1) + b_m u_m + c_m u_(m+1) = r_m, m = 1 .. n
 * a_1 and c_n are not used; u and the others are arrays of n. */
static void thomas(const double *a, const double *b, const double *c, const double *r, double *u, const int *n)
{
  const int count = *n;
  if (count < 1) return;
  double factors[count];
  double pivot = b[0];
  u[0] = r[0] / pivot;
  for (int m = 1; m < count; m++) {
    factors[m] = c[m - 1] / pivot;
    pivot = b[m] - a[m] * factors[m];
    u[m] = (r[m] - a[m] * u[m - 1]) / pivot;
  }
  for (int m = count - 2; m >= 0; m--) u[m] -= factors[m + 1] * u[m + 1];
}

/* The symbols of both conventions; a program may have its own. */
#define VF_SCALAR(symbol, parameters, call)            \
  VF_API void symbol parameters __attribute__((weak)); \
  void symbol parameters { call; }
#define VF_WEIGHTS_PARAMETERS (const double *at, const double *x, const int *n, double *c)
#define VF_THOMAS_PARAMETERS \
  (const double *a, const double *b, const double *c, const double *r, double *u, const int *n)
VF_SCALAR(polyinterpcoeff_, VF_WEIGHTS_PARAMETERS, weights(at, x, n, c))
VF_SCALAR(polyinterpcoeff, VF_WEIGHTS_PARAMETERS, weights(at, x, n, c))
VF_SCALAR(tridiag_, VF_THOMAS_PARAMETERS, thomas(a, b, c, r, u, n))
VF_SCALAR(tridiag, VF_THOMAS_PARAMETERS, thomas(a, b, c, r, u, n))
