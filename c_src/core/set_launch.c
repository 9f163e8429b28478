#include "execute.h"

#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "device_pool.h"
#include "error.h"
#include "evict.h"
#include "queues.h"
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
    if (!vfi_box_is_empty(&boxes[b])) tiles += vfi_reduction_tiles(vfi_box_points(&boxes[b]));
  }
  memcpy(first_tiles + count, boxes, (size_t)count * sizeof *boxes);
}

static const vf_box *boxes_in(const void *block, int count) { return (const vf_box *)((const int64_t *)block + count); }

/* The copy is from memory that is not page-locked, so the device has taken the bytes when the call returns. */
static vf_status upload(vf_context *context, void *to, const void *from, size_t bytes, void *queue)
{
  const int code = context->backend->copy_to_device(to, from, bytes, queue);
  return code ? vfi_context_failure(context, code, "a copy of the tables of a set") : VF_OK;
}

/* The map for the spans kept by sets. */
static const vfi_map of_cells = { .rank = 3 };

vf_status vfi_set_tables_make(vfi_set_state *set)
{
  const int count = set->operand.count;
  if (count == 0 || (set->tables.block && set->tables.evictions == vfi_evictions)) return VF_OK;
  vf_context *context = set->operand.context;
  const size_t spans = (size_t)count * sizeof(vfi_span), bytes = spans + box_bytes(count);
  char *table = malloc(bytes);
  if (!table) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the tables of a set of %d boxes", count);
  for (int b = 0; b < count; b++) vfi_record_span(set->operand.records[b], &of_cells, &((vfi_span *)table)[b]);
  write_boxes(table + spans, set->boxes, count);
  void *block = set->tables.block;
  const int code = block ? 0 : vfi_device_allocate(context, context->backend, &block, bytes);
  vf_status status = code ? vfi_context_failure(context, code, "allocating the tables of a set") : VF_OK;
  if (!status) {
    status = upload(context, block, table, bytes, vfi_context_queue(context));
    if (status && !set->tables.block) context->backend->release(block);
  }
  free(table);
  if (status) return status;
  const char *placed = block;
  set->tables = (vfi_set_tables){ .block = block,
                                  .spans = block,
                                  .first_tiles = (const int64_t *)(placed + spans),
                                  .boxes = boxes_in(placed + spans, count),
                                  .evictions = vfi_evictions };
  return VF_OK;
}

/* The set of an argument, with its tables; NULL for values and for single views. */
static vfi_set_state *set_of(const vfi_checked *checked, int argument)
{
  return checked->operands[argument] ? checked->operands[argument]->set : NULL;
}

/* The tables kept by sets of the call, as far as they exist. */
static vf_status take_tables(const vfi_call *call, const vfi_checked *checked, vfi_launch_sets *tables)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++) {
    vfi_set_state *set = set_of(checked, a);
    if (!set) continue;
    status = vfi_set_tables_make(set);
    if (call->kernel->description.arguments[a].map.rank == of_cells.rank) tables->spans[a] = set->tables.spans;
    vfi_argument_bit_set(&tables->is_set, a);
    if (status || tables->boxes) continue;
    if (memcmp(set->boxes, call->boxes, (size_t)call->box_count * sizeof *set->boxes)) continue;
    tables->boxes = set->tables.boxes;
    tables->first_tiles = set->tables.first_tiles;
  }
  return status;
}

/* Spans of an argument without a set that keeps them: the span of a single view, the spans of a set in a kernel of
 * another rank, and a span of nothing if the call does not read the array. */
static int spans_to_send(const vfi_kernel_description *kernel, const vfi_checked *checked,
                         const vfi_launch_sets *tables, int argument)
{
  if (tables->spans[argument]) return 0;
  if (!checked->operands[argument]) return kernel->arguments[argument].intent != VF_ARGUMENT_VALUE;
  return set_of(checked, argument) ? checked->operands[argument]->count : 1;
}

size_t vfi_packed_values_size(const vfi_kernel_description *kernel)
{
  size_t bytes = 0;
  for (int a = 0; kernel->values_by_box && a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE)
      bytes += vfi_packed_size(kernel->arguments[a].type, kernel->arguments[a].count);
  return bytes;
}

void vfi_packed_values_write(const vfi_call *call, char *to)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; kernel->values_by_box && a < kernel->argument_count; a++) {
    if (kernel->arguments[a].intent != VF_ARGUMENT_VALUE) continue;
    const size_t bytes = vfi_packed_size(kernel->arguments[a].type, kernel->arguments[a].count);
    memcpy(to, &call->arguments[a].value, bytes);
    to += bytes;
  }
}

static vfi_span span_for(const vfi_checked *checked, int argument, int box, const vfi_map *map)
{
  const vfi_record *record = vfi_checked_record(checked, argument, box);
  vfi_span span = vfi_span_of_nothing;
  if (record) vfi_record_span(record, map, &span);
  return span;
}

/* Brings the rest to the device: these spans, the values, and boxes of no set. */
static vf_status send_rest(const vfi_call *call, const vfi_checked *checked, vf_queue *queue, vfi_set_launch *launch)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  size_t spans = 0;
  for (int a = 0; a < kernel->argument_count; a++) spans += (size_t)spans_to_send(kernel, checked, &launch->tables, a);
  const size_t values = vfi_packed_values_size(kernel);
  const size_t bytes = spans * sizeof(vfi_span) + values + (launch->tables.boxes ? 0 : box_bytes(call->box_count));
  if (bytes == 0) return vfi_queue_follow_own(queue);
  char *table = malloc(bytes);
  if (!table) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d boxes", call->box_count);
  vf_status status = vfi_context_borrow_for(checked->context, queue, bytes, &launch->tables_of_call);
  if (status) {
    free(table);
    return status;
  }
  char *placed = launch->tables_of_call->address;
  size_t at = 0;
  for (int a = 0; a < kernel->argument_count; a++) {
    const int count = spans_to_send(kernel, checked, &launch->tables, a);
    if (!count) continue;
    launch->tables.spans[a] = (const vfi_span *)placed + at;
    for (int b = 0; b < count; b++) ((vfi_span *)table)[at++] = span_for(checked, a, b, &kernel->arguments[a].map);
  }
  if (values) {
    vfi_packed_values_write(call, table + spans * sizeof(vfi_span));
    launch->tables.values = placed + spans * sizeof(vfi_span);
  }
  if (!launch->tables.boxes) {
    const size_t offset = spans * sizeof(vfi_span) + values;
    write_boxes(table + offset, call->boxes, call->box_count);
    launch->tables.first_tiles = (const int64_t *)(placed + offset);
    launch->tables.boxes = boxes_in(placed + offset, call->box_count);
  }
  status = vfi_queue_follow_own(queue);
  if (!status) status = upload(checked->context, placed, table, bytes, vfi_queue_native(checked->context, queue));
  free(table);
  return status;
}

vf_status vfi_set_launch_begin(const vfi_call *call, const vfi_checked *checked, vf_queue *queue,
                               vfi_set_launch *launch)
{
  *launch = (vfi_set_launch){ .tables_of_call = NULL };
  vfi_lock();
  vf_status status = take_tables(call, checked, &launch->tables);
  if (!status) status = send_rest(call, checked, queue, launch);
  vfi_unlock();
  if (status) vfi_set_launch_end(launch);
  return status;
}

void vfi_set_launch_end(vfi_set_launch *launch)
{
  if (!launch->tables_of_call) return;
  vfi_lock();
  vfi_context_give(launch->tables_of_call);
  vfi_unlock();
  launch->tables_of_call = NULL;
}
