/* Old values of the host: while only the device has the newest values of an array, the host's array holds old values. If
 * the program writes the host's array then, its writes are lost; if it reads the array, it gets the old values.
 *
 * While calls are checked, the host's values are kept from the moment in which they become old. At the next call that
 * uses the array, before its values come to the host, and at begin and end of a checked routine, the host's memory is
 * compared with the kept values. A read leaves no trace: if an array, or the program with it, ends before its newest
 * values have come to the host, a remark says so. Lock held for all functions here. */
#ifndef VIEWFAB_VALIDATE_OLD_VALUES_H
#define VIEWFAB_VALIDATE_OLD_VALUES_H

#include "ledger.h"
#include "../core/execute.h"

/* Called by hooks of core: the host's values have become old; their place is about to be taken; the array ends. */
void vfi_old_values_begin(vfi_array *array);
void vfi_old_values_end(vfi_array *array);
void vfi_old_values_drop(vfi_array *array);

/* A call of a kernel begins; findings name this moment. In the port of a checked routine every call looks at its
 * arrays. ends: an earlier statement about the call no longer holds. */
void vfi_old_values_call(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                         const vfi_ledger *ledger);
void vfi_old_values_call_ends(void);

/* looks: true if the present call looks at the kept values of its arrays; it does so in this function. Unchecked calls
 * between checked calls look at nothing, and cost nothing. */
void vfi_old_values_of_call(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, bool looks);

/* Around copies of arrays that leave their values unchanged: vfi_old_values_look_away turns the looks off, and
 * vfi_old_values_look_again, with the return value of the former, turns them on again. */
int vfi_old_values_look_away(void);
void vfi_old_values_look_again(int before);

/* Looks at an array; moment: "vf_check_begin of routine 'cycle'". */
void vfi_old_values_look(const vfi_array *array, const char *moment);

/* The host's present contents of an array are kept from here: the original of a routine may have written them. */
void vfi_old_values_renew(const vfi_array *array);

/* The call since which the host's values of an array are old, "call 3 of relax"; NULL for new values, or without a
 * look. */
const char *vfi_old_values_since(const vfi_array *array);

/* A finding about an array of the host, found by another part. Lock held.
 *   text  "the host reads 'phi' at (3, 4, 1), ..." */
void vfi_old_values_note(vfi_finding_kind kind, const char *label, const char *text);

/* The program ends: remarks on arrays with newest values that have not come to the host. */
void vfi_old_values_at_exit(void);

/* The ledger with the findings; NULL: no findings. */
const vfi_ledger *vfi_old_values_found(void);

#endif
