/* Calls of one kernel, handed over together, that are made again and again. */
#ifndef VIEWFAB_CORE_TOGETHER_H
#define VIEWFAB_CORE_TOGETHER_H

#include "together_plan.h"

/* Room for so many calls of a kernel, with their operands; NULL: no memory. Ends with free(). */
vf_joined *vf_joined_room(const vf_kernel *kernel, int count);

/* What vf_dispatch_together asks of call c, which is resolved in joined[c]. Lock held. */
vf_status vf_joined_check(const vf_call *calls, int c, vf_joined *joined);

/* Whether the kernel has a tuned version for a call: the general launcher alone takes tables, and a tuned version may round in
 * another way. */
bool vf_joined_is_tuned(const vf_joined *joined);

/* Calls that are planned at once: each is held against those before it that use the same array. */
enum { VF_PLANNED_AT_ONCE = 1024 };

/* The same for calls of which most use other arrays. */
enum { VF_PLANNED_WHOLE = 4096 };

/* vf_dispatch_together for calls of which several threads made tiles at the same time.
 *   calls  [count] in the order of when[].first
 *   when   [count]
 *   made   false, with nothing done: a call depends on another one that was not made wholly before it, or the calls are too many
 *          for one plan, or may not run together
 * Errors: those of vf_dispatch_together. */
vf_status vf_dispatch_together_when(const vf_call *calls, const vf_made_when *when, int count, bool *made);

typedef struct vf_kept_calls vf_kept_calls;

/* Keeps what vf_dispatch_together found out about calls: groups, and their tables on the device.
 *   calls  [count], borrowed: the arguments until vf_calls_drop, the rest until the function returns
 *   kept   NULL where such calls cannot be kept: there are too many, or they could not run together
 * Errors: those of vf_dispatch_together. */
vf_status vf_calls_keep(const vf_call *calls, int count, vf_kept_calls **kept);

/* Makes them again, as vf_dispatch_together would.
 *   made  false, with nothing done, where something is not as it was: a view has ended, the host has newer values, an array has
 *         other memory on the device, or calls of the kernel may not run together now
 * Errors: VF_ERROR_DEVICE, VF_ERROR_MEMORY, of a launch; some of the calls are done then. */
vf_status vf_calls_again(vf_kept_calls *kept, bool *made);

/* True if calls that the program made at other times do the same as those that are kept, see vf_plan_is_in_order.
 *   when  [count] of vf_calls_keep */
bool vf_calls_are_in_order(const vf_kept_calls *kept, const vf_made_when *when);

/* NULL: nothing happens. */
void vf_calls_drop(vf_kept_calls *kept);

#endif
