/* Formulas of smooths by lines, for all devices; see vfi_lines. A neighbour outside the domain has the value 0. */
#ifndef VIEWFAB_MULTIGRID_LINE_FORMULAS_H
#define VIEWFAB_MULTIGRID_LINE_FORMULAS_H

#include "formulas.h"

/* The place of index i in an array over p of this pitch. */
#define VF_LINE_PLACE(i, pitch) (((i) >> 1) + ((i)&1) * ((pitch) >> 1))

/* The contribution of the neighbours across the line, first the neighbours in p, then in q. */
#define VF_LINE_ACROSS(low_p, west, high_p, east, low_q, south, high_q, north) \
  ((low_p) * (west) + (high_p) * (east) + ((low_q) * (south) + (high_q) * (north)))

/* The source of a cell, for constant and for variable coefficients. With constant coefficients 1 / volume of the cell
 * comes in two factors. */
#define VF_LINE_SOURCE(across, rhs, inverse_p, inverse) ((across) - (rhs) * (inverse_p) * (inverse))
#define VF_LINE_SOURCE_VARIABLE(across, rhs) ((rhs) + (across))

/* The operator with constant coefficients, in rows that are multiplied by the volumes of their cells. */
#define VF_PROFILE_VOLUME(x, y, z) ((x) * ((y) * (z)))
#define VF_PROFILE_DIAGONAL(x, y, z) ((x) + ((y) + (z)))
#define VF_PROFILE_SUM(low_x, west, high_x, east, low_y, south, high_y, north, low_z, below, high_z, above) \
  ((low_x) * (west) + (high_x) * (east) + ((low_y) * (south) + (high_y) * (north)) +                        \
   ((low_z) * (below) + (high_z) * (above)))
#define VF_PROFILE_APPLIED(volume, sum, diagonal, self) ((volume) * ((sum) - (diagonal) * (self)))

/* From the low end of a line up, and back. Each value waits for one product and one sum of the value before it. */
#define VF_LINE_DOWN(source, low, before, pivot) ((source) * (pivot) + (low) * (pivot) * (before))
#define VF_LINE_BACK(value, high, pivot, after) ((value) + (high) * (pivot) * (after))

/* 1 over the rest of the diagonal; part: the ghosts' part of the diagonal. */
#define VF_LINE_PIVOT(diagonal, part, low, high_before, pivot_before) \
  (1 / ((diagonal) - (part) - (low) * (high_before) * (pivot_before)))

#endif
