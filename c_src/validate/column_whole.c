#include "column_whole.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"

enum { WHOLE_INDICES = 4 };

/* The existing indices of the original's dummy in their order: points, parts, levels, species, blocks. */
typedef struct whole {
  int count, bounds; /* indices; those among them with bounds of the code */
  int64_t extent[WHOLE_INDICES], stride[WHOLE_INDICES];
  vf_original_array array; /* without its first element */
  bool is_dense;
} whole;

static void add_index(const vf_record *record, vf_axis_role role, bool has_bounds, whole *whole)
{
  int64_t lower, extent, stride;
  vf_axes_merged(&record->axes, role, &lower, &extent, &stride);
  whole->extent[whole->count] = extent;
  whole->stride[whole->count++] = stride;
  if (has_bounds) {
    whole->array.lower[whole->bounds] = (int)lower;
    whole->array.upper[whole->bounds++] = (int)(lower + extent - 1);
  } else {
    whole->array.components *= (int)extent;
  }
}

static whole whole_of(const vf_record *record, const vf_argument_description *argument)
{
  const vf_column_shape *shape = &argument->map.column;
  const bool all_species = shape->species == 2;
  whole whole = { .array = { .lower = { 1, 1, 1 }, .upper = { 1, 1, 1 }, .components = 1 }, .is_dense = true };
  if (shape->points) add_index(record, VF_ROLE_POINT, true, &whole);
  if (shape->parts && !all_species) add_index(record, VF_ROLE_PART, false, &whole);
  if (shape->levels) add_index(record, VF_ROLE_LEVEL, true, &whole);
  if (all_species) add_index(record, VF_ROLE_SPECIES, false, &whole);
  if (shape->blocks) add_index(record, VF_ROLE_BLOCK, true, &whole);
  int64_t elements = 1;
  for (int d = 0; d < WHOLE_INDICES; d++) {
    if (d >= whole.count) whole.extent[d] = 1;
    whole.is_dense = whole.is_dense && (whole.extent[d] == 1 || whole.stride[d] == elements);
    elements *= whole.extent[d];
  }
  return whole;
}

static char *of_species(const vf_record *record, const vf_argument_description *argument, char *first, int species)
{
  int64_t lower, extent, stride;
  vf_axes_merged(&record->axes, VF_ROLE_SPECIES, &lower, &extent, &stride);
  const int64_t before = argument->map.column.species == 1 ? (species - 1) * stride : 0;
  return first + before * (int64_t)vf_type_size(record->array->type);
}

static void copy_whole(const whole *whole, size_t size, char *array, char *copy, bool back)
{
  int64_t at[WHOLE_INDICES] = { 0 };
  for (bool more = true; more; copy += size) {
    int64_t element = 0;
    for (int d = 0; d < WHOLE_INDICES; d++) element += at[d] * whole->stride[d];
    char *there = array + element * (int64_t)size;
    memcpy(back ? there : copy, back ? copy : there, size);
    int d = 0;
    while (d < WHOLE_INDICES && ++at[d] == whole->extent[d]) at[d++] = 0;
    more = d < WHOLE_INDICES;
  }
}

vf_status vf_column_whole_take(const vf_record *record, const vf_argument_description *argument, char *first,
                               int species, vf_original_array *array, char **copy)
{
  const size_t size = vf_type_size(record->array->type);
  const whole whole = whole_of(record, argument);
  *array = whole.array;
  *copy = NULL;
  array->first = first ? of_species(record, argument, first, species) : NULL;
  if (whole.is_dense || !first) return VF_OK;
  size_t elements = 1;
  for (int d = 0; d < WHOLE_INDICES; d++) elements *= (size_t)whole.extent[d];
  *copy = malloc(elements * size + 1);
  if (!*copy) return vf_fail(VF_ERROR_MEMORY, "no host memory for '%s' as the original has it", record->label);
  if (elements) copy_whole(&whole, size, array->first, *copy, false);
  array->first = *copy;
  return VF_OK;
}

void vf_column_whole_put(const vf_record *record, const vf_argument_description *argument, char *first, int species,
                         char *copy)
{
  const whole whole = whole_of(record, argument);
  const bool some = whole.extent[0] && whole.extent[1] && whole.extent[2] && whole.extent[3];
  if (argument->intent != VF_ARGUMENT_READ && some)
    copy_whole(&whole, vf_type_size(record->array->type), of_species(record, argument, first, species), copy, true);
  free(copy);
}
