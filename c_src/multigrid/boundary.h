/* Boundary conditions as weights of cells inside; see vf_face in engine.h. */
#ifndef VIEWFAB_MULTIGRID_BOUNDARY_H
#define VIEWFAB_MULTIGRID_BOUNDARY_H

#include "engine.h"

/* Checks the kinds and folds them; n: cells in each direction. The weights are those of the kernels fill_ghosts and
 * fill_ghosts_to, bit for bit. Returns NULL, or what is wrong in a few words. */
const char *vf_boundary_fold(const vf_boundary *sides, const int n[3], vf_face faces[6]);

/* Folds the face of a level beside which cells are not all alike; width: of the cell there, in those of the level. The
 * ghost mirrors that cell. Polynomials pass through the wall and one cell: for a correction that is enough. */
void vf_boundary_fold_graded(const vf_boundary *sides, int face, double width, vf_face *folded);

/* The other two directions of a face, in ascending order. */
static inline void vf_face_across(int face, int *p, int *q)
{
  *p = face % 3 == 0 ? 1 : 0;
  *q = face % 3 == 2 ? 1 : 2;
}

#endif
