/* The checks of a call, the resolved call that they produce, and its holds: locks against a release of its views while
 * foreign code runs. Lock held. */
#ifndef VIEWFAB_CORE_CHECK_H
#define VIEWFAB_CORE_CHECK_H

#include <viewfab/backend.h>

#include "region.h"
#include "set.h"

/* A call, resolved. */
typedef struct vfi_checked {
  vf_context *context;
  vf_type type;     /* of the real arrays; VF_REAL64 if the kernel has none */
  int components;   /* components of the call; over columns, species */
  int levels;       /* over columns; else 1 */
  bool levels_said; /* the call names its levels, and first_level is the first of them, in the bounds of each array */
  int first_level;
  vfi_halo halo; /* the visited ghosts */
  /* [argument] NULL for values, and for arrays without access in the call. The caller of the check owns the memory. */
  vfi_operand **operands;
  bool by_box;        /* some operand has a view for each box */
  vfi_record *result; /* of result_view, or NULL */
} vfi_checked;

/* The view of an array argument for a box of the call; NULL for values, and for a missing view of a set. If all
 * operands are single views, all boxes have the view of box 0. */
static inline vfi_record *vfi_checked_record(const vfi_checked *checked, int argument, int box)
{
  const vfi_operand *operand = checked->operands[argument];
  return operand && operand->count ? operand->records[box * operand->step] : NULL;
}

/* The same in the form for regions; the view exists. */
static inline vfi_use vfi_checked_use(const vfi_call *call, const vfi_checked *checked, int argument, int box)
{
  const vfi_record *record = vfi_checked_record(checked, argument, box);
  const vfi_kernel_description *kernel = &call->kernel->description;
  const int first = vfi_record_first_direction(record, &kernel->arguments[argument].map);
  return (vfi_use){ kernel, argument, call->arguments, call->selector, record->lower + first, record->upper + first };
}

/* The boxes [*first, *end) of a call for view v of an operand. */
static inline void vfi_operand_boxes(const vfi_operand *operand, int v, int box_count, int *first, int *end)
{
  *first = v * operand->step;
  *end = operand->step ? v + 1 : box_count;
}

/* Refuses calls with missing views, with sets of another number of boxes than the call, of mixed kinds or contexts,
 * with components that do not agree, with boxes whose region lies outside a view, and with elements that are read and
 * written through two arguments. */
vf_status vfi_check_call(const vfi_call *call, vfi_checked *checked); /* checked->operands is set */

/* The part of the check that compares the needed elements of a box with the views. */
vf_status vfi_check_regions(const vfi_call *call, const vfi_checked *checked, int b);

/* The part of the check for kernels over ghosts: refuses a depth or centring out of range, and ghosts without an
 * image. */
vf_status vfi_check_ghosts(const vfi_call *call, const vfi_checked *checked);

/* The part of the check that looks for elements read and written through two arguments. */
vf_status vfi_check_aliases(const vfi_call *call, const vfi_checked *checked);

/* True if two regions share elements of one array. Views of the same layout are compared by boxes and components;
 * others by their ranges of memory. */
bool vfi_regions_meet(const vfi_record *p, const vf_box *p_region, const vfi_record *q, const vf_box *q_region);

/* Refuses unknown kinds, one periodic face of two, distances and orders out of range. caller is a name without its vf_,
 * and name is the name of the argument. */
vf_status vfi_check_boundary(const char *caller, const char *name, const vf_boundary *sides);

/* The views of an array argument with all elements overwritten by the call, in the operand's scratch; NULL if this
 * makes no difference for its intent. */
const bool *vfi_check_overwritten(const vfi_call *call, const vfi_checked *checked, int argument);

/* The largest box of elements in view v of an array argument that the call overwrites completely. False if there is
 * none, or if the view is not all of its array. */
bool vfi_check_overwritten_box(const vfi_call *call, const vfi_checked *checked, int argument, int v,
                               vfi_overwritten *box);

/* Behind a call in a build with VIEWFAB_BOUNDS: the error of the access on record, VF_ERROR_BOUNDS, and an empty record;
 * VF_OK without an access on record. */
vf_status vfi_bounds_report(const vfi_call *call, const vfi_checked *checked, vfi_bounds_record *record);

/* Holds of a call while foreign code runs for the call with the lock released: no thread can release the views, sets and
 * context before the end of the hold. Each hold is let go again; they may be nested. */
void vfi_hold(const vfi_call *call, const vfi_checked *checked);
void vfi_let_go(const vfi_call *call, const vfi_checked *checked);

/* Refuse where a call holds the view or set, or anything of the context.
 *   what  is being done: "vf_finalize"
 * Errors: VF_ERROR_STATE. */
vf_status vfi_check_free(const vfi_operand *operand);
vf_status vfi_check_context_free(const vf_context *context, const char *what);

#endif
