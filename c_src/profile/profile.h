/* The profile of a program: seconds and bytes of kernels, copies and the code's own loops; see porting_guide/profile.md.
 * The functions of this header are the entries of core's hooks. They do nothing unless vfi_profiling is set. */
#ifndef VIEWFAB_PROFILE_PROFILE_H
#define VIEWFAB_PROFILE_PROFILE_H

#include "../core/hooks.h"

/* Reads VF_PROFILE at the opening of a context, and arranges the pages at the end of the program. Lock held.
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_profile_settings(void);

/* A new context: measures its copy rate. Before a context closes: reads the times of its launches. Lock held. */
void vfi_profile_context(const vf_context *context);
void vfi_profile_context_closes(const vf_context *context);

/* A kernel call, or other work on the device, begins and ends; pieces of work may contain others. The time of the outermost
 * piece without its launches and copies counts as a launch of its name, if the piece has no launch of its own. On a
 * device with timed events this time is the time of the device, and a piece counts if it has no launches at all. context:
 * its device, NULL if not known. No lock held. */
void vfi_profile_work_begins(const vf_context *context, const char *name);
void vfi_profile_work_ends(void);

/* Code asks for data on a side: such a request begins and ends. Lock held. */
void vfi_profile_code_asks(void);
void vfi_profile_code_goes_on(void);

/* Between a request and the next call viewfab makes views, or releases them, and the code resumes: loops behind a release may
 * stand in another routine than the request. Any lock. */
void vfi_profile_code_pauses(bool releases);
void vfi_profile_code_resumes(void);

/* A kernel call or a request needs an array. Lock held. */
void vfi_profile_needs(vfi_array *array, vf_side side, vf_intent intent, bool whole);

/* The copies of a list are about to be made. On the host's device, where both sides can be read, this function finds copies
 * to the device that bring the same values again. Lock held. */
void vfi_profile_copies_begin(const vfi_moves *moves);

/* All copies of a list are queued. Lock held. */
void vfi_profile_copies_queued(const vfi_moves *moves);

/* The copies of a list were made in so many seconds of the host. Lock held. */
void vfi_profile_copied(const vfi_moves *moves, double seconds);

/* An array leaves the device, because memory is short. Lock held. */
void vfi_profile_array_leaves(const vfi_array *array);

/* The arrays of a list have got the device memory that they lacked. Lock held. */
void vfi_profile_memory_taken(const vfi_moves *moves, double seconds);

/* The code has waited for a queue. No lock held. */
void vfi_profile_code_waited(double seconds);

/* The host has waited for other ranks in a call of this name. Any lock of core. */
void vfi_profile_ranks_awaited(const char *call, double seconds);

/* Around a launch, and after a launch without a failure; see hooks.h. No lock held. */
int vfi_profile_launch_begins(const vf_context *context, void *queue, vfi_launch_time *time);
int vfi_profile_launch_ends(const vf_context *context, void *queue, vfi_launch_time *time, bool failed);
void vfi_profile_launched(const vfi_call *call, const vfi_checked *checked, const vfi_launch *launch,
                          const vfi_launch_time *time);
void vfi_profile_work_launched(const vf_context *context, const char *name, const vfi_launch_time *time);

#endif
