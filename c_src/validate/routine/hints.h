/* Possible causes of a difference, from its place and from the kernels that ran. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_HINTS_H
#define VIEWFAB_VALIDATE_ROUTINE_HINTS_H

#include "routine.h"

/* "(3, -1, 7)", with as many indices as the view has directions, and " component 2" for several components; with axes
 * "(i 3, j 1, k 17, t 2, e 5)". */
enum { VF_PIECE_PLACE = VF_AXES_TEXT };
const char *vf_piece_place(char text[VF_PIECE_PLACE], const vf_routine_piece *piece, int64_t element);

/* A sentence about a differing piece. Returns false without a sentence. */
bool vf_routine_cause(const vf_routine_run *run, int piece, char text[VF_FINDING_TEXT]);

/* True if no call of the port writes elements that the original changes in a piece, or no call fills its ghosts. */
bool vf_routine_call_missing(const vf_routine_run *run, int piece);

/* Another piece: the port has in the first piece the original's values of the other piece, wherever they differ, so
 * that arguments in another order explain the difference; -1: none. The values must be a test for this cause: not
 * constant, for the most part not 0, written by the port, and not the values of the first piece itself in a mirror or
 * with directions exchanged. */
int vf_routine_exchanged(const vf_routine_run *run, int piece);

#endif
