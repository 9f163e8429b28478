/* Two ranks of one host: buffers in shared memory. The pack of one rank writes there, and the unpack of the other rank
 * reads there. Flags are atomics in the same memory. A GPU without access to the memory of the other GPU works in the
 * same buffers, page-locked. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../transport.h"
#include "../window.h"

enum { LINE = 128 };

/* Data from one other rank for a rank. */
typedef union slot {
  struct {
    _Atomic uint64_t number; /* of the last sent exchange */
    vf_note notes[2];
  } is;
  char room[2 * LINE];
} slot;

typedef struct shared {
  vf_window *slots;   /* [ranks] slots in each part, by sender */
  vf_window *buffers; /* NULL: none yet */
  void **locked;      /* [ranks] parts of `buffers`, page-locked for a GPU */
} shared;

static slot *slot_in(const shared *own, int part, int sender)
{
  return (slot *)(void *)own->slots->parts[part] + sender;
}

static vf_status connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  shared *own = calloc(1, sizeof *own);
  void **locked = calloc((size_t)group->ranks, sizeof *locked);
  vf_status status = own && locked ? VF_OK : vf_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  status = vf_group_agree(group, "vf_group_create", 0, status);
  vf_window *slots = NULL;
  if (!status && vf_window_create_host(group, "vf_group_create", (size_t)group->ranks * sizeof(slot), &slots)) {
    status = group->broken ? VF_ERROR_PEER : VF_OK; /* another transport may do */
    for (int r = 0; r < group->ranks; r++) snprintf(why[r], sizeof why[r], "%s", vf_last_error());
  }
  if (status || !slots) {
    free(own);
    free(locked);
    return status;
  }
  *own = (shared){ .slots = slots, .locked = locked };
  *vf_transport_state(group, &vf_transport_shared) = own;
  for (int r = 0; r < group->ranks; r++) {
    reached[r] = wanted[r] && slots->parts[r];
    if (!reached[r]) snprintf(why[r], sizeof why[r], "%s", slots->why[r]);
  }
  return VF_OK;
}

static void release_buffers(vf_group *group, shared *own)
{
  const vf_backend *backend = group->context_closed ? NULL : group->context->backend;
  for (int r = 0; r < group->ranks; r++) {
    if (own->locked[r] && backend) backend->unlock(own->locked[r]);
    own->locked[r] = NULL;
  }
  vf_window_release(own->buffers);
  own->buffers = NULL;
}

/* A GPU reads and writes host memory after a page lock. */
static vf_status lock_part(vf_group *group, shared *own, int rank)
{
  const vf_context *context = group->context;
  const size_t bytes = own->buffers->sizes[rank];
  if (!context->backend->lock || !bytes || own->locked[rank]) return VF_OK;
  const int code = context->backend->lock(own->buffers->parts[rank], bytes);
  if (code) return vf_context_failure(context, code, "page-locking shared memory of ranks");
  own->locked[rank] = own->buffers->parts[rank];
  return VF_OK;
}

static size_t padded(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

static void set_link(const shared *own, vf_link *link, const size_t *theirs, const size_t *mine, size_t put,
                     size_t take)
{
  const vf_group *group = link->group;
  link->put_bytes = put;
  link->take_bytes = take;
  for (int turn = 0; turn < 2; turn++) {
    link->put[turn] = put ? own->buffers->parts[link->rank] + theirs[group->rank] + (size_t)turn * padded(put) : NULL;
    link->take[turn] = take ? own->buffers->parts[group->rank] + mine[link->rank] + (size_t)turn * padded(take) : NULL;
  }
}

/* The part of a rank has its two buffers for each sender; offsets has their places. */
static vf_status grow(vf_group *group, const size_t *put, const size_t *take)
{
  static const char call[] = "buffers between ranks";
  shared *own = *vf_transport_state(group, &vf_transport_shared);
  const size_t ranks = (size_t)group->ranks;
  size_t *offsets = calloc(ranks * (ranks + 1), sizeof *offsets), bytes = 0;
  vf_status status = offsets ? VF_OK : vf_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu ranks", call, ranks);
  for (int r = 0; r < group->ranks && !status; r++) {
    offsets[r] = bytes;
    if (group->links[r].transport == &vf_transport_shared) bytes += 2 * padded(take[r]);
  }
  status = vf_group_gather(group, call, 0, status, offsets, ranks * sizeof *offsets, offsets ? offsets + ranks : NULL);
  if (!status) {
    group->figures.buffer_bytes -= own->buffers ? (int64_t)own->buffers->bytes : 0;
    release_buffers(group, own);
    status = vf_window_create_host(group, call, bytes, &own->buffers);
  }
  if (!status) group->figures.buffer_bytes += (int64_t)bytes;
  if (!status && group->context->backend->lock) status = vf_context_select(group->context);
  for (int r = 0; r < group->ranks && !status; r++) {
    vf_link *link = &group->links[r];
    if (link->transport != &vf_transport_shared) continue;
    if (!own->buffers->parts[r]) status = vf_fail(VF_ERROR_MEMORY, "%s: rank %d: %s", call, r, own->buffers->why[r]);
    if (!status) status = lock_part(group, own, r);
    if (!status) status = lock_part(group, own, group->rank);
    if (!status) set_link(own, link, offsets + ranks * ((size_t)r + 1), offsets, put[r], take[r]);
  }
  free(offsets);
  return status;
}

static vf_status send(vf_link *link, const vf_note *note)
{
  vf_group *group = link->group;
  const shared *own = *vf_transport_state(group, &vf_transport_shared);
  slot *there = slot_in(own, link->rank, group->rank);
  const vf_context *context = group->context;
  const int code = context->backend->queue_wait(context->queue);
  if (code) return vf_group_break(group, vf_context_failure(context, code, "a kernel queued before an exchange"));
  there->is.notes[note->number & 1] = *note;
  atomic_store_explicit(&there->is.number, note->number, memory_order_release);
  return VF_OK;
}

typedef struct arrival {
  const slot *here;
  uint64_t number;
} arrival;

static vf_status arrived(void *data, bool *done)
{
  const arrival *a = data;
  *done = atomic_load_explicit(&((slot *)a->here)->is.number, memory_order_acquire) >= a->number;
  return VF_OK;
}

static vf_status receive(vf_link *link, const vf_note *note)
{
  vf_group *group = link->group;
  const shared *own = *vf_transport_state(group, &vf_transport_shared);
  arrival expected = { .here = slot_in(own, group->rank, link->rank), .number = note->number };
  const vf_status status = vf_group_wait(group, link->rank, arrived, &expected);
  if (status) return status;
  const vf_note theirs = expected.here->is.notes[note->number & 1];
  return vf_link_compare(link, note, &theirs);
}

static void drop(vf_group *group)
{
  shared *own = *vf_transport_state(group, &vf_transport_shared);
  if (!own) return;
  release_buffers(group, own);
  vf_window_release(own->slots);
  free(own->locked);
  free(own);
  *vf_transport_state(group, &vf_transport_shared) = NULL;
}

const vf_transport vf_transport_shared = { .name = "shared",
                                           .gives = "shared memory of the host",
                                           .connect = connect,
                                           .grow = grow,
                                           .send = send,
                                           .receive = receive,
                                           .drop = drop };
