/* Views behind their handles. A handle is a number in the guise of a pointer: slot and generation. It is never
 * dereferenced, so that the use of a released view is always noticed. */
#ifndef VIEWFAB_CORE_VIEW_H
#define VIEWFAB_CORE_VIEW_H

#include "array.h"

/* A window on an array, with the code's own bounds. Directions beyond the rank have the bounds 1:1. */
typedef struct vf_record {
  vf_array *array; /* NULL: the slot is free */
  size_t offset;   /* bytes from the array's first element */
  int rank;
  int64_t lower[VF_MAX_RANK], upper[VF_MAX_RANK];
  char label[VF_LABEL_LENGTH];
  uint32_t generation, next_free;
} vf_record;

/* The record of a handle. NULL, with the last error set, where the handle is NULL or its view was released. who
 * names the caller in that text. Lock held. */
vf_record *vf_record_get(const vf_view *view, const char *who);

int64_t vf_record_extent(const vf_record *record, int direction);
int64_t vf_record_elements(const vf_record *record);

/* Whether the view covers its array. */
bool vf_record_whole(const vf_record *record);

/* Address of the view's first element on a side. */
char *vf_record_address(const vf_record *record, vf_side side);

/* Some view of the array; NULL where there is none. */
vf_view *vf_record_of_array(const vf_array *array);

/* Ends all views of a context, whatever their state. A failure is that of keeping one in a file; all end even then. */
vf_status vf_record_release_all(vf_context *context);

#endif
