/* The boxes of a solver, and the views on them as pieces of a level. */
#ifndef VIEWFAB_MULTIGRID_TILES_H
#define VIEWFAB_MULTIGRID_TILES_H

#include "solver_state.h"

/* Copies the boxes, which have to tile a rectangle, and sets domain, boxes, box_count and pieces. */
vf_status vfi_tiles_create(vf_multigrid *solver, const vf_box *boxes, int count);

/* The places of an array's values. */
typedef enum vfi_centring { VF_CELLS, VF_FACES_X, VF_FACES_Y, VF_FACES_Z } vfi_centring;

/* The number of handles in a list of views for the boxes: 1 if the first handle is a set's. */
int vfi_tiles_given(const vf_multigrid *solver, vf_view *const views[]);

/* The cells (or faces) of all boxes as solver->pieces, after bringing stale data to the device. argument names the
 * array in messages. */
vf_status vfi_tiles_pieces(vf_multigrid *solver, vf_view *const views[], vfi_centring centring, vf_intent intent,
                           const char *argument);

/* Copies the cells (or faces) of all boxes into a field of the finest level. Over ranks this function and
 * vfi_tiles_scatter are collective, and all ranks return the same result. */
vf_status vfi_tiles_gather(vf_multigrid *solver, vf_view *const views[], vfi_centring centring, vf_field to,
                           const char *argument);

/* Copies a field of the finest level into the cells of all boxes. */
vf_status vfi_tiles_scatter(vf_multigrid *solver, vf_field from, vf_view *const views[], const char *argument);

/* The ghosts of all boxes beside a face of the domain; count: the number of boxes beside the face. The layer is (0, j,
 * k), (i, 0, k) or (i, j, 0). */
vf_status vfi_tiles_ghosts(vf_multigrid *solver, vf_view *const views[], int face, const char *argument, int *count);

#endif
