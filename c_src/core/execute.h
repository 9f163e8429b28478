/* The run of a port: bring the data, launch, note the written arrays. */
#ifndef VIEWFAB_CORE_EXECUTE_H
#define VIEWFAB_CORE_EXECUTE_H

#include "check.h"
#include "results.h"

/* Boxes of a call without the empty boxes. Few boxes are the common case and need no memory. All boxes if views go with
 * boxes. */
typedef struct vf_box_list {
  vf_box few[8];
  vf_box *boxes;
  bool borrowed;         /* boxes are the caller's */
  const vf_box *domains; /* as in vf_launch */
  int count;
  vf_partial *rows; /* room on the host for the rows of all tiles, as they are before they are combined; NULL: none */
  bool rows_alone;  /* only the rows are needed: the asking code gives the results to the caller */
} vf_box_list;

/* Tiles of all boxes and components, for a kernel that gives results. */
int64_t vf_box_list_tiles(const vf_box_list *list, int components);

vf_status vf_box_list_fill(const vf_call *call, const vf_checked *checked, vf_box_list *list);
void vf_box_list_free(const vf_box_list *list);

/* Runs a checked call. Lock held; the function releases the lock while the kernel runs. */
vf_status vf_execute(const vf_call *call, const vf_checked *checked, const vf_box_list *list);

/* Parts of a run, for several calls in one launch. Lock held except in vf_execute_launch. */

/* Lists the arrays of a call with points, for access on the device. Errors: the errors of vf_operand_list. */
vf_status vf_execute_need(const vf_call *call, const vf_checked *checked, vf_moves *moves);

/* Queues a launch; a failure has the text of the call. */
vf_status vf_execute_launch(const vf_call *call, const vf_checked *checked, const vf_launch *arguments);

/* Notes the writes of a call with points or, if the launch failed, the possible writes. */
void vf_execute_commit(const vf_call *call, const vf_checked *checked);
void vf_execute_distrust(const vf_call *call, const vf_checked *checked);

#endif
