/* Weights of the ghost beside a Dirichlet wall. The polynomial goes through the wall, at -distance from the face, and
 * through the centres m + 1/2 of the first cells inside; its value at the ghost's centre -1/2 is the ghost (Lagrange,
 * in cell widths). The macros are factors only: kernels with loops of their own keep the weights in registers. at_wall
 * is -distance. */
#ifndef VIEWFAB_KIT_GHOST_WEIGHTS_H
#define VIEWFAB_KIT_GHOST_WEIGHTS_H

/* Number of cells for the polynomial; size: existing cells. */
#define VF_GHOST_ORDER(chosen) ((chosen) < 1 || (chosen) > 4 ? 4 : (chosen))
#define VF_GHOST_CELLS(order, size) ((order)-1 < (size) ? (order)-1 : (size))

/* The weight of the wall is the product of the factors of all cells q. The weight of cell m is its first factor times
 * the factors of all other cells. */
#define VF_GHOST_WALL_FACTOR(q, at_wall) ((-0.5 - ((q) + 0.5)) / ((at_wall) - ((q) + 0.5)))
#define VF_GHOST_CELL_FIRST(m, at_wall) ((-0.5 - (at_wall)) / ((m) + 0.5 - (at_wall)))
#define VF_GHOST_CELL_FACTOR(m, q) ((-0.5 - ((q) + 0.5)) / ((m) - (q)))

#endif
