/* The device's own copy of an array to another array: the yardstick of the kernel benchmarks. */
#include "context.h"

vf_status bench_device_copy(vf_view *to, vf_view *from, size_t bytes);

vf_status bench_device_copy(vf_view *to, vf_view *from, size_t bytes)
{
  void *target = NULL, *source = NULL;
  vf_context *context = NULL;
  vf_status status = vf_view_device_address(to, VF_WRITE, &target);
  if (!status) status = vf_view_device_address(from, VF_READ, &source);
  if (!status) status = vf_view_context(to, &context);
  if (status) return status;
  const int code = context->backend->copy_on_device(target, source, bytes, vfi_context_queue(context));
  return code ? VF_ERROR_DEVICE : VF_OK;
}
