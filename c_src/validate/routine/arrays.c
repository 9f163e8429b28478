#include "arrays.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/evict.h"
#include "../../core/part_states.h"
#include "../compare/rounding.h"
#include "../images/scratch.h"
#include "routine.h"

enum { IMAGES = 5, ALIGNMENT = 64 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static bool aliases(const vfi_array *array) { return array->context->backend->aliases_host || array->bytes == 0; }

static vf_status no_memory(const vfi_routine_run *run)
{
  return vfi_fail(VF_ERROR_MEMORY, "no host memory to check routine '%s'", run->ledger->name);
}

static int place_of(vfi_routine_run *run, vfi_array *array)
{
  int place = 0;
  while (place < run->array_count && run->arrays[place].array != array) place++;
  if (place == run->array_count) {
    run->array_count++;
    run->arrays[place] = (vfi_routine_array){
      .array = array, .state = array->state, .on_device_before = array->on_device_before, .writes_before = array->writes
    };
  }
  return place;
}

/* The part of an array for a registered original. */
static vf_original_array listed(const vfi_routine_piece *piece, const vfi_array *array)
{
  vf_original_array part = { .first = array->host + piece->offset, .components = (int)piece->extent[3] };
  for (int d = 0; d < 3; d++) {
    part.lower[d] = (int)piece->lower[d];
    part.upper[d] = (int)(piece->lower[d] + piece->extent[d] - 1);
  }
  return part;
}

static vf_status add_piece(vfi_routine_run *run, int place, const vfi_record *record, const char *label)
{
  vfi_routine_piece *piece = &run->pieces[run->piece_count];
  if (!vfi_record_dense(record))
    return vfi_fail(
        VF_ERROR_ARGUMENT,
        "vf_check_begin: of '%s' an axis is selected, and its elements are not in one piece; list the view of "
        "the whole array",
        record->label);
  *piece = (vfi_routine_piece){
    .listed = place, .type = record->array->type, .rank = record->rank, .offset = record->offset, .axes = record->axes
  };
  piece->first = (int64_t)((record->offset - record->base) / vfi_type_size(piece->type));
  piece->bytes = (size_t)vfi_record_elements(record) * vfi_type_size(piece->type);
  for (int d = 0; d < 4; d++) {
    piece->extent[d] = vfi_record_extent(record, d);
    piece->lower[d] = record->lower[d];
  }
  memcpy(piece->label, record->label, sizeof piece->label);
  const vf_status status = vfi_part_states_settle(record->array); /* the check keeps and restores whole states */
  if (status) return status;
  piece->array = place_of(run, record->array);
  /* A set's boxes are a single subject, under the label of the set. */
  piece->subject = vfi_routine_subject(run->ledger->routine, label, false);
  if (piece->subject < 0) return VF_ERROR_MEMORY;
  run->list[run->piece_count++] = listed(piece, record->array);
  return VF_OK;
}

static vf_status list_views(vfi_routine_run *run)
{
  int pieces = 0;
  for (int v = 0; v < run->view_count; v++) {
    const vfi_operand *operand = vfi_handle_get(run->views[v], "vf_check_begin");
    if (!operand) return VF_ERROR_NULL;
    pieces += operand->count;
  }
  const size_t room = (size_t)pieces + 1;
  run->pieces = calloc(room, sizeof *run->pieces);
  run->results = calloc(room, sizeof *run->results);
  run->slacks = calloc(room, sizeof *run->slacks);
  run->arrays = calloc(room, sizeof *run->arrays);
  run->list = calloc(room, sizeof *run->list);
  if (!run->pieces || !run->results || !run->slacks || !run->arrays || !run->list) return no_memory(run);
  vf_status status = VF_OK;
  for (int v = 0; v < run->view_count && !status; v++) {
    const vfi_operand *operand = vfi_handle_get(run->views[v], "vf_check_begin");
    for (int b = 0; b < operand->count && !status; b++) status = add_piece(run, v, operand->records[b], operand->label);
  }
  return status;
}

/* The pages of unneeded images are never touched. */
static vf_status take_memory(vfi_routine_run *run)
{
  size_t bytes = 0;
  for (int a = 0; a < run->array_count; a++) bytes += IMAGES * aligned(run->arrays[a].array->bytes);
  run->memory = aligned_alloc(ALIGNMENT, bytes + ALIGNMENT);
  if (!run->memory) return no_memory(run);
  char *next = run->memory;
  for (int a = 0; a < run->array_count; a++) {
    vfi_routine_array *image = &run->arrays[a];
    char **const images[IMAGES] = { &image->before, &image->port, &image->original, &image->rerun, &image->host };
    for (int i = 0; i < IMAGES; i++) {
      *images[i] = next;
      next += aligned(image->array->bytes);
    }
  }
  return VF_OK;
}

vf_status vfi_routine_arrays_take(vfi_routine_run *run)
{
  vf_status status = list_views(run);
  if (!status) status = take_memory(run);
  for (int a = 0; a < run->array_count && !status; a++)
    status = vfi_array_peek(run->arrays[a].array, 0, run->arrays[a].array->bytes, run->arrays[a].before);
  return status;
}

void vfi_routine_arrays_free(vfi_routine_run *run)
{
  free(run->views);
  free(run->pieces);
  free(run->results);
  for (int p = 0; run->slacks && p < run->piece_count; p++) vfi_slack_give(&run->slacks[p]);
  free(run->slacks);
  free(run->arrays);
  free(run->list);
  free(run->memory);
  free(run->scratch);
}

/* The present array of a piece; NULL for a released view. */
static const vfi_array *array_now(const vfi_routine_run *run, const vfi_routine_piece *piece, int box)
{
  const vfi_operand *operand = vfi_handle_get(run->views[piece->listed], "vf_check_end");
  return operand ? operand->arrays[box] : NULL;
}

vf_status vfi_routine_arrays_check(vfi_routine_run *run)
{
  const vfi_routine_piece *lost = NULL;
  for (int a = 0; a < run->array_count; a++) run->arrays[a].gone = true;
  for (int p = 0, box = 0; p < run->piece_count; p++) {
    const vfi_routine_piece *piece = &run->pieces[p];
    box = p > 0 && run->pieces[p - 1].listed == piece->listed ? box + 1 : 0;
    if (array_now(run, piece, box) == run->arrays[piece->array].array) run->arrays[piece->array].gone = false;
    else lost = piece;
  }
  return lost ? vfi_fail(VF_ERROR_STATE, "routine '%s': '%s' was released since vf_check_begin", run->ledger->name,
                         lost->label)
              : VF_OK;
}

bool vfi_routine_arrays_have(const vfi_routine_run *run, const vfi_array *array)
{
  for (int a = 0; a < run->array_count; a++)
    if (run->arrays[a].array == array) return true;
  for (int s = 0; s < run->scratch_count; s++)
    if (run->scratch[s] == array) return true;
  return false;
}

vf_status vfi_routine_arrays_port(vfi_routine_run *run)
{
  for (int a = 0; a < run->array_count; a++) {
    vfi_routine_array *image = &run->arrays[a];
    const vfi_array *array = image->array;
    const vf_status status = vfi_array_peek(array, 0, array->bytes, image->port);
    if (status) return status;
    image->state = array->state;
    image->on_device_before = array->on_device_before;
    image->written = array->written;
    image->writes = array->writes;
    if (!vfi_state_valid(array->state, VF_HOST)) vfi_scratch_copy(image->host, array->host, array->bytes);
  }
  return VF_OK;
}

void vfi_routine_arrays_show(const vfi_routine_run *run, const vfi_disturbance *by)
{
  for (int a = 0; a < run->array_count; a++) {
    const vfi_routine_array *image = &run->arrays[a];
    vfi_array *array = image->array;
    vfi_scratch_copy(array->host, image->before, array->bytes);
    if (by) vfi_rounding_disturb(array->host, array->bytes, array->type, *by);
    if (!aliases(array)) vfi_array_put_state(array, VF_STATE_HOST);
  }
}

vf_status vfi_routine_arrays_collect(vfi_routine_run *run, bool rerun)
{
  vf_status status = vfi_routine_arrays_check(run);
  for (int a = 0; a < run->array_count && !status; a++) {
    vfi_routine_array *image = &run->arrays[a];
    status = vfi_array_peek(image->array, 0, image->array->bytes, rerun ? image->rerun : image->original);
  }
  return status;
}

/* The array may have left the device meanwhile. */
static vf_status to_device(vfi_array *array, const char *from)
{
  vf_context *context = array->context;
  vf_status status = vfi_context_select(context);
  if (!status) status = vfi_arrays_reserve(&array, 1, array->label);
  if (status) return status;
  int code = context->backend->copy_to_device(array->device, from, array->bytes, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  return code ? vfi_context_failure(context, code, "a copy to the device") : VF_OK;
}

/* If the device works in the host's memory, the array has a single side. */
static vf_status put(const vfi_routine_array *image, const char *host, const char *device)
{
  vfi_array *array = image->array;
  if (host) vfi_scratch_copy(array->host, host, array->bytes);
  return device && !aliases(array) ? to_device(array, device) : VF_OK;
}

vf_status vfi_routine_arrays_restore(const vfi_routine_run *run)
{
  vf_status status = VF_OK;
  vfi_use_begin();
  for (int a = 0; a < run->array_count; a++) {
    const vfi_routine_array *image = &run->arrays[a];
    if (image->gone) continue;
    const bool on_host = vfi_state_valid(image->state, VF_HOST), on_device = vfi_state_valid(image->state, VF_DEVICE);
    const vf_status failed = put(image, on_host ? image->port : image->host, on_device ? image->port : NULL);
    if (failed) status = failed;
    vfi_array_put_state(image->array, image->state);
    image->array->on_device_before = image->on_device_before;
    image->array->written = image->written;
    image->array->writes = image->writes;
  }
  vfi_use_end();
  return status;
}

vf_status vfi_routine_arrays_keep_original(const vfi_routine_run *run)
{
  vf_status status = VF_OK;
  vfi_use_begin();
  for (int a = 0; a < run->array_count && !status; a++) {
    const vfi_routine_array *image = &run->arrays[a];
    const bool on_host = vfi_state_valid(image->state, VF_HOST), on_device = vfi_state_valid(image->state, VF_DEVICE);
    status = put(image, on_host ? image->original : NULL, on_device ? image->original : NULL);
  }
  vfi_use_end();
  return status;
}

/* Several lists of views as one. */
vf_status vf_check_begin_lists(const char *routine, const vf_view_list lists[], int list_count)
{
  if (vfi_routine_idle()) return vf_check_begin(routine, NULL, 0);
  if (!lists) return vfi_fail(VF_ERROR_NULL, "vf_check_begin_lists: lists is NULL");
  int count = 0;
  for (int l = 0; l < list_count; l++) {
    if (lists[l].count > 0 && !lists[l].views)
      return vfi_fail(VF_ERROR_NULL, "vf_check_begin_lists: the views of list %d are NULL", l + 1);
    if (lists[l].count > 0) count += lists[l].count;
  }
  vf_view **all = malloc((size_t)(count + 1) * sizeof *all);
  if (!all) return vfi_fail(VF_ERROR_MEMORY, "vf_check_begin_lists: no host memory for %d views", count);
  for (int l = 0, at = 0; l < list_count; l++)
    for (int v = 0; v < lists[l].count; v++) all[at++] = lists[l].views[v];
  const vf_status status = vf_check_begin(routine, all, count);
  free(all);
  return status;
}
