#include "region.h"

#include <string.h>

bool vf_box_is_empty(const vf_box *box)
{
  return box->upper[0] < box->lower[0] || box->upper[1] < box->lower[1] || box->upper[2] < box->lower[2];
}

bool vf_boxes_meet(const vf_box *p, const vf_box *q)
{
  for (int d = 0; d < 3; d++)
    if (p->upper[d] < q->lower[d] || q->upper[d] < p->lower[d]) return false;
  return true;
}

static int clamp(int64_t value) { return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value; }

/* The shift that a map names; NULL where it names none. */
static const int *shift_of(const vf_kernel_description *kernel, int argument, const vf_argument *values)
{
  const char *name = kernel->arguments[argument].map.shift;
  for (int a = 0; name && name[0] && a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE && !strcmp(kernel->arguments[a].name, name))
      return values[a].value.integers;
  return NULL;
}

vf_mapping vf_region_mapping(const vf_kernel_description *kernel, int argument, const vf_argument *values, int selector)
{
  return vf_mapping_of(&kernel->arguments[argument].map, selector, shift_of(kernel, argument, values));
}

static vf_wide_region mapped(const vf_kernel_description *kernel, int argument, const vf_box *box,
                             const vf_argument *values, int selector, int ghosts, const vf_reach *reach)
{
  const vf_mapping mapping = vf_region_mapping(kernel, argument, values, selector);
  vf_wide_region region;
  for (int d = 0; d < 3; d++) {
    const vf_mapping_entry *entry = &mapping.at[d];
    region.lower[d] = vf_mapped_first(entry, (int64_t)box->lower[entry->axis] - ghosts) - reach->below[d];
    region.upper[d] = vf_mapped_last(entry, (int64_t)box->upper[entry->axis] + ghosts) + reach->above[d];
  }
  return region;
}

/* For calls that were checked: no index of theirs is cut. */
static vf_box narrow(const vf_wide_region *region)
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = clamp(region->lower[d]);
    box.upper[d] = clamp(region->upper[d]);
  }
  return box;
}

vf_wide_region vf_region_wide(const vf_kernel_description *kernel, int argument, const vf_box *box,
                              const vf_argument *values, int selector)
{
  return mapped(kernel, argument, box, values, selector, vf_layers_around(kernel), &kernel->arguments[argument].reach);
}

vf_box vf_region_of(const vf_kernel_description *kernel, int argument, const vf_box *box, const vf_argument *values,
                    int selector)
{
  const vf_wide_region region = vf_region_wide(kernel, argument, box, values, selector);
  return narrow(&region);
}

vf_box vf_region_mapped(const vf_kernel_description *kernel, int argument, const vf_box *box, const vf_argument *values,
                        int selector)
{
  static const vf_reach none;
  const vf_wide_region region = mapped(kernel, argument, box, values, selector, 0, &none);
  return narrow(&region);
}

bool vf_region_owned(const vf_argument_description *argument)
{
  for (int d = 0; d < 3; d++) {
    const vf_map_entry *entry = &argument->map.at[d];
    if (argument->reach.below[d] || argument->reach.above[d]) return false;
    if (!vf_map_gapless(entry->refine, entry->coarsen, (int64_t)entry->last - entry->first + 1)) return false;
  }
  return true;
}

const char *vf_box_obstacle(const vf_box *box, bool coloured)
{
  int64_t low = 0, high = 1;
  for (int d = 0; d < 3; d++) {
    if (box->upper[d] > VF_INDEX_LIMIT) return "has indices too far from 0: kernels walk up to 2013265920";
    if ((int64_t)box->upper[d] - box->lower[d] >= VF_INDEX_LIMIT)
      return "is longer than the 2013265920 cells that kernels walk in one direction";
    low += box->lower[d];
    high += box->upper[d];
  }
  if (coloured && (low < INT_MIN || high > INT_MAX))
    return "has no colours: the sum of its indices is beyond the integers";
  return NULL;
}

const char *vf_box_obstacle_alone(const vf_box *box)
{
  const char *obstacle = vf_box_obstacle(box, false);
  double cells = 1;
  for (int d = 0; d < 3; d++) {
    cells *= (double)box->upper[d] - box->lower[d] + 1;
    if (!obstacle && box->lower[d] < -VF_INDEX_LIMIT) obstacle = "has indices below -2013265920, too far from 0";
  }
  return obstacle || cells < 0x1p59 ? obstacle : "has more cells than memory can hold";
}
