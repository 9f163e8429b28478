#include "device_image.h"

#include <string.h>

#include "../../core/error.h"
#include "../images/scratch.h"

static vf_context *context_of(const vfi_image *image) { return image->array->context; }

/* Returns false with too many rules, views of two shapes, or levels given by the call: rules know all levels. */
static bool states_of(const vfi_images *images, const vfi_image *image, vf_device_states *states)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  const vf_layout *layout = &image->layout;
  *states = (vf_device_states){ .type = image->array->type };
  if (image->only_written) states->unwritten = vfi_unwritten(image->array->type);
  memcpy(states->extent, layout->extent, sizeof states->extent);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(images->checked, a, 0);
    if (!record || record->array != image->array || kernel->arguments[a].intent == VF_ARGUMENT_READ) continue;
    const vf_layout own = vfi_layout_of(images->call, images->checked, a);
    if (!vfi_layout_alike(&own, layout)) return false;
    if (images->checked->levels_said && kernel->arguments[a].map.column.levels) return false;
    for (int b = 0; b < images->list->count; b++) {
      if (states->rule_count == VF_OWNED_RULES) return false;
      states->rules[states->rule_count++] =
          vfi_ownership_rule(images->call, images->checked, &images->list->boxes[b], &own);
    }
  }
  return true;
}

bool vfi_device_image_applies(const vfi_images *images, const vfi_image *image)
{
  vf_device_states states;
  const bool whole = image->layout.begin == 0 && image->layout.bytes == image->array->bytes;
  return context_of(image)->backend->compare && whole && image->array->bytes && states_of(images, image, &states);
}

static vf_status failure(const vfi_image *image, int code)
{
  return vfi_context_failure(context_of(image), code, "a checked call's work on the device");
}

vf_status vfi_device_image_take(vfi_images *images, vfi_image *image)
{
  vfi_array *array = image->array;
  vf_context *context = context_of(image);
  const vf_backend *backend = context->backend;
  vf_device_states states;
  image->host_valid = vfi_state_valid(array->state, VF_HOST);
  vf_status status = vfi_array_prepare(array, VF_DEVICE, VF_UPDATE, false);
  if (!status) status = vfi_scratch_take(context, array->bytes, &image->scratch);
  if (!status) status = vfi_scratch_take(context, array->bytes, &image->before);
  if (!status) status = vfi_scratch_take(context, array->bytes, &image->fetched);
  if (!status) status = vfi_context_borrow(context, array->bytes, &image->device_before);
  if (!status) status = vfi_context_borrow(context, array->bytes, &image->device_original);
  if (status) return status;
  image->on_device = true;
  image->original = image->scratch;
  int code =
      backend->copy_on_device(image->device_before->address, array->device, array->bytes, vfi_context_queue(context));
  image->taken = code == 0;
  if (!code && image->only_written) {
    states_of(images, image, &states);
    image->replaced = true;
    vfi_array_commit(array, VF_DEVICE, VF_UPDATE, false);
    code = backend->mark_unwritten(array->device, &states, vfi_context_queue(context));
  }
  if (!code) code = backend->copy_to_host(image->scratch, array->device, array->bytes, vfi_context_queue(context));
  if (!code) code = backend->queue_wait(vfi_context_queue(context));
  return code ? failure(image, code) : VF_OK;
}

static void tell(const vfi_image *image, int64_t number, const vf_device_differences *seen, vfi_comparison *found)
{
  const vf_layout *layout = &image->layout;
  const int64_t shift = (layout->lower[0] + layout->lower[1] + layout->lower[2]) & 1;
  memset(found, 0, sizeof *found);
  found->magnitude = seen->magnitude;
  for (int c = 0; c < 2; c++) {
    vfi_tally *tally = &found->tally[(c + shift) & 1];
    tally->compared = seen->compared[c];
    tally->different = seen->different[c];
    found->compared += seen->compared[c];
    found->different += seen->different[c];
    memcpy(tally->decades, seen->decades[c], sizeof tally->decades);
    for (int m = 0; m < VF_MEASURES; m++) {
      if (!(seen->worst[c][m] > 0)) continue;
      vfi_worst *worst = &tally->worst[m];
      worst->error = seen->worst[c][m];
      worst->call = number;
      vfi_layout_index(layout, seen->place[c][m], worst->index);
      worst->original = vfi_element_value(image->array->type, image->original, seen->place[c][m]);
      worst->port = vfi_element_value(image->array->type, (const char *)&image->worst_bits[c][m], 0);
    }
  }
}

/* The port's values at the worst places. */
static int fetch_worst(vfi_image *image, const vf_device_differences *seen)
{
  vf_context *context = context_of(image);
  int code = 0;
  for (int c = 0; c < 2; c++)
    for (int m = 0; m < VF_MEASURES && !code; m++)
      if (seen->worst[c][m] > 0)
        code = context->backend->copy_to_host(&image->worst_bits[c][m],
                                              image->array->device + (size_t)seen->place[c][m] * image->size,
                                              image->size, vfi_context_queue(context));
  return code ? code : context->backend->queue_wait(vfi_context_queue(context));
}

vf_status vfi_device_image_compare(vfi_images *images, vfi_image *image, const vf_tolerance *tolerance, int64_t number,
                                   bool *agrees, vfi_comparison *comparison)
{
  vf_context *context = context_of(image);
  const vf_backend *backend = context->backend;
  vf_device_states states;
  vf_device_differences seen;
  states_of(images, image, &states);
  states.port = image->array->device;
  states.original = image->device_original->address;
  states.before = image->device_before->address;
  states.ulp = tolerance->ulp;
  states.relative = tolerance->relative;
  states.absolute = tolerance->absolute;
  states.scaled = tolerance->scaled;
  int code = 0;
  if (!image->sent)
    code = backend->copy_to_device(image->device_original->address, image->original, image->array->bytes,
                                   vfi_context_queue(context));
  image->sent = true;
  if (!code) code = backend->compare(&states, vfi_context_queue(context), &seen);
  if (!code) code = fetch_worst(image, &seen);
  if (code) return failure(image, code);
  *agrees = !seen.failed[0] && !seen.failed[1] && !seen.outside && !seen.unwritten;
  if (*agrees) tell(image, number, &seen, comparison);
  return VF_OK;
}

vf_status vfi_device_image_bring(vfi_image *image)
{
  vf_context *context = context_of(image);
  if (!image->on_device || image->brought) return VF_OK;
  int code = context->backend->copy_to_host(image->before, image->device_before->address, image->array->bytes,
                                            vfi_context_queue(context));
  if (!code)
    code = context->backend->copy_to_host(image->fetched, image->array->device, image->array->bytes,
                                          vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  image->port = image->fetched;
  image->brought = !code;
  return code ? failure(image, code) : VF_OK;
}

void vfi_device_image_give(vfi_image *image)
{
  if (image->device_before) vfi_context_give(image->device_before);
  if (image->device_original) vfi_context_give(image->device_original);
}
