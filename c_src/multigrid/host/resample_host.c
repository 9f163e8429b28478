#include "engine_parts.h"

#include <errno.h>

#include "../formulas.h"
#include "level_rows.h"
#include "thread_team.h"

#define REAL double
#define OF(name) double_##name
#include "resample_rows.h"
#undef REAL
#undef OF
#define REAL float
#define OF(name) single_##name
#include "resample_rows.h"

/* Scratch of each thread for a row of either level, and for one more row. */
static double *room_for(vfi_engine *engine, int threads, const vfi_level *fine, ptrdiff_t *length)
{
  *length = vfi_scratch_row(fine->n[0]);
  return vfi_workbench_scratch(engine->state, (size_t)threads * 2 * (size_t)*length);
}

int vfi_host_interpolate_resampled(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add)
{
  const int n1 = fine->n[1], rows = n1 * fine->n[2], n[2] = { fine->n[0], coarse->n[0] };
  const int threads = vfi_thread_team_threads((int64_t)rows * fine->n[0]);
  ptrdiff_t length = 0;
  double *room = room_for(engine, threads, fine, &length);
  if (!room) return ENOMEM;
  const double_array to = double_array_of(&fine->phi), from = double_array_of(&coarse->phi);
  const single_array narrow_to = single_array_of(&fine->phi), narrow_from = single_array_of(&coarse->phi);
#pragma omp parallel num_threads(threads)
  {
    double *own = room + vfi_thread_team_me() * 2 * length;
#pragma omp for schedule(static)
    for (int row = 0; row < rows; row++) {
      const int j = row % n1, k = row / n1;
      if (fine->single)
        single_interpolate_row(&narrow_to, &narrow_from, &coarse->coarsening, n, j, k, add, (float *)own);
      else double_interpolate_row(&to, &from, &coarse->coarsening, n, j, k, add, own);
    }
  }
  return 0;
}

static void put_row(const vfi_level *level, int j, int k, const double *means, const float *narrow)
{
  const int n = level->n[0];
  const double_array to = double_array_of(&level->rhs);
  const single_array narrow_to = single_array_of(&level->rhs);
  double *at = double_row(&to, j, k);
  float *narrow_at = single_row(&narrow_to, j, k);
  for (int i = 0; i < n; i++) {
    if (level->single) narrow_at[single_place(&narrow_to, i)] = narrow[i];
    else at[double_place(&to, i)] = means ? means[i] : (double)narrow[i];
  }
}

int vfi_host_restrict_resampled(vfi_engine *engine, const vfi_level *fine, vf_field from, const vfi_level *coarse)
{
  const int n1 = coarse->n[1], rows = n1 * coarse->n[2], n[2] = { fine->n[0], coarse->n[0] };
  const int threads = vfi_thread_team_threads(vfi_level_cells(fine));
  ptrdiff_t length = 0;
  double *room = room_for(engine, threads, fine, &length);
  if (!room) return ENOMEM;
  const double_array wide = double_array_of(&from);
  const single_array narrow = single_array_of(&from);
#pragma omp parallel num_threads(threads)
  {
    double *own = room + vfi_thread_team_me() * 2 * length, *means = own + length;
#pragma omp for schedule(static)
    for (int row = 0; row < rows; row++) {
      const int j = row % n1, k = row / n1;
      if (fine->single) single_restrict_row(&narrow, &coarse->coarsening, n, j, k, (float *)own, (float *)means);
      else double_restrict_row(&wide, &coarse->coarsening, n, j, k, own, means);
      put_row(coarse, j, k, fine->single ? NULL : means, (float *)means);
    }
  }
  return 0;
}
