/* Smooths and transfers on levels that are cut between ranks. A rank smooths its own planes and a halo, with ghosts of
 * 0 behind the halo. Each half sweep spoils one more plane of the halo, from the outside inwards. So a halo of 2 s
 * planes serves s smooths, and the rank's own planes have the bits of the whole level. */
#include "../../core/error.h"
#include "../lines.h"
#include "ranks.h"

static int at_most(int number, int most) { return number < most ? number : most; }

/* The rank's own planes and `planes` planes of the halo. */
static vfi_level widened(const vfi_level *level, int planes)
{
  const vfi_slab *slab = level->slab;
  return vfi_ranks_planes(level, slab->first - at_most(planes, slab->below), slab->last + at_most(planes, slab->above));
}

static vfi_level own_part(const vfi_level *level) { return widened(level, 0); }

/* The parents of a part of a fine level. */
static vfi_level parents_of(const vfi_level *coarse, const vfi_level *fine, int planes)
{
  const vfi_slab *slab = fine->slab;
  const int first = slab->first - at_most(planes, slab->below), last = slab->last + at_most(planes, slab->above);
  const int children = coarse->coarsening.graded && !coarse->coarsening.halved[2] ? 1 : 2;
  return vfi_ranks_planes(coarse, first / children, (last + children - 1) / children);
}

/* Fills the ghosts in z of a periodic level that all ranks have. */
static int close_ring(vfi_engine *engine, const vfi_level *level)
{
  const vf_field *x = &level->phi;
  const int n = level->n[2];
  const size_t bytes = (size_t)x->plane * sizeof(double);
  double *low = x->at - x->row, *high = low + n * x->plane;
  int code = engine->backend->copy_on_device(low - x->plane, high - x->plane, bytes, engine->queue);
  return code ? code : engine->backend->copy_on_device(high, low, bytes, engine->queue);
}

/* Makes the coarse level ready for an interpolation to planes of the fine halo; *planes: the number of these
 * planes. The interpolation also reads the coarse planes beyond. A closed ring has only one such plane at
 * each end, so *planes is 0. */
static int ready_coarse(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, int *planes)
{
  const vfi_ranks *ranks = engine->state;
  vfi_slab *slab = coarse->slab;
  if (!slab && ranks->periodic) {
    *planes = 0;
    return close_ring(vfi_ranks_inner(engine), coarse);
  }
  *planes = fine->slab->depth;
  if (!slab) return 0;
  const int code = vfi_ranks_refresh_phi(engine, coarse, 2);
  *planes = at_most(*planes, 2 * (slab->valid - 1));
  if (coarse->coarsening.graded && ranks->periodic) *planes = 0; /* a graded coarsening has ends, a ring has none */
  return code;
}

static int interpolate(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, bool add)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  if (!fine->slab) return inner->ops->interpolate(inner, fine, coarse, add);
  int planes = 0;
  int code = ready_coarse(engine, fine, coarse, &planes);
  if (add) planes = at_most(planes, fine->slab->valid & ~1);
  vfi_level part = widened(fine, planes), from = parents_of(coarse, fine, planes);
  if (!code) code = inner->ops->interpolate(inner, &part, &from, add);
  fine->slab->valid = planes;
  return code;
}

/* A single interpolation into a level of single precision; the coarse level is ready for `planes` planes of the
 * halo. */
static int interpolate_single(vfi_engine *engine, vfi_level *fine, const vfi_level *coarse, int planes, bool set)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_level part = widened(fine, planes), from = parents_of(coarse, fine, planes);
  fine->slab->valid = planes;
  return inner->ops->relax_single(inner, &part, &(vf_relax){ .from = &from, .from_zero = set });
}

/* The parents of the rank's own planes and of the valid planes of the halo. If fewer than two planes of the halo are
 * valid, the function does the interpolation itself, and now->from becomes NULL. */
static int ready_parents(vfi_engine *engine, vfi_level *fine, vf_relax *now, vfi_level *parents, int *planes)
{
  vfi_level *from = now->from;
  const bool set = now->from_zero;
  if (!fine->slab) return 0;
  int code = ready_coarse(engine, fine, from, planes);
  if (!code && *planes >= 2 && !set) code = vfi_ranks_refresh_phi(engine, fine, 2);
  if (!set) *planes = at_most(*planes, fine->slab->valid & ~1);
  if (code) return code;
  *parents = parents_of(from, fine, *planes);
  if (*planes >= 2) return 0;
  now->from = NULL;
  now->from_zero = false;
  return fine->single ? interpolate_single(engine, fine, from, *planes, set) : interpolate(engine, fine, from, true);
}

/* Smooths a part, with omegas if given. A caller whose engine has no fused smooths asks for one smooth at a time. */
static int run(vfi_engine *inner, vfi_level *part, const vf_relax *steps)
{
  if (part->single) return inner->ops->relax_single(inner, part, steps);
  if (inner->ops->relax) return inner->ops->relax(inner, part, steps);
  if (steps->omegas) part->omega = steps->omegas[0];
  return steps->from ? inner->ops->interpolate_smooth(inner, part, steps->from, steps->count)
                     : inner->ops->smooth(inner, part, steps->count, steps->from_zero);
}

/* Makes the halo of a cut level ready for smooths. If phi counts as 0, the ghosts of 0 behind the halo are right in the
 * first half sweep, so one more plane is valid. With variable coefficients this plane would need the face behind the
 * halo, so it is not valid. */
static int ready_halo(vfi_engine *engine, const vfi_level *level, bool from_zero)
{
  vfi_slab *slab = level->slab;
  const int code = vfi_ranks_refresh_rhs(engine, level);
  if (code) return code;
  if (!from_zero) return vfi_ranks_refresh_phi(engine, level, 2);
  slab->valid = level->variable ? slab->depth : slab->depth + 1;
  return 0;
}

/* Smooths a cut level with the valid planes of the halo, as many times as these planes serve; now->count: the number of
 * smooths done. An even number of halo planes keeps the parity of the level, and the pairs of planes of transfers. */
static int smooth_slab(vfi_engine *engine, vfi_level *level, vf_relax *now)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_slab *slab = level->slab;
  vfi_level parents;
  int planes = 0;
  int code = now->from ? ready_parents(engine, level, now, &parents, &planes) : 0;
  if (!code) code = ready_halo(engine, level, now->from_zero);
  if (code) return code;
  const int right = now->from ? planes : slab->valid;
  if (now->from) now->from = &parents;
  now->count = inner->ops->relax || level->single ? at_most(now->count, right / 2) : 1;
  const vfi_level before = widened(level, at_most(right + right % 2, slab->depth));
  vfi_level part = before;
  slab->valid = right - 2 * now->count;
  code = run(inner, &part, now);
  level->phi.at += part.phi.at - before.phi.at; /* a smooth may move phi */
  return code;
}

static int smooths(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  int code = 0;
  for (int done = 0; done < steps->count && !code;) {
    vf_relax now = { .from = done ? NULL : steps->from,
                     .from_zero = steps->from_zero && done == 0,
                     .count = steps->count - done,
                     .omegas = steps->omegas ? steps->omegas + done : NULL };
    if (level->slab) {
      code = smooth_slab(engine, level, &now);
    } else {
      if (!inner->ops->relax) now.count = 1;
      code = run(inner, level, &now);
    }
    done += now.count;
  }
  return code;
}

static int residual_restrict(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, double *norm)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  if (!fine->slab) return inner->ops->residual_restrict(inner, fine, coarse, norm);
  int code = vfi_ranks_refresh_phi(engine, fine, 1);
  vfi_level part = own_part(fine), into = parents_of(coarse, fine, 0);
  double own = 0;
  if (!code) code = inner->ops->residual_restrict(inner, &part, &into, norm ? &own : NULL);
  if (coarse->slab) coarse->slab->rhs_valid = 0;
  else if (!code) code = vfi_ranks_complete(engine, coarse->rhs, false);
  return code || !norm ? code : vfi_ranks_largest(engine, own, norm);
}

static int residual_norm(vfi_engine *engine, vfi_level *level, double *norm)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  if (!level->slab) return inner->ops->residual_norm(inner, level, norm);
  int code = vfi_ranks_refresh_phi(engine, level, 1);
  vfi_level part = own_part(level);
  double own = 0;
  if (!code) code = inner->ops->residual_norm(inner, &part, &own);
  return code ? code : vfi_ranks_largest(engine, own, norm);
}

/* Called after a step that has computed planes of a coarse right-hand side. */
static int restricted(vfi_engine *engine, const vfi_level *coarse)
{
  if (!coarse->slab) return vfi_ranks_complete(engine, coarse->rhs, false);
  coarse->slab->rhs_valid = 0;
  return 0;
}

static int correct(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_correction correction = *steps->correction;
  vfi_level *of = correction.of;
  int code = vfi_ranks_refresh_phi(engine, of, 1);
  if (!code && correction.adds) code = vfi_ranks_refresh_phi(engine, level, 1);
  vfi_level part = own_part(level), into = parents_of(steps->into, level, 0), part_of = own_part(of);
  const vfi_level before = part_of;
  double own = 0;
  correction.of = &part_of;
  if (!code)
    code =
        inner->ops->relax_single(inner, &part, &(vf_relax){ .into = &into, .norm = &own, .correction = &correction });
  of->phi.at += part_of.phi.at - before.phi.at;
  if (correction.adds) of->slab->valid = 0;
  level->slab->rhs_valid = 0;
  if (!code) code = restricted(engine, steps->into);
  return code ? code : vfi_ranks_largest(engine, own, steps->norm);
}

static int relax_single(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  if (!level->slab) return inner->ops->relax_single(inner, level, steps);
  int code = smooths(engine, level, steps);
  if (!code && steps->count == 0 && steps->from) {
    int planes = 0;
    code = ready_coarse(engine, level, steps->from, &planes);
    if (!steps->from_zero) planes = at_most(planes, level->slab->valid & ~1);
    if (!code) code = interpolate_single(engine, level, steps->from, planes, steps->from_zero);
  } else if (!code && steps->count == 0 && steps->from_zero) {
    vfi_level part = own_part(level);
    level->slab->valid = 0;
    code = inner->ops->relax_single(inner, &part, &(vf_relax){ .from_zero = true });
  }
  if (code || !steps->into) return code;
  if (steps->correction) return correct(engine, level, steps);
  code = vfi_ranks_refresh_phi(engine, level, 1);
  vfi_level part = own_part(level), into = parents_of(steps->into, level, 0);
  if (!code) code = inner->ops->relax_single(inner, &part, &(vf_relax){ .into = &into });
  return code ? code : restricted(engine, steps->into);
}

/* Narrows the rank's own planes and the halo. */
static int narrow(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  const vfi_slab *slab = shape->slab;
  if (!slab) return inner->ops->narrow(inner, shape, from, factor, to);
  const int first = slab->first - slab->below, faces = shape->n[2] - slab->n;
  vfi_level part = *shape;
  part.slab = NULL;
  part.n[2] = slab->last + slab->above - first + faces;
  from.at += first * from.plane;
  to.at += first * to.plane;
  return inner->ops->narrow(inner, &part, from, factor, to);
}

static int smooth(vfi_engine *engine, vfi_level *level, int count, bool from_zero)
{
  return smooths(engine, level, &(vf_relax){ .count = count, .from_zero = from_zero });
}

static int interpolate_smooth(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, int count)
{
  return smooths(engine, fine, &(vf_relax){ .from = coarse, .count = count });
}

static int relax(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  if (!level->slab && inner->ops->relax) return inner->ops->relax(inner, level, steps);
  if (level->lines.along > 0) return vfi_lines_relax(inner, level, steps); /* such levels are not cut */
  int code = smooths(engine, level, steps);
  if (!code && steps->count == 0 && steps->from) code = interpolate(engine, level, steps->from, true);
  if (!code && steps->count == 0 && steps->from_zero)
    code = engine->ops->combine(engine, level, 0, level->rhs, 0, level->phi);
  if (!code && steps->into) return residual_restrict(engine, level, steps->into, steps->norm);
  return !code && steps->norm ? residual_norm(engine, level, steps->norm) : code;
}

static int coarse_cycle(vfi_engine *engine, vfi_level *levels, int count, const vfi_cycle *cycle,
                        vfi_coarse_start start)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->coarse_cycle(inner, levels, count, cycle, start);
}

static int make_pivots(vfi_engine *engine, vfi_level *level)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->make_pivots(inner, level);
}

/* Levels with a resampled coarsening are not cut. */
static int interpolate_resampled(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->interpolate_resampled(inner, fine, coarse, add);
}

static int restrict_resampled(vfi_engine *engine, const vfi_level *fine, vf_field from, const vfi_level *coarse)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->restrict_resampled(inner, fine, from, coarse);
}

/* Levels of the robust method are not cut. */
static int residual_single(vfi_engine *engine, vfi_level *level, vf_field r)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->residual_single(inner, level, r);
}

static int widen(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->widen(inner, shape, from, factor, to);
}

static int aggregates_cycle(vfi_engine *engine, vfi_aggregates *levels, int count, vfi_level *finest, vf_field left,
                            const vfi_aggregates_range *range)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->aggregates_cycle(inner, levels, count, finest, left, range);
}

static int restrict_rhs(vfi_engine *engine, vfi_level *fine, vfi_level *coarse)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  if (!fine->slab) return inner->ops->restrict_rhs(inner, fine, coarse);
  vfi_level part = own_part(fine), into = parents_of(coarse, fine, 0);
  const int code = inner->ops->restrict_rhs(inner, &part, &into);
  if (coarse->slab) coarse->slab->rhs_valid = 0;
  return code || coarse->slab ? code : vfi_ranks_complete(engine, coarse->rhs, false);
}

/* A rank computes one plane too many of the faces in z: the next rank's plane replaces this plane, except at the
 * end. */
static int restrict_coefficients(vfi_engine *engine, vfi_level *fine, vfi_level *coarse)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  if (!fine->slab) return inner->ops->restrict_coefficients(inner, fine, coarse);
  /* Over a graded coarsening a face also takes from the faces beside it. */
  const int planes = coarse->coarsening.graded ? 2 : 0;
  int code = planes ? vfi_ranks_halo(engine, fine, fine->bz, planes) : 0;
  vfi_level part = widened(fine, planes), into = parents_of(coarse, fine, planes);
  if (!code) code = inner->ops->restrict_coefficients(inner, &part, &into);
  const vf_field fields[4] = { coarse->a, coarse->bx, coarse->by, coarse->bz };
  for (int f = 0; f < 4 && !code && !coarse->slab; f++) code = vfi_ranks_complete(engine, fields[f], f == 3);
  return code;
}

void vfi_ranks_fill_cycle(vfi_engine_table *table)
{
  table->smooth = smooth;
  table->residual_restrict = residual_restrict;
  table->interpolate = interpolate;
  table->interpolate_smooth = interpolate_smooth;
  table->relax = relax;
  table->relax_single = relax_single;
  table->narrow = narrow;
  if (table->coarse_cycle) table->coarse_cycle = coarse_cycle;
  table->make_pivots = make_pivots;
  if (table->interpolate_resampled) table->interpolate_resampled = interpolate_resampled;
  if (table->restrict_resampled) table->restrict_resampled = restrict_resampled;
  if (table->residual_single) table->residual_single = residual_single;
  if (table->widen) table->widen = widen;
  if (table->aggregates_cycle) table->aggregates_cycle = aggregates_cycle;
  table->restrict_rhs = restrict_rhs;
  table->restrict_coefficients = restrict_coefficients;
  table->residual_norm = residual_norm;
}
