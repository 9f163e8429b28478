#include "images.h"

#include "scratch.h"

static vf_status result_of(const vfi_image *image, int code)
{
  return code ? vfi_context_failure(image->array->context, code, "a checked call's copy of a part of an array") : VF_OK;
}

vf_status vfi_window_device_take(vfi_image *image)
{
  vf_context *context = image->array->context;
  const vf_backend *backend = context->backend;
  const size_t runs = (size_t)image->window.count * sizeof *image->window.runs;
  const size_t bytes = (size_t)image->window.elements * image->size;
  vf_status status = vfi_context_select(context);
  if (!status) status = vfi_scratch_take(context, bytes, &image->packed);
  if (!status) status = vfi_context_borrow(context, runs + 1, &image->device_runs);
  if (!status) status = vfi_context_borrow(context, bytes + 1, &image->device_packed);
  if (status) return status;
  int code = backend->copy_to_device(image->device_runs->address, image->window.runs, runs, vfi_context_queue(context));
  if (!code) code = backend->queue_wait(vfi_context_queue(context));
  return result_of(image, code);
}

void vfi_window_device_give(vfi_image *image)
{
  vfi_scratch_give(image->packed);
  if (image->device_runs) vfi_context_give(image->device_runs);
  if (image->device_packed) vfi_context_give(image->device_packed);
}

vf_status vfi_window_bring(vfi_image *image, char *to)
{
  vf_context *context = image->array->context;
  const vf_backend *backend = context->backend;
  const vfi_window *window = &image->window;
  const vf_status status = vfi_context_select(context);
  if (status) return status;
  int code = backend->pack(image->device_packed->address, image->array->device, image->size,
                           image->device_runs->address, window->count, vfi_context_queue(context));
  if (!code)
    code = backend->copy_to_host(image->packed, image->device_packed->address, (size_t)window->elements * image->size,
                                 vfi_context_queue(context));
  if (!code) code = backend->queue_wait(vfi_context_queue(context));
  if (!code) vfi_window_unpack(window, image->size, to, image->packed);
  return result_of(image, code);
}

vf_status vfi_window_send(const vfi_image *image, const char *from)
{
  vfi_array *array = image->array;
  vf_context *context = array->context;
  const vf_backend *backend = context->backend;
  const vfi_window *window = &image->window;
  const vf_status status = vfi_array_prepare(array, VF_DEVICE, VF_UPDATE, false);
  if (status) return status;
  vfi_window_pack(window, image->size, image->packed, from);
  int code = backend->copy_to_device(image->device_packed->address, image->packed,
                                     (size_t)window->elements * image->size, vfi_context_queue(context));
  if (!code)
    code = backend->unpack(array->device, image->device_packed->address, image->size, image->device_runs->address,
                           window->count, vfi_context_queue(context));
  if (!code) code = backend->queue_wait(vfi_context_queue(context));
  if (code) return result_of(image, code);
  vfi_array_commit(array, VF_DEVICE, VF_UPDATE, false);
  return VF_OK;
}
