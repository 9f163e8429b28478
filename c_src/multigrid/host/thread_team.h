/* The threads of one call of the engine, and how they wait for each other. */
#ifndef VIEWFAB_MULTIGRID_HOST_THREAD_TEAM_H
#define VIEWFAB_MULTIGRID_HOST_THREAD_TEAM_H

#include <stdatomic.h>

#include "level_rows.h"

/* What a thread shows the others. */
typedef struct vf_post {
  _Alignas(128) _Atomic int64_t reached; /* phases done, counted through all calls */
  _Atomic int64_t arrived;               /* barriers */
  double norm;
} vf_post;

/* Kept by a solver; scratch and posts grow as needed. */
typedef struct vf_workbench {
  const vf_rows *rows;
  double *scratch;
  size_t bytes;
  vf_post *posts;
  int post_count;
  int64_t phases, barriers;
} vf_workbench;

/* One thread of a team; all threads of it do the same calls in the same order. */
typedef struct vf_crew {
  vf_bench bench;
  vf_post *posts;
  int me, size;
  int64_t phases; /* of all calls before this one */
  int64_t barriers;
} vf_crew;

/* 1, or all threads: teams of changing sizes cost more than idle threads, because libgomp ends the threads that a
 * smaller team leaves out and starts them again. */
int vf_thread_team_threads(int64_t cells);
int vf_thread_team_me(void); /* number of the calling thread in its team */

double *vf_workbench_scratch(vf_workbench *bench, size_t doubles);
void vf_workbench_empty(vf_workbench *bench);

/* Lets a team work on levels whose rows have up to n cells; 0 or ENOMEM. */
int vf_thread_team_run(vf_workbench *bench, int threads, int n, void (*work)(vf_crew *crew, void *data), void *data);

void vf_crew_barrier(vf_crew *crew);

/* A call goes in phases 1, 2, ...: a thread reports each that it did, and waits for those of its neighbours alone. All
 * threads of the team end a call with the same number of phases, also those that did nothing. */
void vf_crew_report(const vf_crew *crew, int phase);
void vf_crew_await(const vf_crew *crew, int thread, int phase);
void vf_crew_end(vf_crew *crew, int phases);

#endif
