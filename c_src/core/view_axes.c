/* Views whose indices have names. */
#include <string.h>

#include "context.h"
#include "error.h"
#include "hooks.h"
#include "text.h"
#include "view.h"

/* The directions of the axes as the shape of a view. Errors: VF_ERROR_ARGUMENT. */
static vf_status shape_of(vfi_record *shape, const char *label, int64_t *first)
{
  vfi_directions directions;
  const vf_status status = vfi_axes_directions(&shape->axes, label, &directions);
  if (status) return status;
  shape->rank = directions.rank;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    shape->lower[d] = directions.lower[d];
    shape->upper[d] = directions.lower[d] + directions.extent[d] - 1;
    shape->pitch[d] = directions.pitch[d];
  }
  *first = directions.first;
  return VF_OK;
}

vf_status vf_view_wrap_axes(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                            const int *lower, const char *axes, const char *label, vf_wrap_rule rule, vf_view **view)
{
  if (!label) label = "unnamed";
  if (!view) return vfi_fail(VF_ERROR_NULL, "'%s': view is NULL", label);
  *view = NULL;
  if (!vfi_type_is_known(type)) return vfi_fail(VF_ERROR_KIND, "'%s': unknown element type %d", label, type);
  vfi_record shape = { 0 };
  int64_t first;
  vfi_text_copy_label(shape.label, sizeof shape.label, label);
  vf_status status = vfi_axes_read(rank, extents, lower, axes, vfi_type_size(type), label, &shape.axes);
  if (!status) status = shape_of(&shape, label, &first);
  if (!status) status = vfi_record_check_host(host, type, vfi_record_elements(&shape), label);
  if (!status) status = vfi_context_resolve(&context);
  if (!status && vfi_host_watched)
    status = vfi_wiring.memory_is_wrapped(host, (size_t)vfi_record_elements(&shape) * vfi_type_size(type));
  if (status) return status;
  vfi_lock();
  status = vfi_record_adopt(context, host, type, &shape, rule, false, view);
  vfi_unlock();
  return status;
}

vf_status vf_view_strides(const vf_view *view, int64_t *strides)
{
  if (!strides) return vfi_fail(VF_ERROR_NULL, "vf_view_strides: strides is NULL");
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "vf_view_strides");
  const vfi_axes *axes = record ? &record->axes : NULL;
  for (int d = 0; record && axes->rank == 0 && d < record->rank; d++) strides[d] = vfi_record_stride(record, d);
  for (int a = 0, d = 0; axes && a < axes->rank; a++)
    if (!axes->fixed[a]) strides[d++] = axes->stride[a];
  vfi_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_select(vf_view *parent, const char *axis, int index, vf_view **view)
{
  if (!view) return vfi_fail(VF_ERROR_NULL, "vf_view_select: view is NULL");
  *view = NULL;
  vfi_lock();
  vfi_record shape;
  int64_t first = 0;
  const vfi_record *from = vfi_record_get(parent, "vf_view_select");
  vf_status status = from ? VF_OK : VF_ERROR_NULL;
  if (!status) {
    shape = *from;
    status = vfi_axes_select(&shape.axes, axis, index, from->label);
  }
  if (!status) status = shape_of(&shape, from->label, &first);
  if (!status)
    status = vfi_record_share_part(&shape, from->base + (size_t)first * vfi_type_size(from->array->type), view);
  vfi_unlock();
  return status;
}
