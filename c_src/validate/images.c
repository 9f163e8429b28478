#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "remote.h"
#include "scratch.h"

static bool aliases(const vf_image *image) { return image->array->context->backend->aliases_host; }

static bool share_elements(const vf_record *p, const vf_record *q)
{
  const size_t size = vf_type_size(p->array->type);
  return p->offset < q->offset + (size_t)vf_record_elements(q) * size &&
         q->offset < p->offset + (size_t)vf_record_elements(p) * size;
}

/* What one argument only writes may be read through another one, or surrounds a result of another shape. */
static bool others_need_contents(const vf_images *images, int written)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  const vf_record *record = images->checked->records[written];
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *other = images->checked->records[a];
    if (a == written || !other || other->array != record->array) continue;
    if (kernel->arguments[a].intent == VF_ARGUMENT_READ) {
      if (share_elements(record, other)) return true;
    } else {
      const vf_layout layout = vf_layout_of(images->checked, a);
      if (!vf_layout_alike(&layout, &images->at[images->of[written]].layout)) return true;
    }
  }
  return false;
}

static void collect(vf_images *images)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = images->checked->records[a];
    if (!record) continue;
    int place = 0;
    while (place < images->count && images->at[place].array != record->array) place++;
    vf_image *image = &images->at[place];
    images->of[a] = place;
    if (place == images->count) {
      images->count++;
      *image = (vf_image){ .array = record->array,
                           .size = vf_type_size(record->array->type),
                           .only_written = true,
                           .layout = vf_layout_of(images->checked, a) };
    }
    const vf_argument_intent intent = kernel->arguments[a].intent;
    if (intent == VF_ARGUMENT_READ) continue;
    if (!image->written) image->layout = vf_layout_of(images->checked, a);
    image->written = true;
    image->only_written = image->only_written && intent == VF_ARGUMENT_WRITE;
  }
  for (int a = 0; a < kernel->argument_count; a++)
    if (images->checked->records[a] && kernel->arguments[a].intent == VF_ARGUMENT_WRITE &&
        others_need_contents(images, a))
      images->at[images->of[a]].only_written = false;
}

static bool writes(const vf_images *images, int argument, const vf_array *array)
{
  const vf_record *record = images->checked->records[argument];
  return record && record->array == array &&
         images->call->kernel->description.arguments[argument].intent != VF_ARGUMENT_READ;
}

bool vf_image_look(const vf_images *images, vf_image *image, int argument)
{
  if (!writes(images, argument, image->array)) return false;
  const vf_layout own = vf_layout_of(images->checked, argument);
  for (int a = 0; a < argument; a++) {
    if (!writes(images, a, image->array)) continue;
    const vf_layout layout = vf_layout_of(images->checked, a);
    if (vf_layout_alike(&layout, &own)) return false;
  }
  image->layout = own;
  return true;
}

/* Where the elements of a row go: owned ones become unwritten in first and second, the others are kept in before and
 * first. Any may be NULL. */
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
  if (size == 8 && !memchr(marks, 0, (size_t)length)) {
    fill(parts->first ? parts->first + row : NULL, length, parts->unwritten);
    fill(parts->second ? parts->second + row : NULL, length, parts->unwritten);
    return;
  }
  for (int64_t i = 0; i < length; i++) {
    const size_t at = row + (size_t)i * size;
    const void *value = marks[i] ? (const void *)&parts->unwritten : parts->from + at;
    if (!marks[i] && parts->before) memcpy(parts->before + at, value, size);
    if (parts->first && parts->first + at != value) memcpy(parts->first + at, value, size);
    if (parts->second && marks[i]) memcpy(parts->second + at, value, size);
  }
}

static vf_status part_rows(const vf_images *images, const vf_image *image, const parts *parts)
{
  const vf_layout *layout = &image->layout;
  const int64_t length = layout->extent[0], rows = layout->extent[1] * layout->extent[2] * layout->extent[3];
  bool complete = true;
#pragma omp parallel reduction(&& : complete) if (rows * length > 65536)
  {
    unsigned char *marks = malloc((size_t)length + 1);
    complete = marks != NULL;
#pragma omp for schedule(static)
    for (int64_t r = 0; r < rows; r++) {
      const int64_t row[3] = { r % layout->extent[1], r / layout->extent[1] % layout->extent[2],
                               r / layout->extent[1] / layout->extent[2] };
      if (!marks) continue;
      vf_ownership_row(images->call, images->checked, images->list, layout, row, marks);
      part_row(parts, layout->begin + (size_t)(r * length) * image->size, image->size, length, marks);
    }
    free(marks);
  }
  return complete ? VF_OK : vf_fail(VF_ERROR_MEMORY, "no host memory to check '%s'", image->array->label);
}

vf_status vf_image_inputs(const vf_images *images, vf_image *image, char *to)
{
  const vf_status status = vf_remote_bring(image);
  if (status) return status;
  vf_scratch_copy(to, image->before, image->array->bytes);
  const parts parts = { .from = image->before, .first = to, .unwritten = vf_unwritten(image->array->type) };
  return image->only_written ? part_rows(images, image, &parts) : VF_OK;
}

static vf_status take_written(vf_images *images, vf_image *image)
{
  vf_array *array = image->array;
  image->host_valid = vf_state_valid(array->state, VF_HOST);
  if (vf_remote_applies(images, image)) return vf_remote_take(images, image);
  vf_status status = vf_scratch_take(array->context, array->bytes, &image->before);
  if (!status) status = vf_scratch_take(array->context, array->bytes, &image->scratch);
  if (status) return status;
  image->original = image->scratch;
  if (!image->only_written) {
    if (image->host_valid) {
      vf_scratch_copy_twice(image->before, image->original, array->host, array->bytes);
    } else {
      status = vf_array_peek(array, 0, array->bytes, image->before);
      if (!status) vf_scratch_copy(image->original, image->before, array->bytes);
    }
    image->taken = !status;
    return status;
  }
  /* In the code's own array one pass does all. */
  const bool covered = image->layout.begin == 0 && image->layout.bytes == array->bytes;
  if (aliases(image) && covered) {
    const parts parts = { array->host, image->before, image->original, array->host, vf_unwritten(array->type) };
    return part_rows(images, image, &parts);
  }
  status = vf_array_peek(array, 0, array->bytes, image->before);
  if (!status) status = vf_image_inputs(images, image, image->original);
  if (status) return status;
  image->replaced = image->taken = true;
  return vf_image_put(image, image->original);
}

static vf_status take_read(vf_image *image)
{
  vf_array *array = image->array;
  bool changed;
  vf_status status = VF_OK;
  if (!aliases(image)) {
    status = vf_array_prepare(array, VF_DEVICE, VF_READ, false);
    if (status) return status;
  }
  if (vf_state_valid(array->state, VF_HOST)) {
    image->original = array->host;
  } else {
    status = vf_scratch_take(array->context, array->bytes, &image->scratch);
    if (!status) status = vf_array_peek(array, 0, array->bytes, image->scratch);
    if (status) return status;
    image->original = image->scratch;
    return vf_image_changed_on_device(image, &changed);
  }
  image->blocks = malloc((size_t)vf_signature_blocks(array->bytes, image->size) * sizeof *image->blocks + 1);
  if (!image->blocks) return vf_fail(VF_ERROR_MEMORY, "no host memory to watch '%s'", array->label);
  vf_signature_take(image->original, array->bytes, image->size, image->blocks);
  return vf_image_changed_on_device(image, &changed);
}

vf_status vf_images_take(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list)
{
  *images = (vf_images){ .call = call, .checked = checked, .list = list };
  collect(images);
  vf_status status = VF_OK;
  for (int i = 0; i < images->count && !status; i++)
    status = images->at[i].written ? take_written(images, &images->at[i]) : take_read(&images->at[i]);
  return status;
}

static void restore(const vf_image *image)
{
  vf_array *array = image->array;
  const vf_backend *backend = array->context->backend;
  if (!aliases(image) && image->host_valid) {
    array->state = VF_STATE_HOST; /* nothing of a checked call writes there */
  } else if (image->remote) {
    backend->copy_on_device(array->device, image->device_before->address, array->bytes, array->context->queue);
    array->state = VF_STATE_DEVICE;
  } else if (image->replaced || !image->only_written) {
    vf_image_put(image, image->before);
  }
}

void vf_images_restore(const vf_images *images)
{
  for (int i = 0; i < images->count; i++)
    if (images->at[i].taken) restore(&images->at[i]);
}

void vf_images_give(vf_images *images)
{
  for (int i = 0; i < images->count; i++) {
    vf_scratch_give(images->at[i].before);
    vf_scratch_give(images->at[i].scratch);
    vf_scratch_give(images->at[i].fetched);
    free(images->at[i].blocks);
    vf_remote_give(&images->at[i]);
  }
}

void vf_images_memory(const vf_images *images, char **memory)
{
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    const vf_record *record = images->checked->records[a];
    memory[a] = record ? images->at[images->of[a]].original + record->offset : NULL;
  }
}

vf_status vf_images_fetch(vf_images *images)
{
  for (int i = 0; i < images->count; i++) {
    vf_image *image = &images->at[i];
    if (!image->written || (image->remote && !image->before)) continue;
    if (aliases(image)) {
      image->port = image->array->host;
      continue;
    }
    vf_status status = VF_OK;
    if (!image->fetched) status = vf_scratch_take(image->array->context, image->array->bytes, &image->fetched);
    if (!status) status = vf_array_peek(image->array, 0, image->array->bytes, image->fetched);
    if (status) return status;
    image->port = image->fetched;
  }
  return VF_OK;
}

vf_status vf_image_put(const vf_image *image, const char *from)
{
  vf_array *array = image->array;
  if (aliases(image)) {
    vf_scratch_copy(array->host, from, array->bytes);
    return VF_OK;
  }
  vf_status status = vf_array_prepare(array, VF_DEVICE, VF_WRITE, true);
  if (status || !array->bytes) return status;
  vf_context *context = array->context;
  int code = context->backend->copy_to_device(array->device, from, array->bytes, context->queue);
  if (!code) code = context->backend->queue_wait(context->queue);
  if (code) return vf_context_failure(context, code, "a copy to the device");
  vf_array_commit(array, VF_DEVICE, VF_WRITE, true);
  return VF_OK;
}

vf_change vf_image_changed(vf_image *image)
{
  if (!image->blocks) return (vf_change){ 0 };
  return vf_signature_update(image->original, image->array->bytes, image->size, image->blocks);
}

vf_status vf_image_changed_on_device(vf_image *image, bool *changed)
{
  vf_array *array = image->array;
  vf_context *context = array->context;
  uint64_t digest = 0;
  *changed = false;
  if (aliases(image) || array->bytes == 0) return VF_OK;
  const int code = context->backend->digest(array->device, array->bytes, context->queue, &digest);
  if (code) return vf_context_failure(context, code, "reading an array to watch it");
  *changed = digest != image->digest;
  image->digest = digest;
  return VF_OK;
}

vf_states vf_image_states(const vf_image *image)
{
  const size_t begin = image->layout.begin;
  return (vf_states){ .before = image->before + begin,
                      .original = image->original + begin,
                      .port = image->port + begin,
                      .only_written = image->only_written };
}
