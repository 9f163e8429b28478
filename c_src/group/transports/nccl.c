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
#include "../../core/seconds.h"
#include "nccl_wires.h"

enum { NOTE_TAG = 4, ABORTED = -2 };

static vfi_nccl_wires *wires_of(vf_group *group) { return *vfi_transport_state(group, &vfi_transport_nccl); }

/* ---- Failures ----------------------------------------------------------------------------------------- */

void vfi_nccl_abort(vfi_nccl_wires *wires)
{
  if (wires->wire) wires->table->abort(wires->wire);
  wires->wire = NULL;
}

/* Nothing of the library is left to wait for, here or in the queue. */
vf_status vfi_nccl_lost(vfi_nccl_wires *wires, vf_status status)
{
  if (!wires->trying) vfi_group_break(wires->group, status);
  vfi_nccl_abort(wires);
  return status;
}

static vf_status failure(const vfi_nccl_wires *wires, int code, const char *what)
{
  char text[VF_GROUP_TEXT] = "it was aborted";
  if (code != ABORTED) wires->table->error_text(wires->wire, code, text, sizeof text);
  return vfi_fail(VF_ERROR_PEER, "%s: %s on rank %d: %s: %s", wires->group->call ? wires->group->call : "an exchange",
                  what, wires->group->rank, wires->table->name, text);
}

/* Other ranks that wait meanwhile for this rank have more patience than a trial. */
static bool tried_long_enough(const vfi_nccl_wires *wires, double began)
{
  return wires->group->wait > 0 && vfi_seconds() - began > wires->group->wait / 2;
}

typedef struct step {
  const vfi_nccl_wires *wires;
  const char *what;
} step;

static vf_status step_done(void *data, bool *done)
{
  const step *s = data;
  const int code = s->wires->wire ? s->wires->table->state(s->wires->wire) : ABORTED;
  *done = code == 0;
  return code && code != VF_QUEUED_PENDING ? failure(s->wires, code, s->what) : VF_OK;
}

/* Called after a call of the table with its code: waits until the call is over. rank: the only needed rank; -1: any */
vf_status vfi_nccl_settle(const vfi_nccl_wires *wires, int code, int rank, const char *what)
{
  step s = { .wires = wires, .what = what };
  if (code && code != VF_QUEUED_PENDING) return failure(wires, code, what);
  if (!wires->trying) return vfi_group_wait(wires->group, rank, step_done, &s);
  const double began = vfi_seconds();
  bool done = false;
  vf_status status = step_done(&s, &done);
  while (!status && !done) {
    nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
    status = step_done(&s, &done);
    if (!status && !done && tried_long_enough(wires, began))
      return vfi_fail(VF_ERROR_PEER, "%s: %s took longer than half of VF_WAIT", wires->table->name, what);
  }
  return status;
}

/* Returns a failure if the queue has stood in one exchange for too long, or if the library cannot go on. */
int vfi_nccl_late(void *data, double began)
{
  vfi_nccl_wires *wires = data;
  const volatile vfi_nccl_progress *at = wires->progress;
  if (!wires->wire) return 0;
  const int code = wires->table->state(wires->wire);
  if (code && code != VF_QUEUED_PENDING) {
    vfi_nccl_lost(wires, failure(wires, code, "an exchange that was queued"));
    return VF_PEER_LOST;
  }
  const uint64_t reached = at->reached;
  if (reached == at->passed) wires->standing = 0;
  else if (wires->standing != reached) {
    wires->standing = reached;
    wires->standing_since = vfi_seconds();
  }
  if (!wires->standing) return 0;
  const double since = wires->standing_since > began ? wires->standing_since : began;
  char text[VF_GROUP_TEXT] = "the data of the trial does not arrive";
  if (wires->trying && !tried_long_enough(wires, since)) return 0;
  if (!wires->trying && !vfi_group_patience(wires->group, -1, since)) return 0;
  if (!wires->trying) snprintf(text, sizeof text, "%s", vf_last_error());
  vfi_nccl_lost(
      wires, vfi_fail(VF_ERROR_PEER, "exchange %llu by %s: %s", (unsigned long long)reached, wires->table->name, text));
  return VF_PEER_LOST;
}

/* ---- Queueing ------------------------------------------------------------------------------------------ */

static int mark(const vfi_nccl_wires *wires, bool passed)
{
  const vf_context *context = wires->group->context;
  if (!wires->progress) return 0;
  const vfi_peer_flag one = { .flag = passed ? &wires->progress->passed : &wires->progress->reached,
                              .number = wires->exchanges };
  return context->backend->peers->flag(vfi_context_queue(context), &one);
}

/* The only rank with a pending exchange; -1: there are several. */
static int only_rank(const vfi_nccl_wires *wires)
{
  int rank = -1;
  for (int r = 0; r < wires->group->ranks; r++) {
    if (!wires->pairs[r].pending) continue;
    if (rank >= 0) return -1;
    rank = r;
  }
  return rank;
}

static bool went_wrong(int code) { return code && code != VF_QUEUED_PENDING; }

static int messages_with(const vfi_nccl_wires *wires, int rank)
{
  const vfi_nccl_pair *with = &wires->pairs[rank];
  const vfi_link *link = &wires->group->links[rank];
  const int turn = vfi_link_turn(link);
  void *const queue = vfi_context_queue(wires->group->context);
  char *const token = wires->tokens + (size_t)rank * VF_NCCL_TOKEN_BYTES;
  const char *const out = with->put ? link->put[turn] : token;
  char *const in = with->take ? link->take[turn] : token + (size_t)wires->group->ranks * VF_NCCL_TOKEN_BYTES;
  const int code = wires->table->send(wires->wire, out, with->put ? with->put : VF_NCCL_TOKEN_BYTES, rank, queue);
  return went_wrong(code)
             ? code
             : wires->table->receive(wires->wire, in, with->take ? with->take : VF_NCCL_TOKEN_BYTES, rank, queue);
}

/* Queues all pending exchanges. Both ends of each pair queue, each at its place in the same order of exchanges. */
vf_status vfi_nccl_queue(vfi_nccl_wires *wires)
{
  static const char what[] = "queueing messages";
  vf_group *group = wires->group;
  const int rank = only_rank(wires);
  wires->exchanges++;
  wires->guard.queued++;
  int device = mark(wires, false);
  int code = wires->table->open(wires->wire);
  const bool opened = !went_wrong(code);
  for (int r = 0; r < group->ranks && !went_wrong(code); r++)
    if (wires->pairs[r].pending) code = messages_with(wires, r);
  for (int r = 0; r < group->ranks; r++) wires->pairs[r].pending = false;
  if (opened) {
    const int closed = wires->table->close(wires->wire);
    if (!went_wrong(code)) code = closed;
  }
  vf_status status = vfi_nccl_settle(wires, code, rank, what);
  if (!device && !status) device = mark(wires, true);
  if (device && !status) status = vfi_context_failure(group->context, device, "an exchange between ranks");
  return status ? vfi_nccl_lost(wires, status) : VF_OK;
}

/* ---- Exchanges ---------------------------------------------------------------------------------------- */

static vf_status grow(vf_group *group, const size_t *put, const size_t *take)
{
  return vfi_message_links_grow(group, &vfi_transport_nccl, &vfi_message_device_memory, put, take);
}

/* The host runs ahead of its queue by some exchanges only: in a full queue a launch would wait, without an end. */
static vf_status begin(vfi_link *link, const vfi_note *note)
{
  enum { AHEAD = 64 };
  vf_group *group = link->group;
  vfi_nccl_wires *wires = wires_of(group);
  const vf_backend *backend = group->context->backend;
  vfi_nccl_pair *with = &wires->pairs[link->rank];
  if (wires->exchanges > wires->marked + AHEAD) {
    wires->marked = wires->exchanges;
    wires->event = 1 - wires->event;
    int device = backend->event_wait(wires->events[wires->event]);
    if (!device) device = backend->event_record(wires->events[wires->event], vfi_context_queue(group->context));
    if (device)
      return vfi_group_break(group, vfi_context_failure(group->context, device, "an exchange queued earlier"));
  }
  with->take = note->bytes;
  const int code = group->messages.receive(group->messages.state, &with->in, sizeof with->in, link->rank, NOTE_TAG,
                                           &with->in_request);
  return code ? vfi_group_message_failure(group, code, "receiving") : VF_OK;
}

static vf_status send(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  vfi_nccl_pair *with = &wires_of(group)->pairs[link->rank];
  with->out = with->expected = *note;
  with->put = note->bytes;
  with->expected.bytes = with->take;
  with->pending = true;
  const int code = group->messages.send(group->messages.state, &with->out, sizeof with->out, link->rank, NOTE_TAG,
                                        &with->out_request);
  return code ? vfi_group_message_failure(group, code, "sending") : VF_OK;
}

static vf_status receive(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  vfi_nccl_wires *wires = wires_of(group);
  vf_status status = VF_OK;
  (void)note;
  if (!wires->pairs[link->rank].pending) return VF_OK;
  for (int r = 0; r < group->ranks && !status; r++) {
    vfi_nccl_pair *with = &wires->pairs[r];
    if (!with->pending) continue;
    status = vfi_group_finish(group, r, &with->in_request);
    if (!status) status = vfi_link_compare(&group->links[r], &with->expected, &with->in);
    if (!status) status = vfi_group_finish(group, r, &with->out_request);
  }
  return status ? vfi_nccl_lost(wires, status) : vfi_nccl_queue(wires);
}

static void lost(vf_group *group)
{
  vfi_nccl_wires *wires = wires_of(group);
  if (wires && !wires->trying) vfi_nccl_abort(wires);
}

static void drop(vf_group *group)
{
  vfi_message_links_drop(group, &vfi_transport_nccl, &vfi_message_device_memory);
  vfi_nccl_free(wires_of(group));
  *vfi_transport_state(group, &vfi_transport_nccl) = NULL;
}

const vfi_transport vfi_transport_nccl = { .name = "nccl",
                                           .gives = "messages from GPU to GPU, in the order of their queues",
                                           .connect = vfi_nccl_connect,
                                           .grow = grow,
                                           .begin = begin,
                                           .send = send,
                                           .receive = receive,
                                           .lost = lost,
                                           .drop = drop };
