/* Messages between GPUs in the order of their queues, for ranks without shared memory: other hosts, or no access to
 * each other. The group's messages come with a table of the library that sends the messages.
 *
 * The hosts of a pair send each other their notes first. Nothing is queued before both hosts agree, so queued work
 * waits only for the other GPU, and the other GPU has the matching work. All messages of an exchange are queued
 * together, at its first `receive`, on the group's own queue: from the buffer of a pack to the buffer of an unpack. A
 * rank without data sends a token, so that each exchange is a meeting. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../core/error.h"
#include "nccl_wires.h"

enum { NOTE_TAG = 4, ABORTED = -2 };

static vf_nccl_wires *wires_of(vf_group *group) { return *vf_transport_state(group, &vf_transport_nccl); }

/* ---- Failures ----------------------------------------------------------------------------------------- */

void vf_nccl_abort(vf_nccl_wires *own)
{
  if (own->wire) own->table->abort(own->wire);
  own->wire = NULL;
}

/* Nothing of the library is left to wait for, here or in the queue. */
vf_status vf_nccl_lost(vf_nccl_wires *own, vf_status status)
{
  if (!own->trying) vf_group_break(own->group, status);
  vf_nccl_abort(own);
  return status;
}

static vf_status failure(const vf_nccl_wires *own, int code, const char *what)
{
  char text[VF_GROUP_TEXT] = "it was aborted";
  if (code != ABORTED) own->table->error_text(own->wire, code, text, sizeof text);
  return vf_fail(VF_ERROR_PEER, "%s: %s on rank %d: %s: %s", own->group->call ? own->group->call : "an exchange", what,
                 own->group->rank, own->table->name, text);
}

/* Other ranks that wait meanwhile for this rank have more patience than a trial. */
static bool tried_long_enough(const vf_nccl_wires *own, double began)
{
  return own->group->wait > 0 && vf_group_seconds() - began > own->group->wait / 2;
}

typedef struct step {
  const vf_nccl_wires *own;
  const char *what;
} step;

static vf_status step_done(void *data, bool *done)
{
  const step *s = data;
  const int code = s->own->wire ? s->own->table->state(s->own->wire) : ABORTED;
  *done = code == 0;
  return code && code != VF_QUEUED_PENDING ? failure(s->own, code, s->what) : VF_OK;
}

/* Called after a call of the table with its code: waits until the call is over. rank: the only needed rank; -1: any */
vf_status vf_nccl_settle(const vf_nccl_wires *own, int code, int rank, const char *what)
{
  step s = { .own = own, .what = what };
  if (code && code != VF_QUEUED_PENDING) return failure(own, code, what);
  if (!own->trying) return vf_group_wait(own->group, rank, step_done, &s);
  const double began = vf_group_seconds();
  bool done = false;
  vf_status status = step_done(&s, &done);
  while (!status && !done) {
    nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
    status = step_done(&s, &done);
    if (!status && !done && tried_long_enough(own, began))
      return vf_fail(VF_ERROR_PEER, "%s: %s took longer than half of VF_WAIT", own->table->name, what);
  }
  return status;
}

/* Returns a failure if the queue has stood in one exchange for too long, or if the library cannot go on. */
int vf_nccl_late(void *data, double began)
{
  vf_nccl_wires *own = data;
  const volatile vf_nccl_progress *at = own->progress;
  if (!own->wire) return 0;
  const int code = own->table->state(own->wire);
  if (code && code != VF_QUEUED_PENDING) {
    vf_nccl_lost(own, failure(own, code, "an exchange that was queued"));
    return VF_PEER_LOST;
  }
  const uint64_t reached = at->reached;
  if (reached == at->passed) own->standing = 0;
  else if (own->standing != reached) {
    own->standing = reached;
    own->standing_since = vf_group_seconds();
  }
  if (!own->standing) return 0;
  const double since = own->standing_since > began ? own->standing_since : began;
  char text[VF_GROUP_TEXT] = "what was tried first does not arrive";
  if (own->trying && !tried_long_enough(own, since)) return 0;
  if (!own->trying && !vf_group_patience(own->group, -1, since)) return 0;
  if (!own->trying) snprintf(text, sizeof text, "%s", vf_last_error());
  vf_nccl_lost(own,
               vf_fail(VF_ERROR_PEER, "exchange %llu by %s: %s", (unsigned long long)reached, own->table->name, text));
  return VF_PEER_LOST;
}

/* ---- Queueing ------------------------------------------------------------------------------------------ */

static int mark(const vf_nccl_wires *own, bool passed)
{
  const vf_context *context = own->group->context;
  if (!own->progress) return 0;
  const vf_peer_flag one = { .flag = passed ? &own->progress->passed : &own->progress->reached,
                             .number = own->exchanges };
  return context->backend->peers->flag(context->queue, &one);
}

/* The only rank with a pending exchange; -1: there are several. */
static int only_rank(const vf_nccl_wires *own)
{
  int rank = -1;
  for (int r = 0; r < own->group->ranks; r++) {
    if (!own->pairs[r].pending) continue;
    if (rank >= 0) return -1;
    rank = r;
  }
  return rank;
}

static bool went_wrong(int code) { return code && code != VF_QUEUED_PENDING; }

static int messages_with(const vf_nccl_wires *own, int rank)
{
  const vf_nccl_pair *with = &own->pairs[rank];
  const vf_link *link = &own->group->links[rank];
  const int turn = vf_link_turn(link);
  void *const queue = own->group->context->queue;
  char *const token = own->tokens + (size_t)rank * VF_NCCL_TOKEN_BYTES;
  const char *const out = with->put ? link->put[turn] : token;
  char *const in = with->take ? link->take[turn] : token + (size_t)own->group->ranks * VF_NCCL_TOKEN_BYTES;
  const int code = own->table->send(own->wire, out, with->put ? with->put : VF_NCCL_TOKEN_BYTES, rank, queue);
  return went_wrong(code)
             ? code
             : own->table->receive(own->wire, in, with->take ? with->take : VF_NCCL_TOKEN_BYTES, rank, queue);
}

/* Queues all pending exchanges. Both ends of each pair queue, each at its place in the same order of exchanges. */
vf_status vf_nccl_queue(vf_nccl_wires *own)
{
  static const char what[] = "queueing messages";
  vf_group *group = own->group;
  const int rank = only_rank(own);
  own->exchanges++;
  own->guard.queued++;
  int device = mark(own, false);
  int code = own->table->open(own->wire);
  const bool opened = !went_wrong(code);
  for (int r = 0; r < group->ranks && !went_wrong(code); r++)
    if (own->pairs[r].pending) code = messages_with(own, r);
  for (int r = 0; r < group->ranks; r++) own->pairs[r].pending = false;
  if (opened) {
    const int closed = own->table->close(own->wire);
    if (!went_wrong(code)) code = closed;
  }
  vf_status status = vf_nccl_settle(own, code, rank, what);
  if (!device && !status) device = mark(own, true);
  if (device && !status) status = vf_context_failure(group->context, device, "an exchange between ranks");
  return status ? vf_nccl_lost(own, status) : VF_OK;
}

/* ---- Exchanges ---------------------------------------------------------------------------------------- */

static vf_status grow(vf_group *group, const size_t *put, const size_t *take)
{
  return vf_message_links_grow(group, &vf_transport_nccl, &vf_message_device_memory, put, take);
}

/* The host runs ahead of its queue by some exchanges only: in a full queue a launch would wait, without an end. */
static vf_status begin(vf_link *link, const vf_note *note)
{
  enum { AHEAD = 64 };
  vf_group *group = link->group;
  vf_nccl_wires *own = wires_of(group);
  const vf_backend *backend = group->context->backend;
  vf_nccl_pair *with = &own->pairs[link->rank];
  if (own->exchanges > own->marked + AHEAD) {
    own->marked = own->exchanges;
    own->event = 1 - own->event;
    int device = backend->event_wait(own->events[own->event]);
    if (!device) device = backend->event_record(own->events[own->event], group->context->queue);
    if (device) return vf_group_break(group, vf_context_failure(group->context, device, "an exchange queued earlier"));
  }
  with->take = note->bytes;
  const int code = group->messages.receive(group->messages.state, &with->in, sizeof with->in, link->rank, NOTE_TAG,
                                           &with->in_request);
  return code ? vf_group_message_failure(group, code, "receiving") : VF_OK;
}

static vf_status send(vf_link *link, const vf_note *note)
{
  vf_group *group = link->group;
  vf_nccl_pair *with = &wires_of(group)->pairs[link->rank];
  with->out = with->expected = *note;
  with->put = note->bytes;
  with->expected.bytes = with->take;
  with->pending = true;
  const int code = group->messages.send(group->messages.state, &with->out, sizeof with->out, link->rank, NOTE_TAG,
                                        &with->out_request);
  return code ? vf_group_message_failure(group, code, "sending") : VF_OK;
}

static vf_status receive(vf_link *link, const vf_note *note)
{
  vf_group *group = link->group;
  vf_nccl_wires *own = wires_of(group);
  vf_status status = VF_OK;
  (void)note;
  if (!own->pairs[link->rank].pending) return VF_OK;
  for (int r = 0; r < group->ranks && !status; r++) {
    vf_nccl_pair *with = &own->pairs[r];
    if (!with->pending) continue;
    status = vf_group_finish(group, r, &with->in_request);
    if (!status) status = vf_link_compare(&group->links[r], &with->expected, &with->in);
    if (!status) status = vf_group_finish(group, r, &with->out_request);
  }
  return status ? vf_nccl_lost(own, status) : vf_nccl_queue(own);
}

static void lost(vf_group *group)
{
  vf_nccl_wires *own = wires_of(group);
  if (own && !own->trying) vf_nccl_abort(own);
}

static void drop(vf_group *group)
{
  vf_message_links_drop(group, &vf_transport_nccl, &vf_message_device_memory);
  vf_nccl_free(wires_of(group));
  *vf_transport_state(group, &vf_transport_nccl) = NULL;
}

const vf_transport vf_transport_nccl = { .name = "nccl",
                                         .gives = "messages from GPU to GPU, in the order of their queues",
                                         .connect = vf_nccl_connect,
                                         .grow = grow,
                                         .begin = begin,
                                         .send = send,
                                         .receive = receive,
                                         .lost = lost,
                                         .drop = drop };
