/* Vectors on levels that are cut between ranks. */
#include <string.h>

#include "ranks.h"

static vf_field moved(vf_field x, int planes)
{
  x.at += planes * x.plane;
  return x;
}

/* This rank's part of a level: the rank's own planes; for faces in z also one more plane on the last rank. Returns NULL
 * for levels that exist whole on this rank, like layers beside a face. */
static const vfi_slab *slab_in(const vfi_level *level, vfi_level *part)
{
  const vfi_slab *slab = level->slab;
  *part = *level;
  part->slab = NULL;
  if (!slab || level->n[2] < slab->n || slab->n == 1) return NULL;
  *part = vfi_ranks_planes(level, slab->first, slab->last + (level->n[2] > slab->n && slab->last == slab->n));
  return slab;
}

/* The same number of bytes on each rank, for the tiles of the rank with the most planes. */
static size_t room_of_rank(const vfi_ranks *ranks, const vfi_level *level)
{
  int most = 0;
  for (int r = 0; r < ranks->wire.ranks; r++) {
    const int planes = ranks->starts[r + 1] - ranks->starts[r] + 1;
    if (planes > most) most = planes;
  }
  return (size_t)(most * vfi_plane_tiles(level)) * sizeof(double);
}

size_t vfi_ranks_tiles_bytes(const vfi_ranks *ranks, const vfi_level *level)
{
  return level->slab ? ((size_t)ranks->wire.ranks + 1) * room_of_rank(ranks, level) : 0;
}

/* Reduces the results of the tiles of all ranks in the order of planes. A maximum needs no order. */
static int reduce(vfi_engine *engine, const vfi_level *level, vfi_term what, vf_field x, vf_field y, double *result)
{
  vfi_ranks *ranks = engine->state;
  vfi_engine *inner = &ranks->inner;
  vfi_level part;
  const vfi_slab *slab = slab_in(level, &part);
  if (!slab) {
    if (what == VF_TERM_SIZE) return inner->ops->norm_max(inner, &part, x, result);
    return what == VF_TERM_VALUE ? inner->ops->sum(inner, &part, x, result)
                                 : inner->ops->dot(inner, &part, x, y, result);
  }
  if (what == VF_TERM_SIZE) {
    double most = 0;
    const int code = inner->ops->norm_max(inner, &part, moved(x, slab->first), &most);
    return code ? code : vfi_ranks_largest(engine, most, result);
  }
  const double *own = NULL;
  int code = inner->ops->tiles(inner, &part, what, moved(x, slab->first), moved(y, slab->first), &own);
  if (code) return code;
  const int64_t of_plane = vfi_plane_tiles(level);
  /* This rank's data lies behind the room of all ranks. */
  const size_t room = room_of_rank(ranks, level), all = (size_t)ranks->wire.ranks * room;
  double *list = vfi_ranks_list(ranks, all + room);
  if (!list) return inner->backend->out_of_memory;
  double *mine = list + all / sizeof *list;
  memcpy(mine, own, (size_t)vfi_level_tiles(&part) * sizeof *mine);
  const vf_status status = vfi_ranks_gather(ranks, "a sum of vf_multigrid", mine, room, list);
  if (status) return vfi_ranks_code(ranks, status);
  int64_t count = 0;
  const int shift = (int)(slab - ranks->slabs), last_rank = ranks->wire.ranks - 1;
  for (int r = 0; r <= last_rank; r++) {
    const int planes = vfi_slab_start(ranks->starts, last_rank + 1, r + 1, shift) -
                       vfi_slab_start(ranks->starts, last_rank + 1, r, shift) +
                       (r == last_rank ? level->n[2] - slab->n : 0);
    memmove(list + count, list + r * (int64_t)(room / sizeof *list), (size_t)(planes * of_plane) * sizeof *list);
    count += planes * of_plane;
  }
  *result = vfi_level_reduce(what, list, count);
  return 0;
}

static int norm(vfi_engine *engine, vfi_level *level, vf_field x, double *max)
{
  return reduce(engine, level, VF_TERM_SIZE, x, x, max);
}

static int sum(vfi_engine *engine, vfi_level *level, vf_field x, double *result)
{
  return reduce(engine, level, VF_TERM_VALUE, x, x, result);
}

static int dot(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y, double *result)
{
  return reduce(engine, level, VF_TERM_PRODUCT, x, y, result);
}

static int residual(vfi_engine *engine, vfi_level *level, vf_field r)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_level part;
  const vfi_slab *slab = slab_in(level, &part);
  if (!slab) return inner->ops->residual(inner, &part, r);
  const int code = vfi_ranks_refresh_phi(engine, level, 1);
  return code ? code : inner->ops->residual(inner, &part, moved(r, slab->first));
}

static int operate(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_level part;
  const vfi_slab *slab = slab_in(level, &part);
  if (!slab) return inner->ops->operate(inner, &part, x, y);
  const int code = vfi_ranks_halo(engine, level, x, 1);
  return code ? code : inner->ops->operate(inner, &part, moved(x, slab->first), moved(y, slab->first));
}

static int combine(vfi_engine *engine, vfi_level *level, double s, vf_field x, double t, vf_field y)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_level part;
  const vfi_slab *slab = slab_in(level, &part);
  if (!slab) return inner->ops->combine(inner, &part, s, x, t, y);
  vfi_ranks_changed(level, y);
  return inner->ops->combine(inner, &part, s, moved(x, slab->first), t, moved(y, slab->first));
}

static int shift(vfi_engine *engine, vfi_level *level, vf_field x, double value)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_level part;
  const vfi_slab *slab = slab_in(level, &part);
  if (!slab) return inner->ops->shift(inner, &part, x, value);
  vfi_ranks_changed(level, x);
  return inner->ops->shift(inner, &part, moved(x, slab->first), value);
}

/* Layers of values beside a face are whole on every rank; x of a layer may have no planes (plane 0). */
static int add_on_face(vfi_engine *engine, vfi_level *level, vf_field x, int face, const double *values, double scale,
                       bool coefficient)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_level part;
  const vfi_slab *slab = slab_in(level, &part);
  if (!slab) return inner->ops->add_on_face(inner, &part, x, face, values, scale, coefficient);
  vfi_ranks_changed(level, x);
  if (!vfi_ranks_has_face(level, face)) return 0;
  if (face % 3 != 2) values += (ptrdiff_t)slab->first * level->n[face % 3 == 0 ? 1 : 0];
  return inner->ops->add_on_face(inner, &part, moved(x, slab->first), face, values, scale, coefficient);
}

static int restrict_face(vfi_engine *engine, const double *fine, double *coarse, const int n[2])
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->restrict_face(inner, fine, coarse, n);
}

static int restrict_face_shares(vfi_engine *engine, const double *fine, double *coarse, const int fine_n[2],
                                const int n[2], const bool halved[2], const double *const share[2])
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->restrict_face_shares(inner, fine, coarse, fine_n, n, halved, share);
}

static int multiply(vfi_engine *engine, const vfi_level *level, vf_field x, const double *p, const double *q,
                    const double *r)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  vfi_level part;
  const vfi_slab *slab = slab_in(level, &part);
  if (!slab) return inner->ops->multiply(inner, &part, x, p, q, r);
  vfi_ranks_changed(level, x);
  return inner->ops->multiply(inner, &part, moved(x, slab->first), p, q, r + slab->first);
}

static int gather(vfi_engine *engine, vf_field to, const vfi_piece *pieces, int count)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->gather(inner, to, pieces, count);
}

static int scatter(vfi_engine *engine, vf_field from, const vfi_piece *pieces, int count)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->scatter(inner, from, pieces, count);
}

static int zero(vfi_engine *engine, void *at, size_t bytes)
{
  vfi_engine *inner = vfi_ranks_inner(engine);
  return inner->ops->zero(inner, at, bytes);
}

void vfi_ranks_fill_vectors(vfi_engine_table *table)
{
  table->norm_max = norm;
  table->sum = sum;
  table->dot = dot;
  table->tiles = NULL;
  table->residual = residual;
  table->operate = operate;
  table->combine = combine;
  table->shift = shift;
  table->conjugate = NULL;
  table->add_on_face = add_on_face;
  table->restrict_face = restrict_face;
  table->restrict_face_shares = restrict_face_shares;
  table->multiply = multiply;
  table->gather = gather;
  table->scatter = scatter;
  table->zero = zero;
}
