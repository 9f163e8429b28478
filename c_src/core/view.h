/* Views: windows on arrays. Lock held. */
#ifndef VIEWFAB_CORE_VIEW_H
#define VIEWFAB_CORE_VIEW_H

#include "operand.h"

/* A window on an array, with the code's own bounds. Directions beyond the rank have the bounds 1:1. */
typedef struct vf_record {
  vf_array *array;
  size_t offset; /* bytes from the array's first element */
  int64_t lower[VF_MAX_RANK], upper[VF_MAX_RANK];
  int rank;
  bool in_set;        /* the view belongs to a set, which releases it */
  vf_operand operand; /* the view by itself; its lists are the members below, and array */
  struct vf_record *itself;
  vf_operand_range range;
  bool whole;
  char label[VF_LABEL_LENGTH];
} vf_record;

/* The record of a view. NULL, with the last error set, where the handle is NULL, its view was released, or it is that
 * of a set. who names the caller in that text. */
vf_record *vf_record_get(const vf_view *view, const char *who);

/* Whether there is a list of `count` views; who names the caller. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT. */
vf_status vf_view_list_check(vf_view *const *views, int count, const char *who);

/* Another view of the same array. Errors: VF_ERROR_MEMORY. */
vf_status vf_record_share(const vf_record *record, vf_view **view);

/* Ends a view, whatever its state. */
void vf_record_drop(vf_view *view);

int64_t vf_record_extent(const vf_record *record, int direction);
int64_t vf_record_elements(const vf_record *record);

/* Whether the view covers its array. */
bool vf_record_whole(const vf_record *record);

/* The direction in which an array with this map has its components. */
static inline int vf_component_direction(const vf_map *map) { return map->rank; }

/* The view as a launcher sees it, once it has a device side. */
vf_span vf_record_span(const vf_record *record, const vf_map *map);

/* Address of the view's first element on a side. */
char *vf_record_address(const vf_record *record, vf_side side);

/* Some view of the array; NULL where there is none. */
vf_view *vf_record_of_array(const vf_array *array);

/* The view of the fewest elements in which a byte of an array lies, counted from the array's beginning; NULL where
 * there is none. */
const vf_record *vf_record_around(const vf_array *array, size_t byte);

/* Ends all views and sets of a context, whatever their state. A failure is that of a hook; all end even then. */
vf_status vf_record_release_all(vf_context *context);

#endif
