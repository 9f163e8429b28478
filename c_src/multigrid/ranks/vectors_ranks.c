/* Vectors on levels that ranks share. */
#include <string.h>

#include "ranks.h"

static vf_engine *inner_of(vf_engine *engine) { return &((vf_ranks *)engine->state)->inner; }

static vf_field moved(vf_field x, int planes)
{
  x.at += planes * x.plane;
  return x;
}

/* This rank's part of what a level names: of the whole level its own planes, of its faces in z those and, on the last
 * rank, one more. Other levels are layers beside a face, which are here as they stand: NULL. */
static const vf_slab *slab_in(const vf_level *level, vf_level *part)
{
  const vf_slab *slab = level->slab;
  *part = *level;
  part->slab = NULL;
  if (!slab || level->n[2] < slab->n || slab->n == 1) return NULL;
  *part = vf_ranks_planes(level, slab->first, slab->last + (level->n[2] > slab->n && slab->last == slab->n));
  return slab;
}

/* The same number of bytes for each tile of a rank. */
static size_t room_of_rank(const vf_ranks *ranks, const vf_level *level)
{
  int most = 0;
  for (int r = 0; r < ranks->wire.ranks; r++) {
    const int planes = ranks->starts[r + 1] - ranks->starts[r] + 1;
    if (planes > most) most = planes;
  }
  return (size_t)(most * vf_plane_tiles(level)) * sizeof(double);
}

size_t vf_ranks_tiles_bytes(const vf_ranks *ranks, const vf_level *level)
{
  return level->slab ? ((size_t)ranks->wire.ranks + 1) * room_of_rank(ranks, level) : 0;
}

/* What the tiles of all ranks give, in the order of planes. A maximum needs no order. */
static int reduce(vf_engine *engine, const vf_level *level, vf_term what, vf_field x, vf_field y, double *result)
{
  vf_ranks *ranks = engine->state;
  vf_engine *inner = &ranks->inner;
  vf_level part;
  const vf_slab *slab = slab_in(level, &part);
  if (!slab) {
    if (what == VF_TERM_SIZE) return inner->call->norm(inner, &part, x, result);
    return what == VF_TERM_VALUE ? inner->call->sum(inner, &part, x, result)
                                 : inner->call->dot(inner, &part, x, y, result);
  }
  if (what == VF_TERM_SIZE) {
    double most = 0;
    const int code = inner->call->norm(inner, &part, moved(x, slab->first), &most);
    return code ? code : vf_ranks_largest(engine, most, result);
  }
  const double *own = NULL;
  int code = inner->call->tiles(inner, &part, what, moved(x, slab->first), moved(y, slab->first), &own);
  if (code) return code;
  const int64_t of_plane = vf_plane_tiles(level);
  /* Behind the room of all ranks, what this one sends. */
  const size_t room = room_of_rank(ranks, level), all = (size_t)ranks->wire.ranks * room;
  double *list = vf_ranks_list(ranks, all + room);
  if (!list) return inner->backend->out_of_memory;
  double *mine = list + all / sizeof *list;
  memcpy(mine, own, (size_t)vf_level_tiles(&part) * sizeof *mine);
  const vf_status status = vf_ranks_gather(ranks, "a sum of vf_multigrid", mine, room, list);
  if (status) return vf_ranks_code(ranks, status);
  int64_t count = 0;
  const int shift = (int)(slab - ranks->slabs), last_rank = ranks->wire.ranks - 1;
  for (int r = 0; r <= last_rank; r++) {
    const int planes = vf_slab_start(ranks->starts, last_rank + 1, r + 1, shift) -
                       vf_slab_start(ranks->starts, last_rank + 1, r, shift) +
                       (r == last_rank ? level->n[2] - slab->n : 0);
    memmove(list + count, list + r * (int64_t)(room / sizeof *list), (size_t)(planes * of_plane) * sizeof *list);
    count += planes * of_plane;
  }
  *result = vf_level_reduce(what, list, count);
  return 0;
}

static int norm(vf_engine *engine, vf_level *level, vf_field x, double *max)
{
  return reduce(engine, level, VF_TERM_SIZE, x, x, max);
}

static int sum(vf_engine *engine, vf_level *level, vf_field x, double *result)
{
  return reduce(engine, level, VF_TERM_VALUE, x, x, result);
}

static int dot(vf_engine *engine, vf_level *level, vf_field x, vf_field y, double *result)
{
  return reduce(engine, level, VF_TERM_PRODUCT, x, y, result);
}

static int residual(vf_engine *engine, vf_level *level, vf_field r)
{
  vf_engine *inner = inner_of(engine);
  vf_level part;
  const vf_slab *slab = slab_in(level, &part);
  if (!slab) return inner->call->residual(inner, &part, r);
  const int code = vf_ranks_refresh_phi(engine, level, 1);
  return code ? code : inner->call->residual(inner, &part, moved(r, slab->first));
}

static int operate(vf_engine *engine, vf_level *level, vf_field x, vf_field y)
{
  vf_engine *inner = inner_of(engine);
  vf_level part;
  const vf_slab *slab = slab_in(level, &part);
  if (!slab) return inner->call->operate(inner, &part, x, y);
  const int code = vf_ranks_halo(engine, level, x, 1);
  return code ? code : inner->call->operate(inner, &part, moved(x, slab->first), moved(y, slab->first));
}

static int combine(vf_engine *engine, vf_level *level, double s, vf_field x, double t, vf_field y)
{
  vf_engine *inner = inner_of(engine);
  vf_level part;
  const vf_slab *slab = slab_in(level, &part);
  if (!slab) return inner->call->combine(inner, &part, s, x, t, y);
  vf_ranks_changed(level, y);
  return inner->call->combine(inner, &part, s, moved(x, slab->first), t, moved(y, slab->first));
}

static int shift(vf_engine *engine, vf_level *level, vf_field x, double value)
{
  vf_engine *inner = inner_of(engine);
  vf_level part;
  const vf_slab *slab = slab_in(level, &part);
  if (!slab) return inner->call->shift(inner, &part, x, value);
  vf_ranks_changed(level, x);
  return inner->call->shift(inner, &part, moved(x, slab->first), value);
}

/* Layers of values beside a face are whole on every rank; x of a layer may have no planes (plane 0). */
static int add_on_face(vf_engine *engine, vf_level *level, vf_field x, int face, const double *values, double scale,
                       bool coefficient)
{
  vf_engine *inner = inner_of(engine);
  vf_level part;
  const vf_slab *slab = slab_in(level, &part);
  if (!slab) return inner->call->add_on_face(inner, &part, x, face, values, scale, coefficient);
  vf_ranks_changed(level, x);
  if (!vf_ranks_has_face(level, face)) return 0;
  if (face % 3 != 2) values += (ptrdiff_t)slab->first * level->n[face % 3 == 0 ? 1 : 0];
  return inner->call->add_on_face(inner, &part, moved(x, slab->first), face, values, scale, coefficient);
}

static int restrict_face(vf_engine *engine, const double *fine, double *coarse, const int n[2])
{
  vf_engine *inner = inner_of(engine);
  return inner->call->restrict_face(inner, fine, coarse, n);
}

static int restrict_face_shares(vf_engine *engine, const double *fine, double *coarse, const int fine_n[2],
                                const int n[2], const bool halved[2], const double *const share[2])
{
  vf_engine *inner = inner_of(engine);
  return inner->call->restrict_face_shares(inner, fine, coarse, fine_n, n, halved, share);
}

/* Coefficients or the right-hand side of a level, by the widths of its cells. */
static int multiply(vf_engine *engine, const int n[3], vf_field x, const double *p, const double *q, const double *r)
{
  const vf_ranks *ranks = engine->state;
  vf_engine *inner = inner_of(engine);
  for (int l = 0; l < ranks->cut; l++) {
    const vf_level *level = ranks->levels[l];
    const vf_slab *slab = level->slab;
    if (x.at != level->rhs.at && x.at != level->a.at && x.at != level->bx.at && x.at != level->by.at &&
        x.at != level->bz.at)
      continue;
    vf_ranks_changed(level, x);
    const bool ends = n[2] > slab->n && slab->last == slab->n;
    const int own[3] = { n[0], n[1], slab->last - slab->first + ends };
    return inner->call->multiply(inner, own, moved(x, slab->first), p, q, r + slab->first);
  }
  return inner->call->multiply(inner, n, x, p, q, r);
}

static int gather(vf_engine *engine, vf_field to, const vf_piece *pieces, int count)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->gather(inner, to, pieces, count);
}

static int scatter(vf_engine *engine, vf_field from, const vf_piece *pieces, int count)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->scatter(inner, from, pieces, count);
}

static int zero(vf_engine *engine, void *at, size_t bytes)
{
  vf_engine *inner = inner_of(engine);
  return inner->call->zero(inner, at, bytes);
}

void vf_ranks_fill_vectors(vf_engine_table *table)
{
  table->norm = norm;
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
