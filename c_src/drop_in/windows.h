/* Windows: what a call needs of its arrays, in memory of their own. A call that takes the host's values as the newest and
 * brings back what it has written moves these, in place of whole arrays. */
#ifndef VIEWFAB_DROP_IN_WINDOWS_H
#define VIEWFAB_DROP_IN_WINDOWS_H

#include "legacy_call.h"

struct vf_spare;

/* The elements of one array; several arguments that are this array share it. */
typedef struct vf_call_window {
  char *first;   /* of the array on the host */
  vf_box bounds; /* of the array */
  vf_box box;    /* of the window */
  int components;
  size_t element; /* bytes */
  vf_type type;
  struct vf_spare *spare;
  vf_view *view;
} vf_call_window;

typedef struct vf_call_windows {
  int count;
  vf_call_window windows[VF_MOST_LEGACY_ARGUMENTS];
  int of[VF_MOST_LEGACY_ARGUMENTS]; /* window of an argument, or -1 */
  bool all;                         /* each array of the call has one */
  vf_value *least, was;             /* a value that names no more cells than are read, and what it was; or NULL */
} vf_call_windows;

/* Gives a call windows with the values of the host in place of its arrays, if they are much smaller: each tile and its reach,
 * or the layers beside a face. None (count 0) where an element is needed that an array does not have, which the checks
 * tell of by its own bounds, or where arrays overlap that are not the same.
 *   through  [argument] whether its values go to the device and back with the call
 * Errors: VF_ERROR_MEMORY, those of vf_view_wrap; the call has its own arrays then. */
vf_status vf_windows_take(vf_legacy_call *call, const bool *through, vf_call_windows *windows);

/* Whether an argument has one; no call without windows has any. */
static inline bool vf_has_window(const vf_call_windows *windows, int argument)
{
  return windows && windows->of[argument] >= 0;
}

/* Ends them, and the call has its arrays again.
 *   done  the call was made: what its points own goes to the host's arrays
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_windows_end(vf_legacy_call *call, vf_call_windows *windows, bool done);

#endif
