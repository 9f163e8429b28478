/* The checks of a call, and what they find out about its arrays. Lock held. */
#ifndef VIEWFAB_CORE_CHECK_H
#define VIEWFAB_CORE_CHECK_H

#include "region.h"
#include "set.h"

/* A call, resolved. */
typedef struct vf_checked {
  vf_context *context;
  vf_type type;     /* of the real arrays; VF_REAL64 where the kernel has none */
  int components;   /* that the kernel walks; over columns, species */
  int levels;       /* over columns; else 1 */
  bool levels_said; /* they begin with this one in the bounds of each array: */
  int first_level;
  /* [argument] NULL for values, and for arrays that the call does not read. Memory of who has the call checked. */
  vf_operand **operands;
  bool by_box;       /* some operand has a view for each box */
  vf_record *result; /* of result_view, or NULL */
} vf_checked;

/* The view of an array argument for a box of the call; NULL for values, and where a set has no view. Calls whose
 * operands are views by themselves have one for all boxes, that of box 0. */
static inline vf_record *vf_checked_record(const vf_checked *checked, int argument, int box)
{
  const vf_operand *operand = checked->operands[argument];
  return operand && operand->count ? operand->records[box * operand->step] : NULL;
}

/* The same as regions take it; there is a view. */
static inline vf_use vf_checked_use(const vf_call *call, const vf_checked *checked, int argument, int box)
{
  const vf_record *record = vf_checked_record(checked, argument, box);
  const vf_kernel_description *kernel = &call->kernel->description;
  const int first = vf_record_first_direction(record, &kernel->arguments[argument].map);
  return (vf_use){ kernel, argument, call->arguments, call->selector, record->lower + first, record->upper + first };
}

/* The boxes of a call, [*first, *end), that view v of an operand is for. */
static inline void vf_operand_boxes(const vf_operand *operand, int v, int box_count, int *first, int *end)
{
  *first = v * operand->step;
  *end = operand->step ? v + 1 : box_count;
}

/* Refuses calls with views missing, with sets that have another number of boxes than the call, of mixed kinds or
 * contexts, with components that do not agree, with boxes whose region lies outside a view, and with elements that are
 * read and written through two arguments. */
vf_status vf_check_call(const vf_call *call, vf_checked *checked); /* checked->operands is set */

/* The part of it that holds the elements which a box of the call needs against the views. */
vf_status vf_check_regions(const vf_call *call, const vf_checked *checked, int b);

/* The part of it that looks for elements which are read and written through two arguments. */
vf_status vf_check_aliases(const vf_call *call, const vf_checked *checked);

/* Whether elements of one array are shared by two regions. Views of the same layout are compared by boxes and
 * components; others by their ranges of memory. */
bool vf_regions_meet(const vf_record *p, const vf_box *p_region, const vf_record *q, const vf_box *q_region);

/* Refuses kinds that there are not, one periodic face of two, distances and orders out of range. caller is a name
 * without its vf_, and name that of the argument. */
vf_status vf_check_boundary(const char *caller, const char *name, const vf_boundary *sides);

/* Which views of an array argument the call overwrites, each of their elements, in the operand's scratch; NULL where its
 * intent makes that no difference. */
const bool *vf_check_overwritten(const vf_call *call, const vf_checked *checked, int argument);

/* The largest box of elements that the call overwrites in view v of an array argument, each of them. False where there
 * is none, or the view is not all of its array. */
bool vf_check_overwritten_box(const vf_call *call, const vf_checked *checked, int argument, int v, vf_overwritten *box);

#endif
