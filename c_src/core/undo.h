/* Values that an operation of several calls puts back if one of the calls fails, so that the operation can be made
 * again. Lock held. */
#ifndef VIEWFAB_CORE_UNDO_H
#define VIEWFAB_CORE_UNDO_H

#include "operand.h"

/* The elements of one view, from the first to the last in memory, and the earlier state of its array. */
typedef struct vfi_undo_part {
  vfi_array *array;
  size_t offset, bytes;
  char *host, *device; /* device: NULL if the host has the newest values, or the only values */
  vfi_state state;
  int64_t written, writes;
} vfi_undo_part;

typedef struct vfi_undo {
  const vf_view *view; /* NULL: nothing is kept */
  int count;
  vfi_undo_part *parts;
  char *memory;
} vfi_undo;

/* Copies the elements of a view or of a set. Errors: VF_ERROR_NULL (view), VF_ERROR_MEMORY, VF_ERROR_DEVICE; nothing is
 * kept then. */
vf_status vfi_undo_take(const vf_view *view, const char *who, vfi_undo *undo);

/* Restores the values, unless the view was released. The host's values are the newest afterwards if they were the
 * newest before. Takes no memory. Errors: VF_ERROR_DEVICE. */
vf_status vfi_undo_apply(const vfi_undo *undo);

void vfi_undo_free(vfi_undo *undo);

#endif
