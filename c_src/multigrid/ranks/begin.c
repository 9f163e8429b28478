/* A solver gets the engine of ranks, and gives it back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "ranks.h"

enum { MOST_ROOM = 32 << 20 }; /* bytes of a buffer; more bytes go in parts */

vfi_ranks *vfi_ranks_of(const vf_multigrid *solver)
{
  const vfi_engine *engine = &solver->engine;
  return solver->over_ranks ? engine->state : NULL;
}

vf_status vfi_ranks_agree(const vf_multigrid *solver, const char *call, vf_status status)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  if (!ranks) return status;
  status = ranks->wire.agree(ranks->wire.state, call, status);
  ranks->told = ranks->told || status;
  return status;
}

vf_status vfi_ranks_gather(vfi_ranks *ranks, const char *call, const void *mine, size_t bytes, void *all)
{
  const vf_status status = ranks->wire.gather(ranks->wire.state, call, mine, bytes, all);
  ranks->told = ranks->told || status;
  return status;
}

/* True for a status that all ranks find from the same numbers. */
static bool is_common(vf_status status)
{
  return !status || status == VF_ERROR_STAGNATED || status == VF_ERROR_DIVERGED;
}

vf_status vfi_ranks_end(const vf_multigrid *solver, const char *call, vf_status status)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  if (!ranks) return status;
  const vfi_wire *wire = &ranks->wire;
  const bool told = ranks->told;
  ranks->told = false;
  if (told) return status;
  if (is_common(status)) return wire->agree(wire->state, call, status);
  if (wire->give_up) wire->give_up(wire->state, status);
  return status;
}

vf_status vfi_ranks_any(const vf_multigrid *solver, bool *value)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  if (!ranks) return VF_OK;
  const vfi_wire *wire = &ranks->wire;
  const double mine = *value;
  double *all = vfi_ranks_list(ranks, (size_t)wire->ranks * sizeof *all);
  const vf_status status = vfi_ranks_gather(ranks, "vf_multigrid_solve", &mine, sizeof mine, all);
  for (int r = 0; r < wire->ranks && !status; r++) *value = *value || all[r] != 0;
  return status;
}

/* The result of a search on a rank. This is the largest data gathered from each rank, so its memory
 * is taken at the beginning. */
typedef struct find {
  double value;
  int found, index[3];
} find;

bool vfi_ranks_first(const vf_multigrid *solver, bool found, int index[3], double *value)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  const vfi_wire *wire = &ranks->wire;
  const find mine = { *value, found, { index[0], index[1], index[2] } };
  find *all = (find *)vfi_ranks_list(ranks, (size_t)wire->ranks * sizeof *all);
  if (vfi_ranks_gather(ranks, "vf_multigrid_solve", &mine, sizeof mine, all)) return false;
  for (int r = 0; r < wire->ranks; r++) {
    if (!all[r].found) continue;
    *value = all[r].value;
    memcpy(index, all[r].index, sizeof all[r].index);
    return true;
  }
  return false;
}

static int close_engine(vfi_engine *engine)
{
  vfi_ranks *ranks = engine->state;
  vfi_engine *inner = &ranks->inner;
  int code = ranks->staging ? inner->backend->release(ranks->staging) : 0;
  const int next = inner->ops->close ? inner->ops->close(inner) : 0;
  vfi_ranks_transfers_end(ranks);
  free(ranks->parcels);
  free(ranks->starts);
  free(ranks->boxes);
  free(ranks->list);
  free(ranks);
  engine->state = NULL;
  return code ? code : next;
}

vfi_level vfi_ranks_widest(const vfi_level *level)
{
  const vfi_slab *slab = level->slab;
  return slab ? vfi_ranks_planes(level, slab->first - slab->below, slab->last + slab->above) : *level;
}

static void fill_table(vfi_ranks *ranks)
{
  vfi_engine_table *table = &ranks->table;
  *table = *ranks->inner.ops;
  table->open = NULL;
  table->close = close_engine;
  table->smooth_views = NULL;
  table->takes_views = NULL;
  vfi_ranks_fill_cycle(table);
  vfi_ranks_fill_vectors(table);
}

/* Copies the boxes in the numbers of the level. The solver keeps only the boxes of this rank. */
static vf_status take_boxes(vf_multigrid *solver, vfi_ranks *ranks, const vf_box *boxes, const int *owners, int count)
{
  ranks->boxes = malloc((size_t)count * sizeof *ranks->boxes);
  if (!ranks->boxes) return vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory for %d boxes", count);
  ranks->box_count = count;
  solver->box_count = 0;
  for (int b = 0; b < count; b++) {
    ranks->boxes[b] = (vfi_owned_box){ boxes[b], owners[b] };
    if (owners[b] == ranks->wire.rank) solver->boxes[solver->box_count++] = boxes[b];
    for (int d = 0; d < 3; d++) {
      ranks->boxes[b].box.lower[d] -= solver->domain.lower[d];
      ranks->boxes[b].box.upper[d] -= solver->domain.lower[d];
    }
  }
  return VF_OK;
}

/* True if levels can be cut between ranks: the device knows their cells, and the restriction of
 * coefficients works on slabs. */
static bool may_cut(const vf_multigrid *solver)
{
  const double *h = solver->levels[0].h;
  const double *const *widths = solver->options.widths;
  if (solver->lines > 0) return false; /* lines may cross the cuts */
  /* Coefficients over a ring of planes are restricted only by whole halvings of equal cells. */
  const bool long_cells = fmax(h[0], fmax(h[1], h[2])) > 1.4 * fmin(h[0], fmin(h[1], h[2]));
  const bool graded = long_cells || widths[0] || widths[1] || widths[2];
  if (!solver->constant && solver->sides.kind[2] == VF_PERIODIC && graded) return false;
  if (solver->robust) return false; /* the robust method makes its levels from all coefficients */
  return !solver->constant || (h[1] == h[0] && h[2] == h[0]) || solver->engine.ops->knows_anisotropic;
}

vf_status vfi_ranks_begin(vf_multigrid *solver, const vfi_wire *wire, const vf_box *boxes, const int *owners,
                          int box_count)
{
  vfi_ranks *ranks = calloc(1, sizeof *ranks);
  int *starts = calloc((size_t)wire->ranks + 1, sizeof *starts);
  vfi_parcel *parcels = calloc(2 * (size_t)wire->ranks, sizeof *parcels);
  if (!ranks || !starts || !parcels || !vfi_ranks_list(ranks, (size_t)wire->ranks * sizeof(find))) {
    if (ranks) free(ranks->list);
    free(ranks);
    free(starts);
    free(parcels);
    return vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory for %d ranks", wire->ranks);
  }
  ranks->wire = *wire;
  ranks->starts = starts;
  ranks->parcels = parcels;
  ranks->inner = solver->engine;
  ranks->periodic = solver->sides.kind[2] == VF_PERIODIC;
  /* A ring of an odd number of planes has two planes of one colour side by side, and coefficients over a ring of planes
   * are restricted only by whole halvings. */
  const bool graded = ranks->periodic && !solver->constant, even[3] = { graded, graded, ranks->periodic };
  const int *n = solver->levels[0].n;
  ranks->planned = may_cut(solver) ? vfi_slabs_cut(n, wire->ranks, solver->options.agglomerate_cells, even, starts) : 0;
  ranks->cut = ranks->planned > 0;
  fill_table(ranks);
  solver->engine.ops = &ranks->table;
  solver->engine.state = ranks;
  solver->over_ranks = true;
  vf_status status = take_boxes(solver, ranks, boxes, owners, box_count);
  if (!status) status = vfi_ranks_transfers_begin(solver);
  if (!status) vfi_ranks_settle(solver);
  return status;
}

/* True if each cell of a level lies over 2 x 2 x 2 cells of the next finer level, except for cells at an odd end. */
static bool is_over_eight(const vfi_level *level)
{
  return level->coarsening.halved[0] && level->coarsening.halved[1] && level->coarsening.halved[2];
}

void vfi_ranks_attach(vf_multigrid *solver, int l)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  vfi_level *level = &solver->levels[l];
  level->slab = NULL;
  if (!ranks || l > ranks->cut || ranks->planned == 0) return;
  const vfi_wire *wire = &ranks->wire;
  if (l < ranks->planned && (l == 0 || (level[-1].slab && is_over_eight(level)))) {
    ranks->slabs[l] = vfi_slab_of(ranks->starts, wire->ranks, wire->rank, l, level->n[0], level->n[1], ranks->periodic);
    level->slab = &ranks->slabs[l];
    ranks->cut = l + 1;
    return;
  }
  if (l != ranks->cut) return;
  /* The finest level that all ranks have. The solver goes through finer levels step by step. */
  const int64_t cells = vfi_level_cells(level);
  ranks->whole_shift = l - (level->coarsening.graded && !level->coarsening.halved[2]);
  if (ranks->table.coarse_cells > cells) ranks->table.coarse_cells = cells;
}

void vfi_ranks_attach_single(vf_multigrid *solver, int l)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  vfi_level *level = &solver->single[l];
  if (!level->slab) return;
  ranks->single_slabs[l] = *level->slab;
  level->slab = &ranks->single_slabs[l];
  level->slab->valid = level->slab->rhs_valid = 0;
}

static void raise(size_t *bytes, int rank, size_t least)
{
  if (bytes[rank] < least) bytes[rank] = least;
}

/* Estimates the bytes to each rank at once: halos of the finest level, a rank's part of the finest level
 * that all ranks have, boxes. */
static void count_room(const vf_multigrid *solver, size_t *put, size_t *take)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  const vfi_wire *wire = &ranks->wire;
  const int below = (wire->rank + wire->ranks - 1) % wire->ranks, above = (wire->rank + 1) % wire->ranks;
  const vfi_slab *slab = solver->levels[0].slab;
  const size_t plane = (size_t)solver->levels[0].phi.plane * sizeof(double);
  vfi_ranks_transfer_bytes(solver, put, take);
  if (slab) {
    const int sides = below == above && slab->below && slab->above ? 2 : 1;
    const size_t halo = (size_t)(sides * slab->depth) * plane;
    if (slab->below) raise(put, below, halo), raise(take, below, halo);
    if (slab->above) raise(put, above, halo), raise(take, above, halo);
  }
  for (int r = 0; r < wire->ranks && slab; r++) {
    const int *starts = ranks->starts, me = wire->rank, shift = 3 * ranks->planned;
    if (r == wire->rank) continue;
    raise(put, r, ((size_t)(starts[me + 1] - starts[me]) * plane >> shift) + plane);
    raise(take, r, ((size_t)(starts[r + 1] - starts[r]) * plane >> shift) + plane);
  }
  for (int r = 0; r < wire->ranks; r++) {
    if (put[r] > MOST_ROOM) put[r] = MOST_ROOM;
    if (take[r] > MOST_ROOM) take[r] = MOST_ROOM;
  }
}

vf_status vfi_ranks_ready(vf_multigrid *solver)
{
  static const char call[] = "vf_multigrid_create";
  vfi_ranks *ranks = vfi_ranks_of(solver);
  if (!ranks) return VF_OK;
  const vfi_wire *wire = &ranks->wire;
  size_t *bytes = calloc(2 * (size_t)wire->ranks, sizeof *bytes);
  const bool enough = bytes && vfi_ranks_list(ranks, vfi_ranks_tiles_bytes(ranks, &solver->levels[0]));
  vf_status status = enough ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %d ranks", call, wire->ranks);
  status = vfi_ranks_agree(solver, call, status);
  if (!status && wire->make_room) {
    count_room(solver, bytes, bytes + wire->ranks);
    status = wire->make_room(wire->state, call, bytes, bytes + wire->ranks);
    ranks->told = ranks->told || status;
  }
  free(bytes);
  return status;
}

vf_status vfi_ranks_coefficients(vf_multigrid *solver)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  int code = 0;
  for (int l = 0; ranks && l < ranks->cut; l++) {
    const vfi_level *level = &solver->levels[l];
    const vf_field fields[4] = { level->a, level->bx, level->by, level->bz };
    for (int f = 0; f < 4 && !code && level->variable; f++)
      code = vfi_ranks_halo(&solver->engine, level, fields[f], level->slab->depth);
  }
  return code ? vfi_solver_status(solver, code, "coefficients of other ranks") : VF_OK;
}
