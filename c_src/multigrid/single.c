#include "single.h"

#include <math.h>

#include "cycle.h"
#include "formulas.h"
#include "hierarchy.h"
#include "coarsening.h"
#include "ranks/ranks.h"
#include "resample.h"

enum { MOST_EXPONENT = 900 };

/* In floats the smallest diagonals of the robust method would be 0, on this level or soon on a coarser level. The
 * number is the bound of a diagonal relative to the largest coefficient. */
static const double least_in_floats = 0x1p-100;

/* A cycle that leaves more than this part of the residual is worth less than a cycle in double. */
static const double least_gain = 0.5;

static bool has_single_faces(const vfi_level *level)
{
  for (int f = 0; f < 6; f++)
    if (!level->face[f].periodic && level->face[f].cells > 2) return false;
  return true;
}

/* True if a level has smooths in single precision. The first and last cells of an odd periodic direction need a smooth
 * by the whole diagonal, cell by cell. */
static bool is_smoothed(const vfi_level *level)
{
  if (level->lines.along > 0 || (level->variable && level->whole_diagonal)) return false;
  for (int d = 0; d < 3; d++)
    if (level->n[d] % 2 && level->face[d].periodic) return false;
  return vfi_level_cells(level) > VF_SMALL_CELLS && has_single_faces(level);
}

/* True if level l has cycles in single precision: the next level halves x and y or is resampled. */
static bool is_single(const vf_multigrid *solver, int l)
{
  const vfi_level *level = &solver->levels[l];
  if (l + 1 >= solver->level_count) return false;
  const vfi_coarsening *coarsening = &level[1].coarsening;
  if (coarsening->graded && !(coarsening->halved[0] && coarsening->halved[1])) return false;
  return is_smoothed(level);
}

/* The least width of the finest cells. */
static double least_width(const vf_multigrid *solver)
{
  const double *h = solver->levels[0].h;
  return fmin(fmin(h[0], h[1]), h[2]);
}

/* The shape of a field of floats in doubles: pairs of floats, with ghosts. */
static vfi_level shape_of(const vfi_level *level)
{
  vfi_level shape = *level;
  shape.n[0] = (shape.n[0] + 3) / 2 - 2;
  return shape;
}

/* Makes alpha a and beta b / h^2, times the factor. */
static vf_status narrow_coefficients(vf_multigrid *solver, int l)
{
  const vfi_level *from = &solver->levels[l];
  vfi_level *to = &solver->single[l];
  const vfi_level shape = shape_of(to);
  const vf_field fields[4] = { from->a, from->bx, from->by, from->bz };
  vf_field *const narrow[4] = { &to->a, &to->bx, &to->by, &to->bz };
  for (int f = 0; f < 4; f++) {
    const vf_status status = vfi_hierarchy_field(solver, &shape, 0, narrow[f]);
    if (status) return status;
    vfi_level extents = *from;
    /* cells that GPUs compute beside folded faces get a diagonal from the ghosts of a (fold.c) */
    for (int d = 0; d < 3; d++) extents.n[d] += f > 0 ? d == f - 1 : !from->a.odd_start;
    const double factor = solver->single_factor * (f > 0 ? VF_OVER_H2(from->beta, from->h[f - 1]) : from->alpha);
    const int code = solver->engine.ops->narrow(&solver->engine, &extents, fields[f], factor, *narrow[f]);
    if (code) return vfi_solver_status(solver, code, "coefficients in single precision");
  }
  return VF_OK;
}

static vf_status make_level(vf_multigrid *solver, int l, bool last)
{
  vfi_level *level = &solver->single[l];
  *level = solver->levels[l];
  level->single = true;
  for (int d = 0; d < 3; d++) level->h[d] /= least_width(solver);
  level->rhs = (vf_field){ 0 };
  vfi_ranks_attach_single(solver, l);
  const vfi_level here = vfi_ranks_widest(level);
  if (level->spare_planes > 0) level->spare_planes = solver->engine.ops->spare_planes(&here);
  const vfi_level shape = shape_of(level);
  vf_status status = vfi_hierarchy_field(solver, &shape, last ? 0 : level->spare_planes, &level->phi);
  if (last) level->spare_planes = 0;
  level->phi_low = level->phi.at;
  if (!status) status = vfi_coarsening_narrow(solver, l, level);
  if (!status && !last) status = vfi_hierarchy_field(solver, &shape, 0, &level->rhs);
  return status;
}

/* Finds the factor of the operator in single precision: a power of two that brings its largest coefficient near 1; for
 * constant coefficients the square of the least width. 0: no factor fits. */
static vf_status find_factor(vf_multigrid *solver, double *factor)
{
  vfi_level *level = &solver->levels[0];
  const vf_field faces[3] = { level->bx, level->by, level->bz };
  double most = 0, weight = 0;
  *factor = least_width(solver) * least_width(solver);
  if (!level->variable) return VF_OK;
  int code = solver->engine.ops->norm_max(&solver->engine, level, level->a, &weight);
  weight *= fabs(level->alpha);
  for (int d = 0; d < 3 && !code; d++) {
    vfi_level shape = *level;
    shape.n[d]++;
    code = solver->engine.ops->norm_max(&solver->engine, &shape, faces[d], &most);
    weight = fmax(weight, fabs(VF_OVER_H2(level->beta, level->h[d])) * most);
  }
  *factor = weight > 0 && weight < INFINITY ? ldexp(1, -ilogb(weight)) : 0;
  return code ? vfi_solver_status(solver, code, "coefficients") : VF_OK;
}

vf_status vfi_single_make_robust(vf_multigrid *solver, double least, vf_field *left)
{
  const vfi_level *level = solver->levels;
  solver->robust_single = false;
  if (!solver->engine.ops->residual_single || solver->options.precision == VF_PRECISION_DOUBLE) return VF_OK;
  if (!is_smoothed(level) || level->n[0] < 2 || level->n[1] < 2) return VF_OK;
  vf_status status = find_factor(solver, &solver->single_factor);
  if (status || !(solver->single_factor > 0x1p-900 && solver->single_factor < 0x1p900)) return status;
  if (!(least * solver->single_factor > least_in_floats)) return VF_OK;
  status = make_level(solver, 0, false);
  const vfi_level shape = shape_of(solver->single);
  if (!status) status = vfi_hierarchy_field(solver, &shape, 0, left);
  solver->robust_single = !status;
  return status;
}

vf_status vfi_single_make(vf_multigrid *solver)
{
  const vf_multigrid_options *options = &solver->options;
  solver->single_count = 0;
  if (solver->robust_single) return narrow_coefficients(solver, 0);
  if (!solver->engine.ops->relax_single || options->precision == VF_PRECISION_DOUBLE) return VF_OK;
  if (options->method != VF_METHOD_CYCLES || options->cycle != VF_CYCLE_V || solver->uneven || solver->lines > 0)
    return VF_OK;
  int count = 0;
  while (is_single(solver, count)) count++;
  vf_status status = count > 0 ? find_factor(solver, &solver->single_factor) : VF_OK;
  if (!(solver->single_factor > 0)) count = 0;
  for (int l = 0; l <= count && count > 0 && !status; l++) {
    status = make_level(solver, l, l == count);
    if (!status && l < count && solver->single[l].variable) status = narrow_coefficients(solver, l);
  }
  if (!status) solver->single_count = count;
  return status;
}

/* The level into which level l restricts. */
static vfi_level *into_of(vf_multigrid *solver, int l)
{
  return l + 1 < solver->single_count ? &solver->single[l + 1] : &solver->levels[l + 1];
}

static int relax(vf_multigrid *solver, int l, const vf_relax *steps)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  vfi_level *level = &solver->single[l];
  vf_relax own = *steps;
  int code = 0;
  level->omega = solver->cycle.omega;
  if (!vfi_resample_between(steps)) return ops->relax_single(engine, level, steps);
  own.from = own.into = NULL;
  own.from_zero = steps->from_zero && !steps->from;
  if (steps->from) code = ops->interpolate_resampled(engine, level, steps->from, !steps->from_zero);
  if (!code) code = ops->relax_single(engine, level, &own);
  return !code && steps->into ? ops->restrict_resampled(engine, level, level->rhs, steps->into) : code;
}

/* A V-cycle on level l and the coarser levels, from 0. */
static int run(vf_multigrid *solver, int l)
{
  const vfi_cycle *cycle = &solver->cycle;
  if (l == solver->single_count) {
    const vfi_level *from = &solver->levels[l], *to = &solver->single[l];
    const int code = vfi_cycle_run(solver, l, cycle->kind, true);
    if (to->slab) vfi_ranks_changed(to, to->phi);
    if (code) return code;
    /* this level counts in the user's units */
    return solver->engine.ops->narrow(&solver->engine, from, from->phi, 1 / solver->single_factor, to->phi);
  }
  const double *omegas = vfi_level_omegas(&solver->single[l], solver->omegas);
  const vf_relax down = {
    .from_zero = true, .count = cycle->pre, .omegas = omegas + cycle->post, .into = into_of(solver, l)
  };
  const vf_relax up = { .from = &solver->single[l + 1], .count = cycle->post, .omegas = omegas };
  int code = relax(solver, l, &down);
  if (!code) code = run(solver, l + 1);
  return code ? code : relax(solver, l, &up);
}

/* Finds the numbers that round a residual of about this norm. take, a multiple of the operator's factor,
 * brings the residual near 1, so floats have room on both sides; give is the power of two that undoes
 * take. false: no numbers fit. */
static bool scale(const vf_multigrid *solver, double norm, double *give, double *take)
{
  const double factor = solver->single_factor;
  if (!(norm > 0 && norm < INFINITY)) return false;
  const int of_norm = ilogb(norm), of_factor = ilogb(factor), exponent = of_norm + of_factor;
  if (abs(of_norm) > MOST_EXPONENT || abs(of_factor) > MOST_EXPONENT || abs(exponent) > MOST_EXPONENT) return false;
  *give = ldexp(1, exponent);
  *take = ldexp(factor, -exponent);
  return true;
}

/* Measures the residual of phi, then rounds and restricts the residual with numbers that fit it. */
static int measure(vf_multigrid *solver, vfi_correction *correction, double *norm, bool *fits)
{
  const vf_relax steps = { .into = into_of(solver, 0), .norm = norm, .correction = correction };
  correction->adds = false;
  const int code = relax(solver, 0, &steps);
  *fits = scale(solver, *norm, &correction->give, &correction->take);
  return code || !*fits ? code : relax(solver, 0, &steps);
}

/* The first residual, after smooths in double like each later residual. */
static int begin(vf_multigrid *solver, bool from_zero, double rhs_norm, vfi_correction *correction, double *norm,
                 bool *fits)
{
  const vfi_cycle *cycle = &solver->cycle;
  const double *omegas = vfi_level_omegas(solver->levels, solver->omegas);
  const vf_relax first = { .from_zero = from_zero, .count = cycle->pre, .omegas = omegas + cycle->post };
  int code = vfi_cycle_relax(solver, solver->levels, &first);
  const vf_relax steps = { .into = into_of(solver, 0), .norm = norm, .correction = correction };
  if (!code) code = relax(solver, 0, &steps);
  const double ratio = *norm / rhs_norm;
  const bool far = !(ratio > 0x1p-40 && ratio < 0x1p20); /* a guess may be far from the solution, or near it */
  return !code && far && *norm > 0 ? measure(solver, correction, norm, fits) : code;
}

/* The cycle for the error, and the new residual. The numbers that fit the present residual round the next residual,
 * which is smaller. */
static int improve(vf_multigrid *solver, vfi_correction *correction, double *norm, bool *fits)
{
  const vfi_cycle *cycle = &solver->cycle;
  double give = 0;
  const vf_relax steps = { .from = &solver->single[1],
                           .from_zero = true,
                           .count = cycle->post + cycle->pre,
                           .omegas = vfi_level_omegas(solver->levels, solver->omegas),
                           .into = into_of(solver, 0),
                           .norm = norm,
                           .correction = correction };
  *fits = scale(solver, *norm, &give, &correction->take);
  if (!*fits) return 0;
  correction->adds = true;
  int code = run(solver, 1);
  if (!code) code = relax(solver, 0, &steps);
  correction->give = give;
  return code;
}

vf_status vfi_single_cycles(vf_multigrid *solver, bool *from_zero, vfi_progress *p, vfi_verdict *verdict)
{
  vfi_correction correction = { .of = solver->levels };
  double norm = 0, before = INFINITY;
  *verdict = VF_GO_ON;
  bool fits = scale(solver, p->rhs_norm, &correction.give, &correction.take);
  if (!fits) return VF_OK;
  int code = begin(solver, *from_zero, p->rhs_norm, &correction, &norm, &fits);
  *from_zero = false;
  for (;;) {
    *verdict = vfi_outcome_judge(solver, p, norm);
    if (!code && solver->cycle.singular && *verdict != VF_GO_ON) {
      bool was_far = false;
      code = vfi_cycle_centre(solver, &was_far);
      if (!code) code = measure(solver, &correction, &norm, &fits);
      if (was_far) p->since = p->cycle;
      *verdict = vfi_outcome_judge(solver, p, norm);
    }
    if (code) return vfi_solver_status(solver, code, "a cycle");
    const vf_status status = vfi_outcome_note(solver, p, norm, *verdict);
    if (status || *verdict != VF_GO_ON) return status;
    if (!fits || norm > least_gain * before) return VF_OK;
    before = norm;
    code = improve(solver, &correction, &norm, &fits);
    if (!code && !fits) return VF_OK;
  }
}
