/* Calls from core to the parts above it. Core includes none of them: the only table stands in wiring.c, and each entry
 * of the table is a function. */
#ifndef VIEWFAB_CORE_HOOKS_H
#define VIEWFAB_CORE_HOOKS_H

#include "execute.h"

typedef struct vf_hooks {
  /* Before a context is made. Lock held. A failure is a failure of opening the context. */
  vf_status (*context_opens)(void);

  /* When a context is closed: its queue is empty, its views are still there, no call holds them. Lock held. */
  void (*context_closes)(vf_context *context);

  /* Before a call of a kernel is checked, and when all of it is done, failed or not. No lock held; either may wait for
   * other calls. ends is given what begins returned. */
  int (*call_begins)(const vf_kernel *kernel);
  void (*call_ends)(int begun);

  /* In place of vf_execute, for a call that has passed its checks: runs it by vf_execute, or in another way too. Lock
   * held; it may be released meanwhile. Its status is that of the call. */
  vf_status (*call_runs)(const vf_call *call, const vf_checked *checked, const vf_box_list *list);

  /* When several calls of a kernel have passed their checks: *may says if the calls may run in launches together.
   * False: each call has to be dispatched by itself. Lock held. */
  vf_status (*calls_join)(vf_kernel *kernel, bool *may);

  /* After each call that ran together with others, or had nothing to do among them. Lock held. */
  void (*call_joined)(const vf_call *call, const vf_checked *checked);

  /* Before a tuned version of a composite runs. No lock held. False: its kernels have to run one by one. */
  bool (*composite_runs)(const vf_composite *composite);

  /* True if any kernel of a list, with NULL at its end, is checked, captured or runs its original. No lock held. */
  bool (*kernels_watched)(vf_kernel *const *kernels);

  /* When the host is about to read a view whose newest values it has, and before a view ends, whatever its state. Lock
   * held. A failure is that of the access, or of the release; when a whole context closes, the view ends even then. */
  vf_status (*host_reads)(const vf_record *record);
  vf_status (*view_ends)(const vf_record *record);

  /* When a write on the device has made the host's values of an array old, and before a copy from the device replaces
   * the host's values. Lock held. */
  void (*host_gets_old)(vf_array *array);
  void (*host_gets_new)(vf_array *array);

  /* When an array ends: frees the memory kept in the array, if any. Lock held. */
  void (*array_ends)(vf_array *array);

  /* When a set ends: frees the memory kept in the set, if any. Lock held. */
  void (*set_ends)(vf_set_state *set);
} vf_hooks;

extern const vf_hooks vf_wiring;

#endif
