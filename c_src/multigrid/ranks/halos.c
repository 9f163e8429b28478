/* Planes from other ranks. */
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "ranks.h"

int vfi_ranks_code(vfi_ranks *ranks, vf_status status)
{
  if (!status) return 0;
  ranks->told = true; /* the wire fails on all ranks */
  ranks->status = status;
  strncpy(ranks->text, vf_last_error(), sizeof ranks->text - 1);
  return VF_RANKS_FAILED;
}

double *vfi_ranks_list(vfi_ranks *ranks, size_t bytes)
{
  if (bytes <= ranks->list_bytes) return ranks->list;
  double *larger = malloc(bytes);
  if (!larger) return NULL;
  free(ranks->list);
  ranks->list = larger;
  ranks->list_bytes = bytes;
  return larger;
}

bool vfi_ranks_has_face(const vfi_level *level, int face)
{
  const vfi_slab *slab = level->slab;
  if (!slab || face % 3 != 2) return true;
  return face == 2 ? slab->first == 0 : slab->last == slab->n;
}

static void move_up(vf_field *field, int planes)
{
  if (field->at) field->at += planes * field->plane;
}

vfi_level vfi_ranks_planes(const vfi_level *level, int first, int last)
{
  vfi_level part = *level;
  const bool around = level->face[2].periodic;
  if (first != 0 || around) part.face[2] = (vfi_face){ .stored = true };
  if (last != level->n[2] || around) part.face[5] = (vfi_face){ .stored = true };
  part.slab = NULL;
  part.n[2] = last - first;
  part.parity += first;
  if (part.phi_low) part.phi_low += first * level->phi.plane;
  vf_field *const fields[6] = { &part.phi, &part.rhs, &part.a, &part.bx, &part.by, &part.bz };
  for (int f = 0; f < 6; f++) move_up(fields[f], first);
  if (part.coarsening.low[2]) { /* set last, when the level has its fields */
    part.coarsening.low[2] += first;
    part.coarsening.high[2] += first;
    if (part.coarsening.before[2]) {
      part.coarsening.before[2] += first;
      part.coarsening.after[2] += first;
    }
  }
  return part;
}

/* Memory of planes first .. first + count - 1, with the ghosts of their rows. */
static vfi_parcel planes_of(int rank, vf_field x, int first, int count)
{
  return (vfi_parcel){ rank, x.at + first * x.plane - x.row, (size_t)count * (size_t)x.plane * sizeof(double) };
}

/* If the same rank lies on both sides, data sent downwards arrives from above: the sender and the receiver both name
 * this parcel first. */
int vfi_ranks_halo(vfi_engine *engine, const vfi_level *level, vf_field x, int planes)
{
  vfi_ranks *ranks = engine->state;
  const vfi_wire *wire = &ranks->wire;
  const vfi_slab *slab = level->slab;
  const int below = (wire->rank + wire->ranks - 1) % wire->ranks, above = (wire->rank + 1) % wire->ranks;
  vfi_parcel out[2], in[2];
  int outs = 0, ins = 0;
  if (slab->below) out[outs++] = planes_of(below, x, slab->first, planes);
  if (slab->above) out[outs++] = planes_of(above, x, slab->last - planes, planes);
  if (slab->above) in[ins++] = planes_of(above, x, slab->last, planes);
  if (slab->below) in[ins++] = planes_of(below, x, slab->first - planes, planes);
  return vfi_ranks_code(ranks, wire->swap(wire->state, &ranks->inner, "a smooth of vf_multigrid", out, outs, in, ins));
}

int vfi_ranks_refresh_phi(vfi_engine *engine, const vfi_level *level, int least)
{
  vfi_slab *slab = level->slab;
  if (slab->valid >= least) return 0;
  slab->valid = slab->depth;
  return vfi_ranks_halo(engine, level, level->phi, slab->depth);
}

int vfi_ranks_refresh_rhs(vfi_engine *engine, const vfi_level *level)
{
  vfi_slab *slab = level->slab;
  if (slab->rhs_valid == slab->depth) return 0;
  slab->rhs_valid = slab->depth;
  return vfi_ranks_halo(engine, level, level->rhs, slab->depth);
}

void vfi_ranks_changed(const vfi_level *level, vf_field x)
{
  if (x.at == level->phi.at) level->slab->valid = 0;
  if (x.at == level->rhs.at) level->slab->rhs_valid = 0;
}

/* Sends this rank's planes of a field to all ranks, and takes theirs. The planes of a rank are the planes of its slab,
 * `shift` levels below the finest level; the first rank also has `below` planes under the domain, and the last rank
 * `above` planes over the domain. */
static int swap_slabs(vfi_ranks *ranks, vf_field x, int shift, int below, int above)
{
  const vfi_wire *wire = &ranks->wire;
  vfi_parcel *const parcels = ranks->parcels;
  int count = 0;
  for (int into = 0; into < 2; into++)
    for (int r = 0; r < wire->ranks; r++) {
      const int owner = into ? r : wire->rank;
      const int first = vfi_slab_start(ranks->starts, wire->ranks, owner, shift) - (owner == 0 ? below : 0);
      const int last =
          vfi_slab_start(ranks->starts, wire->ranks, owner + 1, shift) + (owner == wire->ranks - 1 ? above : 0);
      if (r != wire->rank) parcels[count++] = planes_of(r, x, first, last - first);
    }
  const vf_status status = wire->swap(wire->state, &ranks->inner, "a whole level of vf_multigrid", parcels,
                                      wire->ranks - 1, parcels + wire->ranks - 1, wire->ranks - 1);
  return vfi_ranks_code(ranks, status);
}

int vfi_ranks_complete(vfi_engine *engine, vf_field x, bool faces)
{
  vfi_ranks *ranks = engine->state;
  return swap_slabs(ranks, x, ranks->whole_shift, 0, faces);
}

int vfi_ranks_join(vfi_engine *engine, const vfi_slab *slab, vf_field from, vf_field to)
{
  vfi_ranks *ranks = engine->state;
  const vfi_engine *inner = &ranks->inner;
  const int first = slab->first - (slab->first == 0), last = slab->last + (slab->last == slab->n);
  const vfi_parcel own = planes_of(ranks->wire.rank, from, first, last - first);
  const vfi_parcel there = planes_of(ranks->wire.rank, to, first, last - first);
  const int code = inner->backend->copy_on_device(there.at, own.at, own.bytes, inner->queue);
  return code ? code : swap_slabs(ranks, to, 0, 1, 1);
}

int vfi_ranks_largest(vfi_engine *engine, double own, double *norm)
{
  vfi_ranks *ranks = engine->state;
  double *all = vfi_ranks_list(ranks, (size_t)ranks->wire.ranks * sizeof *all);
  const vf_status status = vfi_ranks_gather(ranks, "a norm of vf_multigrid", &own, sizeof own, all);
  *norm = 0;
  for (int r = 0; r < ranks->wire.ranks && !status; r++) *norm = vfi_reduction_combine(VF_REDUCTION_MAX, *norm, all[r]);
  return vfi_ranks_code(ranks, status);
}
