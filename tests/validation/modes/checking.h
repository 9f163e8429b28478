/* What the tests of modes share: two fields, and an original of copy whose result a test chooses. */
#ifndef VIEWFAB_TESTS_CHECKING_H
#define VIEWFAB_TESTS_CHECKING_H

#include "../../core/common.h"
#include "reports.h"
#include "../seeded_bugs/originals.h"

#include <viewfab/report.h>

/* The fields span (-2:6, 0:4, 3:6); inside leaves a layer of them out. */
enum { NX = 9, NY = 5, NZ = 4, CELLS = NX * NY * NZ, INSIDE = (NX - 2) * (NY - 2) * (NZ - 2), PLANTED = 8 };
extern const int64_t extents[3];
extern const int lower[3];
extern const vf_box whole, inside;

/* Host memory of the views from and to, which each claim finds filled with 1 to 2 and with -7. */
extern double source[CELLS], target[CELLS];
extern vf_view *from, *to;

/* Number of the cell (i, j, k) of a field. */
int cell(int i, int j, int k);

/* Elements that an original gives other values than it should. */
typedef struct planted {
  int calls; /* of the original, so far */
  int count;
  struct {
    int cell;
    double value;
  } at[PLANTED];
} planted;

/* The original of copy, in real64 and real32; user points to a planted, whose cells count in the array's bounds. */
void planting_copy(const vf_original_call *call, void *user);

/* A planted with one element, and one more in it. */
planted plant(int cell, double value);
void plant_also(planted *list, int cell, double value);

/* copy in mode check, with this original. */
void check_copy(planted *original);

/* Copies whole, the fields' first element excepted or not, and brings the target to the host. */
void copy_and_fetch(const vf_box *box);

/* The neighbour that lies steps numbers of the kind above. */
double ulps_above(double number, int steps);
double ulps_above_real32(double number, int steps);

int open_checking(void **state);
int close_checking(void **state);

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_checking)

#endif
