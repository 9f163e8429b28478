#include "execute.h"

#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "bounds.h"
#include "columns.h"
#include "error.h"
#include "ghosts.h"
#include "region.h"
#include "remote_part.h"
#include "set_launch.h"

vf_status vf_box_list_fill(const vf_call *call, const vf_checked *checked, vf_box_list *list)
{
  list->boxes = list->few;
  list->domains = NULL;
  list->borrowed = false;
  list->count = 0;
  list->rows = NULL;
  list->rows_alone = false;
  if (checked->components == 0) return VF_OK;
  if (checked->by_box) { /* box b goes with view b, so all boxes stay */
    list->boxes = (vf_box *)call->boxes;
    list->count = call->box_count;
    list->borrowed = true;
    return VF_OK;
  }
  if (call->box_count > (int)(sizeof list->few / sizeof list->few[0])) {
    list->boxes = malloc((size_t)call->box_count * sizeof(vf_box));
    if (!list->boxes) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %d boxes", call->box_count);
  }
  for (int b = 0; b < call->box_count; b++)
    if (!vf_box_is_empty(&call->boxes[b])) list->boxes[list->count++] = call->boxes[b];
  return VF_OK;
}

void vf_box_list_free(const vf_box_list *list)
{
  if (list->boxes != list->few && !list->borrowed) free(list->boxes);
}

/* True if the results fill the whole result array. */
static bool whole_result(const vf_call *call, const vf_record *result)
{
  return result->array->bytes == (size_t)call->kernel->description.result_count * sizeof(double);
}

static vf_status list(const vf_call *call, const vf_checked *checked, int argument, vf_moves *moves)
{
  vf_operand *operand = checked->operands[argument];
  const vf_intent intent = (vf_intent)call->kernel->description.arguments[argument].intent;
  const vf_status status =
      vf_operand_list(operand, VF_DEVICE, intent, vf_check_overwritten(call, checked, argument), moves);
  vf_overwritten box;
  for (int v = 0; v < operand->count && !status && intent == VF_WRITE; v++)
    if (operand->arrays[v]->moved && vf_check_overwritten_box(call, checked, argument, v, &box))
      vf_moves_overwrite(operand->arrays[v], &box);
  return status;
}

/* True for an array used as it is on this rank; arrays of all ranks keep their state until the next fence. */
static bool is_local(const vf_call *call, const vf_checked *checked, int argument)
{
  return checked->operands[argument] && !call->kernel->description.arguments[argument].map.remote;
}

vf_status vf_execute_need(const vf_call *call, const vf_checked *checked, vf_moves *moves)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++)
    if (is_local(call, checked, a)) status = list(call, checked, a, moves);
  return status;
}

/* A call without points uses no arrays but the result array. */
static vf_status prepare(const vf_call *call, const vf_checked *checked, bool points)
{
  vf_moves moves = { 0 };
  const vf_status status = points ? vf_execute_need(call, checked, &moves) : VF_OK;
  if (status) return status;
  if (checked->result)
    vf_moves_need(&moves, checked->result->array, VF_DEVICE, VF_WRITE, whole_result(call, checked->result));
  return vf_moves_make(&moves);
}

void vf_execute_commit(const vf_call *call, const vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_local(call, checked, a))
      vf_operand_commit(checked->operands[a], VF_DEVICE, (vf_intent)kernel->arguments[a].intent);
}

static void commit(const vf_call *call, const vf_checked *checked, const vf_box_list *list)
{
  if (list->count > 0) vf_execute_commit(call, checked);
  if (checked->result && !list->rows_alone)
    vf_array_commit(checked->result->array, VF_DEVICE, VF_WRITE, whole_result(call, checked->result));
}

/* A failed launch may have written: afterwards, if both sides were valid, only the host's side can be trusted. */
void vf_execute_distrust(const vf_call *call, const vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  if (checked->context->backend->aliases_host) return;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_operand *operand = checked->operands[a];
    if (!is_local(call, checked, a) || kernel->arguments[a].intent == VF_ARGUMENT_READ) continue;
    for (int v = 0; v < operand->count; v++) {
      vf_array *array = operand->arrays[v];
      if (array->state == VF_STATE_BOTH && array->bytes) array->state = VF_STATE_HOST;
    }
  }
}

vf_status vf_execute_launch(const vf_call *call, const vf_checked *checked, const vf_launch *arguments)
{
  const vf_kernel *kernel = call->kernel;
  const vf_backend *backend = checked->context->backend;
  const int type = vf_type_traits_of(checked->type).pass;
  int code = VF_LAUNCH_DECLINED;
  if (kernel->tuned[backend->id][type] && !arguments->sets) code = kernel->tuned[backend->id][type](arguments);
  if (code == VF_LAUNCH_DECLINED) {
    const vf_launcher general = kernel->launchers[backend->id][type];
    if (!general)
      return vf_fail(
          VF_ERROR_DEVICE,
          "kernel %s was built without %s: its project has left that back end out (VIEWFAB_CUDA or VIEWFAB_HIP)",
          kernel->description.name, backend->name);
    code = general(arguments);
  }
  if (code == VF_LAUNCH_NO_MEMORY)
    return vf_fail(VF_ERROR_MEMORY, "kernel %s: no memory on %s for its scratch", kernel->description.name,
                   checked->context->name);
  if (code == VF_LAUNCH_TOO_WIDE)
    return vf_fail(VF_ERROR_ARGUMENT,
                   "vf_%s: its halos or windows go so far around the points of a box that elements would have indices "
                   "beyond the integers",
                   kernel->description.name);
  vf_status status = code ? vf_context_failure(checked->context, code, kernel->description.name) : VF_OK;
  if (arguments->bounds && !status) {
    code = backend->queue_wait(arguments->queue);
    if (code) status = vf_context_failure(checked->context, code, kernel->description.name);
    const vf_status found = vf_bounds_report(call, checked, arguments->bounds);
    if (found) status = found;
  }
  return status;
}

int64_t vf_box_list_tiles(const vf_box_list *list, int components)
{
  int64_t tiles = 0;
  for (int b = 0; b < list->count; b++)
    if (!vf_box_is_empty(&list->boxes[b])) tiles += vf_reduction_tiles(vf_box_points(&list->boxes[b])) * components;
  return tiles;
}

/* Brings the results to the places of the caller.
 *   buffer  has the tiles; NULL if there are none */
static vf_status deliver(const vf_call *call, const vf_checked *checked, int64_t tiles, const vf_partial_row *row,
                         vf_buffer *buffer)
{
  vf_context *context = checked->context;
  const vf_backend *backend = context->backend;
  const size_t bytes = (size_t)row->results * sizeof(double);
  vf_partial of_nothing[VF_ROW_WORDS], *words = of_nothing, *partials = buffer ? buffer->address : NULL;
  vf_results_of_nothing(&call->kernel->description, row, of_nothing);
  double *to = checked->result ? (double *)vf_record_address(checked->result, VF_DEVICE) : NULL;
  int code = 0;
  if (tiles) code = backend->reduce(partials, tiles, row, to, context->queue);
  else if (to) code = backend->copy_to_device(to, words, bytes, context->queue);
  if (!code && vf_results_wanted(call)) {
    if (tiles) {
      words = vf_context_words(context, buffer, of_nothing);
      code = backend->copy_to_host(words, partials, (size_t)row->length * sizeof *words, context->queue);
      if (!code) code = backend->queue_wait(context->queue);
      vf_lock();
      context->counters.waits++;
      vf_unlock();
    }
    if (!code) {
      vf_results results;
      vf_results_of_row(call, checked->components, row, words, &results);
      vf_results_put(call, &results);
    }
  }
  return code ? vf_context_failure(context, code, call->kernel->description.name) : VF_OK;
}

static vf_status wait_for_rows(vf_context *context, int code)
{
  if (!code) code = context->backend->queue_wait(context->queue);
  vf_lock();
  context->counters.waits++;
  vf_unlock();
  return code ? vf_context_failure(context, code, "reading partial results") : VF_OK;
}

/* Tiles leave their rows in host memory: small data go over the bus beside the kernel. */
static vf_status run_for_rows(const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                              vf_launch *arguments)
{
  if (!vf_box_list_tiles(list, checked->components)) return VF_OK;
  arguments->partials = list->rows;
  const vf_status status = vf_execute_launch(call, checked, arguments);
  return status ? status : wait_for_rows(checked->context, 0);
}

static vf_status run_giving(const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                            vf_launch *arguments)
{
  const vf_partial_row row = vf_partial_row_of(&call->kernel->description);
  const int64_t tiles = vf_box_list_tiles(list, checked->components);
  vf_context *context = checked->context;
  vf_buffer *buffer = NULL;
  vf_status status = VF_OK;
  if (tiles) {
    vf_lock();
    /* room behind the list for the tiles of the list itself */
    const size_t room = (size_t)((tiles + vf_reduction_tiles(tiles)) * row.length) * sizeof(vf_partial);
    status = vf_context_borrow(context, room, &buffer);
    vf_unlock();
    if (status) return status;
    arguments->partials = buffer->address;
    status = vf_execute_launch(call, checked, arguments);
  }
  if (!status && tiles && list->rows)
    status = wait_for_rows(context, context->backend->copy_to_host(list->rows, arguments->partials,
                                                                   (size_t)(tiles * row.length) * sizeof(vf_partial),
                                                                   context->queue));
  if (!status) status = deliver(call, checked, tiles, &row, buffer);
  if (buffer) {
    vf_lock();
    vf_context_give(buffer);
    vf_unlock();
  }
  return status;
}

/* Lends a launch its scratch. */
typedef struct lender {
  vf_context *context;
  vf_buffer *buffer;
} lender;

static void *borrow(void *from, size_t bytes)
{
  lender *lending = from;
  vf_lock();
  const vf_status status = vf_context_borrow(lending->context, bytes, &lending->buffer);
  vf_unlock();
  return status ? NULL : lending->buffer->address;
}

static vf_status run(const vf_call *call, const vf_checked *checked, const vf_box_list *list)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  vf_span spans[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  vf_remote_span remotes[VF_MAX_ARGUMENTS];
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, 0);
    if (record && vf_is_over_columns(kernel)) spans[a] = vf_columns_span(record, &kernel->arguments[a], checked);
    else if (record) spans[a] = vf_record_span(record, &kernel->arguments[a].map);
    else if (call->arguments[a].unread) spans[a] = vf_span_of_nothing;
    else values[a] = call->arguments[a].value;
  }
  vf_context *context = checked->context;
  lender lender = { .context = context };
  vf_launch arguments = { .box_count = list->count,
                          .boxes = list->boxes,
                          .domains = list->domains,
                          .components = checked->components,
                          .selector = call->selector,
                          .halo = vf_halo_of(kernel, call->arguments),
                          .spans = spans,
                          .values = values,
                          .queue = context->queue,
                          .tile = context->tile,
                          .levels = checked->levels,
                          .borrow = borrow,
                          .lender = &lender,
                          .far_scratch = &call->kernel->far_scratch };
  if (kernel->remote_forms) vf_remote_spans(call, checked, remotes, &arguments);
  vf_set_launch sets;
  sets.tables_of_call = NULL;
  const bool by_box = checked->by_box && list->count;
  vf_status status = VF_OK;
  if (kernel->checks_bounds) {
    vf_lock();
    status = vf_context_bounds(context, &arguments.bounds);
    vf_unlock();
  }
  if (!status && by_box) status = vf_set_launch_begin(call, checked, &sets);
  if (status) return status;
  if (by_box) arguments.sets = &sets.tables;
  if (list->rows_alone) status = run_for_rows(call, checked, list, &arguments);
  else if (vf_gives_result(kernel)) status = run_giving(call, checked, list, &arguments);
  else if (list->count) status = vf_execute_launch(call, checked, &arguments);
  vf_set_launch_end(&sets);
  if (lender.buffer) {
    vf_lock();
    vf_context_give(lender.buffer);
    vf_unlock();
  }
  return status;
}

vf_status vf_execute(const vf_call *call, const vf_checked *checked, const vf_box_list *list)
{
  vf_status status = prepare(call, checked, list->count > 0);
  if (!status) status = vf_context_select(checked->context);
  if (status) return status;
  vf_unlock();
  status = run(call, checked, list);
  vf_lock();
  if (call->kernel->description.remote_forms) vf_remote_commit(call, checked);
  if (!status) commit(call, checked, list);
  else vf_execute_distrust(call, checked);
  if (!status && list->count) checked->context->counters.launches++;
  return status;
}
