/* Weights of the ghost beside a Dirichlet wall: the polynomial through the wall, at -distance from the face, and the
 * centres m + 1/2 of the first cells inside, taken at the ghost's centre -1/2 (Lagrange, in cell widths). Factors only:
 * with loops of their own kernels keep their registers. at_wall is -distance. */
#ifndef VIEWFAB_KIT_GHOST_WEIGHTS_H
#define VIEWFAB_KIT_GHOST_WEIGHTS_H

/* Cells that it passes through, of size that there are. */
#define VF_GHOST_ORDER(chosen) ((chosen) < 1 || (chosen) > 4 ? 4 : (chosen))
#define VF_GHOST_CELLS(order, size) ((order)-1 < (size) ? (order)-1 : (size))

/* The wall's weight is the product of the factors of all cells q; that of cell m is the first factor by those of all
 * other cells. */
#define VF_GHOST_WALL_FACTOR(q, at_wall) ((-0.5 - ((q) + 0.5)) / ((at_wall) - ((q) + 0.5)))
#define VF_GHOST_CELL_FIRST(m, at_wall) ((-0.5 - (at_wall)) / ((m) + 0.5 - (at_wall)))
#define VF_GHOST_CELL_FACTOR(m, q) ((-0.5 - ((q) + 0.5)) / ((m) - (q)))

#endif
