#include "together_launch.h"

#include <stdlib.h>

#include "error.h"
#include "execute.h"
#include "ghosts.h"
#include "set_launch.h"

/* A group with its tables. */
typedef struct launched {
  const vf_plan *plan;
  const vf_group *group;
  const vf_joined *first;
  vf_span spans[VF_MAX_ARGUMENTS]; /* of the first call */
  vf_value values[VF_MAX_ARGUMENTS];
  unsigned differ; /* bit a: the calls have different views there */
  const vf_box *boxes;
  vf_launch_sets tables;
  vf_buffer *buffer; /* in which they lie on the device; NULL: they are on the host */
} launched;

/* for (a call of the group) */
#define EACH_CALL(of, c)      \
  int c = (of)->group->first; \
  c >= 0;                     \
  c = (of)->plan->calls[c].next

static vf_status one_call(const vf_joined *joined)
{
  vf_box_list list;
  vf_status status = vf_box_list_fill(joined->call, &joined->checked, &list);
  if (!status) status = vf_execute(joined->call, &joined->checked, &list);
  vf_box_list_free(&list);
  return status;
}

/* The newest values of all arrays are brought before any call runs, also where each of several calls overwrites a part of
 * one: a copy that leaves out a part is made for arrays of one call only. */
static vf_status prepare(const launched *of)
{
  vf_moves moves = { 0 };
  for (EACH_CALL(of, c)) {
    const vf_status status = vf_execute_need(of->plan->calls[c].call, &of->plan->calls[c].checked, &moves);
    if (status) return status;
  }
  return vf_moves_make(&moves);
}

static void gather(launched *of)
{
  const vf_kernel_description *kernel = &of->first->call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_operand *operand = of->first->checked.operands[a];
    if (!operand) {
      of->values[a] = of->first->call->arguments[a].value;
      continue;
    }
    of->spans[a] = vf_record_span(operand->records[0], &kernel->arguments[a].map);
    for (EACH_CALL(of, c))
      if (of->plan->calls[c].checked.operands[a] != operand) of->differ |= 1u << a;
  }
}

static int spans_of(const launched *of, int argument)
{
  if (!of->first->checked.operands[argument]) return 0;
  return of->differ >> argument & 1 ? of->group->count : 1;
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

/* Spans of every array argument, then values, then boxes, in one block. */
static vf_status write_tables(launched *of, vf_tables_room *room)
{
  const vf_kernel_description *kernel = &of->first->call->kernel->description;
  vf_context *context = of->first->checked.context;
  size_t spans = 0;
  for (int a = 0; a < kernel->argument_count; a++) spans += (size_t)spans_of(of, a);
  const size_t values = vf_packed_values_size(kernel), calls = (size_t)of->group->count;
  const size_t bytes = spans * sizeof(vf_span) + calls * (values + sizeof(vf_box));
  vf_status status = make_room(bytes, room);
  if (!status && !context->backend->aliases_host) status = vf_context_borrow(context, rounded(bytes), &of->buffer);
  if (status) return status;
  const char *placed = of->buffer ? of->buffer->address : room->at;
  vf_span *span = (vf_span *)room->at;
  char *value = room->at + spans * sizeof(vf_span);
  vf_box *boxes = (vf_box *)(value + calls * values);
  of->tables.is_set = of->differ;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!spans_of(of, a)) continue;
    of->tables.spans[a] = (const vf_span *)placed + (span - (vf_span *)room->at);
    if (!(of->differ >> a & 1)) *span++ = of->spans[a];
    else
      for (EACH_CALL(of, c))
        *span++ = vf_record_span(of->plan->calls[c].checked.operands[a]->records[0], &kernel->arguments[a].map);
  }
  of->boxes = boxes;
  of->tables.values = placed + (value - room->at);
  of->tables.value_stride = values;
  of->tables.boxes = (const vf_box *)(placed + ((const char *)boxes - room->at));
  for (EACH_CALL(of, c)) {
    vf_packed_values_write(of->plan->calls[c].call, value);
    value += values;
  }
  for (EACH_CALL(of, c)) *boxes++ = of->plan->calls[c].call->boxes[0];
  if (!of->buffer) return VF_OK;
  /* from memory that is not page-locked, so that it has been taken when the call returns */
  const int code = context->backend->copy_to_device(of->buffer->address, room->at, bytes, context->queue);
  return code ? vf_context_failure(context, code, "a copy of the tables of a launch") : VF_OK;
}

static vf_status run(const launched *of)
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
                                .sets = &of->tables };
  vf_unlock();
  const vf_status status = vf_execute_launch(call, &of->first->checked, &arguments);
  vf_lock();
  return status;
}

vf_status vf_launch_together(const vf_plan *plan, int group, vf_tables_room *room)
{
  launched of = { .plan = plan, .group = &plan->group[group], .first = &plan->calls[plan->group[group].first] };
  if (of.group->count == 1) return one_call(of.first);
  vf_status status = prepare(&of);
  if (!status) status = vf_context_select(of.first->checked.context);
  if (status) return status;
  gather(&of);
  status = write_tables(&of, room);
  if (!status) {
    status = run(&of);
    for (EACH_CALL(&of, c)) {
      const vf_joined *joined = &plan->calls[c];
      if (status) vf_execute_distrust(joined->call, &joined->checked);
      else vf_execute_commit(joined->call, &joined->checked);
    }
    if (!status) of.first->checked.context->counters.launches++;
  }
  if (of.buffer) vf_context_give(of.buffer);
  return status;
}
