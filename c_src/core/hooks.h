/* Calls from core to the parts above it. Core includes none of them: the only table stands in wiring.c, and each entry
 * of the table is a function. */
#ifndef VIEWFAB_CORE_HOOKS_H
#define VIEWFAB_CORE_HOOKS_H

#include "execute.h"

/* The time of a launch, for the profile. */
typedef struct vfi_launch_time {
  double begin, seconds; /* by the clock of the host */
  void *events[2];       /* in the queue, before and behind the launch; NULL: the clock of the host counts */
  bool untimed;          /* others of its kind stand for the launch */
  const char *queue;     /* label of its queue; NULL: the own queue of the context */
} vfi_launch_time;

typedef struct vfi_hooks {
  /* Before a context is made. Lock held. A failure of this function makes the opening of the context fail. */
  vf_status (*context_opens)(void);

  /* When a context is closed: its queue is empty, its views are still there, no call holds them. Lock held. */
  void (*context_closes)(vf_context *context);

  /* Before the checks of a call, and after its end, also after a failure. No lock held; both may wait for other calls.
   * call_ends gets the number that call_begins returned. */
  int (*call_begins)(const vf_kernel *kernel);
  void (*call_ends)(int begun);

  /* Runs a call that has passed its checks, by vfi_execute, and possibly its original too. Lock held; the function may
   * release the lock meanwhile. The call returns the status of this function. */
  vf_status (*call_runs)(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list);

  /* When several calls of a kernel have passed their checks: *may says if the calls may run in launches together.
   * False: each call has to be dispatched by itself. Lock held. */
  vf_status (*calls_join)(vf_kernel *kernel, bool *may);

  /* After each call that ran together with others, or had nothing to do among them. Lock held. */
  void (*call_joined)(const vfi_call *call, const vfi_checked *checked);

  /* Before a tuned version of a composite runs. No lock held. False: its kernels have to run one by one. */
  bool (*composite_runs)(const vfi_composite *composite);

  /* True if any kernel of a list, with NULL at its end, is checked, captured or runs its original. No lock held. */
  bool (*kernels_watched)(vf_kernel *const *kernels);

  /* host_reads: the host is about to read a view, and has the newest values. view_ends: a view is about to end, in any
   * state. Lock held. The access or the release returns a failure of these functions; if a whole context closes, the
   * view ends in any case. */
  vf_status (*host_reads)(const vfi_record *record);
  vf_status (*view_ends)(const vfi_record *record);

  /* When a write on the device has made the host's values of an array old, and before a copy from the device replaces
   * the host's values. Lock held. */
  void (*host_gets_old)(vfi_array *array);
  void (*host_gets_new)(vfi_array *array);

  /* True if the state of an array may differ by parts: nobody looks at whole arrays. Lock held. */
  bool (*states_by_part)(void);

  /* True if the device of the host keeps a copy of arrays although VF_HOST_MEMORY does not say so. Any lock. */
  bool (*host_keeps_copy)(void);

  /* Around the run of a call on the device, from before the first copy to behind the note of its writes. Lock held. A
   * failure at the end makes the call fail. This function and the next two are called only while vfi_host_watched is set. */
  vf_status (*call_uses_arrays)(const vfi_call *call, const vfi_checked *checked, bool begins);

  /* Before an access of an array by viewfab looks at its state. copies: the whole array is about to be copied to the side,
   * whatever the state says. Lock held. */
  void (*array_is_used)(vfi_array *array, vf_side side, vf_intent intent, bool copies);

  /* After the state of an array is set, also to the state from before. device_wrote: by a write on the device. Lock
   * held. */
  void (*state_is_set)(vfi_array *array, bool device_wrote);

  /* Around accesses of the host's arrays by core itself in this thread: no report names them. Called only while
   * vfi_host_watched is set. Lock held. */
  void (*core_accesses_host)(bool begins);

  /* Before the program wraps memory, only while vfi_host_watched is set: arrays that viewfab keeps only for legacy calls give way. No
   * lock held. */
  vf_status (*memory_is_wrapped)(void *begin, size_t bytes);

  /* After an array has got device memory. Lock held. */
  void (*device_memory_is_new)(vfi_array *array);

  /* Only while vfi_profiling is set: an array leaves the device, because memory is short. Lock held. */
  void (*array_leaves_device)(const vfi_array *array);

  /* True if the host gets the newest values of an array when its last view is released; else a release is refused while
   * the device has them. Lock held. */
  bool (*brings_at_end)(vfi_array *array);

  /* When an array ends: frees the memory kept in the array, if any. Lock held. */
  void (*array_ends)(vfi_array *array);

  /* When a set ends: frees the memory kept in the set, if any. Lock held. */
  void (*set_ends)(vfi_set_state *set);

  /* Work beside the calls of kernels begins and ends, only while vfi_work_is_told(). No lock held, and work may contain
   * calls. context: its device, NULL if not known. */
  void (*work_begins)(const vf_context *context, const char *name);
  void (*work_ends)(void);

  /* Around the queueing of an array's copy, only while vfi_ranging is set. Lock held. */
  void (*copy_begins)(const vfi_array *array);
  void (*copy_ends)(void);

  /* The profile. These functions are called only while vfi_profiling is set. A context was made; code asks for data on a
   * side, and goes on after its request; viewfab makes or releases a view in between, and the code resumes; a call or a request needs an array; a list of copies begins, is queued, and took so many seconds
   * (lock held). */
  void (*context_is_made)(const vf_context *context);
  void (*code_asks)(void);
  void (*code_goes_on)(void);
  void (*code_pauses)(bool releases);
  void (*code_resumes)(void);
  void (*array_needed)(vfi_array *array, vf_side side, vf_intent intent, bool whole);
  void (*copies_begin)(const vfi_moves *moves);
  void (*copies_queued)(const vfi_moves *moves);
  void (*copied)(const vfi_moves *moves, double seconds);

  /* Only while vfi_profiling is set: the arrays of a list have got the device memory that they lacked (lock held); the code
   * has waited for a queue (no lock held). */
  void (*memory_taken)(const vfi_moves *moves, double seconds);
  void (*code_waited)(double seconds);

  /* Only while vfi_profiling is set: the host has waited for other ranks in a call of this name. Any lock. */
  void (*ranks_awaited)(const char *call, double seconds);

  /* Only while vfi_profiling is set: around a launch, and after a launch that did not fail. launched: a launch of a
   * kernel; work_launched: another launch, of a device with timed events. The first two return 0 or a native error code; on a
   * device without timed events they wait for the queue. launch_ends takes failures too. No lock held.
   *   queue  of the launch */
  int (*launch_begins)(const vf_context *context, void *queue, vfi_launch_time *time);
  int (*launch_ends)(const vf_context *context, void *queue, vfi_launch_time *time, bool failed);
  void (*launched)(const vfi_call *call, const vfi_checked *checked, const vfi_launch *launch,
                   const vfi_launch_time *time);
  void (*work_launched)(const vf_context *context, const char *name, const vfi_launch_time *time);
} vfi_hooks;

extern const vfi_hooks vfi_wiring;

/* True while a profile is taken; while a viewer gets ranges. */
extern bool vfi_profiling, vfi_ranging;

static inline bool vfi_work_is_told(void) { return vfi_profiling || vfi_ranging; }

/* True while accesses of the host are served or checked: a call costs a load for them otherwise. */
extern bool vfi_host_watched;

#endif
