/* Sets: views of many boxes as one object, called MultiFab in BoxLib, on one device.
 *
 * A set has a list of boxes and a view for each box. A set is passed in place of a view: a kernel with a list of boxes
 * works on box b in the b-th view of every set of the call, in one launch. All boxes use the same view if a view stands
 * beside sets.
 *
 *   vf_gsrb_poisson_boxes(boxes, box_count, phi, rhs, h, colour);      phi and rhs are sets
 *
 * The following calls take a set as they take a view, and work on all its views: vf_view_sync_h2d, vf_view_sync_d2h,
 * vf_view_to_host, vf_view_to_device, vf_view_prefetch, vf_view_wait, vf_view_mark_written, vf_view_state (a side is valid if it
 * is valid for all views), vf_view_release, vf_view_label, vf_view_type, vf_view_context. The other calls on views refuse a set: take
 * one of its views with vf_set_view.
 */
#ifndef VIEWFAB_SET_H
#define VIEWFAB_SET_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef vf_view vf_set;

/* Makes a set of views. The set has views of its own on the same arrays, as from vf_view_component. Both the set and
 * the given views are released, in any order.
 *   context    NULL: the default context; the views belong to the context
 *   boxes      [box_count] cells of each view, in the code's own indices, without ghosts; copied. Kernels may be given
 *              other boxes, and the views may hold faces.
 *   box_count  >= 0; a process of a parallel code may own no box
 *   views      [box_count] of one element type and with the same component bounds. They may not share elements.
 *   label      name for messages; copied; NULL: "unnamed"
 *   set        out; the caller releases the set with vf_view_release
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (box_count), VF_ERROR_KIND, VF_ERROR_COMPONENT, VF_ERROR_CONTEXT,
 * VF_ERROR_OVERLAP (views share elements), VF_ERROR_BOX (a box beyond the limits of kernels), VF_ERROR_MEMORY. */
VF_API vf_status vf_set_wrap(vf_context *context, const vf_box *boxes, int box_count, vf_view *const views[],
                             const char *label, vf_set **set);

/* Makes a set with arrays that viewfab owns (zeroed): an array for each box, grown by ghosts on all sides.
 *   type        kind of the elements
 *   components  >= 1; their bounds are 1 .. components
 *   ghosts      layers, >= 0
 *   face        0: values in the cells; 1, 2, 3: on the faces in x, y, z, with one more index in this direction
 * Other arguments and errors as above; VF_ERROR_BOX also if ghosts would lie beyond the integers. Release frees the
 * arrays. */
VF_API vf_status vf_set_create(vf_context *context, const vf_box *boxes, int box_count, vf_type type, int components,
                               int ghosts, int face, const char *label, vf_set **set);

/* The same with ghosts by direction, for fields of 1, 2 or 3 directions.
 *   rank    directions of the field. With one component the arrays have this rank. With more components the arrays have
 *           rank 4, components last, and 1:1 in the directions that the field lacks. The boxes have 1:1 there too.
 *   ghosts  [3] layers in each direction, >= 0; 0 in the directions that the field lacks
 * Other arguments and errors as above; VF_ERROR_ARGUMENT also for the rank, and VF_ERROR_BOX for a box that is not 1:1
 * in a direction that the field lacks. */
VF_API vf_status vf_set_create_by_direction(vf_context *context, const vf_box *boxes, int box_count, vf_type type,
                                            int rank, int components, const int ghosts[3], int face, const char *label,
                                            vf_set **set);

/* Tells a set from a view.
 *   is_set     out: true if the handle is a set. May be NULL
 *   box_count  out: number of boxes of the set; 1 for a view. May be NULL
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_set_size(const vf_view *view, bool *is_set, int *box_count);

/* The box and the view (borrowed: the set releases the view) at place b, from 0. Either may be NULL.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (no set, b out of range). */
VF_API vf_status vf_set_view(vf_set *set, int b, vf_box *box, vf_view **view);

/* Fills ghost cells of the boxes of a cell-centred set, in one launch:
 *   - Ghosts inside another box of the set, or inside a periodic image of a box, get the value of the cell there, edges
 *     and corners included, as many layers deep as given.
 *   - Ghosts of the first layer beside a face of the domain, edges and corners excepted, are filled from the cells
 *     inside, as by the kernel fill_ghosts. A Dirichlet polynomial takes at most as many of these cells as the box has.
 *
 * All other ghosts (edges of the domain, faces without a box beside them) are left alone. The first call finds the
 * source of each ghost. The set keeps this plan for later calls with the same domain, layers and periodic faces. A set
 * keeps four plans.
 *
 * For a set on a layout (layout.h) the call is collective over the ranks of the group, boxes are the boxes of all
 * ranks, and ghosts from another rank take a second launch. All ranks give the same domain, layers and sides, and all
 * give a wall or none. If one rank refuses the call, the call fails on all ranks. Ghosts beside faces, and ghosts from
 * own boxes, may be filled then.
 *   set     (updated)
 *   wall    values on Dirichlet walls in the ghost cells beside them, a set of the same boxes (read); NULL: 0
 *   layers  >= 1, in each direction of the views: a plane has two directions. Each view holds its box grown by the
 *           layers
 *   domain  cells of the whole problem; holds every box
 *   sides   boundary of the domain; order and distances as in vf_boundary. Element types other than real32 and real64
 *           allow periodic faces only.
 *
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (layers, more layers than a periodic domain has cells, sides), VF_ERROR_BOX
 * (a box outside the domain, boxes that overlap, a view too small, a domain beyond the limits of kernels),
 * VF_ERROR_KIND, VF_ERROR_ALIAS, VF_ERROR_MEMORY, VF_ERROR_DEVICE; on a layout VF_ERROR_PEER (another rank refuses the
 * call; the arguments of ranks differ) and VF_ERROR_STATE. */
VF_API vf_status vf_set_fill_ghosts(vf_set *set, vf_set *wall, int layers, const vf_box *domain,
                                    const vf_boundary *sides);

/* The same with layers by direction.
 *   layers  [3] each >= 0, and at least one >= 1; 0 in directions that the views lack. In a direction without layers no
 *           ghosts are filled, for any value of sides
 * Other arguments and errors as above. */
VF_API vf_status vf_set_fill_ghosts_by_direction(vf_set *set, vf_set *wall, const int layers[3], const vf_box *domain,
                                                 const vf_boundary *sides);

#ifdef __cplusplus
}
#endif

#endif
