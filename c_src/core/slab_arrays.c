#include "columns.h"
#include "slabs.h"

/* True if the elements lie in memory in the order of the view's directions, without gaps. */
static bool is_dense(const vfi_record *record)
{
  for (int d = 0; d < VF_MAX_RANK; d++)
    if (record->pitch[d] != vfi_record_extent(record, d)) return false;
  return true;
}

/* The place of the only axis of blocks, with selected axes alone behind; -1: there is none. */
static int block_axis(const vfi_axes *axes)
{
  int found = -1;
  for (int a = 0; a < axes->rank; a++) {
    if (axes->fixed[a]) continue;
    if (found >= 0) return -1;
    if (vfi_axis_role_of(axes->name[a]) == VF_ROLE_BLOCK) found = a;
  }
  return found;
}

int vfi_slab_direction(const vfi_call *call, const vfi_checked *checked, int argument, int axis)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_map *map = &kernel->arguments[argument].map;
  const vfi_record *record = vfi_checked_record(checked, argument, 0);
  int found = -1;
  if (!is_dense(record) || record->array->remote || record->array->address_given) return -1;
  if (vfi_is_over_columns(kernel)) return map->column.blocks && block_axis(&record->axes) >= 0 ? 2 : -1;
  if (record->axes.rank || vfi_record_first_direction(record, map)) return -1;
  const vfi_mapping mapping = vfi_region_mapping(kernel, argument, call->arguments, call->selector);
  for (int d = 0; d < mapping.rank; d++)
    if (mapping.at[d].axis == axis) found = found < 0 ? d : VF_MAX_RANK;
  return found < VF_MAX_RANK ? found : -1;
}

void vfi_slab_range(const vfi_call *call, const vfi_checked *checked, const vfi_slab_array *array, int argument,
                    const vf_box *slab, bool reach, int64_t *first, int64_t *last)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *record = vfi_checked_record(checked, argument, 0);
  const int d = array->direction;
  if (vfi_is_over_columns(kernel)) { /* nobody reads other blocks */
    *first = slab->lower[1];
    *last = slab->upper[1];
  } else {
    const vfi_use use = vfi_checked_use(call, checked, argument, 0);
    const vf_box mapped = vfi_region_mapped(&use, slab);
    const vfi_wide_region region = vfi_region_wide(&use, slab);
    *first = reach ? region.lower[d] : mapped.lower[d];
    *last = reach ? region.upper[d] : mapped.upper[d];
  }
  if (*first < record->lower[d]) *first = record->lower[d];
  if (*last > record->upper[d]) *last = record->upper[d];
}

/* Elements of one index of the direction that lie together. */
static int64_t inner(const vfi_record *record, int direction) { return vfi_record_stride(record, direction); }

/* Number of pieces of memory with such elements. */
static int64_t outer(const vfi_record *record, int direction)
{
  int64_t count = 1;
  for (int d = direction + 1; d < VF_MAX_RANK; d++) count *= vfi_record_extent(record, d);
  return count;
}

size_t vfi_slab_bytes(const vfi_record *record, int direction, int64_t first, int64_t last)
{
  if (last < first) return 0;
  return (size_t)(inner(record, direction) * (last - first + 1) * outer(record, direction)) *
         vfi_type_size(record->array->type);
}

void vfi_slab_place(const vfi_record *record, vfi_slab_array *array, int64_t first, int64_t last)
{
  const int d = array->direction, axis = block_axis(&record->axes);
  array->record = *record;
  array->record.lower[d] = first;
  array->record.upper[d] = last;
  array->record.pitch[d] = last - first + 1;
  array->record.offset = array->record.base = 0;
  array->record.array = &array->array;
  if (record->axes.rank && axis >= 0) {
    array->record.axes.lower[axis] = first;
    array->record.axes.extent[axis] = last - first + 1;
  }
  array->array.bytes = vfi_slab_bytes(record, d, first, last);
  array->itself = &array->record;
  array->arrays = &array->array;
  array->operand = record->operand;
  array->operand.records = &array->itself;
  array->operand.arrays = &array->arrays;
}

int vfi_slab_copy(const vfi_record *record, const vfi_slab_array *array, vfi_copy_direction copy, int64_t first,
                  int64_t last)
{
  const int d = array->direction;
  const size_t size = vfi_type_size(record->array->type);
  const int64_t in = inner(record, d), out = outer(record, d);
  const int64_t planes = array->record.upper[d] - array->record.lower[d] + 1;
  const size_t bytes = last < first ? 0 : (size_t)(in * (last - first + 1)) * size;
  vfi_array piece = *array->of;
  int code = 0;
  piece.copy = copy;
  for (int64_t o = 0; o < out && !code && bytes; o++) {
    const int64_t of_view = (o * vfi_record_extent(record, d) + first - record->lower[d]) * in;
    const int64_t of_slab = (o * planes + first - array->record.lower[d]) * in;
    const size_t offset = record->offset + (size_t)of_view * size;
    /* the element of the array at the offset lies at this place of the slab */
    piece.device = (char *)((uintptr_t)array->array.device + (size_t)of_slab * size - offset);
    code = vfi_moves_copy_range(&piece, offset, bytes);
  }
  return code;
}
