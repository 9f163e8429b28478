#include "device_pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "evict.h"
#include "queues.h"

enum {
  GRAIN = 512, /* sizes of blocks are multiples */
  WASTE = 8,   /* a kept block is handed out if at most this part of it, and a grain for small ones, stays unused */
  SLACK = 64 << 20, /* bytes kept beyond the largest memory in use so far */
  MOST_KEPT = 512,  /* blocks */
};

vfi_device_pool *vfi_device_pools;

/* ---- Settings ---- */

/* A number of bytes such as 500M; G, M and K are powers of 1024. */
static bool read_bytes(const char *text, size_t *bytes)
{
  static const char units[] = "KMG";
  int64_t number = 0;
  const char *end = vfi_read_whole(text, 0, INT64_MAX >> 30, &number);
  if (!end) return vfi_is_whole(text, 0, INT64_MAX, &number) && (*bytes = (size_t)number, true);
  const char *unit = *end ? strchr(units, *end) : NULL;
  if (*end && (!unit || end[1])) return false;
  *bytes = (size_t)number << (unit ? 10 * (unit - units + 1) : 0);
  return true;
}

static vf_status read_limit(size_t *limit, bool *evicts)
{
  const char *text = getenv("VF_DEVICE_MEMORY");
  *limit = SIZE_MAX;
  *evicts = true;
  if (!text || !*text) return VF_OK;
  if (!read_bytes(text, limit))
    return vfi_fail(
        VF_ERROR_ARGUMENT,
        "VF_DEVICE_MEMORY is '%s'; it must be the device memory for arrays, such as 2G, 500M or a number of "
        "bytes, or 0: no array leaves the device",
        text);
  *evicts = *limit > 0;
  if (!*limit) *limit = SIZE_MAX;
  return VF_OK;
}

/* ---- Opening and closing ---- */

vf_status vfi_device_pool_open(vf_context *context)
{
  size_t limit;
  bool evicts;
  const vf_status status = read_limit(&limit, &evicts);
  if (status) return status;
  vfi_device_pool *pool = vfi_device_pools;
  while (pool && (pool->id != context->backend->id || pool->ordinal != context->ordinal ||
                  pool->aliases_host != context->backend->aliases_host))
    pool = pool->next;
  if (!pool) {
    pool = calloc(1, sizeof *pool);
    if (!pool) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the pool of a device");
    pool->id = context->backend->id;
    pool->ordinal = context->ordinal;
    pool->aliases_host = context->backend->aliases_host;
    if (pool->aliases_host) limit = SIZE_MAX;
    pool->limit = limit;
    pool->evicts = evicts;
    pool->figures.limit_bytes = limit == SIZE_MAX ? 0 : (int64_t)limit;
    pool->next = vfi_device_pools;
    vfi_device_pools = pool;
  }
  pool->contexts++;
  context->pool = pool;
  if (vfi_device_pool_spills(context)) vfi_uses_count = true;
  return VF_OK;
}

/* Frees the last kept block of a list. */
static void free_oldest(const vf_context *context)
{
  vfi_device_pool *pool = context->pool;
  vfi_block **link = &pool->kept;
  while ((*link)->next) link = &(*link)->next;
  vfi_block *block = *link;
  *link = NULL;
  pool->kept_count--;
  pool->figures.kept_bytes -= (int64_t)block->bytes;
  context->backend->release(block->address);
  free(block);
}

bool vfi_device_pool_free_kept(const vf_context *context)
{
  const bool any = context->pool->kept;
  while (context->pool->kept) free_oldest(context);
  return any;
}

void vfi_device_pool_close(vf_context *context)
{
  vfi_device_pool *pool = context->pool;
  if (!pool) return;
  for (vfi_block *block = pool->kept; block; block = block->next)
    if (block->queue == context->main_queue) block->queue = NULL;
  if (--pool->contexts == 0) {
    vfi_context_select(context);
    vfi_device_pool_free_kept(context);
    vfi_device_pool_note_end(pool);
    vfi_device_pool **link = &vfi_device_pools;
    while (*link != pool) link = &(*link)->next;
    *link = pool->next;
    free(pool);
  }
  context->pool = NULL;
}

/* ---- Blocks ---- */

static size_t rounded(size_t bytes) { return bytes ? (bytes + GRAIN - 1) / GRAIN * GRAIN : GRAIN; }

/* The smallest kept block of fitting size, taken off the list; of equal blocks the one that was used last. */
static vfi_block *take_kept(vfi_device_pool *pool, size_t bytes)
{
  vfi_block **best = NULL;
  const size_t most = bytes + bytes / WASTE + GRAIN;
  for (vfi_block **link = &pool->kept; *link; link = &(*link)->next) {
    if ((*link)->bytes < bytes || (*link)->bytes > most || (best && (*link)->bytes >= (*best)->bytes)) continue;
    best = link;
    if ((*link)->bytes == bytes) break;
  }
  if (!best) return NULL;
  vfi_block *block = *best;
  *best = block->next;
  pool->kept_count--;
  pool->figures.kept_bytes -= (int64_t)block->bytes;
  return block;
}

/* Readies a kept block for a context: work of another queue ends before. */
static int renew(const vf_context *context, const vfi_block *block, size_t bytes)
{
  const vf_backend *backend = context->backend;
  const int code = block->queue && block->queue != context->main_queue ? backend->queue_wait(block->queue) : 0;
  return code || !backend->forget ? code : backend->forget(block->address, bytes);
}

/* Has kept blocks go until so many bytes more fit into the limit, and until little more is kept than was ever in use. */
static bool make_room(const vf_context *context, size_t bytes)
{
  const vfi_device_pool *pool = context->pool;
  const vf_memory *figures = &pool->figures;
  const size_t in_use = (size_t)figures->bytes + bytes;
  if (in_use > pool->limit) return false;
  const size_t most = (in_use > (size_t)figures->most_bytes ? in_use : (size_t)figures->most_bytes) + SLACK;
  const size_t bound = most < pool->limit ? most : pool->limit;
  while (pool->kept && (in_use + (size_t)figures->kept_bytes > bound)) free_oldest(context);
  return true;
}

static int allocate(const vf_context *context, vfi_block *block)
{
  const vf_backend *backend = context->backend;
  void *address = NULL;
  int code;
  if (context->program.take) {
    vfi_queues_note_own(context);
    code = context->program.take(context->program.pool, block->bytes, context->main_queue, &address);
    if (!code && !address) code = backend->out_of_memory;
    block->give = context->program.give;
    block->program_pool = context->program.pool;
    if (code) code = backend->out_of_memory;
  } else {
    code = backend->allocate(&address, block->bytes);
    if (code == backend->out_of_memory && vfi_device_pool_free_kept(context))
      code = backend->allocate(&address, block->bytes);
  }
  block->address = address;
  return code;
}

/* A kept or a new block; returns a native error code, or 0. */
static int find(vf_context *context, size_t bytes, vfi_block **found)
{
  vfi_device_pool *pool = context->pool;
  const bool own = !context->program.take;
  *found = own ? take_kept(pool, bytes) : NULL;
  if (*found) {
    const int code = renew(context, *found, bytes);
    if (!code) pool->figures.reused++;
    if (code) context->backend->release((*found)->address);
    return code;
  }
  *found = calloc(1, sizeof **found);
  if (!*found) return context->backend->out_of_memory;
  (*found)->bytes = bytes;
  const int code = make_room(context, bytes) ? allocate(context, *found) : context->backend->out_of_memory;
  if (!code) pool->figures.taken++;
  return code;
}

static vf_status refuse(const vf_context *context, int code, size_t bytes, const char *label, int others)
{
  const vfi_device_pool *pool = context->pool;
  enum { MOST_SIZES = 6 };
  char sizes[VF_ERROR_TEXT] = "", more[48] = ", which takes", limit[64] = "";
  vfi_text text = { .buffer = sizes, .size = sizeof sizes };
  const bool over = pool->limit != SIZE_MAX && code == context->backend->out_of_memory;
  if (code == context->backend->out_of_memory) vfi_device_pool_add_labels(pool, &text, MOST_SIZES);
  if (others) snprintf(more, sizeof more, " and %d arrays with it, which take", others);
  if (over) snprintf(limit, sizeof limit, " of VF_DEVICE_MEMORY=%zu", pool->limit);
  return vfi_fail(code == context->backend->out_of_memory ? VF_ERROR_MEMORY : VF_ERROR_DEVICE,
                  "%s: no device memory for '%s'%s %zu bytes (%lld%s are in use%s%s): %s", context->name, label, more,
                  bytes, (long long)pool->figures.bytes, limit, *sizes ? ": " : "", sizes,
                  context->backend->error_text(code));
}

bool vfi_device_pool_spills(const vf_context *context)
{
  const vfi_device_pool *pool = context->pool;
  return pool->evicts && (pool->limit != SIZE_MAX || context->backend->unused_memory);
}

/* True if the block would fit without the arrays that are on the device. Without a limit the device has to say what it has. */
static bool may_help(const vf_context *context, size_t bytes)
{
  const vfi_device_pool *pool = context->pool;
  size_t unused = 0;
  if (!vfi_device_pool_spills(context)) return false;
  if (pool->limit != SIZE_MAX) return bytes <= pool->limit;
  if (context->backend->unused_memory(&unused)) return false;
  return bytes <= unused + (size_t)pool->figures.bytes;
}

/* Has arrays leave the device for so many bytes, some at a time. left: false if nothing more can be done. */
static vf_status evict_for(vf_context *context, size_t bytes, bool *left)
{
  *left = false;
  return may_help(context, bytes) ? vfi_evict(context, left) : VF_OK;
}

vf_status vfi_device_pool_take(vf_context *context, size_t bytes, const char *label, int others, vfi_block **taken)
{
  vfi_device_pool *pool = context->pool;
  vfi_block *block = NULL;
  bool left = true;
  int code = find(context, rounded(bytes), &block);
  while (code == context->backend->out_of_memory) {
    free(block);
    block = NULL;
    const vf_status status = evict_for(context, rounded(bytes), &left);
    if (status) return status;
    if (!left) break;
    code = find(context, rounded(bytes), &block);
  }
  if (code) {
    free(block);
    return refuse(context, code, bytes, label, others);
  }
  vf_memory *figures = &pool->figures;
  figures->bytes += (int64_t)block->bytes;
  if (figures->bytes > figures->most_bytes) figures->most_bytes = figures->bytes;
  block->arrays = 0;
  block->queue = NULL;
  *taken = block;
  return VF_OK;
}

void vfi_device_pool_give(vf_context *context, vfi_block *block)
{
  vfi_device_pool *pool = context->pool;
  pool->figures.bytes -= (int64_t)block->bytes;
  if (block->give) {
    block->give(block->program_pool, block->address, block->bytes, vfi_context_queue(context));
    free(block);
    return;
  }
  block->queue = vfi_context_queue(context);
  block->next = pool->kept;
  pool->kept = block;
  pool->figures.kept_bytes += (int64_t)block->bytes;
  if (++pool->kept_count > MOST_KEPT) free_oldest(context);
  make_room(context, 0);
}

int vfi_device_allocate(vf_context *context, const vf_backend *backend, void **address, size_t bytes)
{
  bool again = true;
  int code = backend->allocate(address, bytes);
  while (code == backend->out_of_memory && again) {
    again = vfi_device_pool_free_kept(context);
    if (!again && evict_for(context, bytes, &again)) return code;
    if (again) code = backend->allocate(address, bytes);
  }
  return code;
}
