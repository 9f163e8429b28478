/* Several steps on a level in one pass over memory: step s works s planes and s rows behind step 0, so that its
 * operands are still in the cache. */
#ifndef VIEWFAB_MULTIGRID_WAVE_H
#define VIEWFAB_MULTIGRID_WAVE_H

#include "level_rows.h"

/* Scratch of a solver, which grows as needed. */
typedef struct vf_workbench {
  const vf_rows *rows;
  double *scratch;
  size_t bytes;
} vf_workbench;

/* Does the steps; 0 or ENOMEM. The bits do not depend on the number of threads. */
int vf_wave_relax(vf_workbench *bench, vf_level *level, const vf_relax *steps);

/* Threads for so many cells, and scratch for each of them; NULL where there is no memory. */
int vf_wave_threads(int64_t cells);
int vf_wave_thread(void); /* number of the calling one in its team */
double *vf_workbench_scratch(vf_workbench *bench, size_t doubles);

#endif
