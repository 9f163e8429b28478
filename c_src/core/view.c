#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "context.h"
#include "error.h"
#include "flight.h"
#include "hooks.h"
#include "host_memory.h"
#include "registry.h"
#include "section.h"
#include "set.h"
#include "shared.h"
#include "text.h"

vfi_record *vfi_record_get(const vf_view *view, const char *who)
{
  const vfi_operand *operand = vfi_handle_get(view, who);
  if (operand && operand->set) {
    vfi_fail(VF_ERROR_NULL, "%s: '%s' is a set of %d boxes; take one of its views", who, operand->label,
             operand->count);
    return NULL;
  }
  return operand ? operand->records[0] : NULL;
}

/* Makes a record with the shape of another record, and its handle. The new record has no array until attach. */
static vf_status make(const vfi_record *shape, vfi_record **made, vf_view **view)
{
  vfi_record *record = malloc(sizeof *record);
  if (!record) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a view of '%s'", shape->label);
  *record = *shape;
  record->in_set = record->in_remote = false;
  record->itself = record;
  record->operand = (vfi_operand){ .label = record->label,
                                   .count = 1,
                                   .records = &record->itself,
                                   .arrays = &record->array,
                                   .ranges = &record->range,
                                   .whole = &record->whole };
  const vf_status status = vfi_handle_take(&record->operand, record->label, view);
  if (status) free(record);
  else *made = record;
  return status;
}

/* Gives a record its array: the record begins at an offset in bytes from the first element of the array. */
static void attach(vfi_record *record, vfi_array *array, size_t offset)
{
  record->array = array;
  record->offset = offset;
  record->operand.context = array->context;
  record->operand.type = array->type;
  const char *begin = vfi_record_address(record, VF_HOST);
  record->range.begin = begin;
  record->range.end = begin + (size_t)vfi_record_length(record) * vfi_type_size(array->type);
  record->range.place = 0;
  array->views++;
  vfi_record_tell_extents(record);
}

/* Undoes make. */
static void unmake(vfi_record *record, vf_view **view)
{
  vfi_handle_give(*view);
  free(record);
  *view = NULL;
}

/* Checks the arguments of a caller of wrap or create, and counts the elements. */
static vf_status check_shape(vf_type type, int rank, const int64_t *extents, const int *lower, const char *label,
                             vfi_record *shape, int64_t *elements)
{
  if (!vfi_type_is_known(type)) return vfi_fail(VF_ERROR_KIND, "'%s': unknown element type %d", label, type);
  if (rank < 1 || rank > VF_MAX_RANK)
    return vfi_fail(VF_ERROR_ARGUMENT, "'%s': rank %d; it may be 1 to %d", label, rank, VF_MAX_RANK);
  if (!extents) return vfi_fail(VF_ERROR_NULL, "'%s': extents is NULL", label);
  int64_t stride = (int64_t)vfi_type_size(type);
  *elements = 1;
  memset(shape, 0, sizeof *shape);
  shape->rank = rank;
  vfi_text_copy_label(shape->label, sizeof shape->label, label);
  for (int d = 0; d < VF_MAX_RANK; d++) {
    const int64_t extent = d < rank ? extents[d] : 1;
    if (extent < 0)
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': extent %lld in direction %d is negative", label, (long long)extent,
                      d + 1);
    if (extent > INT64_MAX / 8 || (extent > 0 && *elements > INT64_MAX / 8 / extent))
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': more elements than memory can hold", label);
    shape->lower[d] = d < rank && lower ? lower[d] : 1;
    shape->upper[d] = shape->lower[d] + extent - 1;
    shape->pitch[d] = extent;
    /* kernels use the address of the element with all indices 0, which has to fit into 64 bits too */
    int64_t away;
    if (d < rank &&
        (__builtin_mul_overflow(shape->lower[d], stride, &away) || away > INT64_MAX / 4 || away < -(INT64_MAX / 4)))
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': its bounds lie too far from 0 to be addressed (%lld in direction %d)",
                      label, (long long)shape->lower[d], d + 1);
    stride *= extent;
    *elements *= extent;
  }
  return VF_OK;
}

static vf_status adopt(vf_context *context, void *host, vf_type type, const vfi_record *shape, vf_wrap_rule rule,
                       bool owned, vf_view **view)
{
  const int64_t elements = vfi_record_elements(shape);
  vfi_record *record = NULL;
  vf_status status = make(shape, &record, view);
  if (status) return status;
  vfi_array *array = NULL;
  bool joined = false;
  if (!elements) host = NULL;
  status = vfi_registry_claim(context, host, (size_t)elements * vfi_type_size(type), type, shape->label, rule, &array,
                              &joined);
  if (!status && joined && owned)
    status = vfi_fail(VF_ERROR_OVERLAP,
                      "new memory for '%s' lies in the array '%s', which is live; if '%s' was deallocated, release its "
                      "view first",
                      shape->label, array->label, array->label);
  if (status) {
    unmake(record, view);
    return status;
  }
  record->base = elements ? (size_t)((char *)host - array->host) : 0;
  attach(record, array, record->base);
  if (owned) array->owned = true;
  else if (!joined && context->pool->shares) vfi_shared_begin(array);
  return VF_OK;
}

vf_status vfi_record_adopt(vf_context *context, void *host, vf_type type, const vfi_record *shape, vf_wrap_rule rule,
                           bool owned, vf_view **view)
{
  if (vfi_profiling) vfi_wiring.code_pauses(false);
  const vf_status status = adopt(context, host, type, shape, rule, owned, view);
  if (vfi_profiling) vfi_wiring.code_resumes();
  return status;
}

vf_status vfi_record_check_host(const void *host, vf_type type, int64_t elements, const char *label)
{
  if (elements && !host) return vfi_fail(VF_ERROR_NULL, "'%s': the host address is NULL", label);
  if (elements && (uintptr_t)host % vfi_type_size(type))
    return vfi_fail(VF_ERROR_ARGUMENT, "'%s': the host address is not aligned for %s", label, vfi_type_name(type));
  return VF_OK;
}

vf_status vf_view_wrap(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                       const int *lower, const char *label, vf_wrap_rule rule, vf_view **view)
{
  if (!label) label = "unnamed";
  if (!view) return vfi_fail(VF_ERROR_NULL, "'%s': view is NULL", label);
  *view = NULL;
  vfi_record shape;
  int64_t elements = 0;
  vf_status status = check_shape(type, rank, extents, lower, label, &shape, &elements);
  if (!status) status = vfi_record_check_host(host, type, elements, label);
  if (!status) status = vfi_context_resolve(&context);
  if (!status && vfi_host_watched) status = vfi_wiring.memory_is_wrapped(host, (size_t)elements * vfi_type_size(type));
  if (status) return status;
  vfi_lock();
  status = vfi_record_adopt(context, host, type, &shape, rule, false, view);
  vfi_unlock();
  return status;
}

/* The dense copy of a section, as an array of viewfab. Lock held. */
static vf_status adopt_section(vf_context *context, const vfi_record *shape, void *host, vf_type type,
                               const int64_t *extents, const int64_t *steps, vf_view **view)
{
  void *dense = NULL;
  vfi_section *section = malloc(sizeof *section);
  if (!section) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the section '%s'", shape->label);
  vf_status status = vfi_section_describe(section, host, type, shape->rank, extents, steps, shape->label);
  const size_t bytes = (size_t)section->packing.elements * vfi_type_size(type);
  if (!status && bytes && !(dense = malloc(bytes)))
    status = vfi_fail(VF_ERROR_MEMORY, "no host memory for the dense copy of '%s', which has %zu bytes", shape->label,
                      bytes);
  if (!status) status = vfi_record_adopt(context, dense, type, shape, VF_WRAP_DISTINCT, bytes > 0, view);
  vfi_array *array = status ? NULL : vfi_handle_operand(*view)->arrays[0];
  if (array && bytes) {
    vfi_section_attach(section, array);
    return VF_OK;
  }
  free(section);
  if (status) free(dense);
  return status;
}

vf_status vf_view_wrap_section(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                               const int64_t *steps, const int *lower, const char *label, vf_view **view)
{
  if (!label) label = "unnamed";
  if (!view) return vfi_fail(VF_ERROR_NULL, "'%s': view is NULL", label);
  *view = NULL;
  vfi_record shape;
  int64_t elements = 0;
  vf_status status = check_shape(type, rank, extents, lower, label, &shape, &elements);
  if (!status && !steps) status = vfi_fail(VF_ERROR_NULL, "'%s': steps is NULL", label);
  if (!status) status = vfi_record_check_host(host, type, elements, label);
  if (!status) status = vfi_context_resolve(&context);
  if (!status && vfi_host_watched && elements) status = vfi_wiring.memory_is_wrapped(host, vfi_type_size(type));
  if (status) return status;
  vfi_lock();
  status = adopt_section(context, &shape, host, type, extents, steps, view);
  vfi_unlock();
  return status;
}

static vf_status create(vf_context *context, vf_type type, const vfi_record *shape, size_t bytes, vf_view **view)
{
  void *host = bytes ? vfi_host_memory_take(bytes) : NULL;
  if (bytes && !host)
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for '%s', which has %zu bytes", shape->label, bytes);
  const vf_status status = vfi_record_adopt(context, host, type, shape, VF_WRAP_DISTINCT, true, view);
  if (status && host) vfi_host_memory_give(host, bytes, true);
  if (!status) vfi_handle_operand(*view)->arrays[0]->from_pool = bytes > 0;
  return status;
}

vf_status vf_view_create(vf_context *context, vf_type type, int rank, const int64_t *extents, const int *lower,
                         const char *label, vf_view **view)
{
  if (!label) label = "unnamed";
  if (!view) return vfi_fail(VF_ERROR_NULL, "'%s': view is NULL", label);
  *view = NULL;
  vfi_record shape;
  int64_t elements = 0;
  vf_status status = check_shape(type, rank, extents, lower, label, &shape, &elements);
  if (!status) status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  status = create(context, type, &shape, (size_t)elements * vfi_type_size(type), view);
  vfi_unlock();
  return status;
}

vf_status vfi_record_share_part(const vfi_record *shape, size_t offset, vf_view **view)
{
  vfi_record *record = NULL;
  const vf_status status = make(shape, &record, view);
  if (!status) attach(record, shape->array, offset);
  return status;
}

vf_status vfi_record_share(const vfi_record *from, vf_view **view)
{
  return vfi_record_share_part(from, from->offset, view);
}

void vfi_record_drop(vf_view *view)
{
  vfi_record *record = vfi_handle_operand(view)->records[0];
  vfi_array *array = record->array;
  vfi_handle_give(view);
  free(record);
  if (--array->views == 0) vfi_registry_drop(array);
}

vf_status vf_view_component(vf_view *parent, int first, int count, vf_view **view)
{
  if (!view) return vfi_fail(VF_ERROR_NULL, "vf_view_component: view is NULL");
  *view = NULL;
  vfi_lock();
  vf_status status = VF_OK;
  const vfi_record *from = vfi_record_get(parent, "vf_view_component");
  if (!from) status = VF_ERROR_NULL;
  else if (from->axes.rank)
    status = vfi_fail(VF_ERROR_COMPONENT, "components %d:%lld of '%s', whose indices are axes with names; select one",
                      first, (long long)first + count - 1, from->label);
  else if (count < 1 || first < from->lower[3] || (int64_t)first + count - 1 > from->upper[3])
    status = vfi_fail(VF_ERROR_COMPONENT, "components %d:%lld of '%s', which has %lld:%lld", first,
                      (long long)first + count - 1, from->label, (long long)from->lower[3], (long long)from->upper[3]);
  if (!status) {
    vfi_record shape = *from;
    shape.lower[3] = first;
    shape.upper[3] = (int64_t)first + count - 1;
    shape.pitch[3] = count;
    const int64_t before = (first - from->lower[3]) * vfi_record_stride(from, 3);
    shape.base = from->offset + (size_t)before * vfi_type_size(from->array->type);
    status = vfi_record_share_part(&shape, shape.base, view);
  }
  vfi_unlock();
  return status;
}

/* Refuses a release that would lose values: the views end, they are the last views of a user's array, and the device has
 * the newest values. */
static vf_status check_release(const vfi_record *record, bool discard)
{
  vfi_array *array = record->array;
  if (array->section && array->views <= array->views_ending && !discard && array->section->is_old)
    return vfi_fail(VF_ERROR_STALE,
                    "release of '%s': the section's memory lacks the newest values; sync_d2h first, or release with "
                    "discard",
                    record->label);
  if (array->views > array->views_ending || !vfi_state_host_lacks(array->state) || discard || array->owned)
    return VF_OK;
  const vf_status status = vfi_flight_land(array); /* of a copy to the host that was not waited for */
  if (status || !vfi_state_host_lacks(array->state)) return status;
  if (vfi_wiring.brings_at_end(array)) return VF_OK;
  return vfi_fail(VF_ERROR_STALE,
                  "release of '%s': the newest values are on the device; sync_d2h first, or "
                  "release with discard",
                  record->label);
}

/* Ends a view, or a set with its views. */
static void end(vf_view *handle, const vfi_operand *operand)
{
  if (operand->set) vfi_set_end(handle);
  else vfi_record_drop(handle);
}

/* Refuses if view `place` of the list may not end. A view that is NULL has ended before. */
static vf_status check_end(vf_view *const *views, int place, const char *who)
{
  if (!views[place]) return VF_OK;
  const vfi_operand *operand = vfi_handle_get(views[place], who);
  const vf_status status = operand ? vfi_check_free(operand) : VF_ERROR_NULL;
  if (status) return status;
  if (!operand->set && operand->records[0]->in_set)
    return vfi_fail(VF_ERROR_STATE, "release of '%s': the view belongs to a set, which releases it", operand->label);
  if (!operand->set && operand->records[0]->in_remote)
    return vfi_fail(VF_ERROR_STATE, "release of '%s': the view belongs to a remote array; call vf_remote_release",
                    operand->label);
  for (int v = 0; v < place; v++)
    if (views[v] == views[place])
      return vfi_fail(VF_ERROR_ARGUMENT, "release of '%s': views %d and %d of the list are the same view",
                      operand->label, v + 1, place + 1);
  return VF_OK;
}

/* The operand of a view in the list; an operand without records for a view that is NULL. */
static const vfi_operand *ending(const vf_view *view)
{
  static const vfi_operand nothing = { .count = 0 };
  return view ? vfi_handle_operand(view) : &nothing;
}

/* Sets views_ending of each array to the number of its views in the list: first 0, then a count. */
static void count_ending(vf_view *const *views, int count)
{
  for (int counting = 0; counting <= 1; counting++)
    for (int place = 0; place < count; place++)
      for (int v = 0; v < ending(views[place])->count; v++) {
        vfi_array *array = ending(views[place])->arrays[v];
        array->views_ending = counting ? array->views_ending + 1 : 0;
      }
}

/* Ends all views of the list. If the release of one view is refused, no view ends. */
static vf_status release(vf_view **views, int count, bool discard, const char *who)
{
  vf_status status = VF_OK;
  for (int place = 0; place < count && !status; place++) status = check_end(views, place, who);
  if (status) return status;
  count_ending(views, count);
  for (int place = 0; place < count; place++)
    for (int v = 0; v < ending(views[place])->count && !status; v++)
      status = check_release(ending(views[place])->records[v], discard);
  for (int place = 0; place < count; place++)
    for (int v = 0; v < ending(views[place])->count && !status; v++)
      status = vfi_wiring.view_ends(ending(views[place])->records[v]);
  for (int place = 0; place < count && !status; place++) {
    if (views[place]) end(views[place], vfi_handle_operand(views[place]));
    views[place] = NULL;
  }
  return status;
}

vf_status vf_view_release(vf_view **view, bool discard)
{
  if (!view || !*view) return VF_OK;
  if (vfi_profiling) vfi_wiring.code_pauses(true);
  vfi_lock();
  const vf_status status = release(view, 1, discard, "vf_view_release");
  vfi_unlock();
  if (vfi_profiling) vfi_wiring.code_resumes();
  return status;
}

vf_status vfi_view_list_check(vf_view *const *views, int count, const char *who)
{
  if (count < 0) return vfi_fail(VF_ERROR_ARGUMENT, "%s: a list of %d views", who, count);
  if (count && !views) return vfi_fail(VF_ERROR_NULL, "%s: the list of views is NULL", who);
  return VF_OK;
}

vf_status vf_views_release(vf_view **views, int count, bool discard)
{
  const vf_status wrong = vfi_view_list_check(views, count, "vf_views_release");
  if (wrong) return wrong;
  if (vfi_profiling) vfi_wiring.code_pauses(true);
  vfi_lock();
  const vf_status status = release(views, count, discard, "vf_views_release");
  vfi_unlock();
  if (vfi_profiling) vfi_wiring.code_resumes();
  return status;
}

/* Ends sets before single views, because the views of a set end with the set. */
vf_status vfi_record_release_all(vf_context *context)
{
  vf_status status = VF_OK;
  for (int sets = 1; sets >= 0; sets--)
    for (vf_view *handle = vfi_handle_next(NULL); handle; handle = vfi_handle_next(handle)) {
      const vfi_operand *operand = vfi_handle_operand(handle);
      if (operand->context != context || (operand->set != NULL) != sets) continue;
      for (int v = 0; v < operand->count; v++) {
        const vf_status ended = vfi_wiring.view_ends(operand->records[v]);
        if (ended) status = ended;
      }
      end(handle, operand);
    }
  return status;
}

/* The single views of an array, one after the other: NULL to begin with, NULL at the end. */
static vf_view *next_view_of(const vfi_array *array, const vf_view *before)
{
  vf_view *handle = vfi_handle_next(before);
  while (handle && (vfi_handle_operand(handle)->set || vfi_handle_operand(handle)->arrays[0] != array))
    handle = vfi_handle_next(handle);
  return handle;
}

const vfi_record *vfi_record_around(const vfi_array *array, size_t byte)
{
  const vfi_record *smallest = NULL;
  int64_t index[VF_MAX_RANK];
  for (vf_view *view = next_view_of(array, NULL); view; view = next_view_of(array, view)) {
    const vfi_record *record = vfi_handle_operand(view)->records[0];
    if (!vfi_record_find(record, byte, index)) continue;
    if (!smallest || vfi_record_elements(record) < vfi_record_elements(smallest)) smallest = record;
  }
  return smallest;
}

vf_view *vfi_record_of_array(const vfi_array *array)
{
  if (!array) return NULL;
  vf_view *view = next_view_of(array, NULL);
  while (view && !vfi_record_whole(vfi_handle_operand(view)->records[0])) view = next_view_of(array, view);
  return view ? view : next_view_of(array, NULL);
}
