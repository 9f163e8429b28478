#include "together_launch.h"

#include <stdlib.h>

#include <viewfab/kit/reduction_tree.h>

#include "error.h"
#include "execute.h"
#include "ghosts.h"
#include "set_launch.h"

static vf_status one_call(const vf_joined *joined)
{
  vf_box_list list;
  vf_status status = vf_box_list_fill(joined->call, &joined->checked, &list);
  if (!status) status = vf_execute(joined->call, &joined->checked, &list);
  vf_box_list_free(&list);
  return status;
}

/* The newest values of all arrays are brought before any call runs, even if each of several calls overwrites a part of
 * an array: a copy without a part is made for arrays of one call only. */
static vf_status prepare(const vf_plan *plan, const vf_group *group)
{
  vf_moves moves = { 0 };
  for (VF_EACH_CALL(plan, group, c)) {
    const vf_status status = vf_execute_need(plan->calls[c].call, &plan->calls[c].checked, &moves);
    if (status) return status;
  }
  return vf_moves_make(&moves);
}

/* If no call of the group reads an array, the array has one span, of nothing. */
static int spans_of(const vf_plan_launch *of, int argument)
{
  if (of->first->call->kernel->description.arguments[argument].intent == VF_ARGUMENT_VALUE) return 0;
  return vf_argument_bit(&of->differ, argument) ? of->group->count : 1;
}

static size_t span_count(const vf_plan_launch *of)
{
  size_t spans = 0;
  for (int a = 0; a < of->first->call->kernel->description.argument_count; a++) spans += (size_t)spans_of(of, a);
  return spans;
}

int64_t vf_joined_tiles(const vf_joined *joined)
{
  return vf_gives_result(&joined->call->kernel->description)
             ? vf_reduction_tiles(vf_box_points(&joined->call->boxes[0]))
             : 0;
}

void vf_plan_gather(const vf_plan *plan, int group, vf_plan_launch *of)
{
  of->plan = plan;
  of->group = &plan->group[group];
  of->first = &plan->calls[plan->group[group].first];
  of->differ = (vf_argument_bits){ { 0 } };
  of->table_bytes = 0;
  of->rows = NULL;
  const vf_kernel_description *kernel = &of->first->call->kernel->description;
  of->boxes = of->first->call->boxes;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_operand *operand = of->first->checked.operands[a];
    if (!operand) {
      of->spans[a] = vf_span_of_nothing;
      of->values[a] = of->first->call->arguments[a].value;
      continue;
    }
    of->spans[a] = vf_record_span(operand->records[0], &kernel->arguments[a].map);
    for (VF_EACH_CALL(plan, of->group, c))
      if (plan->calls[c].checked.operands[a] != operand) vf_argument_bit_set(&of->differ, a);
  }
  if (of->group->count > 1)
    of->table_bytes =
        span_count(of) * sizeof(vf_span) +
        (size_t)of->group->count * (sizeof *of->tables.first_tiles + vf_packed_values_size(kernel) + sizeof(vf_box));
}

/* Sizes with few different values, so that one buffer of the context serves many groups. */
static size_t rounded(size_t bytes)
{
  size_t size = 1 << 14;
  while (size < bytes) size *= 2;
  return size;
}

static vf_status make_room(size_t bytes, vf_tables_room *room)
{
  if (room->bytes >= bytes) return VF_OK;
  free(room->at);
  room->bytes = rounded(bytes);
  room->at = malloc(room->bytes);
  if (room->at) return VF_OK;
  room->bytes = 0;
  return vf_fail(VF_ERROR_MEMORY, "no host memory for the tables of a launch");
}

/* Tiles before each box, spans of every array argument, values, and boxes, in one block. */
void vf_plan_write_tables(vf_plan_launch *of, char *at, const char *placed)
{
  const vf_kernel_description *kernel = &of->first->call->kernel->description;
  const size_t values = vf_packed_values_size(kernel), calls = (size_t)of->group->count;
  int64_t *first_tiles = (int64_t *)at, tiles = 0;
  vf_span *span = (vf_span *)(first_tiles + calls), *const first_span = span;
  char *value = (char *)(span + span_count(of));
  vf_box *boxes = (vf_box *)(value + calls * values);
  of->tables.is_set = of->differ;
  of->tables.first_tiles = (const int64_t *)placed;
  placed += (char *)first_span - at;
  at = (char *)first_span;
  for (VF_EACH_CALL(of->plan, of->group, c)) {
    *first_tiles++ = tiles;
    tiles += vf_joined_tiles(&of->plan->calls[c]);
  }
  for (int a = 0; a < kernel->argument_count; a++) {
    of->tables.spans[a] = NULL;
    if (!spans_of(of, a)) continue;
    of->tables.spans[a] = (const vf_span *)placed + (span - first_span);
    if (!vf_argument_bit(&of->differ, a)) *span++ = of->spans[a];
    else
      for (VF_EACH_CALL(of->plan, of->group, c))
        *span++ = vf_record_span(of->plan->calls[c].checked.operands[a]->records[0], &kernel->arguments[a].map);
  }
  of->boxes = boxes;
  of->tables.values = placed + (value - at);
  of->tables.value_stride = values;
  of->tables.boxes = (const vf_box *)(placed + ((const char *)boxes - at));
  for (VF_EACH_CALL(of->plan, of->group, c)) {
    vf_packed_values_write(of->plan->calls[c].call, value);
    value += values;
  }
  for (VF_EACH_CALL(of->plan, of->group, c)) *boxes++ = of->plan->calls[c].call->boxes[0];
}

vf_status vf_plan_run(const vf_plan_launch *of)
{
  const vf_call *call = of->first->call;
  vf_context *context = of->first->checked.context;
  const vf_launch arguments = { .box_count = of->group->count,
                                .boxes = of->boxes,
                                .components = of->first->checked.components,
                                .selector = call->selector,
                                .halo = vf_halo_of(&call->kernel->description, call->arguments),
                                .spans = of->spans,
                                .values = of->values,
                                .queue = context->queue,
                                .tile = context->tile,
                                .partials = of->rows,
                                .sets = of->table_bytes ? &of->tables : NULL };
  vf_unlock();
  const vf_status status = vf_execute_launch(call, &of->first->checked, &arguments);
  vf_lock();
  if (!status) context->counters.launches++;
  return status;
}

/* The tables are sent from memory that is not page-locked, so the device has taken them when the function returns. */
vf_status vf_plan_send_tables(vf_plan_launch *of, vf_tables_room *room, vf_buffer **buffer)
{
  vf_context *context = of->first->checked.context;
  *buffer = NULL;
  if (!of->table_bytes) return VF_OK;
  vf_status status = make_room(of->table_bytes, room);
  if (status) return status;
  if (context->backend->aliases_host) {
    vf_plan_write_tables(of, room->at, room->at);
    return VF_OK;
  }
  status = vf_context_borrow(context, rounded(of->table_bytes), buffer);
  if (status) return status;
  vf_plan_write_tables(of, room->at, (*buffer)->address);
  const int code = context->backend->copy_to_device((*buffer)->address, room->at, of->table_bytes, context->queue);
  return code ? vf_context_failure(context, code, "a copy of the tables of a launch") : VF_OK;
}

vf_status vf_launch_together(const vf_plan *plan, int group, vf_tables_room *room)
{
  const vf_group *calls = &plan->group[group];
  if (calls->count == 1) return one_call(&plan->calls[calls->first]);
  vf_status status = prepare(plan, calls);
  if (!status) status = vf_context_select(plan->calls[calls->first].checked.context);
  if (status) return status;
  vf_plan_launch of;
  vf_plan_gather(plan, group, &of);
  vf_buffer *buffer = NULL;
  status = vf_plan_send_tables(&of, room, &buffer);
  if (!status) {
    status = vf_plan_run(&of);
    for (VF_EACH_CALL(plan, calls, c)) {
      const vf_joined *joined = &plan->calls[c];
      if (status) vf_execute_distrust(joined->call, &joined->checked);
      else vf_execute_commit(joined->call, &joined->checked);
    }
  }
  if (buffer) vf_context_give(buffer);
  return status;
}
