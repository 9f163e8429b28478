#include "engine_parts.h"

#include "thread_team.h"

static int threads_for(const vfi_sparse *m) { return vfi_thread_team_threads((int64_t)m->rows * 8); }

static int slices_of(const vfi_sparse *m) { return (m->rows + VF_SPARSE_SLICE - 1) / VF_SPARSE_SLICE; }

static int rows_in(const vfi_sparse *m, int slice)
{
  const int left = m->rows - slice * VF_SPARSE_SLICE;
  return left < VF_SPARSE_SLICE ? left : VF_SPARSE_SLICE;
}

static void add_parts(float part[VF_SPARSE_PARTS][VF_SPARSE_SLICE], int parts, float sum[VF_SPARSE_SLICE])
{
  for (int half = parts / 2; half > 0; half /= 2)
    for (int q = 0; q < half; q++)
      for (int lane = 0; lane < VF_SPARSE_SLICE; lane++) part[q][lane] += part[q + half][lane];
  for (int lane = 0; lane < VF_SPARSE_SLICE; lane++) sum[lane] = part[0][lane];
}

/* The sums over the rows of a slice; X(at) is element `at` of the vector that multiplies the rows. */
#define SUMS_OF(X)                                                                                            \
  const int base = m->base[slice];                                                                            \
  float part[VF_SPARSE_PARTS][VF_SPARSE_SLICE] = { { 0 } };                                                   \
  int p = 0;                                                                                                  \
  for (int64_t e = m->start[slice]; e < m->start[slice + 1]; e += VF_SPARSE_SLICE) {                          \
    if (m->near)                                                                                              \
      for (int lane = 0; lane < VF_SPARSE_SLICE; lane++)                                                      \
        part[p][lane] = VF_SPARSE_ADDED(part[p][lane], m->value[e + lane], X(base + (int)m->near[e + lane])); \
    else                                                                                                      \
      for (int lane = 0; lane < VF_SPARSE_SLICE; lane++)                                                      \
        part[p][lane] = VF_SPARSE_ADDED(part[p][lane], m->value[e + lane], X(base + m->far[e + lane]));       \
    p = p + 1 == m->parts ? 0 : p + 1;                                                                        \
  }                                                                                                           \
  add_parts(part, m->parts, sum)

static void sums_of(const vfi_sparse *m, const float *x, int slice, float sum[VF_SPARSE_SLICE])
{
#define FLOAT_AT(at) x[at]
  SUMS_OF(FLOAT_AT);
}

static void sums_of_taken(const vfi_sparse *m, const double *x, double take, int slice, float sum[VF_SPARSE_SLICE])
{
#define DOUBLE_AT(at) VF_AGGREGATE_TAKEN(take, x[at])
  SUMS_OF(DOUBLE_AT);
}

/* Computes the right-hand side of a level and, except on the last level, the first step of its smooth. */
static void restrict_to(vfi_aggregates *l, const float *x, const double *finest, double take)
{
  const vfi_sparse *m = &l->down;
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    float sum[VF_SPARSE_SLICE];
    if (finest) sums_of_taken(m, finest, take, slice, sum);
    else sums_of(m, x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) {
      const int row = slice * VF_SPARSE_SLICE + lane;
      l->rhs[row] = sum[lane];
      if (!l->last) l->x[row] = VF_AGGREGATE_FIRST(l->length[0], sum[lane]);
    }
  }
}

/* y += m x */
static void add_product(const vfi_sparse *m, const float *x, float *y)
{
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    float sum[VF_SPARSE_SLICE];
    sums_of(m, x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) y[slice * VF_SPARSE_SLICE + lane] += sum[lane];
  }
}

/* The same for cells of the finest level, with the factor give. */
static void add_to_cells(const vfi_sparse *m, const float *x, const vfi_level *level, double give)
{
  const vf_field phi = level->single ? vfi_field_of_floats(&level->phi) : level->phi;
  float *const floats = (float *)phi.at;
  const int n0 = level->n[0], n1 = level->n[1];
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    float sum[VF_SPARSE_SLICE];
    sums_of(m, x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) {
      const int cell = slice * VF_SPARSE_SLICE + lane, i = cell % n0, j = cell / n0 % n1, k = cell / n0 / n1;
      const ptrdiff_t at = vfi_field_place(&phi, i) + j * phi.row + k * phi.plane;
      if (level->single) floats[at] = VF_AGGREGATE_GIVEN_SINGLE(floats[at], give, sum[lane]);
      else phi.at[at] = VF_AGGREGATE_GIVEN(phi.at[at], give, sum[lane]);
    }
  }
}

/* A step of a smooth into next; next then becomes x. */
static void step(vfi_aggregates *l, float length)
{
  const vfi_sparse *m = &l->matrix;
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    float sum[VF_SPARSE_SLICE];
    sums_of(m, l->x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) {
      const int row = slice * VF_SPARSE_SLICE + lane;
      l->next[row] = VF_AGGREGATE_RELAXED(l->x[row], length, l->rhs[row], sum[lane]);
    }
  }
  float *const before = l->x;
  l->x = l->next;
  l->next = before;
}

/* left = rhs - A x; on the last level x = inverse of A times rhs. */
static void residual(const vfi_aggregates *l)
{
  const vfi_sparse *m = &l->matrix;
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    float sum[VF_SPARSE_SLICE];
    sums_of(m, l->last ? l->rhs : l->x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) {
      const int row = slice * VF_SPARSE_SLICE + lane;
      if (l->last) l->x[row] = sum[lane];
      else l->left[row] = l->rhs[row] - sum[lane];
    }
  }
}

int vfi_host_aggregates_cycle(vfi_engine *engine, struct vfi_aggregates *levels, int count, vfi_level *finest,
                              vf_field left, const struct vfi_aggregates_range *range)
{
  (void)engine;
  for (int l = 0; l < count; l++) {
    vfi_aggregates *const level = &levels[l];
    const bool takes = l == 0 && !finest->single;
    restrict_to(level, l > 0 ? levels[l - 1].left : (float *)left.at, takes ? left.at : NULL, range->take);
    for (int s = 1; s < VF_AGGREGATE_STEPS && !level->last; s++) step(level, level->length[s]);
    if (l + 1 < count || level->last) residual(level);
  }
  for (int l = count - 1; l >= 0; l--) {
    vfi_aggregates *const level = &levels[l];
    for (int s = 0; s < VF_AGGREGATE_STEPS && !level->last; s++) step(level, level->length[s]);
    if (l > 0) add_product(&level->up, level->x, levels[l - 1].x);
    else add_to_cells(&level->up, level->x, finest, range->give);
  }
  return 0;
}
