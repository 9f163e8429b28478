/* Windows: memory of all members of a group, side by side. If possible, byte o of the part of rank r lies at base + (r
 * << shift) + o; else at parts[r] + o. */
#ifndef VIEWFAB_GROUP_WINDOW_H
#define VIEWFAB_GROUP_WINDOW_H

#include "link.h"

struct vf_window_kind;

typedef struct vf_window {
  vf_group *group;
  const struct vf_window_kind *kind;
  size_t bytes;        /* of the own part, as asked for; zeros at first */
  size_t *sizes;       /* [ranks] the same of each */
  int shift;           /* a part has room for 1 << shift bytes of addresses */
  char *base;          /* NULL: some part is not reached, or there are not so many addresses */
  char **parts;        /* [ranks] addresses for this rank's device; NULL: not reached. The own part always is reached */
  char (*why)[VF_WHY]; /* [ranks] the reason if a part is not reached */
  void *state;         /* of its kind */
} vf_window;

/* One kind for the memory of hosts, another kind for the memory of GPUs. */
typedef struct vf_window_kind {
  const char *name;
  vf_status (*create)(vf_window *window, const char *call); /* collective; bytes, sizes, shift are set */
  void (*release)(vf_window *window);                       /* the own part and the mapped parts of others */
} vf_window_kind;

extern const vf_window_kind vf_window_host, vf_window_gpu;

/* On a symmetric heap (symmetric_heap.h): kernels may reach parts that are not mapped. If the group has no such heap,
 * making such a window fails with VF_ERROR_STATE on all members. Its release is collective. */
extern const vf_window_kind vf_window_symmetric;

/* Makes a window in memory of the group's device. Collective. A part out of reach is no failure.
 *   call    name for messages
 *   bytes   of the own part; members may differ, and give 0
 *   window  out; every member releases the window by vf_window_release
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER. */
vf_status vf_window_create(vf_group *group, const char *call, size_t bytes, vf_window **window);

/* The same in memory of the host, whatever the device. */
vf_status vf_window_create_host(vf_group *group, const char *call, size_t bytes, vf_window **window);

/* The same in memory of one kind. */
vf_status vf_window_create_as(vf_group *group, const vf_window_kind *kind, const char *call, size_t bytes,
                              vf_window **window);

/* Frees a window. Not collective: the caller has made sure, by vf_group_agree behind an empty queue, that no member
 * uses the own part any more. NULL is allowed. */
void vf_window_release(vf_window *window);

/* Queues a wait for the puts of this rank's kernels into a window: a fence of the group behind this wait orders the
 * puts too.
 * Errors: VF_ERROR_DEVICE. */
vf_status vf_window_quiet(const vf_window *window);

#endif
