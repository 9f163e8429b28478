/* The runs of a call in slabs: elements to the device, launch, written elements to the host. */
#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "error.h"
#include "hooks.h"
#include "seconds.h"
#include "slabs.h"
#include "staging.h"

/* Copies of the arrays of a slab in one direction. */
typedef struct slab_copies {
  vfi_copy_direction direction;
  vfi_moves moves; /* the arrays, for the profile */
  double begin;
  int64_t first[VF_MAX_ARGUMENTS], last[VF_MAX_ARGUMENTS]; /* of the elements that are copied */
} slab_copies;

static void list(slab_copies *copies, vfi_array *piece, size_t bytes)
{
  piece->copy = copies->direction;
  piece->state = copies->direction == VF_COPY_TO_DEVICE ? VF_STATE_HOST : VF_STATE_DEVICE;
  piece->on_device_before = false;
  piece->sent = bytes;
  piece->next_moved = NULL;
  if (copies->moves.last) copies->moves.last->next_moved = piece;
  else copies->moves.first = piece;
  copies->moves.last = piece;
}

/* Queues the listed copies. */
static int queue_copies(const vfi_slabs *s, slab_copies *copies)
{
  int code = 0;
  if (vfi_profiling && copies->moves.first) vfi_wiring.copies_begin(&copies->moves);
  copies->begin = vfi_profiling ? vfi_seconds() : 0;
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count && !code; a++) {
    vfi_slab_array *array = &s->arrays[a];
    if (!array->of || array->array.copy != copies->direction) continue;
    const vfi_record *record = vfi_checked_record(s->checked, a, 0);
    vfi_moves_count(array->of, copies->direction, array->array.sent);
    code = vfi_slab_copy(record, array, copies->direction, copies->first[a], copies->last[a]);
  }
  return code;
}

/* Waits for the copies, and tells the profile. code: of their queueing. */
static int end_copies(const vfi_slabs *s, slab_copies *copies, int code)
{
  if (!code) code = vfi_staging_finish(s->context);
  if (vfi_profiling && copies->moves.first) vfi_wiring.copies_queued(&copies->moves);
  const int waited = s->context->backend->queue_wait(s->context->main_queue);
  vfi_staging_drop(s->context);
  s->context->counters.waits++;
  if (!code) code = waited;
  if (!code && vfi_profiling && copies->moves.first) vfi_wiring.copied(&copies->moves, vfi_seconds() - copies->begin);
  return code;
}

/* Places the arrays of a slab side by side, and sends the elements. The launch comes behind in the queue; a profile waits. */
static int send(const vfi_slabs *s, const vf_box *slab)
{
  slab_copies copies = { .direction = VF_COPY_TO_DEVICE };
  char *next = s->block->address;
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count; a++) {
    vfi_slab_array *array = &s->arrays[a];
    const vfi_record *record = vfi_checked_record(s->checked, a, 0);
    if (!array->of) continue;
    vfi_slab_range(s->call, s->checked, array, a, slab, true, &copies.first[a], &copies.last[a]);
    vfi_slab_place(record, array, copies.first[a], copies.last[a]);
    array->array.device = next;
    next += vfi_slab_aligned(array->most);
    list(&copies, &array->array, vfi_slab_bytes(record, array->direction, copies.first[a], copies.last[a]));
  }
  const int code = queue_copies(s, &copies);
  return code || !vfi_profiling ? code : end_copies(s, &copies, code);
}

static int fetch(const vfi_slabs *s, const vf_box *slab)
{
  slab_copies copies = { .direction = VF_COPY_TO_HOST };
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count; a++) {
    vfi_slab_array *array = &s->arrays[a];
    if (!array->of || !vfi_slabs_write(vfi_slabs_kernel(s), a)) continue;
    vfi_slab_range(s->call, s->checked, array, a, slab, false, &copies.first[a], &copies.last[a]);
    list(&copies, &array->array,
         vfi_slab_bytes(vfi_checked_record(s->checked, a, 0), array->direction, copies.first[a], copies.last[a]));
  }
  return end_copies(s, &copies, queue_copies(s, &copies));
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
