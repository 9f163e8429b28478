#include "arrays.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../compare/rounding.h"
#include "../images/scratch.h"

enum { IMAGES = 5, ALIGNMENT = 64 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static bool aliases(const vf_array *array) { return array->context->backend->aliases_host || array->bytes == 0; }

static vf_status no_memory(const vf_routine_run *run)
{
  return vf_fail(VF_ERROR_MEMORY, "no host memory to check routine '%s'", run->ledger->name);
}

static int place_of(vf_routine_run *run, vf_array *array)
{
  int place = 0;
  while (place < run->array_count && run->arrays[place].array != array) place++;
  if (place == run->array_count) {
    run->array_count++;
    run->arrays[place] = (vf_routine_array){
      .array = array, .state = array->state, .held = array->held, .writes_before = array->writes
    };
  }
  return place;
}

/* The part of an array that a registered original gets. */
static vf_original_array listed(const vf_routine_piece *piece, const vf_array *array)
{
  vf_original_array part = { .first = array->host + piece->offset, .components = (int)piece->extent[3] };
  for (int d = 0; d < 3; d++) {
    part.lower[d] = (int)piece->lower[d];
    part.upper[d] = (int)(piece->lower[d] + piece->extent[d] - 1);
  }
  return part;
}

static vf_status add_piece(vf_routine_run *run, int place, const vf_record *record, const char *label)
{
  vf_routine_piece *piece = &run->pieces[run->piece_count];
  if (!vf_record_dense(record))
    return vf_fail(
        VF_ERROR_ARGUMENT,
        "vf_check_begin: of '%s' an axis is selected, and its elements are not in one piece; list the view of "
        "the whole array",
        record->label);
  *piece = (vf_routine_piece){
    .listed = place, .type = record->array->type, .rank = record->rank, .offset = record->offset, .axes = record->axes
  };
  piece->first = (int64_t)((record->offset - record->base) / vf_type_size(piece->type));
  piece->bytes = (size_t)vf_record_elements(record) * vf_type_size(piece->type);
  for (int d = 0; d < 4; d++) {
    piece->extent[d] = vf_record_extent(record, d);
    piece->lower[d] = record->lower[d];
  }
  memcpy(piece->label, record->label, sizeof piece->label);
  piece->array = place_of(run, record->array);
  /* A set's boxes are one subject, under the label of the set. */
  piece->subject = vf_routine_subject(run->ledger->routine, label, false);
  if (piece->subject < 0) return VF_ERROR_MEMORY;
  run->list[run->piece_count++] = listed(piece, record->array);
  return VF_OK;
}

static vf_status list_views(vf_routine_run *run)
{
  int pieces = 0;
  for (int v = 0; v < run->view_count; v++) {
    const vf_operand *operand = vf_handle_get(run->views[v], "vf_check_begin");
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
    const vf_operand *operand = vf_handle_get(run->views[v], "vf_check_begin");
    for (int b = 0; b < operand->count && !status; b++) status = add_piece(run, v, operand->records[b], operand->label);
  }
  return status;
}

/* The pages of unneeded images are never touched. */
static vf_status take_memory(vf_routine_run *run)
{
  size_t bytes = 0;
  for (int a = 0; a < run->array_count; a++) bytes += IMAGES * aligned(run->arrays[a].array->bytes);
  run->memory = aligned_alloc(ALIGNMENT, bytes + ALIGNMENT);
  if (!run->memory) return no_memory(run);
  char *next = run->memory;
  for (int a = 0; a < run->array_count; a++) {
    vf_routine_array *image = &run->arrays[a];
    char **const images[IMAGES] = { &image->before, &image->port, &image->original, &image->rerun, &image->host };
    for (int i = 0; i < IMAGES; i++) {
      *images[i] = next;
      next += aligned(image->array->bytes);
    }
  }
  return VF_OK;
}

vf_status vf_routine_arrays_take(vf_routine_run *run)
{
  vf_status status = list_views(run);
  if (!status) status = take_memory(run);
  for (int a = 0; a < run->array_count && !status; a++)
    status = vf_array_peek(run->arrays[a].array, 0, run->arrays[a].array->bytes, run->arrays[a].before);
  return status;
}

void vf_routine_arrays_free(vf_routine_run *run)
{
  free(run->views);
  free(run->pieces);
  free(run->results);
  for (int p = 0; run->slacks && p < run->piece_count; p++) vf_slack_give(&run->slacks[p]);
  free(run->slacks);
  free(run->arrays);
  free(run->list);
  free(run->memory);
  free(run->scratch);
}

/* The present array of a piece; NULL for a released view. */
static const vf_array *array_now(const vf_routine_run *run, const vf_routine_piece *piece, int box)
{
  const vf_operand *operand = vf_handle_get(run->views[piece->listed], "vf_check_end");
  return operand ? operand->arrays[box] : NULL;
}

vf_status vf_routine_arrays_check(vf_routine_run *run)
{
  const vf_routine_piece *lost = NULL;
  for (int a = 0; a < run->array_count; a++) run->arrays[a].gone = true;
  for (int p = 0, box = 0; p < run->piece_count; p++) {
    const vf_routine_piece *piece = &run->pieces[p];
    box = p > 0 && run->pieces[p - 1].listed == piece->listed ? box + 1 : 0;
    if (array_now(run, piece, box) == run->arrays[piece->array].array) run->arrays[piece->array].gone = false;
    else lost = piece;
  }
  return lost ? vf_fail(VF_ERROR_STATE, "routine '%s': '%s' was released since vf_check_begin", run->ledger->name,
                        lost->label)
              : VF_OK;
}

bool vf_routine_arrays_have(const vf_routine_run *run, const vf_array *array)
{
  for (int a = 0; a < run->array_count; a++)
    if (run->arrays[a].array == array) return true;
  for (int s = 0; s < run->scratch_count; s++)
    if (run->scratch[s] == array) return true;
  return false;
}

vf_status vf_routine_arrays_port(vf_routine_run *run)
{
  for (int a = 0; a < run->array_count; a++) {
    vf_routine_array *image = &run->arrays[a];
    const vf_array *array = image->array;
    const vf_status status = vf_array_peek(array, 0, array->bytes, image->port);
    if (status) return status;
    image->state = array->state;
    image->held = array->held;
    image->written = array->written;
    image->writes = array->writes;
    if (!vf_state_valid(array->state, VF_HOST)) vf_scratch_copy(image->host, array->host, array->bytes);
  }
  return VF_OK;
}

void vf_routine_arrays_show(const vf_routine_run *run, const vf_disturbance *by)
{
  for (int a = 0; a < run->array_count; a++) {
    const vf_routine_array *image = &run->arrays[a];
    vf_array *array = image->array;
    vf_scratch_copy(array->host, image->before, array->bytes);
    if (by) vf_rounding_disturb(array->host, array->bytes, array->type, *by);
    if (!aliases(array)) array->state = VF_STATE_HOST;
  }
}

vf_status vf_routine_arrays_collect(vf_routine_run *run, bool rerun)
{
  vf_status status = vf_routine_arrays_check(run);
  for (int a = 0; a < run->array_count && !status; a++) {
    vf_routine_array *image = &run->arrays[a];
    status = vf_array_peek(image->array, 0, image->array->bytes, rerun ? image->rerun : image->original);
  }
  return status;
}

static vf_status to_device(const vf_array *array, const char *from)
{
  vf_context *context = array->context;
  const vf_status status = vf_context_select(context);
  if (status) return status;
  int code = context->backend->copy_to_device(array->device, from, array->bytes, context->queue);
  if (!code) code = context->backend->queue_wait(context->queue);
  return code ? vf_context_failure(context, code, "a copy to the device") : VF_OK;
}

/* An array that the device uses in place has one side. */
static vf_status put(const vf_routine_array *image, const char *host, const char *device)
{
  const vf_array *array = image->array;
  if (host) vf_scratch_copy(array->host, host, array->bytes);
  return device && !aliases(array) ? to_device(array, device) : VF_OK;
}

vf_status vf_routine_arrays_restore(const vf_routine_run *run)
{
  vf_status status = VF_OK;
  for (int a = 0; a < run->array_count; a++) {
    const vf_routine_array *image = &run->arrays[a];
    if (image->gone) continue;
    const bool on_host = vf_state_valid(image->state, VF_HOST), on_device = vf_state_valid(image->state, VF_DEVICE);
    const vf_status failed = put(image, on_host ? image->port : image->host, on_device ? image->port : NULL);
    if (failed) status = failed;
    image->array->state = image->state;
    image->array->held = image->held;
    image->array->written = image->written;
    image->array->writes = image->writes;
  }
  return status;
}

vf_status vf_routine_arrays_keep_original(const vf_routine_run *run)
{
  for (int a = 0; a < run->array_count; a++) {
    const vf_routine_array *image = &run->arrays[a];
    const bool on_host = vf_state_valid(image->state, VF_HOST), on_device = vf_state_valid(image->state, VF_DEVICE);
    const vf_status status = put(image, on_host ? image->original : NULL, on_device ? image->original : NULL);
    if (status) return status;
  }
  return VF_OK;
}
