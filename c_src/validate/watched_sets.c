#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/error.h"
#include "../core/hold.h"
#include "../core/region.h"
#include "original.h"
#include "watched_runs.h"

/* Copies results from the host to the caller's memory. */
static vf_status deliver(const vf_call *call, const vf_checked *checked, const vf_results *results)
{
  vf_results_put(call, results);
  if (!checked->result) return VF_OK;
  vf_array *array = checked->result->array;
  const size_t bytes = (size_t)call->kernel->description.result_count * sizeof(double);
  const bool whole = array->bytes == bytes;
  const vf_status status = vf_array_prepare(array, VF_HOST, VF_WRITE, whole);
  if (status) return status;
  memcpy(vf_record_address(checked->result, VF_HOST), results->values, bytes);
  vf_array_commit(array, VF_HOST, VF_WRITE, whole);
  return VF_OK;
}

/* Runs one box of a call on sets by itself. plain: neither checked nor captured. */
static vf_status run_box(const vf_call *call, const vf_checked *of_sets, int b, vf_ledger *ledger, vf_mode mode,
                         bool plain, vf_partial *rows, vf_results *results)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  vf_argument arguments[VF_MAX_ARGUMENTS];
  memcpy(arguments, call->arguments, (size_t)kernel->argument_count * sizeof *arguments);
  for (int a = 0; a < kernel->argument_count; a++)
    if (of_sets->operands[a] && of_sets->operands[a]->set) arguments[a].view = of_sets->operands[a]->set->views[b];
  vf_call of_box = *call;
  of_box.arguments = arguments;
  of_box.boxes = &call->boxes[b];
  of_box.box_count = 1;
  vf_results_ask(&of_box, results);
  of_box.result_view = NULL;
  vf_operand *operands[VF_MAX_ARGUMENTS];
  vf_checked checked = { .operands = operands };
  vf_box_list list;
  vf_status status = vf_check_call(&of_box, &checked);
  if (!status) status = vf_box_list_fill(&of_box, &checked, &list);
  if (status) return status;
  list.rows = rows;
  if (!plain) status = vf_watched_run(&of_box, &checked, &list, ledger, mode);
  else if (mode == VF_MODE_ORIGINAL) status = vf_original_run(&of_box, &checked, &list, ledger);
  else status = vf_execute(&of_box, &checked, &list);
  vf_box_list_free(&list);
  return status;
}

/* Takes the memory of all devices of the boxes. */
static vf_status reserve(const vf_call *call, const vf_checked *checked)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++) {
    const vf_operand *operand = checked->operands[a];
    if (operand && operand->count)
      status = vf_arrays_reserve(operand->arrays, operand->count, operand->records[0]->label);
  }
  return status;
}

/* Rows of a box by itself count its cells from 0: they become rows of the call, which has tiles before them. */
static void number_places(const vf_partial_row *row, vf_partial *rows, int64_t tiles, int64_t before)
{
  for (int64_t t = 0; t < tiles; t++, rows += row->length)
    for (int p = row->results; p < row->length; p++)
      rows[p].place = vf_place_moved(rows[p].place, before * VF_REDUCTION_TILE);
}

/* Box by box. Repeating the call after a failure would update boxes a second time. So without memory to check a later
 * box the rest runs unchecked, and the report says so.
 *   of_originals  rows are to hold the originals' results
 *   rows     room for the partial results of all boxes, or NULL
 *   results  of the boxes, one after the other */
static vf_status run_boxes(const vf_call *call, const vf_checked *checked, vf_ledger *ledger, vf_mode mode,
                           bool of_originals, vf_partial *rows, vf_results *results)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_partial_row row = vf_partial_row_of(kernel);
  vf_status status = mode == VF_MODE_ORIGINAL ? VF_OK : reserve(call, checked);
  vf_results of_box;
  int64_t before = 0; /* tiles */
  int boxes = 0;
  bool plain = false;
  for (int b = 0; b < call->box_count && !status; b++) {
    const vf_box *box = &call->boxes[b];
    if (vf_box_is_empty(box)) continue;
    if (boxes > 0) ledger->calls++;
    status = run_box(call, checked, b, ledger, mode, plain, rows ? rows + before * row.length : NULL, &of_box);
    if (status == VF_ERROR_MEMORY && boxes > 0 && !vf_gives_result(kernel) && !plain) {
      plain = true;
      vf_ledger_note(ledger, VF_FINDING_UNCHECKED, 0,
                     "there was no memory to check or capture box %d of %d of a call on sets, nor those after it",
                     b + 1, call->box_count);
      status = run_box(call, checked, b, ledger, mode, plain, rows ? rows + before * row.length : NULL, &of_box);
    }
    if (boxes++ == 0) vf_results_begin(kernel, true, results);
    if (!status) vf_results_add(kernel, &of_box, b, results);
    const int64_t tiles = vf_reduction_tiles(vf_box_points(box)) * checked->components;
    vf_partial *of_rows = rows && !status ? rows + before * row.length : NULL;
    if (of_rows && of_originals) {
      const vf_call of_one = { .kernel = call->kernel, .boxes = box, .box_count = 1 };
      vf_results_to_rows(&of_one, checked->components, &row, &of_box, tiles, of_rows);
    }
    if (of_rows && (of_originals || mode != VF_MODE_ORIGINAL)) number_places(&row, of_rows, tiles, before);
    before += tiles;
  }
  return status;
}

/* The bits of a call on all boxes at once, from the partial results of each. */
static void combine(const vf_call *call, const vf_checked *checked, int64_t tiles, vf_partial *rows,
                    vf_results *results)
{
  const vf_partial_row row = vf_partial_row_of(&call->kernel->description);
  if (tiles) vf_backend_host()->reduce(rows, tiles, &row, NULL, NULL);
  else vf_results_of_nothing(&call->kernel->description, &row, rows);
  vf_results_of_row(call, checked->components, &row, rows, results);
}

/* Runs the boxes of a kernel with results. */
static vf_status run_giving(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                            vf_mode mode)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const bool originals = vf_watched_keeps_original(ledger, mode);
  const vf_partial_row row = vf_partial_row_of(kernel);
  const int64_t tiles = vf_box_list_tiles(list, checked->components);
  vf_results results;
  if (list->rows_alone) return run_boxes(call, checked, ledger, mode, originals, list->rows, &results);
  vf_partial *rows = malloc((size_t)((tiles ? tiles : 1) * row.length) * sizeof *rows);
  if (!rows) return vf_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for partial results", kernel->name);
  vf_results_begin(kernel, false, &results);
  vf_status status = run_boxes(call, checked, ledger, mode, false, rows, &results);
  if (!status && !originals) combine(call, checked, tiles, rows, &results);
  free(rows);
  return status ? status : deliver(call, checked, &results);
}

vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  vf_mode mode;
  ledger->calls++;
  vf_status status = vf_watched_mode(call, checked, list, ledger, &mode);
  if (status) return status;
  if (mode == VF_MODE_DEVICE && !ledger->captured) return vf_execute(call, checked, list);
  vf_hold(call, checked);
  if (vf_gives_result(&call->kernel->description)) {
    status = run_giving(call, checked, list, ledger, mode);
  } else {
    vf_results none;
    status = run_boxes(call, checked, ledger, mode, false, NULL, &none);
  }
  vf_let_go(call, checked);
  return status;
}
