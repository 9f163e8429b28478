/* Sets on layouts. */

#include "../core/error.h"
#include "../core/handle.h"
#include "layout.h"

/* The number of remembered sets on layouts. Released sets are remembered too: handles are not used twice. */
enum { TIED = 256 };
static struct {
  const vf_view *handle;
  const vf_group *group;
} tied[TIED];
static unsigned ties;

/* The group of a set with a layout, also after the release of the set; NULL: no such group is known and live. */
static vf_group *group_of_set(const vf_view *handle)
{
  const vf_group *found = NULL;
  for (int t = 0; t < TIED && handle && !found; t++)
    if (tied[t].handle == handle) found = tied[t].group;
  vf_group *live = found ? vfi_group_next(NULL) : NULL;
  while (live && live != found) live = vfi_group_next(live);
  return live;
}

vf_status vfi_layout_refuse(const vf_layout *layout, const char *call, vf_status status)
{
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  const bool live = !vfi_layout_check(layout, call);
  vfi_error_report(status, text);
  return vfi_group_refuse(live ? layout->group : NULL, call, status);
}

vf_status vfi_set_refuse(const vf_view *handle, const char *call, vf_status status)
{
  vfi_lock();
  const vfi_operand *operand = vfi_handle_operand(handle);
  vf_group *group = group_of_set(handle);
  if (operand && operand->set) group = operand->set->layout ? operand->set->layout->group : NULL;
  /* A set without a layout, now or most likely before its release. */
  const bool local = !group && handle && (!operand || operand->set);
  vfi_unlock();
  return local ? status : vfi_group_refuse(group, call, status);
}

/* Ties a new set to a layout. */
static vf_status tie(vf_layout *layout, vf_set *handle)
{
  vfi_lock();
  tied[ties % TIED].handle = handle;
  tied[ties++ % TIED].group = layout->group;
  vfi_set_of(handle)->layout = layout;
  layout->holders++;
  vfi_unlock();
  return VF_OK;
}

static vf_status check(vf_layout *layout, const char *who)
{
  const vf_status status = vfi_layout_check(layout, who);
  return status ? status : vfi_group_check(layout->group, who);
}

vf_status vf_set_wrap_on(vf_layout *layout, vf_view *const views[], const char *label, vf_set **set)
{
  if (set) *set = NULL;
  vf_status status = check(layout, "vf_set_wrap_on");
  if (!status) status = vf_set_wrap(layout->group->context, layout->own_boxes, layout->own_count, views, label, set);
  return status ? status : tie(layout, *set);
}

vf_status vf_set_create_on(vf_layout *layout, vf_type type, int components, int ghosts, int face, const char *label,
                           vf_set **set)
{
  if (set) *set = NULL;
  vf_status status = check(layout, "vf_set_create_on");
  if (!status)
    status = vf_set_create(layout->group->context, layout->own_boxes, layout->own_count, type, components, ghosts, face,
                           label, set);
  return status ? status : tie(layout, *set);
}

vf_status vf_set_create_on_by_direction(vf_layout *layout, vf_type type, int rank, int components, const int ghosts[3],
                                        int face, const char *label, vf_set **set)
{
  if (set) *set = NULL;
  vf_status status = check(layout, "vf_set_create_on_by_direction");
  if (!status)
    status = vf_set_create_by_direction(layout->group->context, layout->own_boxes, layout->own_count, type, rank,
                                        components, ghosts, face, label, set);
  return status ? status : tie(layout, *set);
}

vf_status vf_set_layout(const vf_set *handle, vf_layout **layout)
{
  if (!layout) return vfi_fail(VF_ERROR_NULL, "vf_set_layout: layout is NULL");
  *layout = NULL;
  vfi_lock();
  const vfi_operand *operand = vfi_handle_get(handle, "vf_set_layout");
  vf_status status = operand ? VF_OK : VF_ERROR_NULL;
  if (operand && !operand->set)
    status = vfi_fail(VF_ERROR_ARGUMENT, "vf_set_layout: '%s' is a view, not a set", operand->label);
  /* A destroyed layout is of no use to the program. */
  if (!status && operand->set->layout && !operand->set->layout->destroyed) *layout = operand->set->layout;
  vfi_unlock();
  return status;
}
