/* The transport nccl finds out if the library can connect the ranks: a failed trial is no failure of the group. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "nccl_wires.h"

enum { TOKEN_WORDS = VF_NCCL_TOKEN_BYTES / sizeof(int32_t) };

/* The outcome of a trial: it has to succeed everywhere. why: [VF_WHY] the error; "" if there is none */
static vf_status all_well(vf_group *group, vf_status status, char *why)
{
  typedef char reason[VF_WHY];
  reason *all = calloc((size_t)group->ranks, sizeof *all);
  if (!all && !status) status = vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  reason lone;
  status = vfi_group_gather(group, "vf_group_create", 0, status, why, sizeof lone, all ? all : &lone);
  for (int r = 0; r < group->ranks && !status && !why[0]; r++)
    if (all[r][0]) snprintf(why, VF_WHY, "rank %d: %.170s", r, all[r]);
  free(all);
  return status;
}

static void find_shared_gpu(const vf_group *group, const char *library, char *why)
{
  const vfi_member *members = group->members;
  for (int r = 0; r < group->ranks; r++)
    for (int o = 0; o < r && members[r].identity[0]; o++)
      if (!strcmp(members[o].identity, members[r].identity) && !strcmp(members[o].host, members[r].host))
        snprintf(why, VF_WHY, "ranks %d and %d share one GPU, which %s refuses", o, r, library);
}

/* The reason against the transport; the same everywhere. The library is asked only for devices that may use the
 * library. */
static vf_status find_obstacle(vf_group *group, char *why)
{
  const vf_queued_messages *table = group->messages.queued;
  why[0] = 0;
  if (!table) snprintf(why, VF_WHY, "viewfab was built without NCCL");
  else if (strcmp(table->device, group->context->backend->name))
    snprintf(why, VF_WHY, "%s is not a device whose memory %s sends", group->context->name, table->name);
  else find_shared_gpu(group, table->name, why);
  const vf_status status = all_well(group, VF_OK, why);
  if (status || why[0]) return status;
  const char *obstacle = table->obstacle();
  if (obstacle) snprintf(why, VF_WHY, "%.180s", obstacle);
  return all_well(group, VF_OK, why);
}

void vfi_nccl_free(vfi_nccl_wires *wires)
{
  if (!wires) return;
  const vf_group *group = wires->group;
  const vf_context *context = group->context_closed ? NULL : group->context;
  wires->trying = true;
  if (context) vfi_context_select(group->context);
  if (wires->wire && !group->broken && !vfi_nccl_settle(wires, wires->table->end(wires->wire), -1, "ending")) {
    wires->table->release(wires->wire);
    wires->wire = NULL;
  }
  vfi_nccl_abort(wires);
  if (context && wires->guard.late) context->backend->peers->guard(&wires->guard, false);
  for (int e = 0; e < 2 && context; e++)
    if (wires->events[e]) context->backend->event_destroy(wires->events[e]);
  if (context && wires->tokens) context->backend->release(wires->tokens);
  if (context && wires->progress) context->backend->release_shared(wires->progress);
  if (group->broken) vfi_group_abandon(wires->pairs); /* notes may still be on their way */
  else free(wires->pairs);
  free(wires);
}

static vf_status prepare(vf_group *group, vfi_nccl_wires **made)
{
  const vf_backend *backend = group->context->backend;
  const size_t ranks = (size_t)group->ranks;
  vfi_nccl_wires *wires = calloc(1, sizeof *wires);
  vfi_nccl_pair *pairs = calloc(ranks, sizeof *pairs);
  if (!wires || !pairs) {
    free(wires);
    free(pairs);
    return vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  }
  *wires = (vfi_nccl_wires){ .group = group, .table = group->messages.queued, .trying = true, .pairs = pairs };
  *made = wires;
  const vf_status status = vfi_context_select(group->context);
  if (status) return status;
  int code = backend->allocate((void **)&wires->tokens, 2 * ranks * VF_NCCL_TOKEN_BYTES);
  if (code) wires->tokens = NULL;
  for (int e = 0; e < 2 && !code; e++) {
    code = backend->event_create(&wires->events[e]);
    if (code) wires->events[e] = NULL;
  }
  if (!code && backend->peers) {
    code = backend->allocate_shared((void **)&wires->progress, sizeof *wires->progress);
    if (code) wires->progress = NULL;
  }
  if (code) return vfi_context_failure(group->context, code, "memory for messages between GPUs");
  if (!wires->progress) return VF_OK;
  *wires->progress = (vfi_nccl_progress){ .reached = 0 };
  wires->guard = (vfi_peer_guard){ .queue = vfi_context_queue(group->context), .late = vfi_nccl_late, .data = wires };
  backend->peers->guard(&wires->guard, true);
  return VF_OK;
}

/* The wire of all ranks, made from the id of rank 0. why: the reason if there is no wire */
static vf_status join(vfi_nccl_wires *wires, char *why)
{
  typedef unsigned char identifier[VF_QUEUED_ID_BYTES];
  vf_group *group = wires->group;
  const vf_queued_messages *table = wires->table;
  identifier mine = "", lone, *ids = calloc((size_t)group->ranks, sizeof *ids);
  char text[VF_GROUP_TEXT] = "";
  vf_status status = ids ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  int code = group->rank == 0 ? table->make_id(mine) : 0;
  if (code) table->error_text(NULL, code, text, sizeof text);
  if (code) snprintf(why, VF_WHY, "%s: %.150s", table->name, text);
  status = vfi_group_gather(group, "vf_group_create", 0, status, mine, sizeof mine, ids ? ids : &lone);
  if (!status) status = all_well(group, VF_OK, why);
  if (!status && !why[0]) {
    code = table->begin(ids, group->rank, group->ranks, &wires->wire);
    if (!wires->wire) table->error_text(NULL, code, text, sizeof text);
    if (!wires->wire) snprintf(why, VF_WHY, "%s: %.150s", table->name, text);
    else if (vfi_nccl_settle(wires, code, -1, "joining all ranks")) snprintf(why, VF_WHY, "%.180s", vf_last_error());
    if (why[0]) vfi_nccl_abort(wires);
    status = all_well(group, VF_OK, why);
  }
  free(ids);
  return status;
}

/* Tokens between all ranks; each token names its sender. */
static vf_status swap_tokens(vfi_nccl_wires *wires, int32_t *host, bool *came)
{
  const vf_group *group = wires->group;
  const vf_context *context = group->context;
  const size_t ranks = (size_t)group->ranks, bytes = 2 * ranks * VF_NCCL_TOKEN_BYTES;
  for (size_t r = 0; r < ranks; r++) host[r * TOKEN_WORDS] = group->rank + 1;
  int code = context->backend->copy_to_device(wires->tokens, host, bytes, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  if (code) return vfi_context_failure(context, code, "trying messages between GPUs");
  for (int r = 0; r < group->ranks; r++) wires->pairs[r].pending = r != group->rank;
  const vf_status status = vfi_nccl_queue(wires);
  if (status) return status;
  code = context->backend->queue_wait(vfi_context_queue(context));
  if (!code) code = context->backend->copy_to_host(host, wires->tokens, bytes, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  if (code) return vfi_nccl_lost(wires, vfi_context_failure(context, code, "trying messages between GPUs"));
  for (size_t r = 0; r < ranks; r++) came[r] = host[(ranks + r) * TOKEN_WORDS] == (int32_t)r + 1;
  return VF_OK;
}

static vf_status try_tokens(vfi_nccl_wires *wires, bool *came, char *why)
{
  int32_t *host = calloc(2 * (size_t)wires->group->ranks, VF_NCCL_TOKEN_BYTES);
  if (!host) snprintf(why, VF_WHY, "no host memory to try it");
  vf_status status = all_well(wires->group, VF_OK, why);
  if (!status && !why[0]) {
    if (swap_tokens(wires, host, came)) snprintf(why, VF_WHY, "%.180s", vf_last_error());
    status = all_well(wires->group, VF_OK, why);
  }
  free(host);
  return status;
}

/* The first exchange makes the links, and may take its time. Later calls may block until everything is queued: blocking
 * calls are quicker by far. Their work is tried too. */
static vf_status hasten(vfi_nccl_wires *wires, bool *came, char *why)
{
  if (!wires->table->hasten) return VF_OK;
  if (vfi_nccl_settle(wires, wires->table->hasten(wires->wire), -1, "making calls quicker"))
    snprintf(why, VF_WHY, "%.180s", vf_last_error());
  const vf_status status = all_well(wires->group, VF_OK, why);
  return status || why[0] ? status : try_tokens(wires, came, why);
}

vf_status vfi_nccl_connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  char obstacle[VF_WHY] = "";
  vfi_nccl_wires *wires = NULL;
  bool any = false;
  vf_status status = find_obstacle(group, obstacle);
  if (!status && !obstacle[0]) {
    status = vfi_group_agree(group, "vf_group_create", 0, prepare(group, &wires));
    if (!status) status = join(wires, obstacle);
    if (!status && !obstacle[0]) status = try_tokens(wires, reached, obstacle);
    if (!status && !obstacle[0]) status = hasten(wires, reached, obstacle);
  }
  for (int r = 0; r < group->ranks; r++) {
    reached[r] = reached[r] && wanted[r] && !obstacle[0] && !status;
    any = any || reached[r];
    snprintf(why[r], VF_WHY, "%s", obstacle[0] ? obstacle : "the sent data did not arrive");
  }
  if (wires) wires->trying = false;
  if (any) *vfi_transport_state(group, &vfi_transport_nccl) = wires;
  else vfi_nccl_free(wires);
  return status;
}
