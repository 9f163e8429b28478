#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

#include "../core/error.h"
#include "../core/region.h"
#include "prepared.h"
#include "region.h"
#include "tiles.h"

/* Smooths of some boxes, or ghosts between them. More bring nothing, and the device has nothing to do meanwhile. */
enum { MOST_CALLS = 256 };

typedef struct vf_waiting {
  vf_prepared *call;
  vf_tiles tiles;
  int clear_until; /* it is independent of those behind it up to this place */
} vf_waiting;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vf_waiting waiting[MOST_CALLS];
static int count;
static vf_call *calls; /* [calls_room] for vf_dispatch_together */
static int calls_room;

/* ---- Lock of the queue held ---- */

static vf_status list_calls(int *listed)
{
  int boxes = 0;
  for (int w = 0; w < count; w++) boxes += waiting[w].tiles.count;
  if (boxes > calls_room) {
    vf_call *grown = realloc(calls, (size_t)boxes * sizeof *grown);
    if (!grown) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %d legacy calls", boxes);
    calls = grown;
    calls_room = boxes;
  }
  *listed = 0;
  for (int w = 0; w < count; w++)
    for (int t = 0; t < waiting[w].tiles.count; t++)
      calls[(*listed)++] = (vf_call){ .kernel = waiting[w].call->signature.symbol->kernel,
                                      .boxes = &waiting[w].tiles.boxes[t],
                                      .box_count = 1,
                                      .arguments = waiting[w].call->arguments,
                                      .selector = waiting[w].call->selector };
  return VF_OK;
}

static vf_status flush(void)
{
  if (!count) return VF_OK;
  int listed = 0;
  vf_status status = list_calls(&listed);
  if (!status) status = vf_dispatch_together(calls, listed);
  for (int w = 0; w < count; w++) {
    waiting[w].call->waits_at = -1;
    waiting[w].tiles.count = 0;
  }
  count = 0;
  return status;
}

/* Whether a tile of a call that waits can be made with it, though others wait behind it. */
static bool joins(vf_waiting *with, const vf_box *box)
{
  if (!with->call->joins || vf_tiles_meet(&with->tiles, box)) return false;
  while (with->clear_until < count) {
    if (!vf_prepared_independent(with->call, waiting[with->clear_until].call)) return false;
    with->clear_until++;
  }
  return true;
}

static vf_status put(vf_prepared *call, const vf_box *box)
{
  const bool waits = call->waits_at >= 0;
  if (waits && joins(&waiting[call->waits_at], box)) return vf_tiles_add(&waiting[call->waits_at].tiles, box);
  vf_status status = VF_OK;
  if (count &&
      (waits || count == MOST_CALLS || waiting[0].call->signature.symbol->kernel != call->signature.symbol->kernel))
    status = flush();
  if (!status) status = vf_tiles_add(&waiting[count].tiles, box);
  if (status) return status;
  waiting[count].call = call;
  waiting[count].clear_until = count + 1;
  call->waits_at = count++;
  return VF_OK;
}

/* ---- */

vf_status vf_queue_again(const vf_symbol *symbol, void *const *parameters, bool *waits)
{
  *waits = false;
  if (!vf_offload_queues() || !symbol->may_wait) return VF_OK;
  vf_signature signature;
  vf_box box = { { 0, 0, 0 }, { 0, 0, 0 } };
  vf_signature_make(symbol, parameters, &signature, &box);
  if (vf_box_is_empty(&box)) {
    *waits = true; /* for nothing */
    return VF_OK;
  }
  pthread_mutex_lock(&lock);
  vf_prepared *call = vf_prepared_find(&signature);
  *waits = call != NULL;
  const vf_status status = call ? put(call, symbol->in_tiles ? &box : &call->box) : VF_OK;
  pthread_mutex_unlock(&lock);
  return status;
}

/* Whether its views live on. */
static bool can_wait(const vf_legacy_call *call)
{
  if (!vf_offload_queues() || !call->symbol->may_wait) return false;
  for (int a = 0; a < VF_MAX_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE && call->leases[a].kind != VF_LEASE_BLOCK) return false;
  return true;
}

vf_status vf_queue_put(const vf_legacy_call *call, bool *waits)
{
  *waits = can_wait(call);
  if (!*waits) return VF_OK;
  vf_signature signature;
  vf_box box = { { 0, 0, 0 }, { 0, 0, 0 } };
  vf_signature_make(call->symbol, call->parameters, &signature, &box);
  vf_status status = VF_OK;
  pthread_mutex_lock(&lock);
  vf_prepared *prepared = vf_prepared_find(&signature); /* another thread may have been quicker */
  if (!prepared) status = vf_prepared_keep(call, &signature, &prepared);
  if (!status) status = put(prepared, &call->box);
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

vf_status vf_queue_forget(void)
{
  pthread_mutex_lock(&lock);
  const vf_status status = flush();
  vf_prepared_forget();
  pthread_mutex_unlock(&lock);
  return status;
}
