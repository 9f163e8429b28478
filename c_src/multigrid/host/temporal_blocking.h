/* Several steps on a level in one pass over memory: step s works s planes and s rows behind step 0, so its operands are
 * still in the cache. */
#ifndef VIEWFAB_MULTIGRID_HOST_TEMPORAL_BLOCKING_H
#define VIEWFAB_MULTIGRID_HOST_TEMPORAL_BLOCKING_H

#include "thread_team.h"

/* Does the steps; 0 or ENOMEM. The bits do not depend on the number of threads. */
int vfi_temporal_relax(vfi_workbench *bench, vfi_level *level, const vf_relax *steps);

/* The part of one thread of a team. The steps are done when all threads have returned. omega is used if steps has no
 * omegas, and the largest residual of each thread is in its post. */
void vfi_temporal_relax_part(vfi_crew *crew, const vfi_level *level, const vf_relax *steps, double omega);

#endif
