/* Remote arrays behind their pointers. */
#ifndef VIEWFAB_REMOTE_REMOTE_H
#define VIEWFAB_REMOTE_REMOTE_H

#include <viewfab/remote.h>

#include "../core/remote_part.h"
#include "../group/window.h"

struct vf_remote {
  vf_group *group;
  vfi_window *window;
  vf_view *view;    /* of the own part; the view ends before the array if the context is closed */
  vfi_array *array; /* its array, while the view lives */
  vfi_remote_part part;
  vfi_remote_handle handle; /* reaches mapped parts, one element at a time */
  vf_type type;
  int64_t *begins; /* [ranks + 1] global index of the first element of each; then the lengths, [ranks] */
  void *tables;    /* parts and lengths in memory of a GPU; NULL on the host */
  char label[VF_LABEL_LENGTH];
  char call[VF_CALL_NAME + VF_LABEL_LENGTH]; /* "vf_remote_create of 'x'" */
  struct vf_remote *next;                    /* list of the live remote arrays */
};

/* Refuses a remote array that is not live; who names the caller. Takes the lock itself. Errors: VF_ERROR_NULL,
 * VF_ERROR_STATE. */
vf_status vfi_remote_live(const vf_remote *remote, const char *who);

/* Functions for access to parts mapped on the host; their state is the remote array. */
vfi_remote_handle vfi_remote_handle_of_parts(vf_remote *remote);

/* The window, the tables and the view; the group knows the lengths. After a failure vfi_remote_unmake frees the made
 * parts. */
vf_status vfi_remote_make(vf_remote *remote);
void vfi_remote_unmake(vf_remote *remote);

#endif
