/* Reads of old values, told by what they gave: what differs is what the host makes of an array of which the device had the
 * newest values. Lock held. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_OLD_READS_H
#define VIEWFAB_VALIDATE_ROUTINE_OLD_READS_H

#include "routine.h"

/* What would explain a number of the port that differs: it is an element, the sum, the largest or the smallest of the
 * host's old values of a listed view, and the original's number is that of the values that the original had. False where
 * it is none of these. */
bool vf_routine_old_number(const vf_routine_run *run, const vf_routine_value *value, char text[VF_FINDING_TEXT]);

/* The same for a piece: a piece of a view of which the host has old values, and the port has them in all elements of
 * `wrong` that differ; NULL: there is none. */
const vf_routine_piece *vf_routine_old_copy(const vf_routine_run *run, int wrong);

/* "call 3 of relax": since when the host's values of a piece are old. */
const char *vf_routine_old_since(const vf_routine_run *run, const vf_routine_piece *piece);

#endif
