#include "original_arrays.h"

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

static slice_index index_of(const vfi_record *record, vfi_axis_role role, const char *name)
{
  slice_index index = { .name = name };
  vfi_axes_merged(&record->axes, role, &index.lower, &index.extent, &index.stride);
  if (role != VF_ROLE_POINT) index.lower = 1;
  return index;
}

/* The indices of the original's dummy, in their order. Returns their number. */
static int indices_of(const vfi_record *record, const vfi_argument_description *argument,
                      slice_index indices[SLICE_INDICES])
{
  const vfi_column_shape *shape = &argument->map.column;
  const bool all_species = shape->species == 2;
  int count = 0;
  if (shape->points) indices[count++] = index_of(record, VF_ROLE_POINT, "points");
  if (shape->parts && !all_species) indices[count++] = index_of(record, VF_ROLE_PART, "parts");
  if (shape->levels) indices[count++] = index_of(record, VF_ROLE_LEVEL, "levels");
  if (shape->parts && all_species) indices[count++] = index_of(record, VF_ROLE_SPECIES, "species");
  if (shape->rows) { /* the two indices of the dummy are one axis of the view */
    indices[1] = indices[0];
    indices[0].extent = shape->rows;
    indices[1].extent /= shape->rows;
    indices[1].stride *= shape->rows;
    count = 2;
  }
  return count;
}

vf_status vfi_column_slices_fit(const vfi_kernel_description *kernel, const vfi_checked *checked)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record) continue;
    slice_index indices[SLICE_INDICES];
    const int count = indices_of(record, &kernel->arguments[a], indices);
    int64_t elements = 1;
    for (int d = 0; d < count; d++) {
      const slice_index *index = &indices[d];
      if (index->extent > 1 && index->stride != elements)
        return vfi_fail(VF_ERROR_ARGUMENT,
                        "vf_%s: the original cannot be given '%s' (argument %s, %s): the %s of one block lie %lld "
                        "elements apart in memory, but %lld in the original's array",
                        kernel->name, record->label, kernel->arguments[a].name, kernel->arguments[a].map.word,
                        index->name, (long long)index->stride, (long long)elements);
      if (index->extent > INT_MAX || index->lower + index->extent - 1 > INT_MAX)
        return vfi_fail(VF_ERROR_BOX, "vf_%s: '%s' has %lld %s, more than the original of a kernel can be given",
                        kernel->name, record->label, (long long)index->extent, index->name);
      elements *= index->extent;
    }
  }
  return VF_OK;
}

vf_original_array vfi_column_slice(const vfi_record *record, const vfi_argument_description *argument, char *first,
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
  const bool blocks = vfi_axes_merged(&record->axes, VF_ROLE_BLOCK, &lower, &extent, &stride);
  if (blocks && argument->map.column.blocks) elements += (block - lower) * stride;
  if (argument->map.column.species == 1) elements += (species - 1) * index_of(record, VF_ROLE_SPECIES, "").stride;
  slice.first = first ? first + elements * (int64_t)vfi_type_size(record->array->type) : NULL;
  return slice;
}

vfi_column_window vfi_column_window_of(const vfi_kernel_description *kernel, const vfi_checked *checked)
{
  vfi_column_window window = { 1, 0 };
  bool there = false;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
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

static column_part part_of(const vfi_record *record, const vfi_argument_description *argument,
                           const vfi_checked *checked, const vfi_column_window *window)
{
  const vfi_column_shape *shape = &argument->map.column;
  slice_index indices[SLICE_INDICES];
  const int count = indices_of(record, argument, indices);
  int64_t elements = 1, lower, extent, stride;
  column_part part = { .count = { 1, 1, 1 }, .is_whole = true };
  vfi_axes_merged(&record->axes, VF_ROLE_LEVEL, &lower, &extent, &stride);
  for (int d = 0; d < count; d++) {
    part.count[d] = indices[d].extent;
    part.stride[d] = elements;
    elements *= indices[d].extent;
    if (shape->points && d == 0) {
      part.skip[d] = window->lower - indices[d].lower;
      part.count[d] = window->upper - window->lower + 1;
    }
    if (shape->levels && indices[d].name[0] == 'l') {
      part.skip[d] = vfi_columns_level_1(record, shape, checked) - lower;
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

vf_status vfi_column_part_take(const vfi_record *record, const vfi_argument_description *argument,
                               const vfi_checked *checked, const vfi_column_window *window, vf_original_array *slice,
                               char **copy)
{
  const size_t size = vfi_type_size(record->array->type);
  const column_part part = part_of(record, argument, checked, window);
  *copy = NULL;
  if (part.is_whole || !slice->first) return VF_OK;
  const size_t elements = (size_t)(part.count[0] * part.count[1] * part.count[2]);
  *copy = malloc(elements ? elements * size : 1);
  if (!*copy)
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for the part of '%s' that the original is given", record->label);
  copy_part(&part, size, slice->first, *copy, false);
  slice->first = *copy;
  for (int d = 0; d < SLICE_INDICES; d++) {
    slice->lower[d] += d == 0 ? (int)part.skip[d] : 0;
    slice->upper[d] = slice->lower[d] + (int)part.count[d] - 1;
  }
  return VF_OK;
}

void vfi_column_part_put(const vfi_record *record, const vfi_argument_description *argument, const vfi_checked *checked,
                         const vfi_column_window *window, const vf_original_array *slice, char *copy)
{
  const column_part part = part_of(record, argument, checked, window);
  if (copy && argument->intent != VF_ARGUMENT_READ)
    copy_part(&part, vfi_type_size(record->array->type), slice->first, copy, true);
  free(copy);
}

enum { WHOLE_INDICES = 4 };

/* The existing indices of the original's dummy in their order: points, parts, levels, species, blocks. */
typedef struct whole {
  int count, bounds; /* indices; those among them with bounds of the code */
  int64_t extent[WHOLE_INDICES], stride[WHOLE_INDICES];
  vf_original_array array; /* without its first element */
  bool is_dense;
} whole;

static void add_index(const vfi_record *record, vfi_axis_role role, bool has_bounds, whole *whole)
{
  int64_t lower, extent, stride;
  vfi_axes_merged(&record->axes, role, &lower, &extent, &stride);
  whole->extent[whole->count] = extent;
  whole->stride[whole->count++] = stride;
  if (has_bounds) {
    whole->array.lower[whole->bounds] = (int)lower;
    whole->array.upper[whole->bounds++] = (int)(lower + extent - 1);
  } else {
    whole->array.components *= (int)extent;
  }
}

static whole whole_of(const vfi_record *record, const vfi_argument_description *argument)
{
  const vfi_column_shape *shape = &argument->map.column;
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

static char *of_species(const vfi_record *record, const vfi_argument_description *argument, char *first, int species)
{
  int64_t lower, extent, stride;
  vfi_axes_merged(&record->axes, VF_ROLE_SPECIES, &lower, &extent, &stride);
  const int64_t before = argument->map.column.species == 1 ? (species - 1) * stride : 0;
  return first + before * (int64_t)vfi_type_size(record->array->type);
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

vf_status vfi_column_whole_take(const vfi_record *record, const vfi_argument_description *argument, char *first,
                                int species, vf_original_array *array, char **copy)
{
  const size_t size = vfi_type_size(record->array->type);
  const whole whole = whole_of(record, argument);
  *array = whole.array;
  *copy = NULL;
  array->first = first ? of_species(record, argument, first, species) : NULL;
  if (whole.is_dense || !first) return VF_OK;
  size_t elements = 1;
  for (int d = 0; d < WHOLE_INDICES; d++) elements *= (size_t)whole.extent[d];
  *copy = malloc(elements * size + 1);
  if (!*copy) return vfi_fail(VF_ERROR_MEMORY, "no host memory for '%s' as the original has it", record->label);
  if (elements) copy_whole(&whole, size, array->first, *copy, false);
  array->first = *copy;
  return VF_OK;
}

void vfi_column_whole_put(const vfi_record *record, const vfi_argument_description *argument, char *first, int species,
                          char *copy)
{
  const whole whole = whole_of(record, argument);
  const bool some = whole.extent[0] && whole.extent[1] && whole.extent[2] && whole.extent[3];
  if (argument->intent != VF_ARGUMENT_READ && some)
    copy_whole(&whole, vfi_type_size(record->array->type), of_species(record, argument, first, species), copy, true);
  free(copy);
}

static size_t bytes_of(const vfi_record *record)
{
  return (size_t)vfi_record_elements(record) * vfi_type_size(record->array->type);
}

/* Rows of the first direction in their order: the first element of row `row`, counted in elements from the first
 * element of the view. */
static int64_t row_begin(const vfi_record *record, int64_t row)
{
  int64_t begin = 0;
  for (int d = 1; d < VF_MAX_RANK; d++) {
    begin += row % vfi_record_extent(record, d) * vfi_record_stride(record, d);
    row /= vfi_record_extent(record, d);
  }
  return begin;
}

static void gather(const vfi_record *record, char *packed, const char *first)
{
  const size_t size = vfi_type_size(record->array->type), row = (size_t)vfi_record_extent(record, 0) * size;
  const int64_t rows = vfi_record_elements(record) / vfi_record_extent(record, 0);
  for (int64_t r = 0; r < rows; r++) memcpy(packed + (size_t)r * row, first + (size_t)row_begin(record, r) * size, row);
}

/* An element that stayed may have been changed through another view. */
static void scatter(const vfi_record *record, const char *packed, const char *before, char *first)
{
  const size_t size = vfi_type_size(record->array->type), row = (size_t)vfi_record_extent(record, 0) * size;
  const int64_t rows = vfi_record_elements(record) / vfi_record_extent(record, 0);
  for (int64_t r = 0; r < rows; r++) {
    const size_t at = (size_t)r * row;
    char *to = first + (size_t)row_begin(record, r) * size;
    if (!memcmp(packed + at, before + at, row)) continue;
    for (size_t e = 0; e < row; e += size)
      if (memcmp(packed + at + e, before + at + e, size)) memcpy(to + e, packed + at + e, size);
  }
}

/* Two arguments may have one view. */
static int same_view(const vfi_checked *checked, char *const *first, int argument)
{
  const vfi_record *record = vfi_checked_record(checked, argument, 0);
  for (int a = 0; a < argument; a++) {
    const vfi_record *other = vfi_checked_record(checked, a, 0);
    if (other && first[a] == first[argument] && other->array == record->array &&
        !memcmp(other->upper, record->upper, sizeof record->upper) &&
        !memcmp(other->lower, record->lower, sizeof record->lower) &&
        !memcmp(other->pitch, record->pitch, sizeof record->pitch))
      return a;
  }
  return -1;
}

static void drop(int argument_count, vfi_packed *packed)
{
  for (int a = 0; a < argument_count; a++) free(packed->elements[a]);
  *packed = (vfi_packed){ { NULL } };
}

vf_status vfi_packed_take(const vfi_checked *checked, int argument_count, char **memory, vfi_packed *packed)
{
  char *given[VF_MAX_ARGUMENTS], *first[VF_MAX_ARGUMENTS];
  *packed = (vfi_packed){ { NULL } };
  for (int a = 0; a < argument_count; a++) given[a] = first[a] = memory[a];
  for (int a = 0; a < argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record || !given[a] || vfi_record_dense(record)) continue;
    const int same = same_view(checked, first, a);
    if (same >= 0) {
      given[a] = given[same];
      continue;
    }
    packed->elements[a] = malloc(2 * bytes_of(record));
    if (!packed->elements[a]) {
      drop(argument_count, packed);
      return vfi_fail(VF_ERROR_MEMORY, "no host memory to give an original the selected elements of '%s'",
                      record->label);
    }
    gather(record, packed->elements[a], first[a]);
    memcpy(packed->elements[a] + bytes_of(record), packed->elements[a], bytes_of(record));
    given[a] = packed->elements[a];
  }
  for (int a = 0; a < argument_count; a++) memory[a] = given[a];
  return VF_OK;
}

void vfi_packed_put(const vfi_checked *checked, int argument_count, char *const *memory, vfi_packed *packed)
{
  for (int a = 0; a < argument_count; a++) {
    if (!packed->elements[a]) continue;
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    scatter(record, packed->elements[a], packed->elements[a] + bytes_of(record), memory[a]);
  }
  drop(argument_count, packed);
}
