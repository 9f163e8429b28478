/* Calls of one kernel, cut into groups whose calls can run at the same time. Lock held. */
#ifndef VIEWFAB_CORE_TOGETHER_PLAN_H
#define VIEWFAB_CORE_TOGETHER_PLAN_H

#include "check.h"

/* The time of a call of the program: a number that grows from call to call. A call in tiles has the first and the last
 * number. */
typedef struct vf_made_when {
  uint64_t first, last;
} vf_made_when;

/* One of several calls, with one box. */
typedef struct vf_joined {
  const vf_call *call;
  vf_checked checked;
  bool idle;       /* no points; in no group */
  unsigned thin;   /* directions with a thin box, if thin boxes count */
  int group, next; /* the next call of the group; -1: none */
} vf_joined;

/* Calls with the same values; no call writes elements that another call of the group uses. */
typedef struct vf_group {
  int first, last, count;
} vf_group;

/* A call's read or write of an array. */
typedef struct vf_planned_use {
  const vf_record *record;
  vf_box region;
  int call, argument, kind; /* kind: 0 reads, 1 writes */
  int next;                 /* the use before, of the same array and kind; -1: none */
} vf_planned_use;

/* A call that has to run before another call. */
typedef struct vf_dependence {
  int earlier, later;
} vf_dependence;

typedef struct vf_plan {
  vf_joined *calls; /* the caller's */
  int groups, most; /* room for calls */
  vf_group *group;  /* [groups], in their order */
  vf_planned_use *uses;
  int use_count;
  vf_dependence *dependences; /* [dependence_count] */
  int dependence_count, dependence_room;
  bool all_noted; /* false: there was no memory for some of them, or they are very many */
} vf_plan;

/* Room for plans of at most `most` calls of a kernel. Errors: VF_ERROR_MEMORY. */
vf_status vf_plan_begin(const vf_kernel *kernel, int most, vf_plan *plan);
void vf_plan_end(vf_plan *plan);

/* Groups checked calls.
 *   calls  [count] in the order of the program
 *   alone  each call is a group of its own */
void vf_plan_make(vf_plan *plan, vf_joined *calls, int count, bool alone);

/* True if each call was made before the calls that depend on the call, all its tiles before all tiles of the others.
 * Then the order of independent calls makes no difference.
 *   when  [count] of the calls */
bool vf_plan_is_in_order(const vf_plan *plan, const vf_made_when *when);

#endif
