/* Layouts: the boxes of all ranks of a group, and which rank owns which.
 *
 * Boxes have numbers, from 0, that are the same on all ranks. A rank has *places*, from 0, for those that it owns, in the
 * order of their numbers. It may own none.
 *
 * A set on a layout is an ordinary set of the own boxes that knows of the others. Kernels work on the own boxes, as ever and
 * without any communication. vf_set_fill_ghosts of it is collective, and fills ghosts from the boxes of all ranks.
 */
#ifndef VIEWFAB_LAYOUT_H
#define VIEWFAB_LAYOUT_H

#include <viewfab/group.h>
#include <viewfab/set.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_layout vf_layout;

/* Makes a layout of what each rank has. Collective. Boxes are numbered by rank, then by their place in the list.
 *   group      borrowed; it stays until the layout and the sets on it are released
 *   own        [own_count] cells of the boxes of this rank, in the code's own indices; copied
 *   own_count  at least 0
 *   label      name for messages, the same on all ranks; copied; NULL: "unnamed"
 *   layout     out; the caller destroys it
 * Boxes that overlap are refused when ghosts are filled.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (own_count, more boxes than an int counts), VF_ERROR_BOX (a box that no kernel can
 * walk), VF_ERROR_STATE, VF_ERROR_MEMORY, VF_ERROR_PEER. */
VF_API vf_status vf_layout_create(vf_group *group, const vf_box *own, int own_count, const char *label,
                                  vf_layout **layout);

/* Makes a layout of a list that all ranks have. Collective. Box b of the list has the number b.
 *   all     [count] cells of all boxes, the same on all ranks; copied
 *   owners  [count] rank of each; copied
 *   count   at least 0
 * Other arguments and errors as above; VF_ERROR_ARGUMENT also for an owner that is no rank, VF_ERROR_PEER where ranks have
 * different lists. */
VF_API vf_status vf_layout_create_owned(vf_group *group, const vf_box *all, const int *owners, int count,
                                        const char *label, vf_layout **layout);

/* Cuts a domain into boxes and gives them to ranks: in Z-Morton order, in which neighbours are mostly near, cut so that
 * ranks have about as many cells each. Not collective; the same everywhere.
 *   domain  cells; not empty
 *   size    cells of a box in each direction, at least 1; the last boxes of a direction may be smaller
 *   ranks   at least 1. There may be more ranks than boxes
 *   boxes   [*count] out: the boxes, in that order; NULL: only count is wanted
 *   owners  [*count] out: rank of each, from 0; NULL with boxes
 *   count   in: room in the lists; out: boxes that there are
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (size, ranks, too little room, more boxes than an int counts), VF_ERROR_BOX (an
 * empty domain, or one that no kernel can walk), VF_ERROR_MEMORY. */
VF_API vf_status vf_layout_distribute(const vf_box *domain, const int size[3], int ranks, vf_box *boxes, int *owners,
                                      int *count);

/* How many boxes this rank owns, and how many there are. Either may be NULL. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_layout_size(const vf_layout *layout, int *own, int *all);

/* A box, whoever owns it.
 *   number  from 0
 *   box     out: its cells. May be NULL
 *   owner   out: its rank. May be NULL
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (number). */
VF_API vf_status vf_layout_box(const vf_layout *layout, int number, vf_box *box, int *owner);

/* The number of the box at a place, from 0, of this rank. Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (place). */
VF_API vf_status vf_layout_own(const vf_layout *layout, int place, int *number);

/* The group of a layout. Borrowed. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_layout_group(const vf_layout *layout, vf_group **group);

/* Ends a layout; *layout becomes NULL. Not collective. Sets on it may be released before or after it.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (it was destroyed already). */
VF_API vf_status vf_layout_destroy(vf_layout **layout);

/* ---- Sets on a layout --------------------------------------------------------------------------------- */

/* Makes a set of views of the own boxes, as vf_set_wrap does. Not collective; but all ranks give views of one element type
 * and as many components, else vf_set_fill_ghosts fails.
 *   layout  whose group's context the views belong to
 *   views   [own boxes] in the order of places
 *   label   name for messages, the same on all ranks; copied; NULL: "unnamed"
 *   set     out; the caller releases it with vf_view_release
 * Errors: those of vf_set_wrap; VF_ERROR_STATE (the layout was destroyed). */
VF_API vf_status vf_set_wrap_on(vf_layout *layout, vf_view *const views[], const char *label, vf_set **set);

/* Makes a set on the own boxes whose arrays viewfab owns. Arguments and errors as for vf_set_create and vf_set_wrap_on.
 * A rank without boxes has to make sets by this call, which says their type: vf_set_wrap_on cannot know it from no views, and
 * takes that of the other ranks. */
VF_API vf_status vf_set_create_on(vf_layout *layout, vf_type type, int components, int ghosts, int face,
                                  const char *label, vf_set **set);

/* The same with ghosts by direction. Arguments and errors as for vf_set_create_by_direction and vf_set_wrap_on. */
VF_API vf_status vf_set_create_on_by_direction(vf_layout *layout, vf_type type, int rank, int components,
                                               const int ghosts[3], int face, const char *label, vf_set **set);

/* The layout that a set is on. Borrowed; NULL: it is on none. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (not a set). */
VF_API vf_status vf_set_layout(const vf_set *set, vf_layout **layout);

/* vf_set_fill_ghosts in two calls, both collective for a set on a layout; between them the ghosts that come from other ranks
 * are on their way, and kernels may run that neither read ghosts nor change cells of the set. All else is filled by the first
 * call, which has the arguments of vf_set_fill_ghosts. A group has one exchange that is begun and not ended. For a set on no
 * layout the first call does all, and the second one nothing.
 * Errors: those of vf_set_fill_ghosts; VF_ERROR_STATE (the group has an exchange that is begun), VF_ERROR_PEER. */
VF_API vf_status vf_set_fill_ghosts_begin(vf_set *set, vf_set *wall, int layers, const vf_box *domain,
                                          const vf_boundary *sides);

/* The same with layers by direction, as vf_set_fill_ghosts_by_direction has them. Errors as above. */
VF_API vf_status vf_set_fill_ghosts_begin_by_direction(vf_set *set, vf_set *wall, const int layers[3],
                                                       const vf_box *domain, const vf_boundary *sides);

/* Ends it: waits for the ghosts that come from other ranks, and fills them in. On GPUs the host does not wait, where the
 * transport allows that.
 *   set  that it was begun on (updated)
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (not a set), VF_ERROR_STATE (none was begun on this set), VF_ERROR_DEVICE,
 * VF_ERROR_PEER. */
VF_API vf_status vf_set_fill_ghosts_end(vf_set *set);

#ifdef __cplusplus
}
#endif

#endif
