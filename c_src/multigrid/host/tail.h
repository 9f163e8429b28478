/* A cycle on a level and all coarser ones by one team of threads. */
#ifndef VIEWFAB_MULTIGRID_TAIL_H
#define VIEWFAB_MULTIGRID_TAIL_H

#include "../engine.h"

int vf_host_cycle_tail(vf_engine *engine, vf_level *levels, int count, const vf_cycle *cycle, vf_tail_start start);

#endif
