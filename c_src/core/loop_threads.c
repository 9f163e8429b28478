#include "loop_threads.h"

#include <stdatomic.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <viewfab/kit/host_threads.h>
#include <viewfab/kit/reduction_tree.h>

#include "seconds.h"

int64_t vfi_loop_points(double point, double fork, int threads)
{
  if (point <= 0 || threads < 2) return VF_PARALLEL_POINTS;
  const double points = 2 * fork / (point * (1 - 1.0 / threads));
  if (points >= VF_PARALLEL_POINTS) return VF_PARALLEL_POINTS;
  return points > VF_LEAST_LOOP_POINTS ? (int64_t)points + 1 : VF_LEAST_LOOP_POINTS;
}

#ifdef _OPENMP

/* The median of some starts of threads without work. The first starts make the threads. */
static double measured_fork(void)
{
  enum { FIRST = 3, FORKS = 9 };
  double seconds[FORKS];
  for (int f = -FIRST; f < FORKS; f++) {
    const double begin = vfi_seconds();
#pragma omp parallel
    atomic_signal_fence(memory_order_seq_cst);
    const double taken = vfi_seconds() - begin;
    int at = f;
    for (; at > 0 && seconds[at - 1] > taken; at--) seconds[at] = seconds[at - 1];
    if (at >= 0) seconds[at] = taken;
  }
  return seconds[FORKS / 2];
}

/* Picoseconds of a fork, for the number of threads of the last measurement. */
static double fork_of(int threads)
{
  enum { BITS = 40 };
  static _Atomic uint64_t known; /* threads above, picoseconds below */
  const uint64_t mask = (UINT64_C(1) << BITS) - 1;
  uint64_t now = atomic_load_explicit(&known, memory_order_relaxed);
  if (now >> BITS != (uint64_t)threads) {
    const double picoseconds = 1e12 * measured_fork();
    now = (uint64_t)threads << BITS | (picoseconds < (double)mask ? (uint64_t)picoseconds : mask);
    atomic_store_explicit(&known, now, memory_order_relaxed);
  }
  return 1e-12 * (double)(now & mask);
}

/* The measured loops of a launcher. Two launchers may have the same place. Each then measures again, which costs a few loops on one
 * thread. */
typedef struct loop_cost {
  _Atomic(vfi_launcher) launcher;
  _Atomic uint32_t femtoseconds; /* of a point, by the fastest loop: at most 4 microseconds */
  _Atomic uint32_t loops;        /* timed */
} loop_cost;

enum { PLACES = 1024, TIMED = 5, LEAST_TIMED = 256 /* points */ };

static loop_cost costs[PLACES];

static loop_cost *cost_of(vfi_launcher launcher)
{
  const uintptr_t address = (uintptr_t)launcher;
  loop_cost *cost = &costs[(address >> 4 ^ address >> 14) % PLACES];
  if (atomic_load_explicit(&cost->launcher, memory_order_relaxed) != launcher) {
    atomic_store_explicit(&cost->loops, 0, memory_order_relaxed);
    atomic_store_explicit(&cost->femtoseconds, UINT32_MAX, memory_order_relaxed);
    atomic_store_explicit(&cost->launcher, launcher, memory_order_relaxed);
  }
  return cost;
}

/* Loops over points and columns without results. Tiles of results have their own size, and ghosts are counted apart. */
static bool has_learning_loops(const vfi_kernel_description *kernel)
{
  const vfi_points_traits *points = vfi_points_traits_of(kernel->points);
  if (vfi_gives_result(kernel) || points->around) return false;
  return points->runs == VF_RUNS_BODY || points->runs == VF_RUNS_SWEEPS;
}

/* Points as the loops count them. */
static int64_t points_of(const vf_kernel *kernel, const vfi_launch *launch)
{
  const int levels = vfi_is_over_columns(&kernel->description) ? launch->levels : 1;
  int64_t points = 0;
  for (int b = 0; b < launch->box_count && points < VF_PARALLEL_POINTS; b++)
    points += vfi_box_points(&launch->boxes[b]) * launch->components * levels;
  return points;
}

static int timed_launch(loop_cost *cost, vfi_launcher launcher, const vfi_launch *launch, int64_t points)
{
  const double begin = vfi_seconds();
  const int code = launcher(launch);
  const double femtoseconds = 1e15 * (vfi_seconds() - begin) / (double)points;
  if (femtoseconds < atomic_load_explicit(&cost->femtoseconds, memory_order_relaxed))
    atomic_store_explicit(&cost->femtoseconds, (uint32_t)femtoseconds, memory_order_relaxed);
  atomic_fetch_add_explicit(&cost->loops, 1, memory_order_relaxed);
  return code;
}

int vfi_loop_launch(const vf_kernel *kernel, vfi_launcher launcher, const vfi_launch *launch)
{
  const int threads = has_learning_loops(&kernel->description) && !launch->sets ? omp_get_max_threads() : 1;
  if (threads < 2 || omp_in_parallel()) return launcher(launch);
  const int64_t points = points_of(kernel, launch);
  if (points < VF_LEAST_LOOP_POINTS || points >= VF_PARALLEL_POINTS) return launcher(launch);
  loop_cost *cost = cost_of(launcher);
  if (atomic_load_explicit(&cost->loops, memory_order_relaxed) < TIMED)
    return points < LEAST_TIMED ? launcher(launch) : timed_launch(cost, launcher, launch, points);
  const double point = 1e-15 * atomic_load_explicit(&cost->femtoseconds, memory_order_relaxed);
  vfi_launch with = *launch;
  with.parallel_points = vfi_loop_points(point, fork_of(threads), threads);
  return launcher(&with);
}

#else

int vfi_loop_launch(const vf_kernel *kernel, vfi_launcher launcher, const vfi_launch *launch)
{
  (void)kernel;
  return launcher(launch);
}

#endif
