#include "set.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "error.h"
#include "hooks.h"
#include "region.h"
#include "text.h"

vfi_set_state *vfi_set_of(const vf_view *view)
{
  const vfi_operand *operand = vfi_handle_operand(view);
  return operand ? operand->set : NULL;
}

/* Frees everything of a set except its views. */
static void free_set(vfi_set_state *set)
{
  vf_context *context = set->operand.context;
  if (set->tables.block) {
    vfi_context_select(context);
    context->backend->queue_wait(vfi_context_queue(context)); /* queued kernels may still use the tables */
    context->backend->release(set->tables.block);
  }
  vfi_wiring.set_ends(set);
  free(set->boxes);
  free(set->views);
  free(set->operand.records);
  free(set->operand.arrays);
  free(set->operand.ranges);
  free(set->operand.whole);
  free(set);
}

static void drop(vfi_set_state *set)
{
  for (int b = 0; b < set->operand.count; b++) vfi_record_drop(set->views[b]);
  free_set(set);
}

void vfi_set_end(vf_view *handle)
{
  vfi_set_state *set = vfi_set_of(handle);
  vfi_handle_give(handle);
  drop(set);
}

static vf_status allocate(vf_context *context, const vf_box *boxes, int count, const char *label, vfi_set_state **made)
{
  const size_t room = count ? (size_t)count : 1;
  vfi_set_state *set = calloc(1, sizeof *set);
  if (!set) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the set '%s' of %d boxes", label, count);
  vfi_text_copy_label(set->label, sizeof set->label, label);
  vfi_operand *operand = &set->operand;
  *operand = (vfi_operand){ .label = set->label,
                            .context = context,
                            .type = VF_REAL64,
                            .step = 1,
                            .records = calloc(room, sizeof *operand->records),
                            .arrays = calloc(room, sizeof *operand->arrays),
                            .ranges = calloc(room, sizeof *operand->ranges),
                            .whole = calloc(room, sizeof *operand->whole),
                            .set = set };
  set->boxes = malloc(room * sizeof *set->boxes);
  set->views = calloc(room, sizeof *set->views);
  set->components = 1;
  if (!set->boxes || !set->views || !operand->records || !operand->arrays || !operand->ranges || !operand->whole) {
    free_set(set);
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for the set '%s' of %d boxes", label, count);
  }
  if (count) memcpy(set->boxes, boxes, (size_t)count * sizeof *boxes);
  *made = set;
  return VF_OK;
}

static vf_status check_view(const vfi_operand *set, const vfi_record *record)
{
  const vfi_record *first = set->records[0];
  const char *label = set->label;
  if (record->array->context != set->context)
    return vfi_fail(VF_ERROR_CONTEXT, "set '%s': '%s' belongs to a context on %s, and the set to a context on %s",
                    label, record->label, record->array->context->name, set->context->name);
  if (record->axes.rank)
    return vfi_fail(VF_ERROR_ARGUMENT, "set '%s': '%s' has axes with names; the views of a set have none", label,
                    record->label);
  if (record->array->type != first->array->type)
    return vfi_fail(VF_ERROR_KIND, "set '%s': '%s' is %s and '%s' is %s", label, first->label,
                    vfi_type_name(first->array->type), record->label, vfi_type_name(record->array->type));
  if (record->lower[3] != first->lower[3] || record->upper[3] != first->upper[3])
    return vfi_fail(VF_ERROR_COMPONENT, "set '%s': '%s' has components %lld:%lld and '%s' has %lld:%lld", label,
                    first->label, (long long)first->lower[3], (long long)first->upper[3], record->label,
                    (long long)record->lower[3], (long long)record->upper[3]);
  return VF_OK;
}

static int by_address(const void *p, const void *q)
{
  const vfi_operand_range *a = p, *b = q;
  return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Two boxes that are worked on at the same time must not write one element. */
static vf_status check_distinct(const vfi_operand *set)
{
  const vfi_operand_range *before = NULL;
  for (const vfi_operand_range *range = set->ranges; range < set->ranges + set->count; range++) {
    if (range->begin == range->end) continue;
    if (before && range->begin < before->end)
      return vfi_fail(VF_ERROR_OVERLAP, "set '%s': '%s' and '%s' share elements", set->label,
                      set->records[before->place]->label, set->records[range->place]->label);
    before = range;
  }
  return VF_OK;
}

/* Takes views of its own on the arrays of the views that are given. */
static vf_status fill(vfi_set_state *set, vf_view *const views[], int count)
{
  vfi_operand *operand = &set->operand;
  vf_status status = VF_OK;
  for (int b = 0; b < count && !status; b++) {
    const vfi_record *given = vfi_record_get(views[b], "vf_set_wrap");
    status = given ? vfi_record_share(given, &set->views[b]) : VF_ERROR_NULL;
    if (status) break;
    vfi_record *record = vfi_record_get(set->views[b], "vf_set_wrap");
    record->in_set = true;
    operand->count = b + 1;
    operand->records[b] = record;
    operand->arrays[b] = record->array;
    operand->ranges[b] = record->range;
    operand->ranges[b].place = b;
    status = check_view(operand, record);
  }
  if (status || count == 0) return status;
  operand->type = operand->arrays[0]->type;
  set->components = vfi_record_extent(operand->records[0], 3);
  for (int b = 0; b < count; b++) {
    const int rank = operand->records[b]->rank < 3 ? operand->records[b]->rank : 3;
    if (rank > set->rank) set->rank = rank;
  }
  qsort(operand->ranges, (size_t)count, sizeof *operand->ranges, by_address);
  return check_distinct(operand);
}

static vf_status check_boxes(const vf_box *boxes, int count, const char *label)
{
  char text[VF_RANGE_TEXT];
  for (int b = 0; b < count; b++) {
    const char *obstacle = vfi_box_is_empty(&boxes[b]) ? NULL : vfi_box_obstacle_alone(&boxes[b]);
    if (obstacle) return vfi_fail(VF_ERROR_BOX, "set '%s': box %s %s", label, vfi_box_text(text, &boxes[b]), obstacle);
  }
  return VF_OK;
}

vf_status vf_set_wrap(vf_context *context, const vf_box *boxes, int box_count, vf_view *const views[],
                      const char *label, vf_set **set)
{
  if (!label) label = "unnamed";
  if (!set) return vfi_fail(VF_ERROR_NULL, "vf_set_wrap '%s': set is NULL", label);
  *set = NULL;
  if (box_count < 0) return vfi_fail(VF_ERROR_ARGUMENT, "vf_set_wrap '%s': %d boxes", label, box_count);
  if (box_count && (!boxes || !views))
    return vfi_fail(VF_ERROR_NULL, "vf_set_wrap '%s': %s is NULL", label, boxes ? "views" : "boxes");
  vf_status status = check_boxes(boxes, box_count, label);
  if (!status) status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  vfi_set_state *made = NULL;
  status = allocate(context, boxes, box_count, label, &made);
  if (!status) status = fill(made, views, box_count);
  if (!status) status = vfi_handle_take(&made->operand, label, set);
  if (status && made) drop(made);
  vfi_unlock();
  return status;
}

/* The description of the arrays of a created set. */
typedef struct shape {
  vf_type type;
  int rank, components; /* directions of the field */
  const int *ghosts;    /* [3] */
  int face;
  bool plain; /* as many directions in the arrays, where there is one component */
} shape;

/* Array of one box of a created set. */
static vf_status create_view(vf_context *context, const vf_box *box, const shape *field, const char *label,
                             vf_view **view)
{
  int64_t extents[4] = { 0, 0, 0, field->components };
  int lower[4] = { 0, 0, 0, 1 };
  char text[VF_RANGE_TEXT];
  for (int d = 0; d < 3; d++) {
    const int ghosts = field->ghosts[d];
    const int64_t cells = (int64_t)box->upper[d] - box->lower[d] + 1, first = (int64_t)box->lower[d] - ghosts;
    if (d >= field->rank && (box->lower[d] != 1 || box->upper[d] != 1))
      return vfi_fail(VF_ERROR_BOX, "vf_set_create '%s': box %s of a field of rank %d is not 1:1 in direction %d",
                      label, vfi_box_text(text, box), field->rank, d + 1);
    extents[d] = (cells > 0 ? cells : 0) + 2 * (int64_t)ghosts + (field->face == d + 1);
    if (first < INT_MIN || first + extents[d] - 1 > INT_MAX)
      return vfi_fail(VF_ERROR_BOX, "vf_set_create '%s': box %s with %d ghosts has elements beyond the integers", label,
                      vfi_box_text_in(text, box, field->rank), ghosts);
    lower[d] = (int)first;
  }
  return vf_view_create(context, field->type, field->plain && field->components == 1 ? field->rank : 4, extents, lower,
                        label, view);
}

static vf_status check_shape(const shape *field, int box_count, const char *label)
{
  const int *ghosts = field->ghosts;
  if (field->rank < 1 || field->rank > 3)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_set_create '%s': a field of rank %d; it may be 1 to 3", label, field->rank);
  for (int d = field->rank; d < 3; d++)
    if (ghosts[d])
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_set_create '%s': %d ghosts in direction %d of a field of rank %d", label,
                      ghosts[d], d + 1, field->rank);
  for (int d = 0; d < field->rank; d++)
    if (box_count < 0 || field->components < 1 || ghosts[d] < 0 || field->face < 0 || field->face > field->rank)
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_set_create '%s': %d boxes, %d components, %d ghosts, face %d", label,
                      box_count, field->components, ghosts[d], field->face);
  return VF_OK;
}

static vf_status create(vf_context *context, const vf_box *boxes, int box_count, const shape *field, const char *label,
                        vf_set **set)
{
  if (!label) label = "unnamed";
  if (!set) return vfi_fail(VF_ERROR_NULL, "vf_set_create '%s': set is NULL", label);
  *set = NULL;
  vf_status status = check_shape(field, box_count, label);
  if (status) return status;
  if (box_count && !boxes) return vfi_fail(VF_ERROR_NULL, "vf_set_create '%s': boxes is NULL", label);
  status = check_boxes(boxes, box_count, label);
  if (status) return status;
  vf_view **views = calloc(box_count ? (size_t)box_count : 1, sizeof *views);
  if (!views) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the set '%s' of %d boxes", label, box_count);
  for (int b = 0; b < box_count && !status; b++) status = create_view(context, &boxes[b], field, label, &views[b]);
  if (!status) status = vf_set_wrap(context, boxes, box_count, views, label, set);
  if (!status) {
    vfi_set_state *made = vfi_set_of(*set);
    made->operand.type = field->type;
    made->components = field->components;
    made->rank = field->rank;
  }
  /* The set shares the arrays; the text of a failure above stays, since these releases cannot fail. */
  for (int b = 0; b < box_count; b++)
    if (views[b]) vf_view_release(&views[b], true);
  free(views);
  return status;
}

vf_status vf_set_create(vf_context *context, const vf_box *boxes, int box_count, vf_type type, int components,
                        int ghosts, int face, const char *label, vf_set **set)
{
  const int all[3] = { ghosts, ghosts, ghosts };
  const shape field = { .type = type, .rank = 3, .components = components, .ghosts = all, .face = face };
  return create(context, boxes, box_count, &field, label, set);
}

vf_status vf_set_create_by_direction(vf_context *context, const vf_box *boxes, int box_count, vf_type type, int rank,
                                     int components, const int ghosts[3], int face, const char *label, vf_set **set)
{
  if (!ghosts)
    return vfi_fail(VF_ERROR_NULL, "vf_set_create_by_direction '%s': ghosts is NULL", label ? label : "unnamed");
  const shape field = { type, rank, components, ghosts, face, true };
  return create(context, boxes, box_count, &field, label, set);
}

vf_status vf_set_size(const vf_view *view, bool *is_set, int *box_count)
{
  vfi_lock();
  const vfi_operand *operand = vfi_handle_get(view, "vf_set_size");
  if (operand && is_set) *is_set = operand->set != NULL;
  if (operand && box_count) *box_count = operand->count;
  vfi_unlock();
  return operand ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_set_view(vf_set *handle, int b, vf_box *box, vf_view **view)
{
  vfi_lock();
  const vfi_operand *operand = vfi_handle_get(handle, "vf_set_view");
  const vfi_set_state *set = operand ? operand->set : NULL;
  vf_status status = operand ? VF_OK : VF_ERROR_NULL;
  if (operand && !set) status = vfi_fail(VF_ERROR_ARGUMENT, "vf_set_view: '%s' is a view, not a set", operand->label);
  else if (set && (b < 0 || b >= operand->count))
    status = vfi_fail(VF_ERROR_ARGUMENT, "vf_set_view: place %d of '%s', which has %d boxes", b, operand->label,
                      operand->count);
  if (!status && box) *box = set->boxes[b];
  if (!status && view) *view = set->views[b];
  vfi_unlock();
  return status;
}
