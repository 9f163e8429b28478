/* Windows: memory of all members of a group, side by side. If possible, byte o of the part of rank r lies at base + (r
 * << shift) + o; else at parts[r] + o. */
#ifndef VIEWFAB_GROUP_WINDOW_H
#define VIEWFAB_GROUP_WINDOW_H

#include "link.h"

struct vfi_window_kind;

typedef struct vfi_window {
  vf_group *group;
  const struct vfi_window_kind *kind;
  size_t bytes;        /* of the own part, as asked for; zeros at first */
  size_t *sizes;       /* [ranks] the same of each */
  int shift;           /* a part has room for 1 << shift bytes of addresses */
  char *base;          /* NULL: some part is not reached, or there are not so many addresses */
  char **parts;        /* [ranks] addresses for this rank's device; NULL: not reached. The own part always is reached */
  char (*why)[VF_WHY]; /* [ranks] the reason if a part is not reached */
  void *state;         /* of its kind */
} vfi_window;

/* One kind for the memory of hosts, another kind for the memory of GPUs. */
typedef struct vfi_window_kind {
  const char *name;
  vf_status (*create)(vfi_window *window, const char *call); /* collective; bytes, sizes, shift are set */
  void (*release)(vfi_window *window);                       /* the own part and the mapped parts of others */
} vfi_window_kind;

extern const vfi_window_kind vfi_window_host, vfi_window_gpu;

/* On a symmetric heap (symmetric_heap.h): kernels may reach parts that are not mapped. If the group has no such heap,
 * making such a window fails with VF_ERROR_STATE on all members. Its release is collective. */
extern const vfi_window_kind vfi_window_symmetric;

/* Makes a window in memory of the group's device. Collective. A part out of reach is no failure.
 *   call    name for messages
 *   bytes   of the own part; members may differ, and give 0
 *   window  out; every member releases the window by vfi_window_release
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER. */
vf_status vfi_window_create(vf_group *group, const char *call, size_t bytes, vfi_window **window);

/* The same in memory of the host, whatever the device. */
vf_status vfi_window_create_host(vf_group *group, const char *call, size_t bytes, vfi_window **window);

/* The same in memory of one kind. */
vf_status vfi_window_create_as(vf_group *group, const vfi_window_kind *kind, const char *call, size_t bytes,
                               vfi_window **window);

/* Frees a window. Not collective: the caller has made sure, by vfi_group_agree behind an empty queue, that no member
 * uses the own part any more. NULL is allowed. */
void vfi_window_release(vfi_window *window);

/* Queues a wait for the puts of this rank's kernels into a window: a fence of the group behind this wait orders the
 * puts too.
 * Errors: VF_ERROR_DEVICE. */
vf_status vfi_window_quiet(const vfi_window *window);

/* The ways in which GPUs share windows, for the transports; a transport stands for one way. */
typedef enum vfi_window_ways {
  VF_WINDOW_ANY,  /* side by side, or in blocks if a pair of one host does not reach each other side by side */
  VF_WINDOW_FLAT, /* side by side, for the pairs that reach each other so */
  VF_WINDOW_BLOCKS
} vfi_window_ways;

/* The work of vfi_window_create for the group's GPUs, in a window with the members up to `why` set. Collective. */
vf_status vfi_window_gpu_make(vfi_window *window, const char *call, vfi_window_ways ways);

void vfi_window_gpu_drop(vfi_window *window);

/* Shared memory of the host, page-locked; parts are as the device sees them. The window's own part may have no
 * bytes. */
extern const vfi_window_kind vfi_window_registered;

/* The part of a rank for the host; NULL: the device does not reach the part. */
char *vfi_window_registered_host(const vfi_window *window, int rank);

#endif
