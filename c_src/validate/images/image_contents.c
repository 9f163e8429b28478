#include "images.h"

#include <string.h>

#include "../../core/error.h"
#include "../compare/device_image.h"
#include "scratch.h"

static bool aliases(const vfi_image *image) { return image->array->context->backend->aliases_host; }

/* Images that take the elements of a row: before keeps all elements; owned elements become unwritten in first and
 * second, and first keeps the others. Any may be NULL. */
typedef struct parts {
  const char *from;
  char *before, *first, *second;
  uint64_t unwritten;
} parts;

static void fill(char *row, int64_t length, uint64_t value)
{
  for (int64_t i = 0; row && i < length; i++) ((uint64_t *)row)[i] = value;
}

static void part_row(const parts *parts, size_t row, size_t size, int64_t length, const unsigned char *marks)
{
  if (parts->before) memcpy(parts->before + row, parts->from + row, (size_t)length * size);
  if (size == 8 && !memchr(marks, 0, (size_t)length)) {
    fill(parts->first ? parts->first + row : NULL, length, parts->unwritten);
    fill(parts->second ? parts->second + row : NULL, length, parts->unwritten);
    return;
  }
  for (int64_t i = 0; i < length; i++) {
    const size_t at = row + (size_t)i * size;
    const void *value = marks[i] ? (const void *)&parts->unwritten : parts->from + at;
    if (parts->first && parts->first + at != value) memcpy(parts->first + at, value, size);
    if (parts->second && marks[i]) memcpy(parts->second + at, value, size);
  }
}

static void part_rows(const vfi_images *images, const vfi_image *image, const parts *parts)
{
  const vf_layout *layout = &image->layout;
  const vfi_workspace *workspace = image->workspace;
  const int64_t pieces = vfi_workspace_pieces(image->workspace, &image->window, layout, image->size);
  const int64_t elements = image->window.runs ? image->window.elements : pieces * layout->extent[0];
#pragma omp parallel for schedule(static) num_threads(workspace->threads) if (elements > 65536)
  for (int64_t p = 0; p < pieces; p++) {
    unsigned char *marks = workspace->marks + vfi_workspace_thread() * workspace->longest;
    const vfi_window_piece piece = vfi_workspace_piece(workspace, &image->window, layout, p);
    const int64_t row[3] = { piece.row % layout->extent[1], piece.row / layout->extent[1] % layout->extent[2],
                             piece.row / layout->extent[1] / layout->extent[2] };
    vfi_ownership_row(images->call, images->checked, images->list, layout, row, marks);
    const int64_t first = piece.row * layout->extent[0] + piece.first;
    part_row(parts, layout->begin + (size_t)first * image->size, image->size, piece.last - piece.first,
             marks + piece.first);
  }
}

vf_status vfi_image_inputs(const vfi_images *images, vfi_image *image, char *to)
{
  const vf_status status = vfi_device_image_bring(image);
  if (status) return status;
  vfi_image_copy(image, to, image->before);
  const parts parts = { .from = image->before, .first = to, .unwritten = vfi_unwritten(image->array->type) };
  if (image->only_written) part_rows(images, image, &parts);
  return VF_OK;
}

/* In the code's own array one pass does all: owned elements become unwritten here and in original. */
void vfi_image_part_in_place(const vfi_images *images, vfi_image *image)
{
  vfi_array *array = image->array;
  const parts parts = { array->host, image->before, image->original, array->host, vfi_unwritten(array->type) };
  part_rows(images, image, &parts);
}

void vfi_image_copy(const vfi_image *image, char *to, const char *from)
{
  vfi_window_copy(&image->window, image->size, image->array->bytes, to, from);
}

vf_status vfi_image_put(const vfi_image *image, const char *from)
{
  vfi_array *array = image->array;
  if (aliases(image)) {
    vfi_image_copy(image, array->host, from);
    return VF_OK;
  }
  if (image->window.runs) return vfi_window_send(image, from);
  vf_status status = vfi_array_prepare(array, VF_DEVICE, VF_WRITE, true);
  if (status || !array->bytes) return status;
  vf_context *context = array->context;
  int code = context->backend->copy_to_device(array->device, from, array->bytes, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  if (code) return vfi_context_failure(context, code, "a copy to the device");
  vfi_array_commit(array, VF_DEVICE, VF_WRITE, true);
  return VF_OK;
}

/* The change against the contents before the call. */
static vfi_change change_of(const vfi_image *image, const char *now)
{
  const vfi_change none = { 0 };
  const int64_t element = vfi_window_change(&image->window, image->size, image->before, now);
  if (element < 0) return none;
  vfi_change change = { .blocks = 1, .element = element, .exact = true };
  vfi_window_unpack_one(&image->window, image->size, image->before, element, &change.bits);
  return change;
}

vfi_change vfi_image_changed(vfi_image *image)
{
  if (image->window.runs) return change_of(image, image->original);
  if (!image->blocks) return (vfi_change){ 0 };
  return vfi_signature_update(image->original, image->array->bytes, image->size, image->blocks);
}

/* The first element that differs between the device's copy and the original's input. Without memory for the search the
 * row is not known. */
static vf_status find_on_device(const vfi_image *image, vfi_change *change)
{
  vfi_array *array = image->array;
  const vfi_window all = { .runs = NULL };
  char *copy = NULL;
  *change = (vfi_change){ .blocks = 1 };
  if (vfi_scratch_take(array->context, array->bytes, &copy)) return VF_OK;
  const vf_status status = vfi_array_peek_device(array, copy);
  const int64_t element = status ? -1 : vfi_window_difference(&all, image->size, array->bytes, image->original, copy);
  if (element >= 0) {
    change->element = element;
    change->exact = true;
    memcpy(&change->bits, image->original + (size_t)element * image->size, image->size);
  }
  vfi_scratch_give(copy);
  return status;
}

vf_status vfi_image_digest(vfi_image *image, uint64_t *digest)
{
  vfi_array *array = image->array;
  vf_context *context = array->context;
  const int code = context->backend->digest(array->device, array->bytes, vfi_context_queue(context), digest);
  return code ? vfi_context_failure(context, code, "reading an array to watch it") : VF_OK;
}

vf_status vfi_image_changed_on_device(vfi_image *image, vfi_change *change)
{
  uint64_t digest = 0;
  *change = (vfi_change){ 0 };
  if (aliases(image) || image->array->bytes == 0) return VF_OK;
  if (image->window.runs) {
    const vf_status status = vfi_window_bring(image, image->fetched);
    if (!status) *change = change_of(image, image->fetched);
    return status;
  }
  const vf_status status = vfi_image_digest(image, &digest);
  return status || digest == image->digest ? status : find_on_device(image, change);
}
