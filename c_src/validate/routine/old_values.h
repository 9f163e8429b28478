/* Old values of the host within a routine: writes of them, and reads, recognised by their results. Lock held. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_OLD_VALUES_H
#define VIEWFAB_VALIDATE_ROUTINE_OLD_VALUES_H

#include "routine.h"

/* Explains a wrong number of the port: it is an element, the sum, the largest or the smallest of the host's old
 * values of a listed view, and the original's number is the same of the original's values. False without such an
 * explanation. */
bool vf_routine_old_number(const vf_routine_run *run, const vf_routine_value *value, char text[VF_FINDING_TEXT]);

/* The same for a piece: a piece of a view with old values on the host, and the port has these values in all differing
 * elements of `wrong`; NULL: there is none. */
const vf_routine_piece *vf_routine_old_copy(const vf_routine_run *run, int wrong);

/* "call 3 of relax": since when the host's values of a piece are old. */
const char *vf_routine_old_since(const vf_routine_run *run, const vf_routine_piece *piece);

/* Looks for writes of the host to old values of the arrays of the run and of its scratch; where: "vf_check_begin". */
void vf_routine_old_look(const vf_routine_run *run, const char *where);

/* Behind the original, which works on the host and may use scratch of the port for its own: the host's present contents
 * of these arrays are kept from here. */
void vf_routine_old_renew(const vf_routine_run *run);

#endif
