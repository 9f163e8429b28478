/* Formulas of smooths by lines, for all devices; see vf_lines. A neighbour outside the domain has the value 0. */
#ifndef VIEWFAB_MULTIGRID_LINE_FORMULAS_H
#define VIEWFAB_MULTIGRID_LINE_FORMULAS_H

#include "formulas.h"

/* What the neighbours across the line give, those of p before those of q. */
#define VF_LINE_ACROSS(low_p, west, high_p, east, low_q, south, high_q, north) \
  ((low_p) * (west) + (high_p) * (east) + ((low_q) * (south) + (high_q) * (north)))

/* The source of a cell: constant coefficients, inverse = 1 / volume of the cell in two factors, and variable ones. */
#define VF_LINE_SOURCE(across, rhs, inverse_p, inverse) ((across) - (rhs) * (inverse_p) * (inverse))
#define VF_LINE_SOURCE_VARIABLE(across, rhs) ((rhs) + (across))

/* The operator with constant coefficients, in rows that are multiplied by the volumes of their cells. */
#define VF_PROFILE_VOLUME(x, y, z) ((x) * ((y) * (z)))
#define VF_PROFILE_DIAGONAL(x, y, z) ((x) + ((y) + (z)))
#define VF_PROFILE_SUM(low_x, west, high_x, east, low_y, south, high_y, north, low_z, below, high_z, above) \
  ((low_x) * (west) + (high_x) * (east) + ((low_y) * (south) + (high_y) * (north)) +                        \
   ((low_z) * (below) + (high_z) * (above)))
#define VF_PROFILE_APPLIED(volume, sum, diagonal, self) ((volume) * ((sum) - (diagonal) * (self)))

/* From the low end of a line up, and back; each value waits for the one before it for a product and a sum. */
#define VF_LINE_DOWN(source, low, before, pivot) ((source) * (pivot) + (low) * (pivot) * (before))
#define VF_LINE_BACK(value, high, pivot, after) ((value) + (high) * (pivot) * (after))

/* 1 over what is left of the diagonal; part: of the diagonal that belongs to ghosts. */
#define VF_LINE_PIVOT(diagonal, part, low, high_before, pivot_before) \
  (1 / ((diagonal) - (part) - (low) * (high_before) * (pivot_before)))

#endif
