/* GPUs of one host with common memory. The memory is GPU memory: `flat` if the memory of all GPUs lies in one range of
 * addresses, or `ipc` by handles of the driver. Or the memory is host memory, shared page-locked. The pack of one GPU
 * writes into the buffer from which the unpack of the other GPU reads. Flags lie in this memory too: streams write
 * flags and wait for flags, and no host waits.
 *
 * The hosts compare the notes of both ends of an exchange, in shared memory if there is shared memory, as soon as the
 * other note is there: at a later exchange if the note comes late. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../window_gpu.h"
#include "peer_memory.h"

enum { LINE = 128, FLAGS = LINE / sizeof(uint64_t), PADDING = 256 };
enum { NUMBER, TRIAL }; /* flags in a line */

typedef struct peer_links {
  vf_group *group;
  const vf_transport *transport;
  const vf_window_kind *kind; /* of its windows */
  vf_window *flags;           /* [ranks] lines in each part, by sender */
  vf_window *buffers;         /* NULL: none yet */
  vf_notes *notes;            /* NULL: they cannot be compared */
  uint64_t *awaited;          /* [ranks] the last exchange for which the queue waits */
  uint64_t *marked;           /* [ranks] the last exchange behind which an event was recorded */
  void *events[2];            /* in turn */
  int event;
  void *second; /* a queue beside the context's queue, for flags while the context's queue waits */
  vf_peer_guard guard;
} peer_links;

static const char call[] = "buffers between ranks";

static uint64_t *flag_in(const peer_links *own, int part, int sender, int which)
{
  return (uint64_t *)(void *)own->flags->parts[part] + (size_t)sender * FLAGS + which;
}

static int queue_flag(const peer_links *own, uint64_t *flag, uint64_t number, bool waits)
{
  const vf_context *context = own->group->context;
  const vf_peer_flag one = { flag, number, waits };
  return context->backend->peers->flag(context->queue, &one);
}

static peer_links *links_of(vf_group *group, const vf_transport *transport)
{
  return *vf_transport_state(group, transport);
}

/* ---- Waits in vain ------------------------------------------------------------------------------------ */

static int read_flag(const peer_links *own, int part, int sender, int which, uint64_t *number)
{
  const vf_backend *backend = own->group->context->backend;
  if (own->kind == &vf_window_registered) {
    const char *host = vf_window_registered_host(own->flags, part);
    *number = ((const volatile uint64_t *)(const void *)host)[(size_t)sender * FLAGS + (size_t)which];
    return 0;
  }
  const int code = backend->copy_to_host(number, flag_in(own, part, sender, which), sizeof *number, own->second);
  return code ? code : backend->queue_wait(own->second);
}

/* Lets the own queue go on from any wait. */
static void free_queue(const peer_links *own)
{
  const vf_group *group = own->group;
  const vf_backend *backend = group->context->backend;
  for (int r = 0; r < group->ranks; r++) {
    const vf_peer_flag end = { .number = UINT64_MAX / 2, .flag = flag_in(own, group->rank, r, NUMBER) };
    if (group->links[r].transport == own->transport) backend->peers->flag(own->second, &end);
  }
  backend->queue_wait(own->second);
}

/* A rank for which the queue waits now: its sent data are there, and its awaited data are not. -1: none. */
static int missing_rank(const peer_links *own, uint64_t *number)
{
  const vf_group *group = own->group;
  for (int r = 0; r < group->ranks; r++) {
    uint64_t got = 0, sent = 0;
    if (group->links[r].transport != own->transport || r == group->rank) continue;
    if (read_flag(own, group->rank, r, NUMBER, &got)) return -1;
    if (got >= own->awaited[r] || read_flag(own, r, group->rank, NUMBER, &sent)) continue;
    *number = got + 1;
    if (sent > got) return r;
  }
  return -1;
}

static int late(void *data, double began)
{
  const peer_links *own = data;
  vf_group *group = own->group;
  uint64_t number = 0;
  const int rank = missing_rank(own, &number);
  if (rank < 0 || !vf_group_patience(group, rank, began)) return 0;
  char text[VF_GROUP_TEXT];
  snprintf(text, sizeof text, "%s", vf_last_error());
  vf_group_break(group, vf_fail(VF_ERROR_PEER, "exchange %llu with rank %d ('%s'): %s", (unsigned long long)number,
                                rank, vf_notes_what(own->notes, rank, number), text));
  free_queue(own);
  return VF_PEER_LOST;
}

/* ---- Connecting --------------------------------------------------------------------------------------- */

/* All ranks write to all, and check the arrival, and the ability of a queue to wait for a flag. */
static vf_status try_flags(const peer_links *own, bool *works)
{
  vf_group *group = own->group;
  const vf_context *context = group->context;
  int code = 0;
  for (int r = 0; r < group->ranks && !code; r++) {
    works[r] = r != group->rank && own->flags->parts[r] && own->flags->parts[group->rank];
    if (works[r]) code = queue_flag(own, flag_in(own, r, group->rank, TRIAL), (uint64_t)group->rank + 1, false);
  }
  if (!code) code = context->backend->queue_wait(context->queue);
  vf_status status = code ? vf_context_failure(context, code, "writing memory of another rank") : VF_OK;
  status = vf_group_agree(group, "vf_group_create", 0, status);
  for (int r = 0; r < group->ranks && !status; r++) {
    uint64_t number = 0;
    if (works[r]) code = read_flag(own, group->rank, r, TRIAL, &number);
    if (!code && works[r]) works[r] = number == (uint64_t)r + 1;
    if (!code && works[r]) code = queue_flag(own, flag_in(own, group->rank, r, TRIAL), number, true);
    if (code) status = vf_context_failure(context, code, "a flag of another rank");
  }
  return vf_group_agree(group, "vf_group_create", 0, status);
}

static vf_status make(vf_group *group, const vf_transport *transport, const vf_window_kind *kind, peer_links **made)
{
  const vf_backend *backend = group->context->backend;
  peer_links *own = calloc(1, sizeof *own);
  uint64_t *awaited = calloc((size_t)group->ranks, sizeof *awaited);
  uint64_t *marked = calloc((size_t)group->ranks, sizeof *marked);
  vf_status status =
      own && awaited && marked ? VF_OK : vf_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  *made = own;
  if (own) {
    *own = (peer_links){ .group = group, .transport = transport, .kind = kind, .awaited = awaited, .marked = marked };
  } else {
    free(awaited);
    free(marked);
  }
  if (!status) status = vf_context_select(group->context);
  if (!status) {
    int code = backend->queue_create(&own->second);
    if (code) own->second = NULL;
    for (int e = 0; e < 2 && !code; e++) {
      code = backend->event_create(&own->events[e]);
      if (code) own->events[e] = NULL;
    }
    if (code) status = vf_context_failure(group->context, code, "creating a second queue and events");
  }
  status = vf_group_agree(group, "vf_group_create", 0, status);
  if (!status) status = vf_window_create_as(group, kind, "vf_group_create", (size_t)group->ranks * LINE, &own->flags);
  if (!status) status = vf_notes_make(group, &own->notes);
  return status;
}

static void free_links(peer_links *own, bool context_is_open)
{
  if (!own) return;
  if (context_is_open) {
    vf_context *context = own->group->context;
    if (own->guard.late) context->backend->peers->guard(&own->guard, false);
    vf_window_release(own->buffers);
    vf_window_release(own->flags);
    if (own->second) context->backend->queue_destroy(own->second);
    for (int e = 0; e < 2; e++)
      if (own->events[e]) context->backend->event_destroy(own->events[e]);
  }
  vf_notes_free(own->notes);
  free(own->awaited);
  free(own->marked);
  free(own);
}

/* Only groups of GPUs can have this transport. */
static vf_status all_have_peers(vf_group *group, int *without)
{
  const vf_peer_table *peers = group->context->backend->peers;
  const int mine = peers && (peers->memory_create || peers->handle_get);
  int *all = calloc((size_t)group->ranks, sizeof *all), lone = 0;
  vf_status status = all ? VF_OK : vf_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  status = vf_group_gather(group, "vf_group_create", 0, status, &mine, sizeof mine, all ? all : &lone);
  *without = -1;
  for (int r = 0; r < group->ranks && !status && *without < 0; r++)
    if (!all[r]) *without = r;
  free(all);
  return status;
}

static vf_status connect_by(vf_group *group, const vf_transport *transport, const vf_window_kind *kind,
                            const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  int without = -1;
  vf_status status = all_have_peers(group, &without);
  if (status) return status;
  if (without >= 0) {
    for (int r = 0; r < group->ranks; r++)
      snprintf(why[r], VF_WHY, "rank %d is on %s, whose memory no other process reaches", without,
               group->members[without].device);
    return VF_OK;
  }
  peer_links *own = NULL;
  bool *works = calloc((size_t)group->ranks, sizeof *works);
  status = works ? VF_OK : vf_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  status = vf_group_agree(group, "vf_group_create", 0, status);
  if (!status) status = make(group, transport, kind, &own);
  if (!status) status = try_flags(own, works);
  for (int r = 0; r < group->ranks && !status; r++) {
    reached[r] = wanted[r] && works[r];
    if (!reached[r])
      snprintf(why[r], VF_WHY, "%s", own->flags->why[r][0] ? own->flags->why[r] : "what was written did not arrive");
  }
  free(works);
  if (status) {
    free_links(own, true);
    return status;
  }
  own->guard = (vf_peer_guard){ .queue = group->context->queue, .late = late, .data = own };
  group->context->backend->peers->guard(&own->guard, true);
  *vf_transport_state(group, transport) = own;
  return VF_OK;
}

/* ---- Buffers ------------------------------------------------------------------------------------------ */

static size_t padded(size_t bytes) { return (bytes + PADDING - 1) / PADDING * PADDING; }

static void set_link(const peer_links *own, vf_link *link, size_t theirs, size_t mine, size_t put, size_t take)
{
  char **parts = own->buffers->parts;
  link->put_bytes = put;
  link->take_bytes = take;
  for (int turn = 0; turn < 2; turn++) {
    link->put[turn] = put ? parts[link->rank] + theirs + (size_t)turn * padded(put) : NULL;
    link->take[turn] = take ? parts[own->group->rank] + mine + (size_t)turn * padded(take) : NULL;
  }
}

/* The part of a rank has two buffers for each sender; offsets has their places. */
static vf_status grow_by(vf_group *group, const vf_transport *transport, const size_t *put, const size_t *take)
{
  peer_links *own = links_of(group, transport);
  const size_t ranks = (size_t)group->ranks;
  size_t *offsets = calloc(ranks * (ranks + 1), sizeof *offsets), bytes = 0;
  vf_status status = offsets ? VF_OK : vf_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu ranks", call, ranks);
  for (int r = 0; r < group->ranks && !status; r++) {
    offsets[r] = bytes;
    if (group->links[r].transport == transport) bytes += 2 * padded(take[r]);
  }
  status = vf_group_gather(group, call, 0, status, offsets, ranks * sizeof *offsets, offsets ? offsets + ranks : NULL);
  if (!status) {
    group->figures.buffer_bytes -= own->buffers ? (int64_t)own->buffers->bytes : 0;
    vf_window_release(own->buffers);
    own->buffers = NULL;
    status = vf_window_create_as(group, own->kind, call, bytes, &own->buffers);
  }
  if (!status) group->figures.buffer_bytes += (int64_t)bytes;
  for (int r = 0; r < group->ranks && !status; r++) {
    vf_link *link = &group->links[r];
    if (link->transport != transport) continue;
    if (own->buffers->parts[r])
      set_link(own, link, offsets[ranks * ((size_t)r + 1) + (size_t)group->rank], offsets[r], put[r], take[r]);
    else status = vf_fail(VF_ERROR_DEVICE, "%s: rank %d: %s", call, r, own->buffers->why[r]);
  }
  free(offsets);
  return status;
}

/* ---- Exchanges ---------------------------------------------------------------------------------------- */

/* The host runs ahead of its queue by some exchanges only. With a full queue the host would wait in a launch, without
 * an end if the other rank does not come. The host waits for its exchange of some exchanges ago, so that the queue
 * never runs dry. */
static vf_status begin(vf_link *link, const vf_note *note)
{
  enum { AHEAD = 64 };
  vf_group *group = link->group;
  peer_links *own = links_of(group, link->transport);
  const vf_backend *backend = group->context->backend;
  if (note->number <= own->marked[link->rank] + AHEAD) return VF_OK;
  for (int r = 0; r < group->ranks; r++) own->marked[r] = group->links[r].number;
  own->event = 1 - own->event;
  int code = backend->event_wait(own->events[own->event]);
  if (!code) code = backend->event_record(own->events[own->event], group->context->queue);
  return code ? vf_group_break(group, vf_context_failure(group->context, code, "an exchange queued earlier")) : VF_OK;
}

static vf_status send(vf_link *link, const vf_note *note)
{
  vf_group *group = link->group;
  const peer_links *own = links_of(group, link->transport);
  vf_notes_give(own->notes, link->rank, note);
  const int code = queue_flag(own, flag_in(own, link->rank, group->rank, NUMBER), note->number, false);
  return code ? vf_group_break(group, vf_context_failure(group->context, code, "telling another rank")) : VF_OK;
}

static vf_status receive(vf_link *link, const vf_note *note)
{
  vf_group *group = link->group;
  peer_links *own = links_of(group, link->transport);
  own->awaited[link->rank] = note->number;
  own->guard.queued++;
  const int code = queue_flag(own, flag_in(own, group->rank, link->rank, NUMBER), note->number, true);
  if (code) return vf_group_break(group, vf_context_failure(group->context, code, "waiting for another rank"));
  return vf_notes_compare(own->notes, link, note);
}

static void drop_by(vf_group *group, const vf_transport *transport)
{
  void **state = vf_transport_state(group, transport);
  free_links(*state, !group->context_closed);
  *state = NULL;
}

/* ---- The three ---------------------------------------------------------------------------------------- */

static vf_status make_flat(vf_window *window, const char *name)
{
  return vf_window_gpu_make(window, name, VF_WINDOW_FLAT);
}
static vf_status make_blocks(vf_window *window, const char *name)
{
  return vf_window_gpu_make(window, name, VF_WINDOW_BLOCKS);
}
static const vf_window_kind flat_window = { .name = "flat", .create = make_flat, .release = vf_window_gpu_drop };
static const vf_window_kind block_window = { .name = "ipc", .create = make_blocks, .release = vf_window_gpu_drop };

#define TRANSPORT(symbol, word, text, kind)                                                                 \
  static vf_status connect_##symbol(vf_group *group, const bool *wanted, bool *reached, char(*why)[VF_WHY]) \
  {                                                                                                         \
    return connect_by(group, &vf_transport_##symbol, kind, wanted, reached, why);                           \
  }                                                                                                         \
  static vf_status grow_##symbol(vf_group *group, const size_t *put, const size_t *take)                    \
  {                                                                                                         \
    return grow_by(group, &vf_transport_##symbol, put, take);                                               \
  }                                                                                                         \
  static void drop_##symbol(vf_group *group) { drop_by(group, &vf_transport_##symbol); }                    \
  const vf_transport vf_transport_##symbol = { .name = word,                                                \
                                               .gives = text,                                               \
                                               .connect = connect_##symbol,                                 \
                                               .grow = grow_##symbol,                                       \
                                               .begin = begin,                                              \
                                               .send = send,                                                \
                                               .receive = receive,                                          \
                                               .drop = drop_##symbol };
TRANSPORT(flat, "flat", "memory of its GPU, beside that of all others", &flat_window)
TRANSPORT(ipc, "ipc", "memory of its GPU, by handles of the driver", &block_window)
TRANSPORT(registered, "shared", "memory of the host that both GPUs read and write", &vf_window_registered)
