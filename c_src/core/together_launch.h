/* The launch of a group of calls. Lock held. */
#ifndef VIEWFAB_CORE_TOGETHER_LAUNCH_H
#define VIEWFAB_CORE_TOGETHER_LAUNCH_H

#include "together_plan.h"

/* A group with the data for its launch. */
typedef struct vf_plan_launch {
  const vf_plan *plan;
  const vf_group *group;
  const vf_joined *first;
  vf_span spans[VF_MAX_ARGUMENTS]; /* of the first call */
  vf_value values[VF_MAX_ARGUMENTS];
  vf_argument_bits differ; /* arguments for which the calls have different views */
  const vf_box *boxes;
  size_t table_bytes; /* of the tables; 0 for a single call, which has no tables */
  vf_launch_sets tables;
  vf_partial *rows; /* for a kernel with results: room for one row a tile, set before the launch */
} vf_plan_launch;

/* Tiles of a call's reduction in one component; 0 if its kernel gives no results. */
int64_t vf_joined_tiles(const vf_joined *joined);

/* for (a call of the group of a plan) */
#define VF_EACH_CALL(plan, group, c) \
  int c = (group)->first;            \
  c >= 0;                            \
  c = (plan)->calls[c].next

/* All but the tables. The arrays have memory on the device. */
void vf_plan_gather(const vf_plan *plan, int group, vf_plan_launch *of);

/* Writes the tables to memory of the host; placed: the place of the tables for the device, possibly the same memory. */
void vf_plan_write_tables(vf_plan_launch *of, char *at, const char *placed);

/* Host memory for tables; the same room for all groups of a list of calls. */
typedef struct vf_tables_room {
  char *at;
  size_t bytes;
} vf_tables_room;

/* Writes the tables, and sends them to the device. The room may be used again once the launch is queued.
 *   buffer  out: memory of the device with the tables, to be given back once the launch is queued; NULL: none was
 *           needed
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_plan_send_tables(vf_plan_launch *of, vf_tables_room *room, vf_buffer **buffer);

/* Queues the launch, and counts it. The lock is released meanwhile; the launch does not use the memory of the calls'
 * pointers afterwards. */
vf_status vf_plan_run(const vf_plan_launch *of);

/* Brings the data of the calls of a group, launches, and notes the written arrays.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE; the arrays are then as after such a failure of vf_dispatch. */
vf_status vf_launch_together(const vf_plan *plan, int group, vf_tables_room *room);

#endif
