#include "columns.h"

#include <stdio.h>
#include <string.h>

#include "error.h"
#include "kept_checks.h"
#include "region.h"
#include "remote_part.h"
#include "results.h"
#include "text.h"

static bool is_array(const vfi_argument_description *argument) { return argument->intent != VF_ARGUMENT_VALUE; }

static vfi_operand *find(const vfi_call *call, int argument)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vf_view *handle = call->arguments[argument].view;
  vfi_operand *operand = vfi_handle_operand(handle);
  if (operand) return operand;
  char who[160];
  snprintf(who, sizeof who, "vf_%s, argument %s", kernel->name, kernel->arguments[argument].name);
  return vfi_handle_get(handle, who);
}

static vf_status resolve(const vfi_call *call, vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  if (!call->boxes && call->box_count > 0) return vfi_fail(VF_ERROR_NULL, "vf_%s: box is NULL", kernel->name);
  if (call->box_count < 0) return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: %d boxes", kernel->name, call->box_count);
  checked->by_box = false;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    checked->operands[a] = NULL;
    if (call->arguments[a].unread) continue;
    if (!is_array(argument)) {
      if (call->arguments[a].missing) return vfi_fail(VF_ERROR_NULL, "vf_%s: %s is NULL", kernel->name, argument->name);
      continue;
    }
    vfi_operand *operand = find(call, a);
    if (!operand) return VF_ERROR_NULL;
    if (operand->step && operand->count != call->box_count)
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' (argument %s) is a set of %d boxes, and the call has %d",
                      kernel->name, operand->label, argument->name, operand->count, call->box_count);
    checked->operands[a] = operand;
    checked->by_box = checked->by_box || operand->step;
  }
  return VF_OK;
}

static vf_status check_kinds(const vfi_call *call, vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *first = NULL;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record) continue;
    const vf_type type = record->array->type;
    const int wanted = vfi_element_type_of(kernel->arguments[a].type);
    if (wanted && (int)type != wanted)
      return vfi_fail(VF_ERROR_KIND, "vf_%s: '%s' (argument %s) is %s; the kernel takes %s", kernel->name,
                      record->label, kernel->arguments[a].name, vfi_type_name(type), vfi_type_traits_of(wanted).word);
    if (wanted) continue;
    if (!vfi_type_is_real(type))
      return vfi_fail(VF_ERROR_KIND, "vf_%s: '%s' (argument %s) is %s; the kernel takes real32 or real64", kernel->name,
                      record->label, kernel->arguments[a].name, vfi_type_name(type));
    if (!first) first = record;
    else if (type != first->array->type)
      return vfi_fail(VF_ERROR_KIND, "vf_%s: '%s' is %s and '%s' is %s; all real arrays of a call have one kind",
                      kernel->name, first->label, vfi_type_name(first->array->type), record->label,
                      vfi_type_name(type));
  }
  checked->type = first ? first->array->type : VF_REAL64;
  return VF_OK;
}

static vf_status check_contexts(const vfi_call *call, vfi_checked *checked)
{
  const vfi_record *first = NULL;
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record) continue;
    if (!first) first = record;
    if (record->array->context != first->array->context)
      return vfi_fail(VF_ERROR_CONTEXT, "vf_%s: '%s' belongs to a context on %s and '%s' to another context on %s",
                      call->kernel->description.name, first->label, first->array->context->name, record->label,
                      record->array->context->name);
  }
  checked->context = first ? first->array->context : NULL;
  for (int a = 0; !checked->context && a < call->kernel->description.argument_count; a++)
    if (checked->operands[a]) checked->context = checked->operands[a]->context;
  if (!checked->context)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: the kernel has no array argument", call->kernel->description.name);
  return VF_OK;
}

static vf_status check_components(const vfi_call *call, vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *first = NULL;
  checked->components = 1;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record || kernel->arguments[a].map.shared) continue;
    const int64_t components = vfi_record_extent(record, vfi_component_direction(&kernel->arguments[a].map));
    if (components >= VF_ANY_COMPONENT)
      return vfi_fail(VF_ERROR_COMPONENT, "vf_%s: '%s' has %lld components, more than a kernel can walk", kernel->name,
                      record->label, (long long)components);
    if (!first) {
      first = record;
      checked->components = (int)components;
    } else if (components != checked->components) {
      return vfi_fail(VF_ERROR_COMPONENT,
                      "vf_%s: '%s' has %d components and '%s' has %lld; take as many of each with "
                      "a component view",
                      kernel->name, first->label, checked->components, record->label, (long long)components);
    }
  }
  return VF_OK;
}

static vf_status check_selector(const vfi_call *call)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_points_traits *points = vfi_points_traits_of(kernel->points);
  const int last = kernel->points == VF_POINTS_FACES ? kernel->rank - 1 : points->last;
  if (points->adds != VF_ADDS_SELECTOR || (call->selector >= 0 && call->selector <= last)) return VF_OK;
  return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: %s %d; it may be 0 to %d", kernel->name, points->added, call->selector,
                  last);
}

/* Refuses a view with a free axis, such as a time level, of which no index is selected. */
static vf_status check_axes(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    const char open = record ? vfi_axes_open(&record->axes) : 0;
    if (open)
      return vfi_fail(
          VF_ERROR_ARGUMENT,
          "vf_%s: '%s' (argument %s) has the axis %c, and a kernel takes a single index of it; select an index first",
          kernel->name, record->label, kernel->arguments[a].name, open);
  }
  return VF_OK;
}

/* Refuses an array with more indices than the body names. */
static vf_status check_ranks(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    const vfi_map *map = &kernel->arguments[a].map;
    for (int v = 0; operand && map->rank < 3 && v < operand->count; v++) {
      const vfi_record *record = operand->records[v];
      const int behind = vfi_record_first_direction(record, map) + map->rank;
      const int64_t components = map->shared ? vfi_record_extent(record, behind) : 1;
      bool more = components != 1;
      for (int d = behind + 1; d < VF_MAX_RANK; d++) more = more || vfi_record_extent(record, d) != 1;
      if (more)
        return vfi_fail(VF_ERROR_BOX, "vf_%s: '%s' (argument %s) has rank %d; the kernel indexes it by %d%s",
                        kernel->name, record->label, kernel->arguments[a].name, record->rank, map->rank,
                        map->shared ? "" : ", and components behind them");
    }
  }
  return VF_OK;
}

vf_status vfi_check_boundary(const char *caller, const char *name, const vf_boundary *sides)
{
  for (int face = 0; face < 6; face++) {
    const int kind = sides->kind[face];
    if (kind != VF_UNFILLED && (kind < VF_PERIODIC || kind > VF_REFLECT_ODD))
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "vf_%s: %s: kind %d of face %s is none of unfilled (%d), periodic (%d), Dirichlet "
                      "(%d), Neumann (%d), odd reflection (%d)",
                      caller, name, kind, vfi_face_names[face], VF_UNFILLED, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN,
                      VF_REFLECT_ODD);
    if ((kind == VF_PERIODIC) != (sides->kind[(face + 3) % 6] == VF_PERIODIC))
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: only one of the faces %s and %s is periodic", caller, name,
                      vfi_face_names[face], vfi_face_names[(face + 3) % 6]);
    if (kind == VF_DIRICHLET && !(sides->distance[face] >= 0 && sides->distance[face] < 1e30))
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: distance %g of the wall at face %s", caller, name,
                      sides->distance[face], vfi_face_names[face]);
  }
  if (sides->order == 0 || sides->order < -1)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: %s: order %d; it may be 1 to 4, or -1 for the highest", caller, name,
                    sides->order);
  return VF_OK;
}

/* Refuses a number that is no constant of an option. */
static vf_status check_option(const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                              int number)
{
  char buffer[800] = "";
  vfi_text text = { .buffer = buffer, .size = sizeof buffer };
  const char *options = argument->options, *separator = "";
  for (vfi_option option = { .number = -1 }; vfi_option_next(&options, &option); separator = ", ") {
    if (option.number == number) return VF_OK;
    vfi_text_add(&text, "%svf_%s_%.*s (%d)", separator, kernel->name, option.length, option.name, option.number);
  }
  return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: %s is %d; it may be %s", kernel->name, argument->name, number, buffer);
}

static vf_status check_values(const vfi_call *call)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    vf_status status = VF_OK;
    if (argument->options) status = check_option(kernel, argument, call->arguments[a].value.integer);
    if (argument->type == VF_ARGUMENT_BOUNDARY)
      status = vfi_check_boundary(kernel->name, argument->name, &call->arguments[a].value.boundary);
    if (status) return status;
  }
  return VF_OK;
}

static bool covers_all(const vfi_record *record, const vfi_wide_region *region)
{
  for (int d = 0; d < 3; d++)
    if (region->lower[d] != record->lower[d] || region->upper[d] != record->upper[d]) return false;
  return true;
}

/* True if every element of the region belongs to a point. */
static bool writes_all(const vfi_kernel_description *kernel, int argument)
{
  return !vfi_is_coloured(kernel) && !vfi_layers_around(kernel) && vfi_region_owned(&kernel->arguments[argument]);
}

const bool *vfi_check_overwritten(const vfi_call *call, const vfi_checked *checked, int argument)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_operand *operand = checked->operands[argument];
  if (kernel->arguments[argument].intent != VF_ARGUMENT_WRITE) return NULL;
  for (int v = 0; v < operand->count; v++) {
    int b, end;
    operand->whole[v] = false;
    if (!writes_all(kernel, argument) &&
        !vfi_columns_write_all(&kernel->arguments[argument], operand->records[v], checked))
      continue;
    for (vfi_operand_boxes(operand, v, call->box_count, &b, &end); b < end && !operand->whole[v]; b++) {
      if (vfi_box_is_empty(&call->boxes[b])) continue;
      const vfi_use use = vfi_checked_use(call, checked, argument, b);
      const vfi_wide_region region = vfi_region_wide(&use, &call->boxes[b]);
      operand->whole[v] = covers_all(operand->records[v], &region);
    }
  }
  return operand->whole;
}

static double elements_of(const vfi_wide_region *region)
{
  double elements = 1;
  for (int d = 0; d < 3; d++) elements *= (double)(region->upper[d] - region->lower[d] + 1);
  return elements;
}

bool vfi_check_overwritten_box(const vfi_call *call, const vfi_checked *checked, int argument, int v,
                               vfi_overwritten *box)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_operand *operand = checked->operands[argument];
  const vfi_record *record = operand->records[v];
  if (kernel->arguments[argument].intent != VF_ARGUMENT_WRITE || !writes_all(kernel, argument) ||
      !vfi_record_whole(record))
    return false;
  double most = 0;
  int b, end;
  for (vfi_operand_boxes(operand, v, call->box_count, &b, &end); b < end; b++) {
    if (vfi_box_is_empty(&call->boxes[b])) continue;
    const vfi_use use = vfi_checked_use(call, checked, argument, b);
    const vfi_wide_region region = vfi_region_wide(&use, &call->boxes[b]);
    const double elements = elements_of(&region);
    if (elements <= most) continue;
    most = elements;
    for (int d = 0; d < 3; d++) {
      box->first[d] = region.lower[d] - record->lower[d];
      box->last[d] = region.upper[d] - record->lower[d];
    }
  }
  for (int d = 0; d < 4; d++) box->extent[d] = vfi_record_extent(record, d);
  return most > 0;
}

/* Columns, teams and tiles are walked by several points at once, and ghosts and lines beyond the points of the box. */
static bool walks_cells_alone(const vfi_kernel_description *kernel)
{
  return !vfi_is_coloured(kernel) && !vfi_is_over_columns(kernel) && !vfi_layers_around(kernel) &&
         vfi_points_traits_of(kernel->points)->runs != VF_RUNS_WINDOWS && !(kernel->lines && kernel->lines[0].name);
}

/* True for a call on a single cell: launchers step by one beyond it. */
static bool lone_cell(const vfi_call *call)
{
  const vf_box *box = &call->boxes[0];
  for (int d = 0; d < 3; d++)
    if (box->lower[d] != box->upper[d] || box->upper[d] == INT_MAX) return false;
  return call->box_count == 1 && walks_cells_alone(&call->kernel->description);
}

/* Kernels whose arrays lack a direction have more points than any memory has elements; numbers of all points have 64
 * bits. */
static double points_of(const vf_box *box)
{
  double points = 1;
  for (int d = 0; d < 3; d++) points *= (double)box->upper[d] - box->lower[d] + 1;
  return points;
}

static vf_status check_boxes(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const bool walked = call->box_count > 0 && !lone_cell(call);
  double points = 0;
  for (int b = 0; b < call->box_count; b++) {
    const vf_box *box = &call->boxes[b];
    char text[VF_RANGE_TEXT];
    if (vfi_box_is_empty(box)) continue;
    for (int d = kernel->rank; d < 3 && !vfi_is_over_columns(kernel); d++) /* the third direction of columns: levels */
      if (box->lower[d] != box->upper[d])
        return vfi_fail(VF_ERROR_BOX, "vf_%s: box %s has %lld planes in %c; the kernel has the rank %d", kernel->name,
                        vfi_box_text(text, box), (long long)box->upper[d] - box->lower[d] + 1, "ijk"[d],
                        kernel -> rank);
    const vf_status status = vfi_check_regions(call, checked, b);
    if (status) return status;
    const char *obstacle = walked ? vfi_box_obstacle(box, vfi_is_coloured(kernel)) : NULL;
    if (obstacle) return vfi_fail(VF_ERROR_BOX, "vf_%s: box %s %s", kernel->name, vfi_box_text(text, box), obstacle);
    points += points_of(box) * checked->components;
    if (points >= 0x1p59)
      return vfi_fail(VF_ERROR_BOX, "vf_%s: box %s has more points, with those before it, than a kernel can count",
                      kernel->name, vfi_box_text(text, box));
  }
  return VF_OK;
}

static bool writes_arrays(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_WRITE || kernel->arguments[a].intent == VF_ARGUMENT_UPDATE)
      return true;
  return false;
}

static vf_status check_result(const vfi_call *call, vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  checked->result = NULL;
  if (!vfi_gives_result(kernel)) return VF_OK;
  if (!call->result_view && !vfi_results_wanted(call)) {
    if (vfi_is_reduction(kernel)) return vfi_fail(VF_ERROR_NULL, "vf_%s: result is NULL", kernel->name);
    return writes_arrays(kernel) ? VF_OK
                                 : vfi_fail(VF_ERROR_NULL, "vf_%s: none of its results is asked for", kernel->name);
  }
  if (!call->result_view) return VF_OK;
  vfi_record *record = vfi_record_get(call->result_view, kernel->name);
  if (!record) return VF_ERROR_NULL;
  if (record->array->type != VF_REAL64 || vfi_record_elements(record) < kernel->result_count ||
      !vfi_record_dense(record)) {
    if (kernel->result_count == 1)
      return vfi_fail(VF_ERROR_KIND, "vf_%s: the result goes to a real64 array of at least one element, not to '%s'",
                      kernel->name, record->label);
    return vfi_fail(VF_ERROR_KIND, "vf_%s: the results go to a real64 array of at least %d elements, not to '%s'",
                    kernel->name, kernel->result_count, record->label);
  }
  if (record->array->context != checked->context)
    return vfi_fail(VF_ERROR_CONTEXT, "vf_%s: '%s' belongs to another context than the arguments", kernel->name,
                    record->label);
  checked->result = record;
  return VF_OK;
}

/* The checks that depend on the views, the boxes and the selector, and on the values that move or widen regions. */
static vf_status check_elements(const vfi_call *call, vfi_checked *checked)
{
  if (vfi_check_kept(call, checked)) return VF_OK;
  checked->halo = vfi_halo_of(&call->kernel->description, call->arguments);
  vf_status status = check_kinds(call, checked);
  if (!status) status = check_contexts(call, checked);
  if (!status) status = check_axes(call, checked);
  if (!status) status = check_ranks(call, checked);
  if (!status) status = check_components(call, checked);
  if (!status) status = vfi_check_columns(call, checked);
  if (!status) status = vfi_check_ghosts(call, checked);
  if (!status) status = check_boxes(call, checked);
  if (!status) status = vfi_check_aliases(call, checked);
  if (!status) vfi_check_keep(call, checked);
  return status;
}

vf_status vfi_check_call(const vfi_call *call, vfi_checked *checked)
{
  vf_status status = resolve(call, checked);
  if (!status) status = check_selector(call);
  if (!status) status = check_values(call);
  if (!status) status = check_elements(call, checked);
  if (!status) status = check_result(call, checked);
  if (!status && call->kernel->description.remote_forms) status = vfi_remote_check(call, checked);
  return status;
}
