#include "../core/results.h"

#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/evict.h"
#include "../core/execute.h"
#include "../core/hooks.h"
#include "../core/region.h"
#include "together.h"
#include "together_launch.h"

/* A launch, with its tables on the host and on the device. */
typedef struct vf_each_launch {
  vfi_plan_launch launch;
  vfi_tables_room room;
  vfi_buffer *tables; /* NULL: none */
} vf_each_launch;

typedef struct vf_each {
  const vfi_call *calls;
  int count;      /* of calls */
  int used;       /* of joined calls: the calls that are made */
  int *number;    /* [used] of the joined call among the calls */
  int64_t *first; /* [used] row of its first tile */
  vfi_joined *joined;
  vfi_plan plan;
  vf_each_launch *launches; /* [plan.groups] */
  vf_context *context;
  vfi_row_room *room; /* NULL: the calls are made one by one */
} vf_each;

/* ---- Lock held ---------------------------------------------------------------------------------------------- */

static vf_status check(const vfi_call *call, vfi_joined *joined)
{
  vfi_call asking = *call;
  vfi_results results;
  vfi_results_ask(&asking, &results);
  asking.result_view = NULL;
  const vf_status status = vfi_check_call(&asking, &joined->checked);
  joined->call = call;
  joined->thin = 0;
  joined->next = -1;
  joined->idle = !status && (joined->checked.components == 0 || vfi_box_is_empty(&call->boxes[0]));
  return status;
}

/* True if the device has the newest values of all arrays of a call. */
static bool is_there(const vfi_joined *joined)
{
  for (int a = 0; a < joined->call->kernel->description.argument_count; a++) {
    const vfi_record *record = vfi_checked_record(&joined->checked, a, 0);
    const vfi_array *array = record ? record->array : NULL;
    if (array && array->bytes && (array->flight || !(array->device && vfi_state_valid(array->state, VF_DEVICE))))
      return false;
  }
  return true;
}

static vf_status resolve(vf_each *each, int asked)
{
  for (int c = 0; c < each->count; c++) {
    vfi_joined *joined = &each->joined[each->used];
    const vf_status status = check(&each->calls[c], joined);
    if (status && c < asked) return status;
    if (status || (c >= asked && !is_there(joined))) continue;
    if (joined->checked.by_box || (each->used && joined->checked.context != each->context))
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: calls for results by themselves are on views of one context",
                      each->calls[c].kernel->description.name);
    each->context = joined->checked.context;
    each->number[each->used++] = c;
  }
  return VF_OK;
}

static vf_status bring(const vf_each *each)
{
  vfi_moves moves = { 0 };
  for (int u = 0; u < each->used; u++) {
    const vfi_joined *joined = &each->joined[u];
    const vf_status status = joined->idle ? VF_OK : vfi_execute_need(joined->call, &joined->checked, &moves);
    if (status) return status;
  }
  return vfi_moves_make(&moves);
}

static int64_t rows_of(const vfi_joined *joined) { return vfi_joined_tiles(joined) * joined->checked.components; }

/* Room for the rows of all tiles, group by group. */
static vf_status make_rows(vf_each *each, const vf_partial_row *row)
{
  int64_t tiles = 0;
  for (int g = 0; g < each->plan.groups; g++)
    for (VF_EACH_CALL(&each->plan, &each->plan.group[g], c)) {
      each->first[c] = tiles;
      tiles += rows_of(&each->joined[c]);
    }
  return vfi_row_room_own(each->context, each->room, (size_t)(tiles * row->length) * sizeof(vf_partial));
}

static vf_status send_tables(vf_each *each)
{
  vf_status status = VF_OK;
  for (int g = 0; g < each->plan.groups && !status; g++) {
    vf_each_launch *of = &each->launches[g];
    status = vfi_plan_send_tables(&of->launch, &of->room, &of->tables);
  }
  return status;
}

static vf_status prepare(vf_each *each)
{
  const vf_kernel *kernel = each->calls[0].kernel;
  const vf_partial_row row = vfi_partial_row_of(&kernel->description);
  vf_status status = bring(each);
  if (!status) status = vfi_plan_begin(kernel, each->used, &each->plan);
  if (status) return status;
  vfi_plan_make(&each->plan, each->joined, each->used, vfi_joined_is_tuned(&each->joined[0]));
  each->launches = malloc(((size_t)each->plan.groups + 1) * sizeof *each->launches); /* large: not set to zeros */
  if (!each->launches) return vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for launches", kernel->description.name);
  for (int g = 0; g < each->plan.groups; g++) {
    each->launches[g].room = (vfi_tables_room){ 0 };
    each->launches[g].tables = NULL;
  }
  status = make_rows(each, &row);
  for (int g = 0; g < each->plan.groups && !status; g++) {
    vfi_plan_launch *launch = &each->launches[g].launch;
    vfi_plan_gather(&each->plan, g, launch);
    launch->rows = each->room->own + each->first[each->plan.group[g].first] * row.length;
  }
  if (!status) status = vfi_context_select(each->context);
  return status ? status : send_tables(each);
}

/* The lock is released while launches are queued. Another thread may release a view meanwhile, so that nothing behind the
 * first launch looks at the arrays of the calls. */
static vf_status launch(vf_each *each)
{
  vf_status status = VF_OK;
  for (int u = 0; u < each->used; u++) vfi_wiring.call_joined(each->joined[u].call, &each->joined[u].checked);
  for (int g = 0; g < each->plan.groups && !status; g++) status = vfi_plan_run(&each->launches[g].launch);
  return status;
}

static vf_status run(vf_each *each, int asked)
{
  vf_kernel *kernel = each->calls[0].kernel;
  bool may = false;
  vf_status status = resolve(each, asked);
  if (!status) status = vfi_wiring.calls_join(kernel, &may);
  if (status || !may || kernel->description.checks_bounds || kernel->description.remote_forms || !each->used)
    return status;
  if (vfi_context_row_room(each->context, &each->room)) each->room = NULL;
  if (!each->room) return VF_OK;
  status = prepare(each);
  if (!status) status = launch(each);
  for (int g = 0; each->launches && g < each->plan.groups; g++)
    if (each->launches[g].tables) vfi_context_give(each->launches[g].tables);
  return status;
}

/* ---- */

static vf_status wait_for_rows(const vf_each *each)
{
  const int code = each->context->backend->queue_wait(vfi_context_queue(each->context));
  vfi_lock();
  each->context->counters.waits++;
  vfi_unlock();
  return code ? vfi_context_failure(each->context, code, "reading partial results") : VF_OK;
}

static void reduce(const vf_each *each, double *values, bool *made)
{
  const vfi_kernel_description *kernel = &each->calls[0].kernel->description;
  const vf_partial_row row = vfi_partial_row_of(kernel);
  for (int u = 0; u < each->used; u++) {
    const vfi_joined *joined = &each->joined[u];
    vf_partial of_nothing[VF_ROW_WORDS], *rows = of_nothing;
    vfi_results_of_nothing(kernel, &row, of_nothing);
    if (!joined->idle) {
      rows = each->room->own + each->first[u] * row.length;
      vf_backend_host()->reduce(rows, rows_of(joined), &row, NULL, NULL);
    }
    for (int r = 0; r < kernel->result_count; r++) values[each->number[u] * kernel->result_count + r] = rows[r].value;
    made[each->number[u]] = true;
  }
}

static vf_status one_by_one(const vfi_call *calls, int count, double *values, bool *made)
{
  vf_status status = VF_OK;
  for (int c = 0; c < count && !status; c++) {
    vfi_call call = calls[c];
    vfi_results results;
    vfi_results_ask(&call, &results);
    status = vfi_dispatch(&call);
    const int of_call = call.kernel->description.result_count;
    memcpy(values + c * of_call, results.values, (size_t)of_call * sizeof *values);
    made[c] = !status;
  }
  return status;
}

static vf_status begin(const vfi_call *calls, int count, vf_each *each)
{
  *each = (vf_each){ .calls = calls, .count = count };
  each->joined = vfi_joined_room(calls[0].kernel, count);
  each->number = malloc((size_t)count * sizeof *each->number);
  each->first = calloc((size_t)count, sizeof *each->first);
  if (each->joined && each->number && each->first) return VF_OK;
  return vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for %d calls", calls[0].kernel->description.name, count);
}

static void end(vf_each *each)
{
  vfi_lock();
  if (each->room) each->room->in_use = false;
  vfi_unlock();
  for (int g = 0; each->launches && g < each->plan.groups; g++) free(each->launches[g].room.at);
  vfi_plan_end(&each->plan);
  free(each->launches);
  free(each->first);
  free(each->number);
  free(each->joined);
}

vf_status vfi_dispatch_each(const vfi_call *calls, int count, int asked, double *values, bool *made)
{
  vf_each each;
  memset(values, 0, (size_t)count * (size_t)calls[0].kernel->description.result_count * sizeof *values);
  memset(made, 0, (size_t)count * sizeof *made);
  vf_status status = begin(calls, count, &each);
  if (!status) {
    const int begun = vfi_wiring.call_begins(calls[0].kernel);
    vfi_lock();
    vfi_use_begin();
    status = run(&each, asked);
    vfi_use_end();
    vfi_unlock();
    vfi_wiring.call_ends(begun);
  }
  if (!status && each.room) status = wait_for_rows(&each);
  if (!status && each.room) reduce(&each, values, made);
  const bool alone = !status && !each.room;
  end(&each);
  return alone ? one_by_one(calls, asked, values, made) : status;
}
