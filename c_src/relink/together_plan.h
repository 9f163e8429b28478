/* Calls of one kernel, cut into groups whose calls can run at the same time. Lock held. */
#ifndef VIEWFAB_RELINK_TOGETHER_PLAN_H
#define VIEWFAB_RELINK_TOGETHER_PLAN_H

#include "../core/check.h"

/* The time of a call of the program: a number that grows from call to call. A call in tiles has the first and the last
 * number. */
typedef struct vfi_made_when {
  uint64_t first, last;
} vfi_made_when;

/* One of several calls, with one box. */
typedef struct vfi_joined {
  const vfi_call *call;
  vfi_checked checked;
  bool idle;       /* no points; in no group */
  unsigned thin;   /* directions with a thin box, if thin boxes count */
  int group, next; /* the next call of the group; -1: none */
} vfi_joined;

/* Calls with the same values; no call writes elements that another call of the group uses. */
typedef struct vf_group {
  int first, last, count;
} vf_group;

/* A call's read or write of an array. */
typedef struct vfi_planned_use {
  const vfi_record *record;
  vf_box region;
  int call, argument, kind; /* kind: 0 reads, 1 writes */
  int next;                 /* the use before, of the same array and kind; -1: none */
} vfi_planned_use;

/* A call that has to run before another call. */
typedef struct vfi_dependence {
  int earlier, later;
} vfi_dependence;

typedef struct vfi_plan {
  vfi_joined *calls; /* the caller's */
  int groups, most;  /* room for calls */
  vf_group *group;   /* [groups], in their order */
  vfi_planned_use *uses;
  int use_count;
  vfi_dependence *dependences; /* [dependence_count] */
  int dependence_count, dependence_room;
  bool all_noted; /* false: there was no memory for some of them, or they are very many */
} vfi_plan;

/* Room for plans of at most `most` calls of a kernel. Errors: VF_ERROR_MEMORY. */
vf_status vfi_plan_begin(const vf_kernel *kernel, int most, vfi_plan *plan);
void vfi_plan_end(vfi_plan *plan);

/* Groups checked calls.
 *   calls  [count] in the order of the program
 *   alone  each call is a group of its own */
void vfi_plan_make(vfi_plan *plan, vfi_joined *calls, int count, bool alone);

/* True if each call was made before the calls that depend on the call, all its tiles before all tiles of the others.
 * Then the order of independent calls makes no difference.
 *   when  [count] of the calls */
bool vfi_plan_is_in_order(const vfi_plan *plan, const vfi_made_when *when);

#endif
