/* Calls of watched kernels: functions of the validation for core (core/hooks.h says when core calls them), and the runs
 * behind them. */
#ifndef VIEWFAB_VALIDATE_WATCHED_CALLS_H
#define VIEWFAB_VALIDATE_WATCHED_CALLS_H

#include "../core/execute.h"
#include "ledger.h"

/* Around a call: while any kernel is watched, a checked call runs alone. No lock held. */
int vfi_watch_begin(const vf_kernel *kernel);
void vfi_watch_end(int begun);

/* True while a call that runs alone, or a routine under check, is open in any thread: an original then works on the code's arrays
 * on purpose. For signal handlers too; no lock. */
bool vfi_watch_compares(void);

/* Runs the port, the original, or both, counts the call, captures the call if wanted, and notes it for the open
 * routines. Lock held; the lock is released while they run.
 * Errors: the errors of the port; VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MISMATCH,
 * VF_ERROR_MEMORY. */
vf_status vfi_watch_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list);

/* *may becomes true if calls of a kernel may run in launches together: the kernel runs its port alone, without a
 * capture. Lock held.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MEMORY. */
vf_status vfi_watch_calls_join(vf_kernel *kernel, bool *may);

/* Counts a call of such a launch, and notes it for the open routines. Lock held. */
void vfi_watch_call_joined(const vfi_call *call, const vfi_checked *checked);

/* *alone becomes true if calls of a kernel run its original alone, and are not captured. No lock held.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MEMORY. */
vf_status vfi_watch_original_alone(vf_kernel *kernel, bool *alone);

/* Runs the original of such a kernel and counts the call; nothing of the call is known. No lock held. */
void vfi_watch_run_original(vf_kernel *kernel, void (*run)(void *user), void *user);

/* True if nothing looks at the values of arrays: neither calls nor routines are watched. */
bool vfi_watch_idle(void);

/* True if any kernel of a list, with NULL at its end, is watched. No lock held. */
bool vfi_watch_any(vf_kernel *const *members);

/* True if the tuned version of a composite may run, which is then noted; false if one of its kernels is watched. No
 * lock held. */
bool vfi_watch_composite(const vfi_composite *composite);

/* Ends the routines on a context, and gives back memory kept for the context. Lock held. */
void vfi_watch_close(vf_context *context);

/* A call of a watched kernel. Lock held in these functions; the lock is released while kernels and originals run.
 *
 * The mode of the last counted call: sampling and missing originals leave the port. */
vf_status vfi_watched_mode(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                           vfi_ledger *ledger, vf_mode *mode);

/* True if a mode keeps the original's results. */
bool vfi_watched_keeps_original(const vfi_ledger *ledger, vf_mode mode);

/* Runs the port, the original, or both, and captures the call if wanted. */
vf_status vfi_watched_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                          vfi_ledger *ledger, vf_mode mode);

/* A call on sets. If only the port runs, it counts as one call; otherwise each box is a call of its own. In a reduction
 * the original's result is combined from the boxes, and the port's result is the result of all boxes. */
vf_status vfi_watched_set(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                          vfi_ledger *ledger);

#endif
