/* A call of a kernel that is watched. Lock held in all functions; it is released while kernels and originals run. */
#ifndef VIEWFAB_VALIDATE_WATCHED_RUNS_H
#define VIEWFAB_VALIDATE_WATCHED_RUNS_H

#include "../core/execute.h"
#include "ledger.h"

/* The mode of the call that was counted last: sampling and missing originals leave the port. */
vf_status vf_watched_mode(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                          vf_mode *mode);

/* Whether results are those of the original in a mode. */
bool vf_watched_keeps_original(const vf_ledger *ledger, vf_mode mode);

/* Runs the port, the original, or both, and captures the call where that is wanted. */
vf_status vf_watched_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                         vf_mode mode);

/* A call on sets, which it counts: as a whole where the port alone runs, else box by box, each of them a call by
 * itself. Of a reduction the originals' results of the boxes are combined; the port's is that of all boxes. */
vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

#endif
