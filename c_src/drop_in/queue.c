#include "queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "region.h"

/* Smooths of some boxes, or ghosts between them. More bring nothing, and the device has nothing to do meanwhile. */
enum { MOST_CALLS = 256 };

typedef struct vf_waiting {
  vf_box box;
  vf_argument arguments[VF_MAX_ARGUMENTS];
} vf_waiting;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vf_call calls[MOST_CALLS];
static vf_waiting *waiting; /* [MOST_CALLS] what calls point to */
static int count;

/* Lock of the queue held. */
static vf_status flush(void)
{
  if (!count) return VF_OK;
  const vf_status status = vf_dispatch_together(calls, count);
  count = 0;
  return status;
}

/* Whether nobody looks at what the call does before the region ends or a later call needs it, and its views live on. */
static bool can_wait(const vf_legacy_call *call)
{
  if (!vf_offload_active() || vf_offload_poisons() || vf_gives_result(&call->symbol->kernel->description)) return false;
  for (int w = 0; w < call->symbol->row.word_count; w++)
    if (call->symbol->row.words[w].kind == VF_WORD_COPY) return false;
  for (int a = 0; a < VF_MAX_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE && call->leases[a].kind != VF_LEASE_BLOCK) return false;
  return true;
}

static vf_status put(const vf_legacy_call *call)
{
  vf_status status = VF_OK;
  if (count == MOST_CALLS || (count && calls[0].kernel != call->symbol->kernel)) status = flush();
  if (!status && !waiting) {
    waiting = malloc(MOST_CALLS * sizeof *waiting);
    if (!waiting) status = vf_fail(VF_ERROR_MEMORY, "no host memory for %d calls that wait", MOST_CALLS);
  }
  if (status) return status;
  vf_waiting *slot = &waiting[count];
  slot->box = call->box;
  memcpy(slot->arguments, call->arguments,
         (size_t)call->symbol->kernel->description.argument_count * sizeof *slot->arguments);
  calls[count++] = (vf_call){ .kernel = call->symbol->kernel,
                              .boxes = &slot->box,
                              .box_count = 1,
                              .arguments = slot->arguments,
                              .selector = call->selector };
  return VF_OK;
}

vf_status vf_queue_put(const vf_legacy_call *call, bool *waits)
{
  *waits = can_wait(call);
  if (!*waits) return VF_OK;
  pthread_mutex_lock(&lock);
  const vf_status status = put(call);
  pthread_mutex_unlock(&lock);
  return status;
}

vf_status vf_queue_flush(void)
{
  pthread_mutex_lock(&lock);
  const vf_status status = flush();
  pthread_mutex_unlock(&lock);
  return status;
}
