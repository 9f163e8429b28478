#include "memory.h"

#include <stdlib.h>

#include <viewfab/boxlib.h>

#include "../core/error.h"
#include "ahead.h"
#include "block_life.h"
#include "host_side.h"
#include "queue.h"
#include "region.h"

/* The first block in a range; its pieces before the range count too. */
static vfi_block_place first_in(const char *begin)
{
  const vfi_block_place place = vfi_blocks_find(begin);
  const vfi_block *block = vfi_block_at(place);
  return block ? vfi_blocks_find(block->of) : place;
}

/* True for a block in a range, and for a piece of the memory of the block before. */
static bool is_in(const vfi_block *block, const char *end, const char *of)
{
  return block && (block->begin < end || block->of == of);
}

/* True if calls may know views of blocks in a range. */
static bool is_used(const char *begin, const char *end)
{
  const char *of = NULL;
  bool used = false;
  vfi_block_place place = first_in(begin);
  for (vfi_block *block; is_in(block = vfi_block_at(place), end, of); place = vfi_blocks_next(place)) {
    used = used || block->whole;
    of = block->of;
  }
  return used;
}

static void remove_blocks(const char *begin, const char *end)
{
  const char *of = NULL;
  vfi_block_place place = first_in(begin);
  for (vfi_block *block; is_in(block = vfi_block_at(place), end, of); vfi_block_remove(&place)) of = block->of;
}

/* Ends all knowledge of a range that has been freed, because it was given again. */
static vf_status clear(const char *begin, const char *end)
{
  vfi_blocks_lock();
  const bool used = is_used(begin, end);
  vfi_blocks_unlock();
  const vf_status status = used ? vfi_queue_flush() : VF_OK;
  if (status) return status;
  vfi_blocks_lock();
  remove_blocks(begin, end);
  vfi_blocks_unlock();
  if (used) vfi_ahead_end();
  return VF_OK;
}

vf_status vfi_memory_is_own(const char *begin, size_t bytes) { return clear(begin, begin + bytes); }

static vf_status know(char *begin, size_t bytes, const char *label, bool allocated)
{
  char *end = begin + bytes;
  if (bytes == 0) return VF_OK;
  vfi_blocks_lock();
  const bool revived = vfi_block_revive(begin, end);
  vfi_blocks_unlock();
  if (revived) return VF_OK;
  vf_status status = clear(begin, end);
  if (status) return status;
  vfi_blocks_lock();
  status = vfi_block_insert(begin, bytes, begin, label ? label : "array", allocated);
  vfi_blocks_unlock();
  return status;
}

vf_status vf_memory_register(void *address, size_t bytes, const char *label)
{
  if (!address) return vfi_fail(VF_ERROR_NULL, "vf_memory_register: address is NULL");
  return know(address, bytes, label, false);
}

vf_status vfi_memory_allocated(void *address, size_t bytes) { return know(address, bytes, NULL, true); }

/* Removes the blocks of allocators. */
static void remove_allocated(void)
{
  vfi_block_place place = vfi_blocks_begin();
  for (vfi_block *block; (block = vfi_block_at(place));)
    if (block->allocated) vfi_block_remove(&place);
    else place = vfi_blocks_next(place);
}

vf_status vfi_memory_unneeded(const void *address, size_t bytes)
{
  if (!vfi_blocks_count()) return VF_OK;
  vfi_blocks_lock();
  if (vfi_blocks_of_allocators()) remove_allocated();
  vfi_blocks_unlock();
  return clear(address, (const char *)address + bytes);
}

/* The block with an address as its beginning, and its place; NULL without such a block. */
static vfi_block *block_that_begins(const char *address, vfi_block_place *place)
{
  *place = vfi_blocks_find(address);
  vfi_block *block = vfi_block_at(*place);
  return block && block->of == address && !block->parked ? block : NULL;
}

/* True if the memory of a block is in pieces. */
static bool is_in_pieces(vfi_block_place place)
{
  const vfi_block *block = vfi_block_at(place), *next = vfi_block_at(vfi_blocks_next(place));
  return next && next->of == block->of;
}

vf_status vfi_memory_freed(void *address, size_t *parked_bytes)
{
  *parked_bytes = 0;
  if (!vfi_blocks_count()) return VF_OK;
  vfi_block_place place;
  vfi_blocks_lock();
  const vfi_block *block = address ? block_that_begins(address, &place) : NULL;
  const bool used = block && is_used(block->begin, block->end);
  const bool parks = used && !is_in_pieces(place) && vfi_block_may_park(block);
  if (block && !used) remove_blocks(address, block->end);
  vfi_blocks_unlock();
  if (!used) return VF_OK;
  const vf_status status = vfi_queue_flush();
  vfi_blocks_lock();
  vfi_block *freed = block_that_begins(address, &place);
  if (freed && parks && !status && !is_in_pieces(place)) {
    vfi_block_park(freed);
    *parked_bytes = vfi_block_size(freed);
  } else if (freed) {
    remove_blocks(address, freed->end);
  }
  vfi_ahead_end();
  vfi_blocks_unlock();
  return status;
}

vf_status vf_memory_unregister(void *address)
{
  size_t parked_bytes;
  return vfi_memory_freed(address, &parked_bytes);
}

static vf_view *live_view(const vfi_block *block)
{
  return block->whole && vfi_block_view_lives(block->whole) ? block->whole : NULL;
}

void vfi_memory_enters_region(void)
{
  vfi_blocks_lock();
  vfi_block_place place = vfi_blocks_begin();
  for (vfi_block *block; (block = vfi_block_at(place)); place = vfi_blocks_next(place)) {
    if (!live_view(block)) continue;
    vfi_host_is_newest(block->whole);
    vfi_travels_once(block->whole, true);
  }
  vfi_blocks_unlock();
}

vf_status vfi_memory_leaves_region(void)
{
  vf_status status = VF_OK;
  vfi_blocks_lock();
  vf_view **views = malloc((vfi_blocks_count() + 1) * sizeof *views);
  int listed = 0;
  vfi_block_place place = vfi_blocks_begin();
  if (!views) status = vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %zu arrays", vfi_blocks_count());
  for (vfi_block *block; !status && (block = vfi_block_at(place)); place = vfi_blocks_next(place))
    if (live_view(block)) views[listed++] = block->whole;
  if (!status) status = vf_views_to_host(views, listed, VF_READ);
  for (int v = 0; v < listed && !status; v++) vfi_travels_once(views[v], false);
  free(views);
  if (!status) vfi_blocks_remove_parked(vfi_blocks_begin(), NULL);
  vfi_blocks_unlock();
  return status;
}
