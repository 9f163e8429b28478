/* The run of an original, on the host. */
#ifndef VIEWFAB_VALIDATE_ORIGINAL_H
#define VIEWFAB_VALIDATE_ORIGINAL_H

#include "../core/execute.h"
#include "ledger.h"

/* True if the calling thread is inside an original. */
bool vfi_inside_original(void);

/* Runs an original without a description: kernels that it calls in turn run as originals. */
void vfi_original_alone(void (*run)(void *user), void *user);

/* Refuses views whose bounds an original cannot be given; over columns, views with blocks that are not in one piece. */
vf_status vfi_original_fits(const vfi_call *call, const vfi_checked *checked);

/* Runs the original box by box, on given memory. No lock held.
 *   memory  [argument] first element of each array argument's view, on the host
 *   values  [argument] in place of the call's own values
 *   results  out
 * Views with a selected axis are copied for the original. Errors: VF_ERROR_MEMORY, for such a copy. */
vf_status vfi_original_invoke(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                              const vfi_ledger *ledger, char *const *memory, const vf_value *values,
                              vfi_results *results);

/* Runs the original in place of the port: in the code's own arrays, after bringing them to the host. Lock held; the
 * lock is released while the original runs. */
vf_status vfi_original_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                           vfi_ledger *ledger);

#endif
