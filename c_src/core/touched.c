#include "touched.h"

#include "columns.h"
#include "part_states.h"
#include "region.h"
#include "staging.h"
#include "view.h"

/* True if the declaration says all elements of a call on a box. Lines, windows and columns walk beyond the box. */
static bool touches_regions(const vfi_kernel_description *kernel)
{
  return !vfi_is_over_columns(kernel) && !(kernel->lines && kernel->lines[0].name) &&
         vfi_points_traits_of(kernel->points)->runs != VF_RUNS_WINDOWS;
}

/* The box around the elements of view v that the call touches, in the bounds of the view. Returns the number of boxes of
 * the call. */
static int touched(const vfi_call *call, const vfi_checked *checked, int argument, int v, int64_t first[VF_MAX_RANK],
                   int64_t last[VF_MAX_RANK])
{
  const vfi_operand *operand = checked->operands[argument];
  const vfi_record *record = operand->records[v];
  int b, end, count = 0;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    first[d] = record->lower[d];
    last[d] = record->upper[d];
  }
  for (vfi_operand_boxes(operand, v, call->box_count, &b, &end); b < end; b++) {
    if (vfi_box_is_empty(&call->boxes[b])) continue;
    const vfi_use use = vfi_checked_use(call, checked, argument, b);
    const vfi_wide_region region = vfi_region_wide(&use, &call->boxes[b]);
    for (int d = 0; d < 3; d++) {
      if (!count || region.lower[d] < first[d]) first[d] = region.lower[d];
      if (!count || region.upper[d] > last[d]) last[d] = region.upper[d];
    }
    count++;
  }
  for (int d = 0; d < 3; d++) {
    if (first[d] < record->lower[d]) first[d] = record->lower[d];
    if (last[d] > record->upper[d]) last[d] = record->upper[d];
  }
  return count;
}

bool vfi_touched_part(const vfi_call *call, const vfi_checked *checked, int argument, int v, vfi_part *part, bool *kept)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *record = checked->operands[argument]->records[v];
  const vfi_array *array = record->array;
  int64_t first[VF_MAX_RANK], last[VF_MAX_RANK];
  vfi_overwritten box;
  if (!vfi_staging_worth(array->context, array->bytes) || !touches_regions(kernel) ||
      vfi_record_first_direction(record, &kernel->arguments[argument].map) ||
      !(array->parts || vfi_record_by_parts(record)))
    return false;
  const int boxes = touched(call, checked, argument, v, first, last);
  if (!boxes) return false;
  const bool exact = vfi_record_part(record, first, last, part);
  if (!vfi_part_copies_pay(array, part)) return false;
  *kept = exact && boxes == 1 && vfi_check_overwritten_box(call, checked, argument, v, &box);
  return true;
}
