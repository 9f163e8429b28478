/* The launch of a call whose data are on the device, and its results. */
#include "execute.h"

#include <viewfab/kit/reduction_tree.h>

#include "columns.h"
#include "error.h"
#include "hooks.h"
#include "loop_threads.h"
#include "queues.h"
#include "remote_part.h"
#include "seconds.h"
#include "shared.h"
#include "slabs.h"
#include "used_reach.h"

/* A launch of this thread was not made, because there was no memory for its scratch. */
static _Thread_local bool lacked_scratch;

bool vfi_execute_lacked_scratch(void)
{
  const bool lacked = lacked_scratch;
  lacked_scratch = false;
  return lacked;
}

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
    if (backend->launch_later) code = backend->launch_later(general, arguments, &kernel->description);
    else code = backend->id == VF_BACKEND_HOST ? vfi_loop_launch(kernel, general, arguments) : general(arguments);
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
    else if (backend->id == VF_BACKEND_HOST) vfi_used_reach_end(kernel, arguments->bounds);
    const vf_status found = vfi_bounds_report(call, checked, arguments->bounds);
    if (found) status = found;
  }
  return status;
}

/* Without timed events a profile waits for each launch, so that the seconds are those of the kernel alone. */
static vf_status launch_in_profile(const vfi_call *call, const vfi_checked *checked, const vf_queue *queue,
                                   const vfi_launch *arguments)
{
  vfi_launch_time time;
  int code = vfi_wiring.launch_begins(checked->context, arguments->queue, &time);
  time.queue = queue ? queue->label : NULL;
  const vf_status status = code ? VF_OK : launch(call, checked, arguments);
  const int ended = vfi_wiring.launch_ends(checked->context, arguments->queue, &time, code || status);
  if (!code) code = ended;
  if (code) return vfi_context_failure(checked->context, code, call->kernel->description.name);
  if (!status) vfi_wiring.launched(call, checked, arguments, &time);
  return status;
}

vf_status vfi_execute_launch(const vfi_call *call, const vfi_checked *checked, const vf_queue *queue,
                             const vfi_launch *arguments)
{
  return vfi_profiling ? launch_in_profile(call, checked, queue, arguments) : launch(call, checked, arguments);
}

int64_t vfi_box_list_tiles(const vfi_box_list *list, int components)
{
  int64_t tiles = 0;
  for (int b = 0; b < list->count; b++)
    if (!vfi_box_is_empty(&list->boxes[b])) tiles += vfi_reduction_tiles(vfi_box_points(&list->boxes[b])) * components;
  return tiles;
}

/* Waits unless there was a failure. Returns a native error code, or 0.
 *   queue  of the launch; NULL: the own queue of the context */
static int wait_for_queue(vf_context *context, vf_queue *queue, int code)
{
  vfi_lock();
  const uint64_t uses = context->device_uses;
  vfi_unlock();
  if (!code) code = queue ? vfi_queue_await(queue) : context->backend->queue_wait(vfi_context_queue(context));
  vfi_lock();
  context->counters.waits++;
  if (!code && !queue) vfi_shared_note_wait(context, uses);
  vfi_unlock();
  return code;
}

static void give_back(vfi_buffer *buffer)
{
  vfi_lock();
  vfi_context_give(buffer);
  vfi_unlock();
}

/* Brings the results to the places of the caller.
 *   buffer  has the tiles; NULL if there are none */
static vf_status deliver(const vfi_call *call, const vfi_checked *checked, int64_t tiles, const vf_partial_row *row,
                         vfi_buffer *buffer, vf_queue *queue)
{
  vf_context *context = checked->context;
  const vf_backend *backend = context->backend;
  const size_t bytes = (size_t)row->results * sizeof(double);
  void *native = vfi_queue_native(context, queue);
  vf_partial of_nothing[VF_ROW_WORDS], *words = of_nothing, *partials = buffer ? buffer->address : NULL;
  vfi_results_of_nothing(&call->kernel->description, row, of_nothing);
  double *to = checked->result ? (double *)vfi_record_address(checked->result, VF_DEVICE) : NULL;
  int code = 0;
  if (tiles) code = backend->reduce(partials, tiles, row, to, native);
  else if (to) code = backend->copy_to_device(to, words, bytes, native);
  if (!code && vfi_results_wanted(call)) {
    if (tiles) {
      words = vfi_context_words(context, buffer, of_nothing);
      code = backend->copy_to_host(words, partials, (size_t)row->length * sizeof *words, native);
      code = wait_for_queue(context, queue, code);
    }
    if (!code) {
      vfi_results results;
      vfi_results_of_row(call, checked->components, row, words, &results);
      vfi_results_put(call, &results);
    }
  }
  return code ? vfi_context_failure(context, code, call->kernel->description.name) : VF_OK;
}

static vf_status wait_for_rows(vf_context *context, vf_queue *queue, int code)
{
  code = wait_for_queue(context, queue, code);
  return code ? vfi_context_failure(context, code, "reading partial results") : VF_OK;
}

/* Tiles write their rows to host memory, because small data cross the bus while the kernel runs. */
static vf_status run_for_rows(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                              vfi_launch *arguments, vf_queue *queue)
{
  if (!vfi_box_list_tiles(list, checked->components)) return VF_OK;
  arguments->partials = list->rows;
  const vf_status status = vfi_execute_launch(call, checked, queue, arguments);
  return status ? status : wait_for_rows(checked->context, queue, 0);
}

static vf_status run_giving(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                            vfi_launch *arguments, vf_queue *queue)
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
    status = vfi_context_borrow_for(context, queue, room, &buffer);
    vfi_unlock();
    if (!status) status = vfi_queue_follow_own(queue);
    if (status) {
      if (buffer) give_back(buffer);
      return status;
    }
    arguments->partials = buffer->address;
    status = vfi_execute_launch(call, checked, queue, arguments);
  }
  if (!status && tiles && list->rows)
    status = wait_for_rows(context, queue,
                           context->backend->copy_to_host(list->rows, arguments->partials,
                                                          (size_t)(tiles * row.length) * sizeof(vf_partial),
                                                          arguments->queue));
  if (!status) status = deliver(call, checked, tiles, &row, buffer, queue);
  if (buffer) give_back(buffer);
  return status;
}

/* Lends a launch its scratch. */
typedef struct lender {
  vf_context *context;
  vf_queue *queue;
  vfi_buffer *buffer;
} lender;

static void *borrow(void *from, size_t bytes)
{
  lender *lending = from;
  vfi_lock();
  vf_status status = vfi_context_borrow_for(lending->context, lending->queue, bytes, &lending->buffer);
  vfi_unlock();
  if (!status) status = vfi_queue_follow_own(lending->queue);
  return status ? NULL : lending->buffer->address;
}

vf_status vfi_execute_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_queue *queue)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  vfi_span spans[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  vfi_remote_span remotes[VF_MAX_ARGUMENTS];
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (record && vfi_is_over_columns(kernel)) spans[a] = vfi_columns_span(record, &kernel->arguments[a], checked);
    else if (record) vfi_record_span(record, &kernel->arguments[a].map, &spans[a]);
    else if (call->arguments[a].unread) spans[a] = vfi_span_of_nothing;
    else values[a] = call->arguments[a].value;
  }
  vf_context *context = checked->context;
  void *const native = vfi_queue_native(context, queue);
  lender lender = { .context = context, .queue = queue };
  vfi_launch arguments = { .box_count = list->count,
                           .boxes = list->boxes,
                           .domains = list->domains,
                           .components = checked->components,
                           .selector = call->selector,
                           .halo = checked->halo,
                           .spans = spans,
                           .values = values,
                           .queue = native,
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
    if (!status && context->backend->id == VF_BACKEND_HOST) vfi_used_reach_begin(arguments.bounds);
  }
  if (queue) status = vfi_queue_follow_own(queue);
  if (!status && by_box) status = vfi_set_launch_begin(call, checked, queue, &sets);
  if (status) return status;
  if (by_box) arguments.sets = &sets.tables;
  if (list->rows_alone) status = run_for_rows(call, checked, list, &arguments, queue);
  else if (vfi_gives_result(kernel)) status = run_giving(call, checked, list, &arguments, queue);
  else if (list->count) status = vfi_execute_launch(call, checked, queue, &arguments);
  vfi_set_launch_end(&sets);
  if (lender.buffer) give_back(lender.buffer);
  return status;
}
