/* Shared by the tests of modes: two fields, and an original of copy with a result that a test chooses. */
#ifndef VIEWFAB_TESTS_CHECKING_H
#define VIEWFAB_TESTS_CHECKING_H

#include "../../core/common.h"
#include "reports.h"
#include "../seeded_bugs/originals.h"

#include <viewfab/report.h>

/* The fields span (-2:6, 0:4, 3:6); `inside` leaves out their outermost layer. */
enum { NX = 9, NY = 5, NZ = 4, CELLS = NX * NY * NZ, INSIDE = (NX - 2) * (NY - 2) * (NZ - 2), PLANTED = 8 };
extern const int64_t extents[3];
extern const int lower[3];
extern const vf_box whole, inside;

/* Host memory of the views from and to. At the begin of each claim, from has values between 1 and 2, and to
 * has -7. */
extern double source[CELLS], target[CELLS];
extern vf_view *from, *to;

/* Number of the cell (i, j, k) of a field. */
int cell(int i, int j, int k);

/* Elements for which an original gives wrong values. */
typedef struct planted {
  int calls; /* calls of the original so far */
  int count;
  struct {
    int cell;
    double value;
  } at[PLANTED];
} planted;

/* The original of copy, in real64 and real32. user points to a planted list; its cells are numbered within the
 * bounds of the array. */
void planting_copy(const vf_original_call *call, void *user);

/* Makes a planted list of one element, and adds an element to a list. */
planted plant(int cell, double value);
void plant_also(planted *list, int cell, double value);

/* copy in mode check, with this original. */
void check_copy(planted *original);

/* Copies the box and brings the target to the host. */
void copy_and_fetch(const vf_box *box);

/* The floating-point number that lies this many steps above, in the given kind. */
double ulps_above(double number, int steps);
double ulps_above_real32(double number, int steps);

int open_checking(void **state);
int close_checking(void **state);

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_checking)

#endif
