#include "set_launch.h"

#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "error.h"
#include "region.h"

/* Boxes and the number of tiles before each, as they lie in memory of the device. */
static size_t box_bytes(int count) { return (size_t)count * (sizeof(vf_box) + sizeof(int64_t)); }

/* Tiles first: they need the larger alignment. */
static void write_boxes(void *to, const vf_box *boxes, int count)
{
  int64_t *first_tiles = to;
  int64_t tiles = 0;
  for (int b = 0; b < count; b++) {
    first_tiles[b] = tiles;
    if (!vf_box_is_empty(&boxes[b])) tiles += vf_reduction_tiles(vf_box_points(&boxes[b]));
  }
  memcpy(first_tiles + count, boxes, (size_t)count * sizeof *boxes);
}

static const vf_box *boxes_in(const void *block, int count) { return (const vf_box *)((const int64_t *)block + count); }

/* The copy is from memory that is not page-locked, so that it has been taken when the call returns. */
static vf_status upload(vf_context *context, void *to, const void *from, size_t bytes)
{
  const int code = context->backend->copy_to_device(to, from, bytes, context->queue);
  return code ? vf_context_failure(context, code, "a copy of the tables of a set") : VF_OK;
}

vf_status vf_set_tables_make(vf_set_state *set)
{
  if (set->tables.block || set->count == 0) return VF_OK;
  vf_context *context = set->context;
  const size_t spans = (size_t)set->count * sizeof(vf_span), bytes = spans + box_bytes(set->count);
  char *table = malloc(bytes);
  if (!table) return vf_fail(VF_ERROR_MEMORY, "no host memory for the tables of a set of %d boxes", set->count);
  for (int b = 0; b < set->count; b++) ((vf_span *)table)[b] = vf_record_span(set->records[b], false);
  write_boxes(table + spans, set->boxes, set->count);
  void *block = NULL;
  const int code = context->backend->allocate(&block, bytes);
  vf_status status = code ? vf_context_failure(context, code, "allocating the tables of a set") : VF_OK;
  if (!status) {
    status = upload(context, block, table, bytes);
    if (status) context->backend->release(block);
  }
  free(table);
  if (status) return status;
  const char *placed = block;
  set->tables = (vf_set_tables){ .block = block,
                                 .spans = block,
                                 .first_tiles = (const int64_t *)(placed + spans),
                                 .boxes = boxes_in(placed + spans, set->count) };
  return VF_OK;
}

/* Brings boxes to the device that no set of the call has. */
static vf_status send_boxes(const vf_call *call, vf_context *context, vf_set_launch *launch)
{
  const size_t bytes = box_bytes(call->box_count);
  void *table = malloc(bytes);
  if (!table) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %d boxes", call->box_count);
  write_boxes(table, call->boxes, call->box_count);
  vf_status status = vf_context_borrow(context, bytes, &launch->boxes);
  if (!status) status = upload(context, launch->boxes->address, table, bytes);
  free(table);
  if (status) return status;
  launch->tables.first_tiles = launch->boxes->address;
  launch->tables.boxes = boxes_in(launch->boxes->address, call->box_count);
  return VF_OK;
}

vf_status vf_set_launch_begin(const vf_call *call, const vf_checked *checked, vf_set_launch *launch)
{
  vf_status status = VF_OK;
  *launch = (vf_set_launch){ .boxes = NULL };
  vf_lock();
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++) {
    vf_set_state *set = checked->sets[a];
    if (!set) continue;
    status = vf_set_tables_make(set);
    launch->tables.spans[a] = set->tables.spans;
    if (status || launch->tables.boxes) continue;
    if (memcmp(set->boxes, call->boxes, (size_t)set->count * sizeof *set->boxes)) continue;
    launch->tables.boxes = set->tables.boxes;
    launch->tables.first_tiles = set->tables.first_tiles;
  }
  if (!status && !launch->tables.boxes) status = send_boxes(call, checked->context, launch);
  vf_unlock();
  if (status) vf_set_launch_end(launch);
  return status;
}

void vf_set_launch_end(vf_set_launch *launch)
{
  if (!launch->boxes) return;
  vf_lock();
  vf_context_give(launch->boxes);
  vf_unlock();
  launch->boxes = NULL;
}
