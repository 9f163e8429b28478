#include "region.h"

#include <string.h>

#include "check.h"

static int clamp(int64_t value) { return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value; }

int vfi_value_place(const vfi_kernel_description *kernel, const char *name, vfi_argument_type type)
{
  for (int a = 0; name && name[0] && a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE && kernel->arguments[a].type == type &&
        !strcmp(kernel->arguments[a].name, name))
      return a;
  return -1;
}

const vf_value *vfi_value_named(const vfi_kernel_description *kernel, const vfi_argument *values, const char *name,
                                vfi_argument_type type)
{
  const int place = vfi_value_place(kernel, name, type);
  return place < 0 ? NULL : &values[place].value;
}

vfi_mapping vfi_region_mapping(const vfi_kernel_description *kernel, int argument, const vfi_argument *values,
                               int selector)
{
  const vfi_map *map = &kernel->arguments[argument].map;
  const vf_value *shift = vfi_value_named(kernel, values, map->shift, VF_ARGUMENT_INT3);
  return vfi_mapping_of(map, selector, shift ? shift->integers : NULL);
}

/* If indices stay in a box, the part of the box inside the array; else all of the array. */
static void narrow_to(const vf_box *within, int rank, vfi_wide_region *region)
{
  vfi_wide_region part = *region;
  for (int d = 0; d < rank; d++) {
    if (within->lower[d] > part.lower[d]) part.lower[d] = within->lower[d];
    if (within->upper[d] < part.upper[d]) part.upper[d] = within->upper[d];
    if (part.lower[d] > part.upper[d]) return;
  }
  *region = part;
}

vfi_region_rule vfi_region_rule_without_reach(const vfi_kernel_description *kernel, int argument,
                                              const vfi_argument *values, int selector)
{
  static const vfi_reach none;
  vfi_region_rule rule = { vfi_region_mapping(kernel, argument, values, selector), vfi_halo_of(kernel, values), &none,
                           vfi_value_named(kernel, values, kernel->arguments[argument].map.within, VF_ARGUMENT_BOX) };
  rule.halo.depth = 0;
  return rule;
}

static vfi_region_rule rule_with_reach(const vfi_use *use)
{
  const vfi_argument_description *argument = &use->kernel->arguments[use->argument];
  return (vfi_region_rule){ vfi_region_mapping(use->kernel, use->argument, use->values, use->selector),
                            vfi_halo_of(use->kernel, use->values), &argument->reach,
                            vfi_value_named(use->kernel, use->values, argument->map.within, VF_ARGUMENT_BOX) };
}

static vfi_wide_region mapped(const vfi_region_rule *rule, const int64_t *lower, const int64_t *upper,
                              const vf_box *box)
{
  vfi_wide_region region;
  for (int d = 0; d < 3; d++) {
    const vfi_mapping_entry *entry = &rule->mapping.at[d];
    region.lower[d] = lower[d];
    region.upper[d] = upper[d];
    if (entry->axis == VF_AXIS_ANY) continue;
    region.lower[d] =
        vfi_mapped_first(entry, vfi_halo_first(&rule->halo, box, entry->axis)) - rule->reach->below[entry->axis];
    region.upper[d] =
        vfi_mapped_last(entry, vfi_halo_last(&rule->halo, box, entry->axis)) + rule->reach->above[entry->axis];
  }
  if (rule->within) narrow_to(&rule->within->box, rule->mapping.rank, &region);
  return region;
}

/* For calls that have passed the check: their indices fit into integers. */
static vf_box narrow(const vfi_wide_region *region)
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = clamp(region->lower[d]);
    box.upper[d] = clamp(region->upper[d]);
  }
  return box;
}

vfi_wide_region vfi_region_wide(const vfi_use *use, const vf_box *box)
{
  const vfi_region_rule rule = rule_with_reach(use);
  return mapped(&rule, use->lower, use->upper, box);
}

vf_box vfi_region_of(const vfi_use *use, const vf_box *box)
{
  const vfi_wide_region region = vfi_region_wide(use, box);
  return narrow(&region);
}

vf_box vfi_region_mapped(const vfi_use *use, const vf_box *box)
{
  const vfi_region_rule rule = vfi_region_rule_without_reach(use->kernel, use->argument, use->values, use->selector);
  return vfi_region_by_rule(&rule, use->lower, use->upper, box);
}

vf_box vfi_region_by_rule(const vfi_region_rule *rule, const int64_t *lower, const int64_t *upper, const vf_box *box)
{
  const vfi_wide_region region = mapped(rule, lower, upper, box);
  return narrow(&region);
}

/* The first and last point, along the axis of an entry, whose elements with their reach are among lower .. upper. */
static void fit(const vfi_mapping_entry *entry, const vfi_reach *reach, const vfi_halo *halo, const vfi_use *use, int d,
                vf_box *box)
{
  static const vf_box none;
  const vfi_mapping_entry begin = { entry->axis, entry->refine, entry->coarsen, entry->first, entry->first };
  const vfi_mapping_entry end = { entry->axis, entry->refine, entry->coarsen, entry->last, entry->last };
  const int64_t first =
      vfi_first_owner(&begin, use->lower[d] + reach->below[entry->axis]) - vfi_halo_first(halo, &none, entry->axis);
  const int64_t last =
      vfi_last_owner(&end, use->upper[d] - reach->above[entry->axis]) - vfi_halo_last(halo, &none, entry->axis);
  if (first > box->lower[entry->axis]) box->lower[entry->axis] = clamp(first);
  if (last < box->upper[entry->axis]) box->upper[entry->axis] = clamp(last);
}

vf_box vfi_region_fitting(const vfi_use *use, const vf_box *box)
{
  const vfi_mapping mapping = vfi_region_mapping(use->kernel, use->argument, use->values, use->selector);
  const vfi_halo halo = vfi_halo_of(use->kernel, use->values);
  vf_box fitting = *box;
  for (int d = 0; d < mapping.rank; d++)
    if (mapping.at[d].axis != VF_AXIS_ANY)
      fit(&mapping.at[d], &use->kernel->arguments[use->argument].reach, &halo, use, d, &fitting);
  return fitting;
}

bool vfi_region_owned(const vfi_argument_description *argument)
{
  for (int d = 0; d < argument->map.rank; d++) {
    const vfi_map_entry *entry = &argument->map.at[d];
    if (entry->axis == VF_AXIS_ANY) return false;
    if (argument->reach.below[entry->axis] || argument->reach.above[entry->axis]) return false;
    if (!vfi_map_gapless(entry->refine, entry->coarsen, (int64_t)entry->last - entry->first + 1)) return false;
  }
  return true;
}

const char *vfi_box_obstacle(const vf_box *box, bool coloured)
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

const char *vfi_box_obstacle_alone(const vf_box *box)
{
  const char *obstacle = vfi_box_obstacle(box, false);
  double cells = 1;
  for (int d = 0; d < 3; d++) {
    cells *= (double)box->upper[d] - box->lower[d] + 1;
    if (!obstacle && box->lower[d] < -VF_INDEX_LIMIT) obstacle = "has indices below -2013265920, too far from 0";
  }
  return obstacle || cells < 0x1p59 ? obstacle : "has more cells than memory can hold";
}
