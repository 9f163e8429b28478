/* The run of a port: bring the data, launch, note the written arrays. */
#ifndef VIEWFAB_CORE_EXECUTE_H
#define VIEWFAB_CORE_EXECUTE_H

#include "check.h"
#include "results.h"

/* Boxes of a call without the empty boxes. Few boxes are the common case and need no memory. All boxes if views go with
 * boxes. */
typedef struct vfi_box_list {
  vf_box few[8];
  vf_box *boxes;
  bool borrowed;         /* boxes are the caller's */
  const vf_box *domains; /* as in vfi_launch */
  int count;
  vf_partial *rows; /* room on the host for the rows of all tiles, as they are before they are combined; NULL: none */
  bool rows_alone;  /* only the rows are needed: the asking code gives the results to the caller */
} vfi_box_list;

/* Tiles of all boxes and components, for a kernel that gives results. */
int64_t vfi_box_list_tiles(const vfi_box_list *list, int components);

vf_status vfi_box_list_fill(const vfi_call *call, const vfi_checked *checked, vfi_box_list *list);
void vfi_box_list_free(const vfi_box_list *list);

/* Runs a checked call. Lock held; the function releases the lock while the kernel runs.
 *   may_be_cut  if the arrays do not fit on the device together, the call runs in slabs or on the host (see slabs.h). The written
 *               arrays are then on the host. */
vf_status vfi_execute_as(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, bool may_be_cut);

static inline vf_status vfi_execute(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  return vfi_execute_as(call, checked, list, false);
}

/* Parts of a run, for several calls in one launch. Lock held except in vfi_execute_launch. */

/* Lists the arrays of a call with points, for access on the device. Errors: the errors of vfi_operand_list. */
vf_status vfi_execute_need(const vfi_call *call, const vfi_checked *checked, vfi_moves *moves);

/* Queues a launch; a failure has the text of the call.
 *   queue  the queue of the arguments, for the profile; NULL: the own queue of the context */
vf_status vfi_execute_launch(const vfi_call *call, const vfi_checked *checked, const struct vf_queue *queue,
                             const vfi_launch *arguments);

/* Notes the writes of a call with points or, if the launch failed, the possible writes. */
void vfi_execute_commit(const vfi_call *call, const vfi_checked *checked);
void vfi_execute_distrust(const vfi_call *call, const vfi_checked *checked);

/* The tables of a launch on sets. */
typedef struct vfi_set_launch {
  vfi_launch_sets tables;
  vfi_buffer *tables_of_call; /* spans of views beside sets, and boxes of no set; NULL if there are none */
} vfi_set_launch;

/* Fills the tables from the tables of sets on the device, made at the first use. All data of the call are on the
 * device.
 *   queue  of the launch; NULL: the own queue of the context
 * Takes the lock itself. vfi_set_launch_end frees the memory of begin after the launch is queued. */
vf_status vfi_set_launch_begin(const vfi_call *call, const vfi_checked *checked, struct vf_queue *queue,
                               vfi_set_launch *launch);
void vfi_set_launch_end(vfi_set_launch *launch);

/* Bytes of the packed values of a call, for a kernel with values by box, else 0; and the values in the packed form. */
size_t vfi_packed_values_size(const vfi_kernel_description *kernel);
void vfi_packed_values_write(const vfi_call *call, char *to);

#endif
