#include "lines_host.h"

#include <errno.h>
#include <string.h>

#include "../line_formulas.h"
#include "../lines.h"
#include "line_rows.h"

int vfi_line_team_row(const vfi_level *level)
{
  const vfi_lines *lines = &level->lines;
  if (lines->along == 0) return level->n[0];
  /* values, zeros in place of a missing row, and coefficients for lines along x */
  const int needed =
      lines->along > 1 ? (level->n[lines->along - 1] + 1) * VF_LINES_ABREAST : 3 * (level->n[0] + 1) * VF_LINES_ALONG_X;
  const int row = needed / VF_SCRATCH_ROWS + 1;
  return row > level->n[0] ? row : level->n[0];
}

static const vfi_line_rows *rows_of(const vfi_bench *bench)
{
#ifdef VIEWFAB_ROWS_X86
  if (bench->rows == &vfi_rows_avx512) return &vfi_line_rows_avx512;
  if (bench->rows == &vfi_rows_avx2) return &vfi_line_rows_avx2;
#endif
  (void)bench;
  return &vfi_line_rows_portable;
}

/* A half sweep and its place. Coefficients are constant if lines have kinds. */
typedef struct sweep {
  const vfi_level *level;
  const vfi_line_rows *rows;
  int d, p, q; /* the directions along lines (d) and across (p, q) */
  int colour;
  double omega, factor[3];
  double *scratch;
} sweep;

static sweep sweep_of(const vfi_level *level, const vfi_bench *bench, int colour, double omega)
{
  const vfi_lines *lines = &level->lines;
  sweep s = { .level = level,
              .rows = rows_of(bench),
              .d = lines->along - 1,
              .p = vfi_lines_p(lines),
              .q = vfi_lines_q(lines),
              .colour = colour,
              .omega = omega,
              .scratch = bench->scratch };
  for (int d = 0; d < 3; d++) s.factor[d] = VF_OVER_H2(level->beta, level->h[d]);
  return s;
}

static const vf_field *faces_of(const vfi_level *level, int d)
{
  return d == 0 ? &level->bx : d == 1 ? &level->by : &level->bz;
}

static const double *pivots_of(const sweep *s, int of_q, int m)
{
  const vfi_lines *lines = &s->level->lines;
  const int kind = lines->kind ? lines->kind[of_q] : of_q;
  return lines->pivots + ((ptrdiff_t)kind * s->level->n[s->d] + m) * lines->pitch;
}

/* The index of the neighbour in direction d at distance `step`; -1: there is no neighbour. */
static int beside(const vfi_level *level, int d, int index, int step)
{
  const int n = level->n[d], next = index + step;
  if (next >= 0 && next < n) return next;
  return level->face[d].periodic ? (next < 0 ? n - 1 : 0) : -1;
}

/* ---- lines along y or z: cells of one colour of a row in x, in separate halves of the row ---- */

/* Cell number c of the colour `first` of the rows at place m. */
typedef struct abreast {
  int of_q, first, c, count;
  const double *zeros;
} abreast;

static double *row_at(const sweep *s, const vf_field *x, int of_q, int m)
{
  return vfi_field_row(x, s->d == 1 ? m : of_q, s->d == 1 ? of_q : m);
}

/* Computes a single source again, for a cell at an end of its row. */
static void source_at_end(const sweep *s, const abreast *a, const vfi_line_cells *cells, int m, int c, double *value)
{
  const vfi_level *level = s->level;
  const vf_field *phi = &level->phi;
  const double *row = row_at(s, &level->phi, a->of_q, m);
  const int i = 2 * (a->c + c) + a->first, low = beside(level, 0, i, -1), high = beside(level, 0, i, 1);
  const double west = low < 0 ? 0 : row[vfi_field_place(phi, low)],
               east = high < 0 ? 0 : row[vfi_field_place(phi, high)];
  vfi_line_cells one = *cells;
  one.rhs += c;
  one.south += c;
  one.north += c;
  one.low_p += c;
  one.high_p += c;
  one.west = &west;
  one.east = &east;
  if (!level->lines.kind) {
    one.low_q += c;
    one.high_q += c;
    s->rows->source_variable(&one, s->factor[0], s->factor[s->q], value + c, 1);
  } else {
    one.inverse_p += c;
    s->rows->source(&one, value + c, 1);
  }
}

static void sources_abreast(const sweep *s, const abreast *a, int m, double *value)
{
  const vfi_level *level = s->level;
  const vfi_lines *lines = &level->lines;
  const vf_field *phi = &level->phi;
  const ptrdiff_t own = a->first * phi->odd_start + a->c, other = (1 - a->first) * phi->odd_start + a->c;
  const int low = beside(level, s->q, a->of_q, -1), high = beside(level, s->q, a->of_q, 1);
  const double *row = row_at(s, phi, a->of_q, m);
  vfi_line_cells cells = { .rhs = row_at(s, &level->rhs, a->of_q, m) + own,
                           .west = row + other - (1 - a->first),
                           .east = row + other + a->first,
                           .south = low < 0 ? a->zeros : row_at(s, phi, low, m) + own,
                           .north = high < 0 ? a->zeros : row_at(s, phi, high, m) + own };
  if (!level->lines.kind) {
    const vf_field *bq = faces_of(level, s->q);
    const double *bx = row_at(s, &level->bx, a->of_q, m);
    cells.low_p = bx + own;
    cells.high_p = bx + other + a->first;
    cells.low_q = row_at(s, bq, a->of_q, m) + own;
    cells.high_q = row_at(s, bq, a->of_q + 1, m) + own;
    s->rows->source_variable(&cells, s->factor[0], s->factor[s->q], value, a->count);
  } else {
    const ptrdiff_t at = a->first * (lines->pitch / 2) + a->c;
    cells.low_p = lines->low[0] + at;
    cells.high_p = lines->high[0] + at;
    cells.inverse_p = lines->inverse[0] + at;
    cells.low_q = lines->low[s->q] + a->of_q;
    cells.high_q = lines->high[s->q] + a->of_q;
    cells.inverse = lines->inverse[s->q][a->of_q] * lines->inverse[s->d][m];
    s->rows->source(&cells, value, a->count);
  }
  if (a->c == 0 && a->first == 0) source_at_end(s, a, &cells, m, 0, value);
  if (2 * (a->c + a->count - 1) + a->first == level->n[0] - 1) source_at_end(s, a, &cells, m, a->count - 1, value);
}

static void solve_abreast(const sweep *s, const abreast *a)
{
  const vfi_level *level = s->level;
  const vfi_lines *lines = &level->lines;
  const int n = level->n[s->d];
  const ptrdiff_t own = a->first * level->phi.odd_start + a->c, of_pivot = a->first * (lines->pitch / 2) + a->c;
  const vf_field *bd = faces_of(level, s->d);
  double *value = s->scratch;
  for (int m = 0; m < n; m++) {
    double *const here = value + (ptrdiff_t)m * VF_LINES_ABREAST;
    const double *before = m > 0 ? here - VF_LINES_ABREAST : a->zeros, *pivot = pivots_of(s, a->of_q, m) + of_pivot;
    sources_abreast(s, a, m, here);
    if (!level->lines.kind)
      s->rows->down_variable(m > 0 ? s->factor[s->d] : 0, row_at(s, bd, a->of_q, m) + own, before, pivot, here,
                             a->count);
    else s->rows->down(lines->low[s->d][m], before, pivot, here, a->count);
  }
  for (int m = n - 1; m >= 0; m--) {
    double *const here = value + (ptrdiff_t)m * VF_LINES_ABREAST;
    const double *after = m < n - 1 ? here + VF_LINES_ABREAST : a->zeros, *pivot = pivots_of(s, a->of_q, m) + of_pivot;
    if (!level->lines.kind)
      s->rows->back_variable(m < n - 1 ? s->factor[s->d] : 0, row_at(s, bd, a->of_q, m + 1) + own, pivot, after, here,
                             a->count);
    else s->rows->back(lines->high[s->d][m], pivot, after, here, a->count);
    s->rows->put(s->omega, here, row_at(s, &level->phi, a->of_q, m) + own, a->count);
  }
}

/* All lines of one colour at index of_q. */
static void smooth_abreast(const sweep *s, int of_q)
{
  const vfi_level *level = s->level;
  const int first = (of_q + level->parity + s->colour) & 1, cells = (level->n[0] - first + 1) / 2;
  double *zeros = s->scratch + (ptrdiff_t)level->n[s->d] * VF_LINES_ABREAST;
  memset(zeros, 0, VF_LINES_ABREAST * sizeof *zeros);
  for (int c = 0; c < cells; c += VF_LINES_ABREAST) {
    const int left = cells - c;
    solve_abreast(s, &(abreast){ of_q, first, c, left < VF_LINES_ABREAST ? left : VF_LINES_ABREAST, zeros });
  }
}

/* ---- lines along x: rows of one colour in a plane, with their values side by side in scratch ---- */

/* Rows j, j + 2, ... */
typedef struct bundle {
  int j, k, count;
  double *value, *coefficient, *zeros; /* coefficient: of the low faces of cells */
} bundle;

/* Sources of one row: from its two halves to every VF_LINES_ALONG_X-th value. */
static void sources_of_row(const sweep *s, const bundle *b, int l)
{
  const vfi_level *level = s->level;
  const vfi_lines *lines = &level->lines;
  const vf_field *phi = &level->phi;
  const int j = b->j + 2 * l, k = b->k, n = level->n[0];
  const int rows[2] = { beside(level, 1, j, -1), beside(level, 1, j, 1) };
  const int planes[2] = { beside(level, 2, k, -1), beside(level, 2, k, 1) };
  const ptrdiff_t p = VF_LINE_PLACE(j, lines->pitch);
  for (int odd = 0; odd < 2; odd++) {
    const ptrdiff_t at = odd * phi->odd_start, count = (n - odd + 1) / 2;
    double *const value = b->value + (ptrdiff_t)odd * VF_LINES_ALONG_X + l;
    vfi_line_cells cells = { .rhs = vfi_field_row(&level->rhs, j, k) + at,
                             .west = rows[0] < 0 ? b->zeros : vfi_field_row(phi, rows[0], k) + at,
                             .east = rows[1] < 0 ? b->zeros : vfi_field_row(phi, rows[1], k) + at,
                             .south = planes[0] < 0 ? b->zeros : vfi_field_row(phi, j, planes[0]) + at,
                             .north = planes[1] < 0 ? b->zeros : vfi_field_row(phi, j, planes[1]) + at };
    if (!level->lines.kind) {
      cells.low_p = vfi_field_row(&level->by, j, k) + at;
      cells.high_p = cells.low_p + level->by.row;
      cells.low_q = vfi_field_row(&level->bz, j, k) + at;
      cells.high_q = cells.low_q + level->bz.plane;
      s->rows->source_of_row_variable(&cells, s->factor[1], s->factor[2], value, count);
      const double *bx = vfi_field_row(&level->bx, j, k) + at;
      double *const to = b->coefficient + (ptrdiff_t)odd * VF_LINES_ALONG_X + l;
      for (ptrdiff_t c = 0; c < count; c++) to[2 * c * VF_LINES_ALONG_X] = bx[c];
    } else {
      cells.low_p = lines->low[1] + p;
      cells.high_p = lines->high[1] + p;
      cells.low_q = lines->low[2] + k;
      cells.high_q = lines->high[2] + k;
      cells.inverse_p = lines->inverse[1] + p;
      cells.inverse = lines->inverse[2][k];
      s->rows->source_of_row(&cells, lines->inverse[0] + odd, value, count);
    }
  }
}

static void solve_bundle(const sweep *s, const bundle *b)
{
  const vfi_level *level = s->level;
  const vfi_lines *lines = &level->lines;
  const int n = level->n[0], wide = VF_LINES_ALONG_X;
  const ptrdiff_t p = VF_LINE_PLACE(b->j, lines->pitch);
  for (int l = 0; l < b->count; l++) sources_of_row(s, b, l);
  for (int i = 0; i < n; i++) {
    double *const here = b->value + (ptrdiff_t)i * wide;
    const double *before = i > 0 ? here - wide : b->zeros, *pivot = pivots_of(s, b->k, i) + p;
    if (!level->lines.kind)
      s->rows->down_variable(i > 0 ? s->factor[0] : 0, b->coefficient + (ptrdiff_t)i * wide, before, pivot, here, wide);
    else s->rows->down(lines->low[0][i], before, pivot, here, wide);
  }
  for (int i = n - 1; i >= 0; i--) {
    double *const here = b->value + (ptrdiff_t)i * wide;
    const double *after = i < n - 1 ? here + wide : b->zeros, *pivot = pivots_of(s, b->k, i) + p;
    if (!level->lines.kind)
      s->rows->back_variable(i < n - 1 ? s->factor[0] : 0, b->coefficient + (ptrdiff_t)(i + 1) * wide, pivot, after,
                             here, wide);
    else s->rows->back(lines->high[0][i], pivot, after, here, wide);
  }
  for (int l = 0; l < b->count; l++)
    for (int odd = 0; odd < 2; odd++)
      s->rows->put_row(s->omega, b->value + (ptrdiff_t)odd * wide + l,
                       vfi_field_row(&level->phi, b->j + 2 * l, b->k) + odd * level->phi.odd_start, (n - odd + 1) / 2);
}

/* All lines of one colour in plane k. */
static void smooth_along_x(const sweep *s, int k)
{
  const vfi_level *level = s->level;
  const int n = level->n[0], first = (k + level->parity + s->colour) & 1;
  const ptrdiff_t values = (ptrdiff_t)(n + 1) * VF_LINES_ALONG_X;
  double *const zeros = s->scratch + 2 * values;
  memset(s->scratch, 0, (size_t)(3 * values) * sizeof *zeros);
  for (int j = first; j < level->n[1]; j += 2 * VF_LINES_ALONG_X) {
    const int left = (level->n[1] - j + 1) / 2;
    solve_bundle(s, &(bundle){ .j = j,
                               .k = k,
                               .count = left < VF_LINES_ALONG_X ? left : VF_LINES_ALONG_X,
                               .value = s->scratch,
                               .coefficient = s->scratch + values,
                               .zeros = zeros });
  }
}

void vfi_lines_smooth(const vfi_level *level, const vfi_bench *bench, int plane, int colour, double omega)
{
  const sweep s = sweep_of(level, bench, colour, omega);
  if (s.d == 0) smooth_along_x(&s, plane);
  else smooth_abreast(&s, plane);
}

int vfi_host_smooth_lines(vfi_engine *engine, vfi_level *level, const double *omegas, int half_sweeps, bool from_zero)
{
  vfi_workbench *workbench = engine->state;
  const int *n = level->n, planes = n[vfi_lines_q(&level->lines)];
  const int threads = vfi_thread_team_threads(vfi_level_cells(level));
  const ptrdiff_t length = vfi_scratch_row(vfi_line_team_row(level));
  double *scratch = vfi_workbench_scratch(workbench, (size_t)threads * VF_SCRATCH_ROWS * (size_t)length);
  if (!scratch) return ENOMEM;
  if (from_zero)
    memset(level->phi.at, 0, (size_t)((n[2] - 1) * level->phi.plane + n[1] * level->phi.row) * sizeof(double));
  for (int half = 0; half < half_sweeps; half++) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int plane = 0; plane < planes; plane++) {
      const vfi_bench bench = { workbench->rows, scratch + vfi_thread_team_me() * VF_SCRATCH_ROWS * length, length,
                                false };
      vfi_lines_smooth(level, &bench, plane, half & 1, omegas[half]);
    }
  }
  return 0;
}

/* Index i of direction d in the arrays of lines. */
static ptrdiff_t place_of(const vfi_lines *lines, int d, int i)
{
  return d == vfi_lines_p(lines) ? VF_LINE_PLACE(i, lines->pitch) : i;
}

void vfi_lines_residual_row(const vfi_level *level, const vfi_bench *bench, const vfi_row *row, int j, int k,
                            double *out)
{
  const vfi_lines *lines = &level->lines;
  const vfi_line_rows *rows = rows_of(bench);
  const ptrdiff_t y = place_of(lines, 1, j), z = place_of(lines, 2, k), n = row->n;
  vfi_profile_row p = { .low_y = lines->low[1][y],
                        .high_y = lines->high[1][y],
                        .low_z = lines->low[2][z],
                        .high_z = lines->high[2][z],
                        .diagonal = lines->diagonal[1][y] + lines->diagonal[2][z],
                        .width = lines->width[1][y] * lines->width[2][z] };
  const bool halves = vfi_lines_p(lines) == 0;
  const double ends[2] = { row->west, row->east };
  for (int odd = 0; odd < 2; odd++) {
    const ptrdiff_t at = odd * row->odd_start, of_x = halves ? odd * (lines->pitch / 2) : odd,
                    count = (n - odd + 1) / 2;
    if (count == 0) continue;
    p.step = halves ? 1 : 2;
    p.self = row->x + at;
    p.east = row->x + (odd ? 1 : row->odd_start);
    p.west = p.east - 1;
    p.south = row->south + at;
    p.north = row->north + at;
    p.below = row->below + at;
    p.above = row->above + at;
    p.rhs = row->rhs + at;
    p.low_x = lines->low[0] + of_x;
    p.high_x = lines->high[0] + of_x;
    p.diagonal_x = lines->diagonal[0] + of_x;
    p.width_x = lines->width[0] + of_x;
    rows->residual(&p, out + at, count);
    /* The cell at an end of a row has a neighbour elsewhere in memory. */
    for (int high = 0; high < 2; high++) {
      const ptrdiff_t c = high ? count - 1 : 0, i = 2 * c + odd;
      if (i != (high ? n - 1 : 0)) continue;
      vfi_profile_row one = p;
      const double *other = row->x + (odd ? 0 : row->odd_start);
      const double west = i == 0 ? ends[0] : other[c - !odd], east = i == n - 1 ? ends[1] : other[c + odd];
      one.self += c;
      one.west = &west;
      one.east = &east;
      one.south += c;
      one.north += c;
      one.below += c;
      one.above += c;
      one.rhs += c;
      one.low_x += c * p.step;
      one.high_x += c * p.step;
      one.diagonal_x += c * p.step;
      one.width_x += c * p.step;
      rows->residual(&one, out + at + c, 1);
    }
  }
}

/* ---- pivots of variable coefficients ---- */

static double face_at(const vf_field *b, const int at[3])
{
  return vfi_field_row(b, at[1], at[2])[vfi_field_place(b, at[0])];
}

/* Computes a pivot from the diagonal of a cell and the ghosts' part of it; low and high: coefficients of the neighbours
 * along the line. */
static double pivot_at(const vfi_level *level, const sweep *s, const int at[3], double before, double *high)
{
  double low[3], up[3], part = 0;
  const double high_before = *high;
  for (int d = 0; d < 3; d++) {
    int next[3] = { at[0], at[1], at[2] };
    next[d]++;
    low[d] = face_at(faces_of(level, d), at);
    up[d] = face_at(faces_of(level, d), next);
  }
  const double mass = level->alpha * face_at(&level->a, at);
  const double diagonal = VF_HELMHOLTZ_DIAGONAL(mass, s->factor[0], s->factor[1], s->factor[2], low[0], up[0], low[1],
                                                up[1], low[2], up[2]);
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    const vfi_face *f = &level->face[face];
    if (at[d] != (face < 3 ? 0 : level->n[d] - 1) || f->periodic || f->cells == 0) continue;
    part += f->w[0] * (s->factor[d] * (face < 3 ? low[d] : up[d]));
  }
  *high = s->factor[s->d] * up[s->d];
  return VF_LINE_PIVOT(diagonal, part, at[s->d] > 0 ? s->factor[s->d] * low[s->d] : 0, high_before, before);
}

int vfi_host_make_pivots(vfi_engine *engine, vfi_level *level)
{
  const vfi_workbench *workbench = engine->state;
  const vfi_bench bench = { .rows = workbench->rows };
  const sweep s = sweep_of(level, &bench, 0, 1);
  const vfi_lines *lines = &level->lines;
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads(vfi_level_cells(level)))
  for (int of_q = 0; of_q < level->n[s.q]; of_q++)
    for (int of_p = 0; of_p < level->n[s.p]; of_p++) {
      double before = 0, high = 0;
      for (int m = 0; m < level->n[s.d]; m++) {
        int at[3];
        at[s.d] = m;
        at[s.p] = of_p;
        at[s.q] = of_q;
        before = pivot_at(level, &s, at, before, &high);
        lines->pivots[((ptrdiff_t)of_q * level->n[s.d] + m) * lines->pitch + VF_LINE_PLACE(of_p, lines->pitch)] =
            before;
      }
    }
  return 0;
}
