/* Windows on a symmetric heap. A heap joins the ranks of the first group with a window of this kind; groups of the same
 * ranks share the heap. The heap lives as long as the process. */
#include <viewfab/symmetric_heap.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "window.h"

static const vf_symmetric_heap *offered;

void vf_symmetric_heap_offer(const vf_symmetric_heap *heap)
{
  if (!offered) offered = heap;
}

/* The ranks that the heap has joined. */
static vfi_member *joined;
static int joined_count;

static bool joins(const vf_group *group)
{
  bool same = group->ranks == joined_count;
  for (int r = 0; r < group->ranks && same; r++)
    same = group->members[r].process == joined[r].process && !strcmp(group->members[r].host, joined[r].host);
  return same;
}

/* The reason against a heap for the group, the same on all ranks. why: [VF_WHY], "" if there is a heap */
static vf_status find_obstacle(vf_group *group, const char *call, char *why)
{
  typedef char reason[VF_WHY];
  reason *all = calloc((size_t)group->ranks, sizeof *all), lone;
  why[0] = 0;
  if (!offered) snprintf(why, VF_WHY, "none of its kernels was compiled for NVSHMEM");
  else if (strcmp(offered->device, group->context->backend->name))
    snprintf(why, VF_WHY, "%s has no memory of %s", group->context->name, offered->name);
  else if (joined && !joins(group)) snprintf(why, VF_WHY, "%s has joined the ranks of another group", offered->name);
  vf_status status = all ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for a window", call);
  status = vfi_group_gather(group, call, 0, status, why, sizeof lone, all ? all : &lone);
  for (int r = 0; r < group->ranks && !status && !why[0]; r++)
    if (all[r][0]) snprintf(why, VF_WHY, "rank %d: %.170s", r, all[r]);
  free(all);
  return status;
}

static vf_status failure(const char *call, const char *what, int code)
{
  char text[256] = "";
  offered->error_text(code, text, sizeof text);
  return vfi_fail(VF_ERROR_DEVICE, "%s: %s: %s: %s", call, offered->name, what, text);
}

static vf_status start(vf_group *group, const char *call)
{
  typedef unsigned char identifier[VF_SYMMETRIC_ID_BYTES];
  const size_t ranks = (size_t)group->ranks;
  identifier mine = "", *ids = calloc(ranks, sizeof *ids), lone;
  vfi_member *members = malloc(ranks * sizeof *members);
  vf_status status = ids && members ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for a window", call);
  if (!status) status = vfi_context_select(group->context);
  int code = !status && group->rank == 0 ? offered->make_id(mine) : 0;
  if (code) status = failure(call, "an identifier", code);
  status = vfi_group_gather(group, call, 0, status, mine, sizeof mine, ids ? ids : &lone);
  if (!status) code = offered->start(ids, group->rank, group->ranks);
  if (!status && code) status = failure(call, "joining all ranks", code);
  if (!status) {
    joined = memcpy(members, group->members, ranks * sizeof *members);
    joined_count = group->ranks;
  } else free(members);
  free(ids);
  return vfi_group_agree(group, call, 0, status);
}

static void release(vfi_window *window)
{
  /* A collective release is impossible in a broken group: the memory stays. */
  if (window->state && !window->group->broken && !window->group->context_closed) offered->release(window->state);
  window->state = NULL;
}

static vf_status allocate(vfi_window *window, const char *call)
{
  vf_group *group = window->group;
  vf_context *context = group->context;
  size_t bytes = 1;
  for (int r = 0; r < group->ranks; r++)
    if (window->sizes[r] > bytes) bytes = window->sizes[r];
  vf_status status = vfi_group_agree(group, call, 0, vfi_context_select(context));
  if (status) return status;
  window->state = offered->allocate(bytes);
  int code = window->state ? context->backend->peers->clear(window->state, bytes, vfi_context_queue(context)) : 0;
  if (!code && window->state) code = context->backend->queue_wait(vfi_context_queue(context));
  if (!window->state) status = vfi_fail(VF_ERROR_MEMORY, "%s: %s has no %zu bytes", call, offered->name, bytes);
  else if (code) status = vfi_context_failure(context, code, "zeros for memory of a group");
  for (int r = 0; r < group->ranks && !status; r++) {
    window->parts[r] = r == group->rank ? window->state : offered->reach(window->state, r);
    if (!window->parts[r]) snprintf(window->why[r], VF_WHY, "%s maps no memory of rank %d", offered->name, r);
  }
  status = vfi_group_agree(group, call, 0, status);
  if (status) release(window);
  return status;
}

static vf_status create(vfi_window *window, const char *call)
{
  char why[VF_WHY];
  vf_status status = find_obstacle(window->group, call, why);
  if (!status && why[0]) return vfi_fail(VF_ERROR_STATE, "%s: no symmetric heap: %s", call, why);
  if (!status && !joined) status = start(window->group, call);
  if (!status) status = allocate(window, call);
  return status;
}

vf_status vfi_window_quiet(const vfi_window *window)
{
  if (window->kind != &vfi_window_symmetric) return VF_OK;
  const vf_context *context = window->group->context;
  const int code = offered->quiet(vfi_context_queue(context));
  return code ? failure("a fence", "what was put", code) : VF_OK;
}

const vfi_window_kind vfi_window_symmetric = { .name = "symmetric heap", .create = create, .release = release };
