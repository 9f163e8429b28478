#include "packed.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"

static size_t bytes_of(const vf_record *record)
{
  return (size_t)vf_record_elements(record) * vf_type_size(record->array->type);
}

/* Rows of the first direction in their order: the first element of row `row`, counted in elements from the first
 * element of the view. */
static int64_t row_begin(const vf_record *record, int64_t row)
{
  int64_t begin = 0;
  for (int d = 1; d < VF_MAX_RANK; d++) {
    begin += row % vf_record_extent(record, d) * vf_record_stride(record, d);
    row /= vf_record_extent(record, d);
  }
  return begin;
}

static void gather(const vf_record *record, char *packed, const char *first)
{
  const size_t size = vf_type_size(record->array->type), row = (size_t)vf_record_extent(record, 0) * size;
  const int64_t rows = vf_record_elements(record) / vf_record_extent(record, 0);
  for (int64_t r = 0; r < rows; r++) memcpy(packed + (size_t)r * row, first + (size_t)row_begin(record, r) * size, row);
}

/* An element that stayed may have been changed through another view. */
static void scatter(const vf_record *record, const char *packed, const char *before, char *first)
{
  const size_t size = vf_type_size(record->array->type), row = (size_t)vf_record_extent(record, 0) * size;
  const int64_t rows = vf_record_elements(record) / vf_record_extent(record, 0);
  for (int64_t r = 0; r < rows; r++) {
    const size_t at = (size_t)r * row;
    char *to = first + (size_t)row_begin(record, r) * size;
    if (!memcmp(packed + at, before + at, row)) continue;
    for (size_t e = 0; e < row; e += size)
      if (memcmp(packed + at + e, before + at + e, size)) memcpy(to + e, packed + at + e, size);
  }
}

/* Two arguments may have one view. */
static int same_view(const vf_checked *checked, char *const *first, int argument)
{
  const vf_record *record = vf_checked_record(checked, argument, 0);
  for (int a = 0; a < argument; a++) {
    const vf_record *other = vf_checked_record(checked, a, 0);
    if (other && first[a] == first[argument] && other->array == record->array &&
        !memcmp(other->upper, record->upper, sizeof record->upper) &&
        !memcmp(other->lower, record->lower, sizeof record->lower) &&
        !memcmp(other->pitch, record->pitch, sizeof record->pitch))
      return a;
  }
  return -1;
}

static void drop(int argument_count, vf_packed *packed)
{
  for (int a = 0; a < argument_count; a++) free(packed->elements[a]);
  *packed = (vf_packed){ { NULL } };
}

vf_status vf_packed_take(const vf_checked *checked, int argument_count, char **memory, vf_packed *packed)
{
  char *given[VF_MAX_ARGUMENTS], *first[VF_MAX_ARGUMENTS];
  *packed = (vf_packed){ { NULL } };
  for (int a = 0; a < argument_count; a++) given[a] = first[a] = memory[a];
  for (int a = 0; a < argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, 0);
    if (!record || !given[a] || vf_record_dense(record)) continue;
    const int same = same_view(checked, first, a);
    if (same >= 0) {
      given[a] = given[same];
      continue;
    }
    packed->elements[a] = malloc(2 * bytes_of(record));
    if (!packed->elements[a]) {
      drop(argument_count, packed);
      return vf_fail(VF_ERROR_MEMORY, "no host memory to give an original the selected elements of '%s'",
                     record->label);
    }
    gather(record, packed->elements[a], first[a]);
    memcpy(packed->elements[a] + bytes_of(record), packed->elements[a], bytes_of(record));
    given[a] = packed->elements[a];
  }
  for (int a = 0; a < argument_count; a++) memory[a] = given[a];
  return VF_OK;
}

void vf_packed_put(const vf_checked *checked, int argument_count, char *const *memory, vf_packed *packed)
{
  for (int a = 0; a < argument_count; a++) {
    if (!packed->elements[a]) continue;
    const vf_record *record = vf_checked_record(checked, a, 0);
    scatter(record, packed->elements[a], packed->elements[a] + bytes_of(record), memory[a]);
  }
  drop(argument_count, packed);
}
