#include "context.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "device_pool.h"
#include "error.h"
#include "flight.h"
#include "hooks.h"
#include "queues.h"
#include "seconds.h"
#include "shared.h"
#include "staging.h"
#include "text.h"
#include "used_reach.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void vfi_lock(void) { pthread_mutex_lock(&mutex); }
void vfi_unlock(void) { pthread_mutex_unlock(&mutex); }

vf_status vfi_context_failure(const vf_context *context, int code, const char *what)
{
  if (code == VF_PEER_LOST) return VF_ERROR_PEER; /* the failed call has set the text */
  return vfi_fail(code == context->backend->out_of_memory ? VF_ERROR_MEMORY : VF_ERROR_DEVICE, "%s: %s failed: %s",
                  context->name, what, context->backend->error_text(code));
}

vf_status vfi_context_select(vf_context *context)
{
  const int code = context->backend->select(context->ordinal);
  return code ? vfi_context_failure(context, code, "selecting the device") : VF_OK;
}

static vf_status check_tile(const int tile[3])
{
  const bool positive = tile[0] > 0 && tile[1] > 0 && tile[2] > 0;
  if (!positive || (int64_t)tile[0] * tile[1] > VF_MAX_TILE)
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "tile %d x %d x %d: every number must be positive, and the product of the first "
                    "two at most %d",
                    tile[0], tile[1], tile[2], VF_MAX_TILE);
  return VF_OK;
}

static vf_status default_tile(int tile[3])
{
  const char *text = getenv("VF_TILE");
  if (!text || !*text) text = "32,8,16";
  const char *end = vfi_read_list(text, ',', 0, 3, tile);
  if (!end || *end)
    return vfi_fail(VF_ERROR_ARGUMENT, "VF_TILE is '%s'; it must be three numbers such as 32,8,16", text);
  return check_tile(tile);
}

static vf_status create_queue(vf_context *context)
{
  const vf_status status = vfi_context_select(context);
  if (status) return status;
  const int code = context->backend->queue_create(&context->main_queue);
  return code ? vfi_context_failure(context, code, "creating a queue") : VF_OK;
}

vf_status vfi_context_bounds(vf_context *context, vfi_bounds_record **record)
{
  if (!context->bounds) {
    void *address = NULL;
    const int code = context->backend->allocate_shared(&address, sizeof *context->bounds + sizeof(vfi_used_reach));
    if (code) return vfi_context_failure(context, code, "allocating the record of bounds");
    context->bounds = memset(address, 0, sizeof *context->bounds + sizeof(vfi_used_reach));
  }
  *record = context->bounds;
  return VF_OK;
}

vf_status vfi_context_make(const vf_backend *backend, int ordinal, vf_context **made)
{
  int tile[3];
  vfi_rows_wish rows;
  size_t stage;
  vf_status status = default_tile(tile);
  if (!status) status = vfi_device_rows(&rows);
  if (!status) status = vfi_staging_size(&stage);
  if (!status) status = vfi_copying_load();
  if (status) return status;
  vf_context *context = calloc(1, sizeof *context);
  if (!context) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a context");
  context->backend = backend;
  context->ordinal = ordinal;
  memcpy(context->tile, tile, sizeof tile);
  context->staging.bytes = stage;
  if (backend->id == VF_BACKEND_HOST) snprintf(context->name, sizeof context->name, "%s", backend->name);
  else snprintf(context->name, sizeof context->name, "%s:%d", backend->name, ordinal);
  status = vfi_device_pool_open(context);
  if (!status) status = create_queue(context);
  if (!status && context->pool->contexts == 1) status = vfi_shared_decide(context);
  if (status) vfi_context_free(context);
  else *made = context;
  return status;
}

void vfi_context_free(vf_context *context)
{
  if (context->bounds) context->backend->release_shared(context->bounds);
  vfi_staging_free(context);
  while (context->buffers) {
    vfi_buffer *buffer = context->buffers;
    context->buffers = buffer->next;
    if (buffer->block) vfi_device_pool_give(context, buffer->block);
    if (buffer->words) context->backend->release_shared(buffer->words);
    free(buffer);
  }
  for (int r = 0; r < VF_ROW_ROOMS; r++) {
    if (context->row_rooms[r].own) context->backend->release_shared(context->row_rooms[r].own);
    free(context->row_rooms[r].all);
  }
  vfi_flight_queues_end(context);
  vfi_queues_end(context);
  vfi_device_pool_close(context);
  if (context->main_queue) context->backend->queue_destroy(context->main_queue);
  free(context);
}

const char *vf_context_device(const vf_context *context)
{
  vf_context *resolved = (vf_context *)context;
  return vfi_context_resolve(&resolved) ? "" : resolved->name;
}

vf_status vf_context_queue(vf_context *context, void **queue)
{
  if (!queue) return vfi_fail(VF_ERROR_NULL, "vf_context_queue: queue is NULL");
  const vf_status status = vfi_context_resolve(&context);
  *queue = NULL;
  if (status) return status;
  vfi_queues_share_own(context);
  *queue = vfi_context_queue(context);
  return VF_OK;
}

vf_status vf_context_wait(vf_context *context)
{
  vf_status status = vfi_context_resolve(&context);
  if (!status) status = vfi_context_select(context);
  if (status) return status;
  const double begin = vfi_profiling ? vfi_seconds() : 0;
  vfi_lock();
  const uint64_t uses = context->device_uses;
  vfi_unlock();
  const int code = context->backend->queue_wait(vfi_context_queue(context));
  vfi_lock();
  context->counters.waits++;
  if (!code) vfi_shared_note_wait(context, uses);
  if (context->flying) status = vfi_flights_land(context);
  vfi_unlock();
  if (vfi_profiling) vfi_wiring.code_waited(vfi_seconds() - begin);
  return code ? vfi_context_failure(context, code, "a kernel or copy queued earlier") : status;
}

vf_status vf_context_use_tile(vf_context *context, const int tile[3])
{
  if (!tile) return vfi_fail(VF_ERROR_NULL, "vf_context_use_tile: tile is NULL");
  vf_status status = vfi_context_resolve(&context);
  if (!status) status = check_tile(tile);
  if (status) return status;
  vfi_lock();
  memcpy(context->tile, tile, sizeof context->tile);
  vfi_unlock();
  return VF_OK;
}

/* Most buffers that a context keeps; a buffer with words stays in any case, because work in the queue may still fill the words. */
enum { KEPT_BUFFERS = 64 };

/* The smallest free buffer of fitting size; else any free buffer, whose memory is too small; else NULL. */
static vfi_buffer *free_buffer(const vf_context *context, const vf_queue *queue, size_t bytes)
{
  vfi_buffer *fit = NULL, *spare = NULL;
  for (vfi_buffer *candidate = context->buffers; candidate; candidate = candidate->next) {
    if (candidate->in_use || candidate->queue != queue) continue;
    if (!candidate->address || candidate->bytes < bytes) spare = candidate;
    else if (!fit || candidate->bytes < fit->bytes) fit = candidate;
  }
  return fit ? fit : spare;
}

static vf_status add_buffer(vf_context *context, vfi_buffer **buffer)
{
  vfi_buffer *added = calloc(1, sizeof *added);
  if (!added) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a record of device scratch");
  added->context = context;
  added->next = context->buffers;
  context->buffers = added;
  context->buffer_count++;
  *buffer = added;
  return VF_OK;
}

static void empty(vfi_buffer *buffer)
{
  if (buffer->block) vfi_device_pool_give(buffer->context, buffer->block);
  buffer->block = NULL;
  buffer->address = NULL;
  buffer->bytes = 0;
}

vf_status vfi_context_borrow(vf_context *context, size_t bytes, vfi_buffer **buffer)
{
  return vfi_context_borrow_for(context, NULL, bytes, buffer);
}

vf_status vfi_context_borrow_for(vf_context *context, const vf_queue *queue, size_t bytes, vfi_buffer **buffer)
{
  vfi_buffer *found = free_buffer(context, queue, bytes);
  vf_status status = found ? VF_OK : add_buffer(context, &found);
  if (status) return status;
  found->in_use = true;
  found->queue = queue;
  if (!found->address || found->bytes < bytes) {
    empty(found);
    status = vfi_device_pool_take(context, bytes, "scratch of calls", 0, &found->block);
    if (status) {
      vfi_context_give(found);
      return status;
    }
    found->address = found->block->address;
    found->bytes = bytes;
  }
  *buffer = found;
  return VF_OK;
}

void vfi_context_give(vfi_buffer *buffer)
{
  vf_context *context = buffer->context;
  buffer->in_use = false;
  if (context->buffer_count <= KEPT_BUFFERS || buffer->words) return;
  empty(buffer);
  vfi_buffer **link = &context->buffers;
  while (*link != buffer) link = &(*link)->next;
  *link = buffer->next;
  context->buffer_count--;
  free(buffer);
}

vf_partial *vfi_context_words(const vf_context *context, vfi_buffer *buffer, vf_partial *instead)
{
  if (!buffer->words && !buffer->words_refused) {
    void *words = NULL;
    buffer->words_refused = context->backend->allocate_shared(&words, VF_ROW_WORDS * sizeof *instead) != 0;
    if (!buffer->words_refused) buffer->words = words;
  }
  return buffer->words ? buffer->words : instead;
}

vf_status vfi_context_row_room(vf_context *context, vfi_row_room **room)
{
  for (int r = 0; r < VF_ROW_ROOMS; r++) {
    if (context->row_rooms[r].in_use) continue;
    *room = &context->row_rooms[r];
    (*room)->in_use = true;
    return VF_OK;
  }
  return vfi_fail(VF_ERROR_MEMORY, "more than %d calls over ranks at once", VF_ROW_ROOMS);
}

/* Takes half as much again as needed, so that the buffer soon suits calls of all kinds. */
static size_t with_reserve(size_t bytes) { return bytes + bytes / 2 + 4096; }

vf_status vfi_row_room_own(const vf_context *context, vfi_row_room *room, size_t bytes)
{
  if (room->own && room->own_bytes >= bytes) return VF_OK;
  if (room->own) context->backend->release_shared(room->own);
  void *own = NULL;
  room->own = NULL;
  const int code = context->backend->allocate_shared(&own, with_reserve(bytes));
  if (code) return vfi_context_failure(context, code, "allocating room for results");
  room->own = own;
  room->own_bytes = with_reserve(bytes);
  return VF_OK;
}

vf_status vfi_row_room_all(vfi_row_room *room, size_t bytes)
{
  if (room->all && room->all_bytes >= bytes) return VF_OK;
  free(room->all);
  room->all = malloc(with_reserve(bytes));
  if (!room->all) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the results of all ranks");
  room->all_bytes = with_reserve(bytes);
  return VF_OK;
}

vf_status vf_counters_get(vf_context *context, vf_counters *counters)
{
  if (!counters) return vfi_fail(VF_ERROR_NULL, "vf_counters_get: counters is NULL");
  const vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  *counters = context->counters;
  vfi_unlock();
  counters->copies_to_device += __atomic_load_n(&context->served[0].copies, __ATOMIC_RELAXED);
  counters->bytes_to_device += __atomic_load_n(&context->served[0].bytes, __ATOMIC_RELAXED);
  counters->copies_to_host += __atomic_load_n(&context->served[1].copies, __ATOMIC_RELAXED);
  counters->bytes_to_host += __atomic_load_n(&context->served[1].bytes, __ATOMIC_RELAXED);
  return VF_OK;
}

vf_status vf_counters_reset(vf_context *context)
{
  const vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  const vf_counters old = context->counters;
  context->counters = (vf_counters){ .locked_bytes = old.locked_bytes, .device_bytes = old.device_bytes };
  vfi_unlock();
  for (int s = 0; s < 2; s++) {
    __atomic_store_n(&context->served[s].copies, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&context->served[s].bytes, 0, __ATOMIC_RELAXED);
  }
  return VF_OK;
}
