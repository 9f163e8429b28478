#include "host_side.h"

#include <stdlib.h>
#include <string.h>

#include "../coherence/coherence.h"
#include "../coherence/poison.h"
#include "../core/error.h"
#include "../core/region.h"
#include "../core/shared.h"
#include "../core/view.h"
#include "../validate/old_values.h"

static bool is_watched(const vfi_array *array) { return array->watch && vfi_coherence_serves(); }

bool vfi_host_is_watched(vf_view *view)
{
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "a legacy call");
  const bool watched = record && is_watched(record->array);
  vfi_unlock();
  return watched;
}

bool vfi_host_is_lost(vf_view *view)
{
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "a legacy call");
  const bool lost = record && is_watched(record->array) && vfi_coherence_has_lost(record->array);
  vfi_unlock();
  return lost;
}

void vfi_host_is_newest(vf_view *view)
{
  vfi_lock();
  vfi_record *record = vfi_record_get(view, "a legacy call");
  if (record) (void)vfi_shared_end(record->array); /* legacy code writes arrays without a word before */
  if (record && !record->array->context->backend->aliases_host && record->array->bytes && !is_watched(record->array))
    vfi_array_set_state(record->array, VF_STATE_HOST);
  vfi_unlock();
}

void vfi_lets_go_of_host(vf_view *view)
{
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "a legacy call");
  if (record && !record->array->context->backend->aliases_host && record->array->bytes) {
    vfi_array_unlock(record->array);
    vfi_array_set_state(record->array, VF_STATE_HOST);
  }
  vfi_unlock();
}

void vfi_travels_once(vf_view *view, bool once)
{
  vfi_lock();
  vfi_record *record = vfi_record_get(view, "a legacy call");
  if (record) record->array->travels_once = once;
  vfi_unlock();
}

void vfi_passes(vf_view *view)
{
  vfi_lock();
  vfi_record *record = vfi_record_get(view, "a legacy call");
  if (record) record->array->passing = true;
  if (record) (void)vfi_shared_end(record->array);
  vfi_unlock();
}

bool vfi_is_passing(const vf_view *view)
{
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "a legacy call");
  const bool is = !record || record->array->passing;
  vfi_unlock();
  return is;
}

vf_box vfi_owned_box(const vfi_legacy_call *call, int argument, const vf_box *bounds)
{
  int64_t lower[3], upper[3];
  for (int d = 0; d < 3; d++) {
    lower[d] = bounds->lower[d];
    upper[d] = bounds->upper[d];
  }
  const vfi_use use = { &call->symbol->kernel->description, argument, call->arguments, call->selector, lower, upper };
  vf_box box = vfi_region_mapped(&use, &call->box);
  for (int d = 0; d < 3; d++) {
    if (box.lower[d] < bounds->lower[d]) box.lower[d] = bounds->lower[d];
    if (box.upper[d] > bounds->upper[d]) box.upper[d] = bounds->upper[d];
  }
  return box;
}

static size_t byte_of(const vfi_record *record, const int *index, int64_t component)
{
  const int64_t element =
      (index[0] - record->lower[0]) +
      vfi_record_extent(record, 0) *
          ((index[1] - record->lower[1]) +
           vfi_record_extent(record, 1) * ((index[2] - record->lower[2]) + vfi_record_extent(record, 2) * component));
  return record->offset + (size_t)element * vfi_type_size(record->array->type);
}

/* Copies the rows of a box of one component to the array from a copy of its bytes, which begins at byte `from`. */
static void copy_rows(const vfi_record *record, const vf_box *box, int64_t component, size_t from, const char *copy)
{
  const size_t row = (size_t)((int64_t)box->upper[0] - box->lower[0] + 1) * vfi_type_size(record->array->type);
  int index[3] = { box->lower[0], 0, 0 };
  for (index[2] = box->lower[2]; index[2] <= box->upper[2]; index[2]++)
    for (index[1] = box->lower[1]; index[1] <= box->upper[1]; index[1]++) {
      const size_t byte = byte_of(record, index, component);
      memcpy(record->array->host + byte, copy + (byte - from), row);
    }
}

static vf_status bring(const vfi_legacy_call *call, int argument, const vfi_record *record)
{
  vf_box bounds;
  for (int d = 0; d < 3; d++) {
    bounds.lower[d] = (int)record->lower[d];
    bounds.upper[d] = (int)record->upper[d];
  }
  const vf_box box = vfi_owned_box(call, argument, &bounds);
  if (vfi_box_is_empty(&box)) return VF_OK;
  const size_t size = vfi_type_size(record->array->type);
  for (int64_t n = 0; n < vfi_record_extent(record, 3); n++) {
    const size_t from = byte_of(record, box.lower, n), end = byte_of(record, box.upper, n) + size;
    char *copy = malloc(end - from);
    if (!copy) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a copy of '%s'", record->label);
    const vf_status status = vfi_array_peek(record->array, from, end - from, copy);
    if (!status) copy_rows(record, &box, n, from, copy);
    free(copy);
    if (status) return status;
  }
  return VF_OK;
}

vf_status vfi_write_through(const vfi_legacy_call *call, int argument)
{
  vfi_lock();
  vfi_record *record = vfi_record_get(call->arguments[argument].view, "a legacy call");
  vf_status status = record ? VF_OK : VF_ERROR_NULL;
  if (record && vfi_state_host_lacks(record->array->state)) {
    status = bring(call, argument, record);
    if (!status) vfi_array_set_state(record->array, VF_STATE_HOST);
  }
  vfi_unlock();
  return status;
}

void vfi_poison(vf_view *view)
{
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "a legacy call");
  if (record && record->array->state == VF_STATE_DEVICE) {
    vfi_poison_host(record->array);
    vfi_old_values_begin(record->array);
  }
  vfi_unlock();
}
