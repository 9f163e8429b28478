#include "check.h"

#include <stdio.h>
#include <string.h>

#include "error.h"
#include "region.h"

static bool is_array(const vf_argument_description *argument) { return argument->intent != VF_ARGUMENT_VALUE; }
static bool is_written(const vf_argument_description *argument) { return argument->intent != VF_ARGUMENT_READ; }

static vf_status resolve(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  if (!call->boxes && call->box_count > 0) return vf_fail(VF_ERROR_NULL, "vf_%s: box is NULL", kernel->name);
  if (call->box_count < 0) return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %d boxes", kernel->name, call->box_count);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    checked->records[a] = NULL;
    if (!is_array(argument)) {
      if (call->arguments[a].missing) return vf_fail(VF_ERROR_NULL, "vf_%s: %s is NULL", kernel->name, argument->name);
      continue;
    }
    char who[160];
    snprintf(who, sizeof who, "vf_%s, argument %s", kernel->name, argument->name);
    checked->records[a] = vf_record_get(call->arguments[a].view, who);
    if (!checked->records[a]) return VF_ERROR_NULL;
  }
  return VF_OK;
}

static vf_status check_kinds(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_record *first = NULL;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = checked->records[a];
    if (!record) continue;
    const vf_type type = record->array->type;
    if (kernel->arguments[a].type == VF_ARGUMENT_INT) {
      if (type != VF_INT32)
        return vf_fail(VF_ERROR_KIND, "vf_%s: '%s' (argument %s) is %s; the kernel takes int32", kernel->name,
                       record->label, kernel->arguments[a].name, vf_type_name(type));
      continue;
    }
    if (type != VF_REAL32 && type != VF_REAL64)
      return vf_fail(VF_ERROR_KIND, "vf_%s: '%s' (argument %s) is %s; the kernel takes real32 or real64", kernel->name,
                     record->label, kernel->arguments[a].name, vf_type_name(type));
    if (!first) first = record;
    else if (type != first->array->type)
      return vf_fail(VF_ERROR_KIND, "vf_%s: '%s' is %s and '%s' is %s; all real arrays of a call have one kind",
                     kernel->name, first->label, vf_type_name(first->array->type), record->label, vf_type_name(type));
  }
  checked->type = first ? first->array->type : VF_REAL64;
  return VF_OK;
}

static vf_status check_contexts(const vf_call *call, vf_checked *checked)
{
  const vf_record *first = NULL;
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vf_record *record = checked->records[a];
    if (!record) continue;
    if (!first) first = record;
    if (record->array->context != first->array->context)
      return vf_fail(VF_ERROR_CONTEXT, "vf_%s: '%s' belongs to a context on %s and '%s' to another one on %s",
                     call->kernel->description.name, first->label, first->array->context->name, record->label,
                     record->array->context->name);
  }
  if (!first)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: the kernel has no array argument", call->kernel->description.name);
  checked->context = first->array->context;
  return VF_OK;
}

static vf_status check_components(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_record *first = NULL;
  checked->components = 1;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = checked->records[a];
    if (!record || kernel->arguments[a].map.shared) continue;
    const int64_t components = vf_record_extent(record, 3);
    if (components >= VF_ANY_COMPONENT)
      return vf_fail(VF_ERROR_COMPONENT, "vf_%s: '%s' has %lld components, more than a kernel can walk", kernel->name,
                     record->label, (long long)components);
    if (!first) {
      first = record;
      checked->components = (int)components;
    } else if (components != checked->components) {
      return vf_fail(VF_ERROR_COMPONENT,
                     "vf_%s: '%s' has %d components and '%s' has %lld; take as many of each with "
                     "a component view",
                     kernel->name, first->label, checked->components, record->label, (long long)components);
    }
  }
  return VF_OK;
}

static vf_status check_selector(const vf_call *call)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  if (kernel->points == VF_POINTS_COLOURED && (call->selector < 0 || call->selector > 1))
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: colour %d; it may be 0 or 1", kernel->name, call->selector);
  if (kernel->points == VF_POINTS_FACES && (call->selector < 0 || call->selector > 2))
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: direction %d; it may be 0, 1 or 2", kernel->name, call->selector);
  return VF_OK;
}

static vf_status check_boundary(const vf_kernel_description *kernel, const char *name, const vf_boundary *sides)
{
  static const char *const faces[6] = { "x low", "y low", "z low", "x high", "y high", "z high" };
  for (int face = 0; face < 6; face++) {
    const int kind = sides->kind[face];
    if (kind != VF_UNFILLED && (kind < VF_PERIODIC || kind > VF_REFLECT_ODD))
      return vf_fail(VF_ERROR_ARGUMENT,
                     "vf_%s: %s: kind %d of face %s is none of unfilled (%d), periodic (%d), Dirichlet "
                     "(%d), Neumann (%d), odd reflection (%d)",
                     kernel->name, name, kind, faces[face], VF_UNFILLED, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN,
                     VF_REFLECT_ODD);
    if ((kind == VF_PERIODIC) != (sides->kind[(face + 3) % 6] == VF_PERIODIC))
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: only one of the faces %s and %s is periodic", kernel->name, name,
                     faces[face], faces[(face + 3) % 6]);
    if (kind == VF_DIRICHLET && !(sides->distance[face] >= 0 && sides->distance[face] < 1e30))
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: distance %g of the wall at face %s", kernel->name, name,
                     sides->distance[face], faces[face]);
  }
  if (sides->order == 0 || sides->order < -1)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: order %d; it may be 1 to 4, or -1 for the highest", kernel->name,
                   name, sides->order);
  return VF_OK;
}

static vf_status check_values(const vf_call *call)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (kernel->arguments[a].type != VF_ARGUMENT_BOUNDARY) continue;
    const vf_status status = check_boundary(kernel, kernel->arguments[a].name, &call->arguments[a].value.boundary);
    if (status) return status;
  }
  return VF_OK;
}

static bool box_covers(const vf_record *record, const vf_box *region)
{
  for (int d = 0; d < 3; d++)
    if (region->lower[d] < record->lower[d] || region->upper[d] > record->upper[d]) return false;
  return true;
}

static bool covers_all(const vf_record *record, const vf_box *region)
{
  for (int d = 0; d < 3; d++)
    if (region->lower[d] != record->lower[d] || region->upper[d] != record->upper[d]) return false;
  return true;
}

/* Every element that the region has is one that a point owns. */
static bool writes_all(const vf_kernel_description *kernel, int argument)
{
  return kernel->points != VF_POINTS_COLOURED && kernel->points != VF_POINTS_GHOSTS &&
         kernel->arguments[argument].reach == 0;
}

static vf_status check_boxes(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = checked->records[a];
    if (!record) continue;
    checked->whole[a] = false;
    for (int b = 0; b < call->box_count; b++) {
      const vf_box *box = &call->boxes[b];
      if (vf_box_is_empty(box)) continue;
      const vf_box region = vf_region_of(kernel, a, box, call->arguments, call->selector);
      if (!box_covers(record, &region)) {
        char box_text[VF_RANGE_TEXT], region_text[VF_RANGE_TEXT], view_text[VF_RANGE_TEXT];
        return vf_fail(VF_ERROR_BOX, "vf_%s: box %s needs elements %s of '%s' (argument %s), which spans %s",
                       kernel->name, vf_box_text(box_text, box), vf_box_text(region_text, &region), record->label,
                       kernel->arguments[a].name, vf_range_text(view_text, 3, record->lower, record->upper));
      }
      if (writes_all(kernel, a) && covers_all(record, &region) && vf_record_whole(record)) checked->whole[a] = true;
    }
  }
  return VF_OK;
}

/* Elements of one array are shared by two regions. Views of the same layout are compared by boxes and
 * components; others by their ranges of memory. */
static bool regions_meet(const vf_record *p, const vf_box *p_region, const vf_record *q, const vf_box *q_region)
{
  if (p->array != q->array || p->array->bytes == 0) return false;
  const size_t size = vf_type_size(p->array->type);
  int64_t cells = 1;
  bool same_layout = true;
  for (int d = 0; d < 3; d++) {
    same_layout = same_layout && p->lower[d] == q->lower[d] && p->upper[d] == q->upper[d];
    cells *= vf_record_extent(p, d);
  }
  const size_t component = (size_t)cells * size;
  const size_t p_end = p->offset + (size_t)vf_record_elements(p) * size;
  const size_t q_end = q->offset + (size_t)vf_record_elements(q) * size;
  if (p_end <= q->offset || q_end <= p->offset) return false;
  const size_t distance = p->offset > q->offset ? p->offset - q->offset : q->offset - p->offset;
  if (!same_layout || distance % component) return true;
  for (int d = 0; d < 3; d++)
    if (p_region->upper[d] < q_region->lower[d] || q_region->upper[d] < p_region->lower[d]) return false;
  return true;
}

static vf_status check_aliases(const vf_call *call, const vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  if (kernel->safe_in_place) return VF_OK;
  for (int a = 0; a < kernel->argument_count; a++)
    for (int c = a + 1; c < kernel->argument_count; c++) {
      const vf_record *p = checked->records[a], *q = checked->records[c];
      if (!p || !q || p->array != q->array) continue;
      if (!is_written(&kernel->arguments[a]) && !is_written(&kernel->arguments[c])) continue;
      for (int b = 0; b < call->box_count; b++)
        for (int e = 0; e < call->box_count; e++) {
          if (vf_box_is_empty(&call->boxes[b]) || vf_box_is_empty(&call->boxes[e])) continue;
          const vf_box p_region = vf_region_of(kernel, a, &call->boxes[b], call->arguments, call->selector);
          const vf_box q_region = vf_region_of(kernel, c, &call->boxes[e], call->arguments, call->selector);
          if (!regions_meet(p, &p_region, q, &q_region)) continue;
          char p_text[VF_RANGE_TEXT], q_text[VF_RANGE_TEXT];
          return vf_fail(VF_ERROR_ALIAS, "vf_%s: arguments %s and %s share elements: %s of '%s' and %s of '%s'",
                         kernel->name, kernel->arguments[a].name, kernel->arguments[c].name,
                         vf_box_text(p_text, &p_region), p->label, vf_box_text(q_text, &q_region), q->label);
        }
    }
  return VF_OK;
}

static vf_status check_result(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  checked->result = NULL;
  if (kernel->points != VF_POINTS_REDUCTION) return VF_OK;
  if (!call->result && !call->result_view) return vf_fail(VF_ERROR_NULL, "vf_%s: result is NULL", kernel->name);
  if (!call->result_view) return VF_OK;
  vf_record *record = vf_record_get(call->result_view, kernel->name);
  if (!record) return VF_ERROR_NULL;
  if (record->array->type != VF_REAL64 || vf_record_elements(record) < 1)
    return vf_fail(VF_ERROR_KIND, "vf_%s: the result goes to a real64 array of at least one element, not to '%s'",
                   kernel->name, record->label);
  if (record->array->context != checked->context)
    return vf_fail(VF_ERROR_CONTEXT, "vf_%s: '%s' belongs to another context than the arguments", kernel->name,
                   record->label);
  checked->result = record;
  return VF_OK;
}

vf_status vf_check_call(const vf_call *call, vf_checked *checked)
{
  vf_status status = resolve(call, checked);
  if (!status) status = check_selector(call);
  if (!status) status = check_values(call);
  if (!status) status = check_kinds(call, checked);
  if (!status) status = check_contexts(call, checked);
  if (!status) status = check_components(call, checked);
  if (!status) status = check_boxes(call, checked);
  if (!status) status = check_aliases(call, checked);
  if (!status) status = check_result(call, checked);
  return status;
}
