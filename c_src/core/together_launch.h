/* One launch for the calls of a group. */
#ifndef VIEWFAB_CORE_TOGETHER_LAUNCH_H
#define VIEWFAB_CORE_TOGETHER_LAUNCH_H

#include "together_plan.h"

/* Host memory in which tables are written, kept from group to group. { 0 } is empty. */
typedef struct vf_tables_room {
  char *at;
  size_t bytes;
} vf_tables_room;

/* Brings what the calls need, launches, and notes what they wrote. Lock held; it is released while the kernel runs.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_launch_together(const vf_plan *plan, int group, vf_tables_room *room);

#endif
