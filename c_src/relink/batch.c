#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "together.h"
#include "records.h"

struct vfi_batch {
  uint64_t hash;
  int count, box_count;
  vfi_prepared **calls;         /* [count] */
  int *boxes_of;                /* [count] how many */
  vf_box *boxes;                /* [box_count] */
  vfi_repeated_calls *repeated; /* NULL: the batch was made once */
  struct vfi_batch *next;       /* of the same chain */
};

enum { CHAINS = 4096 };
static vfi_batch *chains[CHAINS];
static int batches; /* in all of them */
static vfi_records records;
static vfi_call *list;       /* [list_room] for vf_dispatch_together */
static vfi_made_when *times; /* [list_room] of it */
static int list_room;

static uint64_t mix(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}

/* The same for each order of the calls. */
static uint64_t hash_of(const vfi_batch_item *items, int count)
{
  uint64_t hash = (uint64_t)count;
  for (int i = 0; i < count; i++) {
    uint64_t of_call = items[i].call->number;
    for (int t = 0; t < items[i].tiles.count; t++) {
      uint64_t words[sizeof(vf_box) / 8];
      memcpy(words, &items[i].tiles.boxes[t], sizeof words);
      for (size_t w = 0; w < sizeof words / sizeof *words; w++) of_call = mix(of_call, words[w]);
    }
    hash += of_call;
  }
  return hash;
}

/* True if the calls are the calls of a batch; *same_order is true if the order agrees too. */
static bool has(const vfi_batch *batch, const vfi_batch_item *items, int count, bool *same_order)
{
  *same_order = true;
  if (batch->count != count) return false;
  const vf_box *boxes = batch->boxes;
  for (int i = 0; i < count; i++) {
    const int place = batch->calls[i]->place;
    if (place < 0 || place >= count || items[place].call != batch->calls[i]) return false;
    const vfi_tiles *tiles = &items[place].tiles;
    if (tiles->count != batch->boxes_of[i] || memcmp(boxes, tiles->boxes, (size_t)tiles->count * sizeof *boxes) != 0)
      return false;
    *same_order = *same_order && place == i;
    boxes += tiles->count;
  }
  return true;
}

static vfi_batch *find(const vfi_batch_item *items, int count, uint64_t hash, bool *same_order)
{
  for (vfi_batch *batch = chains[hash % CHAINS]; batch; batch = batch->next)
    if (batch->hash == hash && has(batch, items, count, same_order)) return batch;
  return NULL;
}

/* without memory there is no batch, and no error */
static vfi_batch *note(const vfi_batch_item *items, int count, uint64_t hash)
{
  int box_count = 0;
  for (int i = 0; i < count; i++) box_count += items[i].tiles.count;
  vfi_batch *batch = vfi_records_take(&records, sizeof *batch + (size_t)count * (sizeof *batch->calls + sizeof(int)) +
                                                    (size_t)box_count * sizeof(vf_box));
  if (!batch) return NULL;
  batch->calls = (vfi_prepared **)(batch + 1);
  batch->boxes_of = (int *)(batch->calls + count);
  batch->boxes = (vf_box *)(batch->boxes_of + count);
  batch->box_count = box_count;
  vf_box *boxes = batch->boxes;
  for (int i = 0; i < count; i++) {
    batch->calls[i] = items[i].call;
    batch->boxes_of[i] = items[i].tiles.count;
    memcpy(boxes, items[i].tiles.boxes, (size_t)items[i].tiles.count * sizeof *boxes);
    boxes += items[i].tiles.count;
  }
  batch->hash = hash;
  batch->count = count;
  batch->next = chains[hash % CHAINS];
  chains[hash % CHAINS] = batch;
  batches++;
  return batch;
}

static void forget(vfi_batch *batch)
{
  vfi_batch **link = &chains[batch->hash % CHAINS];
  while (*link != batch) link = &(*link)->next;
  *link = batch->next;
  vfi_calls_drop(batch->repeated);
  batch->repeated = NULL; /* a track may still know the batch */
  batches--;
}

static vf_status make_room(int boxes)
{
  if (boxes <= list_room) return VF_OK;
  vfi_call *grown = realloc(list, (size_t)boxes * sizeof *grown);
  if (grown) list = grown;
  vfi_made_when *more = grown ? realloc(times, (size_t)boxes * sizeof *more) : NULL;
  if (!more) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d legacy calls", boxes);
  times = more;
  list_room = boxes;
  return VF_OK;
}

static vf_status list_calls(const vfi_batch_item *items, int count, int *listed)
{
  int boxes = 0;
  for (int i = 0; i < count; i++) boxes += items[i].tiles.count;
  *listed = 0;
  const vf_status status = make_room(boxes);
  for (int i = 0; i < count && !status; i++)
    for (int t = 0; t < items[i].tiles.count; t++) {
      times[*listed] = items[i].when;
      list[(*listed)++] = (vfi_call){ .kernel = items[i].call->signature.symbol->kernel,
                                      .boxes = &items[i].tiles.boxes[t],
                                      .box_count = 1,
                                      .arguments = items[i].call->arguments,
                                      .selector = items[i].call->selector };
    }
  return status;
}

/* When the calls of a batch were made this time. Errors: VF_ERROR_MEMORY. */
static vf_status list_times(const vfi_batch *batch, const vfi_batch_item *items)
{
  const vf_status status = make_room(batch->box_count);
  for (int i = 0, listed = 0; i < batch->count && !status; i++)
    for (int t = 0; t < batch->boxes_of[i]; t++) times[listed++] = items[batch->calls[i]->place].when;
  return status;
}

/* Makes a kept list again. */
static vf_status make_again(const vfi_batch *batch, const vfi_batch_item *items, bool *made)
{
  *made = false;
  if (!batch || !batch->repeated) return VF_OK;
  const vf_status status = list_times(batch, items);
  if (status || !vfi_calls_are_in_order(batch->repeated, times)) return status;
  return vfi_calls_again(batch->repeated, made);
}

vf_status vfi_batch_again(const vfi_batch *batch, bool *made)
{
  *made = false;
  return batch->repeated ? vfi_calls_again(batch->repeated, made) : VF_OK;
}

/* Keeps calls that come for the second time, or after a change. Without memory viewfab does not keep them. */
static vfi_batch *keep(vfi_batch *batch, const vfi_batch_item *items, int count, uint64_t hash, bool same_order,
                       int listed)
{
  if (!same_order) { /* the kept list has its own order */
    forget(batch);
    batch = note(items, count, hash);
  }
  if (!batch) return NULL;
  vfi_calls_drop(batch->repeated);
  batch->repeated = NULL;
  (void)vfi_calls_keep(list, listed, &batch->repeated);
  return batch;
}

vf_status vfi_batch_make(const vfi_batch_item *items, int count, bool *made, vfi_batch **kept)
{
  const uint64_t hash = hash_of(items, count);
  bool same_order = false;
  vfi_batch *batch = find(items, count, hash, &same_order);
  vf_status status = make_again(batch, items, made);
  int listed = 0;
  *kept = *made ? batch : NULL;
  if (status || *made) return status;
  status = list_calls(items, count, &listed);
  if (!status && batch && same_order &&
      !batch->repeated) { /* the second time: one plan for the launches and for later */
    keep(batch, items, count, hash, true, listed);
    status = make_again(batch, items, made);
    *kept = *made ? batch : NULL;
  }
  if (status || *made) return status;
  status = vfi_dispatch_together_when(list, times, listed, made);
  if (status || !*made) return status;
  if (batch) *kept = keep(batch, items, count, hash, same_order, listed);
  else note(items, count, hash);
  return VF_OK;
}

vf_status vfi_batch_make_in_order(const vfi_batch_item *items, int count)
{
  bool made = false;
  int listed = 0;
  vfi_batch *kept;
  vf_status status = vfi_batch_make(items, count, &made, &kept);
  if (status || made) return status;
  status = list_calls(items, count, &listed);
  return status ? status : vf_dispatch_together(list, listed);
}

void vfi_batches_forget(void)
{
  for (int c = 0; c < CHAINS && batches; c++)
    while (chains[c]) {
      vfi_batch *batch = chains[c];
      chains[c] = batch->next;
      vfi_calls_drop(batch->repeated);
      batches--;
    }
  vfi_records_end(&records);
}
