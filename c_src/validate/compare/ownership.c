#include "ownership.h"

#include <string.h>

#include "../../core/region.h"

vf_layout vf_layout_of(const vf_checked *checked, int argument)
{
  const vf_record *record = vf_checked_record(checked, argument, 0);
  const size_t size = vf_type_size(record->array->type);
  vf_layout layout = { .argument = argument, .begin = record->offset };
  layout.bytes = (size_t)vf_record_elements(record) * size;
  size_t component = size;
  for (int d = 0; d < 4; d++) {
    layout.extent[d] = vf_record_extent(record, d);
    layout.lower[d] = record->lower[d];
    if (d < 3) component *= (size_t)layout.extent[d];
  }
  /* A view of some components sees the others too, so that a write to one of them is noticed. */
  if (component && record->offset % component == 0 && record->array->bytes % component == 0) {
    layout.begin = 0;
    layout.bytes = record->array->bytes;
    layout.extent[3] = (int64_t)(record->array->bytes / component);
    layout.lower[3] -= (int64_t)(record->offset / component);
  }
  return layout;
}

bool vf_layout_alike(const vf_layout *one, const vf_layout *other)
{
  return one->begin == other->begin && !memcmp(one->extent, other->extent, sizeof one->extent);
}

static int floor_half(int64_t value) { return (int)(value >> 1); }

/* The cells of a row that one box gives one argument. j, k and the marks' i are the user's indices. */
static void mark_box(const vf_call *call, int argument, const vf_box *box, const vf_layout *layout, int64_t j,
                     int64_t k, unsigned char *marks)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_box region = vf_region_mapped(kernel, argument, box, call->arguments, call->selector);
  const int64_t first = region.lower[0] - layout->lower[0], last = region.upper[0] - layout->lower[0];
  const bool inside_j = j >= region.lower[1] && j <= region.upper[1];
  const bool inside_k = k >= region.lower[2] && k <= region.upper[2];
  if (kernel->points == VF_POINTS_GHOSTS) {
    const bool beside_j = j == region.lower[1] - 1 || j == region.upper[1] + 1;
    const bool beside_k = k == region.lower[2] - 1 || k == region.upper[2] + 1;
    if ((beside_j && inside_k) || (inside_j && beside_k)) memset(marks + first, 1, (size_t)(last - first + 1));
    if (inside_j && inside_k) marks[first - 1] = marks[last + 1] = 1;
    return;
  }
  if (!inside_j || !inside_k) return;
  const vf_map_kind map = kernel->arguments[argument].map.kind;
  if (kernel->points != VF_POINTS_COLOURED || (map != VF_MAP_SAME && map != VF_MAP_SHIFTED && map != VF_MAP_REFINED)) {
    memset(marks + first, 1, (size_t)(last - first + 1));
    return;
  }
  const int *shift = vf_region_shift(kernel, argument, call->arguments);
  const bool refined = map == VF_MAP_REFINED;
  const int64_t rest = refined ? floor_half(j) + floor_half(k) : j - shift[1] + k - shift[2];
  if (refined) {
    for (int64_t i = first; i <= last; i++)
      if (((floor_half(i + layout->lower[0]) + rest + call->selector) & 1) == 0) marks[i] = 1;
  } else {
    const int64_t sum = region.lower[0] - shift[0] + rest + call->selector;
    for (int64_t i = first + (sum & 1); i <= last; i += 2) marks[i] = 1;
  }
}

/* A view of another shape: which of its elements are owned is for its own layout to say. */
static void mark_view(const vf_record *record, const vf_layout *layout, const int64_t row[3], unsigned char *marks)
{
  const int64_t size = (int64_t)vf_type_size(record->array->type);
  const int64_t rows = (row[2] * layout->extent[2] + row[1]) * layout->extent[1] + row[0];
  const int64_t begin = (int64_t)layout->begin / size + rows * layout->extent[0];
  const int64_t first = (int64_t)record->offset / size - begin, end = first + vf_record_elements(record);
  for (int64_t i = first > 0 ? first : 0; i < end && i < layout->extent[0]; i++) marks[i] = 1;
}

void vf_ownership_row(const vf_call *call, const vf_checked *checked, const vf_box_list *list, const vf_layout *layout,
                      const int64_t row[3], unsigned char *marks)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_record *base = vf_checked_record(checked, layout->argument, 0);
  memset(marks, 0, (size_t)layout->extent[0]);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_record *record = vf_checked_record(checked, a, 0);
    if (!record || record->array != base->array || kernel->arguments[a].intent == VF_ARGUMENT_READ) continue;
    const vf_layout own = a == layout->argument ? *layout : vf_layout_of(checked, a);
    if (!vf_layout_alike(&own, layout)) {
      mark_view(record, layout, row, marks);
      continue;
    }
    const int64_t n = row[2] + own.lower[3];
    if (n < record->lower[3] || n > record->upper[3]) continue;
    for (int b = 0; b < list->count; b++)
      mark_box(call, a, &list->boxes[b], &own, row[0] + own.lower[1], row[1] + own.lower[2], marks);
  }
}

vf_outside vf_ownership_outside(const vf_call *call, const vf_box_list *list, const vf_layout *layout,
                                const int64_t index[4])
{
  const vf_kernel_description *kernel = &call->kernel->description;
  if (kernel->points != VF_POINTS_COLOURED) return VF_OUTSIDE_FAR;
  int64_t at[3];
  for (int d = 0; d < 3; d++) at[d] = index[d] + layout->lower[d];
  for (int b = 0; b < list->count; b++) {
    const vf_box region = vf_region_mapped(kernel, layout->argument, &list->boxes[b], call->arguments, call->selector);
    if (at[1] < region.lower[1] || at[1] > region.upper[1] || at[2] < region.lower[2] || at[2] > region.upper[2])
      continue;
    if (at[0] >= region.lower[0] && at[0] <= region.upper[0]) return VF_OUTSIDE_OTHER_COLOUR;
    const int64_t sum = region.lower[0] + at[1] + at[2] + call->selector;
    if (at[0] == region.lower[0] - 1 && sum < 0 && sum % 2) return VF_OUTSIDE_TRUNCATED;
  }
  return VF_OUTSIDE_FAR;
}
