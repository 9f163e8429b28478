#include <limits.h>
#include <stdio.h>

#include "check.h"
#include "error.h"
#include "text.h"

static bool covers(const vfi_use *use, const vfi_wide_region *region)
{
  for (int d = 0; d < 3; d++)
    if (region->lower[d] < use->lower[d] || region->upper[d] > use->upper[d]) return false;
  return true;
}

/* Lower bounds of views are integers: the elements of a view can only end beyond the integers. */
static bool beyond_integers(const vfi_wide_region *region)
{
  return region->upper[0] > INT_MAX || region->upper[1] > INT_MAX || region->upper[2] > INT_MAX;
}

/* Lower bounds for an array of these extents with the region inside: "-1" or "0 to 2" in each direction; false if there
 * are none. */
static bool add_bounds(vfi_text *text, const vfi_use *use, const vfi_wide_region *region, int rank)
{
  for (int d = 0; d < rank; d++)
    if (region->upper[d] - region->lower[d] > use->upper[d] - use->lower[d]) return false;
  vfi_text_add(text, "; lower bounds of (");
  for (int d = 0; d < rank; d++) {
    const int64_t first = region->upper[d] - (use->upper[d] - use->lower[d]), last = region->lower[d];
    vfi_text_add(text, first == last ? "%s%lld" : "%s%lld to %lld", d ? ", " : "", (long long)first, (long long)last);
  }
  vfi_text_add(text, ") would fit");
  return true;
}

/* "box (1:8, 1:8, 1:8)", or "box of points 1:16 and blocks 1:3" over columns. */
static const char *box_of(const vfi_kernel_description *kernel, char text[VF_RANGE_TEXT + 40], const vf_box *box)
{
  char range[VF_RANGE_TEXT];
  if (vfi_is_over_columns(kernel))
    snprintf(text, VF_RANGE_TEXT + 40, "box of points %d:%d and blocks %d:%d", box->lower[0], box->upper[0],
             box->lower[1], box->upper[1]);
  else snprintf(text, VF_RANGE_TEXT + 40, "box %s", vfi_box_text(range, box));
  return text;
}

/* The reach of the declaration: over columns the reach of levels is among the others, if there are others. */
static vfi_reach reach_of(const vfi_argument_description *argument)
{
  vfi_reach reach = argument->reach;
  if (!argument->map.column.is || !(reach.below[0] || reach.below[1] || reach.above[0] || reach.above[1])) return reach;
  reach.below[2] = reach.below[1];
  reach.above[2] = reach.above[1];
  reach.below[1] = argument->levels.below[1];
  reach.above[1] = argument->levels.above[1];
  return reach;
}

static vf_status refuse(const vfi_use *use, const vf_box *box, const vfi_wide_region *region, const vfi_record *record)
{
  const vfi_argument_description *argument = &use->kernel->arguments[use->argument];
  const int rank = argument->map.rank;
  const vfi_reach reach = reach_of(argument);
  char box_text[VF_RANGE_TEXT + 40], region_text[VF_RANGE_TEXT], view_text[VF_RANGE_TEXT], words[400];
  vfi_text text = { .buffer = words, .size = sizeof words };
  box_of(use->kernel, box_text, box);
  vfi_range_text(region_text, rank, region->lower, region->upper);
  if (covers(use, region))
    return vfi_fail(VF_ERROR_BOX, "vf_%s: %s needs elements %s of '%s' (argument %s), beyond the integers",
                    use->kernel->name, box_text, region_text, record->label, argument->name);
  vfi_text_add(&text, "; it has them by the map %s with ", argument->map.word);
  vfi_reach_add(&text, &reach);
  const vf_box fitting = vfi_region_fitting(use, box);
  add_bounds(&text, use, region, rank);
  if (!vfi_box_is_empty(&fitting)) {
    char fitting_text[VF_RANGE_TEXT + 40];
    const size_t word = vfi_is_over_columns(use->kernel) ? sizeof "box of" : sizeof "box";
    vfi_text_add(&text, "; of the box, %s has all that it needs", box_of(use->kernel, fitting_text, &fitting) + word);
  }
  return vfi_fail(VF_ERROR_BOX, "vf_%s: %s needs elements %s of '%s' (argument %s), which spans %s%s",
                  use->kernel->name, box_text, region_text, record->label, argument->name,
                  vfi_range_text(view_text, rank, use->lower, use->upper), words);
}

vf_status vfi_check_regions(const vfi_call *call, const vfi_checked *checked, int b)
{
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, b);
    if (!record) continue;
    const vfi_use use = vfi_checked_use(call, checked, a, b);
    const vfi_wide_region region = vfi_region_wide(&use, &call->boxes[b]);
    if (!covers(&use, &region) || beyond_integers(&region)) return refuse(&use, &call->boxes[b], &region, record);
  }
  return VF_OK;
}
