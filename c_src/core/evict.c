#include "evict.h"

#include <limits.h>

#include "device_pool.h"
#include "flight.h"
#include "hooks.h"
#include "moves.h"
#include "registry.h"

/* Without a function call in shared libraries. */
#if defined(__GNUC__)
#define FAST __attribute__((tls_model("initial-exec")))
#else
#define FAST
#endif

/* ---- Uses ---- */

uint64_t vfi_evictions;
bool vfi_uses_count;

enum { MOST_USES = 64 };
static uint64_t last_use;                    /* uses are numbered from 1 */
static uint64_t open_uses[MOST_USES];        /* their numbers; 0: free */
static int open_count;                       /* of uses in the list */
static int further_uses;                     /* open uses without a place in the list */
static _Thread_local FAST uint64_t this_use; /* of this thread; 0: none is open */
static _Thread_local FAST int place, uses_within;

void vfi_use_open(void)
{
  if (this_use) {
    uses_within++;
    return;
  }
  this_use = ++last_use;
  place = 0;
  while (place < MOST_USES && open_uses[place]) place++;
  if (place == MOST_USES) {
    further_uses++;
    return;
  }
  open_uses[place] = this_use;
  open_count++;
}

void vfi_use_close(void)
{
  if (!this_use) return; /* it began before uses counted */
  if (uses_within) {
    uses_within--;
    return;
  }
  this_use = 0;
  if (place == MOST_USES) {
    further_uses--;
    return;
  }
  open_uses[place] = 0;
  open_count--;
}

void vfi_use_begin_unlocked(void)
{
  vfi_lock();
  vfi_use_begin();
  vfi_unlock();
}

void vfi_use_end_unlocked(void)
{
  vfi_lock();
  vfi_use_end();
  vfi_unlock();
}

static bool is_open(uint64_t use)
{
  for (int p = 0; p < MOST_USES; p++)
    if (open_uses[p] && open_uses[p] == use) return true;
  return false;
}

static bool any_open_until(uint64_t use)
{
  for (int p = 0; p < MOST_USES; p++)
    if (open_uses[p] && open_uses[p] <= use) return true;
  return false;
}

/* An array has the number of its last use. If another thread used the array before, and that use is open, the array also stays
 * until the end of all uses of now. */
void vfi_use_mark(vfi_array *array)
{
  const uint64_t use = this_use ? this_use : last_use;
  if (array->used == use) return;
  if (open_count > 1 && is_open(array->used)) array->shared_until = last_use;
  array->used = use;
}

/* ---- Blocks ---- */

static bool stays(vfi_array *array)
{
  return array->moved || array->address_given || (array->watch && atomic_load(&array->device_calls)) || further_uses ||
         array->used == (this_use ? this_use : last_use) || is_open(array->used) || any_open_until(array->shared_until);
}

/* Notes in each block its last use, and if it has to stay. */
static void look_at_blocks(const vfi_device_pool *pool)
{
  vfi_array *array;
  for (size_t place = 0; (array = vfi_registry_at(place)); place++)
    if (array->block) {
      array->block->used = 0;
      array->block->stays = array->context->pool != pool;
    }
  for (size_t place = 0; (array = vfi_registry_at(place)); place++) {
    vfi_block *block = array->block;
    if (!block) continue;
    if (array->used > block->used) block->used = array->used;
    block->stays = block->stays || stays(array);
  }
}

static const vfi_block *oldest_block(void)
{
  const vfi_block *oldest = NULL;
  const vfi_array *array;
  for (size_t place = 0; (array = vfi_registry_at(place)); place++)
    if (array->block && !array->block->stays && (!oldest || array->block->used < oldest->used)) oldest = array->block;
  return oldest;
}

/* Brings the host up to date. */
static vf_status write_back(const vfi_block *block)
{
  vfi_moves moves = { 0 };
  vfi_array *array;
  for (size_t place = 0; (array = vfi_registry_at(place)); place++)
    if (array->block == block && vfi_state_host_lacks(array->state))
      vfi_moves_need(&moves, array, VF_HOST, VF_READ, true);
  vf_status status = vfi_moves_make(&moves);
  for (size_t place = 0; !status && (array = vfi_registry_at(place)); place++)
    if (array->block == block) status = vfi_flight_land(array); /* no copy uses the block any more */
  return status;
}

void vfi_array_leave_device(vfi_array *array)
{
  vf_counters *of_array = &array->counters, *of_context = &array->context->counters;
  of_array->evictions++;
  of_array->evicted_bytes += (int64_t)array->bytes;
  of_context->evictions++;
  of_context->evicted_bytes += (int64_t)array->bytes;
  array->context->pool->figures.evictions++;
  array->context->pool->figures.evicted_bytes += (int64_t)array->bytes;
  vfi_evictions++;
  if (vfi_profiling) vfi_wiring.array_leaves_device(array);
  (void)vfi_flight_land(array); /* a copy to the device, in vain */
  vfi_array_set_state(array, VF_STATE_HOST);
  vfi_array_give_device(array);
}

static void leave(const vfi_block *block)
{
  vfi_array *array;
  bool last = false;
  for (size_t place = 0; !last && (array = vfi_registry_at(place)); place++) {
    if (array->block != block) continue;
    last = block->arrays == 1; /* the block is gone behind the last array */
    vfi_array_leave_device(array);
  }
}

vf_status vfi_evict(vf_context *context, bool *left)
{
  static bool busy; /* the way to the host may take scratch itself */
  *left = false;
  if (busy) return VF_OK;
  busy = true;
  look_at_blocks(context->pool);
  const vfi_block *block = oldest_block();
  vf_status status = block ? write_back(block) : VF_OK;
  *left = block && !status;
  if (*left) leave(block);
  const vf_status selected = vfi_context_select(context);
  busy = false;
  return status ? status : selected;
}
