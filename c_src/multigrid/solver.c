#include <viewfab/solver.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/evict.h"
#include "../core/hooks.h"
#include "automatic.h"
#include "conjugate_gradients.h"
#include "fold.h"
#include "hierarchy.h"
#include "iterate.h"
#include "lifetime.h"
#include "lines.h"
#include "make.h"
#include "ranks/ranks.h"
#include "resample.h"
#include "single.h"
#include "tiles.h"
#include "walls.h"

vf_multigrid_options vf_multigrid_defaults(void)
{
  return (vf_multigrid_options){ .method = VF_METHOD_AUTO,
                                 .start = VF_START_FULL,
                                 .cycle = VF_CYCLE_V,
                                 .pre = 3,
                                 .post = 2,
                                 .bottom = VF_BOTTOM_AUTO,
                                 .bottom_smooths = 8,
                                 .bottom_iterations = 200,
                                 .bottom_accuracy = 1e-2,
                                 .omega = 1,
                                 .omega_near = 1.32,
                                 .relative = 1e-10,
                                 .max_cycles = 100,
                                 .agglomerate_cells = 128 * 128 * 128 };
}

vf_status vfi_solver_status(const vf_multigrid *solver, int code, const char *what)
{
  const vfi_engine *engine = &solver->engine;
  if (code == VF_RANKS_FAILED) return vfi_fail(vfi_ranks_of(solver)->status, "%s", vfi_ranks_of(solver)->text);
  if (vfi_context_is_open(engine->context, solver->context_serial))
    return vfi_context_failure(engine->context, code, what);
  return vfi_fail(VF_ERROR_DEVICE, "%s failed: %s", what, engine->backend->error_text(code));
}

static vf_status check_options(const vf_multigrid_options *o)
{
  const char *wrong = NULL;
  if (o->method < VF_METHOD_CYCLES || o->method > VF_METHOD_AUTO) wrong = "method";
  else if (o->start < VF_START_FULL || o->start > VF_START_ZERO) wrong = "start";
  else if (o->cycle < VF_CYCLE_V || o->cycle > VF_CYCLE_F) wrong = "cycle";
  else if (o->pre < 0 || o->post < 0 || o->pre + o->post == 0 || o->pre > VF_SOLVER_SMOOTHS ||
           o->post > VF_SOLVER_SMOOTHS)
    wrong = "pre and post";
  else if (o->bottom < VF_BOTTOM_AUTO || o->bottom > VF_BOTTOM_CONJUGATE_GRADIENTS) wrong = "bottom";
  else if (o->bottom_smooths < 1) wrong = "bottom_smooths";
  else if (o->bottom_iterations < 1) wrong = "bottom_iterations";
  else if (!(o->bottom_accuracy > 0 && o->bottom_accuracy < 1)) wrong = "bottom_accuracy";
  else if (!(o->omega > 0 && o->omega < 2)) wrong = "omega";
  else if (!(o->omega_near > 0 && o->omega_near < 2)) wrong = "omega_near";
  else if (!(o->relative >= 0 && o->relative < INFINITY)) wrong = "relative";
  else if (!(o->absolute >= 0 && o->absolute < INFINITY)) wrong = "absolute";
  else if (o->max_cycles < 1) wrong = "max_cycles";
  else if (o->agglomerate_cells < 0) wrong = "agglomerate_cells";
  else if (o->precision < VF_PRECISION_AUTO || o->precision > VF_PRECISION_DOUBLE) wrong = "precision";
  return wrong ? vfi_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: options: %s out of range", wrong) : VF_OK;
}

/* First part of vfi_multigrid_make: checks the arguments, opens the device, and copies all but the operator. */
static vf_status begin(vf_context *context, const vf_box *boxes, int box_count, const vfi_operator *operator,
                       const vf_boundary * sides, const vf_multigrid_options *options, vf_multigrid *solver)
{
  const double *h = operator->h;
  if (!sides) return vfi_fail(VF_ERROR_NULL, "vf_multigrid_create: sides is NULL");
  for (int d = 0; d < 3; d++)
    if (!(h[d] > 1e-150 && h[d] < 1e150))
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: cell width %g", h[d]);
  solver->options = options ? *options : vf_multigrid_defaults();
  solver->sides = *sides;
  vf_status status = check_options(&solver->options);
  if (!status) status = vfi_engine_open(context, &solver->engine);
  if (!status) {
    solver->ordinal = solver->engine.context->ordinal;
    solver->context_serial = solver->engine.context->serial;
  }
  if (!status) status = vfi_tiles_create(solver, boxes, box_count);
  if (status) return status;
  solver->constant = !operator->variable;
  vfi_method_settle(solver);
  vfi_level *level = &solver->levels[0];
  for (int d = 0; d < 3; d++) {
    level->n[d] = solver->domain.upper[d] - solver->domain.lower[d] + 1;
    level->h[d] = h[d];
  }
  solver->lines = vfi_lines_direction(solver);
  return VF_OK;
}

/* True if no face fixes the values of phi: phi plus a constant is then a solution too. */
static bool free_level(const vf_boundary *sides)
{
  for (int face = 0; face < 6; face++)
    if (sides->kind[face] != VF_NEUMANN && sides->kind[face] != VF_PERIODIC) return false;
  return true;
}

/* Frees everything that a solver holds; its context may have been closed before. */
static vf_status dismantle(vf_multigrid *gone)
{
  vfi_engine *engine = &gone->engine;
  vf_status status = VF_OK;
  if (engine->ops) {
    int code = engine->backend->select(gone->ordinal);
    if (code) status = vfi_solver_status(gone, code, "selecting the device");
    /* Kernels of the last solve may still run; a closed context has already waited for its kernels. */
    if (!status && vfi_context_is_open(engine->context, gone->context_serial))
      status = vf_context_wait(engine->context);
    const vf_status freed = vfi_hierarchy_destroy(gone);
    if (!status) status = freed;
    code = engine->ops->close ? engine->ops->close(engine) : 0;
    if (code && !status) status = vfi_solver_status(gone, code, "closing a multigrid solver");
  }
  free(gone->boxes);
  free(gone->pieces);
  free(gone);
  return status;
}

/* Last part of vfi_multigrid_make: returns the solver, or frees an incomplete solver and keeps the text of the failure. */
static vf_status finish(vf_status status, vf_multigrid *made, vf_multigrid **solver)
{
  if (!status) {
    vfi_lifetime_begin(made);
    *solver = made;
    return VF_OK;
  }
  char text[1024];
  strncpy(text, vf_last_error(), sizeof text - 1);
  text[sizeof text - 1] = 0;
  dismantle(made);
  return vfi_fail(status, "%s", text);
}

/* Mean of the coefficients on the faces of a direction; 1 if the mean is 0, infinite or NaN. */
static int mean_size(vf_multigrid *solver, int d, double *mean)
{
  vfi_level *level = &solver->levels[0];
  const vf_field faces[3] = { level->bx, level->by, level->bz };
  const int code = solver->engine.ops->sum(&solver->engine, level, faces[d], mean);
  *mean = fabs(*mean) / ((double)level->n[0] * level->n[1] * level->n[2]);
  if (!(*mean > 0 && *mean < INFINITY)) *mean = 1;
  return code;
}

/* Coefficients over a ring of planes are restricted only by whole halvings. If coefficients want some directions halved
 * before others, every rank takes the whole finest level. */
static vf_status take_whole(vf_multigrid *solver)
{
  vfi_level before = solver->levels[0];
  if (!before.slab || solver->sides.kind[2] != VF_PERIODIC || vfi_hierarchy_halves_all(solver)) return VF_OK;
  const vf_status status = vfi_ranks_unite(solver, "vf_multigrid_create");
  if (status) {
    solver->levels[0] = before;
    return status;
  }
  vfi_ranks_united(solver);
  const int code = vfi_hierarchy_forget(solver, &before, 1);
  return code ? vfi_solver_status(solver, code, "giving back levels") : VF_OK;
}

static vf_status read_coefficients(vf_multigrid *solver, const vfi_operator *operator)
{
  vfi_level *level = &solver->levels[0];
  vfi_engine *engine = &solver->engine;
  vf_status status = vfi_tiles_gather(solver, operator->a, VF_CELLS, level->a, "vf_multigrid_create, coefficient a");
  if (!status)
    status = vfi_tiles_gather(solver, operator->bx, VF_FACES_X, level->bx, "vf_multigrid_create, coefficient bx");
  if (!status)
    status = vfi_tiles_gather(solver, operator->by, VF_FACES_Y, level->by, "vf_multigrid_create, coefficient by");
  if (!status)
    status = vfi_tiles_gather(solver, operator->bz, VF_FACES_Z, level->bz, "vf_multigrid_create, coefficient bz");
  if (status) return status;
  double largest = 0;
  int code = engine->ops->norm_max(engine, level, level->a, &largest);
  solver->cycle.singular = free_level(&solver->sides) && level->alpha * largest == 0;
  for (int d = 0; d < 3 && !code; d++) code = mean_size(solver, d, &solver->strength[d]);
  if (code) return vfi_solver_status(solver, code, "coefficients");
  status = take_whole(solver);
  if (!status) status = vfi_ranks_agree(solver, "vf_multigrid_create", vfi_hierarchy_coarsen(solver));
  if (!status) status = vfi_ranks_agree(solver, "vf_multigrid_create", vfi_hierarchy_coefficients(solver));
  return status ? status : vfi_ranks_coefficients(solver);
}

/* Second part of vfi_multigrid_make, after begin: levels, coefficients, and the memory of the method. */
static vf_status complete(vf_multigrid *made, const vfi_operator *operator)
{
  made->cycle.singular = !operator->variable && free_level(&made->sides);
  vf_status status = vfi_ranks_agree(made, "vf_multigrid_create", vfi_hierarchy_begin(made));
  if (!status) status = vfi_ranks_ready(made);
  if (!status && operator->variable) {
    status = read_coefficients(made, operator);
  } else if (!status) {
    status = vfi_hierarchy_coarsen(made);
    if (!status) status = vfi_hierarchy_coefficients(made);
    status = vfi_ranks_agree(made, "vf_multigrid_create", status);
    if (!status) status = vfi_ranks_coefficients(made);
  }
  if (status) return status;
  status = vfi_single_make(made);
  if (!status) status = vfi_conjugate_gradients_allocate(made);
  if (!status && made->single_count == 0) status = vfi_resample_ready(made);
  return vfi_ranks_agree(made, "vf_multigrid_create", status);
}

vf_status vfi_multigrid_make(const vfi_made_of *from, const vfi_operator *operator, const vf_boundary * sides,
                             const vf_multigrid_options *options, vf_multigrid **solver)
{
  *solver = NULL;
  /* a single rank works without a wire, like a solver on one device */
  const vfi_wire *wire = from->wire && from->wire->ranks > 1 ? from->wire : NULL;
  vf_multigrid *made = calloc(1, sizeof *made);
  vf_status status = made ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory");
  if (!status) status = begin(from->context, from->boxes, from->box_count, operator, sides, options, made);
  if (!status) {
    made->levels[0].variable = operator->variable;
    made->levels[0].alpha = operator->alpha;
    made->levels[0].beta = operator->beta;
  }
  if (!status && wire) status = vfi_ranks_begin(made, wire, from->boxes, from->owners, from->box_count);
  if (wire) status = wire->agree(wire->state, "vf_multigrid_create", status);
  if (!status) status = vfi_ranks_end(made, "vf_multigrid_create", complete(made, operator));
  return made ? finish(status, made, solver) : status;
}

/* rounded: out, true if a view of phi on any rank is in single precision. */
static vf_status find_rounded(const vf_multigrid *solver, bool *rounded)
{
  *rounded = false;
  for (int b = 0; b < solver->box_count; b++) *rounded = *rounded || solver->pieces[b].type == VF_REAL32;
  return vfi_ranks_any(solver, rounded);
}

/* Writes the solution into the views. rounded: a view of phi is in single precision; stored then takes the residual of
 * the rounded phi. */
static vf_status write_phi(vf_multigrid *solver, const vfi_given *given, bool rounded, double *stored)
{
  static const char argument[] = "vf_multigrid_solve, argument phi";
  vfi_engine *engine = &solver->engine;
  vfi_level *level = &solver->levels[0];
  double largest = 0;
  int code = rounded ? engine->ops->norm_max(engine, level, level->phi, &largest) : 0;
  if (!code && largest > FLT_MAX)
    return vfi_ranks_agree(solver, argument, /* the same on all ranks */
                           vfi_fail(VF_ERROR_KIND,
                                    "%s: the solution reaches %g, which real32 cannot hold; phi is as it was", argument,
                                    largest));
  if (code) return vfi_solver_status(solver, code, "writing phi");
  vf_status status = vfi_tiles_scatter(solver, level->phi, given->phi, argument);
  if (status || !rounded) return status;
  status = vfi_tiles_gather(solver, given->phi, VF_CELLS, level->phi, argument);
  if (!status) code = engine->ops->residual_norm(engine, level, stored);
  return code ? vfi_solver_status(solver, code, "the residual of phi") : status;
}

static vf_status check_aliases(const vf_multigrid *solver, const vfi_given *given)
{
  int count = given->phi && given->rhs ? vfi_tiles_given(solver, given->phi) : 0;
  if (count > 1 && vfi_tiles_given(solver, given->rhs) == 1) count = 1;
  for (int b = 0; b < count; b++)
    if (given->phi[b] && given->phi[b] == given->rhs[b])
      return vfi_fail(VF_ERROR_ALIAS, "vf_multigrid_solve: arguments phi and rhs are both '%s'",
                      vf_view_label(given->phi[b]));
  return VF_OK;
}

static vf_status solve(vf_multigrid *solver, const vfi_given *given, vf_multigrid_report *report)
{
  static const char argument[] = "vf_multigrid_solve, argument phi";
  vf_multigrid_report done = { 0 };
  vf_status status = check_aliases(solver, given);
  if (!status) status = vfi_context_select(solver->engine.context);
  /* check the views before the work begins */
  if (!status) status = vfi_tiles_pieces(solver, given->phi, VF_CELLS, VF_READ, argument);
  status = vfi_ranks_agree(solver, "vf_multigrid_solve", status);
  bool rounded = false;
  if (!status) status = find_rounded(solver, &rounded);
  if (!status && solver->options.start == VF_START_GUESS)
    status = vfi_tiles_gather(solver, given->phi, VF_CELLS, solver->levels[0].phi, argument);
  if (!status && given->wall) status = vfi_walls_read(solver, given->wall);
  if (!status) status = vfi_iterate(solver, given, &done);
  if (status && status != VF_ERROR_STAGNATED) return status;
  char text[1024];
  strncpy(text, vf_last_error(), sizeof text - 1);
  text[sizeof text - 1] = 0;
  done.stored_residual = done.residual;
  const vf_status written = write_phi(solver, given, rounded, &done.stored_residual);
  if (written) return written;
  if (report) *report = done;
  return status ? vfi_fail(status, "%s", text) : VF_OK;
}

vf_status vfi_multigrid_refuse(vf_multigrid *solver, vf_status status)
{
  static const char who[] = "vf_multigrid_solve";
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  const vf_status entered = vfi_lifetime_enter(solver, who);
  vfi_error_report(status, text);
  if (entered) return status;
  status = vfi_ranks_agree(solver, who, status);
  (void)vfi_ranks_end(solver, who, status);
  vfi_lifetime_leave(solver);
  return status;
}

/* NULL: the context was closed. */
static const vf_context *open_context(const vf_multigrid *solver)
{
  const vf_context *context = solver->engine.context;
  return vfi_context_is_open(context, solver->context_serial) ? context : NULL;
}

vf_status vf_multigrid_solve(vf_multigrid *solver, vf_view *const phi[], vf_view *const rhs[], vf_view *const wall[],
                             vf_multigrid_report *report)
{
  const vfi_given given = { phi, rhs, wall };
  vf_status status = vfi_lifetime_enter(solver, "vf_multigrid_solve");
  if (status) return status;
  if (vfi_work_is_told()) vfi_wiring.work_begins(open_context(solver), "multigrid_solve");
  vfi_use_begin_unlocked();
  status = vfi_ranks_end(solver, "vf_multigrid_solve", solve(solver, &given, report));
  vfi_use_end_unlocked();
  if (vfi_work_is_told()) vfi_wiring.work_ends();
  vfi_lifetime_leave(solver);
  return status;
}

vf_status vf_multigrid_shape(const vf_multigrid *solver, int *levels, int coarsest[3], int64_t *bytes)
{
  const vf_status status = vfi_lifetime_check(solver, "vf_multigrid_shape");
  if (status) return status;
  if (levels) *levels = solver->level_count + solver->aggregate_levels;
  for (int d = 0; d < 3 && coarsest; d++) coarsest[d] = solver->levels[solver->level_count - 1].n[d];
  if (bytes) *bytes = solver->bytes;
  return VF_OK;
}

vf_status vf_multigrid_destroy(vf_multigrid **solver)
{
  if (!solver || !*solver) return VF_OK;
  vf_multigrid *gone = *solver;
  const vf_status status = vfi_lifetime_end(gone, "vf_multigrid_destroy");
  if (status) return status;
  *solver = NULL;
  return dismantle(gone);
}
