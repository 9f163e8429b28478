#include "thread_team.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum {
  CELLS_OF_A_TEAM = 8192, /* a team for fewer cells costs more than it saves */
  SPINS = 4096            /* afterwards other threads may need the core */
};

int vfi_thread_team_me(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

static int team_size(void)
{
#ifdef _OPENMP
  return omp_get_num_threads();
#else
  return 1;
#endif
}

int vfi_thread_team_threads(int64_t cells)
{
#ifdef _OPENMP
  return cells < CELLS_OF_A_TEAM ? 1 : omp_get_max_threads();
#else
  (void)cells;
  return 1;
#endif
}

double *vfi_workbench_scratch(vfi_workbench *bench, size_t doubles)
{
  const size_t bytes = doubles * sizeof(double);
  if (bytes > bench->bytes) {
    free(bench->scratch);
    bench->scratch = aligned_alloc(128, (bytes + 127) / 128 * 128);
    bench->bytes = bench->scratch ? bytes : 0;
  }
  return bench->scratch;
}

static int make_posts(vfi_workbench *bench, int count)
{
  if (count <= bench->post_count) return 0;
  free(bench->posts);
  bench->posts = aligned_alloc(_Alignof(vfi_post), (size_t)count * sizeof *bench->posts);
  bench->post_count = bench->posts ? count : 0;
  for (int p = 0; p < bench->post_count; p++) {
    atomic_init(&bench->posts[p].reached, 0);
    atomic_init(&bench->posts[p].arrived, 0);
  }
  return bench->posts ? 0 : ENOMEM;
}

void vfi_workbench_empty(vfi_workbench *bench)
{
  free(bench->scratch);
  free(bench->posts);
  *bench = (vfi_workbench){ .rows = bench->rows };
}

int vfi_thread_team_run(vfi_workbench *bench, int threads, int n, void (*work)(vfi_crew *crew, void *data), void *data)
{
  const ptrdiff_t length = vfi_scratch_row(n);
  double *scratch = vfi_workbench_scratch(bench, (size_t)threads * VF_SCRATCH_ROWS * (size_t)length);
  if (!scratch || make_posts(bench, threads)) return ENOMEM;
  const vfi_crew alone = { .bench = { bench->rows, scratch, length, false },
                           .posts = bench->posts,
                           .size = 1,
                           .phases = bench->phases,
                           .barriers = bench->barriers };
  for (int p = 0; p < threads; p++) bench->posts[p].norm = 0;
  if (threads == 1) {
    vfi_crew crew = alone;
    work(&crew, data);
    return 0;
  }
#pragma omp parallel num_threads(threads)
  {
    vfi_crew crew = alone;
    crew.me = vfi_thread_team_me();
    crew.size = team_size();
    crew.bench.scratch += crew.me * VF_SCRATCH_ROWS * length;
    work(&crew, data);
    if (crew.me == 0) {
      bench->phases = crew.phases;
      bench->barriers = crew.barriers;
    }
  }
  return 0;
}

static void await(const _Atomic int64_t *number, int64_t goal)
{
  for (int spins = 0; atomic_load_explicit(number, memory_order_acquire) < goal; spins++) {
    if (spins > SPINS) sched_yield();
#if defined __x86_64__
    else __builtin_ia32_pause();
#endif
  }
}

/* OpenMP's barrier does not suit: libgomp asks the system to wake sleepers each time, and a crew of one may run in a
 * thread of a team of the caller. */
void vfi_crew_barrier(vfi_crew *crew)
{
  if (crew->size == 1) return;
  vfi_post *const posts = crew->posts;
  const int64_t goal = ++crew->barriers;
  if (crew->me > 0) {
    atomic_store_explicit(&posts[crew->me].arrived, goal, memory_order_release);
    await(&posts[0].arrived, goal);
    return;
  }
  for (int thread = 1; thread < crew->size; thread++) await(&posts[thread].arrived, goal);
  atomic_store_explicit(&posts[0].arrived, goal, memory_order_release);
}

void vfi_crew_report(const vfi_crew *crew, int phase)
{
  if (crew->size == 1) return;
  atomic_store_explicit(&crew->posts[crew->me].reached, crew->phases + phase, memory_order_release);
}

void vfi_crew_await(const vfi_crew *crew, int thread, int phase)
{
  if (thread != crew->me) await(&crew->posts[thread].reached, crew->phases + phase);
}

void vfi_crew_end(vfi_crew *crew, int phases) { crew->phases += phases; }
