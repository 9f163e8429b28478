/* Several calls of one kernel that run in few launches (vf_dispatch_together), and kept lists of such calls for repetitions. */
#ifndef VIEWFAB_RELINK_TOGETHER_H
#define VIEWFAB_RELINK_TOGETHER_H

#include "together_plan.h"

/* Room for so many calls of a kernel, with their operands; NULL: no memory. Ends with free(). */
vfi_joined *vfi_joined_room(const vf_kernel *kernel, int count);

/* The checks of vf_dispatch_together for call c, resolved in joined[c]. Lock held. */
vf_status vfi_joined_check(const vfi_call *calls, int c, vfi_joined *joined);

/* True if the kernel has a tuned version for a call: only the general launcher takes tables, and a tuned version may
 * round in another way. */
bool vfi_joined_is_tuned(const vfi_joined *joined);

/* Calls planned at once: each call is compared with the earlier calls on the same array. */
enum { VF_PLANNED_AT_ONCE = 1024 };

/* The same for calls mostly on other arrays. */
enum { VF_PLANNED_WHOLE = 4096 };

/* vf_dispatch_together for calls whose tiles several threads made at the same time.
 *   calls  [count] in the order of when[].first
 *   when   [count]
 *   made   false, with nothing done: a call depends on a call that was not made wholly before, or the calls are too
 *          many for one plan, or may not run together
 * Errors: the errors of vf_dispatch_together. */
vf_status vfi_dispatch_together_when(const vfi_call *calls, const vfi_made_when *when, int count, bool *made);

typedef struct vfi_repeated_calls vfi_repeated_calls;

/* Keeps the findings of vf_dispatch_together about calls: groups, and their tables on the device.
 *   calls     [count], borrowed: the arguments until vfi_calls_drop, the rest until the function returns
 *   repeated  NULL if such calls cannot be repeated: there are too many, or they could not run together
 * Errors: the errors of vf_dispatch_together. */
vf_status vfi_calls_keep(const vfi_call *calls, int count, vfi_repeated_calls **repeated);

/* Makes the repeated calls again, as vf_dispatch_together would.
 *   made  false, with no call done, if something has changed: a view has ended, an array has other memory on the device,
 *         or calls of the kernel may not run together now. Newer values of the host are brought
 * Errors: VF_ERROR_DEVICE, VF_ERROR_MEMORY, of a copy or a launch; some of the calls are done then. */
vf_status vfi_calls_again(vfi_repeated_calls *repeated, bool *made);

/* True if the program's calls at other times do the same as the repeated calls, see vfi_plan_is_in_order.
 *   when  [count] of vfi_calls_keep */
bool vfi_calls_are_in_order(const vfi_repeated_calls *repeated, const vfi_made_when *when);

/* NULL: nothing happens. */
void vfi_calls_drop(vfi_repeated_calls *repeated);

/* Makes calls that only read arrays, with a common wait, each with the bits of an ordinary call. Calls with the same
 * values share a launch. The rows of their tiles come to the host, and the host reduces them call by call.
 *   calls   [count] of the same kernel with results, not over columns, on views of the same context, each with a single
 *           box. The results and places of the calls are not used
 *   asked   number of required calls, the first calls of the list. Further calls are left out if any of their views was
 *           released, or if the device does not have its newest values
 *   values  out: [count][result_count]; 0 for calls left out
 *   made    out: [count]
 * Errors: the errors of vfi_dispatch. */
vf_status vfi_dispatch_each(const vfi_call *calls, int count, int asked, double *values, bool *made);

#endif
