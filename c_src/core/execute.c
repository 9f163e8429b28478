#include "execute.h"

#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "columns.h"
#include "error.h"
#include "evict.h"
#include "flight.h"
#include "hooks.h"
#include "part_states.h"
#include "region.h"
#include "remote_part.h"
#include "seconds.h"
#include "shared.h"
#include "slabs.h"
#include "staging.h"

vf_status vfi_box_list_fill(const vfi_call *call, const vfi_checked *checked, vfi_box_list *list)
{
  list->boxes = list->few;
  list->domains = NULL;
  list->borrowed = false;
  list->count = 0;
  list->rows = NULL;
  list->rows_alone = false;
  if (checked->components == 0) return VF_OK;
  if (checked->by_box) { /* box b belongs to view b, so empty boxes stay in the list too */
    list->boxes = (vf_box *)call->boxes;
    list->count = call->box_count;
    list->borrowed = true;
    return VF_OK;
  }
  if (call->box_count > (int)(sizeof list->few / sizeof list->few[0])) {
    list->boxes = malloc((size_t)call->box_count * sizeof(vf_box));
    if (!list->boxes) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d boxes", call->box_count);
  }
  for (int b = 0; b < call->box_count; b++)
    if (!vfi_box_is_empty(&call->boxes[b])) list->boxes[list->count++] = call->boxes[b];
  return VF_OK;
}

void vfi_box_list_free(const vfi_box_list *list)
{
  if (list->boxes != list->few && !list->borrowed) free(list->boxes);
}

/* True if the results fill the whole result array. */
static bool whole_result(const vfi_call *call, const vfi_record *result)
{
  return result->array->bytes == (size_t)call->kernel->description.result_count * sizeof(double);
}

static vf_status list(const vfi_call *call, const vfi_checked *checked, int argument, vfi_moves *moves)
{
  vfi_operand *operand = checked->operands[argument];
  const vf_intent intent = (vf_intent)call->kernel->description.arguments[argument].intent;
  /* A device that works on the arrays of the host gets no copy, so it makes no difference what the call overwrites. */
  const bool in_place = checked->context->backend->aliases_host;
  const bool *const covered = in_place ? NULL : vfi_check_overwritten(call, checked, argument);
  const vf_status status = vfi_operand_list(operand, VF_DEVICE, intent, covered, moves);
  vfi_overwritten box;
  for (int v = 0; v < operand->count && !status && intent == VF_WRITE && !in_place; v++)
    if (operand->arrays[v]->moved && vfi_check_overwritten_box(call, checked, argument, v, &box))
      vfi_moves_overwrite(operand->arrays[v], &box);
  return status;
}

/* True for an array used as it is on this rank; arrays of all ranks keep their state until the next fence. */
static bool is_local(const vfi_call *call, const vfi_checked *checked, int argument)
{
  return checked->operands[argument] && !call->kernel->description.arguments[argument].map.remote;
}

vf_status vfi_execute_need(const vfi_call *call, const vfi_checked *checked, vfi_moves *moves)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++)
    if (is_local(call, checked, a)) status = list(call, checked, a, moves);
  return status;
}

/* True if the declaration says all elements of a call on a box. Lines, windows and columns walk beyond the box. */
static bool touches_regions(const vfi_kernel_description *kernel)
{
  return !vfi_is_over_columns(kernel) && !(kernel->lines && kernel->lines[0].name) &&
         vfi_points_traits_of(kernel->points)->runs != VF_RUNS_WINDOWS;
}

/* The box around the elements of view v that the call touches, in the bounds of the view. Returns the number of boxes of
 * the call. */
static int touched(const vfi_call *call, const vfi_checked *checked, int argument, int v, int64_t first[VF_MAX_RANK],
                   int64_t last[VF_MAX_RANK])
{
  const vfi_operand *operand = checked->operands[argument];
  const vfi_record *record = operand->records[v];
  int b, end, count = 0;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    first[d] = record->lower[d];
    last[d] = record->upper[d];
  }
  for (vfi_operand_boxes(operand, v, call->box_count, &b, &end); b < end; b++) {
    if (vfi_box_is_empty(&call->boxes[b])) continue;
    const vfi_use use = vfi_checked_use(call, checked, argument, b);
    const vfi_wide_region region = vfi_region_wide(&use, &call->boxes[b]);
    for (int d = 0; d < 3; d++) {
      if (!count || region.lower[d] < first[d]) first[d] = region.lower[d];
      if (!count || region.upper[d] > last[d]) last[d] = region.upper[d];
    }
    count++;
  }
  for (int d = 0; d < 3; d++) {
    if (first[d] < record->lower[d]) first[d] = record->lower[d];
    if (last[d] > record->upper[d]) last[d] = record->upper[d];
  }
  return count;
}

/* The elements of view v that a call touches, as a part of the array. False: the call counts as a call on the whole array.
 * The call then touches much of the array, or the array is so small that a copy of a part costs as much as a copy of the
 * whole. kept: the call overwrites the part. */
static bool touched_part(const vfi_call *call, const vfi_checked *checked, int argument, int v, vfi_part *part,
                         bool *kept)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *record = checked->operands[argument]->records[v];
  const vfi_array *array = record->array;
  int64_t first[VF_MAX_RANK], last[VF_MAX_RANK];
  vfi_overwritten box;
  if (!vfi_staging_worth(array->context, array->bytes) || !touches_regions(kernel) ||
      vfi_record_first_direction(record, &kernel->arguments[argument].map) ||
      !(array->parts || vfi_record_by_parts(record)))
    return false;
  const int boxes = touched(call, checked, argument, v, first, last);
  if (!boxes) return false;
  const bool exact = vfi_record_part(record, first, last, part);
  if (!vfi_part_copies_pay(array, part)) return false;
  *kept = exact && boxes == 1 && vfi_check_overwritten_box(call, checked, argument, v, &box);
  return true;
}

/* Narrows listed copies to the elements that the call touches. */
static void narrow(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; is_local(call, checked, a) && v < operand->count; v++) {
      vfi_part part;
      bool kept;
      vfi_array *array = operand->arrays[v];
      if (!array->moved || array->copy == VF_COPY_NONE || !vfi_record_by_parts(operand->records[v])) continue;
      if (touched_part(call, checked, a, v, &part, &kept))
        vfi_moves_narrow(array, VF_DEVICE, (vf_intent)kernel->arguments[a].intent, &part, kept);
    }
  }
}

/* A call without points uses no arrays but the result array. */
static vf_status prepare(const vfi_call *call, const vfi_checked *checked, bool points)
{
  vfi_moves moves = { 0 };
  const vf_status status = points ? vfi_execute_need(call, checked, &moves) : VF_OK;
  if (status) return status;
  if (moves.first) narrow(call, checked);
  if (checked->result) {
    vfi_use_note(checked->result->array);
    vfi_moves_need(&moves, checked->result->array, VF_DEVICE, VF_WRITE, whole_result(call, checked->result));
  }
  return vfi_moves_make(&moves);
}

void vfi_execute_commit(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_local(call, checked, a))
      vfi_operand_commit(checked->operands[a], VF_DEVICE, (vf_intent)kernel->arguments[a].intent);
}

/* Notes a write of a part. False: the write counts for the whole array. */
static bool commit_part(const vfi_call *call, const vfi_checked *checked, int argument, int v)
{
  vfi_part part;
  bool kept;
  if (checked->context->backend->aliases_host || !touched_part(call, checked, argument, v, &part, &kept)) return false;
  vfi_array_commit_part(checked->operands[argument]->arrays[v], VF_DEVICE, VF_UPDATE, &part);
  return true;
}

/* True if the host has waited for the launch of a call that did not fail. */
static bool was_awaited(const vfi_call *call, const vfi_box_list *list)
{
  return list->rows || (vfi_gives_result(&call->kernel->description) && vfi_results_wanted(call));
}

/* A launch that is over leaves no use of a shared array behind. */
static void commit_shared(vfi_array *array, vf_intent intent, bool awaited)
{
  const uint64_t used = array->device_used, wrote = array->device_wrote;
  vfi_array_commit(array, VF_DEVICE, intent, true);
  if (!awaited) return;
  array->device_used = used;
  array->device_wrote = wrote;
}

/* A host that is old as a whole stays so. */
static void commit_arguments(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_local(call, checked, a)) continue;
    const vfi_operand *operand = checked->operands[a];
    const vf_intent intent = (vf_intent)kernel->arguments[a].intent;
    for (int v = 0; v < operand->count; v++) {
      vfi_array *array = operand->arrays[v];
      if (array->shared) commit_shared(array, intent, was_awaited(call, list));
      else if (intent == VF_READ || vfi_array_newest_on(array, VF_DEVICE) || !commit_part(call, checked, a, v))
        vfi_array_commit(array, VF_DEVICE, intent, true);
    }
  }
}

static void commit(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  if (list->count > 0) commit_arguments(call, checked, list);
  if (checked->result && !list->rows_alone)
    vfi_array_commit(checked->result->array, VF_DEVICE, VF_WRITE, whole_result(call, checked->result));
}

/* A failed launch may have written elements on the device: if both sides were valid, only the host's side stays
 * valid. */
void vfi_execute_distrust(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  if (checked->context->backend->aliases_host) return;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    if (!is_local(call, checked, a) || kernel->arguments[a].intent == VF_ARGUMENT_READ) continue;
    for (int v = 0; v < operand->count; v++) {
      vfi_array *array = operand->arrays[v];
      if (array->shared) continue; /* one side alone */
      if (array->state == VF_STATE_BOTH && array->bytes) vfi_array_set_state(array, VF_STATE_HOST);
      if (array->by_parts) vfi_part_states_distrust(array);
    }
  }
}

/* A launch of this thread was not made, because there was no memory for its scratch. */
static _Thread_local bool lacked_scratch;

/* A hand-written implementation may decline, so it is not put off. */
static int try_tuned(const vf_kernel *kernel, const vf_backend *backend, int type, const vfi_launch *arguments)
{
  if (!kernel->tuned[backend->id][type] || arguments->sets) return VF_LAUNCH_DECLINED;
  const int code = backend->launch_later ? backend->queue_wait(arguments->queue) : 0;
  return code ? code : kernel->tuned[backend->id][type](arguments);
}

static vf_status launch(const vfi_call *call, const vfi_checked *checked, const vfi_launch *arguments)
{
  const vf_kernel *kernel = call->kernel;
  const vf_backend *backend = checked->context->backend;
  const int type = vfi_type_traits_of(checked->type).pass;
  int code = try_tuned(kernel, backend, type, arguments);
  if (code == VF_LAUNCH_DECLINED) {
    const vfi_launcher general = kernel->launchers[backend->id][type];
    if (!general)
      return vfi_fail(
          VF_ERROR_DEVICE,
          "kernel %s was built without %s: its project has left that back end out (VIEWFAB_CUDA or VIEWFAB_HIP)",
          kernel->description.name, backend->name);
    code = backend->launch_later ? backend->launch_later(general, arguments, kernel->description.argument_count)
                                 : general(arguments);
  }
  if (code == VF_LAUNCH_NO_MEMORY) {
    lacked_scratch = true;
    return vfi_fail(VF_ERROR_MEMORY, "kernel %s: no memory on %s for its scratch", kernel->description.name,
                    checked->context->name);
  }
  if (code == VF_LAUNCH_TOO_WIDE)
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "vf_%s: its halos or windows go so far around the points of a box that elements would have indices "
                    "beyond the integers",
                    kernel->description.name);
  vf_status status = code ? vfi_context_failure(checked->context, code, kernel->description.name) : VF_OK;
  if (arguments->bounds && !status) {
    code = backend->queue_wait(arguments->queue);
    if (code) status = vfi_context_failure(checked->context, code, kernel->description.name);
    const vf_status found = vfi_bounds_report(call, checked, arguments->bounds);
    if (found) status = found;
  }
  return status;
}

/* Without timed events a profile waits for each launch, so that the seconds are those of the kernel alone. */
static vf_status launch_in_profile(const vfi_call *call, const vfi_checked *checked, const vfi_launch *arguments)
{
  vfi_launch_time time;
  int code = vfi_wiring.launch_begins(checked->context, &time);
  const vf_status status = code ? VF_OK : launch(call, checked, arguments);
  const int ended = vfi_wiring.launch_ends(checked->context, &time, code || status);
  if (!code) code = ended;
  if (code) return vfi_context_failure(checked->context, code, call->kernel->description.name);
  if (!status) vfi_wiring.launched(call, checked, arguments, &time);
  return status;
}

vf_status vfi_execute_launch(const vfi_call *call, const vfi_checked *checked, const vfi_launch *arguments)
{
  return vfi_profiling ? launch_in_profile(call, checked, arguments) : launch(call, checked, arguments);
}

int64_t vfi_box_list_tiles(const vfi_box_list *list, int components)
{
  int64_t tiles = 0;
  for (int b = 0; b < list->count; b++)
    if (!vfi_box_is_empty(&list->boxes[b])) tiles += vfi_reduction_tiles(vfi_box_points(&list->boxes[b])) * components;
  return tiles;
}

/* Waits unless there was a failure. Returns a native error code, or 0. */
static int wait_for_queue(vf_context *context, int code)
{
  vfi_lock();
  const uint64_t uses = context->device_uses;
  vfi_unlock();
  if (!code) code = context->backend->queue_wait(context->queue);
  vfi_lock();
  context->counters.waits++;
  if (!code) vfi_shared_note_wait(context, uses);
  vfi_unlock();
  return code;
}

/* Brings the results to the places of the caller.
 *   buffer  has the tiles; NULL if there are none */
static vf_status deliver(const vfi_call *call, const vfi_checked *checked, int64_t tiles, const vf_partial_row *row,
                         vfi_buffer *buffer)
{
  vf_context *context = checked->context;
  const vf_backend *backend = context->backend;
  const size_t bytes = (size_t)row->results * sizeof(double);
  vf_partial of_nothing[VF_ROW_WORDS], *words = of_nothing, *partials = buffer ? buffer->address : NULL;
  vfi_results_of_nothing(&call->kernel->description, row, of_nothing);
  double *to = checked->result ? (double *)vfi_record_address(checked->result, VF_DEVICE) : NULL;
  int code = 0;
  if (tiles) code = backend->reduce(partials, tiles, row, to, context->queue);
  else if (to) code = backend->copy_to_device(to, words, bytes, context->queue);
  if (!code && vfi_results_wanted(call)) {
    if (tiles) {
      words = vfi_context_words(context, buffer, of_nothing);
      code = backend->copy_to_host(words, partials, (size_t)row->length * sizeof *words, context->queue);
      code = wait_for_queue(context, code);
    }
    if (!code) {
      vfi_results results;
      vfi_results_of_row(call, checked->components, row, words, &results);
      vfi_results_put(call, &results);
    }
  }
  return code ? vfi_context_failure(context, code, call->kernel->description.name) : VF_OK;
}

static vf_status wait_for_rows(vf_context *context, int code)
{
  code = wait_for_queue(context, code);
  return code ? vfi_context_failure(context, code, "reading partial results") : VF_OK;
}

/* Tiles write their rows to host memory, because small data cross the bus while the kernel runs. */
static vf_status run_for_rows(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                              vfi_launch *arguments)
{
  if (!vfi_box_list_tiles(list, checked->components)) return VF_OK;
  arguments->partials = list->rows;
  const vf_status status = vfi_execute_launch(call, checked, arguments);
  return status ? status : wait_for_rows(checked->context, 0);
}

static vf_status run_giving(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                            vfi_launch *arguments)
{
  const vf_partial_row row = vfi_partial_row_of(&call->kernel->description);
  const int64_t tiles = vfi_box_list_tiles(list, checked->components);
  vf_context *context = checked->context;
  vfi_buffer *buffer = NULL;
  vf_status status = VF_OK;
  if (tiles) {
    vfi_lock();
    /* room behind the list for the tiles of the list itself */
    const size_t room = (size_t)((tiles + vfi_reduction_tiles(tiles)) * row.length) * sizeof(vf_partial);
    status = vfi_context_borrow(context, room, &buffer);
    vfi_unlock();
    if (status) return status;
    arguments->partials = buffer->address;
    status = vfi_execute_launch(call, checked, arguments);
  }
  if (!status && tiles && list->rows)
    status = wait_for_rows(context, context->backend->copy_to_host(list->rows, arguments->partials,
                                                                   (size_t)(tiles * row.length) * sizeof(vf_partial),
                                                                   context->queue));
  if (!status) status = deliver(call, checked, tiles, &row, buffer);
  if (buffer) {
    vfi_lock();
    vfi_context_give(buffer);
    vfi_unlock();
  }
  return status;
}

/* Lends a launch its scratch. */
typedef struct lender {
  vf_context *context;
  vfi_buffer *buffer;
} lender;

static void *borrow(void *from, size_t bytes)
{
  lender *lending = from;
  vfi_lock();
  const vf_status status = vfi_context_borrow(lending->context, bytes, &lending->buffer);
  vfi_unlock();
  return status ? NULL : lending->buffer->address;
}

vf_status vfi_execute_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  vfi_span spans[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  vfi_remote_span remotes[VF_MAX_ARGUMENTS];
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (record && vfi_is_over_columns(kernel)) spans[a] = vfi_columns_span(record, &kernel->arguments[a], checked);
    else if (record) spans[a] = vfi_record_span(record, &kernel->arguments[a].map);
    else if (call->arguments[a].unread) spans[a] = vfi_span_of_nothing;
    else values[a] = call->arguments[a].value;
  }
  vf_context *context = checked->context;
  lender lender = { .context = context };
  vfi_launch arguments = { .box_count = list->count,
                           .boxes = list->boxes,
                           .domains = list->domains,
                           .components = checked->components,
                           .selector = call->selector,
                           .halo = vfi_halo_of(kernel, call->arguments),
                           .spans = spans,
                           .values = values,
                           .queue = context->queue,
                           .tile = context->tile,
                           .levels = checked->levels,
                           .borrow = borrow,
                           .lender = &lender,
                           .far_scratch = &call->kernel->far_scratch };
  if (kernel->remote_forms) vfi_remote_spans(call, checked, remotes, &arguments);
  vfi_set_launch sets;
  sets.tables_of_call = NULL;
  const bool by_box = checked->by_box && list->count;
  vf_status status = VF_OK;
  if (kernel->checks_bounds) {
    vfi_lock();
    status = vfi_context_bounds(context, &arguments.bounds);
    vfi_unlock();
  }
  if (!status && by_box) status = vfi_set_launch_begin(call, checked, &sets);
  if (status) return status;
  if (by_box) arguments.sets = &sets.tables;
  if (list->rows_alone) status = run_for_rows(call, checked, list, &arguments);
  else if (vfi_gives_result(kernel)) status = run_giving(call, checked, list, &arguments);
  else if (list->count) status = vfi_execute_launch(call, checked, &arguments);
  vfi_set_launch_end(&sets);
  if (lender.buffer) {
    vfi_lock();
    vfi_context_give(lender.buffer);
    vfi_unlock();
  }
  return status;
}

/* True if a second run of a call does the same as the first. */
static bool can_be_repeated(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_UPDATE) return false;
  return !kernel->remote_forms;
}

/* Runs a call whose arrays, or whose scratch beside them, do not fit on the device. */
static vf_status run_cut(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_status failure)
{
  bool begun;
  const vf_status status = vfi_slabs_run(call, checked, list, failure, &begun);
  return status == VF_ERROR_MEMORY && !begun ? vfi_host_run(call, checked, list, status) : status;
}

vf_status vfi_execute_as(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, bool may_be_cut)
{
  vf_status status = vfi_host_watched ? vfi_wiring.call_uses_arrays(call, checked, true) : VF_OK;
  bool fits = true;
  if (!status) {
    status = prepare(call, checked, list->count > 0);
    fits = status != VF_ERROR_MEMORY;
  }
  if (!status) status = vfi_context_select(checked->context);
  if (status) {
    if (vfi_host_watched) (void)vfi_wiring.call_uses_arrays(call, checked, false); /* the first failure counts */
    return fits || !may_be_cut ? status : run_cut(call, checked, list, status);
  }
  vfi_unlock();
  status = vfi_execute_run(call, checked, list);
  vfi_lock();
  if (checked->context->tracked) vfi_flights_note_launch(call, checked);
  if (call->kernel->description.remote_forms) vfi_remote_commit(call, checked);
  if (!status) commit(call, checked, list);
  else vfi_execute_distrust(call, checked);
  const vf_status noted = vfi_host_watched ? vfi_wiring.call_uses_arrays(call, checked, false) : VF_OK;
  if (!status) status = noted;
  const bool not_launched = status == VF_ERROR_MEMORY && lacked_scratch;
  if (status == VF_ERROR_MEMORY) lacked_scratch = false;
  if (status == VF_ERROR_MEMORY && may_be_cut && (not_launched || can_be_repeated(&call->kernel->description)))
    return run_cut(call, checked, list, status);
  if (!status && list->count) checked->context->counters.launches++;
  return status;
}
