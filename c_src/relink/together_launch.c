#include "together_launch.h"

#include <stdlib.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/error.h"
#include "../core/evict.h"
#include "../core/execute.h"

static vf_status one_call(const vfi_joined *joined)
{
  vfi_box_list list;
  vf_status status = vfi_box_list_fill(joined->call, &joined->checked, &list);
  vfi_use_begin();
  if (!status) status = vfi_execute_as(joined->call, &joined->checked, &list, true);
  vfi_use_end();
  vfi_box_list_free(&list);
  return status;
}

/* Brings the newest values of all arrays before any call runs, even if several calls together overwrite an array: a
 * copy without a part is made for arrays of one call only. */
static vf_status prepare(const vfi_plan *plan, const vf_group *group)
{
  vfi_moves moves = { 0 };
  for (VF_EACH_CALL(plan, group, c)) {
    const vf_status status = vfi_execute_need(plan->calls[c].call, &plan->calls[c].checked, &moves);
    if (status) return status;
  }
  return vfi_moves_make(&moves);
}

/* An array that no call of the group reads has a single span, of nothing. */
static int spans_of(const vfi_plan_launch *of, int argument)
{
  if (of->first->call->kernel->description.arguments[argument].intent == VF_ARGUMENT_VALUE) return 0;
  return vfi_argument_bit(&of->differ, argument) ? of->group->count : 1;
}

static size_t span_count(const vfi_plan_launch *of)
{
  size_t spans = 0;
  for (int a = 0; a < of->first->call->kernel->description.argument_count; a++) spans += (size_t)spans_of(of, a);
  return spans;
}

int64_t vfi_joined_tiles(const vfi_joined *joined)
{
  return vfi_gives_result(&joined->call->kernel->description)
             ? vfi_reduction_tiles(vfi_box_points(&joined->call->boxes[0]))
             : 0;
}

void vfi_plan_gather(const vfi_plan *plan, int group, vfi_plan_launch *of)
{
  of->plan = plan;
  of->group = &plan->group[group];
  of->first = &plan->calls[plan->group[group].first];
  of->differ = (vfi_argument_bits){ { 0 } };
  of->table_bytes = 0;
  of->rows = NULL;
  const vfi_kernel_description *kernel = &of->first->call->kernel->description;
  of->boxes = of->first->call->boxes;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = of->first->checked.operands[a];
    if (!operand) {
      of->spans[a] = vfi_span_of_nothing;
      of->values[a] = of->first->call->arguments[a].value;
      continue;
    }
    vfi_record_span(operand->records[0], &kernel->arguments[a].map, &of->spans[a]);
    for (VF_EACH_CALL(plan, of->group, c))
      if (plan->calls[c].checked.operands[a] != operand) vfi_argument_bit_set(&of->differ, a);
  }
  if (of->group->count > 1)
    of->table_bytes =
        span_count(of) * sizeof(vfi_span) +
        (size_t)of->group->count * (sizeof *of->tables.first_tiles + vfi_packed_values_size(kernel) + sizeof(vf_box));
}

/* Rounds sizes to few different values, so a buffer of the context serves many groups. */
static size_t rounded(size_t bytes)
{
  size_t size = 1 << 14;
  while (size < bytes) size *= 2;
  return size;
}

static vf_status make_room(size_t bytes, vfi_tables_room *room)
{
  if (room->bytes >= bytes) return VF_OK;
  free(room->at);
  room->bytes = rounded(bytes);
  room->at = malloc(room->bytes);
  if (room->at) return VF_OK;
  room->bytes = 0;
  return vfi_fail(VF_ERROR_MEMORY, "no host memory for the tables of a launch");
}

/* Tiles before each box, spans of every array argument, values, and boxes, in one piece of memory. */
void vfi_plan_write_tables(vfi_plan_launch *of, char *at, const char *placed)
{
  const vfi_kernel_description *kernel = &of->first->call->kernel->description;
  const size_t values = vfi_packed_values_size(kernel), calls = (size_t)of->group->count;
  int64_t *first_tiles = (int64_t *)at, tiles = 0;
  vfi_span *span = (vfi_span *)(first_tiles + calls), *const first_span = span;
  char *value = (char *)(span + span_count(of));
  vf_box *boxes = (vf_box *)(value + calls * values);
  of->tables.is_set = of->differ;
  of->tables.first_tiles = (const int64_t *)placed;
  placed += (char *)first_span - at;
  at = (char *)first_span;
  for (VF_EACH_CALL(of->plan, of->group, c)) {
    *first_tiles++ = tiles;
    tiles += vfi_joined_tiles(&of->plan->calls[c]);
  }
  for (int a = 0; a < kernel->argument_count; a++) {
    of->tables.spans[a] = NULL;
    if (!spans_of(of, a)) continue;
    of->tables.spans[a] = (const vfi_span *)placed + (span - first_span);
    if (!vfi_argument_bit(&of->differ, a)) *span++ = of->spans[a];
    else
      for (VF_EACH_CALL(of->plan, of->group, c))
        vfi_record_span(of->plan->calls[c].checked.operands[a]->records[0], &kernel->arguments[a].map, span++);
  }
  of->boxes = boxes;
  of->tables.values = placed + (value - at);
  of->tables.value_stride = values;
  of->tables.boxes = (const vf_box *)(placed + ((const char *)boxes - at));
  for (VF_EACH_CALL(of->plan, of->group, c)) {
    vfi_packed_values_write(of->plan->calls[c].call, value);
    value += values;
  }
  for (VF_EACH_CALL(of->plan, of->group, c)) *boxes++ = of->plan->calls[c].call->boxes[0];
}

vf_status vfi_plan_run(const vfi_plan_launch *of)
{
  const vfi_call *call = of->first->call;
  vf_context *context = of->first->checked.context;
  const vfi_launch arguments = { .box_count = of->group->count,
                                 .boxes = of->boxes,
                                 .components = of->first->checked.components,
                                 .selector = call->selector,
                                 .halo = vfi_halo_of(&call->kernel->description, call->arguments),
                                 .spans = of->spans,
                                 .values = of->values,
                                 .queue = vfi_context_queue(context),
                                 .tile = context->tile,
                                 .partials = of->rows,
                                 .sets = of->table_bytes ? &of->tables : NULL };
  vfi_unlock();
  const vf_status status = vfi_execute_launch(call, &of->first->checked, NULL, &arguments);
  vfi_lock();
  if (!status) context->counters.launches++;
  return status;
}

/* The tables are sent from memory that is not page-locked, so the device has taken them when the function returns. */
vf_status vfi_plan_send_tables(vfi_plan_launch *of, vfi_tables_room *room, vfi_buffer **buffer)
{
  vf_context *context = of->first->checked.context;
  *buffer = NULL;
  if (!of->table_bytes) return VF_OK;
  vf_status status = make_room(of->table_bytes, room);
  if (status) return status;
  if (context->backend->aliases_host) {
    vfi_plan_write_tables(of, room->at, room->at);
    return VF_OK;
  }
  status = vfi_context_borrow(context, rounded(of->table_bytes), buffer);
  if (status) return status;
  vfi_plan_write_tables(of, room->at, (*buffer)->address);
  const int code =
      context->backend->copy_to_device((*buffer)->address, room->at, of->table_bytes, vfi_context_queue(context));
  return code ? vfi_context_failure(context, code, "a copy of the tables of a launch") : VF_OK;
}

/* all_fit is false if the device has no memory for the arrays of all calls at once; then nothing was done. */
static vf_status launch_group(const vfi_plan *plan, int group, vfi_tables_room *room, bool *all_fit)
{
  const vf_group *calls = &plan->group[group];
  vf_status status = prepare(plan, calls);
  *all_fit = status != VF_ERROR_MEMORY;
  if (!status) status = vfi_context_select(plan->calls[calls->first].checked.context);
  if (status) return status;
  vfi_plan_launch of;
  vfi_plan_gather(plan, group, &of);
  vfi_buffer *buffer = NULL;
  status = vfi_plan_send_tables(&of, room, &buffer);
  if (!status) {
    status = vfi_plan_run(&of);
    for (VF_EACH_CALL(plan, calls, c)) {
      const vfi_joined *joined = &plan->calls[c];
      if (status) vfi_execute_distrust(joined->call, &joined->checked);
      else vfi_execute_commit(joined->call, &joined->checked);
    }
  }
  if (buffer) vfi_context_give(buffer);
  return status;
}

vf_status vfi_launch_together(const vfi_plan *plan, int group, vfi_tables_room *room)
{
  const vf_group *calls = &plan->group[group];
  vf_status status = VF_OK;
  bool all_fit = false;
  if (calls->count > 1) {
    vfi_use_begin();
    status = launch_group(plan, group, room, &all_fit);
    vfi_use_end();
  }
  if (all_fit) return status;
  status = VF_OK;
  for (int c = calls->first; c >= 0 && !status; c = plan->calls[c].next) status = one_call(&plan->calls[c]);
  return status;
}
