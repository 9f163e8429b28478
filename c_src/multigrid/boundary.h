/* Boundary conditions as weights of the cells inside the domain; see vfi_face in engine.h. */
#ifndef VIEWFAB_MULTIGRID_BOUNDARY_H
#define VIEWFAB_MULTIGRID_BOUNDARY_H

#include "engine.h"

/* Checks the kinds of the faces and folds the faces; n: cells in each direction. The weights are those of the kernels
 * fill_ghosts and fill_ghosts_to, bit for bit. Returns NULL, or a few words that name the error. */
const char *vfi_boundary_fold(const vf_boundary *sides, const int n[3], vfi_face faces[6]);

/* Folds a Dirichlet face into the cell beside the face alone, for cells of different widths and for corrections. The
 * polynomial passes through the wall and this single cell, which is enough for a correction. Faces of other kinds and
 * walls of order 1 stay unchanged.
 *   width  of the cell beside the face, in units of the level's h */
void vfi_boundary_fold_graded(const vf_boundary *sides, int face, double width, vfi_face *folded);

/* The other two directions of a face, in ascending order. */
static inline void vfi_face_across(int face, int *p, int *q)
{
  *p = face % 3 == 0 ? 1 : 0;
  *q = face % 3 == 2 ? 1 : 2;
}

#endif
