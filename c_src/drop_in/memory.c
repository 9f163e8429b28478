#include "memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/handle.h"
#include "../core/text.h"
#include "ahead.h"
#include "host_side.h"
#include "queue.h"
#include "region.h"

/* A part of a block as kernels see the part. */
typedef struct vf_window {
  char *first;
  vf_box bounds;
  int components;
  vf_view *view;
} vf_window;

typedef struct vf_block {
  char *begin, *end;
  char label[VF_LABEL_LENGTH];
  vf_type type;   /* of the view of the whole block, if there is such a view */
  vf_view *whole; /* NULL until a part of the block is used */
  vf_life *life;  /* of the views; NULL without views */
  bool allocated; /* by an allocator of the program; the allocator announces the release */
  bool parked;    /* freed in a region: its views wait for the next use of the memory */
  int window_count, window_room;
  vf_window *windows;
} vf_block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vf_block **blocks; /* [count] in the order of their addresses; no two blocks overlap */
static size_t count, room;
static size_t parked;        /* bytes */
static size_t of_allocators; /* blocks; atomic, like count, for questions without the lock */
static vf_life *ended;       /* lives that somebody may still keep */
static uint64_t over;        /* atomic */

/* Index of the first block with an end behind an address. */
static size_t position(const char *address)
{
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (blocks[middle]->end <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool is_live(const vf_view *view)
{
  vf_lock();
  const bool live = vf_handle_operand(view) != NULL;
  vf_unlock();
  return live;
}

uint64_t vf_lives_over(void) { return __atomic_load_n(&over, __ATOMIC_ACQUIRE); }

void vf_lives_forget(void)
{
  pthread_mutex_lock(&lock);
  while (ended) {
    vf_life *life = ended;
    ended = life->next;
    free(life);
  }
  pthread_mutex_unlock(&lock);
}

/* Marks a life. The new number of vf_lives_over makes kept calls check their lives again. */
static void mark(bool *flag)
{
  __atomic_store_n(flag, true, __ATOMIC_RELEASE);
  __atomic_fetch_add(&over, 1, __ATOMIC_ACQ_REL);
}

static void end_life(vf_block *block)
{
  if (!block->life) return;
  mark(&block->life->over);
  block->life->next = ended;
  ended = block->life;
  block->life = NULL;
}

/* A closed context has taken the views with it. */
static void forget_views(vf_block *block)
{
  end_life(block);
  for (int w = 0; w < block->window_count; w++)
    if (is_live(block->windows[w].view)) vf_view_release(&block->windows[w].view, true);
  block->window_count = 0;
  if (is_live(block->whole)) vf_view_release(&block->whole, true);
  block->whole = NULL;
}

static size_t size_of(const vf_block *block) { return (size_t)(block->end - block->begin); }

static void remove_block(size_t p)
{
  if (blocks[p]->parked) parked -= size_of(blocks[p]);
  if (blocks[p]->allocated) __atomic_fetch_sub(&of_allocators, 1, __ATOMIC_RELAXED);
  forget_views(blocks[p]);
  free(blocks[p]->windows);
  free(blocks[p]);
  count--;
  memmove(blocks + p, blocks + p + 1, (count - p) * sizeof *blocks);
}

static vf_status insert(char *begin, size_t bytes, const char *label, bool allocated)
{
  if (count == room) {
    const size_t more = room ? 2 * room : 64;
    vf_block **grown = realloc(blocks, more * sizeof *blocks);
    if (!grown) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %zu arrays", more);
    blocks = grown;
    room = more;
  }
  vf_block *block = calloc(1, sizeof *block);
  if (!block) return vf_fail(VF_ERROR_MEMORY, "no host memory for '%s'", label);
  block->begin = begin;
  block->end = begin + bytes;
  block->allocated = allocated;
  if (allocated) __atomic_fetch_add(&of_allocators, 1, __ATOMIC_RELAXED);
  vf_text_copy_label(block->label, sizeof block->label, label);
  const size_t p = position(begin);
  memmove(blocks + p + 1, blocks + p, (count - p) * sizeof *blocks);
  blocks[p] = block;
  count++;
  return VF_OK;
}

/* Codes free and allocate in each cycle the same memory again: parking keeps the calls of a region known. Parked blocks
 * must not hold much of the device's memory. */
static bool may_park(const vf_block *block)
{
  enum { FEW = 64 << 20, PART = 4 };
  vf_counters counters;
  if (!vf_offload_active() || vf_counters_get(NULL, &counters)) return false;
  const size_t most = (size_t)counters.device_bytes / PART;
  return parked + size_of(block) <= (most > FEW ? most : FEW);
}

static void park(vf_block *block)
{
  vf_lets_go_of_host(block->whole);
  if (block->life) mark(&block->life->parked);
  block->parked = true;
  parked += size_of(block);
}

/* Memory that is given again unchanged takes its new values, with its former views. */
static bool revive(char *begin, const char *end)
{
  const size_t p = position(begin);
  if (p == count || !blocks[p]->parked || blocks[p]->begin != begin || blocks[p]->end != end ||
      !is_live(blocks[p]->whole))
    return false;
  blocks[p]->parked = false;
  if (blocks[p]->life) __atomic_store_n(&blocks[p]->life->parked, false, __ATOMIC_RELEASE);
  parked -= size_of(blocks[p]);
  vf_host_is_newest(blocks[p]->whole);
  vf_ahead_end();
  return true;
}

/* True if calls may know views of blocks in a range. */
static bool is_used(const char *begin, const char *end)
{
  bool used = false;
  for (size_t p = position(begin); p < count && blocks[p]->begin < end; p++) used = used || blocks[p]->whole;
  return used;
}

static void remove_blocks(const char *begin, const char *end)
{
  for (size_t p = position(begin); p < count && blocks[p]->begin < end;) remove_block(p);
}

/* Ends all knowledge of a range that has been freed, because it was given again. */
static vf_status clear(const char *begin, const char *end)
{
  pthread_mutex_lock(&lock);
  const bool used = is_used(begin, end);
  pthread_mutex_unlock(&lock);
  const vf_status status = used ? vf_queue_flush() : VF_OK;
  if (status) return status;
  pthread_mutex_lock(&lock);
  remove_blocks(begin, end);
  pthread_mutex_unlock(&lock);
  if (used) vf_ahead_end();
  return VF_OK;
}

vf_status vf_memory_is_own(const char *begin, size_t bytes) { return clear(begin, begin + bytes); }

static vf_status know(char *begin, size_t bytes, const char *label, bool allocated)
{
  char *end = begin + bytes;
  if (bytes == 0) return VF_OK;
  pthread_mutex_lock(&lock);
  const bool revived = revive(begin, end);
  pthread_mutex_unlock(&lock);
  if (revived) return VF_OK;
  vf_status status = clear(begin, end);
  if (status) return status;
  pthread_mutex_lock(&lock);
  status = insert(begin, bytes, label ? label : "array", allocated);
  pthread_mutex_unlock(&lock);
  return status;
}

vf_status vf_memory_register(void *address, size_t bytes, const char *label)
{
  if (!address) return vf_fail(VF_ERROR_NULL, "vf_memory_register: address is NULL");
  return know(address, bytes, label, false);
}

vf_status vf_memory_allocated(void *address, size_t bytes) { return know(address, bytes, NULL, true); }

static bool is_zero(const size_t *number) { return !__atomic_load_n(number, __ATOMIC_RELAXED); }

vf_status vf_memory_unneeded(const void *address, size_t bytes)
{
  if (is_zero(&count)) return VF_OK;
  pthread_mutex_lock(&lock);
  for (size_t p = is_zero(&of_allocators) ? 0 : count; p > 0; p--)
    if (blocks[p - 1]->allocated) remove_block(p - 1);
  pthread_mutex_unlock(&lock);
  return clear(address, (const char *)address + bytes);
}

/* The block with an address as its beginning; NULL without such a block. */
static vf_block *block_at(const char *address)
{
  const size_t p = position(address);
  return p < count && blocks[p]->begin == address && !blocks[p]->parked ? blocks[p] : NULL;
}

vf_status vf_memory_freed(void *address, size_t *parked_bytes)
{
  *parked_bytes = 0;
  if (is_zero(&count)) return VF_OK;
  pthread_mutex_lock(&lock);
  const vf_block *block = address ? block_at(address) : NULL;
  const bool used = block && block->whole, parks = used && may_park(block);
  if (block && !used) remove_block(position(address));
  pthread_mutex_unlock(&lock);
  if (!used) return VF_OK;
  const vf_status status = vf_queue_flush();
  pthread_mutex_lock(&lock);
  vf_block *freed = block_at(address);
  if (freed && parks && !status) {
    park(freed);
    *parked_bytes = size_of(freed);
  } else if (freed) {
    remove_block(position(address));
  }
  vf_ahead_end();
  pthread_mutex_unlock(&lock);
  return status;
}

vf_status vf_memory_unregister(void *address)
{
  size_t parked_bytes;
  return vf_memory_freed(address, &parked_bytes);
}

/* ---- Views ---------------------------------------------------------------------------------------------- */

static vf_status wrap(void *first, vf_type type, const vf_box *bounds, int components, const char *label,
                      vf_wrap_rule rule, vf_view **view)
{
  int64_t extents[4] = { 0, 0, 0, components };
  int lower[4] = { bounds->lower[0], bounds->lower[1], bounds->lower[2], 1 };
  for (int d = 0; d < 3; d++)
    extents[d] = bounds->upper[d] < bounds->lower[d] ? 0 : (int64_t)bounds->upper[d] - bounds->lower[d] + 1;
  return vf_view_wrap(NULL, first, type, 4, extents, lower, label, rule, view);
}

/* The view of all of a block. If the program has wrapped some of the block itself, there is no view and no error. */
static vf_view *whole_of(vf_block *block, vf_type type)
{
  if (block->whole && is_live(block->whole) && block->type == type) return block->whole;
  forget_views(block);
  const int64_t elements = (block->end - block->begin) / (int64_t)vf_type_size(type);
  if (vf_view_wrap(NULL, block->begin, type, 1, &elements, NULL, block->label, VF_WRAP_DISTINCT, &block->whole))
    block->whole = NULL;
  block->life = block->whole ? calloc(1, sizeof *block->life) : NULL;
  if (block->whole && !block->life) forget_views(block);
  if (block->whole) vf_travels_once(block->whole, vf_offload_active());
  block->type = type;
  return block->whole;
}

static bool same_box(const vf_box *p, const vf_box *q) { return memcmp(p, q, sizeof *p) == 0; }

static vf_status window_of(vf_block *block, vf_type type, char *first, const vf_box *bounds, int components,
                           vf_view **view)
{
  for (int w = 0; w < block->window_count; w++) {
    const vf_window *window = &block->windows[w];
    if (window->first == first && window->components == components && same_box(&window->bounds, bounds)) {
      *view = window->view;
      return VF_OK;
    }
  }
  if (block->window_count == block->window_room) {
    const int more = block->window_room ? 2 * block->window_room : 4;
    vf_window *grown = realloc(block->windows, (size_t)more * sizeof *grown);
    if (!grown) return vf_fail(VF_ERROR_MEMORY, "no host memory for the views of '%s'", block->label);
    block->windows = grown;
    block->window_room = more;
  }
  const vf_status status = wrap(first, type, bounds, components, block->label, VF_WRAP_JOIN, view);
  if (!status)
    block->windows[block->window_count++] =
        (vf_window){ .first = first, .bounds = *bounds, .components = components, .view = *view };
  return status;
}

/* The block around a range; NULL if the range lies in no block, or beyond its end. */
static vf_block *block_around(char *first, size_t bytes)
{
  const size_t p = position(first);
  return p < count && blocks[p]->begin <= first && first + bytes <= blocks[p]->end && !blocks[p]->parked ? blocks[p]
                                                                                                         : NULL;
}

static size_t bytes_of(vf_type type, const vf_box *bounds, int components)
{
  size_t elements = (size_t)components;
  for (int d = 0; d < 3; d++)
    elements *= bounds->upper[d] < bounds->lower[d] ? 0 : (size_t)((int64_t)bounds->upper[d] - bounds->lower[d] + 1);
  return elements * vf_type_size(type);
}

/* Memory that was freed, and given again without an announcement, takes its new values. */
static vf_status remove_parked(char *first, size_t bytes)
{
  bool any = false;
  pthread_mutex_lock(&lock);
  for (size_t p = position(first); p < count && blocks[p]->begin < first + bytes; p++) any = any || blocks[p]->parked;
  pthread_mutex_unlock(&lock);
  const vf_status status = any ? vf_queue_flush() : VF_OK;
  if (!any || status) return status;
  pthread_mutex_lock(&lock);
  for (size_t p = position(first); p < count && blocks[p]->begin < first + bytes;)
    if (blocks[p]->parked) remove_block(p);
    else p++;
  pthread_mutex_unlock(&lock);
  return VF_OK;
}

/* True if an address lies in a view of the program, and not in a view of a call of any thread. */
static bool is_programs_own(const void *first)
{
  vf_view *live = NULL;
  if (vf_view_find(first, &live)) return false;
  return !vf_is_passing(live);
}

vf_status vf_lease_take(void *first, vf_type type, const vf_box *bounds, int components, const char *label,
                        vf_lease *lease)
{
  *lease = (vf_lease){ .kind = VF_LEASE_BLOCK };
  const size_t bytes = bytes_of(type, bounds, components);
  pthread_mutex_lock(&lock);
  vf_block *block = bytes ? block_around(first, bytes) : NULL;
  if (block && whole_of(block, type)) {
    const vf_status status = window_of(block, type, first, bounds, components, &lease->view);
    lease->life = block->life;
    pthread_mutex_unlock(&lock);
    return status;
  }
  pthread_mutex_unlock(&lock);
  vf_status status = bytes ? remove_parked(first, bytes) : VF_OK;
  if (status) return status;
  lease->temporary = true;
  pthread_mutex_lock(&lock); /* no thread sees the view of a call before viewfab knows whose view this is */
  lease->kind = bytes && is_programs_own(first) ? VF_LEASE_WRAPPED : VF_LEASE_UNKNOWN;
  status = wrap(first, type, bounds, components, label, VF_WRAP_JOIN, &lease->view);
  if (!status && lease->kind == VF_LEASE_UNKNOWN) vf_passes(lease->view);
  pthread_mutex_unlock(&lock);
  return status;
}

vf_status vf_lease_scratch(const vf_box *bounds, int components, const char *label, vf_lease *lease)
{
  *lease = (vf_lease){ .kind = VF_LEASE_SCRATCH, .temporary = true };
  int64_t extents[4] = { 0, 0, 0, components };
  const int lower[4] = { bounds->lower[0], bounds->lower[1], bounds->lower[2], 1 };
  for (int d = 0; d < 3; d++) extents[d] = (int64_t)bounds->upper[d] - bounds->lower[d] + 1;
  return vf_view_create(NULL, VF_REAL64, 4, extents, lower, label, &lease->view);
}

void vf_lease_end(vf_lease *lease)
{
  if (lease->temporary && lease->view) vf_view_release(&lease->view, true);
  *lease = (vf_lease){ .kind = VF_LEASE_NONE };
}

static vf_view *live_view(size_t p) { return blocks[p]->whole && is_live(blocks[p]->whole) ? blocks[p]->whole : NULL; }

void vf_memory_enters_region(void)
{
  pthread_mutex_lock(&lock);
  for (size_t p = 0; p < count; p++) {
    if (!live_view(p)) continue;
    vf_host_is_newest(blocks[p]->whole);
    vf_travels_once(blocks[p]->whole, true);
  }
  pthread_mutex_unlock(&lock);
}

vf_status vf_memory_leaves_region(void)
{
  vf_status status = VF_OK;
  pthread_mutex_lock(&lock);
  vf_view **views = malloc((count ? count : 1) * sizeof *views);
  int listed = 0;
  if (!views) status = vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %zu arrays", count);
  for (size_t p = 0; p < count && !status; p++)
    if (live_view(p)) views[listed++] = blocks[p]->whole;
  if (!status) status = vf_views_to_host(views, listed, VF_READ);
  for (int v = 0; v < listed && !status; v++) vf_travels_once(views[v], false);
  free(views);
  for (size_t p = 0; p < count && !status;)
    if (blocks[p]->parked) remove_block(p);
    else p++;
  pthread_mutex_unlock(&lock);
  return status;
}
