#include "watched_calls.h"

#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/check.h"
#include "../core/error.h"
#include "../core/region.h"
#include "original.h"

/* Copies results from the host to the caller's memory. */
static vf_status deliver(const vfi_call *call, const vfi_checked *checked, const vfi_results *results)
{
  vfi_results_put(call, results);
  if (!checked->result) return VF_OK;
  vfi_array *array = checked->result->array;
  const size_t bytes = (size_t)call->kernel->description.result_count * sizeof(double);
  const bool whole = array->bytes == bytes;
  const vf_status status = vfi_array_prepare(array, VF_HOST, VF_WRITE, whole);
  if (status) return status;
  memcpy(vfi_record_address(checked->result, VF_HOST), results->values, bytes);
  vfi_array_commit(array, VF_HOST, VF_WRITE, whole);
  return VF_OK;
}

/* Runs one box of a call on sets by itself. plain: neither checked nor captured. */
static vf_status run_box(const vfi_call *call, const vfi_checked *of_sets, int b, vfi_ledger *ledger, vf_mode mode,
                         bool plain, vf_partial *rows, vfi_results *results)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  vfi_argument arguments[VF_MAX_ARGUMENTS];
  memcpy(arguments, call->arguments, (size_t)kernel->argument_count * sizeof *arguments);
  for (int a = 0; a < kernel->argument_count; a++)
    if (of_sets->operands[a] && of_sets->operands[a]->set) arguments[a].view = of_sets->operands[a]->set->views[b];
  vfi_call of_box = *call;
  of_box.arguments = arguments;
  of_box.boxes = &call->boxes[b];
  of_box.box_count = 1;
  vfi_results_ask(&of_box, results);
  of_box.result_view = NULL;
  vfi_operand *operands[VF_MAX_ARGUMENTS];
  vfi_checked checked = { .operands = operands };
  vfi_box_list list;
  vf_status status = vfi_check_call(&of_box, &checked);
  if (!status) status = vfi_box_list_fill(&of_box, &checked, &list);
  if (status) return status;
  list.rows = rows;
  if (!plain) status = vfi_watched_run(&of_box, &checked, &list, ledger, mode);
  else if (mode == VF_MODE_ORIGINAL) status = vfi_original_run(&of_box, &checked, &list, ledger);
  else status = vfi_execute(&of_box, &checked, &list);
  vfi_box_list_free(&list);
  return status;
}

/* Takes the memory of all devices of the boxes. */
static vf_status reserve(const vfi_call *call, const vfi_checked *checked)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++) {
    const vfi_operand *operand = checked->operands[a];
    if (operand && operand->count)
      status = vfi_arrays_reserve(operand->arrays, operand->count, operand->records[0]->label);
  }
  return status;
}

/* Rows of a box by itself count its cells from 0: they become rows of the call, which has tiles before them. */
static void number_places(const vf_partial_row *row, vf_partial *rows, int64_t tiles, int64_t before)
{
  for (int64_t t = 0; t < tiles; t++, rows += row->length)
    for (int p = row->results; p < row->length; p++)
      rows[p].place = vfi_place_moved(rows[p].place, before * VF_REDUCTION_TILE);
}

/* Box by box. Repeating the call after a failure would update boxes a second time. So without memory to check a later
 * box the rest runs unchecked, and the report says so.
 *   of_originals  rows are to hold the originals' results
 *   rows     room for the partial results of all boxes, or NULL
 *   results  of the boxes, one after the other */
static vf_status run_boxes(const vfi_call *call, const vfi_checked *checked, vfi_ledger *ledger, vf_mode mode,
                           bool of_originals, vf_partial *rows, vfi_results *results)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vf_partial_row row = vfi_partial_row_of(kernel);
  vf_status status = mode == VF_MODE_ORIGINAL ? VF_OK : reserve(call, checked);
  vfi_results of_box;
  int64_t before = 0; /* tiles */
  int boxes = 0;
  bool plain = false;
  for (int b = 0; b < call->box_count && !status; b++) {
    const vf_box *box = &call->boxes[b];
    if (vfi_box_is_empty(box)) continue;
    if (boxes > 0) ledger->calls++;
    status = run_box(call, checked, b, ledger, mode, plain, rows ? rows + before * row.length : NULL, &of_box);
    if (status == VF_ERROR_MEMORY && boxes > 0 && !vfi_gives_result(kernel) && !plain) {
      plain = true;
      vfi_ledger_note(ledger, VF_FINDING_UNCHECKED, 0,
                      "there was no memory to check or capture box %d of %d of a call on sets, nor those after it",
                      b + 1, call->box_count);
      status = run_box(call, checked, b, ledger, mode, plain, rows ? rows + before * row.length : NULL, &of_box);
    }
    if (boxes++ == 0) vfi_results_begin(kernel, true, results);
    if (!status) vfi_results_add(kernel, &of_box, b, results);
    const int64_t tiles = vfi_reduction_tiles(vfi_box_points(box)) * checked->components;
    vf_partial *of_rows = rows && !status ? rows + before * row.length : NULL;
    if (of_rows && of_originals) {
      const vfi_call of_one = { .kernel = call->kernel, .boxes = box, .box_count = 1 };
      vfi_results_to_rows(&of_one, checked->components, &row, &of_box, tiles, of_rows);
    }
    if (of_rows && (of_originals || mode != VF_MODE_ORIGINAL)) number_places(&row, of_rows, tiles, before);
    before += tiles;
  }
  return status;
}

/* The bits of a call on all boxes at once, from the partial results of each. */
static void combine(const vfi_call *call, const vfi_checked *checked, int64_t tiles, vf_partial *rows,
                    vfi_results *results)
{
  const vf_partial_row row = vfi_partial_row_of(&call->kernel->description);
  if (tiles) vf_backend_host()->reduce(rows, tiles, &row, NULL, NULL);
  else vfi_results_of_nothing(&call->kernel->description, &row, rows);
  vfi_results_of_row(call, checked->components, &row, rows, results);
}

/* Runs the boxes of a kernel with results. */
static vf_status run_giving(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                            vfi_ledger *ledger, vf_mode mode)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const bool originals = vfi_watched_keeps_original(ledger, mode);
  const vf_partial_row row = vfi_partial_row_of(kernel);
  const int64_t tiles = vfi_box_list_tiles(list, checked->components);
  vfi_results results;
  if (list->rows_alone) return run_boxes(call, checked, ledger, mode, originals, list->rows, &results);
  vf_partial *rows = malloc((size_t)((tiles ? tiles : 1) * row.length) * sizeof *rows);
  if (!rows) return vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for partial results", kernel->name);
  vfi_results_begin(kernel, false, &results);
  vf_status status = run_boxes(call, checked, ledger, mode, false, rows, &results);
  if (!status && !originals) combine(call, checked, tiles, rows, &results);
  free(rows);
  return status ? status : deliver(call, checked, &results);
}

vf_status vfi_watched_set(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                          vfi_ledger *ledger)
{
  vf_mode mode;
  ledger->calls++;
  vf_status status = vfi_watched_mode(call, checked, list, ledger, &mode);
  if (status) return status;
  if (mode == VF_MODE_DEVICE && !ledger->captured) return vfi_execute(call, checked, list);
  vfi_hold(call, checked);
  if (vfi_gives_result(&call->kernel->description)) {
    status = run_giving(call, checked, list, ledger, mode);
  } else {
    vfi_results none;
    status = run_boxes(call, checked, ledger, mode, false, NULL, &none);
  }
  vfi_let_go(call, checked);
  return status;
}
