/* Old values of the host: what it has of arrays whose newest values the device alone has. A host that writes them loses
 * what it wrote, and one that reads them computes with what was.
 *
 * While calls are checked, the host's values are kept from the moment in which they become old. At the next call that
 * uses the array, before its values come to the host, and where a checked routine begins and ends, the host's memory is
 * held against them. A read leaves no trace: of an array that ends, or the program with it, before its newest values
 * have come to the host, a remark says so. Lock held for all functions here. */
#ifndef VIEWFAB_VALIDATE_OLD_VALUES_H
#define VIEWFAB_VALIDATE_OLD_VALUES_H

#include "ledger.h"
#include "../core/execute.h"

/* What the hooks of core ask: the host's values have become old; their place is about to be taken; the array ends. */
void vf_old_values_begin(vf_array *array);
void vf_old_values_end(vf_array *array);
void vf_old_values_drop(vf_array *array);

/* A call of a kernel begins: the moment that findings name. In the port of a checked routine every call looks at its
 * arrays. ends: what it may have said of itself no longer holds. */
void vf_old_values_call(const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                        const vf_ledger *ledger);
void vf_old_values_call_ends(void);

/* Whether the call that has begun looks at its arrays; then they are looked at now. Calls that are not checked, between
 * those that are, cost nothing. */
void vf_old_values_of_call(const vf_call *call, const vf_checked *checked, const vf_box_list *list, bool looks);

/* Around what moves arrays to and fro and leaves them as they were: the call looks no more, and looks again. The latter is
 * given what the former returns. */
int vf_old_values_look_away(void);
void vf_old_values_look_again(int before);

/* Looks at an array; moment: "vf_check_begin of routine 'cycle'". */
void vf_old_values_look(const vf_array *array, const char *moment);

/* What the host has of an array is kept from here: the original of a routine may have written it. */
void vf_old_values_renew(const vf_array *array);

/* The call since which the host's values of an array are old, "call 3 of relax"; NULL where they are not, or where
 * nobody has looked. */
const char *vf_old_values_since(const vf_array *array);

/* The program ends: remarks on arrays whose newest values have not come to the host. */
void vf_old_values_at_exit(void);

/* The ledger with what was found; NULL: nothing was. */
const vf_ledger *vf_old_values_found(void);

#endif
