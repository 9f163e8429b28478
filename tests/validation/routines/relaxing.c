#include "relaxing.h"

#include <math.h>

const vf_box cells = { { 0, -2, 3 }, { CX - 1, CY - 3, CZ + 2 } };
double phi_values[AROUND], rhs_values[INSIDE], res_values[INSIDE], other_values[INSIDE];
vf_view *phi, *rhs, *res, *other;
static const double width = 0.25;

static int around(int i, int j, int k) { return i + 1 + (CX + 2) * (j + 3 + (CY + 2) * (k - 2)); }
static int within(int i, int j, int k) { return i + CX * (j + 2 + CY * (k - 3)); }

double *phi_at(int i, int j, int k) { return &phi_values[around(i, j, k)]; }
double *inside_at(double *values, int i, int j, int k) { return &values[within(i, j, k)]; }

/* ---- The legacy routine ---------------------------------------------------------------------------------------- */

#define EACH_CELL                      \
  for (int k = 3; k <= CZ + 2; k++)    \
    for (int j = -2; j <= CY - 3; j++) \
      for (int i = 0; i <= CX - 1; i++)

static void legacy_ghosts(double *p)
{
  EACH_CELL
  {
    if (i == 0) p[around(CX, j, k)] = p[around(0, j, k)];
    if (i == CX - 1) p[around(-1, j, k)] = p[around(CX - 1, j, k)];
    if (j == -2) p[around(i, -3, k)] = -p[around(i, -2, k)];
    if (j == CY - 3) p[around(i, CY - 2, k)] = -p[around(i, CY - 3, k)];
    if (k == 3) p[around(i, j, 2)] = -p[around(i, j, 3)];
    if (k == CZ + 2) p[around(i, j, CZ + 3)] = -p[around(i, j, CZ + 2)];
  }
}

static double neighbours(const double *p, int i, int j, int k)
{
  return p[around(i - 1, j, k)] + p[around(i + 1, j, k)] + p[around(i, j - 1, k)] + p[around(i, j + 1, k)] +
         p[around(i, j, k - 1)] + p[around(i, j, k + 1)];
}

double legacy_relax(double *p, const double *r, double *residual, double h)
{
  double norm = 0;
  for (int colour = 0; colour < 2; colour++) {
    legacy_ghosts(p);
    EACH_CELL if (((i + j + k + colour) & 1) == 0) p[around(i, j, k)] =
        (neighbours(p, i, j, k) - h * h * r[within(i, j, k)]) / 6;
  }
  legacy_ghosts(p);
  EACH_CELL
  {
    residual[within(i, j, k)] = r[within(i, j, k)] - (neighbours(p, i, j, k) - 6 * p[around(i, j, k)]) / (h * h);
    norm = fmax(norm, fabs(residual[within(i, j, k)]));
  }
  return norm;
}

/* ---- The port --------------------------------------------------------------------------------------------------- */

static vf_boundary walls(void)
{
  vf_boundary sides = { .order = -1 };
  for (int f = 0; f < 6; f++) sides.kind[f] = f % 3 ? VF_REFLECT_ODD : VF_PERIODIC;
  return sides;
}

double port_relax(defect defect)
{
  vf_boundary sides = walls();
  vf_box box = cells;
  double norm = -1;
  if (defect == SHORT_BOX) box.upper[0]--;
  if (defect == FACE_LEFT_OUT) sides.kind[1] = VF_UNFILLED;
  for (int colour = 0; colour < 2; colour++) {
    if (defect != NO_GHOSTS_AT_ALL && !(defect == NO_GHOSTS_BEFORE_BLACK && colour == 1))
      must(vf_fill_ghosts(&cells, phi, &sides));
    if (defect != NO_BLACK || colour == 0)
      must(vf_gsrb_poisson(&box, phi, rhs, defect == WRONG_WIDTH ? 0.5 * width : width, colour));
  }
  if (defect != NO_GHOSTS_AT_ALL) must(vf_fill_ghosts(&cells, phi, &sides));
  if (defect == EXCHANGED_ARGUMENTS) must(vf_residual_poisson(&cells, phi, res, rhs, width));
  else if (defect != NO_RESIDUAL) must(vf_residual_poisson(&cells, phi, rhs, res, width));
  if (defect == WRITES_ANOTHER) must(vf_copy(&cells, rhs, other));
  must(defect == WRONG_NORM ? vf_norm_one(&cells, res, &norm) : vf_norm_max(&cells, res, &norm));
  return norm;
}

vf_status checked_relax(defect defect)
{
  must(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3));
  double norm = port_relax(defect);
  must(vf_check_value("relax", "norm", VF_REAL64, &norm));
  while (vf_check_original("relax")) {
    double legacy = legacy_relax(phi_values, rhs_values, res_values, width);
    must(vf_check_value("relax", "norm", VF_REAL64, &legacy));
  }
  return vf_check_end("relax");
}

void relax_original(const vf_original_array *arrays, int count, void *user)
{
  assert_int_equal(count, 3);
  const int lower[3] = { -1, -3, 2 }, upper[3] = { CX, CY - 2, CZ + 3 };
  assert_memory_equal(arrays[0].lower, lower, sizeof lower);
  assert_memory_equal(arrays[0].upper, upper, sizeof upper);
  assert_int_equal(arrays[1].components, 1);
  double norm = legacy_relax(arrays[0].first, arrays[1].first, arrays[2].first, *(const double *)user);
  must(vf_check_value("relax", "norm", VF_REAL64, &norm));
}

vf_status registered_relax(defect defect)
{
  must(vf_check_register_original("relax", relax_original, (void *)&width));
  must(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3));
  double norm = port_relax(defect);
  must(vf_check_value("relax", "norm", VF_REAL64, &norm));
  return vf_check_end("relax");
}

/* ---- Before and after a claim ----------------------------------------------------------------------------------- */

static void fill(double *values, int count, double step)
{
  for (int c = 0; c < count; c++) values[c] = 1 + fmod(c * step, 1.0);
}

int open_relaxing(void **state)
{
  static const int64_t with_ghosts[3] = { CX + 2, CY + 2, CZ + 2 }, without[3] = { CX, CY, CZ };
  static const int ghost_corner[3] = { -1, -3, 2 }, corner[3] = { 0, -2, 3 };
  if (open_device(state)) return -1;
  fill(phi_values, AROUND, 0.377);
  fill(rhs_values, INSIDE, 0.619);
  fill(res_values, INSIDE, 0.231);
  fill(other_values, INSIDE, 0.733);
  phi = wrapped(phi_values, 3, with_ghosts, ghost_corner, "phi");
  rhs = wrapped(rhs_values, 3, without, corner, "rhs");
  res = wrapped(res_values, 3, without, corner, "res");
  other = wrapped(other_values, 3, without, corner, "other");
  must(vf_validate_mode("relax", VF_MODE_CHECK));
  return 0;
}

/* Settings and findings outlive contexts, so each claim removes its own. */
int close_relaxing(void **state)
{
  const int status = close_device(state);
  const char *const names[] = { NULL, "relax", "outer", "gsrb_poisson", "fill_ghosts" };
  for (int n = 0; n < 5; n++) {
    must(vf_validate_mode(names[n], VF_MODE_DEVICE));
    must(vf_validate_every(names[n], 1));
    must(vf_validate_keep(names[n], VF_KEEP_PORT));
    must(vf_validate_stop(names[n], false));
    must(vf_validate_tolerance(names[n], NULL));
  }
  must(vf_check_register_original("relax", NULL, NULL));
  must(vf_report_reset());
  return status;
}
