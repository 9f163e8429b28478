#include "tiles.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/region.h"
#include "../core/set.h"
#include "../core/text.h"
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
  const char *text = vfi_box_obstacle_alone(box);
  if (text || (length(box, 1) + 2) * (length(box, 2) + 2) <= VF_INDEX_LIMIT) return text;
  return "has more than the 2013265920 rows that a solver walks";
}

/* Boxes are sorted by lower[2]: only boxes that begin before a box ends can meet this box. */
static vf_status check_disjoint(const vf_box *sorted, int count)
{
  char p_text[VF_RANGE_TEXT], q_text[VF_RANGE_TEXT];
  for (int p = 0; p < count; p++)
    for (int q = p + 1; q < count && sorted[q].lower[2] <= sorted[p].upper[2]; q++)
      if (vfi_boxes_meet(&sorted[p], &sorted[q]))
        return vfi_fail(VF_ERROR_BOX, "vf_multigrid_create: boxes %s and %s overlap", vfi_box_text(p_text, &sorted[p]),
                        vfi_box_text(q_text, &sorted[q]));
  return VF_OK;
}

vf_status vfi_tiles_create(vf_multigrid *solver, const vf_box *boxes, int count)
{
  char text[VF_RANGE_TEXT];
  if (count < 1) return vfi_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: %d boxes", count);
  if (!boxes) return vfi_fail(VF_ERROR_NULL, "vf_multigrid_create: boxes is NULL");
  vf_box *domain = &solver->domain;
  *domain = boxes[0];
  int64_t sum = 0;
  for (int b = 0; b < count; b++) {
    for (int d = 0; d < 3; d++) {
      if (boxes[b].upper[d] < boxes[b].lower[d])
        return vfi_fail(VF_ERROR_BOX, "vf_multigrid_create: box %s is empty", vfi_box_text(text, &boxes[b]));
      if (boxes[b].lower[d] < domain->lower[d]) domain->lower[d] = boxes[b].lower[d];
      if (boxes[b].upper[d] > domain->upper[d]) domain->upper[d] = boxes[b].upper[d];
    }
    if (obstacle(domain))
      return vfi_fail(VF_ERROR_BOX, "vf_multigrid_create: box %s %s", vfi_box_text(text, domain), obstacle(domain));
  }
  /* A larger sum means an overlap, which is looked for below. The loop ends early, so the sum does not overflow. */
  for (int b = 0; b < count && sum <= cells(domain); b++) sum += cells(&boxes[b]);
  solver->boxes = malloc((size_t)count * sizeof *solver->boxes);
  solver->pieces = malloc((size_t)count * sizeof *solver->pieces);
  if (!solver->boxes || !solver->pieces)
    return vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory for %d boxes", count);
  solver->box_count = count;
  memcpy(solver->boxes, boxes, (size_t)count * sizeof *boxes);
  qsort(solver->boxes, (size_t)count, sizeof *boxes, by_lower_z);
  const vf_status status = check_disjoint(solver->boxes, count);
  memcpy(solver->boxes, boxes, (size_t)count * sizeof *boxes);
  if (status) return status;
  if (sum != cells(domain))
    return vfi_fail(VF_ERROR_BOX, "vf_multigrid_create: the boxes leave gaps in %s", vfi_box_text(text, domain));
  return VF_OK;
}

/* Checks the view of a piece: its type, its extents and the elements lower .. upper. */
static vf_status check_piece(const vf_multigrid *solver, const vfi_record *record, const vf_box *elements,
                             const char *argument)
{
  char needs[VF_RANGE_TEXT], has[VF_RANGE_TEXT];
  const vf_type type = record->array->type;
  if (!vfi_type_is_real(type))
    return vfi_fail(VF_ERROR_KIND, "%s: '%s' is %s, not real32 or real64", argument, record->label,
                    vfi_type_name(type));
  if (vfi_record_extent(record, 3) != 1)
    return vfi_fail(VF_ERROR_COMPONENT, "%s: '%s' has %lld components; take one with a component view", argument,
                    record->label, (long long)vfi_record_extent(record, 3));
  if (record->array->context != solver->engine.context)
    return vfi_fail(VF_ERROR_CONTEXT, "%s: '%s' belongs to another context than the solver", argument, record->label);
  for (int d = 0; d < 3; d++)
    if (elements->lower[d] < record->lower[d] || elements->upper[d] > record->upper[d])
      return vfi_fail(VF_ERROR_BOX, "%s: the solver needs elements %s of '%s', which spans %s", argument,
                      vfi_box_text(needs, elements), record->label,
                      vfi_range_text(has, 3, record->lower, record->upper));
  return VF_OK;
}

/* Views of one call as pieces: a list of views, or a set, whose arrays move together. */
typedef struct source {
  vf_view *const *views;
  const vfi_operand *set; /* NULL: views */
  vf_intent intent;
  const char *argument;
} source;

/* Describes the elements of box b's view, in the view's own indices, as a piece; the caller sets first. Lock held. */
static vf_status piece_of(const vf_multigrid *solver, const source *from, int b, const vf_box *elements,
                          vfi_piece *piece)
{
  vfi_record *record = from->set ? from->set->records[b] : vfi_record_get(from->views[b], from->argument);
  vf_status status = record ? check_piece(solver, record, elements, from->argument) : VF_ERROR_NULL;
  if (!status && !from->set) {
    status = vfi_operand_prepare(&record->operand, VF_DEVICE, from->intent, NULL);
    if (!status) vfi_operand_commit(&record->operand, VF_DEVICE, from->intent);
  }
  if (status) return status;
  piece->type = record->array->type;
  piece->row = (ptrdiff_t)vfi_record_stride(record, 1);
  piece->plane = (ptrdiff_t)vfi_record_stride(record, 2);
  const ptrdiff_t offset = (ptrdiff_t)(elements->lower[0] - record->lower[0]) +
                           (ptrdiff_t)(elements->lower[1] - record->lower[1]) * piece->row +
                           (ptrdiff_t)(elements->lower[2] - record->lower[2]) * piece->plane;
  piece->at = vfi_record_address(record, VF_DEVICE) + offset * (ptrdiff_t)vfi_type_size(piece->type);
  for (int d = 0; d < 3; d++) piece->size[d] = elements->upper[d] - elements->lower[d] + 1;
  return VF_OK;
}

int vfi_tiles_given(const vf_multigrid *solver, vf_view *const views[])
{
  vfi_lock();
  const bool set = solver->box_count && vfi_set_of(views[0]);
  vfi_unlock();
  return set ? 1 : solver->box_count;
}

/* Lock held. */
static vf_status open_source(const vf_multigrid *solver, vf_view *const *views, vf_intent intent, const char *argument,
                             source *from)
{
  *from = (source){ views, NULL, intent, argument };
  if (solver->box_count == 0) return VF_OK; /* a rank without boxes */
  if (!views) return vfi_fail(VF_ERROR_NULL, "%s is NULL", argument);
  vfi_set_state *set = vfi_set_of(views[0]);
  if (!set) return VF_OK;
  vfi_operand *operand = &set->operand;
  if (operand->context != solver->engine.context)
    return vfi_fail(VF_ERROR_CONTEXT, "%s: '%s' belongs to another context than the solver", argument, operand->label);
  if (operand->count != solver->box_count ||
      memcmp(set->boxes, solver->boxes, (size_t)operand->count * sizeof *set->boxes))
    return vfi_fail(VF_ERROR_BOX, "%s: the %d boxes of '%s' are not the %d of the solver in their order", argument,
                    operand->count, operand->label, solver->box_count);
  from->set = operand;
  return vfi_operand_prepare(operand, VF_DEVICE, intent, NULL);
}

static vf_status pieces(vf_multigrid *solver, const source *from, vfi_centring centring)
{
  vf_status status = VF_OK;
  for (int b = 0; b < solver->box_count && !status; b++) {
    vf_box elements = solver->boxes[b];
    const int d = (int)centring - 1;
    /* The last face of a direction belongs to the boxes at the domain's side; every other face
     * belongs to the box above it. */
    if (d >= 0 && elements.upper[d] == solver->domain.upper[d]) elements.upper[d]++;
    status = piece_of(solver, from, b, &elements, &solver->pieces[b]);
    for (int e = 0; e < 3; e++) solver->pieces[b].first[e] = elements.lower[e] - solver->domain.lower[e];
  }
  return status;
}

vf_status vfi_tiles_pieces(vf_multigrid *solver, vf_view *const views[], vfi_centring centring, vf_intent intent,
                           const char *argument)
{
  source from;
  vfi_lock();
  vf_status status = open_source(solver, views, intent, argument, &from);
  if (!status) status = pieces(solver, &from, centring);
  if (!status && from.set) vfi_operand_commit(from.set, VF_DEVICE, intent);
  vfi_unlock();
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
    vfi_piece *piece = &solver->pieces[(*count)++];
    status = piece_of(solver, from, b, &elements, piece);
    for (int e = 0; e < 3; e++) piece->first[e] = e == d ? 0 : elements.lower[e] - solver->domain.lower[e];
  }
  return status;
}

vf_status vfi_tiles_ghosts(vf_multigrid *solver, vf_view *const views[], int face, const char *argument, int *count)
{
  source from;
  *count = 0;
  vfi_lock();
  vf_status status = open_source(solver, views, VF_READ, argument, &from);
  if (!status) status = ghosts(solver, &from, face, count);
  if (!status && from.set) vfi_operand_commit(from.set, VF_DEVICE, VF_READ);
  vfi_unlock();
  return status;
}

vf_status vfi_tiles_gather(vf_multigrid *solver, vf_view *const views[], vfi_centring centring, vf_field to,
                           const char *argument)
{
  vf_status status = vfi_tiles_pieces(solver, views, centring, VF_READ, argument);
  if (!status) status = vfi_ranks_transfers_room(solver, (int)centring - 1);
  status = vfi_ranks_agree(solver, argument, status);
  if (status) return status;
  if (vfi_ranks_of(solver)) return vfi_ranks_gather_boxes(solver, (int)centring - 1, to);
  const int code = solver->engine.ops->gather(&solver->engine, to, solver->pieces, solver->box_count);
  return code ? vfi_solver_status(solver, code, argument) : VF_OK;
}

vf_status vfi_tiles_scatter(vf_multigrid *solver, vf_field from, vf_view *const views[], const char *argument)
{
  vf_status status = vfi_tiles_pieces(solver, views, VF_CELLS, VF_UPDATE, argument);
  if (!status) status = vfi_ranks_transfers_room(solver, -1);
  status = vfi_ranks_agree(solver, argument, status);
  if (status) return status;
  if (vfi_ranks_of(solver)) return vfi_ranks_scatter_boxes(solver, from);
  const int code = solver->engine.ops->scatter(&solver->engine, from, solver->pieces, solver->box_count);
  return code ? vfi_solver_status(solver, code, argument) : VF_OK;
}
