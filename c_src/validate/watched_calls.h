/* What core asks of the validation: see core/hooks.h for when. */
#ifndef VIEWFAB_VALIDATE_WATCHED_CALLS_H
#define VIEWFAB_VALIDATE_WATCHED_CALLS_H

#include "../core/execute.h"

/* Around a call: while any kernel is watched, a checked call runs alone. No lock held. */
int vf_watch_begin(const vf_kernel *kernel);
void vf_watch_end(int begun);

/* Runs the port, the original, or both, counts the call, captures it where that is wanted, and notes it for the
 * routines that are open. Lock held; it is released while they run.
 * Errors: those of the port; VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MISMATCH, VF_ERROR_MEMORY. */
vf_status vf_watch_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list);

/* Whether calls of a kernel may run in launches together: where it runs its port alone, and is not captured. Lock held.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MEMORY. */
vf_status vf_watch_calls_join(vf_kernel *kernel, bool *may);

/* Counts a call that ran so, and notes it for the routines that are open. Lock held. */
void vf_watch_call_joined(const vf_call *call, const vf_checked *checked);

/* Whether calls of a kernel run its original alone, and are not captured. No lock held.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_STATE, VF_ERROR_MEMORY. */
vf_status vf_watch_original_alone(vf_kernel *kernel, bool *alone);

/* Runs the original of such a kernel and counts the call; nothing of the call is known. No lock held. */
void vf_watch_run_original(vf_kernel *kernel, void (*run)(void *user), void *user);

/* True if any kernel of a list, with NULL at its end, is watched. No lock held. */
bool vf_watch_any(vf_kernel *const *members);

/* Whether the tuned version of a composite may run, which is then noted; else one of its kernels is watched. No lock
 * held. */
bool vf_watch_composite(const vf_composite *composite);

/* Ends the routines that use a context, and gives back what is kept for it. Lock held. */
void vf_watch_close(vf_context *context);

#endif
