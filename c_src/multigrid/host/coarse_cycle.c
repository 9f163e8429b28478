#include "engine_parts.h"

#include <errno.h>

#include "../solver_state.h"
#include "lines_host.h"
#include "temporal_blocking.h"

enum { CELLS_OF_ONE = 2048 }; /* one thread works on levels up to this size and on all coarser levels */

typedef struct coarse_part {
  vfi_engine *engine;
  const vfi_cycle *cycle;
  double omegas[2 * VF_SOLVER_SMOOTHS]; /* of the post smooths, then of the pre smooths */
  vfi_level *levels;
  int count, code;
  bool from_zero;
} coarse_part;

static void relax(const coarse_part *t, vfi_crew *crew, const vfi_level *level, const vf_relax *steps)
{
  vfi_temporal_relax_part(crew, level, steps, t->cycle->omega);
  vfi_crew_barrier(crew);
}

static void remove_mean(coarse_part *t, vfi_crew *crew, vfi_level *level)
{
  if (crew->me == 0) {
    double sum = 0;
    t->code = vfi_host_sum(t->engine, level, level->phi, &sum);
    if (!t->code) t->code = vfi_host_shift(t->engine, level, level->phi, -(sum / (double)vfi_level_cells(level)));
  }
  vfi_crew_barrier(crew);
}

static void run(coarse_part *t, vfi_crew *crew, int l, int kind, bool from_zero)
{
  const vfi_cycle *cycle = t->cycle;
  vfi_level *level = &t->levels[l];
  if (crew->size > 1 && vfi_level_cells(level) <= CELLS_OF_ONE) {
    vfi_crew alone = *crew;
    alone.size = 1;
    if (crew->me == 0) run(t, &alone, l, kind, from_zero);
    vfi_crew_barrier(crew);
  } else if (l + 1 == t->count) {
    relax(t, crew, level, &(vf_relax){ .from_zero = from_zero, .count = cycle->bottom_smooths });
    if (cycle->singular) remove_mean(t, crew, level);
  } else {
    const double *omegas = vfi_level_omegas(level, t->omegas);
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

static void run_part(vfi_crew *crew, void *data)
{
  coarse_part *t = data;
  run(t, crew, 0, t->cycle->kind, t->from_zero);
}

/* A cycle on levels[first] and all coarser levels. */
static int run_from(coarse_part *t, int first, bool from_zero)
{
  coarse_part part = *t;
  part.levels += first;
  part.count -= first;
  part.from_zero = from_zero;
  const int code = vfi_thread_team_run(t->engine->state, vfi_thread_team_threads(vfi_level_cells(part.levels)),
                                       vfi_line_team_row(part.levels), run_part, &part);
  return code ? code : part.code;
}

static int full_start(coarse_part *t)
{
  int code = run_from(t, t->count - 1, true);
  for (int l = t->count - 2; l >= 0 && !code; l--) {
    code = t->engine->ops->interpolate(t->engine, &t->levels[l], &t->levels[l + 1], false);
    if (!code) code = run_from(t, l, false);
  }
  return code;
}

int vfi_host_coarse_cycle(vfi_engine *engine, vfi_level *levels, int count, const vfi_cycle *cycle,
                          vfi_coarse_start start)
{
  coarse_part t = { .engine = engine, .cycle = cycle, .levels = levels, .count = count };
  vfi_cycle_omegas(cycle, t.omegas);
  /* The sum over the coarsest level needs scratch beside the team's scratch, which is in use then. */
  if (!vfi_workbench_scratch(engine->state, (size_t)vfi_level_tiles(&levels[count - 1]))) return ENOMEM;
  return start == VF_COARSE_FULL ? full_start(&t) : run_from(&t, 0, start == VF_COARSE_ZERO);
}
