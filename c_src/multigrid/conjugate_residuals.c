#include "conjugate_gradients.h"

#include "hierarchy.h"

/* A ghost beside a wall of order 3 or 4 is computed from several cells. Only the cell beside the wall has this ghost in
 * its row, so the matrix is not symmetric. */
static bool is_unsymmetric(const vfi_level *level)
{
  for (int face = 0; face < 6; face++)
    if (level->face[face].cells > 1) return true;
  return false;
}

vf_status vfi_conjugate_residuals_allocate(vf_multigrid *solver)
{
  vfi_level *level = &solver->levels[0];
  vf_status status = VF_OK;
  solver->unsymmetric = solver->aggregate_levels > 0 && is_unsymmetric(level);
  for (int d = 0; solver->unsymmetric && d < VF_SOLVER_DIRECTIONS && !status; d++) {
    status = vfi_hierarchy_field(solver, level, 0, &solver->directions[d][0]);
    if (!status) status = vfi_hierarchy_field(solver, level, 0, &solver->directions[d][1]);
  }
  return status;
}

/* Subtracts the part of a new direction whose product with the operator is along the product of an older direction. */
static int make_orthogonal(vf_multigrid *solver, const vf_field new[2], const vf_field old[2], double square)
{
  vfi_engine *engine = &solver->engine;
  vfi_level *level = &solver->levels[0];
  double along = 0;
  int code = engine->ops->dot(engine, level, new[1], old[1], &along);
  for (int v = 0; v < 2 && !code; v++) code = engine->ops->combine(engine, level, -along / square, old[v], 1, new[v]);
  return code;
}

int vfi_conjugate_residuals_step(vf_multigrid *solver, vfi_search_directions *directions, vf_field x, double scale,
                                 double *norm)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  vfi_level *level = &solver->levels[0];
  const int place = directions->made % VF_SOLVER_DIRECTIONS;
  const int first = directions->made < VF_SOLVER_DIRECTIONS ? 0 : directions->made - VF_SOLVER_DIRECTIONS + 1;
  const vf_field *direction = solver->directions[place];
  double along = 0;
  int code = ops->combine(engine, level, 1, level->phi, 0, direction[0]);
  if (!code) code = ops->operate(engine, level, direction[0], direction[1]);
  for (int d = first; d < directions->made && !code; d++) {
    const int old = d % VF_SOLVER_DIRECTIONS;
    if (directions->squares[old] > 0)
      code = make_orthogonal(solver, direction, solver->directions[old], directions->squares[old]);
  }
  if (!code) code = ops->dot(engine, level, direction[1], direction[1], &directions->squares[place]);
  if (!code) code = ops->dot(engine, level, direction[1], level->rhs, &along);
  directions->made++;
  const double length = directions->squares[place] > 0 ? along / directions->squares[place] : 0;
  if (!code) code = ops->combine(engine, level, length / scale, direction[0], 1, x);
  if (!code) code = ops->combine(engine, level, -length, direction[1], 1, level->rhs);
  return code ? code : ops->norm_max(engine, level, level->rhs, norm);
}
