#include "hierarchy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/error.h"
#include "boundary.h"
#include "choose_cycle.h"
#include "fold.h"
#include "joints.h"
#include "lines.h"
#include "ranks/ranks.h"
#include "resample.h"
#include "robust/robust.h"

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

vf_status vf_hierarchy_upload(vf_multigrid *solver, const void *from, size_t bytes, const char *what, void **address)
{
  const vf_status status = vf_hierarchy_allocate(solver, bytes, address);
  if (status) return status;
  const vf_engine *engine = &solver->engine;
  const int code = engine->backend->copy_to_device(*address, from, bytes, engine->queue);
  return code ? vf_solver_status(solver, code, what) : vf_context_wait(engine->context);
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
  const vf_level here = vf_ranks_widest(level);
  const ptrdiff_t front = field->plane + field->row + VF_LEVEL_ALIGNMENT;
  const ptrdiff_t planes = (ptrdiff_t)here.n[2] + 1 + spare_planes;
  /* Memory of a device starts at multiples of 128 bytes or can be moved there. */
  const size_t bytes = (size_t)(front + planes * field->plane + VF_LEVEL_ALIGNMENT) * sizeof(double);
  void *address = NULL;
  const vf_status status = vf_hierarchy_allocate(solver, bytes, &address);
  if (status) return status;
  const uintptr_t boundary = VF_LEVEL_ALIGNMENT * sizeof(double);
  const ptrdiff_t first = level->slab ? level->slab->first - level->slab->below : 0;
  field->at = (double *)(((uintptr_t)address + boundary - 1) / boundary * boundary) + front - first * field->plane;
  return VF_OK;
}

/* A direction is halved with others when its coupling (coefficient / h^2) is at most so many times weaker: smooths
 * leave errors that vary along a weak one alone. */
static const double weakest = 2.5;
enum { SMALL = 3 }; /* cells of each direction of a level that smooths solve */

/* Which directions of a level are halved; false: it is the coarsest. One cell has no neighbours. */
static bool choose(const vf_multigrid *solver, const vf_level *level, bool halved[3])
{
  double coupling[3], strongest = 0, least = INFINITY;
  bool small = true;
  if (solver->lines > 0) return vf_lines_choose(solver, (int)(level - solver->levels), halved);
  for (int d = 0; d < 3; d++) {
    coupling[d] = level->n[d] > 1 ? solver->strength[d] / (level->h[d] * level->h[d]) : 0;
    strongest = fmax(strongest, coupling[d]);
    if (level->n[d] > 1) least = fmin(least, coupling[d]);
    small = small && level->n[d] <= SMALL;
  }
  for (int d = 0; d < 3; d++) halved[d] = level->n[d] > 1 && weakest * coupling[d] >= strongest;
  if (small && weakest * least >= strongest) return false;
  return halved[0] || halved[1] || halved[2];
}

/* Whether all cells of a level are alike in one direction. */
static bool is_even(const double *widths, int n)
{
  for (int i = 0; i < n; i++)
    if (widths[i] != 1) return false;
  return true;
}

static bool is_graded(const vf_multigrid *solver, int l)
{
  for (int d = 0; d < 3; d++)
    if (!is_even(solver->widths[l][d], solver->levels[l].n[d])) return true;
  return false;
}

static vf_level coarser(const vf_multigrid *solver, int l, const bool halved[3])
{
  const vf_level *fine = &solver->levels[l - 1];
  vf_level level = { .variable = !solver->constant, .alpha = fine->alpha, .beta = fine->beta, .omega = fine->omega };
  bool plain = !is_graded(solver, l - 1);
  level.joint.resampled = l == 1 && vf_resample_choose(solver, halved, level.n);
  for (int d = 0; d < 3 && level.joint.resampled; d++) level.h[d] = fine->h[d] * fine->n[d] / level.n[d];
  for (int d = 0; d < 3 && !level.joint.resampled; d++) {
    level.n[d] = halved[d] ? (fine->n[d] + 1) / 2 : fine->n[d];
    level.h[d] = halved[d] ? fine->h[d] * 2 : fine->h[d];
    level.joint.halved[d] = halved[d];
    plain = plain && halved[d] && fine->n[d] % 2 == 0;
  }
  level.joint.graded = !plain && !level.joint.resampled;
  return level;
}

static vf_status make_level(vf_multigrid *solver, vf_level *level)
{
  const vf_engine_table *call = solver->engine.call;
  level->lines.along = solver->lines;
  const vf_level here = vf_ranks_widest(level);
  level->spare_planes = call->spare_planes ? call->spare_planes(&here) : 0;
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
 * Neumann faces make the plain formula slow, and those of higher orders unstable. Where a periodic direction has an odd
 * number of cells, the first and the last one are of one colour, and do not see each other's change. */
static bool needs_whole_diagonal(const vf_multigrid *solver, const vf_level *level)
{
  const vf_multigrid_options *options = &solver->options;
  double corner = 0, all = 0; /* true and plain diagonal */
  for (int d = 0; d < 3; d++) {
    const double coupling = level->stretched ? (level->h[0] / level->h[d]) * (level->h[0] / level->h[d]) : 1;
    int odd[2] = { 0, 0 };
    for (int high = 0; high < 2; high++) {
      const vf_face *face = &level->face[d + 3 * high];
      if (face->periodic && face->w[0] != 0) return true;
      if (face->periodic || face->cells == 0 || vf_folds_face(level, d + 3 * high)) continue;
      if (face->w[0] != -1) return true;
      odd[high] = 1;
    }
    all += 2 * coupling;
    corner += coupling * (2 + (level->n[d] == 1 ? odd[0] + odd[1] : odd[0] || odd[1]));
  }
  return corner / all * fmax(options->omega, options->omega_near) >= 2 && corner > all;
}

/* Faces of level l, whose distances are sides'. */
static vf_status make_faces(vf_multigrid *solver, int l, const vf_boundary *sides)
{
  vf_level *level = &solver->levels[l];
  const char *wrong = vf_boundary_fold(sides, level->n, level->face);
  if (wrong) return vf_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: sides: %s", wrong);
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, n = level->n[d];
    const double *width = solver->widths[l][d];
    double here[VF_FACE_CELLS];
    const int near = n < VF_FACE_CELLS ? n : VF_FACE_CELLS;
    for (int m = 0; m < near; m++) here[m] = width[face < 3 ? m : n - 1 - m];
    if (!is_even(here, near)) vf_boundary_fold_graded(sides, face, here[0], &level->face[face]);
    /* the other side of a single cell is that cell */
    if (level->face[face].periodic && n == 1) level->face[face] = (vf_face){ .cells = 1, .w = { 1 } };
    if (level->face[face].periodic && n % 2) level->face[face].w[0] = -1;
  }
  level->whole_diagonal = solver->engine.call->knows_whole_diagonal && needs_whole_diagonal(solver, level);
  return VF_OK;
}

/* Whether the operator on a level is that of constant coefficients on equal cubes. */
static bool is_isotropic(const vf_multigrid *solver, int l)
{
  const double *h = solver->levels[l].h;
  return !is_graded(solver, l) && h[1] == h[0] && h[2] == h[0];
}

static void choose_operator(vf_multigrid *solver, int l)
{
  vf_level *level = &solver->levels[l];
  if (!solver->constant || solver->lines > 0 || is_isotropic(solver, l)) return;
  if (!is_graded(solver, l) && solver->engine.call->knows_stretched) {
    level->stretched = true;
    return;
  }
  level->variable = true;
  level->alpha = 0;
  level->beta = -1;
}

vf_status vf_hierarchy_begin(vf_multigrid *solver)
{
  solver->level_count = 1;
  vf_status status = vf_widths_given(solver);
  if (status) return status;
  choose_operator(solver, 0);
  status = make_faces(solver, 0, &solver->sides);
  vf_ranks_attach(solver, 0);
  if (!status) status = make_level(solver, &solver->levels[0]);
  if (!status) status = vf_lines_make(solver, 0);
  for (int d = 0; d < 3; d++) solver->strength[d] = 1;
  return status;
}

vf_status vf_hierarchy_coarsen(vf_multigrid *solver)
{
  vf_boundary sides = solver->sides;
  vf_status status = VF_OK;
  bool halved[3];
  const int most = solver->robust ? 1 : VF_MAX_LEVELS; /* the robust method has others */
  for (int l = 1; l < most && !status && choose(solver, &solver->levels[l - 1], halved); l++) {
    vf_level *level = &solver->levels[l];
    *level = coarser(solver, l, halved);
    solver->level_count = l + 1;
    for (int face = 0; face < 6; face++) { /* they count in cells */
      const int d = face % 3;
      if (level->joint.resampled) sides.distance[face] *= (double)level->n[d] / solver->levels[l - 1].n[d];
      else if (halved[d]) sides.distance[face] /= 2;
    }
    status = vf_widths_coarser(solver, l);
    if (!status) choose_operator(solver, l);
    if (!status) status = make_faces(solver, l, &sides);
    vf_ranks_attach(solver, l);
    if (!status) status = make_level(solver, level);
    if (!status && level->joint.graded) status = vf_joint_make(solver, l);
    if (!status && level->joint.resampled) status = vf_resample_make(solver, &sides);
    if (!status) status = vf_lines_make(solver, l);
  }
  vf_choose_cycle(solver);
  return status;
}

vf_status vf_hierarchy_coefficients(vf_multigrid *solver)
{
  const vf_engine_table *call = solver->engine.call;
  vf_status status = VF_OK;
  for (int l = 0; l < solver->level_count && !status; l++) {
    vf_level *fine = l > 0 ? &solver->levels[l - 1] : NULL, *level = &solver->levels[l];
    if (!level->variable) continue;
    if (solver->constant || l == 0) {
      status = solver->constant ? vf_widths_coefficients(solver, l) : vf_widths_to_coefficients(solver);
      continue;
    }
    const int code = call->restrict_coefficients(&solver->engine, fine, level);
    if (code) return vf_solver_status(solver, code, "coefficients of the coarser levels");
  }
  if (!status && solver->robust) status = vf_robust_make(solver);
  if (!status) status = vf_fold_coefficients(solver);
  for (int l = 0; l < solver->level_count && !status; l++) status = vf_lines_make_pivots(solver, l);
  return status;
}

int vf_hierarchy_forget(vf_multigrid *solver, vf_level *levels, int count)
{
  vf_engine *engine = &solver->engine;
  int first = 0;
  for (int l = 0; l < count && engine->call->forget; l++) {
    const int code = engine->call->forget(engine, &levels[l]);
    if (code && !first) first = code;
  }
  return first;
}

vf_status vf_hierarchy_destroy(vf_multigrid *solver)
{
  const vf_engine *engine = &solver->engine;
  int first = vf_hierarchy_forget(solver, solver->levels, solver->level_count);
  for (int b = 0; b < solver->block_count; b++) {
    const int code = engine->backend->release(solver->blocks[b]);
    if (code && !first) first = code;
  }
  for (int l = 0; l < VF_MAX_LEVELS; l++)
    for (int d = 0; d < 3; d++) {
      free(solver->widths[l][d]);
      solver->widths[l][d] = NULL;
    }
  free(solver->blocks);
  solver->blocks = NULL;
  solver->block_count = solver->level_count = 0;
  return first ? vf_solver_status(solver, first, "giving back levels") : VF_OK;
}
