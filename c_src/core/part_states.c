#include "part_states.h"

#include <stdlib.h>
#include <string.h>

#include "flight.h"
#include "hooks.h"
#include "moves.h"

static vf_side other(vf_side side) { return side == VF_HOST ? VF_DEVICE : VF_HOST; }

/* The side that gets the copy. */
static vf_side target(const vfi_array *array) { return array->copy == VF_COPY_TO_DEVICE ? VF_DEVICE : VF_HOST; }

bool vfi_part_states_allowed(const vfi_array *array)
{
  if (array->context->backend->aliases_host || array->shared || !array->bytes || array->remote || array->passing ||
      array->section)
    return false;
  return !vfi_host_watched && vfi_wiring.states_by_part();
}

bool vfi_part_states_room(vfi_array *array, const int64_t extent[VF_PART_RANK])
{
  if (!array->parts) array->parts = calloc(1, sizeof *array->parts);
  if (!array->parts) return false;
  if (!array->parts->extent[0] || (!array->by_parts && !array->moved))
    memcpy(array->parts->extent, extent, sizeof array->parts->extent);
  return true;
}

void vfi_part_states_get(const vfi_array *array, vfi_stale *stale)
{
  const vfi_part_states *parts = array->parts;
  for (int side = VF_HOST; side <= VF_DEVICE; side++) {
    if (array->by_parts) {
      stale->of[side] = parts->stale[side];
      continue;
    }
    stale->of[side].count = !vfi_state_valid(array->state, (vf_side)side);
    if (stale->of[side].count) stale->of[side].at[0] = vfi_part_whole(parts->extent);
  }
}

void vfi_part_states_put(vfi_array *array, const vfi_stale *stale)
{
  vfi_part_states *parts = array->parts;
  const vfi_part all = vfi_part_whole(parts->extent);
  const bool host_old = stale->of[VF_HOST].count > 0, device_old = stale->of[VF_DEVICE].count > 0;
  const bool was_old = array->state == VF_STATE_DEVICE || array->state == VF_STATE_MIXED;
  const vfi_part_list *only = &stale->of[host_old ? VF_HOST : VF_DEVICE];
  array->state = host_old && device_old ? VF_STATE_MIXED
                 : host_old             ? VF_STATE_DEVICE
                 : device_old           ? VF_STATE_HOST
                                        : VF_STATE_BOTH;
  array->by_parts = array->state == VF_STATE_MIXED ||
                    (array->state != VF_STATE_BOTH && vfi_parts_elements(only) < vfi_part_elements(&all));
  parts->stale[VF_HOST] = stale->of[VF_HOST];
  parts->stale[VF_DEVICE] = stale->of[VF_DEVICE];
  if (host_old && !was_old) vfi_wiring.host_gets_old(array);
}

bool vfi_part_states_written(vfi_stale *stale, vf_side side, const vfi_part *part)
{
  vfi_part_list *const old_here = &stale->of[side], *const old_there = &stale->of[other(side)];
  if (!vfi_parts_remove(old_here, part)) return false;
  if (vfi_parts_add(old_there, part)) return true;
  if (old_here->count) return false; /* a rough list could have elements that are old here */
  vfi_parts_add_roughly(old_there, part);
  return true;
}

/* If equal elements stay listed as old, they cost a second copy, no more. */
void vfi_part_states_note_copy(vfi_array *array)
{
  vfi_stale stale;
  const vfi_part_list *copied = &array->parts->copied;
  if (!vfi_part_states_allowed(array)) return;
  vfi_part_states_get(array, &stale);
  for (int p = 0; p < copied->count; p++) {
    vfi_parts_remove(&stale.of[target(array)], &copied->at[p]);
    vfi_parts_remove(&stale.of[other(target(array))], &copied->at[p]);
  }
  vfi_part_states_put(array, &stale);
}

/* The copy is narrow if all listings of a call are. An access that writes the part needs the whole array if the old
 * elements would be too many parts after it. */
void vfi_moves_narrow(vfi_array *array, vf_side side, vf_intent intent, const vfi_part *part, bool kept)
{
  vfi_stale stale;
  vfi_part_list *const copied = &array->parts->copied;
  if (!array->moved || array->copy == VF_COPY_NONE) return;
  if (intent != VF_READ && array->demands > 1) return; /* together they could leave too many parts */
  vfi_part_states_get(array, &stale);
  if (array->narrowed == 0) copied->count = 0;
  const vfi_part_list needed = stale.of[side];
  for (int p = 0; p < needed.count && !kept; p++) {
    const vfi_part common = vfi_part_common(&needed.at[p], part);
    if (vfi_part_is_empty(&common)) continue;
    if (!vfi_parts_add(copied, &common) || !vfi_parts_remove(&stale.of[side], &common)) return;
  }
  if (intent != VF_READ && !vfi_part_states_written(&stale, side, part)) return;
  array->narrowed++;
}

bool vfi_part_states_choose(vfi_array *array)
{
  vfi_part_states *parts = array->parts;
  if (!parts || array->forced) return array->forced;
  vfi_stale stale;
  const bool narrow = array->narrowed == array->demands;
  if (!narrow && !array->by_parts) return false;
  vfi_part_states_get(array, &stale);
  const vfi_part_list needed = stale.of[target(array)];
  bool kept = narrow;
  for (int p = 0; p < parts->copied.count && kept; p++)
    kept = vfi_parts_remove(&stale.of[target(array)], &parts->copied.at[p]);
  if (!kept) parts->copied = needed; /* else the same elements would be copied again */
  const vfi_part all = vfi_part_whole(parts->extent);
  return array->by_parts || vfi_parts_elements(&parts->copied) < vfi_part_elements(&all);
}

/* The elements that the source has newest, as the elements of the copy. False: they are too many parts. */
static bool take_rest(vfi_part_states *parts, const vfi_part_list *old_at_source)
{
  bool kept = true;
  parts->copied = (vfi_part_list){ .count = 1, .at = { vfi_part_whole(parts->extent) } };
  for (int p = 0; p < old_at_source->count && kept; p++) kept = vfi_parts_remove(&parts->copied, &old_at_source->at[p]);
  return kept;
}

vf_status vfi_part_states_ready(vfi_array *array, vfi_copy_direction copy)
{
  vfi_part_states *parts = array->parts;
  const vf_side to = copy == VF_COPY_TO_DEVICE ? VF_DEVICE : VF_HOST;
  if (parts->stale[to].count) parts->copied = parts->stale[to];
  else if (!take_rest(parts, &parts->stale[other(to)])) return vfi_array_prepare(array, other(to), VF_READ, true);
  return VF_OK;
}

/* True if the side has all values, and parts may not differ any more: the side is then the newest as a whole. */
static bool whole_from_now(const vfi_stale *stale, vf_side side)
{
  return !stale->of[side].count && (vfi_host_watched || !vfi_wiring.states_by_part());
}

/* Another thread may have used the array between the listing and this note. Then the side of the last write counts. */
bool vfi_part_states_commit(vfi_array *array, vf_side side, const vfi_part *part)
{
  vfi_stale stale;
  vfi_part_states_get(array, &stale);
  if (whole_from_now(&stale, side) || !vfi_part_states_written(&stale, side, part)) return false;
  vfi_part_states_put(array, &stale);
  return true;
}

void vfi_part_states_distrust(vfi_array *array)
{
  vfi_stale stale;
  vfi_part_states *parts = array->parts;
  if (array->state == VF_STATE_HOST) vfi_array_put_state(array, VF_STATE_HOST);
  if (!array->by_parts || !take_rest(parts, &parts->stale[VF_HOST])) return;
  vfi_part_states_get(array, &stale);
  stale.of[VF_DEVICE] = parts->copied;
  vfi_part_states_put(array, &stale);
}

vf_status vfi_part_states_settle(vfi_array *array)
{
  const vf_status status = vfi_flight_land(array);
  return status || array->state != VF_STATE_MIXED ? status : vfi_array_prepare(array, VF_HOST, VF_READ, true);
}

void vfi_part_states_end(vfi_array *array)
{
  free(array->parts);
  array->parts = NULL;
}
