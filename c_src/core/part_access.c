/* Public calls: moves of parts of views. */
#include <viewfab/parts.h>

#include "context.h"
#include "error.h"
#include "evict.h"
#include "hooks.h"
#include "part_states.h"
#include "section.h"
#include "shared.h"
#include "text.h"
#include "view.h"

/* The elements that a call names, in the bounds of the view. */
typedef struct elements {
  vfi_record *record;
  const char *who;
  int64_t first[VF_MAX_RANK], last[VF_MAX_RANK];
} elements;

static bool is_empty(const elements *of)
{
  for (int d = 0; d < VF_MAX_RANK; d++)
    if (of->last[d] < of->first[d]) return true;
  return false;
}

static vf_status refuse(const elements *of, int rank)
{
  const vfi_record *record = of->record;
  char box[VF_RANGE_TEXT], view[VF_RANGE_TEXT];
  return vfi_fail(VF_ERROR_BOX, "%s of '%s': elements %s lie outside of the view, which spans %s", of->who,
                  record->label, vfi_range_text(box, rank, of->first, of->last),
                  vfi_range_text(view, rank, record->lower, record->upper));
}

/* Components are the indices of the last direction of the view. */
static vf_status name_components(elements *of, const int *components)
{
  const vfi_record *record = of->record;
  const int d = record->rank - 1;
  if (components[0] < record->lower[d] || components[1] > record->upper[d])
    return vfi_fail(VF_ERROR_COMPONENT, "%s of '%s': components %d:%d; its last direction has %lld:%lld", of->who,
                    record->label, components[0], components[1], (long long)record->lower[d],
                    (long long)record->upper[d]);
  of->first[d] = components[0];
  of->last[d] = components[1];
  return VF_OK;
}

/* The elements of a box and of components. Directions of the box behind those of the view do not count. */
static vf_status name_elements(elements *of, const vf_box *box, const int *components)
{
  const vfi_record *record = of->record;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    of->first[d] = record->lower[d];
    of->last[d] = record->upper[d];
  }
  if (!box && !components) return VF_OK;
  if (record->axes.rank)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s of '%s': its indices are axes with names; select one instead of a box",
                    of->who, record->label);
  const int directions = components ? record->rank - 1 : record->rank;
  bool inside = true;
  for (int d = 0; box && d < directions && d < 3; d++) {
    of->first[d] = box->lower[d];
    of->last[d] = box->upper[d];
    inside = inside && of->first[d] >= record->lower[d] && of->last[d] <= record->upper[d];
  }
  if (!inside && !is_empty(of)) return refuse(of, record->rank);
  return components ? name_components(of, components) : VF_OK;
}

/* The elements of a call on a view. Errors: VF_ERROR_NULL, VF_ERROR_BOX, VF_ERROR_COMPONENT, VF_ERROR_ARGUMENT. */
static vf_status begin(vf_view *view, const vf_box *box, const int *components, const char *who, elements *of)
{
  vfi_request_begin();
  of->who = who;
  of->record = vfi_record_get(view, who);
  return of->record ? name_elements(of, box, components) : VF_ERROR_NULL;
}

static vf_status end(vf_status status)
{
  vfi_request_end();
  return status;
}

/* ---- Syncs ------------------------------------------------------------------------------------------------------- */

static vf_status never_held(const elements *of)
{
  const vfi_array *array = of->record->array;
  if (!array->bytes || array->on_device_before || array->context->backend->aliases_host) return VF_OK;
  return vfi_fail(VF_ERROR_STATE, "%s of '%s': the device never held it", of->who, of->record->label);
}

/* The elements of a part that the device may bring: the host keeps its newer elements. */
static vfi_part_list brought(const vfi_array *array, const vfi_part *part)
{
  vfi_part_list list = { .count = 1, .at = { *part } };
  vfi_stale stale;
  bool kept = true;
  vfi_part_states_get(array, &stale);
  for (int p = 0; p < stale.of[VF_DEVICE].count && kept; p++)
    kept = vfi_parts_remove(&list, &stale.of[VF_DEVICE].at[p]);
  if (kept) return list;
  list.count = 0; /* too many parts: the old elements of the host are enough */
  for (int p = 0; p < stale.of[VF_HOST].count; p++) {
    const vfi_part common = vfi_part_common(&stale.of[VF_HOST].at[p], part);
    if (!vfi_part_is_empty(&common)) list.at[list.count++] = common;
  }
  return list;
}

static vf_status refuse_shape(const elements *of)
{
  return vfi_fail(
      VF_ERROR_ARGUMENT,
      "%s of '%s': its elements form no box in the directions of its array; name them in a view of the whole "
      "array, or sync all",
      of->who, of->record->label);
}

/* Brings all old elements of the host, and no others. */
static vf_status bring_all(vfi_array *array)
{
  return vfi_state_valid(array->state, VF_HOST) ? VF_OK : vfi_array_prepare(array, VF_HOST, VF_READ, true);
}

/* Copies the elements of some pieces of a view. To the device no other elements may go, because they may be old on the
 * host. The coherence alone knows all writes of the host. */
static vf_status copy_some(const elements *of, const elements *several, int count, vfi_copy_direction copy)
{
  vfi_array *array = of->record->array;
  const bool to_host = copy == VF_COPY_TO_HOST, allowed = vfi_part_states_allowed(array);
  vfi_part_list list = { .count = 0 };
  bool exact = true;
  if (vfi_array_in_place(array) || array->remote || !array->bytes || (vfi_host_watched && !to_host))
    return vfi_arrays_copy(&array, 1, copy);
  if (to_host && !allowed) return bring_all(array);
  if (!vfi_record_part_room(of->record))
    return vfi_fail(VF_ERROR_MEMORY, "%s of '%s': no host memory for the states of its parts", of->who,
                    of->record->label);
  for (int e = 0; e < count && exact; e++) {
    vfi_part part;
    exact = vfi_record_part(of->record, several[e].first, several[e].last, &part);
    if (!exact) break;
    const vfi_part_list some = to_host ? brought(array, &part) : (vfi_part_list){ .count = 1, .at = { part } };
    for (int p = 0; p < some.count && exact; p++) exact = vfi_parts_add(&list, &some.at[p]);
  }
  if (!exact) return to_host ? bring_all(array) : refuse_shape(of);
  vfi_moves moves = { 0 };
  if (list.count) vfi_moves_copy_parts(&moves, array, copy, &list);
  return vfi_moves_make(&moves);
}

/* The program's elements of a section are packed and unpacked as a whole, so none of them may be old on the host. */
static vf_status refuse_section(const elements *of)
{
  return vfi_fail(VF_ERROR_ARGUMENT, "%s of '%s': the view is of a section, which goes to the device as a whole",
                  of->who, of->record->label);
}

static vf_status sync(const elements *of, const elements *several, int count, vfi_copy_direction copy)
{
  vfi_array *array = of->record->array;
  vf_status status = copy == VF_COPY_TO_HOST ? never_held(of)
                     : array->section        ? refuse_section(of)
                                             : vfi_shared_check_host(array, of->who, of->record->label);
  if (!status && count) status = copy_some(of, several, count, copy);
  if (!status && array->section) vfi_section_unpack(array);
  if (!status && copy == VF_COPY_TO_HOST) status = vfi_wiring.host_reads(of->record);
  return status;
}

static vf_status sync_box(vf_view *view, const vf_box *box, const int *components, vfi_copy_direction copy,
                          const char *who)
{
  elements of;
  vf_status status = begin(view, box, components, who, &of);
  if (!status) status = sync(&of, &of, !is_empty(&of), copy);
  return end(status);
}

vf_status vf_view_sync_h2d_box(vf_view *view, const vf_box *box, const int *components)
{
  return sync_box(view, box, components, VF_COPY_TO_DEVICE, "sync_h2d");
}

vf_status vf_view_sync_d2h_box(vf_view *view, const vf_box *box, const int *components)
{
  return sync_box(view, box, components, VF_COPY_TO_HOST, "sync_d2h");
}

static int64_t larger(int64_t p, int64_t q) { return p > q ? p : q; }
static int64_t smaller(int64_t p, int64_t q) { return p < q ? p : q; }

/* The elements of the view around a box, in at most two pieces for each direction: from the slowest direction on, so the
 * pieces have whole rows. Returns the number of pieces. */
static int around(const elements *box, int depth, elements pieces[6])
{
  const vfi_record *record = box->record;
  elements rest = *box;
  int count = 0;
  for (int d = 0; d < 3; d++) {
    rest.first[d] = depth ? larger(record->lower[d], box->first[d] - depth) : record->lower[d];
    rest.last[d] = depth ? smaller(record->upper[d], box->last[d] + depth) : record->upper[d];
  }
  for (int d = 2; d >= 0; d--) {
    if (rest.first[d] < box->first[d]) {
      pieces[count] = rest;
      pieces[count++].last[d] = box->first[d] - 1;
    }
    if (rest.last[d] > box->last[d]) {
      pieces[count] = rest;
      pieces[count++].first[d] = box->last[d] + 1;
    }
    rest.first[d] = box->first[d];
    rest.last[d] = box->last[d];
  }
  return count;
}

static vf_status sync_ghosts(vf_view *view, const vf_box *interior, int depth, const int *components,
                             vfi_copy_direction copy, const char *who)
{
  elements of, pieces[6];
  if (!interior) return vfi_fail(VF_ERROR_NULL, "%s: interior is NULL", who);
  vf_status status = begin(view, interior, components, who, &of);
  if (!status && depth < 0)
    status = vfi_fail(VF_ERROR_ARGUMENT, "%s of '%s': %d layers; it may be 1 or more, or 0 for all", who,
                      of.record->label, depth);
  if (!status && is_empty(&of))
    status = vfi_fail(VF_ERROR_BOX, "%s of '%s': the interior is empty", who, of.record->label);
  if (!status) status = sync(&of, pieces, around(&of, depth, pieces), copy);
  return end(status);
}

vf_status vf_view_sync_h2d_ghosts(vf_view *view, const vf_box *interior, int depth, const int *components)
{
  return sync_ghosts(view, interior, depth, components, VF_COPY_TO_DEVICE, "sync_h2d_ghosts");
}

vf_status vf_view_sync_d2h_ghosts(vf_view *view, const vf_box *interior, int depth, const int *components)
{
  return sync_ghosts(view, interior, depth, components, VF_COPY_TO_HOST, "sync_d2h_ghosts");
}

/* ---- Accesses ---------------------------------------------------------------------------------------------------- */

static vf_status check_intent(const elements *of, vf_intent intent)
{
  if (intent >= VF_READ && intent <= VF_UPDATE) return VF_OK;
  return vfi_fail(VF_ERROR_ARGUMENT, "%s of '%s': intent %d; it may be read (%d), write (%d) or update (%d)", of->who,
                  of->record->label, intent, VF_READ, VF_WRITE, VF_UPDATE);
}

/* Elements that are no box in the directions of the array are accessed with the box around them. */
static vf_status move(const elements *of, vf_side side, vf_intent intent)
{
  vfi_array *array = of->record->array;
  vfi_moves moves = { 0 };
  vfi_part part;
  vf_status status = side == VF_DEVICE ? vfi_context_select(array->context) : VF_OK;
  if (status) return status;
  const bool by_parts = vfi_record_by_parts(of->record);
  const bool exact = by_parts && vfi_record_part(of->record, of->first, of->last, &part);
  vfi_use_note(array);
  vfi_moves_need(&moves, array, side, intent, false);
  if (by_parts) vfi_moves_narrow(array, side, intent, &part, exact && intent == VF_WRITE);
  status = vfi_moves_make(&moves);
  /* before the commit: after a failure the host may not write */
  if (!status && side == VF_HOST && intent != VF_WRITE) status = vfi_wiring.host_reads(of->record);
  if (status) return status;
  const bool of_program = array->section && side == VF_HOST;
  if (of_program) vfi_section_unpack(array);
  if (by_parts) vfi_array_commit_part(array, side, intent, &part);
  else vfi_array_commit(array, side, intent, false);
  if (of_program) vfi_section_note_program(array, intent != VF_READ);
  return VF_OK;
}

static vf_status move_box(vf_view *view, vf_side side, vf_intent intent, const vf_box *box, const int *components,
                          const char *who)
{
  elements of;
  vf_status status = begin(view, box, components, who, &of);
  if (!status) status = check_intent(&of, intent);
  if (!status && of.record->array->remote)
    status = vfi_fail(VF_ERROR_ARGUMENT, "%s of '%s': a remote array is moved as a whole", who, of.record->label);
  if (!status && !is_empty(&of)) status = move(&of, side, intent);
  return end(status);
}

vf_status vf_view_to_host_box(vf_view *view, vf_intent intent, const vf_box *box, const int *components)
{
  return move_box(view, VF_HOST, intent, box, components, "to_host");
}

vf_status vf_view_to_device_box(vf_view *view, vf_intent intent, const vf_box *box, const int *components)
{
  return move_box(view, VF_DEVICE, intent, box, components, "to_device");
}

/* True if the side lacks newest values of the elements. */
static bool lacks(const elements *of, vf_side side)
{
  const vfi_array *array = of->record->array;
  vfi_part part;
  if (array->section && side == VF_HOST && array->section->is_old) return true;
  if (vfi_state_valid(array->state, side)) return false;
  if (!array->by_parts) return true;
  vfi_record_part(of->record, of->first, of->last, &part);
  return vfi_parts_meet(&array->parts->stale[side], &part);
}

/* True if a write of the part leaves a state by parts that can be kept. */
static bool can_note(const vfi_array *array, vf_side side, const vfi_part *part)
{
  vfi_stale after;
  vfi_part_states_get(array, &after);
  return vfi_part_states_written(&after, side, part);
}

static vf_status mark_written(const elements *of, vf_side side)
{
  vfi_array *array = of->record->array;
  vfi_part part = { { 0 }, { 0 } };
  if (side != VF_HOST && side != VF_DEVICE)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s of '%s': side %d", of->who, of->record->label, side);
  if (lacks(of, side))
    return vfi_fail(VF_ERROR_STALE,
                    "%s of '%s': the newest values of these elements are on the other side, and those not written now "
                    "would be lost; bring them over with to_%s before writing",
                    of->who, of->record->label, side == VF_HOST ? "host" : "device");
  const vf_status used = side == VF_HOST ? vfi_shared_check_host(array, of->who, of->record->label) : VF_OK;
  if (used) return used;
  if (vfi_profiling) vfi_wiring.array_needed(array, side, VF_WRITE, false);
  const bool by_parts = vfi_record_by_parts(of->record);
  if (by_parts) vfi_record_part(of->record, of->first, of->last, &part);
  if (!vfi_state_valid(array->state, side) && !(by_parts && can_note(array, side, &part))) {
    const vf_status status = vfi_array_prepare(array, side, VF_READ, true);
    if (status) return status;
  }
  if (by_parts) vfi_array_commit_part(array, side, VF_UPDATE, &part);
  else vfi_array_commit(array, side, VF_UPDATE, false);
  if (array->section && side == VF_HOST) vfi_section_note_program(array, true);
  return VF_OK;
}

vf_status vf_view_mark_written_box(vf_view *view, vf_side side, const vf_box *box, const int *components)
{
  elements of;
  vf_status status = begin(view, box, components, "mark_written", &of);
  if (!status && !is_empty(&of)) status = mark_written(&of, side);
  return end(status);
}

vf_status vf_view_state_box(const vf_view *view, const vf_box *box, const int *components, bool *host_valid,
                            bool *device_valid)
{
  elements of = { .who = "vf_view_state_box" };
  vfi_lock();
  of.record = vfi_record_get(view, of.who);
  const vf_status status = of.record ? name_elements(&of, box, components) : VF_ERROR_NULL;
  if (!status && host_valid) *host_valid = is_empty(&of) || !lacks(&of, VF_HOST);
  if (!status && device_valid) *device_valid = is_empty(&of) || !lacks(&of, VF_DEVICE);
  vfi_unlock();
  return status;
}
