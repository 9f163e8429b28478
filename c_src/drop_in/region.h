/* Regions in which the host leaves the arrays alone. */
#ifndef VIEWFAB_DROP_IN_REGION_H
#define VIEWFAB_DROP_IN_REGION_H

#include <stdbool.h>
#include <stdint.h>

bool vf_offload_active(void);

/* True if stale host sides are poisoned in this region: VF_OFFLOAD_POISON, as set when the region began. */
bool vf_offload_poisons(void);

/* True if calls may wait for others: in a region, on a device with memory of its own, without checks and poison. */
bool vf_offload_queues(void);

/* Bytes copied within ended regions, without the copies to the host at their ends. */
typedef struct vf_offload_moved {
  int regions;
  int64_t to_device, to_host; /* bytes */
} vf_offload_moved;
vf_offload_moved vf_offload_moves(void);

#endif
