/* The runs of a call in slabs: elements to the device, launch, written elements to the host. */
#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "error.h"
#include "slabs.h"
#include "staging.h"

static void count_copy(const vfi_slabs *s, vfi_array *array, vfi_copy_direction copy, size_t bytes)
{
  vf_counters *const both[2] = { &s->context->counters, &array->counters };
  for (int c = 0; c < 2; c++) {
    *(copy == VF_COPY_TO_DEVICE ? &both[c]->copies_to_device : &both[c]->copies_to_host) += 1;
    *(copy == VF_COPY_TO_DEVICE ? &both[c]->bytes_to_device : &both[c]->bytes_to_host) += (int64_t)bytes;
  }
}

static int copy(const vfi_slabs *s, int argument, vfi_copy_direction direction, int64_t first, int64_t last)
{
  const vfi_record *record = vfi_checked_record(s->checked, argument, 0);
  vfi_slab_array *array = &s->arrays[argument];
  count_copy(s, array->of, direction, vfi_slab_bytes(record, array->direction, first, last));
  return vfi_slab_copy(record, array, direction, first, last);
}

/* Places the arrays of a slab side by side, and sends the elements. */
static int send(const vfi_slabs *s, const vf_box *slab)
{
  char *next = s->block->address;
  int code = 0;
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count && !code; a++) {
    vfi_slab_array *array = &s->arrays[a];
    int64_t first, last;
    if (!array->of) continue;
    vfi_slab_range(s->call, s->checked, array, a, slab, true, &first, &last);
    vfi_slab_place(vfi_checked_record(s->checked, a, 0), array, first, last);
    array->array.device = next;
    next += vfi_slab_aligned(array->most);
    code = copy(s, a, VF_COPY_TO_DEVICE, first, last);
  }
  return code;
}

static int fetch(const vfi_slabs *s, const vf_box *slab)
{
  int code = 0;
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count && !code; a++) {
    int64_t first, last;
    if (!s->arrays[a].of || !vfi_slabs_write(vfi_slabs_kernel(s), a)) continue;
    vfi_slab_range(s->call, s->checked, &s->arrays[a], a, slab, false, &first, &last);
    code = copy(s, a, VF_COPY_TO_HOST, first, last);
  }
  if (!code) code = vfi_staging_finish(s->context);
  const int waited = s->context->backend->queue_wait(s->context->main_queue);
  vfi_staging_drop(s->context);
  s->context->counters.waits++;
  return code ? code : waited;
}

/* The tiles of all slabs of a box, for one component. */
static int64_t tiles_of(const vfi_slabs *s, const vf_box *box)
{
  int64_t tiles = 0;
  vf_box slab;
  for (int64_t part = 0; vfi_slabs_at(s, box, part, &slab); part++) tiles += vfi_reduction_tiles(vfi_box_points(&slab));
  return tiles;
}

/* Puts the rows of a slab among the rows of the whole box: component by component.
 *   behind  first row of the box
 *   before  tiles of the slabs before, in one component */
static void keep_rows(const vfi_slabs *s, const vf_box *box, const vf_box *slab, int64_t behind, int64_t before)
{
  const int64_t tiles = vfi_reduction_tiles(vfi_box_points(slab)), of_box = tiles_of(s, box);
  for (int c = 0; c < s->checked->components; c++)
    memcpy(s->rows + (behind + c * of_box + before) * s->row.length, s->room->own + c * tiles * s->row.length,
           (size_t)(tiles * s->row.length) * sizeof *s->rows);
}

/* Runs a slab whose elements are on the device. */
static vf_status launch(const vfi_slabs *s, const vf_box *box, const vf_box *slab)
{
  vfi_operand *operands[VF_MAX_ARGUMENTS];
  vfi_checked checked = *s->checked;
  vfi_call call = *s->call;
  vfi_box_list list = { .count = 1, .domains = box };
  vf_status status = VF_OK;
  checked.operands = operands;
  call.boxes = slab;
  call.box_count = 1;
  list.few[0] = *slab;
  list.boxes = list.few;
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count; a++)
    operands[a] = s->arrays[a].of ? &s->arrays[a].operand : s->checked->operands[a];
  if (s->rows) {
    const int64_t tiles = vfi_reduction_tiles(vfi_box_points(slab)) * checked.components;
    status = vfi_row_room_own(s->context, s->room, (size_t)(tiles * s->row.length) * sizeof *s->rows);
    list.rows = s->room->own;
    list.rows_alone = true;
  }
  if (status) return status;
  vfi_unlock();
  status = vfi_execute_run(&call, &checked, &list, NULL);
  vfi_lock();
  return status;
}

static vf_status run_box(const vfi_slabs *s, const vf_box *box, int64_t behind)
{
  int64_t before = 0;
  vf_status status = VF_OK;
  vf_box slab;
  for (int64_t part = 0; !status && vfi_slabs_at(s, box, part, &slab); part++) {
    int code = send(s, &slab);
    if (!code) status = launch(s, box, &slab);
    *s->begun = *s->begun || (!code && !status);
    if (!code && !status) code = fetch(s, &slab);
    if (code) status = vfi_context_failure(s->context, code, "a copy of a slab");
    if (!status && s->rows) keep_rows(s, box, &slab, behind, before);
    before += vfi_reduction_tiles(vfi_box_points(&slab));
  }
  return status;
}

static void give_results(const vfi_slabs *s)
{
  vf_partial of_nothing[VF_ROW_WORDS];
  vfi_results results;
  vfi_results_of_nothing(&s->call->kernel->description, &s->row, of_nothing);
  if (s->all_tiles) vf_backend_host()->reduce(s->rows, s->all_tiles, &s->row, NULL, NULL);
  vfi_results_of_row(s->call, s->checked->components, &s->row, s->all_tiles ? s->rows : of_nothing, &results);
  vfi_results_put(s->call, &results);
}

vf_status vfi_slabs_run_all(const vfi_slabs *s)
{
  int64_t behind = 0;
  vf_status status = vfi_context_select(s->context);
  (void)vfi_context_queue(s->context); /* the copies come behind all work in queues */
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count; a++) {
    vfi_array *array = s->arrays[a].of;
    if (!array) continue;
    array->transfers++;
    array->on_device_before = true;
    vfi_moves_lock_pages(array);
  }
  for (int b = 0; b < s->list->count && !status; b++) {
    const vf_box *box = &s->list->boxes[b];
    status = run_box(s, box, behind);
    if (s->rows) behind += tiles_of(s, box) * s->checked->components;
  }
  if (!status && s->rows) give_results(s);
  return status;
}
