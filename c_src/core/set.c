#include "set.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "hooks.h"
#include "open_contexts.h"
#include "region.h"

void vf_set_free(vf_set_state *set)
{
  if (!set) return;
  if (set->tables.block) {
    vf_context_select(set->context);
    set->context->backend->queue_wait(set->context->queue); /* queued kernels may still use the tables */
    set->context->backend->release(set->tables.block);
  }
  vf_wiring.set_ends(set);
  free(set->boxes);
  free(set->views);
  free(set->records);
  free(set->arrays);
  free(set->ranges);
  free(set->whole);
  free(set);
}

static vf_status allocate(vf_context *context, const vf_box *boxes, int count, const char *label, vf_set_state **made)
{
  const size_t room = count ? (size_t)count : 1;
  vf_set_state *set = calloc(1, sizeof *set);
  *made = set;
  if (set) {
    set->context = context;
    set->boxes = malloc(room * sizeof *set->boxes);
    set->views = calloc(room, sizeof *set->views);
    set->records = calloc(room, sizeof *set->records);
    set->arrays = calloc(room, sizeof *set->arrays);
    set->ranges = calloc(room, sizeof *set->ranges);
    set->whole = calloc(room, sizeof *set->whole);
  }
  if (!set || !set->boxes || !set->views || !set->records || !set->arrays || !set->ranges || !set->whole) {
    vf_set_free(set);
    *made = NULL;
    return vf_fail(VF_ERROR_MEMORY, "no host memory for the set '%s' of %d boxes", label, count);
  }
  if (count) memcpy(set->boxes, boxes, (size_t)count * sizeof *boxes);
  return VF_OK;
}

static vf_status check_view(const vf_set_state *set, const vf_record *record, const char *label)
{
  const vf_record *first = set->records[0];
  if (record->array->context != set->context)
    return vf_fail(VF_ERROR_CONTEXT, "set '%s': '%s' belongs to a context on %s, not to that of the set on %s", label,
                   record->label, record->array->context->name, set->context->name);
  if (record->array->type != first->array->type)
    return vf_fail(VF_ERROR_KIND, "set '%s': '%s' is %s and '%s' is %s", label, first->label,
                   vf_type_name(first->array->type), record->label, vf_type_name(record->array->type));
  if (record->lower[3] != first->lower[3] || record->upper[3] != first->upper[3])
    return vf_fail(VF_ERROR_COMPONENT, "set '%s': '%s' has components %lld:%lld and '%s' has %lld:%lld", label,
                   first->label, (long long)first->lower[3], (long long)first->upper[3], record->label,
                   (long long)record->lower[3], (long long)record->upper[3]);
  return VF_OK;
}

vf_set_range vf_record_range(const vf_record *record)
{
  const char *begin = vf_record_address(record, VF_HOST);
  const size_t bytes = (size_t)vf_record_elements(record) * vf_type_size(record->array->type);
  return (vf_set_range){ .begin = begin, .end = begin + bytes };
}

static int by_address(const void *p, const void *q)
{
  const vf_set_range *a = p, *b = q;
  return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Two boxes that are worked on at the same time must not write one element. */
static vf_status check_distinct(const vf_set_state *set, const char *label)
{
  const vf_set_range *before = NULL;
  for (const vf_set_range *range = set->ranges; range < set->ranges + set->count; range++) {
    if (range->begin == range->end) continue;
    if (before && range->begin < before->end)
      return vf_fail(VF_ERROR_OVERLAP, "set '%s': '%s' and '%s' share elements", label,
                     set->records[before->place]->label, set->records[range->place]->label);
    before = range;
  }
  return VF_OK;
}

/* Takes views of its own on the arrays of the views that are given. */
static vf_status fill(vf_set_state *set, vf_view *const views[], int count, const char *label)
{
  vf_status status = VF_OK;
  for (int b = 0; b < count && !status; b++) {
    const vf_record *given = vf_record_get(views[b], "vf_set_wrap");
    status = given ? vf_record_share(given, &set->views[b]) : VF_ERROR_NULL;
    if (status) break;
    set->count = b + 1;
    set->records[b] = vf_record_get(set->views[b], "vf_set_wrap");
    set->records[b]->in_set = true;
    set->arrays[b] = set->records[b]->array;
    set->ranges[b] = vf_record_range(set->records[b]);
    set->ranges[b].place = b;
    status = check_view(set, set->records[b], label);
  }
  if (status) return status;
  set->type = count ? set->records[0]->array->type : VF_REAL64;
  set->components = count ? vf_record_extent(set->records[0], 3) : 1;
  qsort(set->ranges, (size_t)count, sizeof *set->ranges, by_address);
  return check_distinct(set, label);
}

/* Releases the first count views whatever their state; they share their arrays with views of the user. */
static void drop_views(vf_set_state *set)
{
  for (int b = 0; b < set->count; b++) vf_record_drop(set->views[b]);
  set->count = 0;
}

static vf_status check_boxes(const vf_box *boxes, int count, const char *label)
{
  char text[VF_RANGE_TEXT];
  for (int b = 0; b < count; b++) {
    const char *obstacle = vf_box_is_empty(&boxes[b]) ? NULL : vf_box_obstacle_alone(&boxes[b]);
    if (obstacle) return vf_fail(VF_ERROR_BOX, "set '%s': box %s %s", label, vf_box_text(text, &boxes[b]), obstacle);
  }
  return VF_OK;
}

vf_status vf_set_wrap(vf_context *context, const vf_box *boxes, int box_count, vf_view *const views[],
                      const char *label, vf_set **set)
{
  if (!label) label = "unnamed";
  if (!set) return vf_fail(VF_ERROR_NULL, "vf_set_wrap '%s': set is NULL", label);
  *set = NULL;
  if (box_count < 0) return vf_fail(VF_ERROR_ARGUMENT, "vf_set_wrap '%s': %d boxes", label, box_count);
  if (box_count && (!boxes || !views))
    return vf_fail(VF_ERROR_NULL, "vf_set_wrap '%s': %s is NULL", label, boxes ? "views" : "boxes");
  vf_status status = check_boxes(boxes, box_count, label);
  if (!status) status = vf_context_resolve(&context);
  if (status) return status;
  vf_lock();
  vf_set_state *made = NULL;
  status = allocate(context, boxes, box_count, label, &made);
  if (!status) status = fill(made, views, box_count, label);
  if (!status) status = vf_record_adopt_set(made, label, set);
  if (status && made) {
    drop_views(made);
    vf_set_free(made);
  }
  vf_unlock();
  return status;
}

/* Array of one box of a created set. */
static vf_status create_view(vf_context *context, const vf_box *box, vf_type type, int components, int ghosts, int face,
                             const char *label, vf_view **view)
{
  int64_t extents[4] = { 0, 0, 0, components };
  int lower[4] = { 0, 0, 0, 1 };
  char text[VF_RANGE_TEXT];
  for (int d = 0; d < 3; d++) {
    const int64_t cells = (int64_t)box->upper[d] - box->lower[d] + 1, first = (int64_t)box->lower[d] - ghosts;
    extents[d] = (cells > 0 ? cells : 0) + 2 * (int64_t)ghosts + (face == d + 1);
    if (first < INT_MIN || first + extents[d] - 1 > INT_MAX)
      return vf_fail(VF_ERROR_BOX, "vf_set_create '%s': box %s with %d ghosts has elements beyond the integers", label,
                     vf_box_text(text, box), ghosts);
    lower[d] = (int)first;
  }
  return vf_view_create(context, type, 4, extents, lower, label, view);
}

vf_status vf_set_create(vf_context *context, const vf_box *boxes, int box_count, vf_type type, int components,
                        int ghosts, int face, const char *label, vf_set **set)
{
  if (!label) label = "unnamed";
  if (!set) return vf_fail(VF_ERROR_NULL, "vf_set_create '%s': set is NULL", label);
  *set = NULL;
  if (box_count < 0 || components < 1 || ghosts < 0 || face < 0 || face > 3)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_set_create '%s': %d boxes, %d components, %d ghosts, face %d", label,
                   box_count, components, ghosts, face);
  if (box_count && !boxes) return vf_fail(VF_ERROR_NULL, "vf_set_create '%s': boxes is NULL", label);
  const vf_status fits = check_boxes(boxes, box_count, label);
  if (fits) return fits;
  vf_view **views = calloc(box_count ? (size_t)box_count : 1, sizeof *views);
  if (!views) return vf_fail(VF_ERROR_MEMORY, "no host memory for the set '%s' of %d boxes", label, box_count);
  vf_status status = VF_OK;
  for (int b = 0; b < box_count && !status; b++)
    status = create_view(context, &boxes[b], type, components, ghosts, face, label, &views[b]);
  if (!status) status = vf_set_wrap(context, boxes, box_count, views, label, set);
  if (!status && box_count == 0) {
    vf_set_of(*set)->type = type;
    vf_set_of(*set)->components = components;
  }
  /* The set shares the arrays; the text of a failure above stays, since these releases cannot fail. */
  for (int b = 0; b < box_count; b++)
    if (views[b]) vf_view_release(&views[b], true);
  free(views);
  return status;
}

vf_status vf_set_size(const vf_view *view, bool *is_set, int *box_count)
{
  vf_lock();
  const vf_record *record = vf_record_or_set(view, "vf_set_size");
  if (record && is_set) *is_set = record->set != NULL;
  if (record && box_count) *box_count = record->set ? record->set->count : 1;
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_set_view(vf_set *handle, int b, vf_box *box, vf_view **view)
{
  vf_lock();
  const vf_record *record = vf_record_or_set(handle, "vf_set_view");
  const vf_set_state *set = record ? record->set : NULL;
  vf_status status = record ? VF_OK : VF_ERROR_NULL;
  if (record && !set) status = vf_fail(VF_ERROR_ARGUMENT, "vf_set_view: '%s' is a view, not a set", record->label);
  else if (set && (b < 0 || b >= set->count))
    status =
        vf_fail(VF_ERROR_ARGUMENT, "vf_set_view: place %d of '%s', which has %d boxes", b, record->label, set->count);
  if (!status && box) *box = set->boxes[b];
  if (!status && view) *view = set->views[b];
  vf_unlock();
  return status;
}

/* Of the views that an access covers, those that are whole arrays; in the set's scratch. It makes a difference to those
 * that overwrite them only. */
static const bool *whole_arrays(vf_set_state *set, vf_intent intent, const bool *whole)
{
  if (intent != VF_WRITE) return NULL;
  for (int b = 0; b < set->count; b++) set->whole[b] = (!whole || whole[b]) && vf_record_whole(set->records[b]);
  return set->whole;
}

vf_status vf_set_prepare(vf_set_state *set, vf_side side, vf_intent intent, const bool *whole)
{
  const char *label = set->count ? set->records[0]->label : "";
  return vf_arrays_prepare(set->arrays, set->count, side, intent, whole_arrays(set, intent, whole), label);
}

void vf_set_commit(vf_set_state *set, vf_side side, vf_intent intent, const bool *whole)
{
  whole = whole_arrays(set, intent, whole);
  for (int b = 0; b < set->count; b++) vf_array_commit(set->arrays[b], side, intent, whole && whole[b]);
}
