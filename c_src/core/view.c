#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "../validate/kept_view.h"
#include "error.h"
#include "hold.h"
#include "registry.h"
#include "set.h"

/* Records stand in blocks that never move, so that a pointer to one outlives the growth of the table. */
enum { BLOCK_RECORDS = 256, BLOCKS = 4096, NO_SLOT = 0 };
static vf_record *blocks[BLOCKS];
static uint32_t slots = 1, free_slot = NO_SLOT;

static vf_record *slot_record(uint32_t slot) { return &blocks[slot / BLOCK_RECORDS][slot % BLOCK_RECORDS]; }

static vf_view *handle_of(uint32_t slot)
{
  return (vf_view *)((uintptr_t)slot | (uintptr_t)slot_record(slot)->generation << 32);
}

vf_record *vf_record_or_set(const vf_view *handle, const char *who)
{
  if (!handle) {
    vf_fail(VF_ERROR_NULL, "%s: the view is not set (never wrapped, or released)", who);
    return NULL;
  }
  const uint32_t slot = (uint32_t)(uintptr_t)handle;
  const uint32_t generation = (uint32_t)((uintptr_t)handle >> 32);
  vf_record *record = slot > 0 && slot < slots ? slot_record(slot) : NULL;
  if (!record || (!record->array && !record->set) || record->generation != generation) {
    vf_fail(VF_ERROR_NULL, "%s: the view was released%s%s%s", who, record ? " (its label was '" : "",
            record ? record->label : "", record ? "' or the slot was used again)" : "");
    return NULL;
  }
  return record;
}

vf_record *vf_record_get(const vf_view *view, const char *who)
{
  vf_record *record = vf_record_or_set(view, who);
  if (record && record->set) {
    vf_fail(VF_ERROR_NULL, "%s: '%s' is a set of %d boxes; take one of its views", who, record->label,
            record->set->count);
    return NULL;
  }
  return record;
}

vf_set_state *vf_set_of(const vf_view *view)
{
  const uint32_t slot = (uint32_t)(uintptr_t)view;
  const vf_record *record = slot > 0 && slot < slots ? slot_record(slot) : NULL;
  return record && record->generation == (uint32_t)((uintptr_t)view >> 32) ? record->set : NULL;
}

static vf_record *take_slot(uint32_t *slot)
{
  if (free_slot != NO_SLOT) {
    *slot = free_slot;
    vf_record *record = slot_record(free_slot);
    free_slot = record->next_free;
    return record;
  }
  const uint32_t block = slots / BLOCK_RECORDS;
  if (block < BLOCKS && !blocks[block]) blocks[block] = calloc(BLOCK_RECORDS, sizeof(vf_record));
  if (block >= BLOCKS || !blocks[block]) {
    vf_fail(VF_ERROR_MEMORY, "no host memory for another view (%u are live)", slots - 1);
    return NULL;
  }
  *slot = slots++;
  vf_record *record = slot_record(*slot);
  record->generation = 1;
  return record;
}

static void give_slot(vf_record *record, uint32_t slot)
{
  record->array = NULL;
  record->set = NULL;
  record->in_set = false;
  record->held = (vf_hold_count){ 0 };
  record->generation++;
  record->next_free = free_slot;
  free_slot = slot;
}

int64_t vf_record_extent(const vf_record *record, int direction)
{
  return record->upper[direction] - record->lower[direction] + 1;
}

int64_t vf_record_elements(const vf_record *record)
{
  int64_t elements = 1;
  for (int d = 0; d < VF_MAX_RANK; d++) elements *= vf_record_extent(record, d);
  return elements;
}

bool vf_record_whole(const vf_record *record)
{
  return (size_t)vf_record_elements(record) * vf_type_size(record->array->type) == record->array->bytes;
}

char *vf_record_address(const vf_record *record, vf_side side)
{
  char *base = side == VF_HOST ? record->array->host : record->array->device;
  return base ? base + record->offset : NULL;
}

vf_span vf_record_span(const vf_record *record, bool shared)
{
  vf_span span = { 0 };
  const int64_t size = (int64_t)vf_type_size(record->array->type);
  int64_t stride = 1, origin = 0;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    if (d < 3) origin -= record->lower[d] * stride;
    if (d > 0) span.stride[d - 1] = stride;
    if (d < 3) {
      span.lower[d] = (int)record->lower[d];
      span.upper[d] = (int)(record->upper[d] < VF_ANY_COMPONENT ? record->upper[d] : VF_ANY_COMPONENT);
    }
    stride *= vf_record_extent(record, d);
  }
  span.components = shared ? VF_ANY_COMPONENT : (int)vf_record_extent(record, 3);
  if (shared) span.stride[2] = 0;
  /* The origin may lie outside the array; as a number it is exact. */
  span.origin = (void *)((uintptr_t)vf_record_address(record, VF_DEVICE) + (uintptr_t)(origin * size));
  return span;
}

/* Checks what a caller of wrap or create passed, and counts the elements. */
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
  strncpy(shape->label, label, sizeof shape->label - 1);
  for (int d = 0; d < VF_MAX_RANK; d++) {
    const int64_t extent = d < rank ? extents[d] : 1;
    if (extent < 0)
      return vf_fail(VF_ERROR_ARGUMENT, "'%s': extent %lld in direction %d is negative", label, (long long)extent,
                     d + 1);
    if (extent > INT64_MAX / 8 || (extent > 0 && *elements > INT64_MAX / 8 / extent))
      return vf_fail(VF_ERROR_ARGUMENT, "'%s': more elements than memory can hold", label);
    shape->lower[d] = d < rank && lower ? lower[d] : 1;
    shape->upper[d] = shape->lower[d] + extent - 1;
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

/* Makes the view once shape and memory are known. Lock held. */
static vf_status adopt(vf_context *context, void *host, vf_type type, const vf_record *shape, int64_t elements,
                       vf_wrap_rule rule, bool owned, vf_view **view)
{
  uint32_t slot;
  vf_record *record = take_slot(&slot);
  if (!record) return VF_ERROR_MEMORY;
  vf_array *array = NULL;
  bool joined = false;
  const vf_status status = vf_registry_claim(context, host, (size_t)elements * vf_type_size(type), type, shape->label,
                                             rule, &array, &joined);
  if (status) {
    give_slot(record, slot);
    return status;
  }
  if (joined && owned) {
    give_slot(record, slot);
    return vf_fail(VF_ERROR_OVERLAP,
                   "'%s' has got memory of '%s', which is live; if '%s' was deallocated, release its "
                   "view first",
                   shape->label, array->label, array->label);
  }
  const uint32_t generation = record->generation;
  *record = *shape;
  record->generation = generation;
  record->array = array;
  record->offset = elements ? (size_t)((char *)host - array->host) : 0;
  array->views++;
  if (owned) array->owned = true;
  *view = handle_of(slot);
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
  if (!status && elements && !host) status = vf_fail(VF_ERROR_NULL, "'%s': the host address is NULL", label);
  if (!status && elements && (uintptr_t)host % vf_type_size(type))
    status = vf_fail(VF_ERROR_ARGUMENT, "'%s': the host address is not aligned for %s", label, vf_type_name(type));
  if (!status) status = vf_context_resolve(&context);
  if (status) return status;
  vf_lock();
  status = adopt(context, elements ? host : NULL, type, &shape, elements, rule, false, view);
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
  status = adopt(context, host, type, &shape, elements, VF_WRAP_DISTINCT, true, view);
  vf_unlock();
  if (status) free(host);
  return status;
}

vf_status vf_record_share(const vf_record *from, vf_view **view)
{
  uint32_t slot;
  vf_record *record = take_slot(&slot);
  if (!record) return VF_ERROR_MEMORY;
  const uint32_t generation = record->generation;
  *record = *from;
  record->generation = generation;
  record->in_set = false;
  record->held = (vf_hold_count){ 0 };
  record->array->views++;
  *view = handle_of(slot);
  return VF_OK;
}

void vf_record_drop(vf_view *view)
{
  vf_record *record = slot_record((uint32_t)(uintptr_t)view);
  vf_array *array = record->array;
  give_slot(record, (uint32_t)(uintptr_t)view);
  if (--array->views == 0) vf_registry_drop(array);
}

vf_status vf_record_adopt_set(vf_set_state *set, const char *label, vf_view **handle)
{
  uint32_t slot;
  vf_record *record = take_slot(&slot);
  if (!record) return VF_ERROR_MEMORY;
  const uint32_t generation = record->generation;
  memset(record, 0, sizeof *record);
  record->generation = generation;
  record->set = set;
  strncpy(record->label, label, sizeof record->label - 1);
  *handle = handle_of(slot);
  return VF_OK;
}

vf_status vf_view_component(vf_view *parent, int first, int count, vf_view **view)
{
  if (!view) return vf_fail(VF_ERROR_NULL, "vf_view_component: view is NULL");
  *view = NULL;
  vf_lock();
  vf_status status = VF_OK;
  const vf_record *from = vf_record_get(parent, "vf_view_component");
  if (!from) status = VF_ERROR_NULL;
  else if (count < 1 || first < from->lower[3] || (int64_t)first + count - 1 > from->upper[3])
    status = vf_fail(VF_ERROR_COMPONENT, "components %d:%lld of '%s', which has %lld:%lld", first,
                     (long long)first + count - 1, from->label, (long long)from->lower[3], (long long)from->upper[3]);
  else status = vf_record_share(from, view);
  if (!status) {
    vf_record *record = slot_record((uint32_t)(uintptr_t)*view);
    record->lower[3] = first;
    record->upper[3] = (int64_t)first + count - 1;
    const int64_t cells = vf_record_extent(from, 0) * vf_record_extent(from, 1) * vf_record_extent(from, 2);
    record->offset += (size_t)((first - from->lower[3]) * cells) * vf_type_size(from->array->type);
  }
  vf_unlock();
  return status;
}

/* Refuses where so many views are the last ones of an array of the user's whose newest values are on the device. */
static vf_status check_release(const vf_record *record, int views, bool discard)
{
  const vf_array *array = record->array;
  if (array->views > views || array->state != VF_STATE_DEVICE || discard || array->owned) return VF_OK;
  return vf_fail(VF_ERROR_STALE,
                 "release of '%s': the newest values are on the device; sync_d2h first, or "
                 "release with discard",
                 record->label);
}

static vf_status release_set(vf_view *handle, vf_record *record, bool discard)
{
  vf_set_state *set = record->set;
  vf_status status = VF_OK;
  for (int b = 0; b < set->count; b++) set->arrays[b]->views_of_set = 0;
  for (int b = 0; b < set->count; b++) set->arrays[b]->views_of_set++;
  for (int b = 0; b < set->count && !status; b++)
    status = check_release(set->records[b], set->arrays[b]->views_of_set, discard);
  for (int b = 0; b < set->count && !status; b++) status = vf_kept_view_write(set->records[b]);
  if (status) return status;
  for (int b = 0; b < set->count; b++) vf_record_drop(set->views[b]);
  vf_set_free(set);
  give_slot(record, (uint32_t)(uintptr_t)handle);
  return VF_OK;
}

static vf_status release_view(vf_view *view, const vf_record *record, bool discard)
{
  if (record->in_set)
    return vf_fail(VF_ERROR_STATE, "release of '%s': the view belongs to a set, which releases it", record->label);
  vf_status status = check_release(record, 1, discard);
  if (!status) status = vf_kept_view_write(record);
  if (!status) vf_record_drop(view);
  return status;
}

vf_status vf_view_release(vf_view **view, bool discard)
{
  if (!view || !*view) return VF_OK;
  vf_lock();
  vf_record *record = vf_record_or_set(*view, "vf_view_release");
  vf_status status = record ? vf_check_free(record) : VF_ERROR_NULL;
  if (!status) status = record->set ? release_set(*view, record, discard) : release_view(*view, record, discard);
  if (!status) *view = NULL;
  vf_unlock();
  return status;
}

vf_status vf_record_release_all(vf_context *context)
{
  vf_status status = VF_OK;
  for (uint32_t slot = 1; slot < slots; slot++) {
    vf_record *record = slot_record(slot);
    if (!record->set || record->set->context != context) continue;
    vf_set_free(record->set);
    give_slot(record, slot);
  }
  for (uint32_t slot = 1; slot < slots; slot++) {
    vf_record *record = slot_record(slot);
    if (!record->array || record->array->context != context) continue;
    const vf_status kept = vf_kept_view_write(record);
    if (kept) status = kept;
    vf_record_drop(handle_of(slot));
  }
  return status;
}

const vf_record *vf_record_around(const vf_array *array, size_t byte)
{
  const vf_record *smallest = NULL;
  for (uint32_t slot = 1; slot < slots; slot++) {
    const vf_record *record = slot_record(slot);
    if (record->array != array || byte < record->offset) continue;
    if (byte - record->offset >= (size_t)vf_record_elements(record) * vf_type_size(array->type)) continue;
    if (!smallest || vf_record_elements(record) < vf_record_elements(smallest)) smallest = record;
  }
  return smallest;
}

vf_view *vf_record_of_array(const vf_array *array)
{
  for (uint32_t slot = 1; slot < slots; slot++)
    if (array && slot_record(slot)->array == array && vf_record_whole(slot_record(slot))) return handle_of(slot);
  for (uint32_t slot = 1; slot < slots; slot++)
    if (array && slot_record(slot)->array == array) return handle_of(slot);
  return NULL;
}
