/* Old values of the host: its contents of arrays with their newest values on the device alone. A host that writes old
 * values loses the new contents, and a host that reads them computes with the past.
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
void vf_old_values_begin(vf_array *array);
void vf_old_values_end(vf_array *array);
void vf_old_values_drop(vf_array *array);

/* A call of a kernel begins; findings name this moment. In the port of a checked routine every call looks at its
 * arrays. ends: an earlier statement about the call no longer holds. */
void vf_old_values_call(const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                        const vf_ledger *ledger);
void vf_old_values_call_ends(void);

/* Tells if the present call looks at its arrays, and then looks at them now. then they are looked at now. Unchecked
 * calls, between checked calls, cost nothing. */
void vf_old_values_of_call(const vf_call *call, const vf_checked *checked, const vf_box_list *list, bool looks);

/* Around moves of arrays to and fro that leave them unchanged: the call looks no more, and looks again. The latter is
 * given the return value of the former. */
int vf_old_values_look_away(void);
void vf_old_values_look_again(int before);

/* Looks at an array; moment: "vf_check_begin of routine 'cycle'". */
void vf_old_values_look(const vf_array *array, const char *moment);

/* The host's present contents of an array are kept from here: the original of a routine may have written them. */
void vf_old_values_renew(const vf_array *array);

/* The call since which the host's values of an array are old, "call 3 of relax"; NULL for new values, or without a
 * look. */
const char *vf_old_values_since(const vf_array *array);

/* The program ends: remarks on arrays with newest values that have not come to the host. */
void vf_old_values_at_exit(void);

/* The ledger with the findings; NULL: no findings. */
const vf_ledger *vf_old_values_found(void);

#endif
