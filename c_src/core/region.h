/* Regions: the elements of an array that a kernel touches when the kernel works on a box. */
#ifndef VIEWFAB_CORE_REGION_H
#define VIEWFAB_CORE_REGION_H

#include <limits.h>

#include <viewfab/backend.h>
#include <viewfab/backend/mapping.h>

/* The named value of a declaration, such as a shift or a depth: the number of its argument, -1 if there is none of this type; and
 * its value in a call, or NULL. */
int vfi_value_place(const vfi_kernel_description *kernel, const char *name, vfi_argument_type type);
const vf_value *vfi_value_named(const vfi_kernel_description *kernel, const vfi_argument *values, const char *name,
                                vfi_argument_type type);

/* An array in a call, or in a captured call. */
typedef struct vfi_use {
  const vfi_kernel_description *kernel;
  int argument;
  const vfi_argument *values;   /* of the call, for shifts */
  int selector;                 /* direction of a kernel over faces */
  const int64_t *lower, *upper; /* bounds of the array, in its directions */
} vfi_use;

/* The elements of the declared map and reach for a box, in the first three directions of the array. Directions that
 * follow no axis of the loop, such as the direction of the components, are there as a whole. */
vf_box vfi_region_of(const vfi_use *use, const vf_box *box);

/* The same without the reach, and without the ghosts of a kernel over ghosts. */
vf_box vfi_region_mapped(const vfi_use *use, const vf_box *box);

/* The part of vfi_region_mapped that all boxes and views of an argument share, for loops over many boxes.
 *   lower, upper  bounds of the array, as of a vfi_use */
typedef struct vfi_region_rule {
  vfi_mapping mapping;
  vfi_halo halo;
  const vfi_reach *reach;
  const vf_value *within; /* the box that contains all indices, or NULL */
} vfi_region_rule;
vfi_region_rule vfi_region_rule_without_reach(const vfi_kernel_description *kernel, int argument,
                                              const vfi_argument *values, int selector);
vf_box vfi_region_by_rule(const vfi_region_rule *rule, const int64_t *lower, const int64_t *upper, const vf_box *box);

/* The same as vfi_region_of in 64 bits: indices beyond an int are not cut. */
typedef struct vfi_wide_region {
  int64_t lower[3], upper[3];
} vfi_wide_region;
vfi_wide_region vfi_region_wide(const vfi_use *use, const vf_box *box);

/* The largest part of a box with all its elements in the array; empty if there is none. */
vf_box vfi_region_fitting(const vfi_use *use, const vf_box *box);

/* The ghosts that a call visits, for calls that were checked; of a kernel that is not over ghosts, its box alone.
 *   values  of the call */
vfi_halo vfi_halo_of(const vfi_kernel_description *kernel, const vfi_argument *values);

/* The map of an argument in a call: the elements of each point. */
vfi_mapping vfi_region_mapping(const vfi_kernel_description *kernel, int argument, const vfi_argument *values,
                               int selector);

/* True if the elements of the declared map and reach for a box are all mapped to one of its points. */
bool vfi_region_owned(const vfi_argument_description *argument);

/* Launchers step beyond the end of a box before they notice the end, by up to the rows of a grid of GPU blocks. */
enum { VF_INDEX_LIMIT = INT_MAX - (1 << 27) };

/* The reason against a nonempty box for launchers, for a text that begins with the box; NULL if there is none.
 *   coloured  the parity of i + j + k counts */
const char *vfi_box_obstacle(const vf_box *box, bool coloured);

/* The same for boxes before a comparison with any view: their cells can be counted, and cells beside them have
 * indices. */
const char *vfi_box_obstacle_alone(const vf_box *box);

static inline bool vfi_box_is_empty(const vf_box *box)
{
  return box->upper[0] < box->lower[0] || box->upper[1] < box->lower[1] || box->upper[2] < box->lower[2];
}

/* True if two boxes share a cell; neither is empty. */
static inline bool vfi_boxes_meet(const vf_box *p, const vf_box *q)
{
  for (int d = 0; d < 3; d++)
    if (p->upper[d] < q->lower[d] || q->upper[d] < p->lower[d]) return false;
  return true;
}

#endif
