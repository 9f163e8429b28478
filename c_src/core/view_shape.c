/* The places of the elements of a view in memory. */
#include <limits.h>

#include "view.h"

int64_t vfi_record_elements(const vfi_record *record)
{
  int64_t elements = 1;
  for (int d = 0; d < VF_MAX_RANK; d++) elements *= vfi_record_extent(record, d);
  return elements;
}

int64_t vfi_record_stride(const vfi_record *record, int direction)
{
  int64_t stride = 1;
  for (int d = 0; d < direction; d++) stride *= record->pitch[d];
  return stride;
}

int64_t vfi_record_length(const vfi_record *record)
{
  int64_t last = 0;
  if (vfi_record_elements(record) == 0) return 0;
  for (int d = 0; d < VF_MAX_RANK; d++) last += (vfi_record_extent(record, d) - 1) * vfi_record_stride(record, d);
  return last + 1;
}

bool vfi_record_dense(const vfi_record *record) { return vfi_record_length(record) == vfi_record_elements(record); }

/* The place of an element, counted from the base, in each direction of the pitches. */
static void places(const vfi_record *record, int64_t element, int64_t place[VF_MAX_RANK])
{
  for (int d = 0; d < VF_MAX_RANK; d++) {
    const int64_t pitch = record->pitch[d] ? record->pitch[d] : 1;
    place[d] = d == VF_MAX_RANK - 1 ? element : element % pitch;
    element /= pitch;
  }
}

void vfi_record_before(const vfi_record *record, int64_t before[VF_MAX_RANK])
{
  places(record, (int64_t)((record->offset - record->base) / vfi_type_size(record->array->type)), before);
}

bool vfi_record_find(const vfi_record *record, size_t byte, int64_t index[VF_MAX_RANK])
{
  int64_t before[VF_MAX_RANK];
  if (byte < record->offset || vfi_record_elements(record) == 0) return false;
  vfi_record_before(record, before);
  places(record, (int64_t)((byte - record->base) / vfi_type_size(record->array->type)), index);
  bool inside = true;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    index[d] += record->lower[d] - before[d];
    inside = inside && index[d] >= record->lower[d] && index[d] <= record->upper[d];
  }
  return inside;
}

bool vfi_record_whole(const vfi_record *record)
{
  return (size_t)vfi_record_elements(record) * vfi_type_size(record->array->type) == record->array->bytes;
}

char *vfi_record_address(const vfi_record *record, vf_side side)
{
  char *base = side == VF_HOST ? record->array->host : record->array->device;
  return base ? base + record->offset : NULL;
}

const vfi_span vfi_span_of_nothing = { .upper = { -1, -1, -1, -1 } };

int vfi_record_first_direction(const vfi_record *record, const vfi_map *map)
{
  if (!record->axes.rank || map->rank != 1 || !map->shared || map->column.is || map->remote) return 0;
  for (int a = 0; a < record->axes.rank; a++)
    if (vfi_axis_role_of(record->axes.name[a]) == VF_ROLE_POINT) return 0;
  return vfi_record_stride(record, 1) == 1;
}

/* A view whose elements are neighbours in memory, as a line. */
static void line_span(const vfi_record *record, int direction, vfi_span *span)
{
  const int64_t size = (int64_t)vfi_type_size(record->array->type);
  *span = (vfi_span){ .upper = { (int)record->upper[direction], 0, 0, 0 } };
  span->lower[0] = (int)record->lower[direction];
  span->upper[1] = VF_ANY_COMPONENT;
  span->origin =
      (void *)((uintptr_t)vfi_record_address(record, VF_DEVICE) + (uintptr_t)(-record->lower[direction] * size));
}

void vfi_record_span(const vfi_record *record, const vfi_map *map, vfi_span *span)
{
  const int line = vfi_record_first_direction(record, map);
  if (line) {
    line_span(record, line, span);
    return;
  }
  span->block_stride = 0;
  const int64_t size = (int64_t)vfi_type_size(record->array->type);
  int64_t stride = 1, origin = 0;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    const bool component = d == vfi_component_direction(map);
    const int64_t first = d > map->rank || component ? 0 : record->lower[d];
    const int64_t last = component && map->shared ? VF_ANY_COMPONENT : first + vfi_record_extent(record, d) - 1;
    /* GPUs keep the stride of rows in 32 bits. The stride of a single row does not matter. */
    const bool only_row = d == 1 && stride > INT_MAX && vfi_record_extent(record, d) == 1;
    if (d < map->rank && !only_row) origin -= record->lower[d] * stride;
    if (d > 0) span->stride[d - 1] = only_row || (component && map->shared) ? 0 : stride;
    span->lower[d] = (int)first;
    span->upper[d] = (int)(last < VF_ANY_COMPONENT ? last : VF_ANY_COMPONENT);
    stride *= record->pitch[d];
  }
  /* The origin may lie outside the array; as a number it is exact. */
  span->origin = (void *)((uintptr_t)vfi_record_address(record, VF_DEVICE) + (uintptr_t)(origin * size));
}

bool vfi_records_apart(const vfi_record *p, const vfi_record *q)
{
  const size_t size = vfi_type_size(p->array->type);
  if (p->offset + (size_t)vfi_record_length(p) * size <= q->offset) return true;
  if (q->offset + (size_t)vfi_record_length(q) * size <= p->offset) return true;
  return p->base == q->base && vfi_axes_alike(&p->axes, &q->axes) && vfi_axes_apart(&p->axes, &q->axes);
}

int vfi_record_bounds(const vfi_record *record, int64_t lower[VF_MAX_AXES], int64_t upper[VF_MAX_AXES])
{
  const vfi_axes *axes = &record->axes;
  int rank = 0;
  for (int d = 0; axes->rank == 0 && d < record->rank; d++) {
    lower[d] = record->lower[d];
    upper[d] = record->upper[d];
  }
  for (int a = 0; a < axes->rank; a++) {
    if (axes->fixed[a]) continue;
    lower[rank] = axes->lower[a];
    upper[rank++] = axes->lower[a] + axes->extent[a] - 1;
  }
  return axes->rank ? rank : record->rank;
}
