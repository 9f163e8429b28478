#include "conjugate_residuals.h"

#include "hierarchy.h"

/* A ghost beside a wall of order 3 or 4 is computed from several cells, and the rows of these cells do not answer. */
static bool is_unsymmetric(const vf_level *level)
{
  for (int face = 0; face < 6; face++)
    if (level->face[face].cells > 1) return true;
  return false;
}

vf_status vf_conjugate_residuals_allocate(vf_multigrid *solver)
{
  vf_level *level = &solver->levels[0];
  vf_status status = VF_OK;
  solver->unsymmetric = solver->aggregate_levels > 0 && is_unsymmetric(level);
  for (int d = 0; solver->unsymmetric && d < VF_SOLVER_DIRECTIONS && !status; d++) {
    status = vf_hierarchy_field(solver, level, 0, &solver->directions[d][0]);
    if (!status) status = vf_hierarchy_field(solver, level, 0, &solver->directions[d][1]);
  }
  return status;
}

/* Subtracts the part of a new direction whose product with the operator is along the product of an older direction. */
static int make_orthogonal(vf_multigrid *solver, const vf_field new[2], const vf_field old[2], double square)
{
  vf_engine *engine = &solver->engine;
  vf_level *level = &solver->levels[0];
  double along = 0;
  int code = engine->call->dot(engine, level, new[1], old[1], &along);
  for (int v = 0; v < 2 && !code; v++) code = engine->call->combine(engine, level, -along / square, old[v], 1, new[v]);
  return code;
}

int vf_conjugate_residuals_step(vf_multigrid *solver, vf_kept_directions *kept, vf_field x, double scale, double *norm)
{
  vf_engine *engine = &solver->engine;
  const vf_engine_table *call = engine->call;
  vf_level *level = &solver->levels[0];
  const int place = kept->made % VF_SOLVER_DIRECTIONS;
  const int first = kept->made < VF_SOLVER_DIRECTIONS ? 0 : kept->made - VF_SOLVER_DIRECTIONS + 1;
  const vf_field *direction = solver->directions[place];
  double along = 0;
  int code = call->combine(engine, level, 1, level->phi, 0, direction[0]);
  if (!code) code = call->operate(engine, level, direction[0], direction[1]);
  for (int d = first; d < kept->made && !code; d++) {
    const int old = d % VF_SOLVER_DIRECTIONS;
    if (kept->squares[old] > 0) code = make_orthogonal(solver, direction, solver->directions[old], kept->squares[old]);
  }
  if (!code) code = call->dot(engine, level, direction[1], direction[1], &kept->squares[place]);
  if (!code) code = call->dot(engine, level, direction[1], level->rhs, &along);
  kept->made++;
  const double length = kept->squares[place] > 0 ? along / kept->squares[place] : 0;
  if (!code) code = call->combine(engine, level, length / scale, direction[0], 1, x);
  if (!code) code = call->combine(engine, level, -length, direction[1], 1, level->rhs);
  return code ? code : call->norm(engine, level, level->rhs, norm);
}
