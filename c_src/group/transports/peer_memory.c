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
#include "../window.h"
#include "peer_memory.h"

enum { LINE = 128, FLAGS = LINE / sizeof(uint64_t), PADDING = 256 };
enum { NUMBER, TRIAL }; /* flags in a line */

typedef struct peer_links {
  vf_group *group;
  const vfi_transport *transport;
  const vfi_window_kind *kind; /* of its windows */
  vfi_window *flags;           /* [ranks] lines in each part, by sender */
  vfi_window *buffers;         /* NULL: none yet */
  vfi_notes *notes;            /* NULL: they cannot be compared */
  uint64_t *awaited;           /* [ranks] the last exchange for which the queue waits */
  uint64_t *marked;            /* [ranks] the last exchange behind which an event was recorded */
  void *events[2];             /* in turn */
  int event;
  void *second; /* a queue beside the context's queue, for flags while the context's queue waits */
  vfi_peer_guard guard;
} peer_links;

static const char call[] = "buffers between ranks";

static uint64_t *flag_in(const peer_links *links, int part, int sender, int which)
{
  return (uint64_t *)(void *)links->flags->parts[part] + (size_t)sender * FLAGS + which;
}

static int queue_flag(const peer_links *links, uint64_t *flag, uint64_t number, bool waits)
{
  const vf_context *context = links->group->context;
  const vfi_peer_flag one = { flag, number, waits };
  return context->backend->peers->flag(vfi_context_queue(context), &one);
}

static peer_links *links_of(vf_group *group, const vfi_transport *transport)
{
  return *vfi_transport_state(group, transport);
}

/* ---- Waits in vain ------------------------------------------------------------------------------------ */

static int read_flag(const peer_links *links, int part, int sender, int which, uint64_t *number)
{
  const vf_backend *backend = links->group->context->backend;
  if (links->kind == &vfi_window_registered) {
    const char *host = vfi_window_registered_host(links->flags, part);
    *number = ((const volatile uint64_t *)(const void *)host)[(size_t)sender * FLAGS + (size_t)which];
    return 0;
  }
  const int code = backend->copy_to_host(number, flag_in(links, part, sender, which), sizeof *number, links->second);
  return code ? code : backend->queue_wait(links->second);
}

/* Lets the own queue go on from any wait. */
static void free_queue(const peer_links *links)
{
  const vf_group *group = links->group;
  const vf_backend *backend = group->context->backend;
  for (int r = 0; r < group->ranks; r++) {
    const vfi_peer_flag end = { .number = UINT64_MAX / 2, .flag = flag_in(links, group->rank, r, NUMBER) };
    if (group->links[r].transport == links->transport) backend->peers->flag(links->second, &end);
  }
  backend->queue_wait(links->second);
}

/* A rank for which the queue waits now: its sent data are there, and its awaited data are not. -1: none. */
static int missing_rank(const peer_links *links, uint64_t *number)
{
  const vf_group *group = links->group;
  for (int r = 0; r < group->ranks; r++) {
    uint64_t got = 0, sent = 0;
    if (group->links[r].transport != links->transport || r == group->rank) continue;
    if (read_flag(links, group->rank, r, NUMBER, &got)) return -1;
    if (got >= links->awaited[r] || read_flag(links, r, group->rank, NUMBER, &sent)) continue;
    *number = got + 1;
    if (sent > got) return r;
  }
  return -1;
}

static int late(void *data, double began)
{
  const peer_links *links = data;
  vf_group *group = links->group;
  uint64_t number = 0;
  const int rank = missing_rank(links, &number);
  if (rank < 0 || !vfi_group_patience(group, rank, began)) return 0;
  char text[VF_GROUP_TEXT];
  snprintf(text, sizeof text, "%s", vf_last_error());
  vfi_group_break(group, vfi_fail(VF_ERROR_PEER, "exchange %llu with rank %d ('%s'): %s", (unsigned long long)number,
                                  rank, vfi_notes_what(links->notes, rank, number), text));
  free_queue(links);
  return VF_PEER_LOST;
}

/* ---- Connecting --------------------------------------------------------------------------------------- */

/* All ranks write to all, and check the arrival, and the ability of a queue to wait for a flag. */
static vf_status try_flags(const peer_links *links, bool *works)
{
  vf_group *group = links->group;
  const vf_context *context = group->context;
  int code = 0;
  for (int r = 0; r < group->ranks && !code; r++) {
    works[r] = r != group->rank && links->flags->parts[r] && links->flags->parts[group->rank];
    if (works[r]) code = queue_flag(links, flag_in(links, r, group->rank, TRIAL), (uint64_t)group->rank + 1, false);
  }
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  vf_status status = code ? vfi_context_failure(context, code, "writing memory of another rank") : VF_OK;
  status = vfi_group_agree(group, "vf_group_create", 0, status);
  for (int r = 0; r < group->ranks && !status; r++) {
    uint64_t number = 0;
    if (works[r]) code = read_flag(links, group->rank, r, TRIAL, &number);
    if (!code && works[r]) works[r] = number == (uint64_t)r + 1;
    if (!code && works[r]) code = queue_flag(links, flag_in(links, group->rank, r, TRIAL), number, true);
    if (code) status = vfi_context_failure(context, code, "a flag of another rank");
  }
  return vfi_group_agree(group, "vf_group_create", 0, status);
}

static vf_status make(vf_group *group, const vfi_transport *transport, const vfi_window_kind *kind, peer_links **made)
{
  const vf_backend *backend = group->context->backend;
  peer_links *links = calloc(1, sizeof *links);
  uint64_t *awaited = calloc((size_t)group->ranks, sizeof *awaited);
  uint64_t *marked = calloc((size_t)group->ranks, sizeof *marked);
  vf_status status =
      links && awaited && marked ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  *made = links;
  if (links) {
    *links = (peer_links){ .group = group, .transport = transport, .kind = kind, .awaited = awaited, .marked = marked };
  } else {
    free(awaited);
    free(marked);
  }
  if (!status) status = vfi_context_select(group->context);
  if (!status) {
    int code = backend->queue_create(&links->second);
    if (code) links->second = NULL;
    for (int e = 0; e < 2 && !code; e++) {
      code = backend->event_create(&links->events[e]);
      if (code) links->events[e] = NULL;
    }
    if (code) status = vfi_context_failure(group->context, code, "creating a second queue and events");
  }
  status = vfi_group_agree(group, "vf_group_create", 0, status);
  if (!status)
    status = vfi_window_create_as(group, kind, "vf_group_create", (size_t)group->ranks * LINE, &links->flags);
  if (!status) status = vfi_notes_make(group, &links->notes);
  return status;
}

static void free_links(peer_links *links, bool context_is_open)
{
  if (!links) return;
  if (context_is_open) {
    vf_context *context = links->group->context;
    if (links->guard.late) context->backend->peers->guard(&links->guard, false);
    vfi_window_release(links->buffers);
    vfi_window_release(links->flags);
    if (links->second) context->backend->queue_destroy(links->second);
    for (int e = 0; e < 2; e++)
      if (links->events[e]) context->backend->event_destroy(links->events[e]);
  }
  vfi_notes_free(links->notes);
  free(links->awaited);
  free(links->marked);
  free(links);
}

/* Only groups of GPUs can have this transport. */
static vf_status all_have_peers(vf_group *group, int *without)
{
  const vf_peer_table *peers = group->context->backend->peers;
  const int mine = peers && (peers->memory_create || peers->handle_get);
  int *all = calloc((size_t)group->ranks, sizeof *all), lone = 0;
  vf_status status = all ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  status = vfi_group_gather(group, "vf_group_create", 0, status, &mine, sizeof mine, all ? all : &lone);
  *without = -1;
  for (int r = 0; r < group->ranks && !status && *without < 0; r++)
    if (!all[r]) *without = r;
  free(all);
  return status;
}

static vf_status connect_by(vf_group *group, const vfi_transport *transport, const vfi_window_kind *kind,
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
  peer_links *links = NULL;
  bool *works = calloc((size_t)group->ranks, sizeof *works);
  status = works ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  status = vfi_group_agree(group, "vf_group_create", 0, status);
  if (!status) status = make(group, transport, kind, &links);
  if (!status) status = try_flags(links, works);
  for (int r = 0; r < group->ranks && !status; r++) {
    reached[r] = wanted[r] && works[r];
    if (!reached[r])
      snprintf(why[r], VF_WHY, "%s",
               links->flags->why[r][0] ? links->flags->why[r] : "the written data did not arrive");
  }
  free(works);
  if (status) {
    free_links(links, true);
    return status;
  }
  links->guard = (vfi_peer_guard){ .queue = vfi_context_queue(group->context), .late = late, .data = links };
  group->context->backend->peers->guard(&links->guard, true);
  *vfi_transport_state(group, transport) = links;
  return VF_OK;
}

/* ---- Buffers ------------------------------------------------------------------------------------------ */

static size_t padded(size_t bytes) { return (bytes + PADDING - 1) / PADDING * PADDING; }

static void set_link(const peer_links *links, vfi_link *link, size_t theirs, size_t mine, size_t put, size_t take)
{
  char **parts = links->buffers->parts;
  link->put_bytes = put;
  link->take_bytes = take;
  for (int turn = 0; turn < 2; turn++) {
    link->put[turn] = put ? parts[link->rank] + theirs + (size_t)turn * padded(put) : NULL;
    link->take[turn] = take ? parts[links->group->rank] + mine + (size_t)turn * padded(take) : NULL;
  }
}

/* The part of a rank has two buffers for each sender; offsets has their places. */
static vf_status grow_by(vf_group *group, const vfi_transport *transport, const size_t *put, const size_t *take)
{
  peer_links *links = links_of(group, transport);
  const size_t ranks = (size_t)group->ranks;
  size_t *offsets = calloc(ranks * (ranks + 1), sizeof *offsets), bytes = 0;
  vf_status status = offsets ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu ranks", call, ranks);
  for (int r = 0; r < group->ranks && !status; r++) {
    offsets[r] = bytes;
    if (group->links[r].transport == transport) bytes += 2 * padded(take[r]);
  }
  status = vfi_group_gather(group, call, 0, status, offsets, ranks * sizeof *offsets, offsets ? offsets + ranks : NULL);
  if (!status) {
    group->figures.buffer_bytes -= links->buffers ? (int64_t)links->buffers->bytes : 0;
    vfi_window_release(links->buffers);
    links->buffers = NULL;
    status = vfi_window_create_as(group, links->kind, call, bytes, &links->buffers);
  }
  if (!status) group->figures.buffer_bytes += (int64_t)bytes;
  for (int r = 0; r < group->ranks && !status; r++) {
    vfi_link *link = &group->links[r];
    if (link->transport != transport) continue;
    if (links->buffers->parts[r])
      set_link(links, link, offsets[ranks * ((size_t)r + 1) + (size_t)group->rank], offsets[r], put[r], take[r]);
    else status = vfi_fail(VF_ERROR_DEVICE, "%s: rank %d: %s", call, r, links->buffers->why[r]);
  }
  free(offsets);
  return status;
}

/* ---- Exchanges ---------------------------------------------------------------------------------------- */

/* The host runs ahead of its queue by some exchanges only. With a full queue the host would wait in a launch, without
 * an end if the other rank does not come. The host waits for its exchange of some exchanges ago, so that the queue
 * never runs dry. */
static vf_status begin(vfi_link *link, const vfi_note *note)
{
  enum { AHEAD = 64 };
  vf_group *group = link->group;
  peer_links *links = links_of(group, link->transport);
  const vf_backend *backend = group->context->backend;
  if (note->number <= links->marked[link->rank] + AHEAD) return VF_OK;
  for (int r = 0; r < group->ranks; r++) links->marked[r] = group->links[r].number;
  links->event = 1 - links->event;
  int code = backend->event_wait(links->events[links->event]);
  if (!code) code = backend->event_record(links->events[links->event], vfi_context_queue(group->context));
  return code ? vfi_group_break(group, vfi_context_failure(group->context, code, "an exchange queued earlier")) : VF_OK;
}

static vf_status send(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  const peer_links *links = links_of(group, link->transport);
  vfi_notes_give(links->notes, link->rank, note);
  const int code = queue_flag(links, flag_in(links, link->rank, group->rank, NUMBER), note->number, false);
  return code ? vfi_group_break(group, vfi_context_failure(group->context, code, "telling another rank")) : VF_OK;
}

static vf_status receive(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  peer_links *links = links_of(group, link->transport);
  links->awaited[link->rank] = note->number;
  links->guard.queued++;
  const int code = queue_flag(links, flag_in(links, group->rank, link->rank, NUMBER), note->number, true);
  if (code) return vfi_group_break(group, vfi_context_failure(group->context, code, "waiting for another rank"));
  return vfi_notes_compare(links->notes, link, note);
}

static void drop_by(vf_group *group, const vfi_transport *transport)
{
  void **state = vfi_transport_state(group, transport);
  free_links(*state, !group->context_closed);
  *state = NULL;
}

/* ---- The three ---------------------------------------------------------------------------------------- */

static vf_status make_flat(vfi_window *window, const char *name)
{
  return vfi_window_gpu_make(window, name, VF_WINDOW_FLAT);
}
static vf_status make_blocks(vfi_window *window, const char *name)
{
  return vfi_window_gpu_make(window, name, VF_WINDOW_BLOCKS);
}
static const vfi_window_kind flat_window = { .name = "flat", .create = make_flat, .release = vfi_window_gpu_drop };
static const vfi_window_kind block_window = { .name = "ipc", .create = make_blocks, .release = vfi_window_gpu_drop };

#define TRANSPORT(symbol, word, text, kind)                                                                 \
  static vf_status connect_##symbol(vf_group *group, const bool *wanted, bool *reached, char(*why)[VF_WHY]) \
  {                                                                                                         \
    return connect_by(group, &vfi_transport_##symbol, kind, wanted, reached, why);                          \
  }                                                                                                         \
  static vf_status grow_##symbol(vf_group *group, const size_t *put, const size_t *take)                    \
  {                                                                                                         \
    return grow_by(group, &vfi_transport_##symbol, put, take);                                              \
  }                                                                                                         \
  static void drop_##symbol(vf_group *group) { drop_by(group, &vfi_transport_##symbol); }                   \
  const vfi_transport vfi_transport_##symbol = { .name = word,                                              \
                                                 .gives = text,                                             \
                                                 .connect = connect_##symbol,                               \
                                                 .grow = grow_##symbol,                                     \
                                                 .begin = begin,                                            \
                                                 .send = send,                                              \
                                                 .receive = receive,                                        \
                                                 .drop = drop_##symbol };
TRANSPORT(flat, "flat", "memory of its GPU, beside that of all others", &flat_window)
TRANSPORT(ipc, "ipc", "memory of its GPU, by handles of the driver", &block_window)
TRANSPORT(registered, "shared", "memory of the host that both GPUs read and write", &vfi_window_registered)
