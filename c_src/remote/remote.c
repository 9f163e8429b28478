#include "remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "../core/error.h"
#include "../core/handle.h"
#include "../core/text.h"

static vf_remote *live; /* the live remote arrays; lock held */

static bool is_live(const vf_remote *remote)
{
  const vf_remote *one = live;
  while (one && one != remote) one = one->next;
  return one && vfi_handle_operand(one->view);
}

vf_status vfi_remote_live(const vf_remote *remote, const char *who)
{
  if (!remote) return vfi_fail(VF_ERROR_NULL, "%s: the remote array is NULL", who);
  vfi_lock();
  const bool is = is_live(remote);
  vfi_unlock();
  return is ? VF_OK : vfi_fail(VF_ERROR_STATE, "%s: the remote array was released, or its context was closed", who);
}

static void list(vf_remote *remote)
{
  vfi_lock();
  remote->next = live;
  live = remote;
  vfi_unlock();
}

static void unlist(const vf_remote *remote)
{
  vfi_lock();
  vf_remote **link = &live;
  while (*link && *link != remote) link = &(*link)->next;
  if (*link) *link = remote->next;
  vfi_unlock();
}

static vf_status check_arguments(vf_type type, int64_t length, const char *label, vf_remote *const *remote)
{
  if (!remote) return vfi_fail(VF_ERROR_NULL, "vf_remote_create of '%s': remote is NULL", label);
  if (!vfi_type_is_known(type) || vfi_type_is_logical(type))
    return vfi_fail(VF_ERROR_KIND, "vf_remote_create of '%s': type %d; elements may be real32, real64, int32 or int64",
                    label, (int)type);
  if (length < 0 || length > INT32_MAX)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_remote_create of '%s': a part of %lld elements; it may have 0 to %d", label,
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
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for the remote array '%s'", label);
  }
  remote->group = group;
  remote->type = type;
  remote->begins = numbers;
  remote->part.lengths = numbers + group->ranks + 1;
  vfi_text_copy_label(remote->label, sizeof remote->label, label);
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
  vf_status status = vfi_group_check_collective(group, "vf_remote_create");
  if (status) return status;
  snprintf(call, sizeof call, "vf_remote_create of '%.*s'", VF_LABEL_LENGTH - 1, label);
  status = check_arguments(type, length, label, remote);
  if (!status) status = begin(group, type, call, label, &made);
  const uint64_t digest = vfi_digest(vfi_digest(0, &type, sizeof type), label, strlen(label));
  int64_t *lengths = made ? made->begins + group->ranks + 1 : NULL;
  status = vfi_group_gather(group, call, digest, status, &length, sizeof length, lengths);
  for (int rank = 0; rank < group->ranks && !status; rank++)
    made->begins[rank + 1] = made->begins[rank] + lengths[rank];
  if (!status) status = vfi_remote_make(made);
  if (status) {
    if (made) vfi_remote_unmake(made);
    return status;
  }
  vfi_lock();
  group->layouts++; /* the array has to end before the group */
  vfi_remote_part_fenced(made->array);
  if (!group->context->backend->aliases_host) vfi_array_put_state(made->array, VF_STATE_BOTH);
  vfi_unlock();
  list(made);
  *remote = made;
  return VF_OK;
}

vf_status vf_remote_view(const vf_remote *remote, vf_view **view)
{
  if (!view) return vfi_fail(VF_ERROR_NULL, "vf_remote_view: view is NULL");
  *view = NULL;
  const vf_status status = vfi_remote_live(remote, "vf_remote_view");
  if (!status) *view = remote->view;
  return status;
}

/* The newest values of the own part are on the device then. */
static vf_status bring(const vf_remote *remote)
{
  vfi_array *array = remote->array;
  return array->bytes ? vfi_array_prepare(array, VF_DEVICE, VF_READ, false) : VF_OK;
}

vf_status vf_remote_fence(vf_remote *remote)
{
  static const char who[] = "vf_remote_fence";
  const vf_status live = vfi_remote_live(remote, who);
  if (live) return vfi_group_refuse(NULL, who, live);
  vf_status status = vfi_group_check_collective(remote->group, who);
  if (status) return status;
  vfi_lock();
  status = bring(remote);
  vfi_unlock();
  if (!status) status = vfi_context_select(remote->group->context);
  if (!status) status = vfi_window_quiet(remote->window);
  snprintf(remote->call, sizeof remote->call, "%s of '%s'", who, remote->label);
  status = vfi_group_fence_as(remote->group, remote->call, status);
  if (status) return status;
  vfi_lock();
  vfi_remote_part_fenced(remote->array);
  vfi_unlock();
  return VF_OK;
}

/* Refuses if the view may not end. A view that ended with its context is no obstacle. */
static vf_status check_end(const vf_remote *remote)
{
  vfi_lock();
  const vfi_operand *operand = vfi_handle_operand(remote->view);
  vf_status status = operand ? vfi_check_free(operand) : VF_OK;
  if (!status && operand && remote->array->views > 1)
    status =
        vfi_fail(VF_ERROR_STATE, "vf_remote_release of '%s': other views of its own part are there; release them first",
                 remote->label);
  vfi_unlock();
  return status;
}

static vf_status wait_for_queue(const vf_remote *remote)
{
  vf_context *context = remote->group->context;
  vf_status status = vfi_context_select(context);
  const int code = status ? 0 : context->backend->queue_wait(vfi_context_queue(context));
  return code ? vfi_context_failure(context, code, "vf_remote_release") : status;
}

static bool is_listed(const vf_remote *remote)
{
  vfi_lock();
  const vf_remote *one = live;
  while (one && one != remote) one = one->next;
  vfi_unlock();
  return one;
}

/* The end on all ranks: no kernel of any of them is under way, and none of them refuses. */
static vf_status agree_to_end(vf_remote *remote, vf_status status)
{
  if (!status) status = wait_for_queue(remote);
  snprintf(remote->call, sizeof remote->call, "vf_remote_release of '%s'", remote->label);
  return vfi_group_agree(remote->group, remote->call, vfi_digest(0, remote->label, strlen(remote->label)), status);
}

vf_status vf_remote_release(vf_remote **remote)
{
  if (!remote || !*remote) return VF_OK;
  vf_remote *ending = *remote;
  if (!is_listed(ending)) return vfi_fail(VF_ERROR_STATE, "vf_remote_release: the remote array was released already");
  vf_group *group = ending->group;
  vf_status status = check_end(ending);
  /* if the group can do nothing any more, the array ends on this rank alone, with the text of the group */
  const bool refused = status;
  const vf_status unable = vfi_group_check_collective(group, "vf_remote_release");
  if (unable) {
    if (refused) return status;
    status = unable;
  } else {
    status = agree_to_end(ending, status);
    if (status && !group->broken) return status;
  }
  unlist(ending);
  vfi_remote_unmake(ending);
  vfi_lock();
  if (--group->layouts == 0) vfi_group_layouts_gone(group);
  vfi_unlock();
  *remote = NULL;
  return status;
}
