/* Shared by the tests of routines: a legacy routine of several loop nests, its port, and the defects of a port. */
#ifndef VIEWFAB_TESTS_RELAXING_H
#define VIEWFAB_TESTS_RELAXING_H

#include "../../core/common.h"
#include "reports.h"

#include <viewfab/report.h>
#include <viewfab/routine.h>

/* Cells (0:7, -2:4, 3:8); phi has a layer of ghosts, rhs and res have none. */
enum { CX = 8, CY = 7, CZ = 6, INSIDE = CX * CY * CZ, AROUND = (CX + 2) * (CY + 2) * (CZ + 2) };
extern const vf_box cells;
extern double phi_values[AROUND], rhs_values[INSIDE], res_values[INSIDE], other_values[INSIDE];
extern vf_view *phi, *rhs, *res, *other;

/* A cell of the host arrays, by the code's own indices. */
double *phi_at(int i, int j, int k);
double *inside_at(double *values, int i, int j, int k);

/* Ghosts, red, ghosts, black, ghosts, the residual; returns its largest magnitude. Periodic in x; walls have the value
 * 0. */
double legacy_relax(double *phi_array, const double *rhs_array, double *res_array, double h);

/* The defect of a port. */
typedef enum defect {
  RIGHT,
  NO_GHOSTS_BEFORE_BLACK,
  NO_GHOSTS_AT_ALL,
  FACE_LEFT_OUT,
  SHORT_BOX,
  NO_BLACK,
  NO_RESIDUAL,
  EXCHANGED_ARGUMENTS,
  WRONG_WIDTH,
  WRONG_NORM,
  WRITES_ANOTHER
} defect;

double port_relax(defect defect);

/* The sequence of a program: begin, the port, the original in its loop, end. Returns the status of the end. */
vf_status checked_relax(defect defect);

/* The same with an original that was registered as "relax". */
vf_status registered_relax(defect defect);
void relax_original(const vf_original_array *arrays, int count, void *user);

int open_relaxing(void **state);
int close_relaxing(void **state);

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_relaxing, close_relaxing)

#endif
