/* Smooths and transfers on levels that ranks share. A part of a level that is smoothed is own planes and a halo, with
 * ghosts of 0 behind the halo: each half sweep spoils one more plane of it, from there inwards. So a halo of 2 s planes
 * serves s smooths, and own planes have the bits of the whole level. */
#include "../../core/error.h"
#include "../lines.h"
#include "ranks.h"

static vf_engine *inner_of(vf_engine *engine) { return &((vf_ranks *)engine->state)->inner; }

static int at_most(int number, int most) { return number < most ? number : most; }

/* Own planes and so many of the halo. */
static vf_level widened(const vf_level *level, int planes)
{
  const vf_slab *slab = level->slab;
  return vf_ranks_planes(level, slab->first - at_most(planes, slab->below), slab->last + at_most(planes, slab->above));
}

static vf_level own_part(const vf_level *level) { return widened(level, 0); }

/* The parents of a part of a fine level. */
static vf_level parents_of(const vf_level *coarse, const vf_level *fine, int planes)
{
  const vf_slab *slab = fine->slab;
  const int first = slab->first - at_most(planes, slab->below), last = slab->last + at_most(planes, slab->above);
  const int children = coarse->joint.graded && !coarse->joint.halved[2] ? 1 : 2;
  return vf_ranks_planes(coarse, first / children, (last + children - 1) / children);
}

/* The ghosts in z of a periodic level that all ranks have. */
static int close_ring(vf_engine *engine, const vf_level *level)
{
  const vf_field *x = &level->phi;
  const int n = level->n[2];
  const size_t bytes = (size_t)x->plane * sizeof(double);
  double *low = x->at - x->row, *high = low + n * x->plane;
  int code = engine->backend->copy_on_device(low - x->plane, high - x->plane, bytes, engine->queue);
  return code ? code : engine->backend->copy_on_device(high, low, bytes, engine->queue);
}

/* Makes the coarse level ready for planes of the fine halo; gives how many of them. The planes beyond those that are
 * interpolated take part, and a ring of planes has just one of them where it is closed. */
static int ready_coarse(vf_engine *engine, const vf_level *fine, const vf_level *coarse, int *planes)
{
  const vf_ranks *ranks = engine->state;
  vf_slab *slab = coarse->slab;
  if (!slab && ranks->periodic) {
    *planes = 0;
    return close_ring(inner_of(engine), coarse);
  }
  *planes = fine->slab->depth;
  if (!slab) return 0;
  const int code = vf_ranks_refresh_phi(engine, coarse, 2);
  *planes = at_most(*planes, 2 * (slab->valid - 1));
  if (coarse->joint.graded && ranks->periodic) *planes = 0; /* its numbers have an end where the ring has none */
  return code;
}

static int interpolate(vf_engine *engine, vf_level *fine, vf_level *coarse, bool add)
{
  vf_engine *inner = inner_of(engine);
  if (!fine->slab) return inner->call->interpolate(inner, fine, coarse, add);
  int planes = 0;
  int code = ready_coarse(engine, fine, coarse, &planes);
  if (add) planes = at_most(planes, fine->slab->valid & ~1);
  vf_level part = widened(fine, planes), from = parents_of(coarse, fine, planes);
  if (!code) code = inner->call->interpolate(inner, &part, &from, add);
  fine->slab->valid = planes;
  return code;
}

/* An interpolation into a level of single precision, by itself; the coarse level is ready for so many planes. */
static int interpolate_single(vf_engine *engine, vf_level *fine, const vf_level *coarse, int planes, bool set)
{
  vf_engine *inner = inner_of(engine);
  vf_level part = widened(fine, planes), from = parents_of(coarse, fine, planes);
  fine->slab->valid = planes;
  return inner->call->relax_single(inner, &part, &(vf_relax){ .from = &from, .from_zero = set });
}

/* The parents of own planes and of the halo as far as it is right; where less than two planes of it can be had, the
 * interpolation goes by itself: now->from is NULL then. */
static int ready_parents(vf_engine *engine, vf_level *fine, vf_relax *now, vf_level *parents, int *planes)
{
  vf_level *from = now->from;
  const bool set = now->from_zero;
  if (!fine->slab) return 0;
  int code = ready_coarse(engine, fine, from, planes);
  if (!code && *planes >= 2 && !set) code = vf_ranks_refresh_phi(engine, fine, 2);
  if (!set) *planes = at_most(*planes, fine->slab->valid & ~1);
  if (code) return code;
  *parents = parents_of(from, fine, *planes);
  if (*planes >= 2) return 0;
  now->from = NULL;
  now->from_zero = false;
  return fine->single ? interpolate_single(engine, fine, from, *planes, set) : interpolate(engine, fine, from, true);
}

/* Smooths of a part, with omegas where there are; those that do not go in one pass over memory come one by one. */
static int run(vf_engine *inner, vf_level *part, const vf_relax *steps)
{
  if (part->single) return inner->call->relax_single(inner, part, steps);
  if (inner->call->relax) return inner->call->relax(inner, part, steps);
  if (steps->omegas) part->omega = steps->omegas[0];
  return steps->from ? inner->call->interpolate_smooth(inner, part, steps->from, steps->count)
                     : inner->call->smooth(inner, part, steps->count, steps->from_zero);
}

/* Makes the halo of a cut level ready for smooths. From zero, ghosts of 0 are the right ones in the first half sweep; with
 * variable coefficients that takes the face behind the halo, too. */
static int ready_halo(vf_engine *engine, const vf_level *level, bool from_zero)
{
  vf_slab *slab = level->slab;
  const int code = vf_ranks_refresh_rhs(engine, level);
  if (code) return code;
  if (!from_zero) return vf_ranks_refresh_phi(engine, level, 2);
  slab->valid = level->variable ? slab->depth : slab->depth + 1;
  return 0;
}

/* Smooths of a cut level, with as much of the halo as is right, and as many at once as that serves. Even parts keep the
 * parity of the level, and the pairs of planes of transfers. Gives how many were done. */
static int smooth_slab(vf_engine *engine, vf_level *level, vf_relax *now)
{
  vf_engine *inner = inner_of(engine);
  vf_slab *slab = level->slab;
  vf_level parents;
  int planes = 0;
  int code = now->from ? ready_parents(engine, level, now, &parents, &planes) : 0;
  if (!code) code = ready_halo(engine, level, now->from_zero);
  if (code) return code;
  const int right = now->from ? planes : slab->valid;
  if (now->from) now->from = &parents;
  now->count = inner->call->relax || level->single ? at_most(now->count, right / 2) : 1;
  const vf_level before = widened(level, at_most(right + right % 2, slab->depth));
  vf_level part = before;
  slab->valid = right - 2 * now->count;
  code = run(inner, &part, now);
  level->phi.at += part.phi.at - before.phi.at; /* a smooth may move it */
  return code;
}

static int smooths(vf_engine *engine, vf_level *level, const vf_relax *steps)
{
  vf_engine *inner = inner_of(engine);
  int code = 0;
  for (int done = 0; done < steps->count && !code;) {
    vf_relax now = { .from = done ? NULL : steps->from,
                     .from_zero = steps->from_zero && done == 0,
                     .count = steps->count - done,
                     .omegas = steps->omegas ? steps->omegas + done : NULL };
    if (level->slab) {
      code = smooth_slab(engine, level, &now);
    } else {
      if (!inner->call->relax) now.count = 1;
      code = run(inner, level, &now);
    }
    done += now.count;
  }
  return code;
}

static int residual_restrict(vf_engine *engine, vf_level *fine, vf_level *coarse, double *norm)
{
  vf_engine *inner = inner_of(engine);
  if (!fine->slab) return inner->call->residual_restrict(inner, fine, coarse, norm);
  int code = vf_ranks_refresh_phi(engine, fine, 1);
  vf_level part = own_part(fine), into = parents_of(coarse, fine, 0);
  double own = 0;
  if (!code) code = inner->call->residual_restrict(inner, &part, &into, norm ? &own : NULL);
  if (coarse->slab) coarse->slab->rhs_valid = 0;
  else if (!code) code = vf_ranks_complete(engine, coarse->rhs, false);
  return code || !norm ? code : vf_ranks_largest(engine, own, norm);
}

static int residual_norm(vf_engine *engine, vf_level *level, double *norm)
{
  vf_engine *inner = inner_of(engine);
  if (!level->slab) return inner->call->residual_norm(inner, level, norm);
  int code = vf_ranks_refresh_phi(engine, level, 1);
  vf_level part = own_part(level);
  double own = 0;
  if (!code) code = inner->call->residual_norm(inner, &part, &own);
  return code ? code : vf_ranks_largest(engine, own, norm);
}

/* After a step that has made planes of a coarse right-hand side. */
static int restricted(vf_engine *engine, const vf_level *coarse)
{
  if (!coarse->slab) return vf_ranks_complete(engine, coarse->rhs, false);
  coarse->slab->rhs_valid = 0;
  return 0;
}

static int correct(vf_engine *engine, vf_level *level, const vf_relax *steps)
{
  vf_engine *inner = inner_of(engine);
  vf_correction correction = *steps->correction;
  vf_level *of = correction.of;
  int code = vf_ranks_refresh_phi(engine, of, 1);
  if (!code && correction.adds) code = vf_ranks_refresh_phi(engine, level, 1);
  vf_level part = own_part(level), into = parents_of(steps->into, level, 0), part_of = own_part(of);
  const vf_level before = part_of;
  double own = 0;
  correction.of = &part_of;
  if (!code)
    code =
        inner->call->relax_single(inner, &part, &(vf_relax){ .into = &into, .norm = &own, .correction = &correction });
  of->phi.at += part_of.phi.at - before.phi.at;
  if (correction.adds) of->slab->valid = 0;
  level->slab->rhs_valid = 0;
  if (!code) code = restricted(engine, steps->into);
  return code ? code : vf_ranks_largest(engine, own, steps->norm);
}

static int relax_single(vf_engine *engine, vf_level *level, const vf_relax *steps)
{
  vf_engine *inner = inner_of(engine);
  if (!level->slab) return inner->call->relax_single(inner, level, steps);
  int code = smooths(engine, level, steps);
  if (!code && steps->count == 0 && steps->from) {
    int planes = 0;
    code = ready_coarse(engine, level, steps->from, &planes);
    if (!steps->from_zero) planes = at_most(planes, level->slab->valid & ~1);
    if (!code) code = interpolate_single(engine, level, steps->from, planes, steps->from_zero);
  } else if (!code && steps->count == 0 && steps->from_zero) {
    vf_level part = own_part(level);
    level->slab->valid = 0;
    code = inner->call->relax_single(inner, &part, &(vf_relax){ .from_zero = true });
  }
  if (code || !steps->into) return code;
  if (steps->correction) return correct(engine, level, steps);
  code = vf_ranks_refresh_phi(engine, level, 1);
  vf_level part = own_part(level), into = parents_of(steps->into, level, 0);
  if (!code) code = inner->call->relax_single(inner, &part, &(vf_relax){ .into = &into });
  return code ? code : restricted(engine, steps->into);
}

/* Own planes and the halo, as far as that is there. */
static int narrow(vf_engine *engine, const vf_level *shape, vf_field from, double factor, vf_field to)
{
  vf_engine *inner = inner_of(engine);
  const vf_slab *slab = shape->slab;
  if (!slab) return inner->call->narrow(inner, shape, from, factor, to);
  const int first = slab->first - slab->below, faces = shape->n[2] - slab->n;
  vf_level part = *shape;
  part.slab = NULL;
  part.n[2] = slab->last + slab->above - first + faces;
  from.at += first * from.plane;
  to.at += first * to.plane;
  return inner->call->narrow(inner, &part, from, factor, to);
}

static int smooth(vf_engine *engine, vf_level *level, int count, bool from_zero)
{
  return smooths(engine, level, &(vf_relax){ .count = count, .from_zero = from_zero });
}

static int interpolate_smooth(vf_engine *engine, vf_level *fine, vf_level *coarse, int count)
{
  return smooths(engine, fine, &(vf_relax){ .from = coarse, .count = count });
}

static int relax(vf_engine *engine, vf_level *level, const vf_relax *steps)
{
  vf_engine *inner = inner_of(engine);
  if (!level->slab && inner->call->relax) return inner->call->relax(inner, level, steps);
  if (level->lines.along > 0) return vf_lines_relax(inner, level, steps); /* such levels are not cut */
  int code = smooths(engine, level, steps);
  if (!code && steps->count == 0 && steps->from) code = interpolate(engine, level, steps->from, true);
  if (!code && steps->count == 0 && steps->from_zero)
    code = engine->call->combine(engine, level, 0, level->rhs, 0, level->phi);
  if (!code && steps->into) return residual_restrict(engine, level, steps->into, steps->norm);
  return !code && steps->norm ? residual_norm(engine, level, steps->norm) : code;
}

static int coarse_cycle(vf_engine *engine, vf_level *levels, int count, const vf_cycle *cycle, vf_coarse_start start)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->coarse_cycle(inner, levels, count, cycle, start);
}

static int make_pivots(vf_engine *engine, vf_level *level)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->make_pivots(inner, level);
}

/* Such levels are not cut. */
static int interpolate_resampled(vf_engine *engine, const vf_level *fine, const vf_level *coarse, bool add)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->interpolate_resampled(inner, fine, coarse, add);
}

static int restrict_resampled(vf_engine *engine, const vf_level *fine, vf_field from, const vf_level *coarse)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->restrict_resampled(inner, fine, from, coarse);
}

/* Nor are those of the robust method. */
static int residual_single(vf_engine *engine, vf_level *level, vf_field r)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->residual_single(inner, level, r);
}

static int widen(vf_engine *engine, const vf_level *shape, vf_field from, double factor, vf_field to)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->widen(inner, shape, from, factor, to);
}

static int aggregates_cycle(vf_engine *engine, vf_aggregates *levels, int count, vf_level *finest, vf_field left,
                            const vf_aggregates_range *range)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->aggregates_cycle(inner, levels, count, finest, left, range);
}

static int restrict_rhs(vf_engine *engine, vf_level *fine, vf_level *coarse)
{
  vf_engine *inner = inner_of(engine);
  if (!fine->slab) return inner->call->restrict_rhs(inner, fine, coarse);
  vf_level part = own_part(fine), into = parents_of(coarse, fine, 0);
  const int code = inner->call->restrict_rhs(inner, &part, &into);
  if (coarse->slab) coarse->slab->rhs_valid = 0;
  return code || coarse->slab ? code : vf_ranks_complete(engine, coarse->rhs, false);
}

/* Of the faces in z a rank makes one plane too many: the next rank's, which takes its place, except at the end. */
static int restrict_coefficients(vf_engine *engine, vf_level *fine, vf_level *coarse)
{
  vf_engine *inner = inner_of(engine);
  if (!fine->slab) return inner->call->restrict_coefficients(inner, fine, coarse);
  vf_ranks *ranks = engine->state;
  /* Over a graded joint a face takes from those beside it. */
  const int planes = coarse->joint.graded ? 2 : 0;
  if (planes && ranks->periodic)
    return vf_ranks_code(ranks, vf_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: over ranks, coefficients that want "
                                                           "some directions halved before others, and z periodic"));
  int code = planes ? vf_ranks_halo(engine, fine, fine->bz, planes) : 0;
  vf_level part = widened(fine, planes), into = parents_of(coarse, fine, planes);
  if (!code) code = inner->call->restrict_coefficients(inner, &part, &into);
  const vf_field fields[4] = { coarse->a, coarse->bx, coarse->by, coarse->bz };
  for (int f = 0; f < 4 && !code && !coarse->slab; f++) code = vf_ranks_complete(engine, fields[f], f == 3);
  return code;
}

void vf_ranks_fill_cycle(vf_engine_table *table)
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
