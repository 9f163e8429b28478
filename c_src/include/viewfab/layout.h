/* Layouts: the boxes of all ranks of a group, and the owner of each box.
 *
 * Boxes have numbers, from 0, the same on all ranks. A rank has *places*, from 0, for its own boxes, in the order of
 * their numbers. A rank may own no box.
 *
 * A set on a layout is an ordinary set of the own boxes and also knows the boxes of other ranks. Kernels work on the
 * own boxes, as always and without any communication. vf_set_fill_ghosts on such a set is collective, and fills ghosts
 * from the boxes of all ranks.
 */
#ifndef VIEWFAB_LAYOUT_H
#define VIEWFAB_LAYOUT_H

#include <viewfab/group.h>
#include <viewfab/set.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_layout vf_layout;

/* Makes a layout of the boxes of each rank. Collective. Boxes are numbered by rank, then by their place in the list.
 *   group      borrowed; the caller destroys the layout and the sets on the layout before the group
 *   own        [own_count] cells of the boxes of this rank, in the code's own indices; copied
 *   own_count  at least 0
 *   label      name for messages, the same on all ranks; copied; NULL: "unnamed"
 *   layout     out; the caller destroys the layout
 * Boxes that overlap are refused when ghosts are filled.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (own_count, more boxes than an int counts), VF_ERROR_BOX (a box beyond the
 * limits of kernels), VF_ERROR_STATE, VF_ERROR_MEMORY, VF_ERROR_PEER. */
VF_API vf_status vf_layout_create(vf_group *group, const vf_box *own, int own_count, const char *label,
                                  vf_layout **layout);

/* Makes a layout of a list that all ranks have. Collective. Box b of the list has the number b.
 *   all     [count] cells of all boxes, the same on all ranks; copied
 *   owners  [count] rank of each; copied
 *   count   at least 0
 * Other arguments and errors as above; VF_ERROR_ARGUMENT also for an owner that is no rank, VF_ERROR_PEER if ranks have
 * different lists. */
VF_API vf_status vf_layout_create_owned(vf_group *group, const vf_box *all, const int *owners, int count,
                                        const char *label, vf_layout **layout);

/* Cuts a domain into boxes and gives the boxes to ranks. The boxes stand in Z-Morton order, so that neighbours are
 * mostly near. Each rank gets about as many cells as the other ranks. Not collective; the same result on all ranks.
 *   domain  cells; not empty
 *   size    cells of a box in each direction, at least 1; the last boxes of a direction may be smaller
 *   ranks   at least 1. There may be more ranks than boxes
 *   boxes   [*count] out: the boxes, in Z-Morton order; NULL: the call gives count alone
 *   owners  [*count] out: rank of each, from 0; NULL with boxes
 *   count   in: room in the lists; out: number of boxes
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (size, ranks, too little room, more boxes than an int counts), VF_ERROR_BOX
 * (a domain that is empty or beyond the limits of kernels), VF_ERROR_MEMORY. */
VF_API vf_status vf_layout_distribute(const vf_box *domain, const int size[3], int ranks, vf_box *boxes, int *owners,
                                      int *count);

/* How many boxes this rank owns, and how many there are. Either may be NULL. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_layout_size(const vf_layout *layout, int *own, int *all);

/* A box of any owner.
 *   number  from 0
 *   box     out: the cells of the box. May be NULL
 *   owner   out: the rank of the owner. May be NULL
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (number). */
VF_API vf_status vf_layout_box(const vf_layout *layout, int number, vf_box *box, int *owner);

/* The number of the box at a place, from 0, of this rank. Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT
 * (place). */
VF_API vf_status vf_layout_own(const vf_layout *layout, int place, int *number);

/* The group of a layout. Borrowed. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_layout_group(const vf_layout *layout, vf_group **group);

/* Ends a layout; *layout becomes NULL. Not collective. Sets on the layout may be released before or after this call.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (the layout was destroyed already). */
VF_API vf_status vf_layout_destroy(vf_layout **layout);

/* ---- Sets on a layout --------------------------------------------------------------------------------- */

/* Makes a set of views of the own boxes, as vf_set_wrap does. Not collective. All ranks give views of one element type
 * with equally many components, else vf_set_fill_ghosts fails.
 *   layout  the views belong to the context of its group
 *   views   [own boxes] in the order of places
 *   label   name for messages, the same on all ranks; copied; NULL: "unnamed"
 *   set     out; the caller releases the set with vf_view_release
 * Errors: the errors of vf_set_wrap; VF_ERROR_STATE (the layout was destroyed). */
VF_API vf_status vf_set_wrap_on(vf_layout *layout, vf_view *const views[], const char *label, vf_set **set);

/* Makes a set on the own boxes; viewfab owns the arrays. Arguments and errors as for vf_set_create and vf_set_wrap_on.
 * A rank without boxes has to make its sets by this call, because the call names their type. vf_set_wrap_on cannot find
 * the type without views, and takes the type of the other ranks. */
VF_API vf_status vf_set_create_on(vf_layout *layout, vf_type type, int components, int ghosts, int face,
                                  const char *label, vf_set **set);

/* The same with ghosts by direction. Arguments and errors as for vf_set_create_by_direction and vf_set_wrap_on. */
VF_API vf_status vf_set_create_on_by_direction(vf_layout *layout, vf_type type, int rank, int components,
                                               const int ghosts[3], int face, const char *label, vf_set **set);

/* The layout of a set. Borrowed; NULL: the set has no layout. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (not a set). */
VF_API vf_status vf_set_layout(const vf_set *set, vf_layout **layout);

/* vf_set_fill_ghosts in two calls, both collective for a set on a layout. The first call has the arguments of
 * vf_set_fill_ghosts and fills all ghosts from this rank; the ghosts from other ranks are on their way until the second
 * call. Between the calls kernels may run if they neither read ghosts nor change cells of the set. A group has at most
 * one exchange between its begin and its end. For a set without a layout the first call does all, and the second call
 * nothing.
 * Errors: the errors of vf_set_fill_ghosts; VF_ERROR_STATE (the group has an exchange without an end),
 * VF_ERROR_PEER. */
VF_API vf_status vf_set_fill_ghosts_begin(vf_set *set, vf_set *wall, int layers, const vf_box *domain,
                                          const vf_boundary *sides);

/* The same with layers by direction, as vf_set_fill_ghosts_by_direction has them. Errors as above. */
VF_API vf_status vf_set_fill_ghosts_begin_by_direction(vf_set *set, vf_set *wall, const int layers[3],
                                                       const vf_box *domain, const vf_boundary *sides);

/* Ends the exchange: waits for the ghosts from other ranks, and fills them in. On GPUs the host does not wait if the
 * transport allows this.
 *   set  the set of vf_set_fill_ghosts_begin (updated)
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (not a set), VF_ERROR_STATE (no exchange was begun on this set),
 * VF_ERROR_DEVICE, VF_ERROR_PEER. */
VF_API vf_status vf_set_fill_ghosts_end(vf_set *set);

#ifdef __cplusplus
}
#endif

#endif
