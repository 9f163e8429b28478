#include "original.h"

#include <limits.h>
#include <string.h>

#include "../core/columns.h"
#include "../core/error.h"
#include "../core/region.h"
#include "../core/text.h"
#include "original_arrays.h"
#include "routine/routine.h"

static _Thread_local bool inside;

bool vfi_inside_original(void) { return inside || vfi_routine_inside(); }

void vfi_original_alone(void (*run)(void *user), void *user)
{
  inside = true;
  run(user);
  inside = false;
}

static vf_original_array array_of(const vfi_record *record, const vfi_map *map, char *first)
{
  const int from = vfi_record_first_direction(record, map);
  vf_original_array array = { .first = first,
                              .components = (int)vfi_record_extent(record, from + vfi_component_direction(map)) };
  for (int d = 0; d < 3; d++) {
    array.lower[d] = (int)record->lower[from + d];
    array.upper[d] = (int)record->upper[from + d];
  }
  return array;
}

vf_status vfi_original_fits(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  char text[VF_RANGE_TEXT];
  if (vfi_is_over_columns(kernel) && !vfi_reads_neighbours(kernel)) return vfi_column_slices_fit(kernel, checked);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    for (int d = 0; record && d < 4; d++)
      if (record->upper[d] > INT_MAX || vfi_record_extent(record, d) > INT_MAX)
        return vfi_fail(VF_ERROR_BOX, "vf_%s: '%s' spans %s, more than the original of a kernel can be given",
                        kernel->name, record->label, vfi_range_text(text, 4, record->lower, record->upper));
  }
  return VF_OK;
}

/* An original knows a single box: its place has no box, and has a component. */
static void clear_places(vfi_results *results)
{
  for (int r = 0; r < VF_MAX_RESULTS; r++) results->places[r] = (vf_place){ .component = -1 };
}

static void number_places(const vfi_kernel_description *kernel, vfi_results *results)
{
  for (int r = 0; r < kernel->result_count; r++) results->places[r].box = results->places[r].component < 0 ? -1 : 0;
}

/* The number in the call of a box in the list; the list leaves out empty boxes if views do not go with boxes. */
static int number_of(const vfi_call *call, const vfi_checked *checked, int b)
{
  if (checked->by_box) return b;
  for (int box = 0; box < call->box_count; box++)
    if (!vfi_box_is_empty(&call->boxes[box]) && b-- == 0) return box;
  return -1;
}

/* One block of one species: its slices, and their form for the original. */
typedef struct slices {
  vf_original_array whole[VF_MAX_ARGUMENTS], given[VF_MAX_ARGUMENTS];
  char *copies[VF_MAX_ARGUMENTS];
} slices;

static vf_status take_slices(const vfi_kernel_description *kernel, const vfi_checked *checked,
                             const vfi_column_window *window, char *const *memory, int64_t block, int species,
                             slices *slices)
{
  vf_status status = VF_OK;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    slices->copies[a] = NULL;
    if (!record || status) continue;
    slices->whole[a] = vfi_column_slice(record, &kernel->arguments[a], memory[a], block, species);
    slices->given[a] = slices->whole[a];
    status =
        vfi_column_part_take(record, &kernel->arguments[a], checked, window, &slices->given[a], &slices->copies[a]);
  }
  return status;
}

static void put_slices(const vfi_kernel_description *kernel, const vfi_checked *checked,
                       const vfi_column_window *window, slices *slices)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (slices->copies[a])
      vfi_column_part_put(record, &kernel->arguments[a], checked, window, &slices->whole[a], slices->copies[a]);
  }
}

/* Runs the original once for each block of the boxes and each species, with their slices. */
static vf_status invoke_on_columns(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                                   const vfi_ledger *ledger, char *const *memory, const vf_value *values)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const int pass = vfi_type_traits_of(checked->type).pass;
  const vfi_column_window window = vfi_column_window_of(kernel, checked);
  vf_status status = VF_OK;
  slices slices;
  inside = true;
  for (int b = 0; b < list->count; b++)
    for (int64_t block = list->boxes[b].lower[1]; block <= list->boxes[b].upper[1]; block++)
      for (int species = 1; species <= checked->components && !status; species++) {
        vf_original_call original = { .type = checked->type,
                                      .box = list->boxes[b],
                                      .components = 1,
                                      .levels = checked->levels,
                                      .block = (int)block,
                                      .species = species,
                                      .argument_count = kernel->argument_count,
                                      .arrays = slices.given,
                                      .values = values };
        original.box.lower[1] = original.box.upper[1] = (int)block;
        status = take_slices(kernel, checked, &window, memory, block, species, &slices);
        if (!status) ledger->originals[pass](&original, ledger->users[pass]);
        put_slices(kernel, checked, &window, &slices);
      }
  inside = false;
  return status;
}

/* The index of the first level of the call, in the bounds of the first array with levels. */
static int first_level(const vfi_kernel_description *kernel, const vfi_checked *checked)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    const vfi_column_shape *shape = &kernel->arguments[a].map.column;
    if (record && shape->levels) return (int)vfi_columns_level_1(record, shape, checked);
  }
  return 1;
}

/* For bodies that read neighbours: runs the original once for each box and each species, with whole arrays. */
static vf_status invoke_on_neighbours(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                                      const vfi_ledger *ledger, char *const *memory, const vf_value *values)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const int pass = vfi_type_traits_of(checked->type).pass, first = first_level(kernel, checked);
  vf_original_array arrays[VF_MAX_ARGUMENTS];
  char *copies[VF_MAX_ARGUMENTS];
  vf_status status = VF_OK;
  inside = true;
  for (int b = 0; b < list->count; b++)
    for (int species = 1; species <= checked->components && !status; species++) {
      const vf_box *box = &list->boxes[b];
      const vf_original_call original = { .type = checked->type,
                                          .box = { { box->lower[0], first, box->lower[1] },
                                                   { box->upper[0], first + checked->levels - 1, box->upper[1] } },
                                          .components = 1,
                                          .levels = checked->levels,
                                          .block = box->lower[1],
                                          .species = species,
                                          .argument_count = kernel->argument_count,
                                          .arrays = arrays,
                                          .values = values };
      for (int a = 0; a < kernel->argument_count; a++) {
        const vfi_record *record = vfi_checked_record(checked, a, 0);
        copies[a] = NULL;
        if (record && !status)
          status = vfi_column_whole_take(record, &kernel->arguments[a], memory[a], species, &arrays[a], &copies[a]);
      }
      if (!status) ledger->originals[pass](&original, ledger->users[pass]);
      for (int a = 0; a < kernel->argument_count; a++)
        if (copies[a])
          vfi_column_whole_put(vfi_checked_record(checked, a, 0), &kernel->arguments[a], memory[a], species, copies[a]);
    }
  inside = false;
  return status;
}

vf_status vfi_original_invoke(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                              const vfi_ledger *ledger, char *const *memory, const vf_value *values,
                              vfi_results *results)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const int pass = vfi_type_traits_of(checked->type).pass;
  if (vfi_is_over_columns(kernel)) {
    vfi_results_begin(kernel, list->count > 0, results);
    return vfi_reads_neighbours(kernel) ? invoke_on_neighbours(call, checked, list, ledger, memory, values)
                                        : invoke_on_columns(call, checked, list, ledger, memory, values);
  }
  vf_original_array arrays[VF_MAX_ARGUMENTS] = { { .first = NULL } };
  char *given[VF_MAX_ARGUMENTS] = { NULL };
  vfi_packed packed;
  for (int a = 0; a < kernel->argument_count; a++)
    if (vfi_checked_record(checked, a, 0)) given[a] = memory[a];
  const vf_status status = vfi_packed_take(checked, kernel->argument_count, given, &packed);
  if (status) return status;
  for (int a = 0; a < kernel->argument_count; a++)
    if (vfi_checked_record(checked, a, 0))
      arrays[a] = array_of(vfi_checked_record(checked, a, 0), &kernel->arguments[a].map, given[a]);
  const bool gives = vfi_gives_result(kernel);
  vfi_results of_box;
  vfi_results_begin(kernel, list->count > 0, results);
  inside = true;
  for (int b = 0; b < list->count; b++) {
    vfi_results_begin(kernel, true, &of_box);
    clear_places(&of_box);
    const vf_original_call original = { .type = checked->type,
                                        .box = list->boxes[b],
                                        .components = checked->components,
                                        .selector = call->selector,
                                        .argument_count = kernel->argument_count,
                                        .arrays = arrays,
                                        .values = values,
                                        .result = gives ? of_box.values : NULL,
                                        .places = gives ? of_box.places : NULL };
    ledger->originals[pass](&original, ledger->users[pass]);
    number_places(kernel, &of_box);
    vfi_results_add(kernel, &of_box, number_of(call, checked, b), results);
  }
  inside = false;
  vfi_packed_put(checked, kernel->argument_count, memory, &packed);
  return VF_OK;
}

static vf_status to_host(const vfi_call *call, const vfi_checked *checked, bool points, char **memory)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; points && a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record) continue;
    const vf_status status = vfi_operand_prepare(checked->operands[a], VF_HOST, (vf_intent)kernel->arguments[a].intent,
                                                 vfi_check_overwritten(call, checked, a));
    if (status) return status;
    memory[a] = vfi_record_address(record, VF_HOST);
  }
  if (!checked->result) return VF_OK;
  return vfi_array_prepare(checked->result->array, VF_HOST, VF_UPDATE, false);
}

vf_status vfi_original_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                           vfi_ledger *ledger)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  char *memory[VF_MAX_ARGUMENTS] = { NULL };
  vf_value values[VF_MAX_ARGUMENTS];
  vfi_results results;
  vf_status status = to_host(call, checked, list->count > 0, memory);
  if (status) return status;
  for (int a = 0; a < kernel->argument_count; a++)
    if (!vfi_checked_record(checked, a, 0)) values[a] = call->arguments[a].value;
  vfi_unlock();
  status = vfi_original_invoke(call, checked, list, ledger, memory, values, &results);
  vfi_lock();
  if (status) return status;
  for (int a = 0; a < kernel->argument_count && list->count; a++)
    if (checked->operands[a]) vfi_operand_commit(checked->operands[a], VF_HOST, (vf_intent)kernel->arguments[a].intent);
  vfi_results_put(call, &results);
  if (checked->result) {
    memcpy(vfi_record_address(checked->result, VF_HOST), results.values, (size_t)kernel->result_count * sizeof(double));
    vfi_array_commit(checked->result->array, VF_HOST, VF_UPDATE, false);
  }
  ledger->in_original++;
  return VF_OK;
}
