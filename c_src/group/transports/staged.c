/* Messages from host memory, page-locked if the device is a GPU: its pack writes there, and its unpack reads there. An
 * exchange is two messages each way, a note and the data. */
#include "staged.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"

enum { NOTE_TAG = 1, DATA_TAG = 2 };

typedef struct parcel {
  vfi_note note;
  void *note_request, *data_request;
} parcel;

/* The state of a link; requests belong to the turn. */
typedef struct pair {
  parcel out[2], in[2];
  void *blocks[4]; /* put and take of both turns */
} pair;

static int allocate(const vf_backend *backend, void **address, size_t bytes)
{
  return backend->allocate_shared(address, bytes);
}

static int release(const vf_backend *backend, void *address) { return backend->release_shared(address); }

static const vfi_message_memory host_memory = { .allocate = allocate, .release = release };

static void free_blocks(vf_group *group, pair *own, const vfi_message_memory *memory)
{
  for (int b = 0; b < 4; b++) {
    if (own->blocks[b] && group->broken) vfi_group_abandon(own->blocks[b]);
    else if (own->blocks[b] && !group->context_closed) memory->release(group->context->backend, own->blocks[b]);
    own->blocks[b] = NULL;
  }
}

static vf_status grow_link(vfi_link *link, const vfi_message_memory *memory, size_t put, size_t take)
{
  vf_group *group = link->group;
  if (!link->state) link->state = calloc(1, sizeof(pair));
  pair *own = link->state;
  if (!own) return vfi_fail(VF_ERROR_MEMORY, "no host memory for links between ranks");
  group->figures.buffer_bytes -= (int64_t)(2 * (link->put_bytes + link->take_bytes));
  free_blocks(group, own, memory);
  link->put_bytes = put;
  link->take_bytes = take;
  for (int b = 0; b < 4; b++) {
    const size_t bytes = b < 2 ? put : take;
    void *block = NULL;
    const int code = bytes ? memory->allocate(group->context->backend, &block, bytes) : 0;
    if (code) {
      link->put_bytes = link->take_bytes = 0;
      return vfi_context_failure(group->context, code, "allocating a buffer between ranks");
    }
    own->blocks[b] = block;
    *(b < 2 ? &link->put[b] : &link->take[b - 2]) = block;
  }
  group->figures.buffer_bytes += (int64_t)(2 * (put + take));
  return VF_OK;
}

vf_status vfi_message_links_grow(vf_group *group, const vfi_transport *transport, const vfi_message_memory *memory,
                                 const size_t *put, const size_t *take)
{
  vf_status status = vfi_context_select(group->context);
  for (int r = 0; r < group->ranks && !status; r++)
    if (group->links[r].transport == transport) status = grow_link(&group->links[r], memory, put[r], take[r]);
  return status;
}

void vfi_message_links_drop(vf_group *group, const vfi_transport *transport, const vfi_message_memory *memory)
{
  for (int r = 0; r < group->ranks; r++) {
    vfi_link *link = &group->links[r];
    if (link->transport != transport || !link->state) continue;
    free_blocks(group, link->state, memory);
    if (group->broken) vfi_group_abandon(link->state); /* requests may still be open */
    else free(link->state);
    link->state = NULL;
  }
}

vf_status vfi_message_links_make(vf_group *group)
{
  bool made = true;
  for (int r = 0; r < group->ranks; r++) {
    vfi_link *link = &group->links[r];
    if (!link->transport || link->transport->begin != vfi_message_begin || link->state) continue;
    link->state = calloc(1, sizeof(pair));
    made = made && link->state;
  }
  return made ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links between ranks");
}

vf_status vfi_message_begin(vfi_link *link, const vfi_note *note)
{
  const vf_messages *messages = &link->group->messages;
  parcel *in = &((pair *)link->state)->in[note->number & 1];
  int code = messages->receive(messages->state, &in->note, sizeof in->note, link->rank, NOTE_TAG, &in->note_request);
  if (!code && note->bytes)
    code = messages->receive(messages->state, link->take[note->number & 1], link->take_bytes, link->rank, DATA_TAG,
                             &in->data_request);
  return code ? vfi_group_message_failure(link->group, code, "receiving") : VF_OK;
}

vf_status vfi_message_send(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  const vf_messages *messages = &group->messages;
  parcel *out = &((pair *)link->state)->out[note->number & 1];
  int code = group->context->backend->queue_wait(vfi_context_queue(group->context));
  if (code)
    return vfi_group_break(group, vfi_context_failure(group->context, code, "a kernel queued before an exchange"));
  out->note = *note;
  code = messages->send(messages->state, &out->note, sizeof out->note, link->rank, NOTE_TAG, &out->note_request);
  if (!code && note->bytes)
    code = messages->send(messages->state, link->put[note->number & 1], note->bytes, link->rank, DATA_TAG,
                          &out->data_request);
  return code ? vfi_group_message_failure(group, code, "sending") : VF_OK;
}

vf_status vfi_message_receive(vfi_link *link, const vfi_note *note)
{
  vf_group *group = link->group;
  parcel *in = &((pair *)link->state)->in[note->number & 1], *out = &((pair *)link->state)->out[note->number & 1];
  vf_status status = vfi_group_finish(group, link->rank, &in->note_request);
  if (!status) status = vfi_link_compare(link, note, &in->note);
  if (!status) status = vfi_group_finish(group, link->rank, &in->data_request);
  /* The other end may need this end's help to receive: nothing is left behind. */
  if (!status) status = vfi_group_finish(group, link->rank, &out->note_request);
  return status ? status : vfi_group_finish(group, link->rank, &out->data_request);
}

static vf_status connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  (void)why;
  for (int r = 0; r < group->ranks; r++) reached[r] = wanted[r];
  return VF_OK;
}

static vf_status grow(vf_group *group, const size_t *put, const size_t *take)
{
  return vfi_message_links_grow(group, &vfi_transport_staged, &host_memory, put, take);
}

static void drop(vf_group *group) { vfi_message_links_drop(group, &vfi_transport_staged, &host_memory); }

const vfi_transport vfi_transport_staged = { .name = "staged",
                                             .gives = "messages from host memory",
                                             .connect = connect,
                                             .grow = grow,
                                             .begin = vfi_message_begin,
                                             .send = vfi_message_send,
                                             .receive = vfi_message_receive,
                                             .drop = drop };
