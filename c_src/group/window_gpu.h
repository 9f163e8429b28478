/* The ways in which GPUs share windows, for the transports; a transport stands for one way. */
#ifndef VIEWFAB_GROUP_WINDOW_GPU_H
#define VIEWFAB_GROUP_WINDOW_GPU_H

#include "window.h"

typedef enum vf_window_ways {
  VF_WINDOW_ANY,  /* side by side, or in blocks if a pair of one host does not reach each other side by side */
  VF_WINDOW_FLAT, /* side by side, for the pairs that reach each other so */
  VF_WINDOW_BLOCKS
} vf_window_ways;

/* The work of vf_window_create for the group's GPUs, in a window with the members up to `why` set. Collective. */
vf_status vf_window_gpu_make(vf_window *window, const char *call, vf_window_ways ways);

void vf_window_gpu_drop(vf_window *window);

/* Shared memory of the host, page-locked; parts are as the device sees them. The window's own part may have no
 * bytes. */
extern const vf_window_kind vf_window_registered;

/* The part of a rank for the host; NULL: the device does not reach the part. */
char *vf_window_registered_host(const vf_window *window, int rank);

#endif
