/* Values that an operation of several calls puts back if one of the calls fails, so that the operation can be made
 * again. Lock held. */
#ifndef VIEWFAB_CORE_UNDO_H
#define VIEWFAB_CORE_UNDO_H

#include "operand.h"

/* The elements of one view, from the first to the last in memory, and the earlier state of its array. */
typedef struct vf_undo_part {
  vf_array *array;
  size_t offset, bytes;
  char *host, *device; /* device: NULL if the host has the newest values, or the only values */
  vf_state state;
  int64_t written, writes;
} vf_undo_part;

typedef struct vf_undo {
  const vf_view *view; /* NULL: nothing is kept */
  int count;
  vf_undo_part *parts;
  char *memory;
} vf_undo;

/* Copies the elements of a view or of a set. Errors: VF_ERROR_NULL (view), VF_ERROR_MEMORY, VF_ERROR_DEVICE; nothing is
 * kept then. */
vf_status vf_undo_take(const vf_view *view, const char *who, vf_undo *undo);

/* Restores the values, unless the view was released. The host's values are the newest afterwards if they were the
 * newest before. Takes no memory. Errors: VF_ERROR_DEVICE. */
vf_status vf_undo_apply(const vf_undo *undo);

void vf_undo_free(vf_undo *undo);

#endif
