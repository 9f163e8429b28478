#include "moves.h"

#include "device_pool.h"
#include "evict.h"
#include "hooks.h"

enum {
  ALIGNMENT = 256,
  LARGE = 256 << 20,
  SMALL = 16 << 20 /* for larger arrays the time to take device memory is small beside the copy */
};

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static bool lacks_memory(const vfi_array *array) { return !array->device && array->bytes; }

static void give(vfi_array *array, vfi_block *block, char *address)
{
  array->device = address;
  array->block = block;
  block->arrays++;
  array->context->counters.device_bytes += (int64_t)array->bytes;
  vfi_device_pool_note(array->context, array->label, (int64_t)array->bytes);
  vfi_wiring.device_memory_is_new(array);
}

static vf_status take_one(vfi_array *array)
{
  vfi_block *block = NULL;
  const vf_status status = vfi_device_pool_take(array->context, array->bytes, array->label, 0, &block);
  if (!status) give(array, block, block->address);
  return status;
}

/* Each array of a block takes the next piece. */
static void take_piece(vfi_array *array, vfi_block *block, char **next)
{
  give(array, block, *next);
  *next += aligned(array->bytes);
}

vf_status vfi_arrays_reserve(vfi_array *const *arrays, int number, const char *label)
{
  size_t bytes = 0;
  int without = 0, last = 0;
  for (int a = 0; a < number; a++) {
    if (!lacks_memory(arrays[a])) continue;
    if (arrays[a]->context->backend->aliases_host) {
      arrays[a]->device = arrays[a]->host;
      continue;
    }
    bytes += aligned(arrays[a]->bytes);
    without++;
    last = a;
  }
  if (without == 0) return VF_OK;
  vf_context *context = arrays[0]->context;
  vf_status status = vfi_context_select(context);
  if (status) return status;
  if (without == 1) return take_one(arrays[last]);
  for (int a = 0; a < number; a++) vfi_use_note(arrays[a]);
  vfi_block *block = NULL;
  status = vfi_device_pool_take(context, bytes, label, without - 1, &block);
  if (status) return status;
  char *next = block->address;
  for (int a = 0; a < number; a++)
    if (lacks_memory(arrays[a])) take_piece(arrays[a], block, &next);
  return VF_OK;
}

/* Arrays are listed for copies in the air too. */
static bool needs_memory(const vfi_array *array) { return lacks_memory(array) && array->on_device; }

/* True if an array of a list shares a block. Arrays of one block leave the device together: no arrays share a block where they
 * often leave, and large arrays never do. */
static bool shares(const vfi_array *array, bool together)
{
  if (!needs_memory(array) || array->context->pool->figures.limit_bytes) return false;
  return array->bytes < (size_t)(together ? LARGE : SMALL);
}

vf_status vfi_device_memory_take(vfi_array *listed, bool together)
{
  size_t bytes = 0;
  int sharing = 0;
  vfi_array *first = NULL;
  for (vfi_array *array = listed; array; array = array->next_moved) {
    if (!shares(array, together)) continue;
    if (!first) first = array;
    bytes += aligned(array->bytes);
    sharing++;
  }
  vf_status status = VF_OK;
  if (sharing > 1) {
    vfi_block *block = NULL;
    status = vfi_device_pool_take(first->context, bytes, first->label, sharing - 1, &block);
    char *next = status ? NULL : block->address;
    for (vfi_array *array = first; array && !status; array = array->next_moved)
      if (shares(array, together)) take_piece(array, block, &next);
  }
  for (vfi_array *array = listed; array && !status; array = array->next_moved)
    if (needs_memory(array)) status = take_one(array);
  return status;
}
