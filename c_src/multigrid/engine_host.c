/* The level kernels of the host: threads, caches and vector instructions. All steps of a cycle that belong together go
 * through one pass over memory (host/temporal_blocking.h). */
#include "engine.h"

#include <errno.h>
#include <stdlib.h>

#include "host/engine_parts.h"
#include "host/lines_host.h"
#include "host/single_rows.h"
#include "host/temporal_blocking.h"

static int spare_planes(const vfi_level *level)
{
  (void)level;
  return 0;
}

static int open_engine(vfi_engine *engine)
{
  vfi_workbench *bench = calloc(1, sizeof *bench);
  if (!bench) return ENOMEM;
  bench->rows = vfi_rows_best();
  engine->state = bench;
  return 0;
}

static int close_engine(vfi_engine *engine)
{
  vfi_workbench *bench = engine->state;
  if (bench) vfi_workbench_empty(bench);
  free(bench);
  engine->state = NULL;
  return 0;
}

static int relax(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  return vfi_temporal_relax(engine->state, level, steps);
}

static int smooth(vfi_engine *engine, vfi_level *level, int count, bool from_zero)
{
  return relax(engine, level, &(vf_relax){ .count = count, .from_zero = from_zero });
}

static int residual_restrict(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, double *norm)
{
  return relax(engine, fine, &(vf_relax){ .into = coarse, .norm = norm });
}

static int interpolate_smooth(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, int count)
{
  return relax(engine, fine, &(vf_relax){ .from = coarse, .count = count });
}

static int residual_norm(vfi_engine *engine, vfi_level *level, double *norm)
{
  return relax(engine, level, &(vf_relax){ .norm = norm });
}

typedef void (*convert_row)(const vf_field *from, int n, double factor, const vf_field *to, int j, int k);

static int convert(const vfi_level *shape, vf_field from, double factor, vf_field to, convert_row row_of)
{
  const int *n = shape->n;
  const int rows = n[1] * n[2];
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads((int64_t)rows *n[0]))
  for (int row = 0; row < rows; row++) row_of(&from, n[0], factor, &to, row % n[1], row / n[1]);
  return 0;
}

static int narrow(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to)
{
  (void)engine;
  return convert(shape, from, factor, to, vfi_single_narrow_row);
}

static int widen(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to)
{
  (void)engine;
  return convert(shape, from, factor, to, vfi_single_widen_row);
}

static int residual_single(vfi_engine *engine, vfi_level *level, vf_field r)
{
  vfi_workbench *workbench = engine->state;
  const vfi_single_pass pass = vfi_single_pass_of(level);
  const ptrdiff_t length = vfi_scratch_row(level->n[0]);
  const int n1 = level->n[1], rows = n1 * level->n[2];
  const int threads = vfi_thread_team_threads((int64_t)rows * level->n[0]);
  double *scratch = vfi_workbench_scratch(workbench, (size_t)threads * VF_SCRATCH_ROWS * (size_t)length);
  if (!scratch) return ENOMEM;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int row = 0; row < rows; row++) {
    const vfi_bench bench = { workbench->rows, scratch + vfi_thread_team_me() * VF_SCRATCH_ROWS * length, length,
                              false };
    vfi_single_residual_row(level, &pass, &bench, row % n1, row / n1, &r);
  }
  return 0;
}

static int interpolate(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, bool add)
{
  vfi_workbench *bench = engine->state;
  const ptrdiff_t length = vfi_scratch_row(fine->n[0]);
  const int n1 = fine->n[1], rows = n1 * fine->n[2];
  const int threads = vfi_thread_team_threads((int64_t)rows * fine->n[0]);
  double *scratch = vfi_workbench_scratch(bench, (size_t)threads * VF_SCRATCH_ROWS * (size_t)length);
  if (!scratch) return ENOMEM;
#pragma omp parallel num_threads(threads)
  {
    const vfi_bench own = { bench->rows, scratch + vfi_thread_team_me() * VF_SCRATCH_ROWS * length, length, false };
#pragma omp for schedule(static)
    for (int row = 0; row < rows; row++) vfi_level_interpolate_row(fine, coarse, &own, row % n1, row / n1, add);
  }
  return 0;
}

const vfi_engine_table *vfi_engine_host(void)
{
  static const vfi_engine_table table = { .halves_rows = true,
                                          .spare_planes = spare_planes,
                                          .open = open_engine,
                                          .close = close_engine,
                                          .smooth = smooth,
                                          .residual_restrict = residual_restrict,
                                          .interpolate = interpolate,
                                          .interpolate_resampled = vfi_host_interpolate_resampled,
                                          .restrict_resampled = vfi_host_restrict_resampled,
                                          .interpolate_smooth = interpolate_smooth,
                                          .relax = relax,
                                          .aggregates_cycle = vfi_host_aggregates_cycle,
                                          .relax_single = relax,
                                          .residual_single = residual_single,
                                          .narrow = narrow,
                                          .widen = widen,
                                          .coarse_cycle = vfi_host_coarse_cycle,
                                          .coarse_cells = INT64_MAX,
                                          .coarse_lines = true,
                                          .smooth_lines = vfi_host_smooth_lines,
                                          .make_pivots = vfi_host_make_pivots,
                                          .knows_whole_diagonal = true,
                                          .knows_anisotropic = true,
                                          .gather = vfi_host_gather,
                                          .scatter = vfi_host_scatter,
                                          .restrict_rhs = vfi_host_restrict_rhs,
                                          .restrict_coefficients = vfi_host_restrict_coefficients,
                                          .add_on_face = vfi_host_add_on_face,
                                          .restrict_face = vfi_host_restrict_face,
                                          .restrict_face_shares = vfi_host_restrict_face_shares,
                                          .multiply = vfi_host_multiply,
                                          .residual_norm = residual_norm,
                                          .norm_max = vfi_host_norm,
                                          .sum = vfi_host_sum,
                                          .dot = vfi_host_dot,
                                          .tiles = vfi_host_tiles,
                                          .residual = vfi_host_residual,
                                          .operate = vfi_host_operate,
                                          .combine = vfi_host_combine,
                                          .shift = vfi_host_shift,
                                          .zero = vfi_host_zero };
  return &table;
}
