#include "lease.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "ahead.h"
#include "block_life.h"
#include "heap_blocks.h"
#include "host_side.h"
#include "queue.h"
#include "region.h"

static vf_status wrap(void *first, vf_type type, const vf_box *bounds, int components, const char *label,
                      vf_wrap_rule rule, vf_view **view)
{
  int64_t extents[4] = { 0, 0, 0, components };
  int lower[4] = { bounds->lower[0], bounds->lower[1], bounds->lower[2], 1 };
  for (int d = 0; d < 3; d++)
    extents[d] = bounds->upper[d] < bounds->lower[d] ? 0 : (int64_t)bounds->upper[d] - bounds->lower[d] + 1;
  vfi_heap_blocks_stay(true);
  const vf_status status = vf_view_wrap(NULL, first, type, 4, extents, lower, label, rule, view);
  vfi_heap_blocks_stay(false);
  return status;
}

/* The view of all of a block. If the program has wrapped some of the block itself, there is no view and no error. */
static vf_view *whole_of(vfi_block *block, vf_type type)
{
  if (block->whole && vfi_block_view_lives(block->whole) && block->type == type) return block->whole;
  vfi_block_forget_views(block);
  const int64_t elements = (block->end - block->begin) / (int64_t)vfi_type_size(type);
  vfi_heap_blocks_stay(true);
  if (vf_view_wrap(NULL, block->begin, type, 1, &elements, NULL, block->label, VF_WRAP_DISTINCT, &block->whole))
    block->whole = NULL;
  vfi_heap_blocks_stay(false);
  block->life = block->whole ? calloc(1, sizeof *block->life) : NULL;
  if (block->whole && !block->life) vfi_block_forget_views(block);
  if (block->whole) vfi_travels_once(block->whole, vfi_offload_active());
  block->type = type;
  return block->whole;
}

static bool same_box(const vf_box *p, const vf_box *q) { return memcmp(p, q, sizeof *p) == 0; }

static vf_status window_of(vfi_block *block, vf_type type, char *first, const vf_box *bounds, int components,
                           vf_view **view)
{
  for (int w = 0; w < block->window_count; w++) {
    const vfi_window *window = &block->windows[w];
    if (window->first == first && window->components == components && same_box(&window->bounds, bounds)) {
      *view = window->view;
      return VF_OK;
    }
  }
  if (block->window_count == block->window_room) {
    const int more = block->window_room ? 2 * block->window_room : 4;
    vfi_window *grown = realloc(block->windows, (size_t)more * sizeof *grown);
    if (!grown) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the views of '%s'", block->label);
    block->windows = grown;
    block->window_room = more;
  }
  const vf_status status = wrap(first, type, bounds, components, block->label, VF_WRAP_JOIN, view);
  if (!status)
    block->windows[block->window_count++] =
        (vfi_window){ .first = first, .bounds = *bounds, .components = components, .view = *view };
  return status;
}

/* The block around a range; NULL if the range lies in no block, or beyond its end. */
static vfi_block *block_around(char *first, size_t bytes)
{
  vfi_block *block = vfi_block_at(vfi_blocks_find(first));
  return block && block->begin <= first && first + bytes <= block->end && !block->parked ? block : NULL;
}

/* True if a view of the block may have an array: the block has no elements of another type, and elements lie side by
 * side. */
static bool suits(const vfi_block *block, const char *first, vf_type type)
{
  return (!block->whole || !vfi_block_view_lives(block->whole) || block->type == type) &&
         (size_t)(first - block->begin) % vfi_type_size(type) == 0;
}

/* Brings the newest values of a piece to the host. In a range that gets elements of another type the host's values count,
 * as in memory that is given again. */
static vf_status bring(vfi_block *piece, char *first, const char *end, vf_type type)
{
  char *begin = piece->begin > first ? piece->begin : first;
  const char *until = piece->end < end ? piece->end : end;
  const bool other = piece->type != type;
  if (!piece->whole || !vfi_block_view_lives(piece->whole) || (other && begin == piece->begin && until == piece->end))
    return VF_OK;
  const size_t bytes = other ? (size_t)(until - begin) : 0;
  char *of_host = malloc(bytes + 1);
  if (!of_host) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a part of '%s'", piece->label);
  memcpy(of_host, begin, bytes);
  const vf_status status = vf_view_to_host(piece->whole, VF_READ);
  memcpy(begin, of_host, bytes);
  free(of_host);
  return status;
}

static vf_status insert_piece(const vfi_block *of, char *begin, const char *end)
{
  const vf_status status = vfi_block_insert(begin, (size_t)(end - begin), of->of, of->label, of->allocated);
  if (!status) vfi_block_at(vfi_blocks_find(begin))->serial = of->serial;
  return status;
}

/* The pieces of a range become one piece without views; what lies before and behind in them keeps its values. Lock
 * held, no call waits. */
static vf_status cut(char *first, char *end, vf_type type)
{
  vfi_block_place place = vfi_blocks_find(first);
  vfi_block *block = vfi_block_at(place);
  char *last = block->end;
  vf_status status = VF_OK;
  for (vfi_block *piece; !status && (piece = vfi_block_at(place)) && piece->begin < end;) {
    status = bring(piece, first, end, type);
    if (status) return status;
    vfi_block_forget_views(piece);
    last = piece->end;
    if (piece == block) place = vfi_blocks_next(place);
    else vfi_block_remove(&place);
  }
  block->end = block->begin < first ? first : end;
  if (block->begin < first) status = insert_piece(block, first, end);
  if (!status && end < last) status = insert_piece(block, end, last);
  return status;
}

/* True if a range lies in memory that was announced at once and is not free. */
static bool is_known(const char *first, const char *end)
{
  vfi_block_place place = vfi_blocks_find(first);
  const vfi_block *block = vfi_block_at(place);
  if (!block || block->begin > first || block->parked) return false;
  const char *of = block->of;
  while (block && block->of == of && block->end < end) block = vfi_block_at(place = vfi_blocks_next(place));
  return block && block->of == of;
}

/* Gives an array of known memory a block that suits the array: an array of another type may lie beside it. */
static vf_status make_suit(char *first, size_t bytes, vf_type type)
{
  vfi_blocks_lock();
  const vfi_block *block = bytes ? block_around(first, bytes) : NULL;
  bool cuts = bytes && (block ? !suits(block, first, type) : is_known(first, first + bytes));
  vfi_blocks_unlock();
  vf_status status = cuts ? vfi_queue_flush() : VF_OK;
  if (!cuts || status) return status;
  vfi_blocks_lock();
  cuts = is_known(first, first + bytes);
  if (cuts) status = cut(first, first + bytes, type);
  vfi_blocks_unlock();
  vfi_ahead_end();
  return status;
}

static size_t bytes_of(vf_type type, const vf_box *bounds, int components)
{
  size_t elements = (size_t)components;
  for (int d = 0; d < 3; d++)
    elements *= bounds->upper[d] < bounds->lower[d] ? 0 : (size_t)((int64_t)bounds->upper[d] - bounds->lower[d] + 1);
  return elements * vfi_type_size(type);
}

/* Memory that was freed, and given again without an announcement, takes its new values. */
static vf_status remove_parked(char *first, size_t bytes)
{
  bool any = false;
  vfi_blocks_lock();
  vfi_block_place place = vfi_blocks_find(first);
  for (vfi_block *block; (block = vfi_block_at(place)) && block->begin < first + bytes; place = vfi_blocks_next(place))
    any = any || block->parked;
  vfi_blocks_unlock();
  const vf_status status = any ? vfi_queue_flush() : VF_OK;
  if (!any || status) return status;
  vfi_blocks_lock();
  vfi_blocks_remove_parked(vfi_blocks_find(first), first + bytes);
  vfi_blocks_unlock();
  return VF_OK;
}

/* True if an address lies in a view of the program, and not in a view of a call of any thread. */
static bool is_programs_own(const void *first)
{
  vf_view *live = NULL;
  if (vf_view_find(first, &live)) return false;
  return !vfi_is_passing(live);
}

vf_status vfi_lease_take(void *first, vf_type type, const vf_box *bounds, int components, const char *label,
                         vfi_lease *lease)
{
  *lease = (vfi_lease){ .kind = VF_LEASE_BLOCK };
  const size_t bytes = bytes_of(type, bounds, components);
  vf_status status = vfi_heap_blocks_know(first, bytes, label);
  if (!status) status = make_suit(first, bytes, type);
  if (status) {
    lease->kind = VF_LEASE_NONE;
    return status;
  }
  vfi_blocks_lock();
  vfi_block *block = bytes ? block_around(first, bytes) : NULL;
  if (block && whole_of(block, type)) {
    status = window_of(block, type, first, bounds, components, &lease->view);
    lease->life = block->life;
    vfi_blocks_unlock();
    return status;
  }
  vfi_blocks_unlock();
  status = bytes ? remove_parked(first, bytes) : VF_OK;
  if (status) return status;
  lease->temporary = true;
  vfi_blocks_lock(); /* no thread sees the view of a call before viewfab knows whose view this is */
  lease->kind = bytes && is_programs_own(first) ? VF_LEASE_WRAPPED : VF_LEASE_UNKNOWN;
  status = wrap(first, type, bounds, components, label, VF_WRAP_JOIN, &lease->view);
  if (!status && lease->kind == VF_LEASE_UNKNOWN) vfi_passes(lease->view);
  vfi_blocks_unlock();
  return status;
}

vf_status vfi_lease_scratch(const vf_box *bounds, int components, const char *label, vfi_lease *lease)
{
  *lease = (vfi_lease){ .kind = VF_LEASE_SCRATCH, .temporary = true };
  int64_t extents[4] = { 0, 0, 0, components };
  const int lower[4] = { bounds->lower[0], bounds->lower[1], bounds->lower[2], 1 };
  for (int d = 0; d < 3; d++) extents[d] = (int64_t)bounds->upper[d] - bounds->lower[d] + 1;
  return vf_view_create(NULL, VF_REAL64, 4, extents, lower, label, &lease->view);
}

void vfi_lease_end(vfi_lease *lease)
{
  if (lease->temporary && lease->view) vf_view_release(&lease->view, true);
  *lease = (vfi_lease){ .kind = VF_LEASE_NONE };
}
