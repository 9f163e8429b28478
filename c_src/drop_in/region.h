/* Regions in which the host leaves the arrays alone. */
#ifndef VIEWFAB_DROP_IN_REGION_H
#define VIEWFAB_DROP_IN_REGION_H

#include <stdbool.h>

bool vf_offload_active(void);

/* Whether stale host sides are poisoned: VF_OFFLOAD_POISON. */
bool vf_offload_poisons(void);

#endif
