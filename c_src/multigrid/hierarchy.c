#include "hierarchy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/error.h"
#include "boundary.h"
#include "fold.h"

vf_status vf_hierarchy_allocate(vf_multigrid *solver, size_t bytes, void **address)
{
  *address = NULL;
  void **blocks = realloc(solver->blocks, (size_t)(solver->block_count + 1) * sizeof *blocks);
  if (!blocks) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of device memory");
  solver->blocks = blocks;
  int code = solver->engine.backend->allocate(address, bytes);
  if (code) {
    *address = NULL;
    return vf_solver_status(solver, code, "allocating levels");
  }
  blocks[solver->block_count++] = *address;
  solver->bytes += (int64_t)bytes;
  code = solver->engine.call->zero(&solver->engine, *address, bytes);
  return code ? vf_solver_status(solver, code, "clearing levels") : VF_OK;
}

static ptrdiff_t aligned(ptrdiff_t elements)
{
  return (elements + VF_LEVEL_ALIGNMENT - 1) / VF_LEVEL_ALIGNMENT * VF_LEVEL_ALIGNMENT;
}

/* The ghosts at both ends of rows share the padding: n[0] of one row is followed by -1 of the next. */
vf_status vf_hierarchy_field(vf_multigrid *solver, const vf_level *level, int spare_planes, vf_field *field)
{
  field->row = aligned(level->n[0] + 2);
  field->plane = field->row * (level->n[1] + 2);
  field->half = solver->engine.call->halves_rows ? field->row / 2 : 0;
  const ptrdiff_t front = field->plane + field->row + VF_LEVEL_ALIGNMENT;
  const ptrdiff_t planes = (ptrdiff_t)level->n[2] + 1 + spare_planes;
  /* Memory of a device starts at multiples of 128 bytes or can be moved there. */
  const size_t bytes = (size_t)(front + planes * field->plane + VF_LEVEL_ALIGNMENT) * sizeof(double);
  void *address = NULL;
  const vf_status status = vf_hierarchy_allocate(solver, bytes, &address);
  if (status) return status;
  const uintptr_t boundary = VF_LEVEL_ALIGNMENT * sizeof(double);
  field->at = (double *)(((uintptr_t)address + boundary - 1) / boundary * boundary) + front;
  return VF_OK;
}

static bool can_halve(const vf_level *level)
{
  for (int d = 0; d < 3; d++)
    if (level->n[d] % 2 || level->n[d] < 4) return false;
  return true;
}

static vf_level halved(const vf_level *fine)
{
  vf_level level = { .variable = fine->variable, .alpha = fine->alpha, .beta = fine->beta, .omega = fine->omega };
  for (int d = 0; d < 3; d++) {
    level.n[d] = fine->n[d] / 2;
    level.h[d] = fine->h[d] * 2;
  }
  return level;
}

static vf_status make_level(vf_multigrid *solver, vf_level *level)
{
  const vf_engine_table *call = solver->engine.call;
  level->spare_planes = call->spare_planes ? call->spare_planes(level) : 0;
  vf_status status = vf_hierarchy_field(solver, level, level->spare_planes, &level->phi);
  if (!status) status = vf_hierarchy_field(solver, level, 0, &level->rhs);
  if (!status && level->variable) {
    vf_field *const fields[4] = { &level->a, &level->bx, &level->by, &level->bz };
    for (int f = 0; f < 4 && !status; f++) status = vf_hierarchy_field(solver, level, 0, fields[f]);
  }
  level->phi_low = level->phi.at;
  if (status || !call->prepare) return status;
  const int code = call->prepare(&solver->engine, level);
  return code ? vf_solver_status(solver, code, "preparing a level") : VF_OK;
}

/* A smooth by the plain diagonal over-relaxes a cell by its true diagonal over that one, and a factor of 2 or more does
 * not converge. Ghosts of -x (Dirichlet of order 2, odd reflection) add the coefficients of their faces: where all are
 * alike that is 9/6 at a corner, which helps cells at walls and stays below 2 with the usual omegas; it is more where a
 * direction has one cell. With variable coefficients nothing bounds it, so that they are folded (fold.h). Ghosts of
 * Neumann faces make the plain formula slow, and those of higher orders unstable. */
static bool needs_whole_diagonal(const vf_multigrid *solver, const vf_level *level)
{
  const vf_multigrid_options *options = &solver->options;
  double corner = 6;
  for (int d = 0; d < 3; d++) {
    int odd[2] = { 0, 0 };
    for (int high = 0; high < 2; high++) {
      const vf_face *face = &level->face[d + 3 * high];
      if (face->periodic || face->cells == 0 || vf_folds_face(level, d + 3 * high)) continue;
      if (face->w[0] != -1) return true;
      odd[high] = 1;
    }
    corner += level->n[d] == 1 ? odd[0] + odd[1] : odd[0] || odd[1];
  }
  return corner / 6 * fmax(options->omega, options->omega_near) >= 2 && corner > 6;
}

vf_status vf_hierarchy_create(vf_multigrid *solver)
{
  vf_boundary sides = solver->sides;
  vf_status status = VF_OK;
  for (int l = 0; l < VF_MAX_LEVELS && !status; l++) {
    vf_level *level = &solver->levels[l];
    if (l > 0) {
      if (!can_halve(level - 1)) break;
      *level = halved(level - 1);
      for (int face = 0; face < 6; face++) sides.distance[face] /= 2; /* they count in cells */
    }
    const char *wrong = vf_boundary_fold(&sides, level->n, level->face);
    if (wrong) return vf_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: sides: %s", wrong);
    level->whole_diagonal = solver->engine.call->knows_whole_diagonal && needs_whole_diagonal(solver, level);
    solver->level_count = l + 1;
    status = make_level(solver, level);
  }
  return status;
}

vf_status vf_hierarchy_destroy(vf_multigrid *solver)
{
  const vf_engine *engine = &solver->engine;
  int first = 0;
  for (int l = 0; l < solver->level_count && engine->call->forget; l++) {
    const int code = engine->call->forget(&solver->engine, &solver->levels[l]);
    if (code && !first) first = code;
  }
  for (int b = 0; b < solver->block_count; b++) {
    const int code = engine->backend->release(solver->blocks[b]);
    if (code && !first) first = code;
  }
  free(solver->blocks);
  solver->blocks = NULL;
  solver->block_count = solver->level_count = 0;
  return first ? vf_solver_status(solver, first, "giving back levels") : VF_OK;
}
