/* The level kernels of the host: threads, caches and vector instructions. Everything that belongs together in a cycle
 * goes through one pass over memory (host/temporal_blocking.h). */
#include "engine.h"

#include <errno.h>
#include <stdlib.h>

#include "host/aggregates.h"
#include "host/coarse_cycle.h"
#include "host/lines_host.h"
#include "host/resample_host.h"
#include "host/transfers.h"
#include "host/vectors.h"
#include "host/single_rows.h"
#include "host/temporal_blocking.h"

static int spare_planes(const vf_level *level)
{
  (void)level;
  return 0;
}

static int open_engine(vf_engine *engine)
{
  vf_workbench *bench = calloc(1, sizeof *bench);
  if (!bench) return ENOMEM;
  bench->rows = vf_rows_best();
  engine->state = bench;
  return 0;
}

static int close_engine(vf_engine *engine)
{
  vf_workbench *bench = engine->state;
  if (bench) vf_workbench_empty(bench);
  free(bench);
  engine->state = NULL;
  return 0;
}

static int relax(vf_engine *engine, vf_level *level, const vf_relax *steps)
{
  return vf_temporal_relax(engine->state, level, steps);
}

static int smooth(vf_engine *engine, vf_level *level, int count, bool from_zero)
{
  return relax(engine, level, &(vf_relax){ .count = count, .from_zero = from_zero });
}

static int residual_restrict(vf_engine *engine, vf_level *fine, vf_level *coarse, double *norm)
{
  return relax(engine, fine, &(vf_relax){ .into = coarse, .norm = norm });
}

static int interpolate_smooth(vf_engine *engine, vf_level *fine, vf_level *coarse, int count)
{
  return relax(engine, fine, &(vf_relax){ .from = coarse, .count = count });
}

static int residual_norm(vf_engine *engine, vf_level *level, double *norm)
{
  return relax(engine, level, &(vf_relax){ .norm = norm });
}

typedef void (*convert_row)(const vf_field *from, int n, double factor, const vf_field *to, int j, int k);

static int convert(const vf_level *shape, vf_field from, double factor, vf_field to, convert_row row_of)
{
  const int *n = shape->n;
  const int rows = n[1] * n[2];
#pragma omp parallel for schedule(static) num_threads(vf_thread_team_threads((int64_t)rows *n[0]))
  for (int row = 0; row < rows; row++) row_of(&from, n[0], factor, &to, row % n[1], row / n[1]);
  return 0;
}

static int narrow(vf_engine *engine, const vf_level *shape, vf_field from, double factor, vf_field to)
{
  (void)engine;
  return convert(shape, from, factor, to, vf_single_narrow_row);
}

static int widen(vf_engine *engine, const vf_level *shape, vf_field from, double factor, vf_field to)
{
  (void)engine;
  return convert(shape, from, factor, to, vf_single_widen_row);
}

static int residual_single(vf_engine *engine, vf_level *level, vf_field r)
{
  vf_workbench *workbench = engine->state;
  const vf_single_pass pass = vf_single_pass_of(level);
  const ptrdiff_t length = vf_scratch_row(level->n[0]);
  const int n1 = level->n[1], rows = n1 * level->n[2];
  const int threads = vf_thread_team_threads((int64_t)rows * level->n[0]);
  double *scratch = vf_workbench_scratch(workbench, (size_t)threads * VF_SCRATCH_ROWS * (size_t)length);
  if (!scratch) return ENOMEM;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int row = 0; row < rows; row++) {
    const vf_bench bench = { workbench->rows, scratch + vf_thread_team_me() * VF_SCRATCH_ROWS * length, length, false };
    vf_single_residual_row(level, &pass, &bench, row % n1, row / n1, &r);
  }
  return 0;
}

static int interpolate(vf_engine *engine, vf_level *fine, vf_level *coarse, bool add)
{
  vf_workbench *bench = engine->state;
  const ptrdiff_t length = vf_scratch_row(fine->n[0]);
  const int n1 = fine->n[1], rows = n1 * fine->n[2];
  const int threads = vf_thread_team_threads((int64_t)rows * fine->n[0]);
  double *scratch = vf_workbench_scratch(bench, (size_t)threads * VF_SCRATCH_ROWS * (size_t)length);
  if (!scratch) return ENOMEM;
#pragma omp parallel num_threads(threads)
  {
    const vf_bench own = { bench->rows, scratch + vf_thread_team_me() * VF_SCRATCH_ROWS * length, length, false };
#pragma omp for schedule(static)
    for (int row = 0; row < rows; row++) vf_level_interpolate_row(fine, coarse, &own, row % n1, row / n1, add);
  }
  return 0;
}

const vf_engine_table *vf_engine_host(void)
{
  static const vf_engine_table table = { .halves_rows = true,
                                         .spare_planes = spare_planes,
                                         .open = open_engine,
                                         .close = close_engine,
                                         .smooth = smooth,
                                         .residual_restrict = residual_restrict,
                                         .interpolate = interpolate,
                                         .interpolate_resampled = vf_host_interpolate_resampled,
                                         .restrict_resampled = vf_host_restrict_resampled,
                                         .interpolate_smooth = interpolate_smooth,
                                         .relax = relax,
                                         .aggregates_cycle = vf_host_aggregates_cycle,
                                         .relax_single = relax,
                                         .residual_single = residual_single,
                                         .narrow = narrow,
                                         .widen = widen,
                                         .coarse_cycle = vf_host_coarse_cycle,
                                         .coarse_cells = INT64_MAX,
                                         .coarse_lines = true,
                                         .smooth_lines = vf_host_smooth_lines,
                                         .make_pivots = vf_host_make_pivots,
                                         .knows_whole_diagonal = true,
                                         .knows_stretched = true,
                                         .gather = vf_host_gather,
                                         .scatter = vf_host_scatter,
                                         .restrict_rhs = vf_host_restrict_rhs,
                                         .restrict_coefficients = vf_host_restrict_coefficients,
                                         .add_on_face = vf_host_add_on_face,
                                         .restrict_face = vf_host_restrict_face,
                                         .restrict_face_shares = vf_host_restrict_face_shares,
                                         .multiply = vf_host_multiply,
                                         .residual_norm = residual_norm,
                                         .norm = vf_host_norm,
                                         .sum = vf_host_sum,
                                         .dot = vf_host_dot,
                                         .tiles = vf_host_tiles,
                                         .residual = vf_host_residual,
                                         .operate = vf_host_operate,
                                         .combine = vf_host_combine,
                                         .shift = vf_host_shift,
                                         .zero = vf_host_zero };
  return &table;
}
