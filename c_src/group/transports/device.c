/* Messages from device memory, for message libraries with this ability. The user asks for the transport by
 * VF_MPI_DEVICE=1. A library that denies the ability is believed. A library that claims the ability, or does not know,
 * gets test messages, which are compared with their source: a claim alone does not prove right contents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "staged.h"

enum { TRIED_BYTES = 1 << 16, TRY_TAG = 3 };

static int allocate(const vf_backend *backend, void **address, size_t bytes)
{
  return backend->allocate(address, bytes);
}

static int release(const vf_backend *backend, void *address) { return backend->release(address); }

const vfi_message_memory vfi_message_device_memory = { .allocate = allocate, .release = release };

/* Two messages that cross each other. */
static vf_status exchange(vf_group *group, int rank, const void *out, void *in)
{
  const vf_messages *messages = &group->messages;
  void *receiving = NULL, *sending = NULL;
  int code = messages->receive(messages->state, in, TRIED_BYTES, rank, TRY_TAG, &receiving);
  if (!code) code = messages->send(messages->state, out, TRIED_BYTES, rank, TRY_TAG, &sending);
  vf_status status = code ? vfi_fail(VF_ERROR_PEER, "messages from device memory are refused") : VF_OK;
  if (!status) status = vfi_group_finish(group, rank, &receiving);
  if (!status) status = vfi_group_finish(group, rank, &sending);
  return status;
}

typedef struct trial {
  unsigned char *host;
  void *out, *in;
} trial;

static int prepare(vf_context *context, trial *t, int from)
{
  const vf_backend *backend = context->backend;
  for (int b = 0; b < TRIED_BYTES; b++) t->host[b] = (unsigned char)(b * 7 + b / 256 + from);
  int code = backend->copy_to_device(t->out, t->host, TRIED_BYTES, vfi_context_queue(context));
  memset(t->host, 0xa5, TRIED_BYTES);
  if (!code) code = backend->queue_wait(vfi_context_queue(context));
  if (!code) code = backend->copy_to_device(t->in, t->host, TRIED_BYTES, vfi_context_queue(context));
  return code ? code : backend->queue_wait(vfi_context_queue(context));
}

/* NULL, or the error of messages to a rank. */
static const char *try_rank(vf_group *group, trial *t, int rank)
{
  vf_context *context = group->context;
  if (prepare(context, t, group->rank)) return "copies on the device failed";
  if (exchange(group, rank, t->out, t->in)) return "messages from device memory failed";
  int code = context->backend->copy_to_host(t->host, t->in, TRIED_BYTES, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  for (int b = 0; b < TRIED_BYTES && !code; b++) code = t->host[b] != (unsigned char)(b * 7 + b / 256 + rank);
  return code ? "messages from device memory arrive with other contents" : NULL;
}

static const char *obstacle(const vf_group *group)
{
  const vf_messages *messages = &group->messages;
  const char *asked = getenv("VF_MPI_DEVICE");
  if (!asked || strcmp(asked, "1")) return "VF_MPI_DEVICE is not 1";
  if (messages->takes_device_memory &&
      messages->takes_device_memory(messages->state, group->context->backend->name) < 0)
    return "the message library takes no device memory, by its own word";
  return NULL;
}

static vf_status try_all(vf_group *group, trial *t, const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  const char *wrong = obstacle(group);
  if (!wrong && !(t->host && t->out && t->in)) wrong = "no memory to try it";
  if (!wrong) wrong = try_rank(group, t, group->rank); /* alone, so that no other rank waits for a stopped rank */
  bool mine = !wrong, *able = calloc((size_t)group->ranks, sizeof *able);
  vf_status status = able ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for links");
  status = vfi_group_gather(group, "vf_group_create", 0, status, &mine, sizeof mine, able);
  for (int r = 0; r < group->ranks && !status; r++) {
    if (!wanted[r]) continue;
    const char *here = wrong ? wrong : !able[r] ? "the other rank cannot" : try_rank(group, t, r);
    reached[r] = !here;
    if (here) snprintf(why[r], sizeof why[r], "%s", here);
    if (group->broken) status = VF_ERROR_PEER;
  }
  free(able);
  return status;
}

static vf_status connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  vf_context *context = group->context;
  trial t = { .host = malloc(TRIED_BYTES) };
  if (!obstacle(group) && !vfi_context_select(context)) {
    if (context->backend->allocate(&t.out, TRIED_BYTES)) t.out = NULL;
    if (context->backend->allocate(&t.in, TRIED_BYTES)) t.in = NULL;
  }
  const vf_status status = try_all(group, &t, wanted, reached, why);
  if (t.out && !group->broken) context->backend->release(t.out);
  if (t.in && !group->broken) context->backend->release(t.in);
  free(t.host);
  return status;
}

static vf_status grow(vf_group *group, const size_t *put, const size_t *take)
{
  return vfi_message_links_grow(group, &vfi_transport_device, &vfi_message_device_memory, put, take);
}

static void drop(vf_group *group) { vfi_message_links_drop(group, &vfi_transport_device, &vfi_message_device_memory); }

const vfi_transport vfi_transport_device = { .name = "device",
                                             .gives = "messages from device memory",
                                             .connect = connect,
                                             .grow = grow,
                                             .begin = vfi_message_begin,
                                             .send = vfi_message_send,
                                             .receive = vfi_message_receive,
                                             .drop = drop };
