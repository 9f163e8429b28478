#include "column_slice.h"

#include <limits.h>

#include "../core/error.h"

/* One index of a slice. Points keep the code's own bounds; all others count from 1. */
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
