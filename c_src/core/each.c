#include "each.h"

#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "context.h"
#include <viewfab/backend.h>
#include "execute.h"
#include "hooks.h"
#include "region.h"

/* Reduces the rows of each box that has points. */
static void reduce(const vf_call *call, int components, vf_partial *rows, double *values)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_partial_row row = vf_partial_row_of(kernel);
  for (int b = 0; b < call->box_count; b++, values += kernel->result_count) {
    const vf_box *box = &call->boxes[b];
    const int64_t tiles = vf_box_is_empty(box) ? 0 : vf_reduction_tiles(vf_box_points(box)) * components;
    vf_partial of_nothing[VF_ROW_WORDS];
    vf_results_of_nothing(kernel, &row, of_nothing);
    if (tiles) vf_backend_host()->reduce(rows, tiles, &row, NULL, NULL);
    for (int r = 0; r < kernel->result_count; r++) values[r] = (tiles ? rows : of_nothing)[r].value;
    rows += tiles * row.length;
  }
}

/* Lock held. Without room for the rows, nothing is done. */
static vf_status run_for_rows(const vf_call *call, int *components, vf_row_room **room)
{
  vf_operand *operands[VF_MAX_ARGUMENTS];
  vf_checked checked = { .operands = operands };
  vf_box_list list;
  vf_status status = vf_check_call(call, &checked);
  if (!status) status = vf_box_list_fill(call, &checked, &list);
  if (status) return status;
  const vf_partial_row row = vf_partial_row_of(&call->kernel->description);
  const size_t bytes = (size_t)(vf_box_list_tiles(&list, checked.components) * row.length) * sizeof(vf_partial);
  *components = checked.components;
  if (vf_context_row_room(checked.context, room)) *room = NULL;
  if (*room) {
    status = vf_context_select(checked.context);
    if (!status) status = vf_row_room_own(checked.context, *room, bytes);
    list.rows = status ? NULL : (*room)->own;
    list.rows_alone = true;
    if (!status) status = vf_wiring.call_runs(call, &checked, &list);
  }
  vf_box_list_free(&list);
  return status;
}

static vf_status one_by_one(const vf_call *call, double *values)
{
  vf_status status = VF_OK;
  for (int b = 0; b < call->box_count && !status; b++, values += call->kernel->description.result_count) {
    vf_call of_box = *call;
    vf_results results;
    of_box.boxes = &call->boxes[b];
    of_box.box_count = 1;
    vf_results_ask(&of_box, &results);
    status = vf_dispatch(&of_box);
    memcpy(values, results.values, (size_t)call->kernel->description.result_count * sizeof *values);
  }
  return status;
}

vf_status vf_dispatch_each(const vf_call *call, double *values)
{
  vf_call asking = *call;
  vf_results results;
  vf_row_room *room = NULL;
  int components = 0;
  vf_results_ask(&asking, &results);
  asking.result_view = NULL;
  const int begun = vf_wiring.call_begins(call->kernel);
  vf_lock();
  const vf_status status = run_for_rows(&asking, &components, &room);
  vf_unlock();
  vf_wiring.call_ends(begun);
  if (!status && !room) return one_by_one(call, values);
  if (!status) reduce(call, components, room->own, values);
  if (room) {
    vf_lock();
    room->in_use = false;
    vf_unlock();
  }
  return status;
}
