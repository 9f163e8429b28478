/* Collective calls of all members: their agreement, and the data from each member to all. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/seconds.h"
#include "board.h"
#include "gather.h"

/* The header of a gather; small pieces travel inside the header. */
struct vfi_gather_header {
  uint64_t number, digest;
  int64_t status, flag;
  char call[VF_CALL_NAME];
  char room[VF_GATHER_ROOM];
  char text[VF_GROUP_TEXT]; /* of a failure */
};
typedef struct vfi_gather_header header;
_Static_assert(sizeof(header) <= VF_BOARD_ROOM, "headers fit the board");

uint64_t vfi_digest(uint64_t digest, const void *data, size_t bytes)
{
  const unsigned char *at = data;
  if (!digest) digest = 0xcbf29ce484222325u;
  for (size_t b = 0; b < bytes; b++) digest = (digest ^ at[b]) * 0x100000001b3u;
  return digest;
}

size_t vfi_gather_header_bytes(void) { return sizeof(header); }

void vfi_group_enter(vf_group *group, const char *call)
{
  group->calls++;
  group->call = call;
  vfi_board_call(group, group->calls, call);
}

vf_status vfi_group_leave(vf_group *group, vf_status status)
{
  if (status && !group->broken) vfi_board_text(group, vf_last_error());
  if (!group->broken) vfi_board_state_is(group, VF_BOARD_OUTSIDE);
  group->call = NULL;
  return status;
}

/* The header of a member for the current call. */
static const header *header_of(const vf_group *group, int rank)
{
  return vfi_board_is_whole(group) ? vfi_board_given(group, rank, group->calls) : &group->headers[1 + rank];
}

static bool same_call(const header *a, const header *b) { return !strncmp(a->call, b->call, sizeof a->call); }

/* A member that refuses its call does none of its work, so the call may be any. */
static bool belong_together(const header *a, const header *b)
{
  return a->number == b->number && (a->status || b->status || same_call(a, b));
}

/* All headers must be of one call. Every member finds the same result: if one header differs from another, all members
 * see the difference. */
static vf_status compare(vf_group *group, const header *mine)
{
  for (int r = 0; r < group->ranks; r++) {
    const header *theirs = header_of(group, r);
    if (belong_together(theirs, mine)) continue;
    return vfi_group_break(group, vfi_fail(VF_ERROR_PEER,
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
    const header *theirs = header_of(group, r);
    if (!theirs->status) continue;
    const bool same = same_call(theirs, mine);
    return vfi_fail(VF_ERROR_PEER, "%s (call %llu) failed on rank %d%s%s: %s", mine->call,
                    (unsigned long long)mine->number, r, same ? "" : ", which was in ", same ? "" : theirs->call,
                    theirs->text);
  }
  for (int r = 0; r < group->ranks; r++)
    if (header_of(group, r)->digest != mine->digest)
      return vfi_fail(VF_ERROR_PEER, "%s (call %llu): its arguments on rank %d are not those on rank %d", mine->call,
                      (unsigned long long)mine->number, group->rank, r);
  return VF_OK;
}

static vf_status send_headers(vf_group *group)
{
  const vf_messages *messages = &group->messages;
  void *request = NULL;
  const int code =
      messages->gather(messages->state, group->headers, sizeof *group->headers, &group->headers[1], &request);
  return code ? vfi_group_message_failure(group, code, "gathering") : vfi_group_finish(group, -1, &request);
}

typedef struct arrivals {
  const vf_group *group;
  int next; /* all earlier members have come */
} arrivals;

static vf_status all_came(void *data, bool *done)
{
  arrivals *a = data;
  while (a->next < a->group->ranks && vfi_board_given(a->group, a->next, a->group->calls)) a->next++;
  *done = a->next == a->group->ranks;
  return VF_OK;
}

static header *begin_header(const vf_group *group, uint64_t digest)
{
  header *own = &group->headers[0];
  own->number = group->calls;
  own->digest = digest;
  own->flag = own->status = 0;
  strncpy(own->call, group->call, sizeof own->call - 1); /* with zeros behind the name */
  return own;
}

/* One round of headers: by the board if all members see the board, or by messages. has_room: the own header carries a
 * piece. */
static vf_status meet(vf_group *group, vf_status status, bool has_room)
{
  header *own = &group->headers[0];
  vf_status met;
  own->status = status;
  if (status) {
    strncpy(own->text, vf_last_error(), sizeof own->text - 1);
    vfi_board_text(group, own->text);
  }
  if (vfi_board_is_whole(group)) {
    const size_t used = status ? sizeof *own : has_room ? offsetof(header, text) : offsetof(header, room);
    vfi_board_give(group, own->number, own, used);
    met = vfi_group_wait(group, -1, all_came, &(arrivals){ .group = group });
  } else met = send_headers(group);
  if (!met) met = compare(group, own);
  if (met && status)
    return vfi_fail(status, "%s", own->text); /* the failures of the other members follow from this
                                                               * failure */
  return met ? met : combine(group, own, status);
}

vf_status vfi_group_meet(vf_group *group, uint64_t digest, vf_status status, bool *flag)
{
  if (group->ranks == 1) return status;
  begin_header(group, digest)->flag = flag && *flag;
  status = meet(group, status, false);
  for (int r = 0; r < group->ranks && !status && flag; r++) *flag = *flag || header_of(group, r)->flag;
  return status;
}

/* The pieces of all, by a separate message. `copy` has room for the sent and the received pieces. */
static vf_status fetch(vf_group *group, char *copy, const void *mine, const size_t *sizes, size_t bytes, size_t total,
                       void *all)
{
  const vf_messages *messages = &group->messages;
  void *request = NULL;
  if (bytes) memcpy(copy, mine, bytes);
  const int code = sizes ? messages->gather_lists(messages->state, copy, bytes, copy + bytes, sizes, &request)
                         : messages->gather(messages->state, copy, bytes, copy + bytes, &request);
  if (code) return vfi_group_message_failure(group, code, "gathering");
  const vf_status status = vfi_group_finish(group, -1, &request);
  if (!status && all) memcpy(all, copy + bytes, total);
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
  char *copy = NULL;
  if (!status && largest > VF_GATHER_ROOM) {
    copy = malloc(bytes + total);
    if (!copy) status = vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu bytes of all ranks", call, total);
  }
  header *own = begin_header(group, sizes ? vfi_digest(digest, sizes, (size_t)group->ranks * sizeof *sizes)
                                          : vfi_digest(digest, &bytes, sizeof bytes));
  if (!status && mine && largest <= VF_GATHER_ROOM) memcpy(own->room, mine, bytes);
  status = meet(group, status, largest > 0);
  if (!status && copy) status = fetch(group, copy, mine, sizes, bytes, total, all);
  char *to = all;
  for (int r = 0; r < group->ranks && !status && !copy; r++) {
    const size_t size = sizes ? sizes[r] : bytes;
    if (size) memcpy(to, header_of(group, r)->room, size);
    to += size;
  }
  if (group->broken) vfi_group_abandon(copy); /* the messages may still use the copy */
  else free(copy);
  return status;
}

static vf_status gather_counted(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                                const size_t *sizes, size_t bytes, void *all)
{
  const double began = vfi_seconds();
  if (group->broken) return vfi_fail(VF_ERROR_PEER, "%s: the group is broken: %s", call, group->broken_text);
  vfi_group_enter(group, call);
  status = vfi_group_leave(group, gather(group, call, digest, status, mine, sizes, bytes, all));
  group->figures.collective_calls++;
  group->figures.collective_seconds += vfi_seconds() - began;
  return status;
}

vf_status vfi_group_agree(vf_group *group, const char *call, uint64_t digest, vf_status status)
{
  return gather_counted(group, call, digest, status, NULL, NULL, 0, NULL);
}

vf_status vfi_group_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                           size_t bytes, void *all)
{
  return gather_counted(group, call, digest, status, mine, NULL, bytes, all);
}

vf_status vfi_group_gather_lists(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                                 const size_t *sizes, void *all)
{
  return gather_counted(group, call, digest, status, mine, sizes, sizes[group->rank], all);
}

vf_status vfi_gather_first(const vf_messages *messages, double wait, vf_status status, bool *lost)
{
  enum { MOST = 4096 };
  static int64_t spare[MOST + 1]; /* used if there is no memory even for the sizes */
  vf_group first = { .messages = *messages, .rank = messages->rank, .ranks = messages->ranks, .wait = wait };
  int64_t *own = malloc(((size_t)first.ranks + 1) * sizeof *own), *all = NULL;
  if (!own && !status) status = vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for %d ranks", first.ranks);
  if (!own && first.ranks > MOST) return status;
  all = own ? own : spare;
  all[0] = status;
  first.call = "vf_group_create";
  void *request = NULL;
  const int code = messages->gather(messages->state, all, sizeof *all, all + 1, &request);
  const vf_status met =
      code ? vfi_group_message_failure(&first, code, "gathering") : vfi_group_finish(&first, -1, &request);
  *lost = met != VF_OK;
  for (int r = 0; r < first.ranks && !met && !status; r++)
    if (all[r + 1]) status = vfi_fail(VF_ERROR_PEER, "vf_group_create failed on rank %d: no host memory", r);
  if (met) vfi_group_abandon(own); /* messages may still write there */
  else free(own);
  return status ? status : met;
}
