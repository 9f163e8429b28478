/* The largest reach that the accesses of a launch used, in a build with VIEWFAB_BOUNDS on the host. It stands behind the record of
 * the launch (vfi_bounds_record), where the guards of accesses find it. */
#ifndef VIEWFAB_BACKEND_USED_REACH_H
#define VIEWFAB_BACKEND_USED_REACH_H

#include <viewfab/backend/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vfi_used_reach {
  int watched; /* 0: nobody asks */
  struct {
    int below[3], above[3]; /* in the indices of the array; over columns in points, levels and blocks */
  } of[VF_MAX_ARGUMENTS];
} vfi_used_reach;

static inline vfi_used_reach *vfi_used_reach_of(vfi_bounds_record *record)
{
  return (vfi_used_reach *)(void *)(record + 1);
}

/* Raises a number, also if other threads do so. */
static inline void vfi_raise(int *number, int to)
{
  for (int before = __atomic_load_n(number, __ATOMIC_RELAXED); before < to;)
    if (__atomic_compare_exchange_n(number, &before, to, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
}

#ifdef __cplusplus
}
#endif

#endif
