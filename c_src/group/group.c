#include "group.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../core/context.h"
#include "../core/device.h"
#include "../core/error.h"
#include "../core/seconds.h"
#include "../core/set.h"
#include "board.h"
#include "gather.h"
#include "summary.h"
#include "transport.h"

static vf_group *groups;

vf_group *vfi_group_next(const vf_group *group) { return group ? group->next : groups; }

vf_status vfi_group_check(const vf_group *group, const char *who)
{
  if (!group) return vfi_fail(VF_ERROR_NULL, "%s: the group is not set", who);
  const vf_group *live = groups;
  while (live && live != group) live = live->next;
  if (!live) return vfi_fail(VF_ERROR_STATE, "%s: the group was destroyed", who);
  if (group->context_closed) return vfi_fail(VF_ERROR_STATE, "%s: the context of the group was closed", who);
  return VF_OK;
}

vf_status vfi_group_check_collective(vf_group *group, const char *who)
{
  const vf_status status = vfi_group_check(group, who);
  if (status && !group) return vfi_group_refuse(NULL, who, status);
  if (status) return status;
  if (group->broken) return vfi_fail(VF_ERROR_PEER, "%s: the group is broken: %s", who, group->broken_text);
  const char *obstacle = group->messages.obstacle ? group->messages.obstacle(group->messages.state) : NULL;
  return obstacle ? vfi_fail(VF_ERROR_STATE, "%s: %s", who, obstacle) : VF_OK;
}

void vfi_group_context_closes(vf_context *context)
{
  for (vf_group *group = groups; group; group = group->next)
    if (group->context == context) {
      vfi_links_free(group);
      vfi_board_text(group, "the context of the group was closed");
      vfi_board_state_is(group, VF_BOARD_BROKEN);
      group->context_closed = true;
      group->context = NULL;
    }
}

/* ---- Making one --------------------------------------------------------------------------------------- */

static void free_group(vf_group *group)
{
  vfi_rows_free(group);
  vfi_links_free(group);
  vfi_board_free(group);
  if (group->broken) vfi_group_abandon(group->headers);
  else free(group->headers);
  free(group->transports);
  free(group->members);
  group->ended = true;
  if (!group->layouts) free(group);
}

void vfi_group_layouts_gone(vf_group *group)
{
  if (group->ended) free(group);
}

static vf_status allocate(const vf_messages *messages, vf_group **made)
{
  vf_group *group = calloc(1, sizeof *group);
  if (!group) return vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory");
  const int ranks = messages ? messages->ranks : 1;
  if (messages) group->messages = *messages;
  group->rank = messages ? messages->rank : 0;
  group->ranks = ranks;
  group->members = calloc((size_t)ranks, sizeof *group->members);
  group->links = calloc((size_t)ranks, sizeof *group->links);
  group->headers = calloc((size_t)ranks + 1, vfi_gather_header_bytes());
  group->transports = calloc((size_t)vfi_transport_count(), sizeof *group->transports);
  for (int r = 0; r < ranks && group->links; r++) group->links[r] = (struct vfi_link){ .group = group, .rank = r };
  *made = group;
  if (group->members && group->links && group->headers && group->transports) return VF_OK;
  return vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for %d ranks", ranks);
}

static void describe_self(vfi_member *member)
{
  char boot[40] = "", name[VF_HOST_NAME] = "";
  gethostname(name, sizeof name - 1);
  FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r"); /* differs between hosts of one name */
  if (file) {
    if (!fgets(boot, sizeof boot, file)) boot[0] = 0;
    fclose(file);
  }
  boot[8] = 0;
  snprintf(member->host, sizeof member->host, "%.48s%s%.8s", name, boot[0] ? " " : "", boot);
  member->process = (int64_t)getpid();
}

static void number_on_hosts(vf_group *group)
{
  for (int r = 0; r < group->ranks; r++) {
    group->members[r].on_host = 0;
    for (int other = 0; other < r; other++)
      if (!strcmp(group->members[other].host, group->members[r].host)) group->members[r].on_host++;
  }
}

/* All have to wait for each other in the same way. */
static vf_status gather_members(vf_group *group, const char *forced, vf_status status)
{
  vfi_member mine;
  const uint64_t digest = vfi_digest(vfi_digest(0, forced, strlen(forced)), &group->ranks, sizeof group->ranks);
  memset(&mine, 0, sizeof mine);
  describe_self(&mine);
  status = vfi_group_gather(group, "vf_group_create", digest, status, &mine, sizeof mine, group->members);
  if (!status) number_on_hosts(group);
  return status;
}

static vf_status gather_devices(vf_group *group, vf_context *context)
{
  const vfi_member *self = &group->members[group->rank];
  vf_status status = VF_OK;
  if (!context) status = vfi_group_open_default(self->on_host);
  if (!status) status = vfi_context_resolve(&context);
  vfi_member mine = *self;
  if (!status) {
    const vf_peer_table *peers = context->backend->peers;
    group->context = context;
    group->context_serial = context->serial;
    snprintf(mine.device, sizeof mine.device, "%s", context->name);
    if (peers && peers->identity && peers->identity(context->ordinal, mine.identity, sizeof mine.identity))
      mine.identity[0] = 0;
  }
  return vfi_group_gather(group, "vf_group_create", 0, status, &mine, sizeof mine, group->members);
}

static vf_status make(vf_group *group, vf_context *context)
{
  const char *forced = NULL;
  vf_status status = vfi_group_settings(&group->wait, &forced);
  status = gather_members(group, forced ? forced : "", status);
  if (!status) status = gather_devices(group, context);
  if (!status && group->ranks > 1) status = vfi_board_make(group);
  return status ? status : vfi_links_make(group);
}

/* The members with memory for a group and the members without tell each other. */
static vf_status agree_on_memory(const vf_messages *messages, vf_status status, bool *lost)
{
  const char *forced = NULL, *obstacle = messages->obstacle ? messages->obstacle(messages->state) : NULL;
  double wait = 60;
  if (obstacle) return vfi_fail(VF_ERROR_STATE, "vf_group_create: %s", obstacle);
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  (void)vfi_group_settings(&wait, &forced); /* errors of the settings are reported later */
  if (status) vfi_error_report(status, text);
  return vfi_gather_first(messages, wait, status, lost);
}

static vf_status create(const vf_messages *messages, vf_context *context, vf_group **made)
{
  const double began = vfi_seconds();
  vf_group *group = NULL;
  bool lost = false;
  vf_status status = allocate(messages, &group);
  if (messages && messages->ranks > 1) status = agree_on_memory(messages, status, &lost);
  if (!status) status = make(group, context);
  if (status) {
    /* Requests of a broken group may be open: their memory stays. */
    if (messages && messages->end && !lost && !(group && group->broken)) messages->end(messages->state);
    if (group) free_group(group);
    return status;
  }
  group->figures.create_seconds = vfi_seconds() - began;
  vfi_lock();
  group->next = groups;
  groups = group;
  vfi_groups_rank_is(group);
  vfi_unlock();
  *made = group;
  return VF_OK;
}

vf_status vf_group_create(const vf_messages *messages, vf_context *context, vf_group **group)
{
  if (!messages || !group)
    return vfi_fail(VF_ERROR_NULL, "vf_group_create: %s is NULL", messages ? "group" : "messages");
  *group = NULL;
  if (messages->ranks < 1 || messages->rank < 0 || messages->rank >= messages->ranks)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_group_create: rank %d of %d", messages->rank, messages->ranks);
  if (!messages->gather || !messages->gather_lists || !messages->send || !messages->receive || !messages->test ||
      !messages->error_text)
    return vfi_fail(VF_ERROR_NULL, "vf_group_create: a function of messages is NULL");
  return create(messages, context, group);
}

vf_status vf_group_create_alone(vf_context *context, vf_group **group)
{
  if (!group) return vfi_fail(VF_ERROR_NULL, "vf_group_create_alone: group is NULL");
  *group = NULL;
  return create(NULL, context, group);
}

/* ---- Queries ----------------------------------------------------------------------------------------- */

vf_status vf_group_size(const vf_group *group, int *rank, int *ranks)
{
  const vf_status status = vfi_group_check(group, "vf_group_size");
  if (status) return status;
  if (rank) *rank = group->rank;
  if (ranks) *ranks = group->ranks;
  return VF_OK;
}

vf_status vf_group_context(const vf_group *group, vf_context **context)
{
  if (!context) return vfi_fail(VF_ERROR_NULL, "vf_group_context: context is NULL");
  *context = NULL;
  const vf_status status = vfi_group_check(group, "vf_group_context");
  if (!status) *context = group->context;
  return status;
}

vf_status vf_group_transport(const vf_group *group, int rank, const char **name, const char **why)
{
  const vf_status status = vfi_group_check(group, "vf_group_transport");
  if (status) return status;
  if (rank < 0 || rank >= group->ranks)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_group_transport: rank %d of %d", rank, group->ranks);
  if (name) *name = group->links[rank].transport->name;
  if (why) *why = group->links[rank].why;
  return VF_OK;
}

vf_status vf_group_figures_get(const vf_group *group, vf_group_figures *figures)
{
  if (!figures) return vfi_fail(VF_ERROR_NULL, "vf_group_figures_get: figures is NULL");
  const vf_status status = vfi_group_check(group, "vf_group_figures_get");
  if (!status) *figures = group->figures;
  return status;
}

/* ---- Meeting and ending ------------------------------------------------------------------------------- */

static vf_status fence(vf_group *group)
{
  vf_status status = VF_OK;
  for (int r = 0; r < group->ranks && !status; r++)
    if (r != group->rank) status = vfi_link_begin(&group->links[r], 0);
  for (int r = 0; r < group->ranks && !status; r++)
    if (r != group->rank) status = vfi_link_send(&group->links[r], 0, 0, "a fence");
  for (int r = 0; r < group->ranks && !status; r++)
    if (r != group->rank) status = vfi_link_receive(&group->links[r], 0, 0, "a fence");
  return status ? vfi_group_break(group, status) : VF_OK;
}

vf_status vfi_group_check_open_exchange(const vf_group *group, const char *who)
{
  if (!group->open_set) return VF_OK;
  return vfi_fail(VF_ERROR_STATE, "%s: an exchange of '%s' is begun; call vf_set_fill_ghosts_end first", who,
                  group->open_set->operand.label);
}

vf_status vfi_group_fence_as(vf_group *group, const char *call, vf_status status)
{
  const double began = vfi_seconds();
  if (!status) status = vfi_group_check_open_exchange(group, call);
  if (!status) status = vfi_context_select(group->context);
  vfi_group_enter(group, call);
  status = vfi_group_meet(group, 0, status, NULL);
  if (!status) status = fence(group);
  status = vfi_group_leave(group, status);
  group->figures.exchanges++;
  group->figures.exchange_seconds += vfi_seconds() - began;
  return status;
}

vf_status vf_group_fence(vf_group *group)
{
  static const char who[] = "vf_group_fence";
  const vf_status status = vfi_group_check_collective(group, who);
  return status ? status : vfi_group_fence_as(group, who, VF_OK);
}

/* The only group of several members; NULL: there is no such group, or more. */
static vf_group *only_group(void)
{
  vf_group *only = NULL;
  int found = 0;
  vfi_lock();
  for (vf_group *group = groups; group; group = group->next)
    if (group->ranks > 1 && !group->context_closed) {
      only = group;
      found++;
    }
  vfi_unlock();
  return found == 1 ? only : NULL;
}

vf_status vfi_group_refuse(vf_group *group, const char *call, vf_status status)
{
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  if (!group) group = only_group();
  const bool able = group && !vfi_group_check_collective(group, call);
  vfi_error_report(status, text);
  return able ? vfi_group_agree(group, call, 0, status) : status;
}

/* Takes the group off the list and frees everything of this process. */
static vf_status end_here(vf_group **handle, vf_status status)
{
  vf_group *group = *handle;
  vfi_lock();
  vf_group **link = &groups;
  while (*link != group) link = &(*link)->next;
  *link = group->next;
  vfi_unlock();
  vfi_group_remember(group);
  const vf_messages messages = group->messages;
  if (!status && messages.end && messages.end(messages.state))
    status = vfi_fail(VF_ERROR_PEER, "vf_group_destroy: %s failed to end", messages.name);
  free_group(group);
  *handle = NULL;
  return status;
}

vf_status vf_group_destroy(vf_group **handle)
{
  static const char who[] = "vf_group_destroy";
  if (!handle) return vfi_fail(VF_ERROR_NULL, "%s: group is NULL", who);
  vf_group *group = *handle;
  vf_status status = vfi_group_check(group, who);
  if (status && !(status == VF_ERROR_STATE && group && group->context_closed)) return status;
  if (status) return end_here(handle, status);
  if (group->broken) {
    vf_context_wait(group->context);
    vfi_fail(VF_ERROR_PEER, "%s: the group is broken: %s", who, group->broken_text);
    return end_here(handle, VF_ERROR_PEER);
  }
  status = vfi_group_check_collective(group, who);
  if (status) {
    vf_context_wait(group->context);
    group->broken = true; /* no wait of the group can succeed any more */
    return end_here(handle, status);
  }
  if (group->layouts)
    status = vfi_fail(VF_ERROR_STATE, "%s: %d of its layouts, or sets on them, are there still", who, group->layouts);
  if (!status) status = vf_context_wait(group->context);
  status = vfi_group_agree(group, who, 0, status);
  if (group->broken) return end_here(handle, status);
  if (status) return status;
  return end_here(handle, VF_OK);
}
