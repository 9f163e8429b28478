/* A call of a watched kernel. Lock held in all functions; the lock is released while kernels and originals run. */
#ifndef VIEWFAB_VALIDATE_WATCHED_RUNS_H
#define VIEWFAB_VALIDATE_WATCHED_RUNS_H

#include "../core/execute.h"
#include "ledger.h"

/* The mode of the last counted call: sampling and missing originals leave the port. */
vf_status vf_watched_mode(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                          vf_mode *mode);

/* True if a mode keeps the original's results. */
bool vf_watched_keeps_original(const vf_ledger *ledger, vf_mode mode);

/* Runs the port, the original, or both, and captures the call if wanted. */
vf_status vf_watched_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                         vf_mode mode);

/* A call on sets, counted as a whole if the port alone runs, else box by box, each of them a call by itself. In a
 * reduction the originals' results of the boxes are combined; the port's result is the result of all boxes. */
vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

#endif
