/* Waits of members for each other, and their messages after a wait in vain. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../core/error.h"
#include "../core/hooks.h"
#include "../core/seconds.h"
#include "board.h"
#include "transport.h"

/* Abandoned memory: a list, so that the memory is still reachable. */
typedef struct abandoned {
  void *memory;
  struct abandoned *next;
} abandoned;
static abandoned *abandoned_memory;
static pthread_mutex_t abandoning = PTHREAD_MUTEX_INITIALIZER; /* called with and without the lock of the library */

void vfi_group_abandon(void *memory)
{
  if (!memory) return;
  abandoned *entry = malloc(sizeof *entry);
  if (!entry) return; /* the memory stays without an entry too */
  pthread_mutex_lock(&abandoning);
  *entry = (abandoned){ .memory = memory, .next = abandoned_memory };
  abandoned_memory = entry;
  pthread_mutex_unlock(&abandoning);
}

vf_status vfi_group_break(vf_group *group, vf_status status)
{
  if (group->broken) return status;
  group->broken = true;
  strncpy(group->broken_text, vf_last_error(), sizeof group->broken_text - 1);
  vfi_board_text(group, group->broken_text);
  vfi_board_state_is(group, VF_BOARD_BROKEN);
  for (int t = 0; vfi_transports[t] && group->transports; t++)
    if (vfi_transports[t]->lost) vfi_transports[t]->lost(group);
  return status;
}

vf_status vfi_group_message_failure(vf_group *group, int code, const char *what)
{
  char text[VF_GROUP_TEXT] = "";
  group->messages.error_text(group->messages.state, code, text, sizeof text);
  return vfi_group_break(group,
                         vfi_fail(VF_ERROR_PEER, "%s: %s failed on rank %d: %s: %s", group->call ? group->call : "",
                                  what, group->rank, group->messages.name, text));
}

/* "vf_layout_create (call 7)" */
static const char *own_call(const vf_group *group, char *text, size_t size)
{
  snprintf(text, size, "%s (call %llu)", group->call ? group->call : "no call", (unsigned long long)group->calls);
  return text;
}

/* Describes the work of an awaited member. */
static void describe(vf_group *group, int rank, char *text, size_t size)
{
  vfi_board_sight sight;
  const unsigned long long process = (unsigned long long)group->members[rank].process;
  if (!vfi_board_look(group, rank, &sight)) {
    snprintf(text, size, "rank %d on %s cannot be seen from here", rank, group->members[rank].host);
    return;
  }
  const unsigned long long number = (unsigned long long)sight.number;
  if (sight.ended) snprintf(text, size, "rank %d has ended (process %llu)", rank, process);
  else if (sight.state == VF_BOARD_LEFT) snprintf(text, size, "rank %d has destroyed its group", rank);
  else if (sight.state == VF_BOARD_BROKEN) snprintf(text, size, "rank %d gave up: %s", rank, sight.text);
  else if (sight.state == VF_BOARD_INSIDE)
    snprintf(text, size, "rank %d is in %s (call %llu)%s%s", rank, sight.call, number,
             sight.text[0] ? ", which failed: " : "", sight.text);
  else
    snprintf(text, size, "rank %d is in no call of the group, its last one was %s (call %llu)%s%s", rank,
             sight.call[0] ? sight.call : "none", number, sight.text[0] ? ", which failed: " : "", sight.text);
}

/* Seconds of patience for data that may still be on their way. usual_grace: from a member that has ended, or is in
 * another call. later_grace: from a member that goes on with later calls; this member is alive, so a slow network is
 * likelier than lost data. */
static const double usual_grace = 0.25, later_grace = 3;

/* True if a member will not do the awaited work. alone: this member waits for this rank only.
 *   grace  out: seconds until the end of the wait */
static bool in_vain(vf_group *group, int rank, bool alone, double *grace)
{
  vfi_board_sight sight;
  *grace = usual_grace;
  if (rank == group->rank || !vfi_board_look(group, rank, &sight)) return false;
  if (sight.ended || sight.state == VF_BOARD_LEFT || sight.state == VF_BOARD_BROKEN) return true;
  /* All members count their calls alike: one number stands for one call, and a member in a later call has sent all its
   * data of this call. */
  if (sight.state != VF_BOARD_INSIDE || sight.number < group->calls) return false;
  if (sight.number > group->calls) {
    *grace = later_grace;
    return alone;
  }
  return group->call && strncmp(sight.call, group->call, sizeof sight.call - 1) != 0;
}

/* The first late member, for a wait for all members. */
static int late_member(vf_group *group)
{
  vfi_board_sight sight;
  for (int r = 0; r < group->ranks; r++)
    if (r != group->rank && vfi_board_look(group, r, &sight) &&
        (sight.state != VF_BOARD_INSIDE || sight.number < group->calls))
      return r;
  return -1;
}

enum { LOOK_MILLISECONDS = 1 };

vf_status vfi_group_patience(vf_group *group, int rank, double began)
{
  const double now = vfi_seconds();
  const bool over = group->wait > 0 && now - began > group->wait;
  if (!over && now - group->looked < 1e-3 * LOOK_MILLISECONDS) return VF_OK;
  group->looked = now;
  int vain = -1;
  double grace = usual_grace;
  for (int r = rank < 0 ? 0 : rank; r < (rank < 0 ? group->ranks : rank + 1) && vain < 0; r++)
    if (in_vain(group, r, rank >= 0, &grace)) vain = r;
  if (vain < 0) group->in_vain_since = 0;
  else if (group->in_vain_since < began) group->in_vain_since = now;
  const bool lost = vain >= 0 && now - group->in_vain_since > grace;
  if (!over && !lost) return VF_OK;
  char call[VF_CALL_NAME + 32], other[VF_GROUP_TEXT + 192];
  int late = lost ? vain : rank;
  if (late < 0) late = late_member(group);
  own_call(group, call, sizeof call);
  if (late >= 0) describe(group, late, other, sizeof other);
  else snprintf(other, sizeof other, "who is late cannot be seen from here");
  if (lost) return vfi_fail(VF_ERROR_PEER, "%s: rank %d waits for rank %d in vain: %s", call, group->rank, vain, other);
  if (rank >= 0 || late >= 0)
    return vfi_fail(VF_ERROR_PEER, "%s: rank %d waited %g seconds (VF_WAIT) for rank %d: %s", call, group->rank,
                    group->wait, rank >= 0 ? rank : late, other);
  return vfi_fail(VF_ERROR_PEER, "%s: rank %d waited %g seconds (VF_WAIT) for the others: %s", call, group->rank,
                  group->wait, other);
}

static vf_status wait_for(vf_group *group, int rank, vfi_group_done done, void *data)
{
  enum { SPINS = 200, YIELDS = 20000 };
  const double began = vfi_seconds();
  for (long turn = 0;; turn++) {
    bool is = false;
    const vf_status status = done(data, &is);
    if (status) return vfi_group_break(group, status);
    if (is) return VF_OK;
    if (turn < SPINS) continue;
    if (turn % 16 == 0 && vfi_group_patience(group, rank, began))
      return done(data, &is) || !is ? vfi_group_break(group, VF_ERROR_PEER) : VF_OK;
    if (turn < YIELDS) sched_yield();
    else nanosleep(&(struct timespec){ .tv_nsec = 20000 }, NULL);
  }
}

vf_status vfi_group_wait(vf_group *group, int rank, vfi_group_done done, void *data)
{
  if (!vfi_profiling) return wait_for(group, rank, done, data);
  const double began = vfi_seconds();
  const vf_status status = wait_for(group, rank, done, data);
  vfi_wiring.ranks_awaited(group->call ? group->call : "no call", vfi_seconds() - began);
  return status;
}

typedef struct request {
  vf_group *group;
  void **request;
} request;

static vf_status request_done(void *data, bool *done)
{
  const request *r = data;
  const vf_messages *messages = &r->group->messages;
  const int code = messages->test(messages->state, r->request, done);
  return code ? vfi_group_message_failure(r->group, code, "a message") : VF_OK;
}

vf_status vfi_group_finish(vf_group *group, int rank, void **pending)
{
  if (!*pending) return VF_OK;
  return vfi_group_wait(group, rank, request_done, &(request){ .group = group, .request = pending });
}
