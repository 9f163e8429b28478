#include "layout.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/region.h"
#include "../core/text.h"

static vf_layout *layouts;

vf_status vfi_layout_check(const vf_layout *layout, const char *who)
{
  if (!layout) return vfi_fail(VF_ERROR_NULL, "%s: the layout is not set", who);
  const vf_layout *live = layouts;
  while (live && live != layout) live = live->next;
  if (!live || live->destroyed) return vfi_fail(VF_ERROR_STATE, "%s: the layout was destroyed", who);
  return VF_OK;
}

/* ---- Making one --------------------------------------------------------------------------------------- */

static void free_layout(vf_layout *layout)
{
  if (!layout) return;
  free(layout->boxes);
  free(layout->owners);
  free(layout->own);
  free(layout->own_boxes);
  free(layout->places);
  free(layout);
}

static vf_status check_boxes(const vf_box *boxes, int count, const char *label)
{
  char text[VF_RANGE_TEXT];
  for (int b = 0; b < count; b++) {
    const char *obstacle = vfi_box_is_empty(&boxes[b]) ? NULL : vfi_box_obstacle_alone(&boxes[b]);
    if (obstacle)
      return vfi_fail(VF_ERROR_BOX, "layout '%s': box %s %s", label, vfi_box_text(text, &boxes[b]), obstacle);
  }
  return VF_OK;
}

static vf_status allocate(vf_group *group, int64_t count, int own_count, const char *label, vf_layout **made)
{
  if (count > INT_MAX)
    return vfi_fail(VF_ERROR_ARGUMENT, "layout '%s': the ranks have %lld boxes", label, (long long)count);
  const size_t room = count ? (size_t)count : 1, own_room = own_count ? (size_t)own_count : 1;
  vf_layout *layout = calloc(1, sizeof *layout);
  *made = layout;
  if (!layout)
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for the layout '%s' of %lld boxes", label, (long long)count);
  *layout = (vf_layout){ .group = group,
                         .count = (int)count,
                         .own_count = own_count,
                         .boxes = calloc(room, sizeof *layout->boxes),
                         .owners = calloc(room, sizeof *layout->owners),
                         .places = calloc(room, sizeof *layout->places),
                         .own = calloc(own_room, sizeof *layout->own),
                         .own_boxes = calloc(own_room, sizeof *layout->own_boxes),
                         .holders = 1 };
  vfi_text_copy_label(layout->label, sizeof layout->label, label);
  if (layout->boxes && layout->owners && layout->places && layout->own && layout->own_boxes) return VF_OK;
  return vfi_fail(VF_ERROR_MEMORY, "no host memory for the layout '%s' of %lld boxes", label, (long long)count);
}

/* Once boxes and owners are there. `seen` counts the boxes of each rank. */
static void finish(vf_layout *layout, int *seen)
{
  const vf_group *group = layout->group;
  memset(seen, 0, (size_t)group->ranks * sizeof *seen);
  for (int b = 0; b < layout->count; b++) {
    const int owner = layout->owners[b], place = seen[owner]++;
    layout->places[b] = place;
    if (owner != group->rank) continue;
    layout->own[place] = b;
    layout->own_boxes[place] = layout->boxes[b];
  }
  layout->digest = vfi_digest(0, layout->boxes, (size_t)layout->count * sizeof *layout->boxes);
  layout->digest = vfi_digest(layout->digest, layout->owners, (size_t)layout->count * sizeof *layout->owners);
}

static void enlist(vf_layout *layout)
{
  vfi_lock();
  layout->next = layouts;
  layouts = layout;
  layout->group->layouts++;
  vfi_unlock();
}

/* The lists of all ranks, one behind the other. counts: [ranks] boxes of each. */
static vf_status gather_boxes(vf_group *group, const vf_box *own, int own_count, const char *label, int *counts,
                              size_t *sizes, vf_layout **made)
{
  static const char call[] = "vf_layout_create";
  int64_t count = 0;
  for (int r = 0; r < group->ranks; r++) {
    count += counts[r];
    sizes[r] = (size_t)counts[r] * sizeof *own;
  }
  vf_status status = allocate(group, count, own_count, label, made);
  status = vfi_group_gather_lists(group, call, 0, status, own, sizes, *made ? (*made)->boxes : NULL);
  for (int r = 0, b = 0; r < group->ranks && !status; r++)
    for (int end = b + counts[r]; b < end; b++) (*made)->owners[b] = r;
  return status;
}

vf_status vf_layout_create(vf_group *group, const vf_box *own, int own_count, const char *label, vf_layout **layout)
{
  static const char call[] = "vf_layout_create";
  if (!label) label = "unnamed";
  vf_status status = vfi_group_check_collective(group, call);
  if (status) return status;
  if (layout) *layout = NULL;
  if (!layout || (own_count > 0 && !own))
    status = vfi_fail(VF_ERROR_NULL, "%s '%s': %s is NULL", call, label, layout ? "own" : "layout");
  else if (own_count < 0) status = vfi_fail(VF_ERROR_ARGUMENT, "%s '%s': %d boxes", call, label, own_count);
  if (!status) status = check_boxes(own, own_count, label);
  int *counts = calloc((size_t)group->ranks, sizeof *counts);
  size_t *sizes = calloc((size_t)group->ranks, sizeof *sizes);
  if (!status && !(counts && sizes)) status = vfi_fail(VF_ERROR_MEMORY, "%s '%s': no host memory", call, label);
  vf_layout *made = NULL;
  status =
      vfi_group_gather(group, call, vfi_digest(0, label, strlen(label)), status, &own_count, sizeof own_count, counts);
  if (!status) status = gather_boxes(group, own, own_count, label, counts, sizes, &made);
  if (!status) finish(made, counts);
  free(counts);
  free(sizes);
  if (status) {
    free_layout(made);
    return status;
  }
  enlist(made);
  *layout = made;
  return VF_OK;
}

static vf_status check_owned(const vf_group *group, const vf_box *all, const int *owners, int count, const char *label,
                             vf_layout **layout)
{
  static const char call[] = "vf_layout_create_owned";
  if (!layout || (count > 0 && (!all || !owners)))
    return vfi_fail(VF_ERROR_NULL, "%s '%s': %s is NULL", call, label, !layout ? "layout" : all ? "owners" : "all");
  if (count < 0) return vfi_fail(VF_ERROR_ARGUMENT, "%s '%s': %d boxes", call, label, count);
  for (int b = 0; b < count; b++)
    if (owners[b] < 0 || owners[b] >= group->ranks)
      return vfi_fail(VF_ERROR_ARGUMENT, "%s '%s': box %d belongs to rank %d of %d", call, label, b, owners[b],
                      group->ranks);
  return check_boxes(all, count, label);
}

vf_status vf_layout_create_owned(vf_group *group, const vf_box *all, const int *owners, int count, const char *label,
                                 vf_layout **layout)
{
  static const char call[] = "vf_layout_create_owned";
  if (!label) label = "unnamed";
  vf_status status = vfi_group_check_collective(group, call);
  if (status) return status;
  if (layout) *layout = NULL;
  vf_layout *made = NULL;
  int own_count = 0, *seen = calloc((size_t)group->ranks, sizeof *seen);
  uint64_t digest = vfi_digest(0, label, strlen(label));
  status = check_owned(group, all, owners, count, label, layout);
  if (!status && !seen) status = vfi_fail(VF_ERROR_MEMORY, "%s '%s': no host memory", call, label);
  for (int b = 0; b < count && !status; b++) own_count += owners[b] == group->rank;
  if (!status) status = allocate(group, count, own_count, label, &made);
  if (!status) {
    if (count) memcpy(made->boxes, all, (size_t)count * sizeof *all);
    if (count) memcpy(made->owners, owners, (size_t)count * sizeof *owners);
    finish(made, seen);
    digest = vfi_digest(digest, &made->digest, sizeof made->digest);
  }
  status = vfi_group_agree(group, call, digest, status);
  free(seen);
  if (status) {
    free_layout(made);
    return status;
  }
  enlist(made);
  *layout = made;
  return VF_OK;
}

/* ---- Queries, and the end ----------------------------------------------------------------------------- */

vf_status vf_layout_size(const vf_layout *layout, int *own, int *all)
{
  const vf_status status = vfi_layout_check(layout, "vf_layout_size");
  if (status) return status;
  if (own) *own = layout->own_count;
  if (all) *all = layout->count;
  return VF_OK;
}

vf_status vf_layout_box(const vf_layout *layout, int number, vf_box *box, int *owner)
{
  const vf_status status = vfi_layout_check(layout, "vf_layout_box");
  if (status) return status;
  if (number < 0 || number >= layout->count)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_layout_box: number %d of '%s', which has %d boxes", number, layout->label,
                    layout->count);
  if (box) *box = layout->boxes[number];
  if (owner) *owner = layout->owners[number];
  return VF_OK;
}

vf_status vf_layout_own(const vf_layout *layout, int place, int *number)
{
  if (!number) return vfi_fail(VF_ERROR_NULL, "vf_layout_own: number is NULL");
  const vf_status status = vfi_layout_check(layout, "vf_layout_own");
  if (status) return status;
  if (place < 0 || place >= layout->own_count)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_layout_own: place %d of '%s', of which rank %d owns %d boxes", place,
                    layout->label, layout->group->rank, layout->own_count);
  *number = layout->own[place];
  return VF_OK;
}

vf_status vf_layout_group(const vf_layout *layout, vf_group **group)
{
  if (!group) return vfi_fail(VF_ERROR_NULL, "vf_layout_group: group is NULL");
  const vf_status status = vfi_layout_check(layout, "vf_layout_group");
  *group = status ? NULL : layout->group;
  return status;
}

/* Lock held. */
static void let_go(vf_layout *layout)
{
  if (--layout->holders) return;
  vf_layout **link = &layouts;
  while (*link != layout) link = &(*link)->next;
  *link = layout->next;
  if (--layout->group->layouts == 0) vfi_group_layouts_gone(layout->group);
  free_layout(layout);
}

vf_status vf_layout_destroy(vf_layout **layout)
{
  if (!layout) return vfi_fail(VF_ERROR_NULL, "vf_layout_destroy: layout is NULL");
  const vf_status status = vfi_layout_check(*layout, "vf_layout_destroy");
  if (status) return status;
  vfi_lock();
  (*layout)->destroyed = true;
  let_go(*layout);
  vfi_unlock();
  *layout = NULL;
  return VF_OK;
}

void vfi_layout_set_ends(vfi_set_state *set)
{
  if (!set->layout) return;
  if (set->layout->group->open_set == set) set->layout->group->open_set = NULL;
  let_go(set->layout);
  set->layout = NULL;
}
