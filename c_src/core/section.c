#include "section.h"

#include <stdlib.h>

#include "error.h"
#include "registry.h"
#include "staging.h"

static vfi_section *sections;

/* The section is a box. Directions of a single element have no step. */
static vf_status take_steps(vfi_section *section, size_t size, int rank, const int64_t *extents, const int64_t *steps,
                            const char *label)
{
  vf_packed_box *box = &section->packing.box[0];
  int64_t low = 0, high = (int64_t)size;
  *box = (vf_packed_box){ .elements = 1 };
  for (int d = 0; d < rank; d++) {
    if (steps[d] % (int64_t)size)
      return vfi_fail(
          VF_ERROR_ARGUMENT,
          "'%s': the step of direction %d is %lld bytes; it must be a multiple of the %zu bytes of an element", label,
          d + 1, (long long)steps[d], size);
    box->elements *= extents[d];
    if (extents[d] == 1) continue;
    const int64_t along = steps[d] * (extents[d] - 1);
    if (along < 0) low += along;
    else high += along;
    box->extent[box->rank] = extents[d];
    box->stride[box->rank++] = steps[d] / (int64_t)size;
  }
  for (int d = box->rank; d < VF_PACKED_RANK; d++) box->extent[d] = box->stride[d] = 1;
  if (!box->rank) box->rank = 1;
  section->packing.size = size;
  section->packing.count = 1;
  section->packing.elements = box->elements;
  section->begin = section->first + low;
  section->end = section->first + high;
  return VF_OK;
}

static int64_t magnitude(int64_t step) { return step < 0 ? -step : step; }

/* Each direction, in the order of the steps, must go beyond all elements of the directions before. */
static bool elements_are_apart(const vf_packed_box *box)
{
  bool used[VF_PACKED_RANK] = { false };
  int64_t reach = 1;
  for (int n = 0; n < box->rank; n++) {
    int least = -1;
    for (int d = 0; d < box->rank; d++)
      if (!used[d] && (least < 0 || magnitude(box->stride[d]) < magnitude(box->stride[least]))) least = d;
    if (box->extent[least] > 1 && magnitude(box->stride[least]) < reach) return false;
    reach += magnitude(box->stride[least]) * (box->extent[least] - 1);
    used[least] = true;
  }
  return true;
}

/* The smallest step in bytes if this step divides all steps; else 0. */
static int64_t period(const vfi_section *section)
{
  const vf_packed_box *box = &section->packing.box[0];
  int64_t least = 0;
  for (int d = 0; d < box->rank; d++)
    if (box->extent[d] > 1 && (!least || magnitude(box->stride[d]) < least)) least = magnitude(box->stride[d]);
  for (int d = 0; d < box->rank && least; d++)
    if (box->extent[d] > 1 && box->stride[d] % least) return 0;
  return least * (int64_t)section->packing.size;
}

/* True for components of one array of structures, and for other sections with elements between the elements of another section. */
static bool interleaved(const vfi_section *one, const vfi_section *other)
{
  const int64_t step = period(one);
  if (!step || step != period(other)) return false;
  int64_t between = (int64_t)((uintptr_t)other->first - (uintptr_t)one->first) % step;
  if (between < 0) between += step;
  return between >= (int64_t)one->packing.size && between <= step - (int64_t)other->packing.size;
}

static bool meet(const char *begin, const char *end, const char *other, const char *other_end)
{
  return (uintptr_t)begin < (uintptr_t)other_end && (uintptr_t)other < (uintptr_t)end;
}

static vf_status check_place(const vfi_section *section, const char *label)
{
  for (const vfi_section *other = sections; other; other = other->next)
    if (meet(section->begin, section->end, other->begin, other->end) && !interleaved(section, other))
      return vfi_fail(VF_ERROR_OVERLAP, "'%s' overlaps the section '%s', which is live; release '%s' first", label,
                      other->array->label, other->array->label);
  const vfi_array *live = vfi_registry_meets(section->begin, (size_t)(section->end - section->begin));
  return live
             ? vfi_fail(VF_ERROR_OVERLAP,
                        "the section '%s' overlaps '%s', which is live; use a part of this view, or release '%s' first",
                        label, live->label, live->label)
             : VF_OK;
}

vf_status vfi_section_describe(vfi_section *section, void *first, vf_type type, int rank, const int64_t *extents,
                               const int64_t *steps, const char *label)
{
  *section = (vfi_section){ .first = first, .program_writes = true };
  const vf_status status = take_steps(section, vfi_type_size(type), rank, extents, steps, label);
  if (status || !section->packing.elements) return status;
  if (!elements_are_apart(&section->packing.box[0]))
    return vfi_fail(VF_ERROR_ARGUMENT, "'%s': elements share memory", label);
  return check_place(section, label);
}

void vfi_section_attach(vfi_section *section, vfi_array *array)
{
  section->array = array;
  section->next = sections;
  sections = array->section = section;
}

void vfi_section_end(vfi_array *array)
{
  vfi_section **link = &sections;
  while (*link && *link != array->section) link = &(*link)->next;
  if (*link) *link = array->section->next;
  free(array->section);
  array->section = NULL;
}

vf_status vfi_sections_check(const char *begin, size_t bytes, const char *label)
{
  for (const vfi_section *section = sections; section && bytes; section = section->next)
    if (meet(begin, begin + bytes, section->begin, section->end))
      return vfi_fail(VF_ERROR_OVERLAP, "'%s' overlaps the section '%s', which is live; release '%s' first", label,
                      section->array->label, section->array->label);
  return VF_OK;
}

static void copy(const vfi_section *section, bool packs)
{
  vfi_copy_boxes(section->first, section->array->host, &section->packing, 0, section->packing.elements, packs);
}

void vfi_section_pack(const vfi_array *array)
{
  vfi_section *section = array->section;
  if (section->program_writes) copy(section, true);
  section->program_writes = false;
}

void vfi_section_take(vfi_array *array)
{
  copy(array->section, true);
  array->section->program_writes = array->section->is_old = false;
}

void vfi_section_unpack(vfi_array *array)
{
  if (array->section->is_old) copy(array->section, false);
  array->section->is_old = false;
}

void vfi_section_note_program(vfi_array *array, bool writes)
{
  array->section->is_old = false;
  if (writes) array->section->program_writes = true;
}
