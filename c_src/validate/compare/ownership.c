#include "ownership.h"

#include <string.h>

#include "../../core/check.h"
#include "../../core/columns.h"
#include "../../core/region.h"

/* The full extent of the axes, so that a write beside the selection is noticed. */
static void layout_of_axes(const vfi_record *record, vf_layout *layout)
{
  int64_t before[VF_MAX_RANK], elements = 1;
  vfi_record_before(record, before);
  for (int d = 0; d < VF_MAX_RANK; d++) {
    layout->extent[d] = record->pitch[d];
    layout->lower[d] = record->lower[d] - before[d];
    elements *= record->pitch[d];
  }
  layout->begin = record->base;
  layout->bytes = (size_t)elements * vfi_type_size(record->array->type);
}

vf_layout vfi_layout_of(const vfi_call *call, const vfi_checked *checked, int argument)
{
  const vfi_record *record = vfi_checked_record(checked, argument, 0);
  const size_t size = vfi_type_size(record->array->type);
  vf_layout layout = { .argument = argument, .begin = record->offset };
  layout.bytes = (size_t)vfi_record_elements(record) * size;
  layout.component = vfi_component_direction(&call->kernel->description.arguments[argument].map);
  if (record->axes.rank) {
    layout_of_axes(record, &layout);
    return layout;
  }
  size_t component = size;
  for (int d = 0; d < 4; d++) {
    layout.extent[d] = vfi_record_extent(record, d);
    layout.lower[d] = record->lower[d];
    if (d < layout.component) component *= (size_t)layout.extent[d];
  }
  /* A view of some components sees the other components too, so that a write to them is noticed. */
  if (component && record->offset % component == 0 && record->array->bytes % component == 0) {
    layout.begin = 0;
    layout.bytes = record->array->bytes;
    layout.extent[layout.component] = (int64_t)(record->array->bytes / component);
    layout.lower[layout.component] -= (int64_t)(record->offset / component);
  }
  return layout;
}

bool vfi_layout_alike(const vf_layout *one, const vf_layout *other)
{
  return one->begin == other->begin && !memcmp(one->extent, other->extent, sizeof one->extent);
}

vfi_owned_rule vfi_ownership_rule(const vfi_call *call, const vfi_checked *checked, const vf_box *box,
                                  const vf_layout *layout)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *record = vfi_checked_record(checked, layout->argument, 0);
  int64_t lower[4], upper[4];
  vfi_mapping mapping = vfi_region_mapping(kernel, layout->argument, call->arguments, call->selector);
  for (int d = 0; d < 3; d++) {
    mapping.at[d].first -= layout->lower[d];
    mapping.at[d].last -= layout->lower[d];
  }
  const vfi_halo halo = vfi_halo_of(kernel, call->arguments);
  for (int d = 0; d < 4; d++) {
    lower[d] = record->lower[d] - layout->lower[d];
    upper[d] = record->upper[d] - layout->lower[d];
  }
  return vfi_owned_rule_of(box, kernel->rank, &halo, &mapping, kernel->points, call->selector, lower, upper);
}

/* The elements of a row that a rule owns. */
static void mark_owned(const vfi_owned_rule *rule, const int64_t row[3], unsigned char *marks)
{
  const int64_t first = rule->lower[0], last = rule->upper[0];
  if (row[0] < rule->lower[1] || row[0] > rule->upper[1] || row[1] < rule->lower[2] || row[1] > rule->upper[2]) return;
  if (row[2] < rule->lower[3] || row[2] > rule->upper[3]) return;
  if (rule->every) {
    memset(marks + first, 1, (size_t)(last - first + 1));
  } else if (rule->alternating) {
    for (int64_t i = first + !vfi_owned(rule, first, row[0], row[1], row[2]); i <= last; i += 2) marks[i] = 1;
  } else {
    for (int64_t i = first; i <= last; i++)
      if (vfi_owned(rule, i, row[0], row[1], row[2])) marks[i] = 1;
  }
}

/* A view of another shape: its own layout says which of its elements are owned. */
static void mark_view(const vfi_record *record, const vf_layout *layout, const int64_t row[3], unsigned char *marks)
{
  const int64_t size = (int64_t)vfi_type_size(record->array->type);
  const int64_t rows = (row[2] * layout->extent[2] + row[1]) * layout->extent[1] + row[0];
  const int64_t begin = (int64_t)layout->begin / size + rows * layout->extent[0];
  int64_t index[VF_MAX_RANK];
  for (int64_t i = 0; record->axes.rank && i < layout->extent[0]; i++)
    if (vfi_record_find(record, (size_t)((begin + i) * size), index)) marks[i] = 1;
  if (record->axes.rank) return;
  const int64_t first = (int64_t)record->offset / size - begin, end = first + vfi_record_elements(record);
  for (int64_t i = first > 0 ? first : 0; i < end && i < layout->extent[0]; i++) marks[i] = 1;
}

void vfi_ownership_row(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                       const vf_layout *layout, const int64_t row[3], unsigned char *marks)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *base = vfi_checked_record(checked, layout->argument, 0);
  memset(marks, 0, (size_t)layout->extent[0]);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record || record->array != base->array || kernel->arguments[a].intent == VF_ARGUMENT_READ) continue;
    const vf_layout own = a == layout->argument ? *layout : vfi_layout_of(call, checked, a);
    if (!vfi_layout_alike(&own, layout)) {
      mark_view(record, layout, row, marks);
      continue;
    }
    if (checked->levels_said && !vfi_columns_has_row(record, &kernel->arguments[a].map.column, checked, row)) continue;
    for (int b = 0; b < list->count; b++) {
      const vfi_owned_rule rule = vfi_ownership_rule(call, checked, &list->boxes[b], &own);
      mark_owned(&rule, row, marks);
    }
  }
}

vfi_outside vfi_ownership_outside(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                                  const vf_layout *layout, const int64_t index[4])
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  if (!vfi_is_coloured(kernel)) return VF_OUTSIDE_FAR;
  int64_t at[3];
  for (int d = 0; d < 3; d++) at[d] = index[d] + layout->lower[d];
  for (int b = 0; b < list->count; b++) {
    const vfi_use use = vfi_checked_use(call, checked, layout->argument, 0);
    const vf_box region = vfi_region_mapped(&use, &list->boxes[b]);
    if (at[1] < region.lower[1] || at[1] > region.upper[1] || at[2] < region.lower[2] || at[2] > region.upper[2])
      continue;
    if (at[0] >= region.lower[0] && at[0] <= region.upper[0]) return VF_OUTSIDE_OTHER_COLOUR;
    int64_t sum = region.lower[0] + call->selector;
    for (int d = 1; d < kernel->rank; d++) sum += at[d];
    if (at[0] == region.lower[0] - 1 && sum < 0 && sum % 2) return VF_OUTSIDE_TRUNCATED;
  }
  return VF_OUTSIDE_FAR;
}
