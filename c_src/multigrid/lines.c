#include "lines.h"

#include <math.h>
#include <stdlib.h>

#include <viewfab/kit/ghost_weights.h>

#include "../core/context.h"
#include "../core/error.h"
#include "hierarchy.h"
#include "line_formulas.h"

enum {
  SHORT = 3,      /* lines with at most so many cells are not halved further */
  SHORTEST = 4,   /* fewest cells of a line */
  LONGEST = 2048, /* most cells of a line, which fits into the shared memory of a block of threads */
  PITCH = 16
};
/* Couplings that differ by more than `weakest` are halved one after the other (hierarchy.c). The coupling along lines
 * is the strongest by the factor by_far. */
static const double weakest = 2.5, by_far = 10;

/* Couplings of the widest cell (least) and of the narrowest cell (most) of a direction. */
typedef struct couplings {
  double least, most;
} couplings;

static couplings couplings_of(const vf_multigrid *solver, int d)
{
  const double *width = solver->options.widths[d];
  const int n = solver->levels[0].n[d];
  double widest = 0, narrowest = INFINITY;
  if (n == 1) return (couplings){ 0, 0 };
  for (int i = 0; width && i < n; i++) {
    widest = fmax(widest, width[i]);
    narrowest = fmin(narrowest, width[i]);
  }
  if (!width) widest = narrowest = solver->levels[0].h[d];
  return (couplings){ 1 / (widest * widest), 1 / (narrowest * narrowest) };
}

/* Red and black lines of a periodic direction need an even number of lines on all levels. */
static bool stays_even(int n)
{
  for (; n > 1; n /= 2)
    if (n % 2) return false;
  return true;
}

static bool can_have_lines(const vf_multigrid *solver, int d)
{
  const int *n = solver->levels[0].n;
  const vf_boundary *sides = &solver->sides;
  if (n[d] < SHORTEST || n[d] > LONGEST || sides->kind[d] == VF_PERIODIC) return false;
  if (n[0] * (int64_t)n[1] * n[2] == n[d]) return false;
  if (solver->options.method == VF_METHOD_ROBUST) return false;
  for (int e = 0; e < 3; e++)
    if (e != d && sides->kind[e] == VF_PERIODIC && !stays_even(n[e])) return false;
  for (int face = 0; face < 6; face++) /* orders above 2: the ghost is made of several cells */
    if (sides->kind[face] == VF_DIRICHLET && VF_GHOST_ORDER(sides->order) > 2) return false;
  return true;
}

int vfi_lines_direction(const vf_multigrid *solver)
{
  couplings c[3];
  int found = 0;
  for (int d = 0; d < 3; d++) c[d] = couplings_of(solver, d);
  for (int d = 0; d < 3; d++) {
    const double others = fmax(c[(d + 1) % 3].most, c[(d + 2) % 3].most);
    if (c[d].most > by_far * others) found = d + 1;
  }
  double ratio = weakest;
  for (int d = 0; d < 3; d++) {
    if (!(c[d].most > ratio * c[d].least)) continue;
    found = d + 1;
    ratio = c[d].most / c[d].least;
  }
  return found > 0 && can_have_lines(solver, found - 1) ? found : 0;
}

bool vfi_lines_is_single(const vfi_level *level)
{
  return level->lines.along > 0 && level->n[vfi_lines_p(&level->lines)] == 1 &&
         level->n[vfi_lines_q(&level->lines)] == 1;
}

bool vfi_lines_choose(const vf_multigrid *solver, int l, bool halved[3])
{
  const vfi_level *level = &solver->levels[l];
  const int along = solver->lines - 1;
  double coupling[3], strongest = 0;
  bool small = true;
  for (int d = 0; d < 3; d++) {
    coupling[d] = level->n[d] > 1 ? solver->strength[d] / (level->h[d] * level->h[d]) : 0; /* of the widest cells */
    if (d == along) continue;
    strongest = fmax(strongest, coupling[d]);
    small = small && level->n[d] == 1;
  }
  for (int d = 0; d < 3; d++) halved[d] = level->n[d] > 1 && weakest * coupling[d] >= strongest;
  halved[along] = halved[along] && level->n[along] > SHORT;
  return !small;
}

/* Over-relaxation of the half sweeps of a post smooth and two pre smooths beside a correction from a level that halves
 * one of the directions across lines (of_one), both (of_both), or all three directions (of_all). The numbers were found
 * by search on model problems in two dimensions, which are the modes along lines. At 128^2 lines a cycle with 1 for
 * each half sweep leaves 0.2 and 0.13 of the residual; of_one leaves 0.05, of_both 0.03. */
static const double of_one[] = { 0.651, 1.445, 1.079, 1.227, 1.510, 0.799 };
static const double of_both[] = { 1.149, 1.190, 1.003, 1.603, 1.695, 1.084 };
static const double of_all[] = { 1.256, 1.096, 0.939, 1.803, 1.464, 1.144 };

void vfi_lines_choose_cycle(vf_multigrid *solver)
{
  const vf_multigrid_options defaults = vf_multigrid_defaults(), *o = &solver->options;
  const bool own = o->pre != defaults.pre || o->post != defaults.post || o->omega != defaults.omega ||
                   o->omega_near != defaults.omega_near;
  solver->cycle.near = own ? o->omega_near : 1;
  if (!own) {
    solver->cycle.pre = 2;
    solver->cycle.post = 1;
  }
  for (int l = 0; l < solver->level_count && !own; l++) {
    const vfi_coarsening *coarsening = &solver->levels[l + 1].coarsening;
    int halved = 0;
    for (int d = 0; d < 3 && l + 1 < solver->level_count; d++) halved += coarsening->halved[d];
    const bool also_along = halved > 0 && coarsening->halved[solver->lines - 1];
    solver->levels[l].lines.omegas = halved - also_along == 1 ? of_one : halved == 2 ? of_both : of_all;
  }
  if (vfi_lines_is_single(&solver->levels[solver->level_count - 1])) solver->cycle.bottom_smooths = 1;
  vfi_cycle_omegas(&solver->cycle, solver->omegas);
}

static vf_status upload(vf_multigrid *solver, const void *from, size_t bytes, void *at)
{
  void *address = NULL;
  const vf_status status = vfi_hierarchy_upload(solver, from, bytes, "copying coefficients of lines", &address);
  *(void **)at = address;
  return status;
}

/* Coefficients of one direction of a level with constant coefficients, on the host. */
typedef struct profile {
  double *low, *high, *diagonal, *width, *inverse; /* [n] each; free low to free all */
} profile;

static bool make_profile(const vf_multigrid *solver, int l, int d, profile *made)
{
  const vfi_level *level = &solver->levels[l];
  const int n = level->n[d];
  const double *w = solver->widths[l][d], c = VF_OVER_H2(1, level->h[d]);
  const bool around = level->face[d].periodic;
  made->low = malloc(5 * (size_t)n * sizeof(double));
  if (!made->low) return false;
  made->high = made->low + n;
  made->diagonal = made->high + n;
  made->width = made->diagonal + n;
  made->inverse = made->width + n;
  for (int i = 0; i < n; i++) {
    double *const beside[2] = { &made->low[i], &made->high[i] };
    made->diagonal[i] = 0;
    made->width[i] = w[i];
    made->inverse[i] = 1 / w[i];
    for (int high = 0; high < 2; high++) {
      const bool end = i == (high ? n - 1 : 0), outside = end && !around;
      const int next = high ? (end ? 0 : i + 1) : end ? n - 1 : i - 1;
      const double coupling = c / (w[i] * (outside ? w[i] : (w[i] + w[next]) / 2));
      const vfi_face *face = &level->face[d + 3 * high];
      *beside[high] = outside ? 0 : coupling;
      made->diagonal[i] += outside && face->cells > 0 ? coupling * (1 - face->w[0]) : coupling;
    }
  }
  return true;
}

static vf_status upload_profile(vf_multigrid *solver, int l, int d, const profile *from)
{
  vfi_lines *lines = &solver->levels[l].lines;
  const int n = solver->levels[l].n[d], pitch = d == vfi_lines_p(lines) ? lines->pitch : 0;
  const double *const given[] = { from->low, from->high, from->diagonal, from->width, from->inverse };
  const double **const at[] = { &lines->low[d], &lines->high[d], &lines->diagonal[d], &lines->width[d],
                                &lines->inverse[d] };
  const size_t count = (size_t)(pitch ? pitch : n);
  double *row = calloc(count, sizeof *row);
  vf_status status = row ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "no host memory for lines of cells");
  for (int a = 0; a < 5 && !status; a++) {
    for (int i = 0; i < n; i++) row[pitch ? VF_LINE_PLACE(i, pitch) : i] = given[a][i];
    status = upload(solver, row, count * sizeof *row, at[a]);
  }
  free(row);
  return status;
}

/* Numbers the different diagonals of q; returns their count. */
static int number_kinds(const double *diagonal, int n, int *kind, double *of_kind)
{
  int count = 0;
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < count && of_kind[k] != diagonal[i]) k++;
    if (k == count) of_kind[count++] = diagonal[i];
    kind[i] = k;
  }
  return count;
}

static vf_status upload_alike(vf_multigrid *solver, int l, const double *diagonal)
{
  vfi_lines *lines = &solver->levels[l].lines;
  const int n = solver->levels[l].n[vfi_lines_p(lines)];
  int *alike = malloc((size_t)n * sizeof *alike);
  vf_status status = alike ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "no host memory for lines of cells");
  for (int i = 0; i < n && !status; i++)
    for (alike[i] = 0; diagonal[alike[i]] != diagonal[i];) alike[i]++;
  if (!status) status = upload(solver, alike, (size_t)n * sizeof *alike, &lines->alike);
  free(alike);
  return status;
}

static vf_status make_table(vf_multigrid *solver, int l, const profile of[3])
{
  vfi_level *level = &solver->levels[l];
  vfi_lines *lines = &level->lines;
  const int d = lines->along - 1, p = vfi_lines_p(lines), q = vfi_lines_q(lines), n = level->n[d], pitch = lines->pitch;
  int *kind = malloc((size_t)level->n[q] * sizeof *kind);
  double *of_kind = malloc((size_t)level->n[q] * sizeof *of_kind), *table = NULL;
  const int kinds = kind && of_kind ? number_kinds(of[q].diagonal, level->n[q], kind, of_kind) : 0;
  const size_t count = (size_t)kinds * (size_t)n * (size_t)pitch;
  if (kinds > 0) table = calloc(count, sizeof *table);
  vf_status status = table ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "no host memory for lines of cells");
  for (int s = 0; s < kinds && !status; s++)
    for (int i = 0; i < level->n[p]; i++) {
      double *at = table + (size_t)s * (size_t)n * (size_t)pitch + VF_LINE_PLACE(i, pitch), before = 0;
      for (int m = 0; m < n; m++, at += pitch) {
        const double diagonal = of[d].diagonal[m] + (of[p].diagonal[i] + of_kind[s]);
        *at = VF_LINE_PIVOT(diagonal, 0, of[d].low[m], m > 0 ? of[d].high[m - 1] : 0, before);
        before = *at;
      }
    }
  if (!status) status = upload(solver, kind, (size_t)level->n[q] * sizeof *kind, &lines->kind);
  if (!status) status = upload_alike(solver, l, of[p].diagonal);
  if (!status) status = upload(solver, table, count * sizeof *table, &lines->pivots);
  free(kind);
  free(of_kind);
  free(table);
  return status;
}

/* Makes the coefficients on a Dirichlet face for values on walls: area over the width of the cell beside the face. */
static vf_status make_wall(vf_multigrid *solver, int l, int face)
{
  const vfi_level *level = &solver->levels[l];
  const int d = face % 3, p = d == 0 ? 1 : 0, q = d == 2 ? 1 : 2, n = level->n[p];
  double *const *w = solver->widths[l], *layer = malloc((size_t)n * (size_t)level->n[q] * sizeof *layer);
  if (!layer) return vfi_fail(VF_ERROR_MEMORY, "no host memory for lines of cells");
  for (int j = 0; j < level->n[q]; j++)
    for (int i = 0; i < n; i++) layer[i + (ptrdiff_t)j * n] = w[p][i] * w[q][j] / w[d][face < 3 ? 0 : level->n[d] - 1];
  const vf_status status =
      upload(solver, layer, (size_t)n * (size_t)level->n[q] * sizeof *layer, &solver->wall_coefficients[l][face]);
  free(layer);
  return status;
}

static vf_status make_constant(vf_multigrid *solver, int l)
{
  profile of[3] = { { 0 } };
  vf_status status = VF_OK;
  for (int d = 0; d < 3 && !status; d++) {
    if (!make_profile(solver, l, d, &of[d])) status = vfi_fail(VF_ERROR_MEMORY, "no host memory for lines of cells");
    if (!status) status = upload_profile(solver, l, d, &of[d]);
  }
  if (!status) status = make_table(solver, l, of);
  for (int face = 0; face < 6 && !status; face++)
    if (solver->sides.kind[face] == VF_DIRICHLET) status = make_wall(solver, l, face);
  for (int d = 0; d < 3; d++) free(of[d].low);
  return status;
}

vf_status vfi_lines_make(vf_multigrid *solver, int l)
{
  vfi_level *level = &solver->levels[l];
  vfi_lines *lines = &level->lines;
  if (solver->lines == 0) return VF_OK;
  const int half = (level->n[vfi_lines_p(lines)] + 1) / 2;
  lines->pitch = 2 * ((half + PITCH - 1) / PITCH * PITCH);
  if (solver->constant) return make_constant(solver, l);
  const size_t tables = (size_t)level->n[vfi_lines_q(lines)] * (size_t)level->n[lines->along - 1];
  void *address = NULL;
  const vf_status status = vfi_hierarchy_allocate(solver, tables * (size_t)lines->pitch * sizeof(double), &address);
  lines->pivots = address;
  return status;
}

vf_status vfi_lines_make_pivots(vf_multigrid *solver, int l)
{
  const vfi_engine_table *ops = solver->engine.ops;
  vfi_level *level = &solver->levels[l];
  const vfi_lines *lines = &level->lines;
  if (solver->lines == 0) return VF_OK;
  int code = solver->constant ? 0 : ops->make_pivots(&solver->engine, level);
  /* If nothing holds a single line, its last cell has the remainder 0 and the pivot 1 / 0: any number will do. */
  if (!code && solver->cycle.singular && vfi_lines_is_single(level)) {
    const ptrdiff_t last = level->n[lines->along - 1] - 1;
    code = ops->zero(&solver->engine, lines->pivots + last * lines->pitch, sizeof(double));
  }
  return code ? vfi_solver_status(solver, code, "coefficients of lines") : VF_OK;
}

int vfi_lines_relax(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  const vfi_engine_table *ops = engine->ops;
  const int *n = level->n;
  double omegas[2 * VF_SOLVER_SMOOTHS];
  int code = 0;
  if (steps->from) code = ops->interpolate(engine, level, steps->from, true);
  if (steps->from_zero && steps->count == 0) {
    const ptrdiff_t cells = (n[2] - 1) * level->phi.plane + n[1] * level->phi.row;
    code = ops->zero(engine, level->phi.at, (size_t)cells * sizeof(double));
  }
  for (int half = 0; half < 2 * steps->count && !code;) {
    const bool from_zero = steps->from_zero && half == 0;
    int some = 0;
    for (; some < 2 * VF_SOLVER_SMOOTHS && half < 2 * steps->count; half++)
      omegas[some++] = vfi_lines_omega(level, steps, level->omega, half);
    code = ops->smooth_lines(engine, level, omegas, some, from_zero);
  }
  if (!code && steps->into) return ops->residual_restrict(engine, level, steps->into, steps->norm);
  return !code && steps->norm ? ops->residual_norm(engine, level, steps->norm) : code;
}
