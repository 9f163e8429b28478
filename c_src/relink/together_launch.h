/* The launch of a group of calls. Lock held. */
#ifndef VIEWFAB_RELINK_TOGETHER_LAUNCH_H
#define VIEWFAB_RELINK_TOGETHER_LAUNCH_H

#include "together_plan.h"

/* A group with the data for its launch. */
typedef struct vfi_plan_launch {
  const vfi_plan *plan;
  const vf_group *group;
  const vfi_joined *first;
  vfi_span spans[VF_MAX_ARGUMENTS]; /* of the first call */
  vf_value values[VF_MAX_ARGUMENTS];
  vfi_argument_bits differ; /* arguments for which the calls have different views */
  const vf_box *boxes;
  size_t table_bytes; /* of the tables; 0 for a single call, which has no tables */
  vfi_launch_sets tables;
  vf_partial *rows; /* for a kernel with results: room for one row a tile, set before the launch */
} vfi_plan_launch;

/* Tiles of a call's reduction in one component; 0 if its kernel gives no results. */
int64_t vfi_joined_tiles(const vfi_joined *joined);

/* for (a call of the group of a plan) */
#define VF_EACH_CALL(plan, group, c) \
  int c = (group)->first;            \
  c >= 0;                            \
  c = (plan)->calls[c].next

/* All but the tables. The arrays have memory on the device. */
void vfi_plan_gather(const vfi_plan *plan, int group, vfi_plan_launch *of);

/* Writes the tables to memory of the host; placed: the place of the tables for the device, possibly the same memory. */
void vfi_plan_write_tables(vfi_plan_launch *of, char *at, const char *placed);

/* Host memory for tables; the same room for all groups of a list of calls. */
typedef struct vfi_tables_room {
  char *at;
  size_t bytes;
} vfi_tables_room;

/* Writes the tables, and sends them to the device. The room may be used again once the launch is queued.
 *   buffer  out: memory of the device with the tables, to be given back once the launch is queued; NULL: none was
 *           needed
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_plan_send_tables(vfi_plan_launch *of, vfi_tables_room *room, vfi_buffer **buffer);

/* Queues the launch, and counts it. The lock is released meanwhile; the launch does not use the memory of the calls'
 * pointers afterwards. */
vf_status vfi_plan_run(const vfi_plan_launch *of);

/* Brings the data of the calls of a group, launches, and notes the written arrays.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE; the arrays are then as after such a failure of vfi_dispatch. */
vf_status vfi_launch_together(const vfi_plan *plan, int group, vfi_tables_room *room);

#endif
