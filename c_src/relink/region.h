/* Regions in which the host leaves the arrays alone. */
#ifndef VIEWFAB_RELINK_REGION_H
#define VIEWFAB_RELINK_REGION_H

#include <stdbool.h>
#include <stdint.h>

bool vfi_offload_active(void);

/* True if stale host sides are poisoned in this region: VF_OFFLOAD_POISON, as set when the region began. */
bool vfi_offload_poisons(void);

/* True if calls may wait for others: in a region, on a device with memory of its own, without checks and poison. */
bool vfi_offload_queues(void);

/* Bytes copied within ended regions, without the copies to the host at their ends. */
typedef struct vfi_offload_moved {
  int regions;
  int64_t to_device, to_host; /* bytes */
} vfi_offload_moved;
vfi_offload_moved vfi_offload_moves(void);

#endif
