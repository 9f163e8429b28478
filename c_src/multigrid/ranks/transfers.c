/* Copies between the users' boxes, which may belong to any rank, and the slabs of the finest level. Cells for another
 * rank are packed as the rectangle that the cells span. The copies go in rounds of a number of planes of each slab. */
#include <stdlib.h>

#include "../../core/error.h"
#include "ranks.h"

enum { BYTES_OF_ROUND = 64 << 20 };

/* Elements lower .. upper, in the numbers of the level; empty if upper[2] < lower[2]. */
typedef struct rectangle {
  vf_box box;
  double *at; /* of the first element in packed memory */
} rectangle;

typedef struct range {
  int first, last;
} range;

static int length(const vf_box *box, int d) { return box->upper[d] - box->lower[d] + 1; }

/* The planes of the finest level on a rank; faces in z have one more plane, at the end of the domain. */
static range planes_of(const vf_multigrid *solver, int rank, int direction)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  const int n = solver->levels[0].n[2];
  range own = { 0, n };
  if (ranks->cut) own = (range){ ranks->starts[rank], ranks->starts[rank + 1] };
  own.last += direction == 2 && own.last == n;
  return own;
}

/* The planes of a slab in a round; all planes if no rank has a box in another rank's slab. */
static int planes_a_round(const vf_multigrid *solver)
{
  const int *n = solver->levels[0].n;
  const int64_t planes = BYTES_OF_ROUND / ((int64_t)(n[0] + 1) * (n[1] + 1) * (int64_t)sizeof(double));
  if (vfi_ranks_of(solver)->settled || planes > n[2] + 1) return n[2] + 1;
  return planes < 1 ? 1 : (int)planes;
}

static int rounds_of(const vf_multigrid *solver, int direction)
{
  const int planes = planes_a_round(solver);
  int most = 0;
  for (int r = 0; r < vfi_ranks_of(solver)->wire.ranks; r++) {
    const range own = planes_of(solver, r, direction);
    if (own.last - own.first > most) most = own.last - own.first;
  }
  return (most + planes - 1) / planes;
}

static range in_round(const vf_multigrid *solver, int rank, int direction, int round)
{
  const range own = planes_of(solver, rank, direction);
  const int planes = planes_a_round(solver);
  range part = { own.first + round * planes, own.first + (round + 1) * planes };
  if (part.last > own.last) part.last = own.last;
  return part;
}

/* Elements of a box in a range of planes; false if there are none. direction: the direction of faces, -1 for cells. */
static bool elements_of(const vf_multigrid *solver, const vfi_owned_box *owned, int direction, range planes,
                        vf_box *box)
{
  *box = owned->box;
  if (direction >= 0 && box->upper[direction] == solver->levels[0].n[direction] - 1) box->upper[direction]++;
  if (box->lower[2] < planes.first) box->lower[2] = planes.first;
  if (box->upper[2] > planes.last - 1) box->upper[2] = planes.last - 1;
  return box->lower[2] <= box->upper[2];
}

/* The rectangle spanned by the elements of a rank's boxes in a range of planes. */
static rectangle spanned(const vf_multigrid *solver, int owner, int direction, range planes)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  rectangle all = { .box = { { 0, 0, 0 }, { -1, -1, -1 } } };
  bool any = false;
  for (int b = 0; b < ranks->box_count; b++) {
    vf_box box;
    if (ranks->boxes[b].owner != owner || !elements_of(solver, &ranks->boxes[b], direction, planes, &box)) continue;
    for (int d = 0; d < 3; d++) {
      if (!any || box.lower[d] < all.box.lower[d]) all.box.lower[d] = box.lower[d];
      if (!any || box.upper[d] > all.box.upper[d]) all.box.upper[d] = box.upper[d];
    }
    any = true;
  }
  return all;
}

static size_t bytes_of(const rectangle *r)
{
  if (r->box.upper[2] < r->box.lower[2]) return 0;
  return (size_t)length(&r->box, 0) * (size_t)length(&r->box, 1) * (size_t)length(&r->box, 2) * sizeof(double);
}

/* A rectangle as a field in the numbers of the level. */
static vf_field field_of(const rectangle *r)
{
  const vf_box *box = &r->box;
  vf_field field = { .row = length(box, 0), .plane = (ptrdiff_t)length(box, 0) * length(box, 1) };
  field.at = r->at - (box->lower[0] + box->lower[1] * field.row + box->lower[2] * field.plane);
  return field;
}

/* Elements of a rectangle as a piece. */
static vfi_piece piece_of(const rectangle *r, const vf_box *box)
{
  const vf_field field = field_of(r);
  vfi_piece piece = { .type = VF_REAL64, .row = field.row, .plane = field.plane };
  piece.at = field.at + box->lower[0] + box->lower[1] * field.row + box->lower[2] * field.plane;
  for (int d = 0; d < 3; d++) {
    piece.first[d] = box->lower[d];
    piece.size[d] = length(box, d);
  }
  return piece;
}

/* The parts of this rank's own pieces in a range of planes; returns their number. */
static int own_pieces(const vf_multigrid *solver, range planes, vfi_piece *pieces)
{
  int count = 0;
  for (int b = 0; b < solver->box_count; b++) {
    vfi_piece piece = solver->pieces[b];
    const int low = planes.first > piece.first[2] ? planes.first - piece.first[2] : 0;
    const int end = piece.first[2] + piece.size[2], high = end > planes.last ? end - planes.last : 0;
    if (low + high >= piece.size[2]) continue;
    piece.at = (char *)piece.at + low * piece.plane * (ptrdiff_t)vfi_type_size(piece.type);
    piece.first[2] += low;
    piece.size[2] -= low + high;
    pieces[count++] = piece;
  }
  return count;
}

/* One round: the rectangles to and from each rank, in staging memory. */
typedef struct traffic {
  rectangle *boxes, *slabs; /* [ranks] boxes: the cells of this rank's boxes in the slab of rank r; slabs: the cells of
                               the boxes of rank r in this rank's slab */
  size_t bytes;             /* of all rectangles */
} traffic;

static void plan_round(const vf_multigrid *solver, int direction, int round, traffic *t)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  const int me = ranks->wire.rank;
  const range own = in_round(solver, me, direction, round);
  double *at = ranks->staging;
  t->bytes = 0;
  for (int r = 0; r < ranks->wire.ranks; r++) {
    const rectangle nothing = { .box = { { 0, 0, 0 }, { -1, -1, -1 } } };
    t->boxes[r] = r == me ? nothing : spanned(solver, me, direction, in_round(solver, r, direction, round));
    t->slabs[r] = r == me ? nothing : spanned(solver, r, direction, own);
    rectangle *const both[2] = { &t->boxes[r], &t->slabs[r] };
    for (int b = 0; b < 2; b++) {
      both[b]->at = at;
      if (at) at += bytes_of(both[b]) / sizeof *at;
      t->bytes += bytes_of(both[b]);
    }
  }
}

static int list_parcels(const vfi_wire *wire, const rectangle *rectangles, vfi_parcel *parcels)
{
  int count = 0;
  for (int r = 0; r < wire->ranks; r++)
    if (bytes_of(&rectangles[r])) parcels[count++] = (vfi_parcel){ r, rectangles[r].at, bytes_of(&rectangles[r]) };
  return count;
}

static vf_status make_staging(vf_multigrid *solver, size_t bytes)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  const vf_backend *backend = ranks->inner.backend;
  if (bytes <= ranks->staging_bytes) return VF_OK;
  int code = ranks->staging ? backend->queue_wait(ranks->inner.queue) : 0;
  if (!code && ranks->staging) code = backend->release(ranks->staging);
  ranks->staging = NULL;
  ranks->staging_bytes = 0;
  if (!code) code = backend->allocate(&ranks->staging, bytes);
  if (code) ranks->staging = NULL;
  else ranks->staging_bytes = bytes;
  return code ? vfi_solver_status(solver, code, "memory between boxes and slabs") : VF_OK;
}

static vf_status swap_round(vf_multigrid *solver, const rectangle *out, const rectangle *in, vfi_parcel *parcels)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  const vfi_wire *wire = &ranks->wire;
  const int outs = list_parcels(wire, out, parcels);
  const int ins = list_parcels(wire, in, parcels + outs);
  return wire->swap(wire->state, &ranks->inner, "boxes of vf_multigrid", parcels, outs, parcels + outs, ins);
}

/* A round from the boxes to this rank's slab. pieces: room for all boxes. */
static vf_status gather_round(vf_multigrid *solver, int direction, int round, const traffic *t, vf_field to,
                              vfi_piece *pieces, vfi_parcel *parcels)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  vfi_engine *inner = &ranks->inner;
  int code = 0;
  for (int r = 0; r < ranks->wire.ranks && !code; r++) {
    if (!bytes_of(&t->boxes[r])) continue;
    const int count = own_pieces(solver, in_round(solver, r, direction, round), pieces);
    code = inner->ops->gather(inner, field_of(&t->boxes[r]), pieces, count);
  }
  vf_status status = code ? vfi_solver_status(solver, code, "packing boxes") : VF_OK;
  if (!status) status = swap_round(solver, t->boxes, t->slabs, parcels);
  if (status) return status;
  const range own = in_round(solver, ranks->wire.rank, direction, round);
  int count = own_pieces(solver, own, pieces);
  for (int b = 0; b < ranks->box_count; b++) {
    const vfi_owned_box *owned = &ranks->boxes[b];
    vf_box box;
    if (owned->owner != ranks->wire.rank && elements_of(solver, owned, direction, own, &box))
      pieces[count++] = piece_of(&t->slabs[owned->owner], &box);
  }
  code = inner->ops->gather(inner, to, pieces, count);
  return code ? vfi_solver_status(solver, code, "unpacking boxes") : VF_OK;
}

static vf_status scatter_round(vf_multigrid *solver, int round, const traffic *t, vf_field from, vfi_piece *pieces,
                               vfi_parcel *parcels)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  vfi_engine *inner = &ranks->inner;
  int count = own_pieces(solver, in_round(solver, ranks->wire.rank, -1, round), pieces);
  int code = inner->ops->scatter(inner, from, pieces, count);
  count = 0;
  for (int r = 0; r < ranks->wire.ranks; r++)
    if (bytes_of(&t->slabs[r])) pieces[count++] = piece_of(&t->slabs[r], &t->slabs[r].box);
  if (!code) code = inner->ops->scatter(inner, from, pieces, count);
  vf_status status = code ? vfi_solver_status(solver, code, "packing the solution") : VF_OK;
  if (!status) status = swap_round(solver, t->slabs, t->boxes, parcels);
  for (int r = 0; r < ranks->wire.ranks && !status && !code; r++) {
    if (!bytes_of(&t->boxes[r])) continue;
    count = own_pieces(solver, in_round(solver, r, -1, round), pieces);
    code = inner->ops->scatter(inner, field_of(&t->boxes[r]), pieces, count);
  }
  return code && !status ? vfi_solver_status(solver, code, "unpacking the solution") : status;
}

/* Lists for one round at a time. */
struct vfi_transfer_lists {
  traffic traffic;
  vfi_piece *pieces; /* [boxes + ranks] */
};

vf_status vfi_ranks_transfers_begin(vf_multigrid *solver)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  const size_t count = (size_t)ranks->wire.ranks;
  ranks->transfers = calloc(1, sizeof *ranks->transfers);
  if (ranks->transfers) {
    traffic *t = &ranks->transfers->traffic;
    t->boxes = calloc(2 * count, sizeof *t->boxes);
    t->slabs = t->boxes ? t->boxes + count : NULL;
    ranks->transfers->pieces = calloc((size_t)ranks->box_count + count, sizeof *ranks->transfers->pieces);
    if (t->boxes && ranks->transfers->pieces) return VF_OK;
  }
  return vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory for %d boxes", ranks->box_count);
}

void vfi_ranks_transfers_end(vfi_ranks *ranks)
{
  if (!ranks->transfers) return;
  free(ranks->transfers->traffic.boxes);
  free(ranks->transfers->pieces);
  free(ranks->transfers);
  ranks->transfers = NULL;
}

vf_status vfi_ranks_transfers_room(vf_multigrid *solver, int face_direction)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  if (!ranks) return VF_OK;
  traffic *t = &ranks->transfers->traffic;
  size_t most = 0;
  for (int round = 0; round < rounds_of(solver, face_direction); round++) {
    plan_round(solver, face_direction, round, t);
    if (t->bytes > most) most = t->bytes;
  }
  return make_staging(solver, most);
}

static vf_status move(vf_multigrid *solver, int direction, vf_field field, bool inward)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  const int rounds = rounds_of(solver, direction);
  traffic *t = &ranks->transfers->traffic;
  vfi_piece *const pieces = ranks->transfers->pieces;
  vf_status status = VF_OK;
  for (int round = 0; round < rounds && !status; round++) {
    plan_round(solver, direction, round, t);
    status = inward ? gather_round(solver, direction, round, t, field, pieces, ranks->parcels)
                    : scatter_round(solver, round, t, field, pieces, ranks->parcels);
  }
  return status;
}

vf_status vfi_ranks_gather_boxes(vf_multigrid *solver, int face_direction, vf_field to)
{
  if (solver->levels[0].slab) vfi_ranks_changed(&solver->levels[0], to);
  return move(solver, face_direction, to, true);
}

/* If every rank has all planes, each rank copies its boxes without messages. */
vf_status vfi_ranks_scatter_boxes(vf_multigrid *solver, vf_field from)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  if (ranks->cut) return move(solver, -1, from, false);
  const int code = ranks->inner.ops->scatter(&ranks->inner, from, solver->pieces, solver->box_count);
  return code ? vfi_solver_status(solver, code, "writing phi") : VF_OK;
}

void vfi_ranks_settle(vf_multigrid *solver)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  ranks->settled = true;
  for (int b = 0; b < ranks->box_count; b++) {
    const vfi_owned_box *owned = &ranks->boxes[b];
    for (int r = 0; r < ranks->wire.ranks; r++) {
      const range planes = planes_of(solver, r, -1);
      const bool meets = owned->box.lower[2] < planes.last && owned->box.upper[2] >= planes.first;
      ranks->settled = ranks->settled && (r == owned->owner || !meets);
    }
  }
}

void vfi_ranks_transfer_bytes(const vf_multigrid *solver, size_t *put, size_t *take)
{
  const vfi_ranks *ranks = vfi_ranks_of(solver);
  const int me = ranks->wire.rank;
  for (int round = 0; round < rounds_of(solver, -1); round++)
    for (int r = 0; r < ranks->wire.ranks; r++) {
      if (r == me) continue;
      const rectangle out = spanned(solver, me, -1, in_round(solver, r, -1, round));
      const rectangle in = spanned(solver, r, -1, in_round(solver, me, -1, round));
      /* the solution goes both ways */
      const size_t bytes = bytes_of(&out) > bytes_of(&in) ? bytes_of(&out) : bytes_of(&in);
      if (bytes > put[r]) put[r] = bytes;
      if (bytes > take[r]) take[r] = bytes;
    }
}

vf_status vfi_ranks_merge_layer(vf_multigrid *solver, double *layer, size_t count)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  const vfi_engine *inner = &ranks->inner;
  const size_t bytes = count * sizeof *layer, all = (size_t)ranks->wire.ranks * count;
  double *list = vfi_ranks_list(ranks, bytes + all * sizeof *list);
  int code = list ? inner->backend->copy_to_host(list + all, layer, bytes, inner->queue) : 0;
  if (list && !code) code = inner->backend->queue_wait(inner->queue);
  vf_status status = !list  ? vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_solve: no host memory for walls")
                     : code ? vfi_solver_status(solver, code, "reading walls")
                            : VF_OK;
  status = vfi_ranks_agree(solver, "walls of vf_multigrid_solve", status);
  if (!status) status = vfi_ranks_gather(ranks, "walls of vf_multigrid_solve", list + all, bytes, list);
  if (status) return status;
  /* The bits of a number meet only zeros. */
  uint64_t *words = (uint64_t *)list;
  for (size_t w = count; w < all; w++) words[w % count] |= words[w];
  code = inner->backend->copy_to_device(layer, list, bytes, inner->queue);
  if (!code) code = inner->backend->queue_wait(inner->queue);
  return code ? vfi_solver_status(solver, code, "reading walls") : VF_OK;
}
