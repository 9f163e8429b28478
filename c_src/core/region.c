#include "region.h"

#include <string.h>

static int floor_divide(int value, int divisor)
{
  const int quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

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

const int *vf_region_shift(const vf_kernel_description *kernel, int argument, const vf_argument *values)
{
  static const int none[3] = { 0, 0, 0 };
  const char *name = kernel->arguments[argument].map.shift;
  if (kernel->arguments[argument].map.kind != VF_MAP_SHIFTED) return none;
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE && !strcmp(kernel->arguments[a].name, name))
      return values[a].value.integers;
  return none;
}

static vf_wide_region mapped(const vf_kernel_description *kernel, int argument, const vf_box *box,
                             const vf_argument *values, int selector, int around)
{
  const vf_argument_description *description = &kernel->arguments[argument];
  const vf_map map = description->map;
  const int *shift = vf_region_shift(kernel, argument, values);
  vf_wide_region region;
  for (int d = 0; d < 3; d++) {
    int64_t lower = box->lower[d], upper = box->upper[d];
    switch (map.kind) {
      case VF_MAP_SAME:
      case VF_MAP_FACE_OF_POINT: break;
      case VF_MAP_REFINED:
        lower = 2 * lower;
        upper = 2 * upper + 1;
        break;
      case VF_MAP_COARSENED:
        lower = floor_divide(box->lower[d], 2);
        upper = floor_divide(box->upper[d], 2);
        break;
      case VF_MAP_FACE: upper += map.direction == d; break;
      case VF_MAP_CELLS_OF_FACE: lower -= selector == d; break;
      case VF_MAP_SHIFTED:
        lower += shift[d];
        upper += shift[d];
        break;
    }
    region.lower[d] = lower - around;
    region.upper[d] = upper + around;
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
  const int around = kernel->arguments[argument].reach + (kernel->points == VF_POINTS_GHOSTS);
  return mapped(kernel, argument, box, values, selector, around);
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
  const vf_wide_region region = mapped(kernel, argument, box, values, selector, 0);
  return narrow(&region);
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
