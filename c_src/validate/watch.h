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

/* Runs what the settings want: the port, the original, or both. Lock held; it is released while they run. */
vf_status vf_watched_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

/* The same for a call on sets: dispatch is called for every box by itself. Of a reduction the results of the boxes are
 * combined where originals give them; the port gives its own over all boxes. */
vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_ledger *ledger,
                         vf_status (*dispatch)(const vf_call *call));

/* Whether plain has to run in place of a tuned version: one of the members is watched. Takes the lock. */
bool vf_watched_member(vf_kernel *const *members);

#endif
