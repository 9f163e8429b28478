/* Boxes of different sizes that tile a domain of odd bounds, and sets on the boxes. */
#ifndef VIEWFAB_TESTS_BOXES_H
#define VIEWFAB_TESTS_BOXES_H

#include "common.h"

#include <viewfab/set.h>

enum { BOXES = 18, GHOSTS = 2, COMPONENTS = 2 };

/* Cells of the domain: 17 x 14 x 9 from (-3, 0, 5), cut in 3 x 3 x 2 boxes. */
extern const vf_box domain;
extern vf_box boxes[BOXES];

/* A number for a cell, different for each. */
double value_at(int i, int j, int k, int n);

/* A set on the boxes with ghosts, whose cells hold value_at times factor and whose ghosts hold -1; on the host. */
vf_set *filled_set(double factor, const char *label);

/* Element (i, j, k, n) of box b on the host; n from 0. The host must have the newest values. */
double *element(vf_set *set, int b, int i, int j, int k, int n);

/* A single array over the whole domain with ghosts, with the same values. */
vf_view *filled_whole(double factor, const char *label);
double *whole_element(vf_view *view, int i, int j, int k, int n);

/* Calls visit for every cell of a box. */
void each_cell(const vf_box *box, void (*visit)(int i, int j, int k, void *data), void *data);

#endif
