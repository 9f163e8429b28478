#include "check.h"

#include <stdio.h>
#include <string.h>

#include "error.h"
#include "region.h"

static bool is_array(const vf_argument_description *argument) { return argument->intent != VF_ARGUMENT_VALUE; }

static vf_operand *find(const vf_call *call, int argument)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_view *handle = call->arguments[argument].view;
  vf_operand *operand = vf_handle_operand(handle);
  if (operand) return operand;
  char who[160];
  snprintf(who, sizeof who, "vf_%s, argument %s", kernel->name, kernel->arguments[argument].name);
  return vf_handle_get(handle, who);
}

static vf_status resolve(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  if (!call->boxes && call->box_count > 0) return vf_fail(VF_ERROR_NULL, "vf_%s: box is NULL", kernel->name);
  if (call->box_count < 0) return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %d boxes", kernel->name, call->box_count);
  checked->by_box = false;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    checked->operands[a] = NULL;
    if (!is_array(argument)) {
      if (call->arguments[a].missing) return vf_fail(VF_ERROR_NULL, "vf_%s: %s is NULL", kernel->name, argument->name);
      continue;
    }
    vf_operand *operand = find(call, a);
    if (!operand) return VF_ERROR_NULL;
    if (operand->step && operand->count != call->box_count)
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' (argument %s) is a set of %d boxes, and the call has %d",
                     kernel->name, operand->label, argument->name, operand->count, call->box_count);
    checked->operands[a] = operand;
    checked->by_box = checked->by_box || operand->step;
  }
  return VF_OK;
}

static vf_status check_kinds(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_record *first = NULL;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, 0);
    if (!record) continue;
    const vf_type type = record->array->type;
    const int wanted = vf_element_type_of(kernel->arguments[a].type);
    if (wanted && (int)type != wanted)
      return vf_fail(VF_ERROR_KIND, "vf_%s: '%s' (argument %s) is %s; the kernel takes %s", kernel->name, record->label,
                     kernel->arguments[a].name, vf_type_name(type), vf_type_traits_of(wanted).word);
    if (wanted) continue;
    if (!vf_type_is_real(type))
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
    const vf_record *record = vf_checked_record(checked, a, 0);
    if (!record) continue;
    if (!first) first = record;
    if (record->array->context != first->array->context)
      return vf_fail(VF_ERROR_CONTEXT, "vf_%s: '%s' belongs to a context on %s and '%s' to another one on %s",
                     call->kernel->description.name, first->label, first->array->context->name, record->label,
                     record->array->context->name);
  }
  checked->context = first ? first->array->context : NULL;
  for (int a = 0; !checked->context && a < call->kernel->description.argument_count; a++)
    if (checked->operands[a]) checked->context = checked->operands[a]->context;
  if (!checked->context)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: the kernel has no array argument", call->kernel->description.name);
  return VF_OK;
}

static vf_status check_components(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_record *first = NULL;
  checked->components = 1;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, 0);
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
  const vf_points_traits *points = vf_points_traits_of(kernel->points);
  if (points->adds != VF_ADDS_SELECTOR || (call->selector >= 0 && call->selector <= points->last)) return VF_OK;
  return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %s %d; it may be 0 to %d", kernel->name, points->added, call->selector,
                 points->last);
}

vf_status vf_check_boundary(const char *caller, const char *name, const vf_boundary *sides)
{
  static const char *const faces[6] = { "x low", "y low", "z low", "x high", "y high", "z high" };
  for (int face = 0; face < 6; face++) {
    const int kind = sides->kind[face];
    if (kind != VF_UNFILLED && (kind < VF_PERIODIC || kind > VF_REFLECT_ODD))
      return vf_fail(VF_ERROR_ARGUMENT,
                     "vf_%s: %s: kind %d of face %s is none of unfilled (%d), periodic (%d), Dirichlet "
                     "(%d), Neumann (%d), odd reflection (%d)",
                     caller, name, kind, faces[face], VF_UNFILLED, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN,
                     VF_REFLECT_ODD);
    if ((kind == VF_PERIODIC) != (sides->kind[(face + 3) % 6] == VF_PERIODIC))
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: only one of the faces %s and %s is periodic", caller, name,
                     faces[face], faces[(face + 3) % 6]);
    if (kind == VF_DIRICHLET && !(sides->distance[face] >= 0 && sides->distance[face] < 1e30))
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: distance %g of the wall at face %s", caller, name,
                     sides->distance[face], faces[face]);
  }
  if (sides->order == 0 || sides->order < -1)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: order %d; it may be 1 to 4, or -1 for the highest", caller, name,
                   sides->order);
  return VF_OK;
}

static vf_status check_values(const vf_call *call)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (kernel->arguments[a].type != VF_ARGUMENT_BOUNDARY) continue;
    const vf_status status =
        vf_check_boundary(kernel->name, kernel->arguments[a].name, &call->arguments[a].value.boundary);
    if (status) return status;
  }
  return VF_OK;
}

static bool box_covers(const vf_record *record, const vf_wide_region *region)
{
  for (int d = 0; d < 3; d++)
    if (region->lower[d] < record->lower[d] || region->upper[d] > record->upper[d]) return false;
  return true;
}

static bool covers_all(const vf_record *record, const vf_wide_region *region)
{
  for (int d = 0; d < 3; d++)
    if (region->lower[d] != record->lower[d] || region->upper[d] != record->upper[d]) return false;
  return true;
}

/* Every element that the region has is one that a point owns. */
static bool writes_all(const vf_kernel_description *kernel, int argument)
{
  return !vf_is_coloured(kernel) && !vf_layers_around(kernel) && vf_region_owned(&kernel->arguments[argument]);
}

const bool *vf_check_overwritten(const vf_call *call, const vf_checked *checked, int argument)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_operand *operand = checked->operands[argument];
  if (kernel->arguments[argument].intent != VF_ARGUMENT_WRITE) return NULL;
  for (int v = 0; v < operand->count; v++) {
    int b, end;
    operand->whole[v] = false;
    if (!writes_all(kernel, argument)) continue;
    for (vf_operand_boxes(operand, v, call->box_count, &b, &end); b < end && !operand->whole[v]; b++) {
      if (vf_box_is_empty(&call->boxes[b])) continue;
      const vf_wide_region region = vf_region_wide(kernel, argument, &call->boxes[b], call->arguments, call->selector);
      operand->whole[v] = covers_all(operand->records[v], &region);
    }
  }
  return operand->whole;
}

/* One cell by itself, beyond which launchers step by one. */
static bool lone_cell(const vf_call *call)
{
  const vf_box *box = &call->boxes[0];
  for (int d = 0; d < 3; d++)
    if (box->lower[d] != box->upper[d] || box->upper[d] == INT_MAX) return false;
  return call->box_count == 1 && !vf_is_coloured(&call->kernel->description);
}

static vf_status refuse_region(const vf_kernel_description *kernel, int argument, const vf_box *box,
                               const vf_wide_region *region, const vf_record *record)
{
  char box_text[VF_RANGE_TEXT], region_text[VF_RANGE_TEXT], view_text[VF_RANGE_TEXT];
  const char *name = kernel->arguments[argument].name;
  vf_box_text(box_text, box);
  vf_range_text(region_text, 3, region->lower, region->upper);
  if (box_covers(record, region))
    return vf_fail(VF_ERROR_BOX, "vf_%s: box %s needs elements %s of '%s' (argument %s), beyond the integers",
                   kernel->name, box_text, region_text, record->label, name);
  return vf_fail(VF_ERROR_BOX, "vf_%s: box %s needs elements %s of '%s' (argument %s), which spans %s", kernel->name,
                 box_text, region_text, record->label, name, vf_range_text(view_text, 3, record->lower, record->upper));
}

/* Lower bounds of views are integers: what a view covers can only end beyond them. */
static bool beyond_integers(const vf_wide_region *region)
{
  return region->upper[0] > INT_MAX || region->upper[1] > INT_MAX || region->upper[2] > INT_MAX;
}

/* The elements that a box needs lie in the views. */
static vf_status check_regions(const vf_call *call, const vf_checked *checked, int b)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_box *box = &call->boxes[b];
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, b);
    if (!record) continue;
    const vf_wide_region region = vf_region_wide(kernel, a, box, call->arguments, call->selector);
    if (!box_covers(record, &region) || beyond_integers(&region)) return refuse_region(kernel, a, box, &region, record);
  }
  return VF_OK;
}

static vf_status check_boxes(const vf_call *call, const vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const bool walked = call->box_count > 0 && !lone_cell(call);
  for (int b = 0; b < call->box_count; b++) {
    const vf_box *box = &call->boxes[b];
    if (vf_box_is_empty(box)) continue;
    const vf_status status = check_regions(call, checked, b);
    if (status) return status;
    const char *obstacle = walked ? vf_box_obstacle(box, vf_is_coloured(kernel)) : NULL;
    char text[VF_RANGE_TEXT];
    if (obstacle) return vf_fail(VF_ERROR_BOX, "vf_%s: box %s %s", kernel->name, vf_box_text(text, box), obstacle);
  }
  return VF_OK;
}

static vf_status check_result(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  checked->result = NULL;
  if (!vf_gives_result(kernel)) return VF_OK;
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
  if (!status) status = vf_check_aliases(call, checked);
  if (!status) status = check_result(call, checked);
  return status;
}
