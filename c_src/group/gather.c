/* Collective calls that every member takes part in: what they agree on, and what each gives to all. */
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "board.h"
#include "gather.h"

/* Goes ahead of what is gathered; small pieces travel in it. */
struct vf_gather_header {
  uint64_t number, digest;
  int64_t status;
  char call[VF_CALL_NAME], text[VF_GROUP_TEXT];
  char room[VF_GATHER_ROOM];
};
typedef struct vf_gather_header header;

uint64_t vf_digest(uint64_t digest, const void *data, size_t bytes)
{
  const unsigned char *at = data;
  if (!digest) digest = 0xcbf29ce484222325u;
  for (size_t b = 0; b < bytes; b++) digest = (digest ^ at[b]) * 0x100000001b3u;
  return digest;
}

size_t vf_gather_header_bytes(void) { return sizeof(header); }

void vf_group_enter(vf_group *group, const char *call)
{
  group->calls++;
  group->call = call;
  vf_board_call(group, group->calls, call);
}

vf_status vf_group_leave(vf_group *group, vf_status status)
{
  if (status && !group->broken) vf_board_text(group, vf_last_error());
  if (!group->broken) vf_board_state_is(group, VF_BOARD_OUTSIDE);
  group->call = NULL;
  return status;
}

/* All headers are those of one call. Every member comes to the same: if one differs from another, it does so for all. */
static vf_status compare(vf_group *group, const header *mine)
{
  for (int r = 0; r < group->ranks; r++) {
    const header *theirs = &group->headers[r + 1];
    if (theirs->number == mine->number && !strncmp(theirs->call, mine->call, sizeof mine->call)) continue;
    return vf_group_break(group, vf_fail(VF_ERROR_PEER,
                                         "calls that do not belong together: rank %d is in %s (call %llu), "
                                         "rank %d in %s (call %llu)",
                                         group->rank, mine->call, (unsigned long long)mine->number, r, theirs->call,
                                         (unsigned long long)theirs->number));
  }
  return VF_OK;
}

static vf_status combine(vf_group *group, const header *mine, vf_status status)
{
  if (status) return status; /* with its text */
  for (int r = 0; r < group->ranks; r++) {
    const header *theirs = &group->headers[r + 1];
    if (theirs->status)
      return vf_fail(VF_ERROR_PEER, "%s (call %llu) failed on rank %d: %s", mine->call,
                     (unsigned long long)mine->number, r, theirs->text);
  }
  for (int r = 0; r < group->ranks; r++)
    if (group->headers[r + 1].digest != mine->digest)
      return vf_fail(VF_ERROR_PEER, "%s (call %llu): its arguments on rank %d are not those on rank %d", mine->call,
                     (unsigned long long)mine->number, group->rank, r);
  return VF_OK;
}

/* One round of headers. */
static vf_status meet(vf_group *group, header *mine, vf_status status)
{
  const vf_messages *messages = &group->messages;
  void *request = NULL;
  const int code = messages->gather(messages->state, mine, sizeof *mine, &group->headers[1], &request);
  if (code) return vf_group_message_failure(group, code, "gathering");
  vf_status met = vf_group_finish(group, -1, &request);
  if (!met) met = compare(group, mine);
  return met ? met : combine(group, mine, status);
}

/* The pieces of all, by a message of their own. `copy` has room for what is sent and for what comes. */
static vf_status fetch(vf_group *group, char *copy, const void *mine, const size_t *sizes, size_t bytes, size_t total,
                       void *all)
{
  const vf_messages *messages = &group->messages;
  void *request = NULL;
  if (bytes) memcpy(copy, mine, bytes);
  const int code = sizes ? messages->gather_lists(messages->state, copy, bytes, copy + bytes, sizes, &request)
                         : messages->gather(messages->state, copy, bytes, copy + bytes, &request);
  if (code) return vf_group_message_failure(group, code, "gathering");
  const vf_status status = vf_group_finish(group, -1, &request);
  if (!status) memcpy(all, copy + bytes, total);
  return status;
}

static vf_status gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                        const size_t *sizes, size_t bytes, void *all)
{
  size_t total = 0, largest = bytes;
  for (int r = 0; r < group->ranks; r++) {
    total += sizes ? sizes[r] : bytes;
    if (sizes && sizes[r] > largest) largest = sizes[r];
  }
  if (group->ranks == 1) {
    if (!status && bytes) memcpy(all, mine, bytes);
    return status;
  }
  header *own = &group->headers[0];
  char *copy = NULL;
  memset(own, 0, sizeof *own);
  if (!status && largest > VF_GATHER_ROOM) {
    copy = malloc(bytes + total);
    if (!copy) status = vf_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu bytes of all ranks", call, total);
  }
  own->number = group->calls;
  own->digest =
      sizes ? vf_digest(digest, sizes, (size_t)group->ranks * sizeof *sizes) : vf_digest(digest, &bytes, sizeof bytes);
  own->status = status;
  strncpy(own->call, call, sizeof own->call - 1);
  if (status) strncpy(own->text, vf_last_error(), sizeof own->text - 1);
  else if (largest <= VF_GATHER_ROOM && bytes) memcpy(own->room, mine, bytes);
  status = meet(group, own, status);
  if (!status && copy) status = fetch(group, copy, mine, sizes, bytes, total, all);
  char *to = all;
  for (int r = 0; r < group->ranks && !status && !copy; r++) {
    const size_t size = sizes ? sizes[r] : bytes;
    if (size) memcpy(to, group->headers[r + 1].room, size);
    to += size;
  }
  if (group->broken) vf_group_abandon(copy); /* the messages may still use it */
  else free(copy);
  return status;
}

static vf_status gather_counted(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                                const size_t *sizes, size_t bytes, void *all)
{
  const double began = vf_group_seconds();
  if (group->broken) return vf_fail(VF_ERROR_PEER, "%s: the group is broken: %s", call, group->broken_text);
  vf_group_enter(group, call);
  status = vf_group_leave(group, gather(group, call, digest, status, mine, sizes, bytes, all));
  group->figures.collective_calls++;
  group->figures.collective_seconds += vf_group_seconds() - began;
  return status;
}

vf_status vf_group_agree(vf_group *group, const char *call, uint64_t digest, vf_status status)
{
  return gather_counted(group, call, digest, status, NULL, NULL, 0, NULL);
}

vf_status vf_group_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                          size_t bytes, void *all)
{
  return gather_counted(group, call, digest, status, mine, NULL, bytes, all);
}

vf_status vf_group_gather_lists(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                                const size_t *sizes, void *all)
{
  return gather_counted(group, call, digest, status, mine, sizes, sizes[group->rank], all);
}
