/* Windows: the elements that a call needs of its arrays, in memory of their own. A call that takes the host's values as
 * the newest and brings back its written values moves windows in place of whole arrays. */
#ifndef VIEWFAB_RELINK_WINDOWS_H
#define VIEWFAB_RELINK_WINDOWS_H

#include "legacy_call.h"

struct vfi_spare;

/* The elements of one array; several arguments with this array share the window. */
typedef struct vfi_call_window {
  char *first;   /* of the array on the host */
  vf_box bounds; /* of the array */
  vf_box box;    /* of the window */
  int components;
  size_t element; /* bytes */
  vf_type type;
  struct vfi_spare *spare;
  vf_view *view;
} vfi_call_window;

typedef struct vfi_call_windows {
  int count;
  vfi_call_window windows[VF_MOST_LEGACY_ARGUMENTS];
  int of[VF_MOST_LEGACY_ARGUMENTS]; /* window of an argument, or -1 */
  bool all;                         /* each array of the call has a window */
  vf_value *least, was;             /* a value that names no more cells than are read, and its former value; or NULL */
} vfi_call_windows;

/* Gives a call windows with the values of the host in place of its arrays, if they are much smaller: each tile and its
 * reach, or the layers beside a face. No windows (count 0) if the call needs an element outside of an array, which the
 * checks report by its own bounds, or if different arrays overlap.
 *   through  [argument] true if its values go to the device and back with the call
 * Errors: VF_ERROR_MEMORY, the errors of vf_view_wrap; the call has its own arrays then. */
vf_status vfi_windows_take(vfi_legacy_call *call, const bool *through, vfi_call_windows *windows);

/* True if an argument has a window; false for all arguments of a call without windows. no call without windows has
 * any. */
static inline bool vfi_has_window(const vfi_call_windows *windows, int argument)
{
  return windows && windows->of[argument] >= 0;
}

/* Ends them, and the call has its arrays again.
 *   done  the call was made: the elements of its points go to the host's arrays
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_windows_end(vfi_legacy_call *call, vfi_call_windows *windows, bool done);

#endif
