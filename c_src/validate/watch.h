/* What the dispatch asks of the validation. */
#ifndef VIEWFAB_VALIDATE_WATCH_H
#define VIEWFAB_VALIDATE_WATCH_H

#include "../core/execute.h"
#include "ledger.h"

/* While any kernel is watched, a checked call runs alone: what other threads write would count as its own. */
typedef enum vf_watch { VF_WATCH_NONE, VF_WATCH_SHARED, VF_WATCH_ALONE } vf_watch;
vf_watch vf_watch_enter(const vf_kernel *kernel);
void vf_watch_leave(vf_watch watch);

/* The ledger of a kernel. Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. Lock held. */
vf_status vf_ledger_of(vf_kernel *kernel, vf_ledger **ledger);

/* Whether a call of the kernel needs more than its port; false inside an original, which may itself call viewfab. */
bool vf_watched(const vf_ledger *ledger);

/* The mode of the call that was counted last: sampling and missing originals leave the port. Lock held. */
vf_status vf_watched_mode(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                          vf_mode *mode);

/* Runs the port, the original, or both, and captures the call where that is wanted. Lock held; it is released while
 * they run. */
vf_status vf_watched_run_as(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                            vf_mode mode);

/* The same in the mode of the call. */
vf_status vf_watched_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

/* A call on sets, which it counts: as a whole where the port alone runs, else box by box, each of them a call by
 * itself. Of a reduction the originals' results of the boxes are combined; the port's is that of all boxes. Lock held.
 */
vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

/* Whether plain has to run in place of a tuned version: one of the members is watched. Takes the lock. */
bool vf_watched_member(vf_kernel *const *members);

#endif
