#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/together.h"
#include "records.h"

typedef struct vf_batch {
  uint64_t hash;
  int count, box_count;
  vf_prepared **calls;   /* [count] */
  int *boxes_of;         /* [count] how many */
  vf_box *boxes;         /* [box_count] */
  vf_kept_calls *kept;   /* NULL: the batch was made once */
  struct vf_batch *next; /* of the same chain */
} vf_batch;

enum { CHAINS = 4096 };
static vf_batch *chains[CHAINS];
static int batches; /* in all of them */
static vf_records records;
static vf_call *list;       /* [list_room] for vf_dispatch_together */
static vf_made_when *times; /* [list_room] of it */
static int list_room;

static uint64_t mix(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}

/* The same for each order of the calls. */
static uint64_t hash_of(const vf_batch_item *items, int count)
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
static bool has(const vf_batch *batch, const vf_batch_item *items, int count, bool *same_order)
{
  *same_order = true;
  if (batch->count != count) return false;
  const vf_box *boxes = batch->boxes;
  for (int i = 0; i < count; i++) {
    const int place = batch->calls[i]->place;
    if (place < 0 || place >= count || items[place].call != batch->calls[i]) return false;
    const vf_tiles *tiles = &items[place].tiles;
    if (tiles->count != batch->boxes_of[i] || memcmp(boxes, tiles->boxes, (size_t)tiles->count * sizeof *boxes) != 0)
      return false;
    *same_order = *same_order && place == i;
    boxes += tiles->count;
  }
  return true;
}

static vf_batch *find(const vf_batch_item *items, int count, uint64_t hash, bool *same_order)
{
  for (vf_batch *batch = chains[hash % CHAINS]; batch; batch = batch->next)
    if (batch->hash == hash && has(batch, items, count, same_order)) return batch;
  return NULL;
}

/* Without memory there is just no batch. */
static vf_batch *note(const vf_batch_item *items, int count, uint64_t hash)
{
  int box_count = 0;
  for (int i = 0; i < count; i++) box_count += items[i].tiles.count;
  vf_batch *batch = vf_records_take(&records, sizeof *batch + (size_t)count * (sizeof *batch->calls + sizeof(int)) +
                                                  (size_t)box_count * sizeof(vf_box));
  if (!batch) return NULL;
  batch->calls = (vf_prepared **)(batch + 1);
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

static void forget(vf_batch *batch)
{
  vf_batch **link = &chains[batch->hash % CHAINS];
  while (*link != batch) link = &(*link)->next;
  *link = batch->next;
  vf_calls_drop(batch->kept);
  batches--;
}

static vf_status make_room(int boxes)
{
  if (boxes <= list_room) return VF_OK;
  vf_call *grown = realloc(list, (size_t)boxes * sizeof *grown);
  if (grown) list = grown;
  vf_made_when *more = grown ? realloc(times, (size_t)boxes * sizeof *more) : NULL;
  if (!more) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %d legacy calls", boxes);
  times = more;
  list_room = boxes;
  return VF_OK;
}

static vf_status list_calls(const vf_batch_item *items, int count, int *listed)
{
  int boxes = 0;
  for (int i = 0; i < count; i++) boxes += items[i].tiles.count;
  *listed = 0;
  const vf_status status = make_room(boxes);
  for (int i = 0; i < count && !status; i++)
    for (int t = 0; t < items[i].tiles.count; t++) {
      times[*listed] = items[i].when;
      list[(*listed)++] = (vf_call){ .kernel = items[i].call->signature.symbol->kernel,
                                     .boxes = &items[i].tiles.boxes[t],
                                     .box_count = 1,
                                     .arguments = items[i].call->arguments,
                                     .selector = items[i].call->selector };
    }
  return status;
}

/* When the calls of a batch were made this time. Errors: VF_ERROR_MEMORY. */
static vf_status list_times(const vf_batch *batch, const vf_batch_item *items)
{
  const vf_status status = make_room(batch->box_count);
  for (int i = 0, listed = 0; i < batch->count && !status; i++)
    for (int t = 0; t < batch->boxes_of[i]; t++) times[listed++] = items[batch->calls[i]->place].when;
  return status;
}

/* Makes a kept list again. */
static vf_status make_again(const vf_batch *batch, const vf_batch_item *items, bool *made)
{
  *made = false;
  if (!batch || !batch->kept) return VF_OK;
  const vf_status status = list_times(batch, items);
  if (status || !vf_calls_are_in_order(batch->kept, times)) return status;
  return vf_calls_again(batch->kept, made);
}

/* Keeps calls that have been made for the second time, or after a change. Without memory they are just not kept. */
static void keep(vf_batch *batch, const vf_batch_item *items, int count, uint64_t hash, bool same_order, int listed)
{
  const bool again = batch != NULL;
  if (again && !same_order) { /* the kept list has its own order */
    forget(batch);
    batch = NULL;
  }
  if (!batch) batch = note(items, count, hash);
  if (!batch || !again) return;
  vf_calls_drop(batch->kept);
  (void)vf_calls_keep(list, listed, &batch->kept);
}

vf_status vf_batch_make(const vf_batch_item *items, int count, bool *made)
{
  const uint64_t hash = hash_of(items, count);
  bool same_order = false;
  vf_batch *batch = find(items, count, hash, &same_order);
  vf_status status = make_again(batch, items, made);
  int listed = 0;
  if (status || *made) return status;
  status = list_calls(items, count, &listed);
  if (!status) status = vf_dispatch_together_when(list, times, listed, made);
  if (!status && *made) keep(batch, items, count, hash, same_order, listed);
  return status;
}

vf_status vf_batch_make_in_order(const vf_batch_item *items, int count)
{
  bool made = false;
  int listed = 0;
  vf_status status = vf_batch_make(items, count, &made);
  if (status || made) return status;
  status = list_calls(items, count, &listed);
  return status ? status : vf_dispatch_together(list, listed);
}

void vf_batches_forget(void)
{
  for (int c = 0; c < CHAINS && batches; c++)
    while (chains[c]) {
      vf_batch *batch = chains[c];
      chains[c] = batch->next;
      vf_calls_drop(batch->kept);
      batches--;
    }
  vf_records_end(&records);
}
