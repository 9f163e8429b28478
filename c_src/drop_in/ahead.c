#include "ahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/array.h"
#include "../core/each.h"
#include "../core/error.h"
#include "queue.h"
#include "region.h"
#include "signature.h"

/* A tile that was asked for. Its results count as long as nothing was written since. */
typedef struct vf_ahead_tile {
  vf_box box;
  bool asked;     /* since the results of all were computed */
  uint64_t epoch; /* of the results; 0: there are none */
  int64_t clock;
  double results[VF_MAX_RESULTS];
} vf_ahead_tile;

/* Calls that differ in their box alone. */
typedef struct vf_ahead {
  vf_signature signature;
  pthread_mutex_t lock; /* of what follows */
  int count, room, next;
  vf_ahead_tile *tiles;
  struct vf_ahead *behind; /* of the same chain */
} vf_ahead;

enum { CHAINS = 1024, MOST_TILES = 1 << 12, MOST_CALLS = 1 << 14 };

/* Locks are taken in this order: of the table, of a call in it, of the queue. */
static pthread_rwlock_t table =
    PTHREAD_RWLOCK_INITIALIZER; /* held by all who use calls of it; to write by those who end them */
static pthread_mutex_t chaining = PTHREAD_MUTEX_INITIALIZER; /* of new calls in chains */
static vf_ahead *chains[CHAINS];
static int calls;

/* Results of an epoch are known as long as it stands. */
static pthread_mutex_t epochs = PTHREAD_MUTEX_INITIALIZER;
static bool stands;    /* atomic */
static uint64_t epoch; /* atomic */

void vf_ahead_end(void)
{
  if (__atomic_load_n(&stands, __ATOMIC_ACQUIRE)) __atomic_store_n(&stands, false, __ATOMIC_RELEASE);
}

static uint64_t begin_epoch(void)
{
  pthread_mutex_lock(&epochs);
  if (!__atomic_load_n(&stands, __ATOMIC_ACQUIRE)) {
    __atomic_fetch_add(&epoch, 1, __ATOMIC_ACQ_REL);
    __atomic_store_n(&stands, true, __ATOMIC_RELEASE);
  }
  const uint64_t now = epoch;
  pthread_mutex_unlock(&epochs);
  return now;
}

/* Calls of viewfab that the program makes itself write as well. */
static int64_t clock_now(void)
{
  vf_lock();
  const int64_t now = vf_array_clock();
  vf_unlock();
  return now;
}

bool vf_ahead_possible(const vf_symbol *symbol)
{
  if (symbol->row.directions || !vf_gives_result(&symbol->kernel->description) || !vf_signature_of_tiles(symbol))
    return false;
  for (int a = 0; a < symbol->kernel->description.argument_count; a++) {
    const int intent = symbol->kernel->description.arguments[a].intent;
    if (intent == VF_ARGUMENT_WRITE || intent == VF_ARGUMENT_UPDATE) return false;
  }
  return symbol->row.parameter_count <= VF_SIGNATURE_WORDS;
}

/* ---- Lock of the table held --------------------------------------------------------------------------------- */

static vf_ahead *find(const vf_signature *signature)
{
  pthread_mutex_lock(&chaining);
  vf_ahead *call = chains[signature->hash % CHAINS];
  while (call && !vf_signatures_equal(&call->signature, signature)) call = call->behind;
  pthread_mutex_unlock(&chaining);
  return call;
}

/* Without memory, or where there are very many, there is none. */
static vf_ahead *find_or_make(const vf_signature *signature)
{
  vf_ahead *call = find(signature);
  if (call || __atomic_load_n(&calls, __ATOMIC_RELAXED) >= MOST_CALLS) return call;
  call = calloc(1, sizeof *call);
  if (!call) return NULL;
  call->signature = *signature;
  pthread_mutex_init(&call->lock, NULL);
  pthread_mutex_lock(&chaining);
  call->behind = chains[signature->hash % CHAINS];
  chains[signature->hash % CHAINS] = call;
  calls++;
  pthread_mutex_unlock(&chaining);
  return call;
}

/* ---- Lock of the call held ---------------------------------------------------------------------------------- */

/* Tiles come in the order in which they came before. */
static vf_ahead_tile *tile_of(vf_ahead *call, const vf_box *box)
{
  for (int t = 0; t < call->count; t++) {
    const int at = (call->next + t) % call->count;
    if (memcmp(&call->tiles[at].box, box, sizeof *box) != 0) continue;
    call->next = at + 1;
    return &call->tiles[at];
  }
  return NULL;
}

static bool is_known(const vf_ahead_tile *tile)
{
  return tile && tile->epoch && __atomic_load_n(&stands, __ATOMIC_ACQUIRE) &&
         tile->epoch == __atomic_load_n(&epoch, __ATOMIC_ACQUIRE) && tile->clock == clock_now();
}

static void give(vf_ahead_tile *tile, double *results)
{
  tile->asked = true;
  memcpy(results, tile->results, sizeof tile->results);
}

static vf_ahead_tile *add_tile(vf_ahead *call, const vf_box *box)
{
  if (call->count == MOST_TILES) call->count = 0;
  if (call->count == call->room) {
    const int more = call->room ? 2 * call->room : 4;
    vf_ahead_tile *grown = realloc(call->tiles, (size_t)more * sizeof *grown);
    if (!grown) return NULL;
    call->tiles = grown;
    call->room = more;
  }
  call->tiles[call->count] = (vf_ahead_tile){ .box = *box };
  return &call->tiles[call->count++];
}

/* Whether most of the tiles that were computed the last time have been asked for. */
static bool were_asked(const vf_ahead *call)
{
  int asked = 0;
  for (int t = 0; t < call->count; t++) asked += call->tiles[t].asked;
  return 2 * asked >= call->count;
}

static vf_status compute(const vf_legacy_call *call, vf_ahead_tile *tiles, int count, uint64_t of_epoch)
{
  const int results = call->symbol->kernel->description.result_count;
  vf_box *boxes = malloc((size_t)count * (sizeof *boxes + (size_t)results * sizeof(double)));
  if (!boxes) return vf_fail(VF_ERROR_MEMORY, "no host memory for the results of %d tiles", count);
  double *values = (double *)(boxes + count);
  for (int t = 0; t < count; t++) boxes[t] = tiles[t].box;
  const vf_call packed = { .kernel = call->symbol->kernel,
                           .boxes = boxes,
                           .box_count = count,
                           .arguments = call->arguments,
                           .selector = call->selector };
  const int64_t clock = clock_now();
  const vf_status status = vf_dispatch_each(&packed, values);
  for (int t = 0; t < count && !status; t++) {
    memcpy(tiles[t].results, values + t * results, (size_t)results * sizeof *values);
    tiles[t].epoch = of_epoch;
    tiles[t].clock = clock;
    tiles[t].asked = false;
  }
  free(boxes);
  return status;
}

static vf_status make(const vf_legacy_call *call, vf_ahead *ahead, double *results)
{
  vf_ahead_tile *tile = tile_of(ahead, &call->box);
  if (is_known(tile)) { /* another thread has made it meanwhile */
    give(tile, results);
    return VF_OK;
  }
  const bool all = tile && were_asked(ahead);
  if (tile && !all) ahead->count = 0;
  if (!all) tile = add_tile(ahead, &call->box);
  if (!tile) return vf_fail(VF_ERROR_MEMORY, "no host memory for the results of a tile");
  const uint64_t of_epoch = begin_epoch();
  vf_status status = vf_queue_flush();
  if (!status) status = all ? compute(call, ahead->tiles, ahead->count, of_epoch) : compute(call, tile, 1, of_epoch);
  if (!status) give(tile, results);
  return status;
}

/* ---- */

static bool serves(const vf_symbol *symbol) { return symbol->ahead && vf_offload_queues(); }

bool vf_ahead_known(const vf_symbol *symbol, void *const *parameters, double *results)
{
  if (!serves(symbol) || !__atomic_load_n(&stands, __ATOMIC_ACQUIRE)) return false;
  const vf_box box = vf_signature_box(symbol, parameters);
  vf_signature signature;
  vf_signature_make(symbol, parameters, &box, &signature);
  bool known = false;
  pthread_rwlock_rdlock(&table);
  vf_ahead *call = find(&signature);
  if (call) {
    pthread_mutex_lock(&call->lock);
    vf_ahead_tile *tile = tile_of(call, &box);
    known = is_known(tile);
    if (known) give(tile, results);
    pthread_mutex_unlock(&call->lock);
  }
  pthread_rwlock_unlock(&table);
  return known;
}

vf_status vf_ahead_make(const vf_legacy_call *call, double *results, bool *made)
{
  *made = false;
  if (!serves(call->symbol)) return VF_OK;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE && call->leases[a].kind != VF_LEASE_BLOCK) return VF_OK;
  vf_signature signature;
  vf_signature_make(call->symbol, call->parameters, &call->box, &signature);
  vf_status status = VF_OK;
  pthread_rwlock_rdlock(&table);
  vf_ahead *ahead = find_or_make(&signature);
  if (ahead) {
    *made = true;
    pthread_mutex_lock(&ahead->lock);
    status = make(call, ahead, results);
    pthread_mutex_unlock(&ahead->lock);
  }
  pthread_rwlock_unlock(&table);
  return status;
}

void vf_ahead_forget(void)
{
  vf_ahead_end();
  if (__atomic_load_n(&calls, __ATOMIC_RELAXED) < MOST_CALLS) return;
  pthread_rwlock_wrlock(&table);
  for (int c = 0; c < CHAINS && calls; c++)
    while (chains[c]) {
      vf_ahead *call = chains[c];
      chains[c] = call->behind;
      pthread_mutex_destroy(&call->lock);
      free(call->tiles);
      free(call);
      calls--;
    }
  pthread_rwlock_unlock(&table);
}
