#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../compare/device_image.h"
#include "scratch.h"
#include "window_device.h"

static bool aliases(const vf_image *image) { return image->array->context->backend->aliases_host; }

static bool share_elements(const vf_record *p, const vf_record *q) { return !vf_records_apart(p, q); }

/* An array that one argument only writes may be read through another argument, or surround a result of another
 * shape. */
static bool others_need_contents(const vf_images *images, int written)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  const vf_record *record = vf_checked_record(images->checked, written, 0);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *other = vf_checked_record(images->checked, a, 0);
    if (a == written || !other || other->array != record->array) continue;
    if (kernel->arguments[a].intent == VF_ARGUMENT_READ) {
      if (share_elements(record, other)) return true;
    } else {
      const vf_layout layout = vf_layout_of(images->call, images->checked, a);
      if (!vf_layout_alike(&layout, &images->at[images->of[written]].layout)) return true;
    }
  }
  return false;
}

static void collect(vf_images *images)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(images->checked, a, 0);
    if (!record) continue;
    int place = 0;
    while (place < images->count && images->at[place].array != record->array) place++;
    vf_image *image = &images->at[place];
    images->of[a] = place;
    if (place == images->count) {
      images->count++;
      *image = (vf_image){ .array = record->array,
                           .one_shape = true,
                           .size = vf_type_size(record->array->type),
                           .only_written = true,
                           .layout = vf_layout_of(images->call, images->checked, a) };
    }
    const vf_layout own = vf_layout_of(images->call, images->checked, a);
    image->one_shape = image->one_shape && vf_layout_alike(&own, &image->layout);
    const vf_argument_intent intent = kernel->arguments[a].intent;
    if (intent == VF_ARGUMENT_READ) continue;
    if (!image->written) image->layout = vf_layout_of(images->call, images->checked, a);
    image->written = true;
    image->only_written = image->only_written && intent == VF_ARGUMENT_WRITE;
  }
  for (int a = 0; a < kernel->argument_count; a++)
    if (vf_checked_record(images->checked, a, 0) && kernel->arguments[a].intent == VF_ARGUMENT_WRITE &&
        others_need_contents(images, a))
      images->at[images->of[a]].only_written = false;
}

static bool writes(const vf_images *images, int argument, const vf_array *array)
{
  const vf_record *record = vf_checked_record(images->checked, argument, 0);
  return record && record->array == array &&
         images->call->kernel->description.arguments[argument].intent != VF_ARGUMENT_READ;
}

bool vf_image_look(const vf_images *images, vf_image *image, int argument)
{
  if (!writes(images, argument, image->array)) return false;
  const vf_layout own = vf_layout_of(images->call, images->checked, argument);
  for (int a = 0; a < argument; a++) {
    if (!writes(images, a, image->array)) continue;
    const vf_layout layout = vf_layout_of(images->call, images->checked, a);
    if (vf_layout_alike(&layout, &own)) return false;
  }
  image->layout = own;
  return true;
}

/* Content of memory of the array's size beyond the window of an original: no number, and no value of vf_unwritten(). */
static uint64_t beyond(vf_type type) { return vf_type_size(type) == 8 ? 0x7ff84245594f4e44u : 0x7fd242597fd24259u; }

vf_status vf_image_memory(const vf_image *image, bool for_original, char **memory)
{
  vf_array *array = image->array;
  if (!image->window.runs) return vf_scratch_take(array->context, array->bytes, memory);
  const uint64_t background = for_original ? beyond(array->type) : 0;
  const vf_status status = vf_scratch_take_sparse(array->context, array->bytes, background, memory);
  if (!status) vf_scratch_written(*memory, image->window.pages);
  return status;
}

void vf_image_memory_give(const vf_image *image, bool for_original, char *memory)
{
  if (image->passing) {
    vf_scratch_drop(memory);
    return;
  }
  if (memory && for_original && image->window.runs)
    vf_window_fill(&image->window, image->size, memory, beyond(image->array->type));
  vf_scratch_give(memory);
}

/* Contents of a window, from the side with the newest. */
static vf_status read_window(vf_image *image, char *one, char *other)
{
  const vf_array *array = image->array;
  if (vf_state_valid(array->state, VF_HOST)) {
    if (other) vf_window_copy_twice(&image->window, image->size, array->bytes, one, other, array->host);
    else vf_image_copy(image, one, array->host);
    return VF_OK;
  }
  const vf_status status = vf_window_bring(image, one);
  if (!status && other) vf_image_copy(image, other, one);
  return status;
}

static vf_status take_written_window(const vf_images *images, vf_image *image)
{
  vf_status status = vf_image_memory(image, false, &image->before);
  if (!status) status = vf_image_memory(image, true, &image->scratch);
  if (!status && !aliases(image)) status = vf_image_memory(image, false, &image->fetched);
  if (!status && !aliases(image)) status = vf_window_device_take(image);
  if (status) return status;
  image->original = image->scratch;
  if (image->only_written && aliases(image) && image->one_shape) {
    vf_image_part_in_place(images, image);
    image->replaced = image->taken = true;
    return VF_OK;
  }
  status = read_window(image, image->before, image->only_written ? NULL : image->original);
  if (status) return status;
  image->taken = true;
  if (!image->only_written) return VF_OK;
  status = vf_image_inputs(images, image, image->original);
  if (status) return status;
  image->replaced = true;
  return vf_image_put(image, image->original);
}

static vf_status take_read_window(vf_image *image)
{
  vf_array *array = image->array;
  const bool host_valid = vf_state_valid(array->state, VF_HOST);
  const size_t bytes = (size_t)image->window.elements * image->size;
  vf_status status = vf_scratch_take(array->context, bytes, &image->before);
  if (!status && !host_valid) status = vf_image_memory(image, true, &image->scratch);
  if (!status && !aliases(image)) status = vf_image_memory(image, false, &image->fetched);
  if (!status && !aliases(image)) status = vf_window_device_take(image);
  if (!status && !aliases(image)) status = vf_array_prepare(array, VF_DEVICE, VF_READ, false);
  if (!status && !host_valid) status = vf_window_bring(image, image->scratch);
  if (status) return status;
  image->original = host_valid ? array->host : image->scratch;
  vf_window_pack(&image->window, image->size, image->before, image->original);
  return VF_OK;
}

static vf_status take_written(vf_images *images, vf_image *image)
{
  vf_array *array = image->array;
  image->host_valid = vf_state_valid(array->state, VF_HOST);
  if (image->window.runs) return take_written_window(images, image);
  if (vf_device_image_applies(images, image)) return vf_device_image_take(images, image);
  vf_status status = vf_scratch_take(array->context, array->bytes, &image->before);
  if (!status) status = vf_scratch_take(array->context, array->bytes, &image->scratch);
  if (!status && !aliases(image)) status = vf_scratch_take(array->context, array->bytes, &image->fetched);
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
  const bool covered = image->layout.begin == 0 && image->layout.bytes == array->bytes;
  if (aliases(image) && covered) {
    vf_image_part_in_place(images, image);
    image->replaced = image->taken = true;
    return VF_OK;
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
  vf_status status = VF_OK;
  if (image->window.runs) return take_read_window(image);
  if (!aliases(image)) {
    status = vf_array_prepare(array, VF_DEVICE, VF_READ, false);
    if (!status && array->bytes) status = vf_image_digest(image, &image->digest);
    if (status) return status;
  }
  if (!vf_state_valid(array->state, VF_HOST)) {
    status = vf_scratch_take(array->context, array->bytes, &image->scratch);
    image->original = image->scratch;
    return status ? status : vf_array_peek(array, 0, array->bytes, image->scratch);
  }
  image->original = array->host;
  image->blocks = malloc((size_t)vf_signature_blocks(array->bytes, image->size) * sizeof *image->blocks + 1);
  if (!image->blocks) return vf_fail(VF_ERROR_MEMORY, "no host memory to watch '%s'", array->label);
  vf_signature_take(image->original, array->bytes, image->size, image->blocks);
  return VF_OK;
}

/* The number of a reduction does not show the elements behind it, so its original reads whole arrays. */
static bool can_have_window(const vf_images *images, const vf_image *image)
{
  return !vf_gives_result(&images->call->kernel->description) || vf_state_valid(image->array->state, VF_HOST);
}

/* Room for each shape of an image. */
static vf_status take_room(vf_images *images)
{
  vf_status status = VF_OK;
  for (int a = 0; a < images->call->kernel->description.argument_count && !status; a++) {
    if (!vf_checked_record(images->checked, a, 0)) continue;
    const vf_image *image = &images->at[images->of[a]];
    const vf_layout layout = vf_layout_of(images->call, images->checked, a);
    if (image->written) status = vf_room_take(&images->room, &image->window, &layout, image->size);
  }
  return status;
}

vf_status vf_images_plan(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                         bool windows)
{
  *images = (vf_images){ .call = call, .checked = checked, .list = list };
  collect(images);
  vf_status status = VF_OK;
  for (int i = 0; i < images->count && !status; i++) {
    vf_image *image = &images->at[i];
    image->room = &images->room;
    if (windows && can_have_window(images, image))
      status = vf_window_of(call, checked, list, image->array, &image->window);
  }
  return status;
}

void vf_images_plan_whole(vf_images *images)
{
  for (int i = 0; i < images->count; i++) {
    images->at[i].passing = images->at[i].window.runs;
    vf_window_free(&images->at[i].window);
  }
}

vf_status vf_images_take_planned(vf_images *images)
{
  vf_status status = take_room(images);
  for (int i = 0; i < images->count && !status; i++)
    status = images->at[i].written ? take_written(images, &images->at[i]) : take_read(&images->at[i]);
  return status;
}

vf_status vf_images_take(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list)
{
  const vf_status status = vf_images_plan(images, call, checked, list, false);
  return status ? status : vf_images_take_planned(images);
}

bool vf_images_windowed(const vf_images *images)
{
  for (int i = 0; i < images->count; i++)
    if (images->at[i].window.runs) return true;
  return false;
}

static void restore(const vf_image *image)
{
  vf_array *array = image->array;
  const vf_backend *backend = array->context->backend;
  if (!aliases(image) && image->host_valid) {
    array->state = VF_STATE_HOST; /* nothing of a checked call writes there */
  } else if (image->on_device) {
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
    vf_image *image = &images->at[i];
    vf_image_memory_give(image, false, image->before);
    vf_image_memory_give(image, true, image->scratch);
    vf_image_memory_give(image, false, image->fetched);
    free(image->blocks);
    vf_device_image_give(image);
    vf_window_device_give(image);
    vf_window_free(&image->window);
  }
  vf_room_give(&images->room);
}

void vf_images_memory(const vf_images *images, char **memory)
{
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    const vf_record *record = vf_checked_record(images->checked, a, 0);
    memory[a] = record ? images->at[images->of[a]].original + record->offset : NULL;
  }
}

vf_status vf_images_fetch(vf_images *images)
{
  for (int i = 0; i < images->count; i++) {
    vf_image *image = &images->at[i];
    if (!image->written || (image->on_device && !image->brought)) continue;
    if (aliases(image)) {
      image->port = image->array->host;
      continue;
    }
    const vf_status status = image->window.runs ? vf_window_bring(image, image->fetched)
                                                : vf_array_peek(image->array, 0, image->array->bytes, image->fetched);
    if (status) return status;
    image->port = image->fetched;
  }
  return VF_OK;
}

vf_states vf_image_states(const vf_image *image)
{
  const size_t begin = image->layout.begin;
  return (vf_states){ .before = image->before + begin,
                      .ghosts = image->ghosts,
                      .original = image->original + begin,
                      .port = image->port + begin,
                      .only_written = image->only_written,
                      .window = &image->window,
                      .room = image->room };
}
