/* Functions of the validation for core: core/hooks.h says when core calls them. */
#ifndef VIEWFAB_VALIDATE_WATCHED_CALLS_H
#define VIEWFAB_VALIDATE_WATCHED_CALLS_H

#include "../core/execute.h"

/* Around a call: while any kernel is watched, a checked call runs alone. No lock held. */
int vf_watch_begin(const vf_kernel *kernel);
void vf_watch_end(int begun);

/* Runs the port, the original, or both, counts the call, captures the call if wanted, and notes it for the open
 * routines. Lock held; the lock is released while they run.
 * Errors: the errors of the port; VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MISMATCH,
 * VF_ERROR_MEMORY. */
vf_status vf_watch_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list);

/* *may becomes true if calls of a kernel may run in launches together: the kernel runs its port alone, without a
 * capture. Lock held.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MEMORY. */
vf_status vf_watch_calls_join(vf_kernel *kernel, bool *may);

/* Counts a call of such a launch, and notes it for the open routines. Lock held. */
void vf_watch_call_joined(const vf_call *call, const vf_checked *checked);

/* *alone becomes true if calls of a kernel run its original alone, and are not captured. No lock held.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MEMORY. */
vf_status vf_watch_original_alone(vf_kernel *kernel, bool *alone);

/* Runs the original of such a kernel and counts the call; nothing of the call is known. No lock held. */
void vf_watch_run_original(vf_kernel *kernel, void (*run)(void *user), void *user);

/* True if any kernel of a list, with NULL at its end, is watched. No lock held. */
bool vf_watch_any(vf_kernel *const *members);

/* True if the tuned version of a composite may run, which is then noted; false if one of its kernels is watched. No
 * lock held. */
bool vf_watch_composite(const vf_composite *composite);

/* Ends the routines on a context, and gives back memory kept for the context. Lock held. */
void vf_watch_close(vf_context *context);

#endif
