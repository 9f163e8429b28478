#include "right_hand_side.h"

#include <math.h>

#include "../core/error.h"
#include "../core/set.h"
#include "boundary.h"
#include "cycle.h"
#include "coarsening.h"
#include "ranks/ranks.h"
#include "tiles.h"
#include "walls.h"

enum { MOST_PASSES = 8 };

/* The rounding of its largest terms limits the sum of n numbers. So a single subtraction leaves a mean: a small mean
 * for noise on a large number, and some units in the last place, again a constant, for a constant. Several passes
 * remove this mean. */
static int remove_mean(vf_multigrid *solver, double *change, double *norm)
{
  vfi_level *level = &solver->levels[0];
  int code = vfi_cycle_remove_mean(solver, level, level->rhs, change);
  for (int pass = 1; pass < MOST_PASSES && !code; pass++) {
    double left = 0;
    code = vfi_cycle_remove_mean(solver, level, level->rhs, &left);
    if (!code) code = solver->engine.ops->norm_max(&solver->engine, level, level->rhs, norm);
    *change += left;
    if (!(fabs(left) > 0x1p-20 * *norm)) break;
  }
  return code;
}

static vf_status gather(vf_multigrid *solver, const vfi_given *given)
{
  return vfi_tiles_gather(solver, given->rhs, VF_CELLS, solver->levels[0].rhs, "vf_multigrid_solve, argument rhs");
}

static int shift_by(vf_multigrid *solver, double high, double low)
{
  const vfi_engine_table *ops = solver->engine.ops;
  vfi_level *level = &solver->levels[0];
  const int code = high == 0 ? 0 : ops->shift(&solver->engine, level, level->rhs, -high);
  return code || low == 0 ? code : ops->shift(&solver->engine, level, level->rhs, -low);
}

/* The same for rows that are multiplied by volumes. Each pass reads rhs anew and subtracts the mean over the volume
 * found by the earlier passes. The mean is the sum of two numbers: the spacing of doubles near a large mean exceeds the
 * residual that a solve asks for. */
static vf_status remove_weighed_mean(vf_multigrid *solver, const vfi_given *given, double *change, double *norm)
{
  const vfi_engine_table *ops = solver->engine.ops;
  vfi_level *level = &solver->levels[0];
  double volume = 1, left = INFINITY;
  for (int d = 0; d < 3; d++) {
    double length = 0;
    for (int i = 0; i < level->n[d]; i++) length += solver->widths[0][d][i];
    volume *= length;
  }
  double low = 0;
  *change = 0;
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    vf_status status = pass > 0 ? gather(solver, given) : VF_OK;
    int code = status ? 0 : shift_by(solver, *change, low);
    if (!status && !code) status = vfi_widths_to_rhs(solver);
    if (status) return status;
    if (!code) code = ops->norm_max(&solver->engine, level, level->rhs, norm);
    if (!code) code = ops->sum(&solver->engine, level, level->rhs, &left);
    if (code) return vfi_solver_status(solver, code, "the mean of rhs");
    left /= volume;
    if (!(fabs(left) > 0x1p-44 * *norm)) break;
    if (pass == 0) *change = left;
    else low += left;
  }
  *change += low;
  return VF_OK;
}

vf_status vfi_right_hand_side_read(vf_multigrid *solver, const vfi_given *given, double *change, double *norm)
{
  const vf_status status = gather(solver, given);
  *change = *norm = 0;
  if (!status && solver->uneven)
    return solver->cycle.singular ? remove_weighed_mean(solver, given, change, norm) : vfi_widths_to_rhs(solver);
  if (status || !solver->cycle.singular) return status;
  const int code = remove_mean(solver, change, norm);
  return code ? vfi_solver_status(solver, code, "the mean of rhs") : VF_OK;
}

vf_status vfi_right_hand_side_again(vf_multigrid *solver, const vfi_given *given)
{
  double change = 0, norm = 0;
  const vf_status status = vfi_right_hand_side_read(solver, given, &change, &norm);
  return status || !given->wall ? status : vfi_walls_to_rhs(solver, 0);
}

static bool has_strange(vf_multigrid *solver, const vfi_level *shape, vf_field x)
{
  vfi_level part = *shape;
  double norm = 0;
  return solver->engine.ops->norm_max(&solver->engine, &part, x, &norm) || !isfinite(norm);
}

/* Finds the first element of a field that is infinite or NaN, by the norms of its planes, rows and cells. Over ranks
 * each rank looks at its own planes, and the lowest element is taken. */
static bool find_strange(vf_multigrid *solver, const int n[3], vf_field x, int index[3], double *value)
{
  vfi_level shape = solver->levels[0];
  for (int d = 0; d < 3; d++) shape.n[d] = n[d];
  if (!has_strange(solver, &shape, x)) return false;
  const bool cut = shape.slab && n[2] == shape.slab->n;
  const int first[3] = { 0, 0, cut ? shape.slab->first : 0 };
  const int end[3] = { n[0], n[1], cut ? shape.slab->last : n[2] };
  bool found = true;
  for (int d = 2; d >= 0 && found; d--) {
    found = false;
    shape.n[d] = 1;
    for (index[d] = first[d]; index[d] < end[d] && !found; index[d] += !found) {
      vf_field part = x;
      for (int e = d; e < 3; e++) part.at += vfi_field_along(&x, e, index[e]);
      found = has_strange(solver, &shape, part);
      if (found && d == 0) solver->engine.ops->sum(&solver->engine, &shape, part, value);
    }
  }
  return cut ? vfi_ranks_first(solver, found, index, value) : true;
}

/* Fails, and names an element of the views by its index in the caller's numbers; cell: the cell of the element, or the
 * cell beside it. */
static vf_status fail_at(const vf_multigrid *solver, vf_view *const views[], const char *argument, const int index[3],
                         const int cell[3], double value)
{
  const bool any = solver->box_count > 0; /* a rank may have no boxes */
  vfi_lock();
  const vfi_set_state *set = any ? vfi_set_of(views[0]) : NULL;
  if (set) views = set->views;
  vfi_unlock();
  const char *label = "a box of another rank";
  int at[3];
  for (int d = 0; d < 3; d++) at[d] = solver->domain.lower[d] + index[d];
  for (int b = 0; b < solver->box_count; b++) {
    bool inside = true;
    for (int d = 0; d < 3; d++) {
      const int c = solver->domain.lower[d] + cell[d];
      inside = inside && c >= solver->boxes[b].lower[d] && c <= solver->boxes[b].upper[d];
    }
    if (inside) label = vf_view_label(views[b]);
  }
  return vfi_fail(VF_ERROR_DIVERGED, "vf_multigrid_solve, argument %s: '%s' holds %g at (%d, %d, %d); phi is as it was",
                  argument, label, value, at[0], at[1], at[2]);
}

static vf_status fail_for_walls(vf_multigrid *solver, const vfi_given *given)
{
  const int *n = solver->levels[0].n;
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    int p, q;
    vfi_face_across(face, &p, &q);
    const vf_field layer = { .at = solver->walls[0][face], .row = n[p] };
    int found[3];
    double value = 0;
    if (!layer.at || !find_strange(solver, (int[3]){ n[p], n[q], 1 }, layer, found, &value)) continue;
    int index[3], cell[3];
    index[p] = cell[p] = found[0];
    index[q] = cell[q] = found[1];
    cell[d] = face < 3 ? 0 : n[d] - 1;
    index[d] = face < 3 ? -1 : n[d];
    return fail_at(solver, given->wall, "wall", index, cell, value);
  }
  return VF_OK;
}

static vf_status fail_for_cells(vf_multigrid *solver, vf_view *const views[], vf_field field, const char *argument)
{
  int index[3];
  double value = 0;
  const vf_status status = vfi_tiles_gather(solver, views, VF_CELLS, field, "vf_multigrid_solve");
  if (status || !find_strange(solver, solver->levels[0].n, field, index, &value)) return status;
  return fail_at(solver, views, argument, index, index, value);
}

vf_status vfi_fail_for_strange_numbers(vf_multigrid *solver, const vfi_given *given)
{
  vfi_level *level = &solver->levels[0];
  vf_status status = fail_for_cells(solver, given->rhs, level->rhs, "rhs");
  if (!status && given->wall) status = fail_for_walls(solver, given);
  if (!status && solver->options.start == VF_START_GUESS)
    status = fail_for_cells(solver, given->phi, level->phi, "phi");
  if (status) return status;
  return vfi_fail(VF_ERROR_DIVERGED,
                  "vf_multigrid_solve: the residual is NaN or infinite, and rhs and walls are finite: rhs, walls, "
                  "cell widths or coefficients are too large or too small; phi is unchanged");
}
