#include "window_device.h"

#include "scratch.h"

static vf_status result_of(const vf_image *image, int code)
{
  return code ? vf_context_failure(image->array->context, code, "a checked call's copy of a part of an array") : VF_OK;
}

vf_status vf_window_device_take(vf_image *image)
{
  vf_context *context = image->array->context;
  const vf_backend *backend = context->backend;
  const size_t runs = (size_t)image->window.count * sizeof *image->window.runs;
  const size_t bytes = (size_t)image->window.elements * image->size;
  vf_status status = vf_context_select(context);
  if (!status) status = vf_scratch_take(context, bytes, &image->packed);
  if (!status) status = vf_context_borrow(context, runs + 1, &image->device_runs);
  if (!status) status = vf_context_borrow(context, bytes + 1, &image->device_packed);
  if (status) return status;
  int code = backend->copy_to_device(image->device_runs->address, image->window.runs, runs, context->queue);
  if (!code) code = backend->queue_wait(context->queue);
  return result_of(image, code);
}

void vf_window_device_give(vf_image *image)
{
  vf_scratch_give(image->packed);
  if (image->device_runs) vf_context_give(image->device_runs);
  if (image->device_packed) vf_context_give(image->device_packed);
}

vf_status vf_window_bring(vf_image *image, char *to)
{
  vf_context *context = image->array->context;
  const vf_backend *backend = context->backend;
  const vf_window *window = &image->window;
  const vf_status status = vf_context_select(context);
  if (status) return status;
  int code = backend->pack(image->device_packed->address, image->array->device, image->size,
                           image->device_runs->address, window->count, context->queue);
  if (!code)
    code = backend->copy_to_host(image->packed, image->device_packed->address, (size_t)window->elements * image->size,
                                 context->queue);
  if (!code) code = backend->queue_wait(context->queue);
  if (!code) vf_window_unpack(window, image->size, to, image->packed);
  return result_of(image, code);
}

vf_status vf_window_send(const vf_image *image, const char *from)
{
  vf_array *array = image->array;
  vf_context *context = array->context;
  const vf_backend *backend = context->backend;
  const vf_window *window = &image->window;
  const vf_status status = vf_array_prepare(array, VF_DEVICE, VF_UPDATE, false);
  if (status) return status;
  vf_window_pack(window, image->size, image->packed, from);
  int code = backend->copy_to_device(image->device_packed->address, image->packed,
                                     (size_t)window->elements * image->size, context->queue);
  if (!code)
    code = backend->unpack(array->device, image->device_packed->address, image->size, image->device_runs->address,
                           window->count, context->queue);
  if (!code) code = backend->queue_wait(context->queue);
  if (code) return result_of(image, code);
  vf_array_commit(array, VF_DEVICE, VF_UPDATE, false);
  return VF_OK;
}
