#include "coarse_cycle.h"

#include <errno.h>

#include "../solver_state.h"
#include "lines_host.h"
#include "vectors.h"
#include "temporal_blocking.h"

enum { CELLS_OF_ONE = 2048 }; /* levels up to this size are one thread's, with all that are coarser */

typedef struct coarse_part {
  vf_engine *engine;
  const vf_cycle *cycle;
  double omegas[2 * VF_SOLVER_SMOOTHS]; /* of the post smooths, and after them of the pre smooths */
  vf_level *levels;
  int count, code;
  bool from_zero;
} coarse_part;

static int64_t cells_of(const vf_level *level) { return (int64_t)level->n[0] * level->n[1] * level->n[2]; }

static void relax(const coarse_part *t, vf_crew *crew, const vf_level *level, const vf_relax *steps)
{
  vf_temporal_relax_part(crew, level, steps, t->cycle->omega);
  vf_crew_barrier(crew);
}

static void remove_mean(coarse_part *t, vf_crew *crew, vf_level *level)
{
  if (crew->me == 0) {
    double sum = 0;
    t->code = vf_host_sum(t->engine, level, level->phi, &sum);
    if (!t->code) t->code = vf_host_shift(t->engine, level, level->phi, -(sum / (double)cells_of(level)));
  }
  vf_crew_barrier(crew);
}

static void run(coarse_part *t, vf_crew *crew, int l, int kind, bool from_zero)
{
  const vf_cycle *cycle = t->cycle;
  vf_level *level = &t->levels[l];
  if (crew->size > 1 && cells_of(level) <= CELLS_OF_ONE) {
    vf_crew alone = *crew;
    alone.size = 1;
    if (crew->me == 0) run(t, &alone, l, kind, from_zero);
    vf_crew_barrier(crew);
  } else if (l + 1 == t->count) {
    relax(t, crew, level, &(vf_relax){ .from_zero = from_zero, .count = cycle->bottom_smooths });
    if (cycle->singular) remove_mean(t, crew, level);
  } else {
    const double *omegas = vf_level_omegas(level, t->omegas);
    const vf_relax down = { .from_zero = from_zero,
                            .count = cycle->pre,
                            .place = cycle->post,
                            .omegas = omegas + cycle->post,
                            .into = level + 1 };
    relax(t, crew, level, &down);
    run(t, crew, l + 1, kind, true);
    if (kind == VF_CYCLE_F && l + 2 < t->count) run(t, crew, l + 1, VF_CYCLE_V, false);
    relax(t, crew, level, &(vf_relax){ .from = level + 1, .count = cycle->post, .omegas = omegas });
  }
}

static void run_part(vf_crew *crew, void *data)
{
  coarse_part *t = data;
  run(t, crew, 0, t->cycle->kind, t->from_zero);
}

/* A cycle from the first of the levels on. */
static int run_from(coarse_part *t, int first, bool from_zero)
{
  coarse_part part = *t;
  part.levels += first;
  part.count -= first;
  part.from_zero = from_zero;
  const int code = vf_thread_team_run(t->engine->state, vf_thread_team_threads(cells_of(part.levels)),
                                      vf_line_team_row(part.levels), run_part, &part);
  return code ? code : part.code;
}

static int full_start(coarse_part *t)
{
  int code = run_from(t, t->count - 1, true);
  for (int l = t->count - 2; l >= 0 && !code; l--) {
    code = t->engine->call->interpolate(t->engine, &t->levels[l], &t->levels[l + 1], false);
    if (!code) code = run_from(t, l, false);
  }
  return code;
}

int vf_host_coarse_cycle(vf_engine *engine, vf_level *levels, int count, const vf_cycle *cycle, vf_coarse_start start)
{
  coarse_part t = { .engine = engine, .cycle = cycle, .levels = levels, .count = count };
  vf_cycle_omegas(cycle, t.omegas);
  /* The sum over the coarsest level takes scratch while the team's is in use. */
  if (!vf_workbench_scratch(engine->state, (size_t)vf_level_tiles(&levels[count - 1]))) return ENOMEM;
  return start == VF_COARSE_FULL ? full_start(&t) : run_from(&t, 0, start == VF_COARSE_ZERO);
}
