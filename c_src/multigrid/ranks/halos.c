/* Planes of other ranks. */
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "ranks.h"

int vf_ranks_code(vf_ranks *ranks, vf_status status)
{
  if (!status) return 0;
  ranks->told = true; /* the wire fails on all ranks */
  ranks->status = status;
  strncpy(ranks->text, vf_last_error(), sizeof ranks->text - 1);
  return VF_RANKS_FAILED;
}

double *vf_ranks_list(vf_ranks *ranks, size_t bytes)
{
  if (bytes <= ranks->list_bytes) return ranks->list;
  double *larger = malloc(bytes);
  if (!larger) return NULL;
  free(ranks->list);
  ranks->list = larger;
  ranks->list_bytes = bytes;
  return larger;
}

bool vf_ranks_has_face(const vf_level *level, int face)
{
  const vf_slab *slab = level->slab;
  if (!slab || face % 3 != 2) return true;
  return face == 2 ? slab->first == 0 : slab->last == slab->n;
}

static void move_up(vf_field *field, int planes)
{
  if (field->at) field->at += planes * field->plane;
}

vf_level vf_ranks_planes(const vf_level *level, int first, int last)
{
  vf_level part = *level;
  const bool around = level->face[2].periodic;
  if (first != 0 || around) part.face[2] = (vf_face){ .held = true };
  if (last != level->n[2] || around) part.face[5] = (vf_face){ .held = true };
  part.slab = NULL;
  part.n[2] = last - first;
  part.parity += first;
  if (part.phi_low) part.phi_low += first * level->phi.plane;
  vf_field *const fields[6] = { &part.phi, &part.rhs, &part.a, &part.bx, &part.by, &part.bz };
  for (int f = 0; f < 6; f++) move_up(fields[f], first);
  if (part.joint.graded && first != 0) {
    part.joint.low[2] += first;
    part.joint.high[2] += first;
    if (part.joint.before[2]) {
      part.joint.before[2] += first;
      part.joint.after[2] += first;
    }
  }
  return part;
}

/* Memory of planes first .. first + count - 1, with the ghosts of their rows. */
static vf_parcel planes_of(int rank, vf_field x, int first, int count)
{
  return (vf_parcel){ rank, x.at + first * x.plane - x.row, (size_t)count * (size_t)x.plane * sizeof(double) };
}

/* Where the same rank lies on both sides, what goes down comes from above: both ends name it first. */
int vf_ranks_halo(vf_engine *engine, const vf_level *level, vf_field x, int planes)
{
  vf_ranks *ranks = engine->state;
  const vf_wire *wire = &ranks->wire;
  const vf_slab *slab = level->slab;
  const int below = (wire->rank + wire->ranks - 1) % wire->ranks, above = (wire->rank + 1) % wire->ranks;
  vf_parcel out[2], in[2];
  int outs = 0, ins = 0;
  if (slab->below) out[outs++] = planes_of(below, x, slab->first, planes);
  if (slab->above) out[outs++] = planes_of(above, x, slab->last - planes, planes);
  if (slab->above) in[ins++] = planes_of(above, x, slab->last, planes);
  if (slab->below) in[ins++] = planes_of(below, x, slab->first - planes, planes);
  return vf_ranks_code(ranks, wire->swap(wire->state, &ranks->inner, "a smooth of vf_multigrid", out, outs, in, ins));
}

int vf_ranks_refresh_phi(vf_engine *engine, const vf_level *level, int least)
{
  vf_slab *slab = level->slab;
  if (slab->valid >= least) return 0;
  slab->valid = slab->depth;
  return vf_ranks_halo(engine, level, level->phi, slab->depth);
}

int vf_ranks_refresh_rhs(vf_engine *engine, const vf_level *level)
{
  vf_slab *slab = level->slab;
  if (slab->rhs_valid == slab->depth) return 0;
  slab->rhs_valid = slab->depth;
  return vf_ranks_halo(engine, level, level->rhs, slab->depth);
}

void vf_ranks_changed(const vf_level *level, vf_field x)
{
  if (x.at == level->phi.at) level->slab->valid = 0;
  if (x.at == level->rhs.at) level->slab->rhs_valid = 0;
}

int vf_ranks_complete(vf_engine *engine, vf_field x, bool faces)
{
  vf_ranks *ranks = engine->state;
  const vf_wire *wire = &ranks->wire;
  vf_parcel *const parcels = ranks->parcels;
  const int shift = ranks->whole_shift, last_rank = wire->ranks - 1;
  int count = 0;
  for (int into = 0; into < 2; into++)
    for (int r = 0; r < wire->ranks; r++) {
      const int owner = into ? r : wire->rank;
      const int first = vf_slab_start(ranks->starts, wire->ranks, owner, shift);
      const int last = vf_slab_start(ranks->starts, wire->ranks, owner + 1, shift);
      if (r != wire->rank) parcels[count++] = planes_of(r, x, first, last - first + (faces && owner == last_rank));
    }
  const vf_status status = wire->swap(wire->state, &ranks->inner, "a coarse level of vf_multigrid", parcels,
                                      wire->ranks - 1, parcels + wire->ranks - 1, wire->ranks - 1);
  return vf_ranks_code(ranks, status);
}

int vf_ranks_largest(vf_engine *engine, double own, double *norm)
{
  vf_ranks *ranks = engine->state;
  double *all = vf_ranks_list(ranks, (size_t)ranks->wire.ranks * sizeof *all);
  const vf_status status = vf_ranks_gather(ranks, "a norm of vf_multigrid", &own, sizeof own, all);
  *norm = 0;
  for (int r = 0; r < ranks->wire.ranks && !status; r++) *norm = vf_reduction_combine(VF_REDUCTION_MAX, *norm, all[r]);
  return vf_ranks_code(ranks, status);
}
