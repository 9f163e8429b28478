/* The threads of one call of the engine, and their waits for each other. */
#ifndef VIEWFAB_MULTIGRID_HOST_THREAD_TEAM_H
#define VIEWFAB_MULTIGRID_HOST_THREAD_TEAM_H

#include <stdatomic.h>

#include "level_rows.h"

/* The state that a thread shows the other threads. */
typedef struct vfi_post {
  _Alignas(128) _Atomic int64_t reached; /* phases done, counted over all calls */
  _Atomic int64_t arrived;               /* barriers */
  double norm;
} vfi_post;

/* Kept by a solver; scratch and posts grow as needed. */
typedef struct vfi_workbench {
  const vfi_rows *rows;
  double *scratch;
  size_t bytes;
  vfi_post *posts;
  int post_count;
  int64_t phases, barriers;
} vfi_workbench;

/* One thread of a team; all threads of a team do the same calls in the same order. */
typedef struct vfi_crew {
  vfi_bench bench;
  vfi_post *posts;
  int me, size;
  int64_t phases; /* of all earlier calls */
  int64_t barriers;
} vfi_crew;

/* Returns 1, or the number of all threads. Teams of changing sizes cost more than idle threads: libgomp ends the
 * threads that a smaller team leaves out, and starts them again. */
int vfi_thread_team_threads(int64_t cells);
int vfi_thread_team_me(void); /* number of the calling thread in its team */

double *vfi_workbench_scratch(vfi_workbench *bench, size_t doubles);
void vfi_workbench_empty(vfi_workbench *bench);

/* Runs a team on levels whose rows have up to n cells; returns 0 or ENOMEM. */
int vfi_thread_team_run(vfi_workbench *bench, int threads, int n, void (*work)(vfi_crew *crew, void *data), void *data);

void vfi_crew_barrier(vfi_crew *crew);

/* A call goes in phases 1, 2, ...: a thread reports each finished phase, and waits only for phases of its neighbours.
 * All threads of the team end a call with the same number of phases, even idle threads. */
void vfi_crew_report(const vfi_crew *crew, int phase);
void vfi_crew_await(const vfi_crew *crew, int thread, int phase);
void vfi_crew_end(vfi_crew *crew, int phases);

#endif
