#include "bytes.h"

#include <viewfab/kit/reduction_tree.h>

#include "../core/region.h"

/* An argument whose index comes from data: the kernel has an axis that no index of the argument follows, and another index
 * is any. How many of the elements a point reads is not declared. An argument such as along(i, j, any) of a kernel over i and j
 * has elements of its own for each point, and counts as a whole. */
static bool is_gathered(const vfi_kernel_description *kernel, const vfi_mapping *mapping)
{
  bool follows[3] = { false, false, false }, any = false;
  for (int d = 0; d < mapping->rank; d++) {
    if (mapping->at[d].axis == VF_AXIS_ANY) any = true;
    else follows[mapping->at[d].axis] = true;
  }
  for (int axis = 0; axis < kernel->rank; axis++)
    if (!follows[axis]) return any;
  return false;
}

/* Elements of a view that a box touches by the map, without the reach: neighbours are read once for all points. */
static double elements(const vfi_record *record, int first, const vfi_region_rule *rule, const vf_box *box,
                       bool gathered)
{
  const vf_box region = vfi_region_by_rule(rule, record->lower + first, record->upper + first, box);
  double mapped = 1, others = 1;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    int64_t low = record->lower[d], high = record->upper[d];
    const bool is_mapped = d >= first && d < first + 3; /* a direction of the map */
    if (is_mapped) {
      if (region.lower[d - first] > low) low = region.lower[d - first];
      if (region.upper[d - first] < high) high = region.upper[d - first];
    }
    *(is_mapped ? &mapped : &others) *= high >= low ? (double)(high - low + 1) : 0;
  }
  const double points = (double)vfi_box_points(box);
  return (gathered && points < mapped ? points : mapped) * others;
}

/* Elements of an argument in a launch. A kernel over columns has all elements of its views. */
static double elements_of(const vfi_call *call, const vfi_checked *checked, const vfi_launch *launch, int argument)
{
  const vfi_operand *operand = checked->operands[argument];
  double count = 0;
  if (!operand || call->kernel->description.arguments[argument].map.remote) return 0;
  if (vfi_is_over_columns(&call->kernel->description)) {
    for (int v = 0; v < operand->count; v++) count += (double)vfi_record_elements(operand->records[v]);
    return count;
  }
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_region_rule rule = vfi_region_rule_without_reach(kernel, argument, call->arguments, call->selector);
  const bool gathered = is_gathered(kernel, &rule.mapping);
  for (int b = 0; b < launch->box_count; b++)
    if (b * operand->step < operand->count && !vfi_box_is_empty(&launch->boxes[b])) {
      const vfi_record *record = operand->records[b * operand->step];
      count += elements(record, vfi_record_first_direction(record, &kernel->arguments[argument].map), &rule,
                        &launch->boxes[b], gathered);
    }
  return count;
}

int64_t vfi_profile_bytes(const vfi_call *call, const vfi_checked *checked, const vfi_launch *launch)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  double bytes = 0;
  for (int a = 0; a < kernel->argument_count; a++) {
    const int times = kernel->arguments[a].intent == VF_ARGUMENT_UPDATE ? 2 : 1; /* read and written */
    if (checked->operands[a])
      bytes += times * (double)vfi_type_size(checked->operands[a]->type) * elements_of(call, checked, launch, a);
  }
  return (int64_t)bytes;
}
