#include "hierarchy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/device_pool.h"
#include "../core/error.h"
#include "boundary.h"
#include "choose_cycle.h"
#include "fold.h"
#include "coarsening.h"
#include "lines.h"
#include "ranks/ranks.h"
#include "resample.h"
#include "robust/robust.h"

vf_status vfi_hierarchy_allocate(vf_multigrid *solver, size_t bytes, void **address)
{
  *address = NULL;
  void **blocks = realloc(solver->blocks, (size_t)(solver->block_count + 1) * sizeof *blocks);
  if (!blocks) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of device memory");
  solver->blocks = blocks;
  vfi_lock();
  int code = vfi_device_allocate(solver->engine.context, solver->engine.backend, address, bytes);
  vfi_unlock();
  if (code) {
    *address = NULL;
    return vfi_solver_status(solver, code, "allocating levels");
  }
  blocks[solver->block_count++] = *address;
  solver->bytes += (int64_t)bytes;
  code = solver->engine.ops->zero(&solver->engine, *address, bytes);
  return code ? vfi_solver_status(solver, code, "clearing levels") : VF_OK;
}

vf_status vfi_hierarchy_upload(vf_multigrid *solver, const void *from, size_t bytes, const char *what, void **address)
{
  const vf_status status = vfi_hierarchy_allocate(solver, bytes, address);
  if (status) return status;
  const vfi_engine *engine = &solver->engine;
  const int code = engine->backend->copy_to_device(*address, from, bytes, engine->queue);
  return code ? vfi_solver_status(solver, code, what) : vf_context_wait(engine->context);
}

static ptrdiff_t aligned(ptrdiff_t elements)
{
  return (elements + VF_LEVEL_ALIGNMENT - 1) / VF_LEVEL_ALIGNMENT * VF_LEVEL_ALIGNMENT;
}

/* The ghosts at both ends of rows share the padding: n[0] of one row is followed by -1 of the next. */
vf_status vfi_hierarchy_field(vf_multigrid *solver, const vfi_level *level, int spare_planes, vf_field *field)
{
  field->row = aligned(level->n[0] + 2);
  field->plane = field->row * (level->n[1] + 2);
  field->odd_start = solver->engine.ops->halves_rows ? field->row / 2 : 0;
  const vfi_level here = vfi_ranks_widest(level);
  const ptrdiff_t front = field->plane + field->row + VF_LEVEL_ALIGNMENT;
  const ptrdiff_t planes = (ptrdiff_t)here.n[2] + 1 + spare_planes;
  /* Memory of a device starts at a multiple of 128 bytes, or the first element is moved there. */
  const size_t bytes = (size_t)(front + planes * field->plane + VF_LEVEL_ALIGNMENT) * sizeof(double);
  void *address = NULL;
  const vf_status status = vfi_hierarchy_allocate(solver, bytes, &address);
  if (status) return status;
  const uintptr_t boundary = VF_LEVEL_ALIGNMENT * sizeof(double);
  const ptrdiff_t first = level->slab ? level->slab->first - level->slab->below : 0;
  field->at = (double *)(((uintptr_t)address + boundary - 1) / boundary * boundary) + front - first * field->plane;
  return VF_OK;
}

/* A direction is halved together with the strongest direction if its coupling (coefficient / h^2) is at most this many
 * times weaker: smooths leave errors that vary only along a weak direction. */
static const double weakest = 2.5;
enum { SMALL = 3 }; /* a level with at most so many cells in each direction is solved by smooths */

/* Chooses the directions of a level that are halved; false: the level is the coarsest. A direction of one cell has no
 * neighbours and is not halved. */
static bool choose(const vf_multigrid *solver, const vfi_level *level, bool halved[3])
{
  double coupling[3], strongest = 0, least = INFINITY;
  bool small = true;
  if (solver->lines > 0) return vfi_lines_choose(solver, (int)(level - solver->levels), halved);
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

/* True if all cells of a level are alike in one direction. */
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

static vfi_level coarser(const vf_multigrid *solver, int l, const bool halved[3])
{
  const vfi_level *fine = &solver->levels[l - 1];
  vfi_level level = { .variable = !solver->constant, .alpha = fine->alpha, .beta = fine->beta, .omega = fine->omega };
  bool plain = !is_graded(solver, l - 1);
  level.coarsening.resampled = l == 1 && vfi_resample_choose(solver, halved, level.n);
  for (int d = 0; d < 3 && level.coarsening.resampled; d++) level.h[d] = fine->h[d] * fine->n[d] / level.n[d];
  for (int d = 0; d < 3 && !level.coarsening.resampled; d++) {
    level.n[d] = halved[d] ? (fine->n[d] + 1) / 2 : fine->n[d];
    level.h[d] = halved[d] ? fine->h[d] * 2 : fine->h[d];
    level.coarsening.halved[d] = halved[d];
    plain = plain && halved[d] && fine->n[d] % 2 == 0;
  }
  level.coarsening.graded = !plain && !level.coarsening.resampled;
  return level;
}

static vf_status make_level(vf_multigrid *solver, vfi_level *level)
{
  const vfi_engine_table *ops = solver->engine.ops;
  level->lines.along = solver->lines;
  const vfi_level here = vfi_ranks_widest(level);
  level->spare_planes = ops->spare_planes ? ops->spare_planes(&here) : 0;
  vf_status status = vfi_hierarchy_field(solver, level, level->spare_planes, &level->phi);
  if (!status) status = vfi_hierarchy_field(solver, level, 0, &level->rhs);
  if (!status && level->variable) {
    vf_field *const fields[4] = { &level->a, &level->bx, &level->by, &level->bz };
    for (int f = 0; f < 4 && !status; f++) status = vfi_hierarchy_field(solver, level, 0, fields[f]);
  }
  level->phi_low = level->phi.at;
  if (status || !ops->prepare) return status;
  const int code = ops->prepare(&solver->engine, level);
  return code ? vfi_solver_status(solver, code, "preparing a level") : VF_OK;
}

/* A smooth with the plain diagonal over-relaxes a cell by its true diagonal over the plain diagonal; a factor of 2 or
 * more does not converge. Ghosts of -x (Dirichlet of order 2, odd reflection) add the coefficients of their faces. With
 * equal coefficients the factor is 9/6 at a corner, which helps cells at walls and stays below 2 with the usual omegas;
 * the factor is larger if a direction has one cell. With variable coefficients the factor has no bound, so these faces
 * are folded (fold.h). Ghosts of Neumann faces make the plain formula slow, and ghosts of higher orders make it
 * unstable. If a periodic direction has an odd number of cells, its first and its last cell have the same colour and do
 * not see each other's change. */
static bool needs_whole_diagonal(const vf_multigrid *solver, const vfi_level *level)
{
  const vf_multigrid_options *options = &solver->options;
  double corner = 0, all = 0; /* true and plain diagonal */
  for (int d = 0; d < 3; d++) {
    const double coupling = level->anisotropic ? (level->h[0] / level->h[d]) * (level->h[0] / level->h[d]) : 1;
    int odd[2] = { 0, 0 };
    for (int high = 0; high < 2; high++) {
      const vfi_face *face = &level->face[d + 3 * high];
      if (face->periodic && face->w[0] != 0) return true;
      if (face->periodic || face->cells == 0 || vfi_folds_face(level, d + 3 * high)) continue;
      if (face->w[0] != -1) return true;
      odd[high] = 1;
    }
    all += 2 * coupling;
    corner += coupling * (2 + (level->n[d] == 1 ? odd[0] + odd[1] : odd[0] || odd[1]));
  }
  return corner / all * fmax(options->omega, options->omega_near) >= 2 && corner > all;
}

/* Makes the faces of level l; sides holds the distances of the level's walls. */
static vf_status make_faces(vf_multigrid *solver, int l, const vf_boundary *sides)
{
  vfi_level *level = &solver->levels[l];
  const char *wrong = vfi_boundary_fold(sides, level->n, level->face);
  if (wrong) return vfi_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: sides: %s", wrong);
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, n = level->n[d];
    const double *width = solver->widths[l][d];
    double here[VF_FACE_CELLS];
    const int near = n < VF_FACE_CELLS ? n : VF_FACE_CELLS;
    for (int m = 0; m < near; m++) here[m] = width[face < 3 ? m : n - 1 - m];
    if (!is_even(here, near)) vfi_boundary_fold_graded(sides, face, here[0], &level->face[face]);
    /* the cell at the other side of a single cell is the same cell */
    if (level->face[face].periodic && n == 1) level->face[face] = (vfi_face){ .cells = 1, .w = { 1 } };
    if (level->face[face].periodic && n % 2) level->face[face].w[0] = -1;
  }
  level->whole_diagonal = solver->engine.ops->knows_whole_diagonal && needs_whole_diagonal(solver, level);
  return VF_OK;
}

/* True if the operator on a level has constant coefficients on equal cubes. */
static bool is_isotropic(const vf_multigrid *solver, int l)
{
  const double *h = solver->levels[l].h;
  return !is_graded(solver, l) && h[1] == h[0] && h[2] == h[0];
}

static void choose_operator(vf_multigrid *solver, int l)
{
  vfi_level *level = &solver->levels[l];
  if (!solver->constant || solver->lines > 0 || is_isotropic(solver, l)) return;
  if (!is_graded(solver, l) && solver->engine.ops->knows_anisotropic) {
    level->anisotropic = true;
    return;
  }
  level->variable = true;
  level->alpha = 0;
  level->beta = -1;
}

vf_status vfi_hierarchy_begin(vf_multigrid *solver)
{
  solver->level_count = 1;
  vf_status status = vfi_widths_given(solver);
  if (status) return status;
  choose_operator(solver, 0);
  status = make_faces(solver, 0, &solver->sides);
  vfi_ranks_attach(solver, 0);
  if (!status) status = make_level(solver, &solver->levels[0]);
  if (!status) status = vfi_lines_make(solver, 0);
  for (int d = 0; d < 3; d++) solver->strength[d] = 1;
  return status;
}

bool vfi_hierarchy_halves_all(const vf_multigrid *solver)
{
  bool halved[3];
  return choose(solver, &solver->levels[0], halved) && halved[0] && halved[1] && halved[2];
}

vf_status vfi_hierarchy_coarsen(vf_multigrid *solver)
{
  vf_boundary sides = solver->sides;
  vf_status status = VF_OK;
  bool halved[3];
  const int most = solver->robust ? 1 : VF_MAX_LEVELS; /* the robust method has its own coarser levels */
  for (int l = 1; l < most && !status && choose(solver, &solver->levels[l - 1], halved); l++) {
    vfi_level *level = &solver->levels[l];
    *level = coarser(solver, l, halved);
    solver->level_count = l + 1;
    for (int face = 0; face < 6; face++) { /* distances count in cells */
      const int d = face % 3;
      if (level->coarsening.resampled) sides.distance[face] *= (double)level->n[d] / solver->levels[l - 1].n[d];
      else if (halved[d]) sides.distance[face] /= 2;
    }
    status = vfi_widths_coarser(solver, l);
    if (!status) choose_operator(solver, l);
    if (!status) status = make_faces(solver, l, &sides);
    vfi_ranks_attach(solver, l);
    if (!status) status = make_level(solver, level);
    if (!status && level->coarsening.graded) status = vfi_coarsening_make(solver, l);
    if (!status && level->coarsening.resampled) status = vfi_resample_make(solver, &sides);
    if (!status) status = vfi_lines_make(solver, l);
  }
  vfi_choose_cycle(solver);
  return status;
}

vf_status vfi_hierarchy_coefficients(vf_multigrid *solver)
{
  const vfi_engine_table *ops = solver->engine.ops;
  vf_status status = VF_OK;
  for (int l = 0; l < solver->level_count && !status; l++) {
    vfi_level *fine = l > 0 ? &solver->levels[l - 1] : NULL, *level = &solver->levels[l];
    if (!level->variable) continue;
    if (solver->constant || l == 0) {
      status = solver->constant ? vfi_widths_coefficients(solver, l) : vfi_widths_to_coefficients(solver);
      continue;
    }
    const int code = ops->restrict_coefficients(&solver->engine, fine, level);
    if (code) return vfi_solver_status(solver, code, "coefficients of the coarser levels");
  }
  if (!status && solver->robust) status = vfi_robust_make(solver);
  if (!status) status = vfi_fold_coefficients(solver);
  for (int l = 0; l < solver->level_count && !status; l++) status = vfi_lines_make_pivots(solver, l);
  return status;
}

vf_status vfi_hierarchy_uncut(vf_multigrid *solver)
{
  vfi_level *level = &solver->levels[0];
  level->slab = NULL;
  return make_level(solver, level);
}

int vfi_hierarchy_give_back(vf_multigrid *solver, int kept)
{
  const vfi_engine *engine = &solver->engine;
  int first = 0;
  while (solver->block_count > kept) {
    const int code = engine->backend->release(solver->blocks[--solver->block_count]);
    if (code && !first) first = code;
  }
  return first;
}

int vfi_hierarchy_forget(vf_multigrid *solver, vfi_level *levels, int count)
{
  vfi_engine *engine = &solver->engine;
  int first = 0;
  for (int l = 0; l < count && engine->ops->forget; l++) {
    const int code = engine->ops->forget(engine, &levels[l]);
    if (code && !first) first = code;
  }
  return first;
}

vf_status vfi_hierarchy_destroy(vf_multigrid *solver)
{
  int first = vfi_hierarchy_forget(solver, solver->levels, solver->level_count);
  const int code = vfi_hierarchy_give_back(solver, 0);
  if (code && !first) first = code;
  for (int l = 0; l < VF_MAX_LEVELS; l++)
    for (int d = 0; d < 3; d++) {
      free(solver->widths[l][d]);
      solver->widths[l][d] = NULL;
    }
  free(solver->blocks);
  solver->blocks = NULL;
  solver->block_count = solver->level_count = 0;
  return first ? vfi_solver_status(solver, first, "giving back levels") : VF_OK;
}
