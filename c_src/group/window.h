/* Windows: memory of all members of a group, side by side. Byte o of the part of rank r lies at base + (r << shift) + o,
 * where that can be had; else at parts[r] + o. */
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
  char **parts;        /* [ranks] as this rank's device sees it; NULL: not reached. That of the own rank always is */
  char (*why)[VF_WHY]; /* [ranks] why it is not reached */
  void *state;         /* of its kind */
} vf_window;

/* One kind for the memory of hosts, one for that of GPUs. */
typedef struct vf_window_kind {
  const char *name;
  vf_status (*create)(vf_window *window, const char *call); /* collective; bytes, sizes, shift are set */
  void (*release)(vf_window *window);                       /* the own part and what was mapped of others */
} vf_window_kind;

extern const vf_window_kind vf_window_host, vf_window_gpu;

/* On a symmetric heap (symmetric_heap.h): parts may be reached by kernels that are not mapped. Where there is none for the
 * group, making such a window fails with VF_ERROR_STATE on all members. Its release is collective. */
extern const vf_window_kind vf_window_symmetric;

/* Makes a window in memory of the group's device. Collective. Parts that are not reached are no failure.
 *   call    name for messages
 *   bytes   of the own part; members may differ, and give 0
 *   window  out; every member releases it by vf_window_release
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER. */
vf_status vf_window_create(vf_group *group, const char *call, size_t bytes, vf_window **window);

/* The same in memory of the host, whatever the device. */
vf_status vf_window_create_host(vf_group *group, const char *call, size_t bytes, vf_window **window);

/* The same in memory of one kind. */
vf_status vf_window_create_as(vf_group *group, const vf_window_kind *kind, const char *call, size_t bytes,
                              vf_window **window);

/* Gives it back. Not collective: the caller has seen to it that no member uses the own part any more, by vf_group_agree behind
 * an empty queue. NULL is allowed. */
void vf_window_release(vf_window *window);

/* Queues a wait for what kernels of this rank have put into a window: behind it a fence of the group orders that too.
 * Errors: VF_ERROR_DEVICE. */
vf_status vf_window_quiet(const vf_window *window);

#endif
