#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../compare/device_image.h"
#include "scratch.h"

static bool aliases(const vfi_image *image) { return image->array->context->backend->aliases_host; }

static bool share_elements(const vfi_record *p, const vfi_record *q) { return !vfi_records_apart(p, q); }

/* An array that one argument only writes may be read through another argument, or surround a result of another
 * shape. */
static bool others_need_contents(const vfi_images *images, int written)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  const vfi_record *record = vfi_checked_record(images->checked, written, 0);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *other = vfi_checked_record(images->checked, a, 0);
    if (a == written || !other || other->array != record->array) continue;
    if (kernel->arguments[a].intent == VF_ARGUMENT_READ) {
      if (share_elements(record, other)) return true;
    } else {
      const vf_layout layout = vfi_layout_of(images->call, images->checked, a);
      if (!vfi_layout_alike(&layout, &images->at[images->of[written]].layout)) return true;
    }
  }
  return false;
}

static void collect(vfi_images *images)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(images->checked, a, 0);
    if (!record) continue;
    int place = 0;
    while (place < images->count && images->at[place].array != record->array) place++;
    vfi_image *image = &images->at[place];
    images->of[a] = place;
    if (place == images->count) {
      images->count++;
      *image = (vfi_image){ .array = record->array,
                            .one_shape = true,
                            .size = vfi_type_size(record->array->type),
                            .only_written = true,
                            .layout = vfi_layout_of(images->call, images->checked, a) };
    }
    const vf_layout own = vfi_layout_of(images->call, images->checked, a);
    image->one_shape = image->one_shape && vfi_layout_alike(&own, &image->layout);
    const vfi_argument_intent intent = kernel->arguments[a].intent;
    if (intent == VF_ARGUMENT_READ) continue;
    if (!image->written) image->layout = vfi_layout_of(images->call, images->checked, a);
    image->written = true;
    image->only_written = image->only_written && intent == VF_ARGUMENT_WRITE;
  }
  for (int a = 0; a < kernel->argument_count; a++)
    if (vfi_checked_record(images->checked, a, 0) && kernel->arguments[a].intent == VF_ARGUMENT_WRITE &&
        others_need_contents(images, a))
      images->at[images->of[a]].only_written = false;
}

static bool writes(const vfi_images *images, int argument, const vfi_array *array)
{
  const vfi_record *record = vfi_checked_record(images->checked, argument, 0);
  return record && record->array == array &&
         images->call->kernel->description.arguments[argument].intent != VF_ARGUMENT_READ;
}

bool vfi_image_look(const vfi_images *images, vfi_image *image, int argument)
{
  if (!writes(images, argument, image->array)) return false;
  const vf_layout own = vfi_layout_of(images->call, images->checked, argument);
  for (int a = 0; a < argument; a++) {
    if (!writes(images, a, image->array)) continue;
    const vf_layout layout = vfi_layout_of(images->call, images->checked, a);
    if (vfi_layout_alike(&layout, &own)) return false;
  }
  image->layout = own;
  return true;
}

/* Content of memory of the array's size beyond the window of an original: no number, and no value of vfi_unwritten(). */
static uint64_t beyond(vf_type type) { return vfi_type_size(type) == 8 ? 0x7ff84245594f4e44u : 0x7fd242597fd24259u; }

vf_status vfi_image_memory(const vfi_image *image, bool for_original, char **memory)
{
  vfi_array *array = image->array;
  if (!image->window.runs) return vfi_scratch_take(array->context, array->bytes, memory);
  const uint64_t background = for_original ? beyond(array->type) : 0;
  const vf_status status = vfi_scratch_take_sparse(array->context, array->bytes, background, memory);
  if (!status) vfi_scratch_written(*memory, image->window.pages);
  return status;
}

void vfi_image_memory_give(const vfi_image *image, bool for_original, char *memory)
{
  if (image->passing) {
    vfi_scratch_drop(memory);
    return;
  }
  if (memory && for_original && image->window.runs)
    vfi_window_fill(&image->window, image->size, memory, beyond(image->array->type));
  vfi_scratch_give(memory);
}

/* Contents of a window, from the side with the newest. */
static vf_status read_window(vfi_image *image, char *one, char *other)
{
  const vfi_array *array = image->array;
  if (vfi_state_valid(array->state, VF_HOST)) {
    if (other) vfi_window_copy_twice(&image->window, image->size, array->bytes, one, other, array->host);
    else vfi_image_copy(image, one, array->host);
    return VF_OK;
  }
  const vf_status status = vfi_window_bring(image, one);
  if (!status && other) vfi_image_copy(image, other, one);
  return status;
}

static vf_status take_written_window(const vfi_images *images, vfi_image *image)
{
  vf_status status = vfi_image_memory(image, false, &image->before);
  if (!status) status = vfi_image_memory(image, true, &image->scratch);
  if (!status && !aliases(image)) status = vfi_image_memory(image, false, &image->fetched);
  if (!status && !aliases(image)) status = vfi_window_device_take(image);
  if (status) return status;
  image->original = image->scratch;
  if (image->only_written && aliases(image) && image->one_shape) {
    vfi_image_part_in_place(images, image);
    image->replaced = image->taken = true;
    return VF_OK;
  }
  status = read_window(image, image->before, image->only_written ? NULL : image->original);
  if (status) return status;
  image->taken = true;
  if (!image->only_written) return VF_OK;
  status = vfi_image_inputs(images, image, image->original);
  if (status) return status;
  image->replaced = true;
  return vfi_image_put(image, image->original);
}

static vf_status take_read_window(vfi_image *image)
{
  vfi_array *array = image->array;
  const bool host_valid = vfi_state_valid(array->state, VF_HOST);
  const size_t bytes = (size_t)image->window.elements * image->size;
  vf_status status = vfi_scratch_take(array->context, bytes, &image->before);
  if (!status && !host_valid) status = vfi_image_memory(image, true, &image->scratch);
  if (!status && !aliases(image)) status = vfi_image_memory(image, false, &image->fetched);
  if (!status && !aliases(image)) status = vfi_window_device_take(image);
  if (!status && !aliases(image)) status = vfi_array_prepare(array, VF_DEVICE, VF_READ, false);
  if (!status && !host_valid) status = vfi_window_bring(image, image->scratch);
  if (status) return status;
  image->original = host_valid ? array->host : image->scratch;
  vfi_window_pack(&image->window, image->size, image->before, image->original);
  return VF_OK;
}

static vf_status take_written(vfi_images *images, vfi_image *image)
{
  vfi_array *array = image->array;
  image->host_valid = vfi_state_valid(array->state, VF_HOST);
  if (image->window.runs) return take_written_window(images, image);
  if (vfi_device_image_applies(images, image)) return vfi_device_image_take(images, image);
  vf_status status = vfi_scratch_take(array->context, array->bytes, &image->before);
  if (!status) status = vfi_scratch_take(array->context, array->bytes, &image->scratch);
  if (!status && !aliases(image)) status = vfi_scratch_take(array->context, array->bytes, &image->fetched);
  if (status) return status;
  image->original = image->scratch;
  if (!image->only_written) {
    if (image->host_valid) {
      vfi_scratch_copy_twice(image->before, image->original, array->host, array->bytes);
    } else {
      status = vfi_array_peek(array, 0, array->bytes, image->before);
      if (!status) vfi_scratch_copy(image->original, image->before, array->bytes);
    }
    image->taken = !status;
    return status;
  }
  const bool covered = image->layout.begin == 0 && image->layout.bytes == array->bytes;
  if (aliases(image) && covered) {
    vfi_image_part_in_place(images, image);
    image->replaced = image->taken = true;
    return VF_OK;
  }
  status = vfi_array_peek(array, 0, array->bytes, image->before);
  if (!status) status = vfi_image_inputs(images, image, image->original);
  if (status) return status;
  image->replaced = image->taken = true;
  return vfi_image_put(image, image->original);
}

static vf_status take_read(vfi_image *image)
{
  vfi_array *array = image->array;
  vf_status status = VF_OK;
  if (image->window.runs) return take_read_window(image);
  if (!aliases(image)) {
    status = vfi_array_prepare(array, VF_DEVICE, VF_READ, false);
    if (!status && array->bytes) status = vfi_image_digest(image, &image->digest);
    if (status) return status;
  }
  if (!vfi_state_valid(array->state, VF_HOST)) {
    status = vfi_scratch_take(array->context, array->bytes, &image->scratch);
    image->original = image->scratch;
    return status ? status : vfi_array_peek(array, 0, array->bytes, image->scratch);
  }
  image->original = array->host;
  image->blocks = malloc((size_t)vfi_signature_blocks(array->bytes, image->size) * sizeof *image->blocks + 1);
  if (!image->blocks) return vfi_fail(VF_ERROR_MEMORY, "no host memory to watch '%s'", array->label);
  vfi_signature_take(image->original, array->bytes, image->size, image->blocks);
  return VF_OK;
}

/* The number of a reduction does not show the elements behind it, so its original reads whole arrays. */
static bool can_have_window(const vfi_images *images, const vfi_image *image)
{
  return !vfi_gives_result(&images->call->kernel->description) || vfi_state_valid(image->array->state, VF_HOST);
}

/* Room for each shape of an image. */
static vf_status take_workspace(vfi_images *images)
{
  vf_status status = VF_OK;
  for (int a = 0; a < images->call->kernel->description.argument_count && !status; a++) {
    if (!vfi_checked_record(images->checked, a, 0)) continue;
    const vfi_image *image = &images->at[images->of[a]];
    const vf_layout layout = vfi_layout_of(images->call, images->checked, a);
    if (image->written) status = vfi_workspace_take(&images->workspace, &image->window, &layout, image->size);
  }
  return status;
}

vf_status vfi_images_plan(vfi_images *images, const vfi_call *call, const vfi_checked *checked,
                          const vfi_box_list *list, bool windows)
{
  *images = (vfi_images){ .call = call, .checked = checked, .list = list };
  collect(images);
  vf_status status = VF_OK;
  for (int i = 0; i < images->count && !status; i++) {
    vfi_image *image = &images->at[i];
    image->workspace = &images->workspace;
    if (windows && can_have_window(images, image))
      status = vfi_window_of(call, checked, list, image->array, &image->window);
  }
  return status;
}

void vfi_images_plan_whole(vfi_images *images)
{
  for (int i = 0; i < images->count; i++) {
    images->at[i].passing = images->at[i].window.runs;
    vfi_window_free(&images->at[i].window);
  }
}

vf_status vfi_images_take_planned(vfi_images *images)
{
  vf_status status = take_workspace(images);
  for (int i = 0; i < images->count && !status; i++)
    status = images->at[i].written ? take_written(images, &images->at[i]) : take_read(&images->at[i]);
  return status;
}

bool vfi_images_windowed(const vfi_images *images)
{
  for (int i = 0; i < images->count; i++)
    if (images->at[i].window.runs) return true;
  return false;
}

static void restore(const vfi_image *image)
{
  vfi_array *array = image->array;
  const vf_backend *backend = array->context->backend;
  if (!aliases(image) && image->host_valid) {
    vfi_array_put_state(array, VF_STATE_HOST); /* nothing of a checked call writes there */
  } else if (image->on_device) {
    backend->copy_on_device(array->device, image->device_before->address, array->bytes,
                            vfi_context_queue(array->context));
    vfi_array_put_state(array, VF_STATE_DEVICE);
  } else if (image->replaced || !image->only_written) {
    vfi_image_put(image, image->before);
  }
}

void vfi_images_restore(const vfi_images *images)
{
  for (int i = 0; i < images->count; i++)
    if (images->at[i].taken) restore(&images->at[i]);
}

void vfi_images_give(vfi_images *images)
{
  for (int i = 0; i < images->count; i++) {
    vfi_image *image = &images->at[i];
    vfi_image_memory_give(image, false, image->before);
    vfi_image_memory_give(image, true, image->scratch);
    vfi_image_memory_give(image, false, image->fetched);
    free(image->blocks);
    vfi_device_image_give(image);
    vfi_window_device_give(image);
    vfi_window_free(&image->window);
  }
  vfi_workspace_give(&images->workspace);
}

void vfi_images_memory(const vfi_images *images, char **memory)
{
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    const vfi_record *record = vfi_checked_record(images->checked, a, 0);
    memory[a] = record ? images->at[images->of[a]].original + record->offset : NULL;
  }
}

vf_status vfi_images_fetch(vfi_images *images)
{
  for (int i = 0; i < images->count; i++) {
    vfi_image *image = &images->at[i];
    if (!image->written || (image->on_device && !image->brought)) continue;
    if (aliases(image)) {
      image->port = image->array->host;
      continue;
    }
    const vf_status status = image->window.runs ? vfi_window_bring(image, image->fetched)
                                                : vfi_array_peek(image->array, 0, image->array->bytes, image->fetched);
    if (status) return status;
    image->port = image->fetched;
  }
  return VF_OK;
}

vfi_states vfi_image_states(const vfi_image *image)
{
  const size_t begin = image->layout.begin;
  return (vfi_states){ .before = image->before + begin,
                       .ghosts = image->ghosts,
                       .original = image->original + begin,
                       .port = image->port + begin,
                       .only_written = image->only_written,
                       .window = &image->window,
                       .workspace = image->workspace };
}
