#include "column_slice.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../core/columns.h"
#include "../core/error.h"

/* One index of a slice. Points keep the code's own bounds; all other indices count from 1. */
typedef struct slice_index {
  const char *name;
  int64_t lower, extent, stride;
} slice_index;

enum { SLICE_INDICES = 3 };

static slice_index index_of(const vf_record *record, vf_axis_role role, const char *name)
{
  slice_index index = { .name = name };
  vf_axes_merged(&record->axes, role, &index.lower, &index.extent, &index.stride);
  if (role != VF_ROLE_POINT) index.lower = 1;
  return index;
}

/* The indices of the original's dummy, in their order. Returns how many. */
static int indices_of(const vf_record *record, const vf_argument_description *argument,
                      slice_index indices[SLICE_INDICES])
{
  const vf_column_shape *shape = &argument->map.column;
  const bool all_species = shape->species == 2;
  int count = 0;
  if (shape->points) indices[count++] = index_of(record, VF_ROLE_POINT, "points");
  if (shape->parts && !all_species) indices[count++] = index_of(record, VF_ROLE_PART, "parts");
  if (shape->levels) indices[count++] = index_of(record, VF_ROLE_LEVEL, "levels");
  if (shape->parts && all_species) indices[count++] = index_of(record, VF_ROLE_SPECIES, "species");
  if (shape->rows) { /* its two indices are one axis of the view */
    indices[1] = indices[0];
    indices[0].extent = shape->rows;
    indices[1].extent /= shape->rows;
    indices[1].stride *= shape->rows;
    count = 2;
  }
  return count;
}

vf_status vf_column_slices_fit(const vf_kernel_description *kernel, const vf_checked *checked)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, 0);
    if (!record) continue;
    slice_index indices[SLICE_INDICES];
    const int count = indices_of(record, &kernel->arguments[a], indices);
    int64_t elements = 1;
    for (int d = 0; d < count; d++) {
      const slice_index *index = &indices[d];
      if (index->extent > 1 && index->stride != elements)
        return vf_fail(VF_ERROR_ARGUMENT,
                       "vf_%s: the original cannot be given '%s' (argument %s, %s): the %s of one block lie %lld "
                       "elements apart in memory, but %lld in the original's array",
                       kernel->name, record->label, kernel->arguments[a].name, kernel->arguments[a].map.word,
                       index->name, (long long)index->stride, (long long)elements);
      if (index->extent > INT_MAX || index->lower + index->extent - 1 > INT_MAX)
        return vf_fail(VF_ERROR_BOX, "vf_%s: '%s' has %lld %s, more than the original of a kernel can be given",
                       kernel->name, record->label, (long long)index->extent, index->name);
      elements *= index->extent;
    }
  }
  return VF_OK;
}

vf_original_array vf_column_slice(const vf_record *record, const vf_argument_description *argument, char *first,
                                  int64_t block, int species)
{
  slice_index indices[SLICE_INDICES];
  const int count = indices_of(record, argument, indices);
  vf_original_array slice = { .lower = { 1, 1, 1 }, .upper = { 1, 1, 1 }, .components = 1 };
  for (int d = 0; d < count; d++) {
    slice.lower[d] = (int)indices[d].lower;
    slice.upper[d] = (int)(indices[d].lower + indices[d].extent - 1);
  }
  int64_t lower, extent, stride, elements = 0;
  const bool blocks = vf_axes_merged(&record->axes, VF_ROLE_BLOCK, &lower, &extent, &stride);
  if (blocks && argument->map.column.blocks) elements += (block - lower) * stride;
  if (argument->map.column.species == 1) elements += (species - 1) * index_of(record, VF_ROLE_SPECIES, "").stride;
  slice.first = first ? first + elements * (int64_t)vf_type_size(record->array->type) : NULL;
  return slice;
}

vf_column_window vf_column_window_of(const vf_kernel_description *kernel, const vf_checked *checked)
{
  vf_column_window window = { 1, 0 };
  bool there = false;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, 0);
    if (!record || !kernel->arguments[a].map.column.points) continue;
    const slice_index points = index_of(record, VF_ROLE_POINT, "points");
    const int64_t upper = points.lower + points.extent - 1;
    if (!there || points.lower > window.lower) window.lower = points.lower;
    if (!there || upper < window.upper) window.upper = upper;
    there = true;
  }
  return window;
}

/* The part of a slice: in each index a count from `skip` on, of elements that lie `stride` elements apart. */
typedef struct column_part {
  int64_t skip[SLICE_INDICES], count[SLICE_INDICES], stride[SLICE_INDICES];
  bool is_whole;
} column_part;

static column_part part_of(const vf_record *record, const vf_argument_description *argument, const vf_checked *checked,
                           const vf_column_window *window)
{
  const vf_column_shape *shape = &argument->map.column;
  slice_index indices[SLICE_INDICES];
  const int count = indices_of(record, argument, indices);
  int64_t elements = 1, lower, extent, stride;
  column_part part = { .count = { 1, 1, 1 }, .is_whole = true };
  vf_axes_merged(&record->axes, VF_ROLE_LEVEL, &lower, &extent, &stride);
  for (int d = 0; d < count; d++) {
    part.count[d] = indices[d].extent;
    part.stride[d] = elements;
    elements *= indices[d].extent;
    if (shape->points && d == 0) {
      part.skip[d] = window->lower - indices[d].lower;
      part.count[d] = window->upper - window->lower + 1;
    }
    if (shape->levels && indices[d].name[0] == 'l') {
      part.skip[d] = vf_columns_level_1(record, shape, checked) - lower;
      part.count[d] = (int64_t)checked->levels + (shape->levels == 2);
    }
    part.is_whole = part.is_whole && part.count[d] == indices[d].extent;
  }
  return part;
}

static void copy_part(const column_part *part, size_t size, char *slice, char *copy, bool back)
{
  const size_t row = (size_t)part->count[0] * size;
  for (int64_t n = 0; n < part->count[2]; n++)
    for (int64_t m = 0; m < part->count[1]; m++, copy += row) {
      char *there =
          slice + (part->skip[0] + (part->skip[1] + m) * part->stride[1] + (part->skip[2] + n) * part->stride[2]) *
                      (int64_t)size;
      memcpy(back ? there : copy, back ? copy : there, row);
    }
}

vf_status vf_column_part_take(const vf_record *record, const vf_argument_description *argument,
                              const vf_checked *checked, const vf_column_window *window, vf_original_array *slice,
                              char **copy)
{
  const size_t size = vf_type_size(record->array->type);
  const column_part part = part_of(record, argument, checked, window);
  *copy = NULL;
  if (part.is_whole || !slice->first) return VF_OK;
  const size_t elements = (size_t)(part.count[0] * part.count[1] * part.count[2]);
  *copy = malloc(elements ? elements * size : 1);
  if (!*copy)
    return vf_fail(VF_ERROR_MEMORY, "no host memory for the part of '%s' that the original is given", record->label);
  copy_part(&part, size, slice->first, *copy, false);
  slice->first = *copy;
  for (int d = 0; d < SLICE_INDICES; d++) {
    slice->lower[d] += d == 0 ? (int)part.skip[d] : 0;
    slice->upper[d] = slice->lower[d] + (int)part.count[d] - 1;
  }
  return VF_OK;
}

void vf_column_part_put(const vf_record *record, const vf_argument_description *argument, const vf_checked *checked,
                        const vf_column_window *window, const vf_original_array *slice, char *copy)
{
  const column_part part = part_of(record, argument, checked, window);
  if (copy && argument->intent != VF_ARGUMENT_READ)
    copy_part(&part, vf_type_size(record->array->type), slice->first, copy, true);
  free(copy);
}
