#include "rounding.h"

#include <math.h>
#include <stdlib.h>

#include "../core/context.h"
#include "../core/error.h"
#include "formulas.h"
#include "ranks/ranks.h"

enum { REACH = VF_FACE_CELLS - 1, PHI = 2 * REACH + 1, OTHERS = 6 };

/* Planes of the host: planes k - REACH to k + REACH of phi, and plane k of each other field. */
typedef struct planes {
  const vfi_level *level;
  int k;
  double *room, *phi[PHI], *rhs, *a, *b[3], *above; /* above: plane k + 1 of the faces in z */
} planes;

static double size_at(const vf_field *x, const double *plane, int i, int j)
{
  return fabs(plane[vfi_field_place(x, i) + j * x->row]);
}

static double phi_at(const planes *p, const int at[3])
{
  return size_at(&p->level->phi, p->phi[at[2] - p->k + REACH], at[0], at[1]);
}

/* The size of phi across a face of a cell; a ghost has the sizes of the cells inside that make the ghost. */
static double across(const planes *p, const int cell[3], int face)
{
  const vfi_level *level = p->level;
  const vfi_face *of = &level->face[face];
  const int d = face % 3, n = level->n[d];
  int at[3] = { cell[0], cell[1], cell[2] };
  const bool end = cell[d] == (face < 3 ? 0 : n - 1);
  if (!end || (of->periodic && d == 2)) {
    at[d] += face < 3 ? -1 : 1;
    return phi_at(p, at);
  }
  double size = 0;
  for (int m = 0; m < (of->periodic ? 1 : of->cells); m++) {
    at[d] = (face < 3) != of->periodic ? m : n - 1 - m;
    size += (of->periodic ? 1 : fabs(of->w[m])) * phi_at(p, at);
  }
  return size;
}

static double size_of_cell(const planes *p, int i, int j)
{
  const vfi_level *level = p->level;
  const vf_field *const b[3] = { &level->bx, &level->by, &level->bz };
  const int cell[3] = { i, j, p->k };
  const double own = phi_at(p, cell);
  double size = size_at(&level->rhs, p->rhs, i, j) + fabs(level->alpha) * size_at(&level->a, p->a, i, j) * own;
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, high = face / 3;
    const double *plane = d == 2 && high ? p->above : p->b[d];
    const double link = size_at(b[d], plane, i + (d == 0 && high), j + (d == 1 && high));
    size += fabs(VF_OVER_H2(level->beta, level->h[d])) * link * (own + across(p, cell, face));
  }
  return size;
}

static int copy_plane(vf_multigrid *solver, const vf_field *x, int k, double *to)
{
  const vfi_engine *engine = &solver->engine;
  const size_t bytes = (size_t)x->row * (size_t)(solver->levels[0].n[1] + 1) * sizeof(double);
  return engine->backend->copy_to_host(to, x->at + k * x->plane, bytes, engine->queue);
}

/* Planes of phi outside a periodic domain are planes of the other end; other planes outside are not read. */
static vf_status read_planes(vf_multigrid *solver, planes *p, int k)
{
  const vfi_level *level = p->level;
  const int n = level->n[2];
  const bool around = level->face[2].periodic;
  const vf_field *const fields[OTHERS] = { &level->rhs, &level->a, &level->bx, &level->by, &level->bz, &level->bz };
  double *const to[OTHERS] = { p->rhs, p->a, p->b[0], p->b[1], p->b[2], p->above };
  int code = 0;
  p->k = k;
  for (int s = 0; s < PHI && !code; s++) {
    int at = k - REACH + s;
    if (!around && (at < 0 || at >= n)) continue;
    if (!level->slab) at = (at % n + n) % n;
    code = copy_plane(solver, &level->phi, at, p->phi[s]);
  }
  for (int f = 0; f < OTHERS && !code; f++) code = copy_plane(solver, fields[f], k + (f == OTHERS - 1), to[f]);
  return code ? vfi_solver_status(solver, code, "judging the residual") : vf_context_wait(solver->engine.context);
}

static bool make_room(planes *p)
{
  const vfi_level *level = p->level;
  const size_t plane = (size_t)level->phi.row * (size_t)(level->n[1] + 1);
  p->room = calloc((PHI + OTHERS) * plane, sizeof *p->room);
  if (!p->room) return false;
  double **const to[OTHERS] = { &p->rhs, &p->a, &p->b[0], &p->b[1], &p->b[2], &p->above };
  for (int s = 0; s < PHI; s++) p->phi[s] = p->room + (size_t)s * plane;
  for (int f = 0; f < OTHERS; f++) *to[f] = p->room + (size_t)(PHI + f) * plane;
  return true;
}

vf_status vfi_rounding_sizes(vf_multigrid *solver, double *most)
{
  const vfi_level *level = &solver->levels[0];
  const vfi_slab *slab = level->slab;
  const int first = slab ? slab->first : 0, last = slab ? slab->last : level->n[2];
  planes p = { .level = level };
  double own = 0;
  int code = slab ? vfi_ranks_refresh_phi(&solver->engine, level, REACH) : 0;
  vf_status status = code ? vfi_solver_status(solver, code, "judging the residual") : VF_OK;
  if (!status && !make_room(&p)) status = vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_solve: no host memory for planes");
  for (int k = first; k < last && !status; k++) {
    status = read_planes(solver, &p, k);
    for (int j = 0; j < level->n[1] && !status; j++)
      for (int i = 0; i < level->n[0]; i++) own = fmax(own, size_of_cell(&p, i, j));
  }
  free(p.room);
  status = vfi_ranks_agree(solver, "vf_multigrid_solve", status);
  *most = own;
  if (status || !slab) return status;
  code = vfi_ranks_largest(&solver->engine, own, most);
  return code ? vfi_solver_status(solver, code, "judging the residual") : VF_OK;
}
