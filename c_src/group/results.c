/* Kernels on the boxes of a layout. Each rank works on its own boxes. The rows of their tiles are gathered into the
 * order of the layout's boxes, and every rank reduces all rows by the tree of a call on all boxes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/error.h"
#include "../core/hooks.h"
#include "gather.h"
#include "layout.h"

/* The state of a call. */
typedef struct spread {
  const vfi_call *call;
  const vf_layout *layout;
  const char *who;
  vf_context *context;
  vf_partial_row row;
  int components; /* -1: not known, since this rank has no boxes */
  vfi_row_room *room;
  vf_partial *own; /* room for the rows of this rank */
} spread;

/* ---- The own boxes ------------------------------------------------------------------------------------ */

/* Sets are on this layout. */
static vf_status check_layouts(const vfi_call *call, const vf_layout *layout, const char *who)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE) continue;
    const vfi_operand *operand = vfi_handle_operand(call->arguments[a].view);
    if (!operand || !operand->set || operand->set->layout == layout) continue;
    if (!operand->set->layout)
      return vfi_fail(VF_ERROR_ARGUMENT, "%s: '%s' (argument %s) is a set on no layout, and the call is on '%s'", who,
                      operand->label, kernel->arguments[a].name, layout->label);
    return vfi_fail(VF_ERROR_ARGUMENT, "%s: '%s' (argument %s) is a set on another layout, '%s', than the call, '%s'",
                    who, operand->label, kernel->arguments[a].name, operand->set->layout->label, layout->label);
  }
  return VF_OK;
}

/* Components of sets without boxes; -1: unknown. */
static int components_of_sets(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    if (operand && operand->set && operand->set->components > 0 && !kernel->arguments[a].map.shared)
      return (int)operand->set->components;
  }
  return -1;
}

static vf_status take_room(spread *s, const vfi_box_list *list)
{
  const int64_t tiles = vfi_box_list_tiles(list, s->components);
  const size_t bytes = (size_t)(tiles * s->row.length) * sizeof(vf_partial);
  s->own = vfi_rows_place(s->layout->group, bytes);
  vf_status status = vfi_context_row_room(s->context, &s->room);
  if (!status) status = vfi_context_select(s->context);
  if (status || s->own) return status;
  status = vfi_row_room_own(s->context, s->room, bytes);
  if (!status) s->own = s->room->own;
  return status;
}

static vf_status run_own(spread *s)
{
  vfi_call own = *s->call;
  own.boxes = s->layout->own_boxes;
  own.box_count = s->layout->own_count;
  vfi_operand *operands[VF_MAX_ARGUMENTS];
  vfi_checked checked = { .operands = operands };
  vfi_box_list list;
  vf_status status = check_layouts(s->call, s->layout, s->who);
  if (!status) status = vfi_check_call(&own, &checked);
  if (!status && checked.context != s->context)
    status = vfi_fail(VF_ERROR_CONTEXT,
                      "%s: the arguments belong to a context on %s and the layout '%s' to another one on %s", s->who,
                      checked.context->name, s->layout->label, s->context->name);
  if (!status) status = vfi_box_list_fill(&own, &checked, &list);
  if (status) return status;
  if (vfi_gives_result(&s->call->kernel->description) && s->layout->group->ranks > 1) {
    s->components = s->layout->own_count ? checked.components : components_of_sets(s->call, &checked);
    status = take_room(s, &list);
    list.rows = status ? NULL : s->own;
    list.rows_alone = true;
  }
  if (!status) status = vfi_wiring.call_runs(&own, &checked, &list);
  vfi_box_list_free(&list);
  return status;
}

/* Without the lock. */
static vf_status run_alone(spread *s)
{
  const int begun = vfi_wiring.call_begins(s->call->kernel);
  vfi_lock();
  const vf_status status = run_own(s);
  vfi_unlock();
  vfi_wiring.call_ends(begun);
  return status;
}

/* ---- All boxes ---------------------------------------------------------------------------------------- */

/* The rows of a rank: so many, from a place on in the list of all ranks. */
typedef struct rank_rows {
  int64_t first, count;
  int64_t taken; /* of them, so far */
} rank_rows;

static int64_t tiles_of(const spread *s, const vf_box *box)
{
  return vfi_box_is_empty(box) ? 0 : vfi_reduction_tiles(vfi_box_points(box)) * s->components;
}

/* Returns how many rows there are. */
static int64_t count_rows(const spread *s, rank_rows *of_ranks)
{
  const vf_layout *layout = s->layout;
  int64_t all = 0;
  memset(of_ranks, 0, (size_t)layout->group->ranks * sizeof *of_ranks);
  for (int b = 0; b < layout->count; b++) of_ranks[layout->owners[b]].count += tiles_of(s, &layout->boxes[b]);
  for (int rank = 0; rank < layout->group->ranks; rank++) {
    of_ranks[rank].first = all;
    all += of_ranks[rank].count;
  }
  return all;
}

/* Rows of all ranks, one rank after the other, into the order of the layout's boxes; their places count from its first
 * box. */
static void put_in_order(const spread *s, rank_rows *of_ranks, const vf_partial *rows, vf_partial *ordered)
{
  const int length = s->row.length;
  int64_t before = 0;
  for (int b = 0; b < s->layout->count; b++) {
    rank_rows *of = &of_ranks[s->layout->owners[b]];
    const int64_t tiles = tiles_of(s, &s->layout->boxes[b]), moved = (before - of->taken) * VF_REDUCTION_TILE;
    vf_partial *to = ordered + before * length;
    memcpy(to, rows + (of->first + of->taken) * length, (size_t)(tiles * length) * sizeof *to);
    for (int64_t t = 0; t < tiles && length > s->row.results; t++, to += length)
      for (int p = s->row.results; p < length; p++) to[p].place = vfi_place_moved(to[p].place, moved);
    before += tiles;
    of->taken += tiles;
  }
}

static bool in_order_of_ranks(const vf_layout *layout)
{
  for (int b = 1; b < layout->count; b++)
    if (layout->owners[b] < layout->owners[b - 1]) return false;
  return true;
}

static bool some_rank_is_idle(const vf_layout *layout, bool *owns)
{
  int owners = 0;
  memset(owns, 0, (size_t)layout->group->ranks * sizeof *owns);
  for (int b = 0; b < layout->count && owners < layout->group->ranks; b++) {
    if (!owns[layout->owners[b]]) owners++;
    owns[layout->owners[b]] = true;
  }
  return owners < layout->group->ranks;
}

/* Ranks without boxes may not know the components, and so not how many rows the others have.
 *   of_ranks  [ranks] scratch */
static vf_status agree_on_components(spread *s, uint64_t digest, vf_status status, int *of_ranks)
{
  vf_group *group = s->layout->group;
  int known = -1;
  status = vfi_group_gather(group, s->who, digest, status, &s->components, sizeof s->components, of_ranks);
  for (int rank = 0; rank < group->ranks && !status; rank++) {
    if (of_ranks[rank] < 0) continue;
    if (known >= 0 && of_ranks[rank] != of_ranks[known])
      return vfi_fail(VF_ERROR_COMPONENT, "%s: arrays have %d components on rank %d and %d on rank %d", s->who,
                      of_ranks[known], known, of_ranks[rank], rank);
    if (known < 0) known = rank;
  }
  s->components = known < 0 ? 1 : of_ranks[known];
  return status;
}

/* Tells the other ranks the outcome of the own boxes, and gets their outcome: rows of all in the order of boxes. There
 * is at least one other rank.
 *   status  of the own boxes
 *   rows    out: in the room */
static vf_status gather(spread *s, vf_status status, vf_partial **rows, int64_t *count)
{
  vf_group *group = s->layout->group;
  const char *name = s->call->kernel->description.name;
  const size_t ranks = (size_t)group->ranks, length = (size_t)s->row.length * sizeof(vf_partial);
  const uint64_t digest = vfi_digest(s->layout->digest, name, strlen(name));
  rank_rows *of_ranks = malloc(ranks * (sizeof(rank_rows) + sizeof(size_t) + sizeof(int) + sizeof(bool)));
  if (!of_ranks) {
    if (!status) status = vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for a list of %d ranks", s->who, group->ranks);
    return vfi_group_agree(group, s->who, digest, status);
  }
  size_t *sizes = (size_t *)(of_ranks + ranks);
  int *components = (int *)(sizes + ranks);
  bool agreed = true;
  if (some_rank_is_idle(s->layout, (bool *)(components + ranks))) {
    status = agree_on_components(s, digest, status, components);
    agreed = !status;
  } else if (s->components < 0) s->components = 1; /* this rank failed before they were known */
  if (agreed) {
    *count = count_rows(s, of_ranks);
    /* Ranks compare the sizes too, so that other components are noticed. */
    for (size_t rank = 0; rank < ranks; rank++) sizes[rank] = (size_t)of_ranks[rank].count * length;
    if (!status) status = vfi_row_room_all(s->room, 2 * (size_t)*count * length);
    vf_partial *all = status ? NULL : s->room->all;
    status = vfi_rows_gather(group, s->who, digest, status, status ? NULL : s->own, sizes, all);
    const bool ordered = s->row.length == s->row.results && in_order_of_ranks(s->layout);
    *rows = status ? NULL : ordered ? all : all + *count * s->row.length;
    if (!status && !ordered) put_in_order(s, of_ranks, all, *rows);
  }
  free(of_ranks);
  return status;
}

/* ---- Results ------------------------------------------------------------------------------------------ */

static vf_status put_on_device(const spread *s, const vfi_results *results)
{
  const size_t bytes = (size_t)s->row.results * sizeof(double);
  vfi_lock();
  const vfi_record *record = vfi_record_get(s->call->result_view, s->who);
  vf_status status = record ? vfi_context_select(s->context) : VF_ERROR_NULL;
  const bool whole = record && record->array->bytes == bytes;
  if (!status) status = vfi_array_prepare(record->array, VF_DEVICE, VF_WRITE, whole);
  if (!status) {
    const int code = s->context->backend->copy_to_device(vfi_record_address(record, VF_DEVICE), results->values, bytes,
                                                         vfi_context_queue(s->context));
    if (code) status = vfi_context_failure(s->context, code, "writing results");
  }
  if (!status) vfi_array_commit(record->array, VF_DEVICE, VF_WRITE, whole);
  vfi_unlock();
  return status;
}

static vf_status give(const spread *s, vf_partial *rows, int64_t count)
{
  vf_partial of_nothing[VF_ROW_WORDS];
  vfi_results results;
  vfi_call of_all = *s->call;
  of_all.boxes = s->layout->boxes;
  of_all.box_count = s->layout->count;
  vfi_results_of_nothing(&s->call->kernel->description, &s->row, of_nothing);
  if (count) vf_backend_host()->reduce(rows, count, &s->row, NULL, NULL);
  vfi_results_of_row(&of_all, s->components, &s->row, count ? rows : of_nothing, &results);
  vfi_results_put(s->call, &results);
  return s->call->result_view ? put_on_device(s, &results) : VF_OK;
}

static vf_status check_boxes(const vfi_call *call, const char *who)
{
  if (!call->boxes && !call->box_count && !call->columns && !vfi_is_over_columns(&call->kernel->description))
    return VF_OK;
  return vfi_fail(VF_ERROR_ARGUMENT, "%s: a call on a layout has no boxes or columns of its own", who);
}

static vf_status run_giving(spread *s)
{
  vf_partial *rows = NULL;
  int64_t count = 0;
  const vf_status able = vfi_group_check_collective(s->layout->group, s->who);
  if (able) return able;
  vf_status status = check_boxes(s->call, s->who);
  if (s->layout->group->ranks == 1) return status ? status : run_alone(s); /* all boxes are own boxes */
  s->row = vfi_partial_row_of(&s->call->kernel->description);
  if (!status) status = run_alone(s);
  status = gather(s, status, &rows, &count);
  if (!status) status = give(s, rows, count);
  if (s->room) {
    vfi_lock();
    s->room->in_use = false;
    vfi_unlock();
  }
  return status;
}

vf_status vfi_dispatch_on(const vfi_call *call, const vf_layout *layout)
{
  char who[VF_CALL_NAME];
  const bool gives = vfi_gives_result(&call->kernel->description);
  snprintf(who, sizeof who, "vf_%s", call->kernel->description.name);
  vfi_lock();
  vf_status status = vfi_layout_check(layout, who);
  vfi_unlock();
  if (status) return gives ? vfi_group_refuse(NULL, who, status) : status;
  spread s = { .call = call, .layout = layout, .who = who, .context = layout->group->context, .components = -1 };
  if (gives) return run_giving(&s);
  status = check_boxes(call, who);
  return status ? status : run_alone(&s);
}
