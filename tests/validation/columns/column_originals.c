#include "column_originals.h"

#include <math.h>
#include <stddef.h>

/* Element (i, m, n) of an argument's slice. */
static double *at(const vf_original_call *call, int argument, int i, int m, int n)
{
  const vf_original_array *array = &call->arrays[argument];
  const ptrdiff_t first = array->upper[0] - array->lower[0] + 1, second = array->upper[1] - array->lower[1] + 1;
  return (double *)array->first + (i - array->lower[0]) +
         first * ((m - array->lower[1]) + second * (n - array->lower[2]));
}

#define AT(argument, i, m) (*at(call, argument, i, m, 1))
#define NUMBER(argument) (call->values[argument].number)
#define FIRST (call->box.lower[0])
#define LAST (call->box.upper[0])

static void hydrostatic(const vf_original_call *call, int first, int last)
{
  enum { DP, TV, PHIS, P, PH, PHI, PTOP, RGAS };
  for (int i = first; i <= last; i++) {
    AT(PH, i, 1) = NUMBER(PTOP);
    AT(P, i, 1) = NUMBER(PTOP) + AT(DP, i, 1) / 2;
    for (int k = 2; k <= call->levels; k++) AT(P, i, k) = AT(P, i, k - 1) + (AT(DP, i, k - 1) + AT(DP, i, k)) / 2;
    for (int k = 1; k <= call->levels; k++) AT(PH, i, k + 1) = AT(PH, i, k) + AT(DP, i, k);
    double below = 0;
    for (int k = call->levels; k >= 1; k--) {
      const double half = AT(DP, i, k) * 0.5 / AT(P, i, k);
      AT(PHI, i, k) = AT(PHIS, i, 1) + below + NUMBER(RGAS) * AT(TV, i, k) * half;
      below = below + NUMBER(RGAS) * AT(TV, i, k) * (2 * half);
    }
  }
}

void original_hydrostatic(const vf_original_call *call, void *user)
{
  (void)user;
  hydrostatic(call, FIRST, LAST);
}

void overrunning_hydrostatic(const vf_original_call *call, void *user)
{
  (void)user;
  hydrostatic(call, call->arrays[0].lower[0], call->arrays[0].upper[0]);
}

static void settle(const vf_original_call *call, double before)
{
  enum { PH, FLUX, TENDENCY, FALLEN, GRAVITY };
  for (int i = FIRST; i <= LAST; i++) AT(FALLEN, i, 1) = 0;
  for (int k = 1; k <= call->levels; k++)
    for (int i = FIRST; i <= LAST; i++) {
      const double change = AT(FLUX, i, k + 1) - AT(FLUX, i, k);
      AT(TENDENCY, i, k) = before * AT(TENDENCY, i, k) + NUMBER(GRAVITY) * change / (AT(PH, i, k + 1) - AT(PH, i, k));
      AT(FALLEN, i, 1) = AT(FALLEN, i, 1) + change;
    }
}

void original_settle(const vf_original_call *call, void *user)
{
  (void)user;
  settle(call, 1);
}

void assigning_settle(const vf_original_call *call, void *user)
{
  (void)user;
  settle(call, 0);
}

static void burden(const vf_original_call *call, bool exclusive)
{
  enum { Q, THICKNESS, ABOVE };
  for (int i = FIRST; i <= LAST; i++) {
    double sum = 0;
    for (int k = 1; k <= call->levels; k++) {
      const double before = sum;
      sum = sum + AT(Q, i, k) * AT(THICKNESS, i, k);
      AT(ABOVE, i, k) = exclusive ? before : sum;
    }
  }
}

void original_burden(const vf_original_call *call, void *user)
{
  (void)user;
  burden(call, false);
}

void exclusive_burden(const vf_original_call *call, void *user)
{
  (void)user;
  burden(call, true);
}

void original_convert(const vf_original_call *call, void *user)
{
  enum { Q, QS, Q_NEW, SHARE };
  (void)user;
  for (int k = 1; k <= call->levels; k++)
    for (int i = FIRST; i <= LAST; i++) {
      const double condensed = fmax(*at(call, Q, i, k, 1) - AT(QS, i, k), 0);
      const double liquid = *at(call, Q, i, k, 2) + condensed;
      *at(call, Q_NEW, i, k, 1) = *at(call, Q, i, k, 1) - condensed;
      *at(call, Q_NEW, i, k, 2) = liquid - NUMBER(SHARE) * liquid;
      *at(call, Q_NEW, i, k, 3) = *at(call, Q, i, k, 3) + NUMBER(SHARE) * liquid;
    }
}

enum { DVV, DINV, METDET, SPHEREMP, VSTAR, DPMASS, QDP, QMIN, QMAX, QDP_NEW, DT, RREARTH, NP = 4 };

static double *profile(const vf_original_call *call, int argument, int k) { return at(call, argument, k, 1, 1); }

static void advect(const vf_original_call *call, int k, double *x, double *c)
{
  double flux[2][NP * NP + 1];
  for (int i = FIRST; i <= LAST; i++)
    for (int d = 0; d < 2; d++)
      flux[d][i] = AT(METDET, i, 1) * (AT(DINV, i, 1 + d) * (*at(call, VSTAR, i, 1, k) * AT(QDP, i, k)) +
                                       AT(DINV, i, 3 + d) * (*at(call, VSTAR, i, 2, k) * AT(QDP, i, k)));
  for (int i = FIRST; i <= LAST; i++) {
    const int a = (i - 1) % NP + 1, b = (i - 1) / NP + 1;
    double along = 0, across = 0;
    for (int m = 1; m <= NP; m++) {
      const int row = m + NP * (b - 1), column = a + NP * (m - 1);
      if (row <= LAST) along += AT(DVV, m, a) * flux[0][row];
      if (column <= LAST) across += AT(DVV, m, b) * flux[1][column];
    }
    const double divergence = (along + across) * (1 / AT(METDET, i, 1) * NUMBER(RREARTH));
    x[i] = (AT(QDP, i, k) - NUMBER(DT) * divergence) / AT(DPMASS, i, k);
    c[i] = AT(SPHEREMP, i, 1) * AT(DPMASS, i, k);
  }
}

static void limit(const vf_original_call *call, int k, double *x, const double *c)
{
  double weight = 0, mass = 0, low = fmax(*profile(call, QMIN, k), 0), high = *profile(call, QMAX, k);
  for (int i = FIRST; i <= LAST; i++) {
    weight += c[i];
    mass += c[i] * x[i];
  }
  if (mass < low * weight) low = mass / weight;
  if (mass > high * weight) high = mass / weight;
  for (int round = 1; round <= 15; round++) {
    double moved = 0, room = 0;
    for (int i = FIRST; i <= LAST; i++) {
      const double kept = x[i] > high ? high : x[i] < low ? low : x[i];
      moved += (x[i] - kept) * c[i];
      x[i] = kept;
    }
    if (fabs(moved) <= 5e-14 * fabs(mass)) break;
    for (int i = FIRST; i <= LAST; i++)
      if (moved > 0 ? x[i] < high : x[i] > low) room += c[i];
    for (int i = FIRST; i <= LAST; i++)
      if (moved > 0 ? x[i] < high : x[i] > low) x[i] += moved / room;
  }
  *profile(call, QMIN, k) = low;
  *profile(call, QMAX, k) = high;
}

void original_tracer(const vf_original_call *call, void *user)
{
  double x[NP * NP + 1], c[NP * NP + 1];
  (void)user;
  for (int k = 1; k <= call->levels; k++) {
    advect(call, k, x, c);
    limit(call, k, x, c);
    for (int i = FIRST; i <= LAST; i++) AT(QDP_NEW, i, k) = AT(SPHEREMP, i, 1) * (x[i] * AT(DPMASS, i, k));
  }
}

static void smear(const vf_original_call *call, int last_block)
{
  enum { X, Y, PART };
  for (int b = call->box.lower[2]; b <= last_block; b++)
    for (int k = call->box.lower[1]; k <= call->box.upper[1]; k++)
      for (int i = FIRST; i <= LAST; i++) {
        const double own = *at(call, X, i, k, b), above = k > call->box.lower[1] ? *at(call, X, i, k - 1, b) : own;
        *at(call, Y, i, k, b) =
            own + NUMBER(PART) * ((*at(call, X, i - 1, k, b) + *at(call, X, i + 1, k, b)) +
                                  (*at(call, X, i, k, b - 1) + *at(call, X, i, k, b + 1)) + (above - 5 * own));
      }
}

void original_smear(const vf_original_call *call, void *user)
{
  (void)user;
  smear(call, call->box.upper[2]);
}

void short_smear(const vf_original_call *call, void *user)
{
  (void)user;
  smear(call, call->box.upper[2] - 1);
}
