/* Calls of one kernel, cut into groups whose calls can run at the same time. Lock held. */
#ifndef VIEWFAB_CORE_TOGETHER_PLAN_H
#define VIEWFAB_CORE_TOGETHER_PLAN_H

#include "check.h"

/* One of several calls, with one box. */
typedef struct vf_joined {
  const vf_call *call;
  vf_checked checked;
  bool idle;       /* it has no points, and is in no group */
  unsigned thin;   /* directions in which its box is thin, where that counts */
  int group, next; /* the next call of the group; -1: none */
} vf_joined;

/* Calls with the same values, none of which writes what another one uses. */
typedef struct vf_group {
  int first, last, count;
} vf_group;

/* What a call reads or writes of an array. */
typedef struct vf_planned_use {
  const vf_record *record;
  vf_box region;
  int call, argument, kind; /* kind: 0 reads, 1 writes */
  int next;                 /* the use before, of the same array and kind; -1: none */
} vf_planned_use;

typedef struct vf_plan {
  vf_joined *calls; /* the caller's */
  int groups, most; /* calls that there is room for */
  vf_group *group;  /* [groups], in their order */
  vf_planned_use *uses;
  int use_count;
  bool ordered; /* some call depends on one before it */
} vf_plan;

/* Room for plans of at most `most` calls of a kernel. Errors: VF_ERROR_MEMORY. */
vf_status vf_plan_begin(const vf_kernel *kernel, int most, vf_plan *plan);
void vf_plan_end(vf_plan *plan);

/* Groups calls that have been checked.
 *   calls  [count] in the order in which they were made
 *   alone  each is a group of its own */
void vf_plan_make(vf_plan *plan, vf_joined *calls, int count, bool alone);

#endif
