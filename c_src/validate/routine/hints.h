/* What may have caused a difference, from where it is and from the kernels that ran. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_HINTS_H
#define VIEWFAB_VALIDATE_ROUTINE_HINTS_H

#include "routine.h"

/* "(3, -1, 7)", with as many indices as the view has directions, and " component 2" where it has several; with axes "(i 3,
 * j 1, k 17, t 2, e 5)". */
enum { VF_PIECE_PLACE = VF_AXES_TEXT };
const char *vf_piece_place(char text[VF_PIECE_PLACE], const vf_routine_piece *piece, int64_t element);

/* A sentence about a piece that differs. Returns false where there is nothing to say. */
bool vf_routine_cause(const vf_routine_run *run, int piece, char text[VF_FINDING_TEXT]);

/* Whether the port has no call that writes what the original changes in a piece, or none that fills its ghosts. */
bool vf_routine_call_missing(const vf_routine_run *run, int piece);

/* Another piece of which the port has in this one what the original has there, wherever they differ, so that arguments
 * in another order explain it; -1: none. It is told only where the values are a test of that: not constant, for the most
 * part not 0, written by the port, and not those of this piece itself in a mirror or with directions exchanged. */
int vf_routine_exchanged(const vf_routine_run *run, int piece);

#endif
