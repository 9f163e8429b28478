/* The run of a port: bring the data, launch, note what was written. */
#ifndef VIEWFAB_CORE_EXECUTE_H
#define VIEWFAB_CORE_EXECUTE_H

#include "check.h"
#include "results.h"

/* Boxes of a call without the empty ones; few are the common case and need no memory. All of them where views go with boxes. */
typedef struct vf_box_list {
  vf_box few[8];
  vf_box *boxes;
  bool borrowed;         /* boxes are the caller's */
  const vf_box *domains; /* as in vf_launch */
  int count;
  vf_partial *rows; /* room on the host for the rows of all tiles, as they are before they are combined; NULL: none */
  bool rows_alone;  /* they are all that is wanted: whoever asked for them gives the results to the caller */
} vf_box_list;

/* Tiles of all boxes and components, for a kernel that gives results. */
int64_t vf_box_list_tiles(const vf_box_list *list, int components);

vf_status vf_box_list_fill(const vf_call *call, const vf_checked *checked, vf_box_list *list);
void vf_box_list_free(const vf_box_list *list);

/* Runs a call that has been checked. Lock held; it is released while the kernel runs. */
vf_status vf_execute(const vf_call *call, const vf_checked *checked, const vf_box_list *list);

/* Its parts, for several calls that run as one launch. Lock held but in vf_execute_launch. */

/* Lists the arrays of a call that has points, as it needs them on the device. Errors: those of vf_operand_list. */
vf_status vf_execute_need(const vf_call *call, const vf_checked *checked, vf_moves *moves);

/* Queues a launch; the text of its failure is that of the call. */
vf_status vf_execute_launch(const vf_call *call, const vf_checked *checked, const vf_launch *arguments);

/* Notes what a call that has points wrote; or, where the launch failed, may have written. */
void vf_execute_commit(const vf_call *call, const vf_checked *checked);
void vf_execute_distrust(const vf_call *call, const vf_checked *checked);

#endif
