#include "remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/handle.h"
#include "../core/hold.h"
#include "../core/text.h"

static vf_remote *live; /* the live remote arrays; lock held */

static bool is_live(const vf_remote *remote)
{
  const vf_remote *one = live;
  while (one && one != remote) one = one->next;
  return one && vf_handle_operand(one->view);
}

vf_status vf_remote_live(const vf_remote *remote, const char *who)
{
  if (!remote) return vf_fail(VF_ERROR_NULL, "%s: the remote array is NULL", who);
  vf_lock();
  const bool is = is_live(remote);
  vf_unlock();
  return is ? VF_OK : vf_fail(VF_ERROR_STATE, "%s: the remote array was released, or its context was closed", who);
}

static void list(vf_remote *remote)
{
  vf_lock();
  remote->next = live;
  live = remote;
  vf_unlock();
}

static void unlist(const vf_remote *remote)
{
  vf_lock();
  vf_remote **link = &live;
  while (*link && *link != remote) link = &(*link)->next;
  if (*link) *link = remote->next;
  vf_unlock();
}

static vf_status check_arguments(vf_type type, int64_t length, const char *label, vf_remote *const *remote)
{
  if (!remote) return vf_fail(VF_ERROR_NULL, "vf_remote_create of '%s': remote is NULL", label);
  if (!vf_type_is_known(type) || vf_type_is_logical(type))
    return vf_fail(VF_ERROR_KIND, "vf_remote_create of '%s': type %d; elements may be real32, real64, int32 or int64",
                   label, (int)type);
  if (length < 0 || length > INT32_MAX)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_remote_create of '%s': a part of %lld elements; it may have 0 to %d", label,
                   (long long)length, INT32_MAX);
  return VF_OK;
}

static vf_status begin(vf_group *group, vf_type type, const char *call, const char *label, vf_remote **made)
{
  vf_remote *remote = calloc(1, sizeof *remote);
  int64_t *numbers = calloc(2 * (size_t)group->ranks + 1, sizeof *numbers);
  if (!remote || !numbers) {
    free(remote);
    free(numbers);
    return vf_fail(VF_ERROR_MEMORY, "no host memory for the remote array '%s'", label);
  }
  remote->group = group;
  remote->type = type;
  remote->begins = numbers;
  remote->part.lengths = numbers + group->ranks + 1;
  vf_text_copy_label(remote->label, sizeof remote->label, label);
  snprintf(remote->call, sizeof remote->call, "%s", call);
  *made = remote;
  return VF_OK;
}

vf_status vf_remote_create(vf_group *group, vf_type type, int64_t length, const char *label, vf_remote **remote)
{
  vf_remote *made = NULL;
  char call[sizeof made->call];
  if (!label) label = "unnamed";
  if (remote) *remote = NULL;
  vf_status status = vf_group_check_collective(group, "vf_remote_create");
  if (status) return status;
  snprintf(call, sizeof call, "vf_remote_create of '%.*s'", VF_LABEL_LENGTH - 1, label);
  status = check_arguments(type, length, label, remote);
  if (!status) status = begin(group, type, call, label, &made);
  const uint64_t digest = vf_digest(vf_digest(0, &type, sizeof type), label, strlen(label));
  int64_t *lengths = made ? made->begins + group->ranks + 1 : NULL;
  status = vf_group_gather(group, call, digest, status, &length, sizeof length, lengths);
  for (int rank = 0; rank < group->ranks && !status; rank++)
    made->begins[rank + 1] = made->begins[rank] + lengths[rank];
  if (!status) status = vf_remote_make(made);
  if (status) {
    if (made) vf_remote_unmake(made);
    return status;
  }
  vf_lock();
  group->layouts++; /* the array has to end before the group */
  vf_remote_part_fenced(made->array);
  if (!group->context->backend->aliases_host) made->array->state = VF_STATE_BOTH;
  vf_unlock();
  list(made);
  *remote = made;
  return VF_OK;
}

vf_status vf_remote_view(const vf_remote *remote, vf_view **view)
{
  if (!view) return vf_fail(VF_ERROR_NULL, "vf_remote_view: view is NULL");
  *view = NULL;
  const vf_status status = vf_remote_live(remote, "vf_remote_view");
  if (!status) *view = remote->view;
  return status;
}

/* The newest values of the own part are on the device then. */
static vf_status bring(const vf_remote *remote)
{
  vf_array *array = remote->array;
  return array->bytes ? vf_array_prepare(array, VF_DEVICE, VF_READ, false) : VF_OK;
}

vf_status vf_remote_fence(vf_remote *remote)
{
  static const char who[] = "vf_remote_fence";
  const vf_status live = vf_remote_live(remote, who);
  if (live) return vf_group_refuse(NULL, who, live);
  vf_status status = vf_group_check_collective(remote->group, who);
  if (status) return status;
  vf_lock();
  status = bring(remote);
  vf_unlock();
  if (!status) status = vf_context_select(remote->group->context);
  if (!status) status = vf_window_quiet(remote->window);
  snprintf(remote->call, sizeof remote->call, "%s of '%s'", who, remote->label);
  status = vf_group_fence_as(remote->group, remote->call, status);
  if (status) return status;
  vf_lock();
  vf_remote_part_fenced(remote->array);
  vf_unlock();
  return VF_OK;
}

/* Refuses if the view may not end. A view that ended with its context is no obstacle. */
static vf_status check_end(const vf_remote *remote)
{
  vf_lock();
  const vf_operand *operand = vf_handle_operand(remote->view);
  vf_status status = operand ? vf_check_free(operand) : VF_OK;
  if (!status && operand && remote->array->views > 1)
    status =
        vf_fail(VF_ERROR_STATE, "vf_remote_release of '%s': other views of its own part are there; release them first",
                remote->label);
  vf_unlock();
  return status;
}

static vf_status wait_for_queue(const vf_remote *remote)
{
  vf_context *context = remote->group->context;
  vf_status status = vf_context_select(context);
  const int code = status ? 0 : context->backend->queue_wait(context->queue);
  return code ? vf_context_failure(context, code, "vf_remote_release") : status;
}

static bool is_listed(const vf_remote *remote)
{
  vf_lock();
  const vf_remote *one = live;
  while (one && one != remote) one = one->next;
  vf_unlock();
  return one;
}

/* The end on all ranks: no kernel of any of them is under way, and none of them refuses. */
static vf_status agree_to_end(vf_remote *remote, vf_status status)
{
  if (!status) status = wait_for_queue(remote);
  snprintf(remote->call, sizeof remote->call, "vf_remote_release of '%s'", remote->label);
  return vf_group_agree(remote->group, remote->call, vf_digest(0, remote->label, strlen(remote->label)), status);
}

vf_status vf_remote_release(vf_remote **remote)
{
  if (!remote || !*remote) return VF_OK;
  vf_remote *ending = *remote;
  if (!is_listed(ending)) return vf_fail(VF_ERROR_STATE, "vf_remote_release: the remote array was released already");
  vf_group *group = ending->group;
  vf_status status = check_end(ending);
  /* if the group can do nothing any more, the array ends on this rank alone, with the text of the group */
  const bool refused = status;
  const vf_status unable = vf_group_check_collective(group, "vf_remote_release");
  if (unable) {
    if (refused) return status;
    status = unable;
  } else {
    status = agree_to_end(ending, status);
    if (status && !group->broken) return status;
  }
  unlist(ending);
  vf_remote_unmake(ending);
  vf_lock();
  if (--group->layouts == 0) vf_group_layouts_gone(group);
  vf_unlock();
  *remote = NULL;
  return status;
}
