/* Elements of a view as a part of its array. */
#include "part_states.h"
#include "view.h"

static int64_t stride_of(const int64_t extent[VF_PART_RANK], int direction)
{
  int64_t stride = 1;
  for (int d = 0; d < direction; d++) stride *= extent[d];
  return stride;
}

static int64_t elements_of(const vfi_array *array) { return (int64_t)(array->bytes / vfi_type_size(array->type)); }

void vfi_record_tell_extents(const vfi_record *record)
{
  vfi_array *array = record->array;
  if (array->extent[0] || record->base || stride_of(record->pitch, VF_PART_RANK) != elements_of(array)) return;
  for (int d = 0; d < VF_PART_RANK; d++) array->extent[d] = record->pitch[d];
}

/* Extents of an array without a view of the whole: the planes of the view, or a line. */
static void guess(const vfi_record *record, int64_t extent[VF_PART_RANK])
{
  const int64_t all = elements_of(record->array), plane = stride_of(record->pitch, 3);
  const int64_t before = (int64_t)(record->base / vfi_type_size(record->array->type));
  const bool planes = all % plane == 0 && before % plane == 0;
  for (int d = 0; d < VF_PART_RANK; d++) extent[d] = planes && d < 3 ? record->pitch[d] : 1;
  if (planes) extent[3] = all / plane;
  else extent[0] = all;
}

bool vfi_record_part_room(const vfi_record *record)
{
  vfi_array *array = record->array;
  int64_t extent[VF_PART_RANK];
  if (array->extent[0]) return vfi_part_states_room(array, array->extent);
  guess(record, extent);
  return vfi_part_states_room(array, extent);
}

bool vfi_record_by_parts(const vfi_record *record)
{
  return vfi_part_states_allowed(record->array) && vfi_record_part_room(record);
}

static void find_index(const int64_t extent[VF_PART_RANK], int64_t place, int64_t index[VF_PART_RANK])
{
  for (int d = 0; d < VF_PART_RANK; d++) {
    index[d] = d < VF_PART_RANK - 1 ? place % extent[d] : place;
    place /= extent[d];
  }
}

/* The smallest box with all elements between two places: the box is whole in each direction below the slowest direction with
 * different indices. */
static void range(const int64_t extent[VF_PART_RANK], int64_t from, int64_t to, vfi_part *part)
{
  int slowest = VF_PART_RANK - 1;
  find_index(extent, from, part->first);
  find_index(extent, to, part->last);
  while (slowest > 0 && part->first[slowest] == part->last[slowest]) slowest--;
  for (int d = 0; d < slowest; d++) {
    part->first[d] = 0;
    part->last[d] = extent[d] - 1;
  }
}

/* The direction of the array with this stride; -1: there is none. */
static int direction_of(const int64_t extent[VF_PART_RANK], int64_t stride)
{
  for (int d = 0; d < VF_PART_RANK; d++)
    if (extent[d] > 1 && stride_of(extent, d) == stride) return d;
  return -1;
}

bool vfi_record_part(const vfi_record *record, const int64_t first[VF_MAX_RANK], const int64_t last[VF_MAX_RANK],
                     vfi_part *part)
{
  const int64_t *extent = record->array->parts->extent;
  int64_t from = (int64_t)(record->offset / vfi_type_size(record->array->type)), to = from;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    from += (first[d] - record->lower[d]) * vfi_record_stride(record, d);
    to += (last[d] - record->lower[d]) * vfi_record_stride(record, d);
  }
  find_index(extent, from, part->first);
  find_index(extent, from, part->last);
  for (int d = 0; d < VF_MAX_RANK; d++) {
    if (first[d] == last[d]) continue;
    const int along = direction_of(extent, vfi_record_stride(record, d));
    if (along >= 0 && part->first[along] == part->last[along] &&
        part->first[along] + (last[d] - first[d]) < extent[along]) {
      part->last[along] += last[d] - first[d];
      continue;
    }
    int64_t elements = 1;
    for (int e = 0; e < VF_MAX_RANK; e++) elements *= last[e] - first[e] + 1;
    range(extent, from, to, part);
    return vfi_part_elements(part) == elements;
  }
  return true;
}
