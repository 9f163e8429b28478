#include "wave.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum {
  SMOOTHS_A_PASS = 6,
  CELLS_A_THREAD = 32768, /* below this, a thread costs more than it brings */
  CACHE_BYTES = 2097152 /* what the rows of a block may take: long rows of planes matter more than the nearest cache */
};

typedef enum step { CLEAR, INTERPOLATE, HALF, RESTRICT, RESIDUAL } step;

typedef struct wave {
  vf_level *level;
  const vf_level *from, *into;
  vf_row_numbers numbers;
  int count; /* of steps */
  struct {
    step kind;
    int colour;
    double omega;
  } steps[2 * SMOOTHS_A_PASS + 2];
  bool norm;
  int threads, block;
} wave;

int vf_wave_thread(void)
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

int vf_wave_threads(int64_t cells)
{
#ifdef _OPENMP
  const int most = omp_get_max_threads();
#else
  const int most = 1;
#endif
  const int64_t useful = cells / CELLS_A_THREAD;
  return useful < 1 ? 1 : useful < most ? (int)useful : most;
}

double *vf_workbench_scratch(vf_workbench *bench, size_t doubles)
{
  const size_t bytes = doubles * sizeof(double);
  if (bytes > bench->bytes) {
    free(bench->scratch);
    bench->scratch = aligned_alloc(128, (bytes + 127) / 128 * 128);
    bench->bytes = bench->scratch ? bytes : 0;
  }
  return bench->scratch;
}

/* Larger of two, a NaN on either side stays. */
static double larger(double a, double b) { return a != a || a > b ? a : b; }

static double run_step(const wave *w, int s, const vf_bench *bench, int j, int k)
{
  vf_level *level = w->level;
  switch (w->steps[s].kind) {
    case CLEAR: memset(vf_field_row(&level->phi, j, k), 0, (size_t)level->n[0] * sizeof(double)); break;
    case INTERPOLATE: vf_level_interpolate_row(level, w->from, bench, j, k, true); break;
    case HALF: {
      vf_row_numbers numbers = w->numbers;
      numbers.omega = w->steps[s].omega;
      vf_level_smooth_row(level, &numbers, bench, j, k, w->steps[s].colour);
      break;
    }
    case RESTRICT: /* rows come in ascending order: the last one of four does all */
      if (j % 2 && k % 2) return vf_level_restrict_row(level, &w->numbers, w->into, bench, j / 2, k / 2, w->norm);
      break;
    case RESIDUAL: {
      double *out = bench->scratch + 4 * bench->length;
      vf_level_residual_row(level, &w->numbers, bench, j, k, out);
      return bench->rows->norm(out, level->n[0]);
    }
  }
  return 0;
}

/* The planes that thread `me` owns. Threads meet at even planes, so that coarse planes are not cut. */
static int slab_start(const wave *w, int me, int team) { return (int)((int64_t)(w->level->n[2] / 2) * me / team) * 2; }

/* Steps of the planes first .. last - 1. Beside a face that is open (another slab, or the other side of a periodic
 * domain) step s leaves s planes to close_seams. */
static double run_slab(const wave *w, const vf_bench *bench, int first, int last, bool open_low, bool open_high)
{
  const int n1 = w->level->n[1];
  const bool skew = !w->level->face[1].periodic;
  const int block = skew ? w->block : n1;
  double max = 0;
  for (int j0 = 0; j0 < n1; j0 += block) {
    const bool end = j0 + block >= n1;
    for (int m = first; m < last + w->count - 1; m++)
      for (int s = 0; s < w->count; s++) {
        const int k = m - s, low = first + (open_low ? s : 0), high = last - (open_high ? s : 0);
        if (k < low || k >= high) continue;
        if (w->steps[s].kind == RESTRICT && k - 1 < low) continue;
        const int back = skew ? s : 0;
        const int j_first = j0 - back > 0 ? j0 - back : 0, j_last = end ? n1 : j0 + block - back;
        for (int j = j_first; j < j_last; j++) max = larger(max, run_step(w, s, bench, j, k));
      }
  }
  return max;
}

static int floor_half(int number) { return number >= 0 ? number / 2 : -((1 - number) / 2); }

/* The planes that slabs left, step by step; all threads work on all seams. */
static double close_seams(const wave *w, const vf_bench *bench, int team, bool periodic)
{
  const int n1 = w->level->n[1], n2 = w->level->n[2];
  const int seams = periodic ? team : team - 1;
  double max = 0;
  for (int s = 1; s < w->count; s++) {
    const bool pairs = w->steps[s].kind == RESTRICT;
    const int planes = pairs ? 2 * (s / 2 + s % 2) : 2 * s; /* coarse ones, or fine ones */
#pragma omp for schedule(static)
    for (int row = 0; row < seams * planes * n1; row++) {
      const int seam = row / (planes * n1), plane = row / n1 % planes, j = row % n1;
      if (pairs && j % 2 == 0) continue;
      const int at = slab_start(w, periodic ? seam : seam + 1, team);
      int k = pairs ? (floor_half(at - s) + plane) * 2 + 1 : at - s + plane;
      k = (k + n2) % n2;
      max = larger(max, run_step(w, s, bench, j, k));
    }
  }
  return max;
}

static double run_wave(const wave *w, const vf_rows *rows, double *scratch)
{
  const bool periodic = w->level->face[2].periodic;
  const ptrdiff_t length = w->level->n[0] + VF_LEVEL_ALIGNMENT;
  double norm = 0;
#pragma omp parallel num_threads(w->threads)
  {
    const int team = team_size(), me = vf_wave_thread();
    const vf_bench bench = { rows, scratch + (size_t)me * VF_SCRATCH_ROWS * (size_t)length, length, false };
    const int first = slab_start(w, me, team), last = me + 1 < team ? slab_start(w, me + 1, team) : w->level->n[2];
    double max = run_slab(w, &bench, first, last, periodic || me > 0, periodic || me + 1 < team);
    if (w->count > 1 && (periodic || team > 1)) {
#pragma omp barrier
      max = larger(max, close_seams(w, &bench, team, periodic));
    }
#pragma omp critical
    norm = larger(norm, max);
  }
  return norm;
}

/* Every step by itself, over ghosts in memory. */
static double run_plain(const wave *w, const vf_rows *rows, double *scratch)
{
  const ptrdiff_t length = w->level->n[0] + VF_LEVEL_ALIGNMENT;
  const int n1 = w->level->n[1], n2 = w->level->n[2], ghosts = vf_level_ghost_rows(w->level);
  double norm = 0;
#pragma omp parallel num_threads(w->threads)
  {
    const vf_bench bench = { rows, scratch + (size_t)vf_wave_thread() * VF_SCRATCH_ROWS * (size_t)length, length,
                             true };
    double max = 0;
    for (int s = 0; s < w->count; s++) {
      if (w->steps[s].kind >= HALF) {
#pragma omp for schedule(static)
        for (int row = 0; row < ghosts; row++) vf_level_fill_ghost_row(w->level, row);
      }
#pragma omp for schedule(static)
      for (int row = 0; row < n1 * n2; row++) max = larger(max, run_step(w, s, &bench, row % n1, row / n1));
    }
#pragma omp critical
    norm = larger(norm, max);
  }
  return norm;
}

/* A ghost made of three cells reads one that its own half sweep may have changed, and so does a periodic direction with
 * an odd number of cells: there the ghosts are stored before the half sweep. */
static bool folds(const vf_level *level)
{
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    if (d == 0) continue;
    if (level->face[face].periodic ? level->n[d] % 2 : level->face[face].cells > 2) return false;
  }
  return true;
}

static void add_step(wave *w, step kind, int colour, double omega)
{
  w->steps[w->count].omega = omega;
  w->steps[w->count].kind = kind;
  w->steps[w->count++].colour = colour;
}

static int rows_of_block(const wave *w)
{
  const vf_level *level = w->level;
  const int64_t row = (int64_t)level->n[0] * 8 * (level->variable ? 6 : 2) * (w->count + 2);
  const int64_t rows = CACHE_BYTES / row;
  return rows < 8 ? 8 : rows > level->n[1] ? level->n[1] : (int)rows;
}

int vf_wave_relax(vf_workbench *workbench, vf_level *level, const vf_relax *steps)
{
  wave w = { .level = level, .numbers = vf_level_numbers(level) };
  const int most = vf_wave_threads((int64_t)level->n[0] * level->n[1] * level->n[2]);
  const size_t length = (size_t)level->n[0] + VF_LEVEL_ALIGNMENT;
  double *scratch = vf_workbench_scratch(workbench, (size_t)most * VF_SCRATCH_ROWS * length);
  if (!scratch) return ENOMEM;
  int left = steps->count;
  bool start = true, more = true;
  double norm = 0;
  while (more) {
    w.count = 0;
    w.from = steps->from;
    if (start && steps->from_zero) add_step(&w, CLEAR, 0, 1);
    if (start && steps->from) add_step(&w, INTERPOLATE, 0, 1);
    start = false;
    for (int s = 0; s < SMOOTHS_A_PASS && left > 0; s++, left--) {
      const double omega = steps->omegas ? steps->omegas[steps->count - left] : level->omega;
      for (int colour = 0; colour < 2; colour++) add_step(&w, HALF, colour, omega);
    }
    more = left > 0;
    w.into = more ? NULL : steps->into;
    w.norm = !more && steps->norm;
    if (w.into) add_step(&w, RESTRICT, 0, 1);
    else if (w.norm) add_step(&w, RESIDUAL, 0, 1);
    if (w.count == 0) break;
    /* Slabs are thicker than what they leave on both sides. */
    const int slabs = level->n[2] / (2 * w.count + 2);
    w.threads = slabs < 1 ? 1 : slabs < most ? slabs : most;
    w.block = rows_of_block(&w);
    const bool wraps = level->face[2].periodic && slabs < 1;
    if (!folds(level) || wraps) {
      w.threads = most;
      norm = run_plain(&w, workbench->rows, scratch);
    } else {
      norm = run_wave(&w, workbench->rows, scratch);
    }
  }
  if (steps->norm) *steps->norm = norm;
  return 0;
}
