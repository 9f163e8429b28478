/* A cycle on a level and all coarser ones by one team of threads. */
#ifndef VIEWFAB_MULTIGRID_HOST_COARSE_CYCLE_H
#define VIEWFAB_MULTIGRID_HOST_COARSE_CYCLE_H

#include "../engine.h"

int vf_host_coarse_cycle(vf_engine *engine, vf_level *levels, int count, const vf_cycle *cycle, vf_coarse_start start);

#endif
