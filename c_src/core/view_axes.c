/* Views whose indices have names. */
#include <string.h>

#include "error.h"
#include "open_contexts.h"
#include "text.h"
#include "view.h"

/* The directions of the axes as the shape of a view. Errors: VF_ERROR_ARGUMENT. */
static vf_status shape_of(vf_record *shape, const char *label, int64_t *first)
{
  vf_directions directions;
  const vf_status status = vf_axes_directions(&shape->axes, label, &directions);
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
  if (!view) return vf_fail(VF_ERROR_NULL, "'%s': view is NULL", label);
  *view = NULL;
  if (!vf_type_is_known(type)) return vf_fail(VF_ERROR_KIND, "'%s': unknown element type %d", label, type);
  vf_record shape = { 0 };
  int64_t first;
  vf_text_copy_label(shape.label, sizeof shape.label, label);
  vf_status status = vf_axes_read(rank, extents, lower, axes, vf_type_size(type), label, &shape.axes);
  if (!status) status = shape_of(&shape, label, &first);
  if (!status) status = vf_record_check_host(host, type, vf_record_elements(&shape), label);
  if (!status) status = vf_context_resolve(&context);
  if (status) return status;
  vf_lock();
  status = vf_record_adopt(context, host, type, &shape, rule, false, view);
  vf_unlock();
  return status;
}

vf_status vf_view_strides(const vf_view *view, int64_t *strides)
{
  if (!strides) return vf_fail(VF_ERROR_NULL, "vf_view_strides: strides is NULL");
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_strides");
  const vf_axes *axes = record ? &record->axes : NULL;
  for (int d = 0; record && axes->rank == 0 && d < record->rank; d++) strides[d] = vf_record_stride(record, d);
  for (int a = 0, d = 0; axes && a < axes->rank; a++)
    if (!axes->fixed[a]) strides[d++] = axes->stride[a];
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_select(vf_view *parent, const char *axis, int index, vf_view **view)
{
  if (!view) return vf_fail(VF_ERROR_NULL, "vf_view_select: view is NULL");
  *view = NULL;
  vf_lock();
  vf_record shape;
  int64_t first = 0;
  const vf_record *from = vf_record_get(parent, "vf_view_select");
  vf_status status = from ? VF_OK : VF_ERROR_NULL;
  if (!status) {
    shape = *from;
    status = vf_axes_select(&shape.axes, axis, index, from->label);
  }
  if (!status) status = shape_of(&shape, from->label, &first);
  if (!status)
    status = vf_record_share_part(&shape, from->base + (size_t)first * vf_type_size(from->array->type), view);
  vf_unlock();
  return status;
}
