#include "array.h"

#include <stdlib.h>
#include <string.h>

#include "device_pool.h"
#include "error.h"
#include "evict.h"
#include "flight.h"
#include "hooks.h"
#include "host_memory.h"
#include "moves.h"
#include "part_states.h"
#include "section.h"
#include "shared.h"

const char *vfi_type_name(vf_type type) { return vfi_type_traits_of(type).word; }

static vf_status read_device(const vfi_array *array, size_t offset, size_t bytes, void *to)
{
  vf_context *context = array->context;
  const vf_status status = vfi_context_select(context);
  if (status || bytes == 0) return status;
  int code =
      array->shared ? 0 : context->backend->copy_to_host(to, array->device + offset, bytes, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  if (!code && array->shared) memcpy(to, array->host + offset, bytes);
  return code ? vfi_context_failure(context, code, "a copy to the host") : VF_OK;
}

vf_status vfi_array_peek(const vfi_array *array, size_t offset, size_t bytes, void *to)
{
  if (array->section) vfi_section_pack(array);
  if (array->state == VF_STATE_DEVICE) return read_device(array, offset, bytes, to);
  if (bytes) memcpy(to, array->host + offset, bytes);
  return array->state == VF_STATE_MIXED ? vfi_part_copies_peek(array, offset, bytes, to) : VF_OK;
}

vf_status vfi_array_peek_device(const vfi_array *array, void *to) { return read_device(array, 0, array->bytes, to); }

vf_status vfi_arrays_copy(vfi_array *const *arrays, int number, vfi_copy_direction copy)
{
  vfi_moves moves = { .together = true };
  vf_status status = VF_OK;
  for (int a = 0; a < number && !status; a++)
    if (arrays[a]->by_parts) status = vfi_part_states_ready(arrays[a], copy);
  for (int a = 0; a < number && !status; a++) vfi_moves_copy(&moves, arrays[a], copy);
  return status ? status : vfi_moves_make(&moves);
}

vf_status vfi_array_prepare(vfi_array *array, vf_side side, vf_intent intent, bool whole)
{
  const vf_status status = side == VF_DEVICE ? vfi_context_select(array->context) : VF_OK;
  if (status) return status;
  const int code = side == VF_DEVICE ? vfi_shared_catch_up(array->context) : 0;
  if (code) return vfi_context_failure(array->context, code, "work queued earlier");
  vfi_moves moves = { 0 };
  vfi_use_note(array);
  vfi_moves_need(&moves, array, side, intent, whole);
  if (side == VF_DEVICE) (void)vfi_context_queue(array->context); /* the caller goes on in the own queue */
  return vfi_moves_make(&moves);
}

static int64_t now;

int64_t vfi_array_clock(void) { return __atomic_load_n(&now, __ATOMIC_ACQUIRE); }

static int64_t tick(void) { return __atomic_add_fetch(&now, 1, __ATOMIC_ACQ_REL); }

void vfi_array_note_birth(vfi_array *array) { array->born = tick(); }

static void note_write(vfi_array *array)
{
  array->written = tick();
  array->writes++;
}

static void change_state(vfi_array *array, vf_side side, vf_intent intent, bool whole)
{
  if (intent == VF_READ && (array->by_parts || array->state == VF_STATE_BOTH)) return; /* a copy has set the state */
  const bool was_old = vfi_state_host_lacks(array->state);
  vfi_array_put_state(array, vfi_state_access(array->state, side, intent, whole).next);
  if (!was_old && array->state == VF_STATE_DEVICE) vfi_wiring.host_gets_old(array);
}

void vfi_array_commit(vfi_array *array, vf_side side, vf_intent intent, bool whole)
{
  if (intent != VF_READ) note_write(array);
  if (array->section && intent != VF_READ)
    array->section->is_old = true; /* a public call on the host takes this back */
  if (array->context->backend->aliases_host || array->bytes == 0) {
    vfi_array_put_state(array, VF_STATE_BOTH);
    if (vfi_host_watched) vfi_wiring.state_is_set(array, false);
    return;
  }
  if (side == VF_DEVICE) array->on_device_before = true;
  if (array->shared && side == VF_DEVICE) vfi_shared_note(array, intent);
  if (!vfi_array_newest_on(array, side)) change_state(array, side, intent, whole);
  if (vfi_host_watched) vfi_wiring.state_is_set(array, side == VF_DEVICE && intent != VF_READ);
}

void vfi_array_commit_part(vfi_array *array, vf_side side, vf_intent intent, const vfi_part *part)
{
  if (intent == VF_READ || vfi_array_newest_on(array, side) || !array->parts ||
      !vfi_part_states_commit(array, side, part)) {
    vfi_array_commit(array, side, intent == VF_WRITE ? VF_UPDATE : intent, false);
    return;
  }
  note_write(array);
  if (side == VF_DEVICE) array->on_device_before = true;
}

void vfi_array_set_state(vfi_array *array, vfi_state state)
{
  vfi_array_put_state(array, state);
  if (array->flight) array->flight->counts = false;
  if (vfi_host_watched) vfi_wiring.state_is_set(array, state == VF_STATE_DEVICE);
}

void vfi_array_unlock(vfi_array *array)
{
  (void)vfi_flight_land(array); /* its caller sets the state */
  array->transfers = 0;
  array->lock_refused = false;
  if (!array->locked) return;
  vfi_context_select(array->context);
  array->context->backend->unlock(array->locked);
  array->context->counters.locked_bytes -= (int64_t)array->locked_bytes;
  array->locked = NULL;
  array->locked_bytes = 0;
}

void vfi_array_give_device(vfi_array *array)
{
  vf_context *context = array->context;
  if (array->flight) array->flight->use_is_last = false; /* the next memory may have another owner before */
  vfi_device_pool_note(context, array->label, -(int64_t)array->bytes);
  if (--array->block->arrays == 0) vfi_device_pool_give(context, array->block);
  array->block = NULL;
  array->device = NULL;
  context->counters.device_bytes -= (int64_t)array->bytes;
}

/* A transfer has given the memory pages, and an array used in place was written by the device. */
static void free_host(const vfi_array *array)
{
  const bool used = array->host_used || array->transfers || vfi_host_watched || vfi_array_in_place(array);
  if (array->from_pool) vfi_host_memory_give(array->host, array->bytes, !used);
  else free(array->host);
}

void vfi_array_destroy(vfi_array *array)
{
  vf_context *context = array->context;
  vfi_wiring.array_ends(array);
  vfi_flight_end(array);
  if (array->locked || array->remote || (array->shared && vfi_shared_is_used(array, VF_WRITE))) {
    vfi_context_select(context);
    context->backend->queue_wait(vfi_context_queue(context)); /* queued work may still use the memory */
    context->counters.waits++;
  }
  vfi_array_unlock(array);
  vfi_shared_count -= array->shared;
  if (array->block) {
    vfi_context_select(context);
    vfi_array_give_device(array);
  }
  if (array->section) vfi_section_end(array);
  if (array->owned) free_host(array);
  vfi_part_states_end(array);
  free(array->queue_uses);
  free(array);
}
