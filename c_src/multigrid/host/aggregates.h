#ifndef VIEWFAB_MULTIGRID_HOST_AGGREGATES_H
#define VIEWFAB_MULTIGRID_HOST_AGGREGATES_H

#include "../robust/aggregates.h"

int vf_host_aggregates_cycle(vf_engine *engine, struct vf_aggregates *levels, int count, vf_level *finest,
                             vf_field left, const struct vf_aggregates_range *range);

#endif
