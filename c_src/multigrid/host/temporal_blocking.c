#include "temporal_blocking.h"

#include <string.h>

#include "../lines.h"
#include "lines_host.h"
#include "single_rows.h"

enum {
  STEPS_A_PASS = 14,
  CELLS_A_THREAD = 4096, /* fewest cells for each thread of a running team */
  CACHE_BYTES = 2097152  /* most bytes of the rows of a block: long rows of planes matter more than the nearest cache */
};

typedef enum kind { CLEAR, INTERPOLATE, GIVE, HALF, RESTRICT, RESIDUAL } kind;

typedef struct step {
  kind kind;
  int colour;
  double omega;
} step;

/* A pass over memory: slabs of planes, then the seams between them. */
typedef struct blocked_pass {
  const vfi_level *level;
  const vf_relax *relax;
  vfi_row_numbers numbers;
  vfi_single_pass single;
  int axis;    /* direction of planes: 2, or the direction across lines */
  int threads; /* threads that work on the level */
  int block;   /* rows */
  int count;   /* of steps */
  step steps[STEPS_A_PASS];
} blocked_pass;

/* Planes low + s low_slope .. high + s high_slope - 1 in step s. */
typedef struct tile {
  int low, low_slope, high, high_slope;
} tile;

static double restrict_at(const blocked_pass *w, const vfi_bench *bench, int j, int k)
{
  const vf_relax *relax = w->relax;
  const vfi_level *into = relax->into, *level = w->level;
  if (!into) return vfi_single_take_row(level, relax->correction, &w->numbers, bench, j, k);
  const vfi_coarsening *coarsening = &into->coarsening;
  if (!vfi_level_last_child(level, coarsening, 1, j) || !vfi_level_last_child(level, coarsening, 2, k)) return 0;
  const int J = vfi_level_parent(coarsening, 1, j), K = vfi_level_parent(coarsening, 2, k);
  if (relax->correction) return vfi_single_take_rows(level, relax->correction, &w->numbers, into, bench, J, K);
  if (!level->single) return vfi_level_restrict_row(level, &w->numbers, into, bench, J, K, relax->norm);
  vfi_single_restrict_row(level, &w->single, into, bench, J, K);
  return 0;
}

/* The last fine row over a coarse row computes the rows of the right-hand side. */
static double run_single_step(const blocked_pass *w, int s, const vfi_bench *bench, int j, int k)
{
  const vfi_level *level = w->level;
  const vf_relax *relax = w->relax;
  const step *step = &w->steps[s];
  switch (step->kind) {
    case CLEAR: vfi_single_clear_row(level, j, k); break;
    case INTERPOLATE: vfi_single_interpolate_row(level, relax->from, bench, j, k, !relax->from_zero); break;
    case HALF: vfi_single_smooth_row(level, &w->single, step->omega, bench, j, k, step->colour); break;
    case GIVE:
      vfi_single_give_row(level, relax->correction, bench, j, k);
      /* ghosts held in memory still belong to the old phi */
      if (k == 0 && level->face[2].stored) vfi_single_give_row(level, relax->correction, bench, j, -1);
      if (k == level->n[2] - 1 && level->face[5].stored) vfi_single_give_row(level, relax->correction, bench, j, k + 1);
      break;
    default: return restrict_at(w, bench, j, k);
  }
  return 0;
}

static double run_step(const blocked_pass *w, int s, const vfi_bench *bench, int j, int k)
{
  const vfi_level *level = w->level;
  if (level->single) return run_single_step(w, s, bench, j, k);
  switch (w->steps[s].kind) {
    case CLEAR:
      memset(vfi_field_row(&level->phi, j, k), 0, (size_t)vfi_field_extent(&level->phi, level->n[0]) * sizeof(double));
      break;
    case INTERPOLATE: vfi_level_interpolate_row(level, w->relax->from, bench, j, k, true); break;
    case HALF: {
      vfi_row_numbers numbers = w->numbers;
      numbers.omega = w->steps[s].omega;
      vfi_level_smooth_row(level, &numbers, bench, j, k, w->steps[s].colour);
      break;
    }
    case RESTRICT: /* rows come in ascending order: the last fine row over a coarse row does all the work */
      return restrict_at(w, bench, j, k);
    case RESIDUAL: {
      double *out = bench->scratch + 4 * bench->length;
      vfi_level_residual_row(level, &w->numbers, bench, j, k, out);
      return vfi_level_row_norm(level, bench, out);
    }
    default: break;
  }
  return 0;
}

/* True if step s of a tile works on plane k. Pairs of planes that are only partly in a slab are left to the seams. */
static bool has_plane(const blocked_pass *w, const tile *t, int s, int k)
{
  const vfi_coarsening *coarsening = w->relax->into ? &w->relax->into->coarsening : NULL;
  const bool pairs = w->steps[s].kind == RESTRICT && (!coarsening->graded || coarsening->halved[w->axis]),
             seam = t->low_slope < 0;
  return k >= t->low + s * t->low_slope + (pairs && !seam) && k < t->high + s * t->high_slope + (pairs && seam);
}

/* A step on all lines of a plane across the axis. */
static double run_lines_step(const blocked_pass *w, int s, const vfi_bench *bench, int plane)
{
  const vfi_level *level = w->level;
  const step *what = &w->steps[s];
  const int rows = w->axis == 2 ? level->n[1] : level->n[2];
  double max = 0;
  if (what->kind == HALF) {
    vfi_lines_smooth(level, bench, plane, what->colour, what->omega);
    return 0;
  }
  for (int row = 0; row < rows; row++)
    max = vfi_larger(max, run_step(w, s, bench, w->axis == 2 ? row : plane, w->axis == 2 ? plane : row));
  return max;
}

static double run_lines_tile(const blocked_pass *w, const vfi_bench *bench, const tile *t)
{
  const int n = w->level->n[w->axis];
  double max = 0;
  for (int m = t->low; m <= t->high + (t->high_slope + 1) * (w->count - 1); m++)
    for (int s = 0; s < w->count; s++)
      if (has_plane(w, t, s, m - s)) max = vfi_larger(max, run_lines_step(w, s, bench, (m - s + n) % n));
  return max;
}

/* Step s is s planes and, in blocks of rows, s rows behind step 0. Steps go in pairs, and the steps of a pair share
 * rows in the nearest cache. */
static double run_tile(const blocked_pass *w, const vfi_bench *bench, const tile *t)
{
  if (w->level->lines.along > 0) return run_lines_tile(w, bench, t);
  const int n1 = w->level->n[1], n2 = w->level->n[2];
  const bool skew = !w->level->face[1].periodic;
  const int block = skew ? w->block : n1, group = skew ? 2 : 1;
  const int last_plane = t->high + (t->high_slope + 1) * (w->count - 1);
  double max = 0;
  for (int j0 = 0; j0 < n1; j0 += block) {
    const int j_end = j0 + block < n1 ? j0 + block : skew ? n1 + w->count - 1 : n1;
    for (int m = t->low; m <= last_plane; m++) {
      int steps[STEPS_A_PASS], planes[STEPS_A_PASS], count = 0;
      for (int s = 0; s < w->count; s++) {
        if (!has_plane(w, t, s, m - s)) continue;
        planes[count] = (m - s + n2) % n2;
        steps[count++] = s;
      }
      for (int c = 0; c < count; c += group)
        for (int j = j0; j < j_end; j++)
          for (int g = c; g < c + group && g < count; g++) {
            const int s = steps[g], row = skew ? j - s : j;
            if (row >= 0 && row < n1) max = vfi_larger(max, run_step(w, s, bench, row, planes[g]));
          }
    }
  }
  return max;
}

/* The plane at which the slab of a thread begins and the slab of the previous thread in the ring ends. The number is
 * even, so coarse planes are not cut. If no periodic direction closes the ring, the slab of thread 0 is cut in two
 * parts, below the first of these planes and above the last. So all threads have equal numbers of planes and one seam
 * each, and work at the same time. */
static int slab_start(const blocked_pass *w, int thread)
{
  const int64_t pairs = w->level->n[w->axis] / 2;
  const int place = thread > 0 ? thread : w->threads;
  if (w->level->face[w->axis].periodic) return (int)(pairs * place / w->threads) * 2;
  return (int)(pairs * (2 * place - 1) / (2 * w->threads)) * 2;
}

/* At a face to another slab, or to the other side of a periodic domain, step s leaves s planes to the seam. */
static double run_slab(const blocked_pass *w, const vfi_bench *bench, int me)
{
  const int n2 = w->level->n[w->axis];
  const bool ring = w->level->face[w->axis].periodic;
  if (w->threads == 1) return run_tile(w, bench, &(tile){ 0, ring, n2, -ring });
  const int start = slab_start(w, me), end = slab_start(w, (me + 1) % w->threads);
  if (me > 0) return run_tile(w, bench, &(tile){ start, 1, end, -1 });
  const double low = run_tile(w, bench, &(tile){ 0, ring, end, -1 });
  return ring ? low : vfi_larger(low, run_tile(w, bench, &(tile){ start, 1, n2, 0 }));
}

/* One pass: the slab of this thread, then the seam between this slab and the next. */
static double run_pass(const blocked_pass *w, const vfi_crew *crew, int pass)
{
  const bool open = w->level->face[w->axis].periodic || w->threads > 1;
  const int me = crew->me, last = w->threads - 1;
  const int below = me > 0 ? me - 1 : last, above = me < last ? me + 1 : 0;
  if (pass > 0 && open) {
    vfi_crew_await(crew, below, 2 * pass);
    vfi_crew_await(crew, above, 2 * pass - 1);
  }
  double max = run_slab(w, &crew->bench, me);
  vfi_crew_report(crew, 2 * pass + 1);
  if (w->count > 1 && open) {
    const int meeting = slab_start(w, above);
    vfi_crew_await(crew, above, 2 * pass + 1);
    max = vfi_larger(max, run_tile(w, &crew->bench, &(tile){ meeting, -1, meeting, 1 }));
  }
  vfi_crew_report(crew, 2 * pass + 2);
  return max;
}

/* A single step, with ghosts in memory. */
static double run_plain_step(const blocked_pass *w, vfi_crew *crew)
{
  const int n1 = w->level->n[1], rows = n1 * w->level->n[2], ghosts = vfi_level_ghost_rows(w->level);
  const int64_t me = crew->me, next = me + 1;
  vfi_bench bench = crew->bench;
  double max = 0;
  bench.stored = true;
  if (w->steps[0].kind >= HALF) {
    for (int row = (int)(ghosts * me / crew->size); row < ghosts * next / crew->size; row++)
      vfi_level_fill_ghost_row(w->level, row);
    vfi_crew_barrier(crew);
  }
  for (int row = (int)(rows * me / crew->size); row < rows * next / crew->size; row++)
    max = vfi_larger(max, run_step(w, 0, &bench, row % n1, row / n1));
  vfi_crew_barrier(crew);
  return max;
}

/* True if ghosts can be folded. A ghost made of three cells reads a cell that the same half sweep may have changed, and
 * so does a periodic direction with an odd number of cells. Such ghosts are stored before the half sweep. */
static bool folds(const vfi_level *level)
{
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    if (d == 0) continue;
    if (level->face[face].periodic ? level->n[d] % 2 : level->face[face].cells > 2) return false;
  }
  return true;
}

static int rows_of_block(const blocked_pass *w)
{
  const vfi_level *level = w->level;
  const int64_t row = (int64_t)level->n[0] * 8 * (level->variable ? 6 : 2) * (w->count + 2);
  const int64_t rows = CACHE_BYTES / row;
  return rows < 8 ? 8 : rows > level->n[1] ? level->n[1] : (int)rows;
}

static bool gives(const vf_relax *r) { return r->correction && r->correction->adds; }

static int step_count(const vf_relax *r)
{
  return (r->from_zero || r->from) + 2 * r->count + gives(r) + (r->into || r->norm);
}

static step step_at(const vfi_level *level, const vf_relax *r, int number, double omega)
{
  const int before = r->from_zero || r->from, half = number - before;
  if (half < 0) return (step){ .kind = r->from ? INTERPOLATE : CLEAR };
  if (half == 2 * r->count && gives(r)) return (step){ .kind = GIVE };
  if (half >= 2 * r->count) return (step){ .kind = r->into ? RESTRICT : RESIDUAL };
  return (step){ .kind = HALF, .colour = half % 2, .omega = vfi_lines_omega(level, r, omega, half) };
}

static int64_t at_most(int64_t number, int64_t most) { return number < most ? number : most; }

/* The smallest number of passes for which slabs are thick enough: seams must not meet. */
static int pass_count(const blocked_pass *w, int steps)
{
  const vfi_level *level = w->level;
  const bool open = w->threads > 1 || level->face[w->axis].periodic;
  /* Each part of a slab cut in two has one open face. */
  const int thickness = (int)(level->face[w->axis].periodic ? level->n[w->axis] / 2 / w->threads * 2
                                                            : level->n[w->axis] / 2 / (2 * w->threads) * 4);
  const int most = open ? (int)at_most(thickness / 2 + 1, STEPS_A_PASS) : STEPS_A_PASS;
  int passes = (steps + most - 1) / most;
  /* In the last step seams widen to pairs of planes. */
  while (open && w->relax->into && steps / passes % 2 == 0 && 2 * (steps / passes) > thickness) passes++;
  return passes;
}

void vfi_temporal_relax_part(vfi_crew *crew, const vfi_level *level, const vf_relax *relax, double omega)
{
  const int64_t cells = vfi_level_cells(level);
  const int steps = step_count(relax);
  const bool lines = level->lines.along > 0, plain = !lines && !folds(level);
  blocked_pass w = { .level = level,
                     .relax = relax,
                     .numbers = vfi_level_numbers(relax->correction ? relax->correction->of : level) };
  if (level->single) w.single = vfi_single_pass_of(level);
  w.axis = lines ? vfi_lines_q(&level->lines) : 2;
  w.threads = (int)at_most(at_most(cells / CELLS_A_THREAD, level->n[w.axis] / 4), crew->size);
  if (w.threads < 1) w.threads = 1;
  const int passes = plain ? steps : steps > 0 ? pass_count(&w, steps) : 0;
  double max = 0;
  for (int pass = 0, done = 0; pass < passes && (plain || crew->me < w.threads); pass++, done += w.count) {
    w.count = (steps - done + passes - pass - 1) / (passes - pass);
    for (int s = 0; s < w.count; s++) w.steps[s] = step_at(level, relax, done + s, omega);
    w.block = rows_of_block(&w);
    max = vfi_larger(max, plain ? run_plain_step(&w, crew) : run_pass(&w, crew, pass));
  }
  crew->posts[crew->me].norm = max;
  vfi_crew_end(crew, 2 * passes);
}

typedef struct order {
  const vfi_level *level;
  const vf_relax *relax;
} order;

static void relax_part(vfi_crew *crew, void *data)
{
  const order *o = data;
  vfi_temporal_relax_part(crew, o->level, o->relax, o->level->omega);
}

int vfi_temporal_relax(vfi_workbench *bench, vfi_level *level, const vf_relax *steps)
{
  const int threads = vfi_thread_team_threads(vfi_level_cells(level));
  const int code = vfi_thread_team_run(bench, threads, vfi_line_team_row(level), relax_part, &(order){ level, steps });
  if (code || !steps->norm) return code;
  double norm = 0;
  for (int p = 0; p < threads; p++) norm = vfi_larger(norm, bench->posts[p].norm);
  *steps->norm = norm;
  return 0;
}
