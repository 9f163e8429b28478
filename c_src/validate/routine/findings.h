/* The comparison of a run in words, with possible causes of a difference, from its place and from the kernels that ran
 * (hints.c, exchanged.c), and from old values of the host (old_values.c). */
#ifndef VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H
#define VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H

#include "routine.h"

/* Compares the whole list of the run, with the explanations by reruns on changed inputs. Returns true if another such
 * rerun may explain a remaining difference. Lock held. */
bool vfi_routine_compare(vfi_routine_run *run);

/* True if the original changes by more than rounding may explain in differing elements. */
bool vfi_routine_doubtful(const vfi_routine_run *run);

/* VF_ERROR_MISMATCH if this call has a failing finding, with its text. Lock held. */
vf_status vfi_routine_mismatch(const vfi_ledger *ledger, int64_t call);

/* Adds to the tallies and notes errors. Lock held. */
void vfi_routine_findings(vfi_routine_run *run);

/* "(3, -1, 7)", with as many indices as the view has directions, and " component 2" for several components; with axes
 * "(i 3, j 1, k 17, t 2, e 5)". */
enum { VF_PIECE_PLACE = VF_AXES_TEXT };
const char *vfi_piece_place(char text[VF_PIECE_PLACE], const vfi_routine_piece *piece, int64_t element);

/* A sentence about a differing piece. Returns false without a sentence. */
bool vfi_routine_cause(const vfi_routine_run *run, int piece, char text[VF_FINDING_TEXT]);

/* True if no call of the port writes elements that the original changes in a piece, or no call fills its ghosts. */
bool vfi_routine_call_missing(const vfi_routine_run *run, int piece);

/* Another piece: the port has in the first piece the original's values of the other piece, wherever they differ, so
 * that arguments in another order explain the difference; -1: none. The values must be a test for this cause: not
 * constant, for the most part not 0, written by the port, and not the values of the first piece itself in a mirror or
 * with directions exchanged. */
int vfi_routine_exchanged(const vfi_routine_run *run, int piece);

/* Old values of the host within a routine: writes of them, and reads, recognised by their results. Lock held.
 *
 * Explains a wrong number of the port: it is an element, the sum, the largest or the smallest of the host's old
 * values of a listed view, and the original's number is the same of the original's values. False without such an
 * explanation. */
bool vfi_routine_old_number(const vfi_routine_run *run, const vfi_routine_value *value, char text[VF_FINDING_TEXT]);

/* The same for a piece: a piece of a view with old values on the host, and the port has these values in all differing
 * elements of `wrong`; NULL: there is none. */
const vfi_routine_piece *vfi_routine_old_copy(const vfi_routine_run *run, int wrong);

/* "call 3 of relax": since when the host's values of a piece are old. */
const char *vfi_routine_old_since(const vfi_routine_run *run, const vfi_routine_piece *piece);

/* Looks for writes of the host to old values of the arrays of the run and of its scratch; where: "vf_check_begin". */
void vfi_routine_old_look(const vfi_routine_run *run, const char *where);

/* Behind the original, which works on the host and may use scratch of the port for its own: the host's present contents
 * of these arrays are kept from here. */
void vfi_routine_old_renew(const vfi_routine_run *run);

#endif
