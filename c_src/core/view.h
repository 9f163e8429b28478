/* Views: windows on arrays. Lock held. */
#ifndef VIEWFAB_CORE_VIEW_H
#define VIEWFAB_CORE_VIEW_H

#include "axes.h"
#include "operand.h"

/* A window on an array, with the code's own bounds. Directions beyond the rank have the bounds 1:1. With a selected
 * axis, the elements of a direction are a range of its elements in memory: of its pitch. */
typedef struct vf_record {
  vf_array *array;
  size_t offset; /* bytes from the array's first element */
  size_t base;   /* the same for the first element of the pitches; equal to offset if no axis is selected */
  int64_t lower[VF_MAX_RANK], upper[VF_MAX_RANK];
  int64_t
      pitch[VF_MAX_RANK]; /* elements in memory from one element of a direction to the next direction, as an extent */
  int rank;
  vf_axes axes;       /* rank 0: the view has none */
  bool in_set;        /* the view belongs to a set, which releases it */
  bool in_remote;     /* or to a remote array */
  vf_operand operand; /* the view by itself; its lists are the members below, and array */
  struct vf_record *itself;
  vf_operand_range range;
  bool whole;
  char label[VF_LABEL_LENGTH];
} vf_record;

/* The record of a view. NULL, with the last error set, if the handle is NULL, its view was released, or the handle is a
 * set. who names the caller in the text. */
vf_record *vf_record_get(const vf_view *view, const char *who);

/* Refuses a missing list of `count` views; who names the caller. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT. */
vf_status vf_view_list_check(vf_view *const *views, int count, const char *who);

/* Another view of the same array. Errors: VF_ERROR_MEMORY. */
vf_status vf_record_share(const vf_record *record, vf_view **view);

/* Ends a view, whatever its state. */
void vf_record_drop(vf_view *view);

int64_t vf_record_extent(const vf_record *record, int direction);
int64_t vf_record_elements(const vf_record *record);

/* True if the view covers its array. */
bool vf_record_whole(const vf_record *record);

/* Elements of the array from the first element of the view to its last, both included: more than the view's own
 * elements if they are not in one piece. */
int64_t vf_record_length(const vf_record *record);

/* True if the elements of the view are in one piece. */
bool vf_record_dense(const vf_record *record);

/* Elements of the array from one index of a direction to the next. */
int64_t vf_record_stride(const vf_record *record, int direction);

/* The number of elements before the view in each direction of its pitches, in elements of the direction. */
void vf_record_before(const vf_record *record, int64_t before[VF_MAX_RANK]);

/* True if a byte of the array belongs to an element of the view; index is then the index of the element, in the view's
 * own bounds. */
bool vf_record_find(const vf_record *record, size_t byte, int64_t index[VF_MAX_RANK]);

/* Rank and bounds for the user: with axes, of the unselected axes. */
int vf_record_bounds(const vf_record *record, int64_t lower[VF_MAX_AXES], int64_t upper[VF_MAX_AXES]);

/* True if the places of two views of one array show that they share no element: different ranges, or different indices
 * of one axis. */
bool vf_records_apart(const vf_record *p, const vf_record *q);

/* Makes the view of an array once its shape is known, as vf_view_wrap does. Lock held.
 *   owned  viewfab frees the host array with the view
 * Errors: VF_ERROR_OVERLAP, VF_ERROR_MEMORY. */
vf_status vf_record_adopt(vf_context *context, void *host, vf_type type, const vf_record *shape, vf_wrap_rule rule,
                          bool owned, vf_view **view);

/* Refuses host memory unfit for a wrap of so many elements. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT. */
vf_status vf_record_check_host(const void *host, vf_type type, int64_t elements, const char *label);

/* A view of the array of another view, with a shape of its own. Errors: VF_ERROR_MEMORY. */
vf_status vf_record_share_part(const vf_record *shape, size_t offset, vf_view **view);

/* The direction of the components of an array with this map. */
static inline int vf_component_direction(const vf_map *map) { return map->rank; }

/* The span for a launcher in place of an array that the call does not read: no element. */
extern const vf_span vf_span_of_nothing;

/* The direction of the view for the first index of an array with this map: 0, or 1 if kernels over boxes know the array
 * as one line and its axes are levels without points, such as a profile. */
int vf_record_first_direction(const vf_record *record, const vf_map *map);

/* The view for a launcher; the view has a device side. */
vf_span vf_record_span(const vf_record *record, const vf_map *map);

/* Address of the view's first element on a side. */
char *vf_record_address(const vf_record *record, vf_side side);

/* Some view of the array; NULL if there is none. */
vf_view *vf_record_of_array(const vf_array *array);

/* The view of the fewest elements with a byte of an array inside. The byte is counted from the array's beginning. NULL
 * if there is none. */
const vf_record *vf_record_around(const vf_array *array, size_t byte);

/* Ends all views and sets of a context, in any state. A failure is a failure of a hook; all views end even then. */
vf_status vf_record_release_all(vf_context *context);

#endif
