/* The checks of a call, and their findings about its arrays. Lock held. */
#ifndef VIEWFAB_CORE_CHECK_H
#define VIEWFAB_CORE_CHECK_H

#include "region.h"
#include "set.h"

/* A call, resolved. */
typedef struct vf_checked {
  vf_context *context;
  vf_type type;     /* of the real arrays; VF_REAL64 if the kernel has none */
  int components;   /* components of the call; over columns, species */
  int levels;       /* over columns; else 1 */
  bool levels_said; /* the levels begin with this level in the bounds of each array: */
  int first_level;
  /* [argument] NULL for values, and for arrays without access in the call. The caller of the check owns the memory. */
  vf_operand **operands;
  bool by_box;       /* some operand has a view for each box */
  vf_record *result; /* of result_view, or NULL */
} vf_checked;

/* The view of an array argument for a box of the call; NULL for values, and for a missing view of a set. If all
 * operands are single views, all boxes have the view of box 0. */
static inline vf_record *vf_checked_record(const vf_checked *checked, int argument, int box)
{
  const vf_operand *operand = checked->operands[argument];
  return operand && operand->count ? operand->records[box * operand->step] : NULL;
}

/* The same in the form for regions; the view exists. */
static inline vf_use vf_checked_use(const vf_call *call, const vf_checked *checked, int argument, int box)
{
  const vf_record *record = vf_checked_record(checked, argument, box);
  const vf_kernel_description *kernel = &call->kernel->description;
  const int first = vf_record_first_direction(record, &kernel->arguments[argument].map);
  return (vf_use){ kernel, argument, call->arguments, call->selector, record->lower + first, record->upper + first };
}

/* The boxes [*first, *end) of a call for view v of an operand. */
static inline void vf_operand_boxes(const vf_operand *operand, int v, int box_count, int *first, int *end)
{
  *first = v * operand->step;
  *end = operand->step ? v + 1 : box_count;
}

/* Refuses calls with missing views, with sets of another number of boxes than the call, of mixed kinds or contexts,
 * with components that do not agree, with boxes whose region lies outside a view, and with elements that are read and
 * written through two arguments. */
vf_status vf_check_call(const vf_call *call, vf_checked *checked); /* checked->operands is set */

/* The part of the check that compares the needed elements of a box with the views. */
vf_status vf_check_regions(const vf_call *call, const vf_checked *checked, int b);

/* The part of the check that looks for elements read and written through two arguments. */
vf_status vf_check_aliases(const vf_call *call, const vf_checked *checked);

/* True if two regions share elements of one array. Views of the same layout are compared by boxes and components;
 * others by their ranges of memory. */
bool vf_regions_meet(const vf_record *p, const vf_box *p_region, const vf_record *q, const vf_box *q_region);

/* Refuses unknown kinds, one periodic face of two, distances and orders out of range. caller is a name without its vf_,
 * and name is the name of the argument. */
vf_status vf_check_boundary(const char *caller, const char *name, const vf_boundary *sides);

/* The views of an array argument with all elements overwritten by the call, in the operand's scratch; NULL if this
 * makes no difference for its intent. */
const bool *vf_check_overwritten(const vf_call *call, const vf_checked *checked, int argument);

/* The largest box of elements in view v of an array argument that the call overwrites completely. False if there is
 * none, or if the view is not all of its array. */
bool vf_check_overwritten_box(const vf_call *call, const vf_checked *checked, int argument, int v, vf_overwritten *box);

#endif
