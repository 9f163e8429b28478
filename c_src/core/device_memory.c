#include "moves.h"

#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "hooks.h"

enum {
  POOL_ALIGNMENT = 256,
  SMALL = 16 << 20 /* for larger arrays the time to take device memory is small beside the copy */
};

static size_t aligned(size_t bytes) { return (bytes + POOL_ALIGNMENT - 1) / POOL_ALIGNMENT * POOL_ALIGNMENT; }

/* others: number of further owners beside the array of the label */
static vf_status allocate(const vf_context *context, size_t bytes, const char *label, int others, void **address)
{
  const int code = context->backend->allocate(address, bytes);
  if (!code) return VF_OK;
  *address = NULL;
  char more[48] = ", which takes";
  if (others) snprintf(more, sizeof more, " and %d arrays with it, which take", others);
  return vfi_fail(code == context->backend->out_of_memory ? VF_ERROR_MEMORY : VF_ERROR_DEVICE,
                  "%s: no device memory for '%s'%s %zu bytes (%lld are in use): %s", context->name, label, more, bytes,
                  (long long)context->counters.device_bytes, context->backend->error_text(code));
}

static bool lacks_memory(const vfi_array *array) { return !array->device && array->bytes; }

static void give(vfi_array *array, vfi_pool *pool, void *address)
{
  array->device = address;
  array->pool = pool;
  if (pool) pool->arrays++;
  array->context->counters.device_bytes += (int64_t)array->bytes;
  vfi_wiring.device_memory_is_new(array);
}

static vf_status take_one(vfi_array *array)
{
  void *address = NULL;
  const vf_status status = allocate(array->context, array->bytes, array->label, 0, &address);
  if (!status) give(array, NULL, address);
  return status;
}

/* A block of device memory for several arrays; each array takes the next piece. */
static vf_status take_block(vf_context *context, size_t bytes, const char *label, int others, vfi_pool **made)
{
  vfi_pool *pool = calloc(1, sizeof *pool);
  if (!pool) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the device memory of '%s'", label);
  const vf_status status = allocate(context, bytes, label, others, &pool->address);
  if (status) free(pool);
  else *made = pool;
  return status;
}

static void take_piece(vfi_array *array, vfi_pool *pool, char **next)
{
  give(array, pool, *next);
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
  vfi_pool *pool = NULL;
  status = take_block(context, bytes, label, without - 1, &pool);
  if (status) return status;
  char *next = pool->address;
  for (int a = 0; a < number; a++)
    if (lacks_memory(arrays[a])) take_piece(arrays[a], pool, &next);
  return VF_OK;
}

/* True if an array of a list shares a block. */
static bool shares(const vfi_array *array, bool together)
{
  return lacks_memory(array) && (together || array->bytes < SMALL);
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
    vfi_pool *pool = NULL;
    status = take_block(first->context, bytes, first->label, sharing - 1, &pool);
    char *next = status ? NULL : pool->address;
    for (vfi_array *array = first; array && !status; array = array->next_moved)
      if (shares(array, together)) take_piece(array, pool, &next);
  }
  for (vfi_array *array = listed; array && !status; array = array->next_moved)
    if (lacks_memory(array)) status = take_one(array);
  return status;
}
