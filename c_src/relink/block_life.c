#include "block_life.h"

#include <pthread.h>
#include <stdlib.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/text.h"
#include "ahead.h"
#include "host_side.h"
#include "region.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t parked;        /* bytes */
static size_t of_allocators; /* blocks; atomic, for questions without the lock */
static vfi_life *ended;      /* lives that somebody may still keep */
static uint64_t over;        /* atomic */

void vfi_blocks_lock(void) { pthread_mutex_lock(&lock); }
void vfi_blocks_unlock(void) { pthread_mutex_unlock(&lock); }

bool vfi_blocks_of_allocators(void) { return __atomic_load_n(&of_allocators, __ATOMIC_RELAXED) > 0; }

bool vfi_block_view_lives(const vf_view *view)
{
  vfi_lock();
  const bool live = vfi_handle_operand(view) != NULL;
  vfi_unlock();
  return live;
}

uint64_t vfi_lives_over(void) { return __atomic_load_n(&over, __ATOMIC_ACQUIRE); }

void vfi_lives_forget(void)
{
  pthread_mutex_lock(&lock);
  while (ended) {
    vfi_life *life = ended;
    ended = life->next;
    free(life);
  }
  pthread_mutex_unlock(&lock);
}

/* Marks a life. The new number of vfi_lives_over makes kept calls check their lives again. */
static void mark(bool *flag)
{
  __atomic_store_n(flag, true, __ATOMIC_RELEASE);
  __atomic_fetch_add(&over, 1, __ATOMIC_ACQ_REL);
}

static void end_life(vfi_block *block)
{
  if (!block->life) return;
  mark(&block->life->over);
  block->life->next = ended;
  ended = block->life;
  block->life = NULL;
}

void vfi_block_forget_views(vfi_block *block)
{
  end_life(block);
  for (int w = 0; w < block->window_count; w++)
    if (vfi_block_view_lives(block->windows[w].view)) vf_view_release(&block->windows[w].view, true);
  block->window_count = 0;
  if (vfi_block_view_lives(block->whole)) vf_view_release(&block->whole, true);
  block->whole = NULL;
}

void vfi_block_remove(vfi_block_place *place)
{
  vfi_block *block = vfi_block_at(*place);
  vfi_blocks_take_out(place);
  if (block->parked) parked -= vfi_block_size(block);
  if (block->allocated) __atomic_fetch_sub(&of_allocators, 1, __ATOMIC_RELAXED);
  vfi_block_forget_views(block);
  free(block->windows);
  free(block);
}

vf_status vfi_block_insert(char *begin, size_t bytes, char *of, const char *label, bool allocated)
{
  vfi_block *block = calloc(1, sizeof *block);
  if (!block) return vfi_fail(VF_ERROR_MEMORY, "no host memory for '%s'", label);
  block->begin = begin;
  block->end = begin + bytes;
  block->of = of;
  block->allocated = allocated;
  vfi_text_copy_label(block->label, sizeof block->label, label);
  const vf_status status = vfi_blocks_insert(vfi_blocks_find(begin), block);
  if (status) free(block);
  else if (allocated) __atomic_fetch_add(&of_allocators, 1, __ATOMIC_RELAXED);
  return status;
}

bool vfi_block_may_park(const vfi_block *block)
{
  enum { FEW = 64 << 20, PART = 4 };
  vf_counters counters;
  if (!vfi_offload_active() || vf_counters_get(NULL, &counters)) return false;
  const size_t most = (size_t)counters.device_bytes / PART;
  return parked + vfi_block_size(block) <= (most > FEW ? most : FEW);
}

void vfi_block_park(vfi_block *block)
{
  vfi_lets_go_of_host(block->whole);
  if (block->life) mark(&block->life->parked);
  block->parked = true;
  parked += vfi_block_size(block);
}

bool vfi_block_revive(char *begin, const char *end)
{
  vfi_block *block = vfi_block_at(vfi_blocks_find(begin));
  if (!block || !block->parked || block->begin != begin || block->end != end || !vfi_block_view_lives(block->whole))
    return false;
  block->parked = false;
  if (block->life) __atomic_store_n(&block->life->parked, false, __ATOMIC_RELEASE);
  parked -= vfi_block_size(block);
  vfi_host_is_newest(block->whole);
  vfi_ahead_end();
  return true;
}

void vfi_blocks_remove_parked(vfi_block_place place, const char *end)
{
  for (vfi_block *block; (block = vfi_block_at(place)) && (!end || block->begin < end);)
    if (block->parked) vfi_block_remove(&place);
    else place = vfi_blocks_next(place);
}
