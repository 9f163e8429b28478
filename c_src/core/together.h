/* Calls of one kernel, handed over together and made again and again. */
#ifndef VIEWFAB_CORE_TOGETHER_H
#define VIEWFAB_CORE_TOGETHER_H

#include "together_plan.h"

/* Room for so many calls of a kernel, with their operands; NULL: no memory. Ends with free(). */
vf_joined *vf_joined_room(const vf_kernel *kernel, int count);

/* The checks of vf_dispatch_together for call c, resolved in joined[c]. Lock held. */
vf_status vf_joined_check(const vf_call *calls, int c, vf_joined *joined);

/* True if the kernel has a tuned version for a call: only the general launcher takes tables, and a tuned version may
 * round in another way. */
bool vf_joined_is_tuned(const vf_joined *joined);

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
vf_status vf_dispatch_together_when(const vf_call *calls, const vf_made_when *when, int count, bool *made);

typedef struct vf_kept_calls vf_kept_calls;

/* Keeps the findings of vf_dispatch_together about calls: groups, and their tables on the device.
 *   calls  [count], borrowed: the arguments until vf_calls_drop, the rest until the function returns
 *   kept   NULL if such calls cannot be kept: there are too many, or they could not run together
 * Errors: the errors of vf_dispatch_together. */
vf_status vf_calls_keep(const vf_call *calls, int count, vf_kept_calls **kept);

/* Makes the kept calls again, as vf_dispatch_together would.
 *   made  false, with nothing done, if something has changed: a view has ended, the host has newer values, an array has
 *         other memory on the device, or calls of the kernel may not run together now
 * Errors: VF_ERROR_DEVICE, VF_ERROR_MEMORY, of a launch; some of the calls are done then. */
vf_status vf_calls_again(vf_kept_calls *kept, bool *made);

/* True if the program's calls at other times do the same as the kept calls, see vf_plan_is_in_order.
 *   when  [count] of vf_calls_keep */
bool vf_calls_are_in_order(const vf_kept_calls *kept, const vf_made_when *when);

/* NULL: nothing happens. */
void vf_calls_drop(vf_kept_calls *kept);

#endif
