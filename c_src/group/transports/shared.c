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
    vfi_note notes[2];
  } is;
  char room[2 * LINE];
} slot;

typedef struct shared {
  vfi_window *slots;   /* [ranks] slots in each part, by sender */
  vfi_window *buffers; /* NULL: none yet */
  void **locked;       /* [ranks] parts of `buffers`, page-locked for a GPU */
} shared;

static slot *slot_in(const shared *state, int part, int sender)
{
  return (slot *)(void *)state->slots->parts[part] + sender;
}

static vf_status connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  shared *state = calloc(1, sizeof *state);
  void **locked = calloc((size_t)group->ranks, sizeof *locked);
  vf_status status = state && locked ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  status = vfi_group_agree(group, "vf_group_create", 0, status);
  vfi_window *slots = NULL;
  if (!status && vfi_window_create_host(group, "vf_group_create", (size_t)group->ranks * sizeof(slot), &slots)) {
    status = group->broken ? VF_ERROR_PEER : VF_OK; /* another transport may do */
    for (int r = 0; r < group->ranks; r++) snprintf(why[r], sizeof why[r], "%s", vf_last_error());
  }
  if (status || !slots) {
    free(state);
    free(locked);
    return status;
  }
  *state = (shared){ .slots = slots, .locked = locked };
  *vfi_transport_state(group, &vfi_transport_shared) = state;
  for (int r = 0; r < group->ranks; r++) {
    reached[r] = wanted[r] && slots->parts[r];
    if (!reached[r]) snprintf(why[r], sizeof why[r], "%s", slots->why[r]);
  }
  return VF_OK;
}

static void release_buffers(vf_group *group, shared *state)
{
  const vf_backend *backend = group->context_closed ? NULL : group->context->backend;
  for (int r = 0; r < group->ranks; r++) {
    if (state->locked[r] && backend) backend->unlock(state->locked[r]);
    state->locked[r] = NULL;
  }
  vfi_window_release(state->buffers);
  state->buffers = NULL;
}

/* A GPU reads and writes host memory after a page lock. */
static vf_status lock_part(vf_group *group, shared *state, int rank)
{
  const vf_context *context = group->context;
  const size_t bytes = state->buffers->sizes[rank];
  if (!context->backend->lock || !bytes || state->locked[rank]) return VF_OK;
  const int code = context->backend->lock(state->buffers->parts[rank], bytes);
  if (code) return vfi_context_failure(context, code, "page-locking shared memory of ranks");
  state->locked[rank] = state->buffers->parts[rank];
  return VF_OK;
}

static size_t padded(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

static void set_link(const shared *state, vfi_link *link, const size_t *theirs, const size_t *mine, size_t put,
                     size_t take)
{
  const vf_group *group = link->group;
  link->put_bytes = put;
  link->take_bytes = take;
  for (int turn = 0; turn < 2; turn++) {
    link->put[turn] = put ? state->buffers->parts[link->rank] + theirs[group->rank] + (size_t)turn * padded(put) : NULL;
    link->take[turn] =
        take ? state->buffers->parts[group->rank] + mine[link->rank] + (size_t)turn * padded(take) : NULL;
  }
}

/* The part of a rank has its two buffers for each sender; offsets has their places. */
static vf_status grow(vf_group *group, const size_t *put, const size_t *take)
{
  static const char call[] = "buffers between ranks";
  shared *state = *vfi_transport_state(group, &vfi_transport_shared);
  const size_t ranks = (size_t)group->ranks;
  size_t *offsets = calloc(ranks * (ranks + 1), sizeof *offsets), bytes = 0;
  vf_status status = offsets ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu ranks", call, ranks);
  for (int r = 0; r < group->ranks && !status; r++) {
    offsets[r] = bytes;
    if (group->links[r].transport == &vfi_transport_shared) bytes += 2 * padded(take[r]);
  }
  status = vfi_group_gather(group, call, 0, status, offsets, ranks * sizeof *offsets, offsets ? offsets + ranks : NULL);
  if (!status) {
    group->figures.buffer_bytes -= state->buffers ? (int64_t)state->buffers->bytes : 0;
    release_buffers(group, state);
    status = vfi_window_create_host(group, call, bytes, &state->buffers);
  }
  if (!status) group->figures.buffer_bytes += (int64_t)bytes;
  if (!status && group->context->backend->lock) status = vfi_context_select(group->context);
  for (int r = 0; r < group->ranks && !status; r++) {
    vfi_link *link = &group->links[r];
    if (link->transport != &vfi_transport_shared) continue;
    if (!state->buffers->parts[r])
      status = vfi_fail(VF_ERROR_MEMORY, "%s: rank %d: %s", call, r, state->buffers->why[r]);
    if (!status) status = lock_part(group, state, r);
    if (!status) status = lock_part(group, state, group->rank);
    if (!status) set_link(state, link, offsets + ranks * ((size_t)r + 1), offsets, put[r], take[r]);
  }
  free(offsets);
  return status;
}

static vf_status send(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  const shared *state = *vfi_transport_state(group, &vfi_transport_shared);
  slot *there = slot_in(state, link->rank, group->rank);
  const vf_context *context = group->context;
  const int code = context->backend->queue_wait(vfi_context_queue(context));
  if (code) return vfi_group_break(group, vfi_context_failure(context, code, "a kernel queued before an exchange"));
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

static vf_status receive(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  const shared *state = *vfi_transport_state(group, &vfi_transport_shared);
  arrival expected = { .here = slot_in(state, group->rank, link->rank), .number = note->number };
  const vf_status status = vfi_group_wait(group, link->rank, arrived, &expected);
  if (status) return status;
  const vfi_note theirs = expected.here->is.notes[note->number & 1];
  return vfi_link_compare(link, note, &theirs);
}

static void drop(vf_group *group)
{
  shared *state = *vfi_transport_state(group, &vfi_transport_shared);
  if (!state) return;
  release_buffers(group, state);
  vfi_window_release(state->slots);
  free(state->locked);
  free(state);
  *vfi_transport_state(group, &vfi_transport_shared) = NULL;
}

const vfi_transport vfi_transport_shared = { .name = "shared",
                                             .gives = "shared memory of the host",
                                             .connect = connect,
                                             .grow = grow,
                                             .send = send,
                                             .receive = receive,
                                             .drop = drop };
