#include "heap_blocks.h"

#include <unistd.h>

#include "../coherence/coherence.h"
#include "../coherence/heap.h"
#include "../coherence/settings.h"
#include "../core/context.h"
#include "ahead.h"
#include "block_life.h"
#include "drop_in.h"
#include "host_side.h"
#include "legacy_call.h"
#include "queue.h"

/* An array has its whole allocation on the device only if the allocation is at most so many times larger: a pool of a program is
 * one allocation. */
enum { MOST_TIMES = 16 };

static bool follows; /* both are set while the program starts */
static pid_t follower;

/* The first block in a range from a place on that lies in an allocation, as the place of the block; false: there is none. */
static bool next_of_heap(vfi_block_place *place, const char *end)
{
  for (const vfi_block *block; (block = vfi_block_at(*place)) && block->begin < end; *place = vfi_blocks_next(*place))
    if (block->serial) return true;
  return false;
}

/* Removes the pieces of a block of the heap.
 *   gone  the memory ends, and nobody reads its values any more */
static void remove_block(char *of, bool gone)
{
  vfi_block_place place = vfi_blocks_find(of);
  for (const vfi_block *block; (block = vfi_block_at(place)) && block->of == of; vfi_block_remove(&place))
    if (gone && vfi_block_view_lives(block->whole)) vfi_lets_go_of_host(block->whole);
}

/* True if the program has freed the allocation. viewfab saw the call that freed it, or the memory has gone without such a call. */
static bool has_ended(const vfi_block *block)
{
  return !vfi_heap_holds(block->of, block->serial) ||
         (vfi_block_view_lives(block->whole) && vfi_host_is_lost(block->whole));
}

/* The beginning of a block of the heap in a range; NULL: there is none. Lock of the blocks held.
 *   ended  only a block whose allocation has ended unseen */
static char *find(const char *first, const char *end, bool ended)
{
  vfi_block_place place = vfi_blocks_find(first);
  for (; next_of_heap(&place, end); place = vfi_blocks_next(place)) {
    const vfi_block *block = vfi_block_at(place);
    if (!ended || has_ended(block)) return block->of;
  }
  return NULL;
}

static vf_status end_blocks(const char *first, const char *end, bool ended)
{
  for (;;) {
    vfi_blocks_lock();
    char *of = find(first, end, ended);
    vfi_blocks_unlock();
    if (!of) return VF_OK;
    const vf_status status = vfi_queue_flush();
    if (status) return status;
    vfi_blocks_lock();
    of = find(first, end, ended);
    if (of) remove_block(of, false);
    vfi_blocks_unlock();
    vfi_ahead_end();
  }
}

static _Thread_local int stay;

void vfi_heap_blocks_stay(bool on) { stay += on ? 1 : -1; }

vf_status vfi_heap_blocks_give_way(void *begin, size_t bytes)
{
  if (stay || !bytes || !vfi_blocks_count()) return VF_OK;
  return end_blocks(begin, (const char *)begin + bytes, false);
}

static int64_t made; /* atomic */

int64_t vfi_heap_blocks_made(void) { return __atomic_load_n(&made, __ATOMIC_RELAXED); }

static bool is_free_of_blocks(const char *begin, const char *end)
{
  const vfi_block *block = vfi_block_at(vfi_blocks_find(begin));
  return !block || block->begin >= end;
}

vf_status vfi_heap_blocks_know(char *first, size_t bytes, const char *label)
{
  if (!follows || !bytes) return VF_OK;
  vf_context *context = NULL; /* the first call opens a context */
  vf_status status = vfi_context_resolve(&context);
  if (status || !vfi_coherence_serves() || context->backend->aliases_host) return status;
  vfi_lock();
  vfi_coherence_looks_for_libraries();
  vfi_unlock();
  status = end_blocks(first, first + bytes, true);
  if (status) return status;
  vfi_allocation around;
  vfi_blocks_lock();
  if (is_free_of_blocks(first, first + bytes) && vfi_heap_find(first, bytes, &around) &&
      around.bytes / MOST_TIMES <= bytes && is_free_of_blocks(around.begin, around.begin + around.bytes)) {
    status = vfi_block_insert(around.begin, around.bytes, around.begin, label, true);
    if (!status) vfi_block_at(vfi_blocks_find(around.begin))->serial = around.serial;
    if (!status) __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
  }
  vfi_blocks_unlock();
  return status;
}

/* A child of a fork leaves the device's memory to its parent. */
static void allocation_ends(const vfi_allocation *ended, bool values_count)
{
  if (getpid() != follower) return;
  const char *end = ended->begin + ended->bytes;
  vfi_blocks_lock();
  vfi_block_place place = vfi_blocks_find(ended->begin);
  const bool known = next_of_heap(&place, end) && vfi_block_at(place)->serial == ended->serial;
  vfi_blocks_unlock();
  if (!known) return;
  if (vfi_queue_flush()) vfi_drop_in_failed("free");
  vfi_blocks_lock();
  remove_block(ended->begin, !values_count);
  vfi_blocks_unlock();
  vfi_ahead_end();
}

void vfi_heap_blocks_begin(void)
{
  vfi_coherence_wishes wishes;
  if (follows || vfi_coherence_read_wishes(&wishes) || !wishes.serves) return;
  follows = true;
  follower = getpid();
  vfi_heap_follow(allocation_ends);
}
