#include "blocks.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"

enum { ROOM = 256 };

/* A shelf: some blocks, in the order of their addresses. No shelf is empty. */
typedef struct vf_shelf {
  int count;
  vfi_block *blocks[ROOM];
} vf_shelf;

static vf_shelf **shelves; /* [count] */
static size_t count, room;
static size_t blocks; /* atomic */

size_t vfi_blocks_count(void) { return __atomic_load_n(&blocks, __ATOMIC_RELAXED); }

static bool is_before(const vfi_block *block, const char *address) { return block->end <= address; }

vfi_block_place vfi_blocks_find(const char *address)
{
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (is_before(shelves[middle]->blocks[shelves[middle]->count - 1], address)) low = middle + 1;
    else high = middle;
  }
  vfi_block_place place = { low, 0 };
  if (low == count) return place;
  int until = shelves[low]->count;
  while (place.at < until) {
    const int middle = (place.at + until) / 2;
    if (is_before(shelves[low]->blocks[middle], address)) place.at = middle + 1;
    else until = middle;
  }
  return place;
}

vfi_block_place vfi_blocks_begin(void) { return (vfi_block_place){ 0, 0 }; }

vfi_block *vfi_block_at(vfi_block_place place)
{
  return place.shelf < count ? shelves[place.shelf]->blocks[place.at] : NULL;
}

vfi_block_place vfi_blocks_next(vfi_block_place place)
{
  return place.at + 1 < shelves[place.shelf]->count ? (vfi_block_place){ place.shelf, place.at + 1 }
                                                    : (vfi_block_place){ place.shelf + 1, 0 };
}

/* A new shelf at a place among the shelves; NULL: no memory. */
static vf_shelf *add_shelf(size_t at)
{
  if (count == room) {
    const size_t more = room ? 2 * room : 64;
    vf_shelf **grown = realloc(shelves, more * sizeof *grown);
    if (!grown) return NULL;
    shelves = grown;
    room = more;
  }
  vf_shelf *shelf = malloc(sizeof *shelf);
  if (!shelf) return NULL;
  shelf->count = 0;
  memmove(shelves + at + 1, shelves + at, (count - at) * sizeof *shelves);
  shelves[at] = shelf;
  count++;
  return shelf;
}

/* Moves the second half of a full shelf to a shelf of its own. False without memory. */
static bool split(size_t at)
{
  vf_shelf *full = shelves[at], *second = add_shelf(at + 1);
  if (!second) return false;
  second->count = full->count / 2;
  full->count -= second->count;
  memcpy(second->blocks, full->blocks + full->count, (size_t)second->count * sizeof *second->blocks);
  return true;
}

vf_status vfi_blocks_insert(vfi_block_place place, vfi_block *block)
{
  if (place.shelf == count && count) place = (vfi_block_place){ count - 1, shelves[count - 1]->count };
  if (place.shelf == count && !add_shelf(count))
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of arrays");
  if (shelves[place.shelf]->count == ROOM) {
    if (!split(place.shelf)) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of arrays");
    const int left = shelves[place.shelf]->count;
    if (place.at > left) place = (vfi_block_place){ place.shelf + 1, place.at - left };
  }
  vf_shelf *shelf = shelves[place.shelf];
  memmove(shelf->blocks + place.at + 1, shelf->blocks + place.at,
          (size_t)(shelf->count - place.at) * sizeof *shelf->blocks);
  shelf->blocks[place.at] = block;
  shelf->count++;
  __atomic_fetch_add(&blocks, 1, __ATOMIC_RELAXED);
  return VF_OK;
}

void vfi_blocks_take_out(vfi_block_place *place)
{
  vf_shelf *shelf = shelves[place->shelf];
  shelf->count--;
  memmove(shelf->blocks + place->at, shelf->blocks + place->at + 1,
          (size_t)(shelf->count - place->at) * sizeof *shelf->blocks);
  __atomic_fetch_sub(&blocks, 1, __ATOMIC_RELAXED);
  const bool last = place->at == shelf->count;
  if (!shelf->count) {
    free(shelf);
    count--;
    memmove(shelves + place->shelf, shelves + place->shelf + 1, (count - place->shelf) * sizeof *shelves);
    place->at = 0;
  } else if (last) {
    *place = (vfi_block_place){ place->shelf + 1, 0 };
  }
}
