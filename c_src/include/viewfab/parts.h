/* Parts of views: boxes, components, and layers around a box. The calls are those of viewfab.h for whole views. */
#ifndef VIEWFAB_PARTS_H
#define VIEWFAB_PARTS_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copy elements of a view, whatever the state is: the box, or the layers around the box `interior`. Only these elements
 * are equal on both sides afterwards, and complete when the call returns. viewfab keeps the states of parts: a later whole sync
 * or access moves only what is still old. A copy to the host leaves elements that are newer there.
 *   view        a view, no set
 *   box         in the view's own indices; directions that the view does not have are ignored. NULL: all
 *   interior    the box inside the copied layers
 *   depth       layers around it, as far as the view has them; 0: all that the view has
 *   components  [2] first and last index in the last direction of the view, which is then no direction of the box;
 *               NULL: all
 * An empty box copies nothing. A copy to the host brings all old elements if the validation or VF_COHERENCE looks at the
 * array, and if the elements do not form a box in the whole array's own directions.
 * Errors: as for vf_view_sync_d2h; VF_ERROR_BOX (outside of the view, empty interior), VF_ERROR_COMPONENT, VF_ERROR_MEMORY,
 * VF_ERROR_ARGUMENT (depth; a box in a view with axes; to the device elements that do not form a box of the array). */
VF_API vf_status vf_view_sync_h2d_box(vf_view *view, const vf_box *box, const int *components);
VF_API vf_status vf_view_sync_d2h_box(vf_view *view, const vf_box *box, const int *components);
VF_API vf_status vf_view_sync_h2d_ghosts(vf_view *view, const vf_box *interior, int depth, const int *components);
VF_API vf_status vf_view_sync_d2h_ghosts(vf_view *view, const vf_box *interior, int depth, const int *components);

/* vf_view_to_host and vf_view_to_device for a box and components of a view: only what is old among them is copied, and a write makes only them old on
 * the other side. VF_WRITE is the promise to overwrite all of them. Arguments as for vf_view_sync_h2d_box. An empty box
 * is no access. Errors: as for vf_view_to_host; VF_ERROR_BOX, VF_ERROR_COMPONENT, VF_ERROR_ARGUMENT (a box in a view
 * with axes, a remote array). */
VF_API vf_status vf_view_to_host_box(vf_view *view, vf_intent intent, const vf_box *box, const int *components);
VF_API vf_status vf_view_to_device_box(vf_view *view, vf_intent intent, const vf_box *box, const int *components);

/* vf_view_mark_written for a box and components of a view, as for vf_view_sync_h2d_box. Errors: as for vf_view_mark_written
 * (VF_ERROR_STALE counts these elements alone) and vf_view_to_host_box; VF_ERROR_MEMORY, VF_ERROR_DEVICE (the array had
 * to be brought over as a whole). */
VF_API vf_status vf_view_mark_written_box(vf_view *view, vf_side side, const vf_box *box, const int *components);

/* vf_view_state for a box and components of a view. Errors: VF_ERROR_NULL, and as for vf_view_to_host_box. */
VF_API vf_status vf_view_state_box(const vf_view *view, const vf_box *box, const int *components, bool *host_valid,
                                   bool *device_valid);

#ifdef __cplusplus
}
#endif

#endif
