#include "tiles.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/region.h"
#include "../core/set.h"
#include "ranks/ranks.h"

static int by_lower_z(const void *p, const void *q)
{
  const vf_box *a = p, *b = q;
  return (a->lower[2] > b->lower[2]) - (a->lower[2] < b->lower[2]);
}

static int64_t length(const vf_box *box, int d) { return (int64_t)box->upper[d] - box->lower[d] + 1; }

static int64_t cells(const vf_box *box) { return length(box, 0) * length(box, 1) * length(box, 2); }

/* Engines number the rows of a level and of its ghosts in int. */
static const char *obstacle(const vf_box *box)
{
  const char *text = vf_box_obstacle_alone(box);
  if (text || (length(box, 1) + 2) * (length(box, 2) + 2) <= VF_INDEX_LIMIT) return text;
  return "has more than the 2013265920 rows that a solver walks";
}

/* Boxes sorted by lower[2]: only those that begin before one ends can meet it. */
static vf_status check_disjoint(const vf_box *sorted, int count)
{
  char p_text[VF_RANGE_TEXT], q_text[VF_RANGE_TEXT];
  for (int p = 0; p < count; p++)
    for (int q = p + 1; q < count && sorted[q].lower[2] <= sorted[p].upper[2]; q++)
      if (vf_boxes_meet(&sorted[p], &sorted[q]))
        return vf_fail(VF_ERROR_BOX, "vf_multigrid_create: boxes %s and %s overlap", vf_box_text(p_text, &sorted[p]),
                       vf_box_text(q_text, &sorted[q]));
  return VF_OK;
}

vf_status vf_tiles_create(vf_multigrid *solver, const vf_box *boxes, int count)
{
  char text[VF_RANGE_TEXT];
  if (count < 1) return vf_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: %d boxes", count);
  if (!boxes) return vf_fail(VF_ERROR_NULL, "vf_multigrid_create: boxes is NULL");
  vf_box *domain = &solver->domain;
  *domain = boxes[0];
  int64_t sum = 0;
  for (int b = 0; b < count; b++) {
    for (int d = 0; d < 3; d++) {
      if (boxes[b].upper[d] < boxes[b].lower[d])
        return vf_fail(VF_ERROR_BOX, "vf_multigrid_create: box %s is empty", vf_box_text(text, &boxes[b]));
      if (boxes[b].lower[d] < domain->lower[d]) domain->lower[d] = boxes[b].lower[d];
      if (boxes[b].upper[d] > domain->upper[d]) domain->upper[d] = boxes[b].upper[d];
    }
    if (obstacle(domain))
      return vf_fail(VF_ERROR_BOX, "vf_multigrid_create: box %s %s", vf_box_text(text, domain), obstacle(domain));
  }
  /* more than this is an overlap, which is looked for below; the sum stays countable */
  for (int b = 0; b < count && sum <= cells(domain); b++) sum += cells(&boxes[b]);
  solver->boxes = malloc((size_t)count * sizeof *solver->boxes);
  solver->pieces = malloc((size_t)count * sizeof *solver->pieces);
  if (!solver->boxes || !solver->pieces)
    return vf_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory for %d boxes", count);
  solver->box_count = count;
  memcpy(solver->boxes, boxes, (size_t)count * sizeof *boxes);
  qsort(solver->boxes, (size_t)count, sizeof *boxes, by_lower_z);
  const vf_status status = check_disjoint(solver->boxes, count);
  memcpy(solver->boxes, boxes, (size_t)count * sizeof *boxes);
  if (status) return status;
  if (sum != cells(domain))
    return vf_fail(VF_ERROR_BOX, "vf_multigrid_create: the boxes leave gaps in %s", vf_box_text(text, domain));
  return VF_OK;
}

/* Whether elements lower .. upper of a view can be a piece. */
static vf_status check_piece(const vf_multigrid *solver, const vf_record *record, const vf_box *elements,
                             const char *argument)
{
  char needs[VF_RANGE_TEXT], has[VF_RANGE_TEXT];
  const vf_type type = record->array->type;
  if (!vf_type_is_real(type))
    return vf_fail(VF_ERROR_KIND, "%s: '%s' is %s, not real32 or real64", argument, record->label, vf_type_name(type));
  if (vf_record_extent(record, 3) != 1)
    return vf_fail(VF_ERROR_COMPONENT, "%s: '%s' has %lld components; take one with a component view", argument,
                   record->label, (long long)vf_record_extent(record, 3));
  if (record->array->context != solver->engine.context)
    return vf_fail(VF_ERROR_CONTEXT, "%s: '%s' belongs to another context than the solver", argument, record->label);
  for (int d = 0; d < 3; d++)
    if (elements->lower[d] < record->lower[d] || elements->upper[d] > record->upper[d])
      return vf_fail(VF_ERROR_BOX, "%s: the solver needs elements %s of '%s', which spans %s", argument,
                     vf_box_text(needs, elements), record->label, vf_range_text(has, 3, record->lower, record->upper));
  return VF_OK;
}

/* Views of one call as pieces: a list of them, or a set, whose arrays move as one. */
typedef struct source {
  vf_view *const *views;
  const vf_operand *set; /* NULL: views */
  vf_intent intent;
  const char *argument;
} source;

/* Elements of the view of box b, in its own indices, as a piece; first is left to the caller. Lock held. */
static vf_status piece_of(const vf_multigrid *solver, const source *from, int b, const vf_box *elements,
                          vf_piece *piece)
{
  vf_record *record = from->set ? from->set->records[b] : vf_record_get(from->views[b], from->argument);
  vf_status status = record ? check_piece(solver, record, elements, from->argument) : VF_ERROR_NULL;
  if (!status && !from->set) {
    status = vf_operand_prepare(&record->operand, VF_DEVICE, from->intent, NULL);
    if (!status) vf_operand_commit(&record->operand, VF_DEVICE, from->intent);
  }
  if (status) return status;
  piece->type = record->array->type;
  piece->row = (ptrdiff_t)vf_record_stride(record, 1);
  piece->plane = (ptrdiff_t)vf_record_stride(record, 2);
  const ptrdiff_t offset = (ptrdiff_t)(elements->lower[0] - record->lower[0]) +
                           (ptrdiff_t)(elements->lower[1] - record->lower[1]) * piece->row +
                           (ptrdiff_t)(elements->lower[2] - record->lower[2]) * piece->plane;
  piece->at = vf_record_address(record, VF_DEVICE) + offset * (ptrdiff_t)vf_type_size(piece->type);
  for (int d = 0; d < 3; d++) piece->size[d] = elements->upper[d] - elements->lower[d] + 1;
  return VF_OK;
}

int vf_tiles_given(const vf_multigrid *solver, vf_view *const views[])
{
  vf_lock();
  const bool set = solver->box_count && vf_set_of(views[0]);
  vf_unlock();
  return set ? 1 : solver->box_count;
}

/* Lock held. */
static vf_status open_source(const vf_multigrid *solver, vf_view *const *views, vf_intent intent, const char *argument,
                             source *from)
{
  *from = (source){ views, NULL, intent, argument };
  if (solver->box_count == 0) return VF_OK; /* a rank without boxes */
  if (!views) return vf_fail(VF_ERROR_NULL, "%s is NULL", argument);
  vf_set_state *set = vf_set_of(views[0]);
  if (!set) return VF_OK;
  vf_operand *operand = &set->operand;
  if (operand->context != solver->engine.context)
    return vf_fail(VF_ERROR_CONTEXT, "%s: '%s' belongs to another context than the solver", argument, operand->label);
  if (operand->count != solver->box_count ||
      memcmp(set->boxes, solver->boxes, (size_t)operand->count * sizeof *set->boxes))
    return vf_fail(VF_ERROR_BOX, "%s: the %d boxes of '%s' are not the %d of the solver in their order", argument,
                   operand->count, operand->label, solver->box_count);
  from->set = operand;
  return vf_operand_prepare(operand, VF_DEVICE, intent, NULL);
}

static vf_status pieces(vf_multigrid *solver, const source *from, vf_centring centring)
{
  vf_status status = VF_OK;
  for (int b = 0; b < solver->box_count && !status; b++) {
    vf_box elements = solver->boxes[b];
    const int d = (int)centring - 1;
    /* The last face of a direction belongs to the boxes at the domain's side, the others to the box above them. */
    if (d >= 0 && elements.upper[d] == solver->domain.upper[d]) elements.upper[d]++;
    status = piece_of(solver, from, b, &elements, &solver->pieces[b]);
    for (int e = 0; e < 3; e++) solver->pieces[b].first[e] = elements.lower[e] - solver->domain.lower[e];
  }
  return status;
}

vf_status vf_tiles_pieces(vf_multigrid *solver, vf_view *const views[], vf_centring centring, vf_intent intent,
                          const char *argument)
{
  source from;
  vf_lock();
  vf_status status = open_source(solver, views, intent, argument, &from);
  if (!status) status = pieces(solver, &from, centring);
  if (!status && from.set) vf_operand_commit(from.set, VF_DEVICE, intent);
  vf_unlock();
  return status;
}

static vf_status ghosts(vf_multigrid *solver, const source *from, int face, int *count)
{
  const int d = face % 3;
  vf_status status = VF_OK;
  for (int b = 0; b < solver->box_count && !status; b++) {
    vf_box elements = solver->boxes[b];
    if (face < 3 ? elements.lower[d] != solver->domain.lower[d] : elements.upper[d] != solver->domain.upper[d])
      continue;
    elements.lower[d] = elements.upper[d] = face < 3 ? elements.lower[d] - 1 : elements.upper[d] + 1;
    vf_piece *piece = &solver->pieces[(*count)++];
    status = piece_of(solver, from, b, &elements, piece);
    for (int e = 0; e < 3; e++) piece->first[e] = e == d ? 0 : elements.lower[e] - solver->domain.lower[e];
  }
  return status;
}

vf_status vf_tiles_ghosts(vf_multigrid *solver, vf_view *const views[], int face, const char *argument, int *count)
{
  source from;
  *count = 0;
  vf_lock();
  vf_status status = open_source(solver, views, VF_READ, argument, &from);
  if (!status) status = ghosts(solver, &from, face, count);
  if (!status && from.set) vf_operand_commit(from.set, VF_DEVICE, VF_READ);
  vf_unlock();
  return status;
}

vf_status vf_tiles_gather(vf_multigrid *solver, vf_view *const views[], vf_centring centring, vf_field to,
                          const char *argument)
{
  vf_status status = vf_tiles_pieces(solver, views, centring, VF_READ, argument);
  if (!status) status = vf_ranks_transfers_room(solver, (int)centring - 1);
  status = vf_ranks_agree(solver, argument, status);
  if (status) return status;
  if (vf_ranks_of(solver)) return vf_ranks_gather_boxes(solver, (int)centring - 1, to);
  const int code = solver->engine.call->gather(&solver->engine, to, solver->pieces, solver->box_count);
  return code ? vf_solver_status(solver, code, argument) : VF_OK;
}

vf_status vf_tiles_scatter(vf_multigrid *solver, vf_field from, vf_view *const views[], const char *argument)
{
  vf_status status = vf_tiles_pieces(solver, views, VF_CELLS, VF_UPDATE, argument);
  if (!status) status = vf_ranks_transfers_room(solver, -1);
  status = vf_ranks_agree(solver, argument, status);
  if (status) return status;
  if (vf_ranks_of(solver)) return vf_ranks_scatter_boxes(solver, from);
  const int code = solver->engine.call->scatter(&solver->engine, from, solver->pieces, solver->box_count);
  return code ? vf_solver_status(solver, code, argument) : VF_OK;
}
