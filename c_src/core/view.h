/* Views: windows on arrays. Lock held. */
#ifndef VIEWFAB_CORE_VIEW_H
#define VIEWFAB_CORE_VIEW_H

#include "axes.h"
#include "operand.h"

/* A window on an array, with the code's own bounds. Directions beyond the rank have the bounds 1:1. If an axis of the
 * array is selected, memory has more elements in a direction (the pitch) than the view, and the view has a range of
 * them. */
typedef struct vfi_record {
  vfi_array *array;
  size_t offset; /* bytes from the array's first element */
  size_t base;   /* the same for the first element of the pitches; equal to offset if no axis is selected */
  int64_t lower[VF_MAX_RANK], upper[VF_MAX_RANK];
  int64_t pitch[VF_MAX_RANK]; /* extent of each direction in memory */
  int rank;
  vfi_axes axes;       /* rank 0: the view has none */
  bool in_set;         /* the view belongs to a set, which releases it */
  bool in_remote;      /* or to a remote array */
  vfi_operand operand; /* the view by itself; its lists are the members below, and array */
  struct vfi_record *itself;
  vfi_operand_range range;
  bool whole;
  char label[VF_LABEL_LENGTH];
} vfi_record;

/* The record of a view. NULL, with the last error set, if the handle is NULL, its view was released, or the handle is a
 * set. who names the caller in the text. */
vfi_record *vfi_record_get(const vf_view *view, const char *who);

/* Refuses a missing list of `count` views; who names the caller. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT. */
vf_status vfi_view_list_check(vf_view *const *views, int count, const char *who);

/* Another view of the same array. Errors: VF_ERROR_MEMORY. */
vf_status vfi_record_share(const vfi_record *record, vf_view **view);

/* Ends a view, whatever its state. */
void vfi_record_drop(vf_view *view);

static inline int64_t vfi_record_extent(const vfi_record *record, int direction)
{
  return record->upper[direction] - record->lower[direction] + 1;
}
int64_t vfi_record_elements(const vfi_record *record);

/* True if the view covers its array. */
bool vfi_record_whole(const vfi_record *record);

/* Elements of the array from the first element of the view to its last, both included: more than the view's own
 * elements if they are not in one piece. */
int64_t vfi_record_length(const vfi_record *record);

/* Tells the array its extents if the memory of the view is all of it, and no view has told them. */
void vfi_record_tell_extents(const vfi_record *record);

/* Readies the array of a view for a state by parts. False: it has to be handled as a whole. */
bool vfi_record_by_parts(const vfi_record *record);

/* The same, even if the state has to stay that of the whole array. False: memory is short. */
bool vfi_record_part_room(const vfi_record *record);

/* The elements first .. last of a view, in its own bounds, as a part of its array, which was readied. False: the part has
 * further elements, because the array is counted in other directions than the view. */
bool vfi_record_part(const vfi_record *record, const int64_t first[VF_MAX_RANK], const int64_t last[VF_MAX_RANK],
                     struct vfi_part *part);

/* True if the elements of the view are in one piece. */
bool vfi_record_dense(const vfi_record *record);

/* Elements of the array from one index of a direction to the next. */
int64_t vfi_record_stride(const vfi_record *record, int direction);

/* The number of elements before the view in each direction of its pitches, in elements of the direction. */
void vfi_record_before(const vfi_record *record, int64_t before[VF_MAX_RANK]);

/* True if a byte of the array belongs to an element of the view; index is then the index of the element, in the view's
 * own bounds. */
bool vfi_record_find(const vfi_record *record, size_t byte, int64_t index[VF_MAX_RANK]);

/* Rank and bounds for the user: with axes, of the unselected axes. */
int vfi_record_bounds(const vfi_record *record, int64_t lower[VF_MAX_AXES], int64_t upper[VF_MAX_AXES]);

/* True if the places of two views of one array show that they share no element: different ranges, or different indices
 * of one axis. */
bool vfi_records_apart(const vfi_record *p, const vfi_record *q);

/* Makes the view of an array once its shape is known, as vf_view_wrap does. Lock held.
 *   owned  viewfab frees the host array with the view
 * Errors: VF_ERROR_OVERLAP, VF_ERROR_MEMORY. */
vf_status vfi_record_adopt(vf_context *context, void *host, vf_type type, const vfi_record *shape, vf_wrap_rule rule,
                           bool owned, vf_view **view);

/* Refuses host memory unfit for a wrap of so many elements. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT. */
vf_status vfi_record_check_host(const void *host, vf_type type, int64_t elements, const char *label);

/* A view of the array of another view, with a shape of its own. Errors: VF_ERROR_MEMORY. */
vf_status vfi_record_share_part(const vfi_record *shape, size_t offset, vf_view **view);

/* The direction of the components of an array with this map. */
static inline int vfi_component_direction(const vfi_map *map) { return map->rank; }

/* The span for a launcher in place of an array that the call does not read: no element. */
extern const vfi_span vfi_span_of_nothing;

/* The direction of the view for the first index of an array with this map: 0, or 1 if kernels over boxes know the array
 * as one line and its axes are levels without points, such as a profile. */
int vfi_record_first_direction(const vfi_record *record, const vfi_map *map);

/* Writes the view for a launcher; the view has a device side. */
void vfi_record_span(const vfi_record *record, const vfi_map *map, vfi_span *span);

/* Address of the view's first element on a side. */
char *vfi_record_address(const vfi_record *record, vf_side side);

/* The same as vf_view_device_address, with an address that is good until the end of the use at hand (see evict.h). Takes the lock
 * itself. */
vf_status vfi_view_device_address(vf_view *view, vf_intent intent, void **address);

/* Any view of the array; NULL if there is none. */
vf_view *vfi_record_of_array(const vfi_array *array);

/* The smallest view that contains a byte of an array, by its number of elements. The byte is counted from the beginning of
 * the array. NULL if there is none. */
const vfi_record *vfi_record_around(const vfi_array *array, size_t byte);

/* Ends all views and sets of a context, in any state. A failure is a failure of a hook; all views end even then. */
vf_status vfi_record_release_all(vf_context *context);

#endif
