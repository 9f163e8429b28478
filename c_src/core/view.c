#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "hold.h"
#include "hooks.h"
#include "open_contexts.h"
#include "registry.h"
#include "set.h"
#include "text.h"

vf_record *vf_record_get(const vf_view *view, const char *who)
{
  const vf_operand *operand = vf_handle_get(view, who);
  if (operand && operand->set) {
    vf_fail(VF_ERROR_NULL, "%s: '%s' is a set of %d boxes; take one of its views", who, operand->label, operand->count);
    return NULL;
  }
  return operand ? operand->records[0] : NULL;
}

/* A view with the shape of another view, and a handle; the array is still missing. */
static vf_status make(const vf_record *shape, vf_record **made, vf_view **view)
{
  vf_record *record = malloc(sizeof *record);
  if (!record) return vf_fail(VF_ERROR_MEMORY, "no host memory for a view of '%s'", shape->label);
  *record = *shape;
  record->in_set = record->in_remote = false;
  record->itself = record;
  record->operand = (vf_operand){ .label = record->label,
                                  .count = 1,
                                  .records = &record->itself,
                                  .arrays = &record->array,
                                  .ranges = &record->range,
                                  .whole = &record->whole };
  const vf_status status = vf_handle_take(&record->operand, record->label, view);
  if (status) free(record);
  else *made = record;
  return status;
}

/* Puts a view on its array. */
static void attach(vf_record *record, vf_array *array, size_t offset)
{
  record->array = array;
  record->offset = offset;
  record->operand.context = array->context;
  record->operand.type = array->type;
  const char *begin = vf_record_address(record, VF_HOST);
  record->range.begin = begin;
  record->range.end = begin + (size_t)vf_record_length(record) * vf_type_size(array->type);
  record->range.place = 0;
  array->views++;
}

/* Undoes make. */
static void unmake(vf_record *record, vf_view **view)
{
  vf_handle_give(*view);
  free(record);
  *view = NULL;
}

/* Checks the arguments of a caller of wrap or create, and counts the elements. */
static vf_status check_shape(vf_type type, int rank, const int64_t *extents, const int *lower, const char *label,
                             vf_record *shape, int64_t *elements)
{
  if (!vf_type_is_known(type)) return vf_fail(VF_ERROR_KIND, "'%s': unknown element type %d", label, type);
  if (rank < 1 || rank > VF_MAX_RANK)
    return vf_fail(VF_ERROR_ARGUMENT, "'%s': rank %d; it may be 1 to %d", label, rank, VF_MAX_RANK);
  if (!extents) return vf_fail(VF_ERROR_NULL, "'%s': extents is NULL", label);
  int64_t stride = (int64_t)vf_type_size(type);
  *elements = 1;
  memset(shape, 0, sizeof *shape);
  shape->rank = rank;
  vf_text_copy_label(shape->label, sizeof shape->label, label);
  for (int d = 0; d < VF_MAX_RANK; d++) {
    const int64_t extent = d < rank ? extents[d] : 1;
    if (extent < 0)
      return vf_fail(VF_ERROR_ARGUMENT, "'%s': extent %lld in direction %d is negative", label, (long long)extent,
                     d + 1);
    if (extent > INT64_MAX / 8 || (extent > 0 && *elements > INT64_MAX / 8 / extent))
      return vf_fail(VF_ERROR_ARGUMENT, "'%s': more elements than memory can hold", label);
    shape->lower[d] = d < rank && lower ? lower[d] : 1;
    shape->upper[d] = shape->lower[d] + extent - 1;
    shape->pitch[d] = extent;
    /* the origin of a span, at index 0 in every direction, has an address of 64 bits as well */
    int64_t away;
    if (d < rank &&
        (__builtin_mul_overflow(shape->lower[d], stride, &away) || away > INT64_MAX / 4 || away < -(INT64_MAX / 4)))
      return vf_fail(VF_ERROR_ARGUMENT, "'%s': its bounds lie too far from 0 to be addressed (%lld in direction %d)",
                     label, (long long)shape->lower[d], d + 1);
    stride *= extent;
    *elements *= extent;
  }
  return VF_OK;
}

vf_status vf_record_adopt(vf_context *context, void *host, vf_type type, const vf_record *shape, vf_wrap_rule rule,
                          bool owned, vf_view **view)
{
  const int64_t elements = vf_record_elements(shape);
  vf_record *record = NULL;
  vf_status status = make(shape, &record, view);
  if (status) return status;
  vf_array *array = NULL;
  bool joined = false;
  if (!elements) host = NULL;
  status = vf_registry_claim(context, host, (size_t)elements * vf_type_size(type), type, shape->label, rule, &array,
                             &joined);
  if (!status && joined && owned)
    status = vf_fail(VF_ERROR_OVERLAP,
                     "'%s' has got memory of '%s', which is live; if '%s' was deallocated, release its "
                     "view first",
                     shape->label, array->label, array->label);
  if (status) {
    unmake(record, view);
    return status;
  }
  record->base = elements ? (size_t)((char *)host - array->host) : 0;
  attach(record, array, record->base);
  if (owned) array->owned = true;
  return VF_OK;
}

vf_status vf_record_check_host(const void *host, vf_type type, int64_t elements, const char *label)
{
  if (elements && !host) return vf_fail(VF_ERROR_NULL, "'%s': the host address is NULL", label);
  if (elements && (uintptr_t)host % vf_type_size(type))
    return vf_fail(VF_ERROR_ARGUMENT, "'%s': the host address is not aligned for %s", label, vf_type_name(type));
  return VF_OK;
}

vf_status vf_view_wrap(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                       const int *lower, const char *label, vf_wrap_rule rule, vf_view **view)
{
  if (!label) label = "unnamed";
  if (!view) return vf_fail(VF_ERROR_NULL, "'%s': view is NULL", label);
  *view = NULL;
  vf_record shape;
  int64_t elements = 0;
  vf_status status = check_shape(type, rank, extents, lower, label, &shape, &elements);
  if (!status) status = vf_record_check_host(host, type, elements, label);
  if (!status) status = vf_context_resolve(&context);
  if (status) return status;
  vf_lock();
  status = vf_record_adopt(context, host, type, &shape, rule, false, view);
  vf_unlock();
  return status;
}

vf_status vf_view_create(vf_context *context, vf_type type, int rank, const int64_t *extents, const int *lower,
                         const char *label, vf_view **view)
{
  if (!label) label = "unnamed";
  if (!view) return vf_fail(VF_ERROR_NULL, "'%s': view is NULL", label);
  *view = NULL;
  vf_record shape;
  int64_t elements = 0;
  vf_status status = check_shape(type, rank, extents, lower, label, &shape, &elements);
  if (!status) status = vf_context_resolve(&context);
  if (status) return status;
  void *host = NULL;
  if (elements) {
    host = calloc((size_t)elements, vf_type_size(type));
    if (!host)
      return vf_fail(VF_ERROR_MEMORY, "no host memory for '%s', which has %lld elements", label, (long long)elements);
  }
  vf_lock();
  status = vf_record_adopt(context, host, type, &shape, VF_WRAP_DISTINCT, true, view);
  vf_unlock();
  if (status) free(host);
  return status;
}

vf_status vf_record_share_part(const vf_record *shape, size_t offset, vf_view **view)
{
  vf_record *record = NULL;
  const vf_status status = make(shape, &record, view);
  if (!status) attach(record, shape->array, offset);
  return status;
}

vf_status vf_record_share(const vf_record *from, vf_view **view)
{
  return vf_record_share_part(from, from->offset, view);
}

void vf_record_drop(vf_view *view)
{
  vf_record *record = vf_handle_operand(view)->records[0];
  vf_array *array = record->array;
  vf_handle_give(view);
  free(record);
  if (--array->views == 0) vf_registry_drop(array);
}

vf_status vf_view_component(vf_view *parent, int first, int count, vf_view **view)
{
  if (!view) return vf_fail(VF_ERROR_NULL, "vf_view_component: view is NULL");
  *view = NULL;
  vf_lock();
  vf_status status = VF_OK;
  const vf_record *from = vf_record_get(parent, "vf_view_component");
  if (!from) status = VF_ERROR_NULL;
  else if (from->axes.rank)
    status = vf_fail(VF_ERROR_COMPONENT, "components %d:%lld of '%s', whose indices are axes with names; select one",
                     first, (long long)first + count - 1, from->label);
  else if (count < 1 || first < from->lower[3] || (int64_t)first + count - 1 > from->upper[3])
    status = vf_fail(VF_ERROR_COMPONENT, "components %d:%lld of '%s', which has %lld:%lld", first,
                     (long long)first + count - 1, from->label, (long long)from->lower[3], (long long)from->upper[3]);
  if (!status) {
    vf_record shape = *from;
    shape.lower[3] = first;
    shape.upper[3] = (int64_t)first + count - 1;
    shape.pitch[3] = count;
    const int64_t before = (first - from->lower[3]) * vf_record_stride(from, 3);
    shape.base = from->offset + (size_t)before * vf_type_size(from->array->type);
    status = vf_record_share_part(&shape, shape.base, view);
  }
  vf_unlock();
  return status;
}

/* Refuses if the ending views are the last views of a user's array with its newest values on the device. */
static vf_status check_release(const vf_record *record, bool discard)
{
  const vf_array *array = record->array;
  if (array->views > array->views_ending || array->state != VF_STATE_DEVICE || discard || array->owned) return VF_OK;
  return vf_fail(VF_ERROR_STALE,
                 "release of '%s': the newest values are on the device; sync_d2h first, or "
                 "release with discard",
                 record->label);
}

/* Ends a view, or a set with its views. */
static void end(vf_view *handle, const vf_operand *operand)
{
  if (operand->set) vf_set_end(handle);
  else vf_record_drop(handle);
}

/* Refuses if view `place` of the list may not end; a NULL view has ended. */
static vf_status check_end(vf_view *const *views, int place, const char *who)
{
  if (!views[place]) return VF_OK;
  const vf_operand *operand = vf_handle_get(views[place], who);
  const vf_status status = operand ? vf_check_free(operand) : VF_ERROR_NULL;
  if (status) return status;
  if (!operand->set && operand->records[0]->in_set)
    return vf_fail(VF_ERROR_STATE, "release of '%s': the view belongs to a set, which releases it", operand->label);
  if (!operand->set && operand->records[0]->in_remote)
    return vf_fail(VF_ERROR_STATE, "release of '%s': the view belongs to a remote array; call vf_remote_release",
                   operand->label);
  for (int v = 0; v < place; v++)
    if (views[v] == views[place])
      return vf_fail(VF_ERROR_ARGUMENT, "release of '%s': views %d and %d of the list are the same one", operand->label,
                     v + 1, place + 1);
  return VF_OK;
}

/* The operand of a view that may end, without records if the view is NULL. */
static const vf_operand *ending(const vf_view *view)
{
  static const vf_operand nothing = { .count = 0 };
  return view ? vf_handle_operand(view) : &nothing;
}

/* Counts for each array its views in the list. */
static void count_ending(vf_view *const *views, int count)
{
  for (int one = 0; one <= 1; one++)
    for (int place = 0; place < count; place++)
      for (int v = 0; v < ending(views[place])->count; v++) {
        vf_array *array = ending(views[place])->arrays[v];
        array->views_ending = one ? array->views_ending + 1 : 0;
      }
}

/* Ends the views, or none of them. */
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
      status = vf_wiring.view_ends(ending(views[place])->records[v]);
  for (int place = 0; place < count && !status; place++) {
    if (views[place]) end(views[place], vf_handle_operand(views[place]));
    views[place] = NULL;
  }
  return status;
}

vf_status vf_view_release(vf_view **view, bool discard)
{
  if (!view || !*view) return VF_OK;
  vf_lock();
  const vf_status status = release(view, 1, discard, "vf_view_release");
  vf_unlock();
  return status;
}

vf_status vf_view_list_check(vf_view *const *views, int count, const char *who)
{
  if (count < 0) return vf_fail(VF_ERROR_ARGUMENT, "%s: a list of %d views", who, count);
  if (count && !views) return vf_fail(VF_ERROR_NULL, "%s: the list of views is NULL", who);
  return VF_OK;
}

vf_status vf_views_release(vf_view **views, int count, bool discard)
{
  const vf_status wrong = vf_view_list_check(views, count, "vf_views_release");
  if (wrong) return wrong;
  vf_lock();
  const vf_status status = release(views, count, discard, "vf_views_release");
  vf_unlock();
  return status;
}

/* Sets first: their views end with them. */
vf_status vf_record_release_all(vf_context *context)
{
  vf_status status = VF_OK;
  for (int sets = 1; sets >= 0; sets--)
    for (vf_view *handle = vf_handle_next(NULL); handle; handle = vf_handle_next(handle)) {
      const vf_operand *operand = vf_handle_operand(handle);
      if (operand->context != context || (operand->set != NULL) != sets) continue;
      for (int v = 0; v < operand->count; v++) {
        const vf_status ended = vf_wiring.view_ends(operand->records[v]);
        if (ended) status = ended;
      }
      end(handle, operand);
    }
  return status;
}

/* The single views of an array, one after the other: NULL to begin with, NULL at the end. */
static vf_view *next_view_of(const vf_array *array, const vf_view *before)
{
  vf_view *handle = vf_handle_next(before);
  while (handle && (vf_handle_operand(handle)->set || vf_handle_operand(handle)->arrays[0] != array))
    handle = vf_handle_next(handle);
  return handle;
}

const vf_record *vf_record_around(const vf_array *array, size_t byte)
{
  const vf_record *smallest = NULL;
  int64_t index[VF_MAX_RANK];
  for (vf_view *view = next_view_of(array, NULL); view; view = next_view_of(array, view)) {
    const vf_record *record = vf_handle_operand(view)->records[0];
    if (!vf_record_find(record, byte, index)) continue;
    if (!smallest || vf_record_elements(record) < vf_record_elements(smallest)) smallest = record;
  }
  return smallest;
}

vf_view *vf_record_of_array(const vf_array *array)
{
  if (!array) return NULL;
  vf_view *view = next_view_of(array, NULL);
  while (view && !vf_record_whole(vf_handle_operand(view)->records[0])) view = next_view_of(array, view);
  return view ? view : next_view_of(array, NULL);
}
