#include "aggregates.h"

#include "thread_team.h"

static int threads_for(const vf_sparse *m) { return vf_thread_team_threads((int64_t)m->rows * 8); }

/* The sums over the rows of a slice. */
static void sums_of(const vf_sparse *m, const double *x, int slice, double sum[VF_SPARSE_SLICE])
{
  double part[VF_SPARSE_PARTS][VF_SPARSE_SLICE] = { { 0 } };
  int p = 0;
  for (int64_t e = m->start[slice]; e < m->start[slice + 1]; e += VF_SPARSE_SLICE) {
    for (int lane = 0; lane < VF_SPARSE_SLICE; lane++)
      part[p][lane] = VF_SPARSE_ADDED(part[p][lane], m->value[e + lane], x[m->column[e + lane]]);
    p = p + 1 == m->parts ? 0 : p + 1;
  }
  for (int half = m->parts / 2; half > 0; half /= 2)
    for (int q = 0; q < half; q++)
      for (int lane = 0; lane < VF_SPARSE_SLICE; lane++) part[q][lane] += part[q + half][lane];
  for (int lane = 0; lane < VF_SPARSE_SLICE; lane++) sum[lane] = part[0][lane];
}

static int slices_of(const vf_sparse *m) { return (m->rows + VF_SPARSE_SLICE - 1) / VF_SPARSE_SLICE; }

static int rows_in(const vf_sparse *m, int slice)
{
  const int left = m->rows - slice * VF_SPARSE_SLICE;
  return left < VF_SPARSE_SLICE ? left : VF_SPARSE_SLICE;
}

/* y = m x */
static void multiply(const vf_sparse *m, const double *x, double *y)
{
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    double sum[VF_SPARSE_SLICE];
    sums_of(m, x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) y[slice * VF_SPARSE_SLICE + lane] = sum[lane];
  }
}

/* y += m x */
static void add_product(const vf_sparse *m, const double *x, double *y)
{
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    double sum[VF_SPARSE_SLICE];
    sums_of(m, x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) y[slice * VF_SPARSE_SLICE + lane] += sum[lane];
  }
}

/* The same for cells of the finest level. */
static void add_to_cells(const vf_sparse *m, const double *x, const vf_level *level)
{
  const vf_field *phi = &level->phi;
  const int n0 = level->n[0], n1 = level->n[1];
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    double sum[VF_SPARSE_SLICE];
    sums_of(m, x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) {
      const int cell = slice * VF_SPARSE_SLICE + lane, i = cell % n0, j = cell / n0 % n1, k = cell / n0 / n1;
      phi->at[vf_field_place(phi, i) + j * phi->row + k * phi->plane] += sum[lane];
    }
  }
}

/* A step of a smooth, into next, which becomes x; from_zero: x counts as 0. */
static void step(vf_aggregates *l, double length, bool from_zero)
{
  const vf_sparse *m = &l->matrix;
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    double sum[VF_SPARSE_SLICE] = { 0 };
    if (!from_zero) sums_of(m, l->x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) {
      const int row = slice * VF_SPARSE_SLICE + lane;
      l->next[row] = VF_AGGREGATE_RELAXED(from_zero ? 0 : l->x[row], length, l->inverse[row], l->rhs[row], sum[lane]);
    }
  }
  double *const before = l->x;
  l->x = l->next;
  l->next = before;
}

static void residual(const vf_aggregates *l)
{
  const vf_sparse *m = &l->matrix;
#pragma omp parallel for schedule(static) num_threads(threads_for(m))
  for (int slice = 0; slice < slices_of(m); slice++) {
    double sum[VF_SPARSE_SLICE];
    sums_of(m, l->x, slice, sum);
    for (int lane = 0; lane < rows_in(m, slice); lane++) {
      const int row = slice * VF_SPARSE_SLICE + lane;
      l->left[row] = l->rhs[row] - sum[lane];
    }
  }
}

/* The inverse is symmetric: column c of it is row c. */
static void solve(const vf_aggregates *l)
{
  for (int row = 0; row < l->count; row++) {
    double sum = 0;
    for (int c = 0; c < l->count; c++) sum = VF_SPARSE_ADDED(sum, l->solution[(int64_t)c * l->count + row], l->rhs[c]);
    l->x[row] = sum;
  }
}

int vf_host_aggregates_cycle(vf_engine *engine, struct vf_aggregates *levels, int count, vf_level *finest,
                             vf_field left)
{
  (void)engine;
  for (int l = 0; l < count; l++) {
    vf_aggregates *const level = &levels[l];
    multiply(&level->down, l > 0 ? levels[l - 1].left : left.at, level->rhs);
    if (level->solution) {
      solve(level);
      continue;
    }
    for (int s = 0; s < VF_AGGREGATE_STEPS; s++) step(level, level->length[s], s == 0);
    if (l + 1 < count) residual(level);
  }
  for (int l = count - 1; l >= 0; l--) {
    vf_aggregates *const level = &levels[l];
    for (int s = 0; s < VF_AGGREGATE_STEPS && !level->solution; s++) step(level, level->length[s], false);
    if (l > 0) add_product(&level->up, level->x, levels[l - 1].x);
    else add_to_cells(&level->up, level->x, finest);
  }
  return 0;
}
