#include "ahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/array.h"
#include "../core/error.h"
#include "queue.h"
#include "records.h"
#include "region.h"
#include "signature.h"
#include "together.h"

/* A tile of a call. Its results are valid until the next write. */
typedef struct vf_ahead_tile {
  vf_box box;
  bool asked;     /* since the results were computed */
  uint64_t epoch; /* the epoch of the results; 0: the tile has no results */
  int64_t clock;
  double results[VF_MAX_RESULTS];
} vf_ahead_tile;

/* Calls with the same arrays and values, whose boxes differ. */
typedef struct vf_ahead {
  pthread_mutex_t lock; /* guards the tiles, together with the lock of computing: a change of the list takes both */
  int count, room, next;
  vf_ahead_tile *tiles;
  vfi_argument *arguments; /* of the last call that was made. A view may have been released since */
  int selector;
  struct vf_ahead *beside; /* ring of the calls of a round, such as the dot products of all boxes of a field */
  struct vf_ahead *behind; /* of the same chain */
  vfi_signature signature; /* last: a record has room for the words of its call alone */
} vf_ahead;

/* A tile of a call whose results are computed. */
typedef struct vf_ahead_wanted {
  vf_ahead *call;
  int tile;
} vf_ahead_wanted;

enum { CHAINS = 1024, MOST_TILES = 1 << 12, MOST_CALLS = 1 << 14, MOST_WANTED = 1 << 13 };

/* Locks are taken in this order: of the table, of computing, of a call, of the queue. */
static pthread_rwlock_t table =
    PTHREAD_RWLOCK_INITIALIZER; /* held by all who use calls of the table; writers are the threads that end calls */
static pthread_mutex_t computing =
    PTHREAD_MUTEX_INITIALIZER; /* of results; rings and arguments change under this lock */
static pthread_mutex_t chaining = PTHREAD_MUTEX_INITIALIZER; /* guards the adding of calls to chains; chains are read
                                                              * without a lock */
static vf_ahead *chains[CHAINS];                             /* atomic */
static int calls;
static vfi_records records; /* lock of chaining */
static vf_ahead *latest;    /* of the calls that were made; NULL: none */

/* Results are valid as long as this number is the number of their epoch. */
static pthread_mutex_t epochs = PTHREAD_MUTEX_INITIALIZER;
static bool stands;    /* atomic */
static uint64_t epoch; /* atomic */

void vfi_ahead_end(void)
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

bool vfi_ahead_possible(const vfi_symbol *symbol)
{
  if (symbol->row.directions || !vfi_gives_result(&symbol->kernel->description) || !vfi_signature_of_tiles(symbol))
    return false;
  for (int a = 0; a < symbol->kernel->description.argument_count; a++) {
    const int intent = symbol->kernel->description.arguments[a].intent;
    if (intent == VF_ARGUMENT_WRITE || intent == VF_ARGUMENT_UPDATE) return false;
  }
  return symbol->row.parameter_count <= VF_SIGNATURE_WORDS;
}

/* ---- Lock of the table held --------------------------------------------------------------------------------- */

static vf_ahead *find(const vfi_signature *signature)
{
  vf_ahead *call = __atomic_load_n(&chains[signature->hash % CHAINS], __ATOMIC_ACQUIRE);
  while (call && !vfi_signatures_equal(&call->signature, signature)) call = call->behind;
  return call;
}

static vf_ahead *make_record(const vfi_signature *signature)
{
  const size_t arguments = (size_t)signature->symbol->kernel->description.argument_count * sizeof(vfi_argument);
  const size_t words = offsetof(vf_ahead, signature) + vfi_signature_bytes(signature);
  char *record = vfi_records_take(&records, words + arguments);
  if (!record) return NULL;
  vf_ahead *call = (vf_ahead *)record;
  memcpy(&call->signature, signature, vfi_signature_bytes(signature));
  call->arguments = (vfi_argument *)(record + words);
  return call;
}

/* Without memory, or if there are very many, the call is not kept. */
static vf_ahead *find_or_make(const vfi_signature *signature)
{
  vf_ahead *call = find(signature);
  if (call || __atomic_load_n(&calls, __ATOMIC_RELAXED) >= MOST_CALLS) return call;
  pthread_mutex_lock(&chaining);
  call = find(signature);
  const bool fresh = !call;
  if (fresh) call = make_record(signature);
  if (fresh && call) {
    pthread_mutex_init(&call->lock, NULL);
    call->beside = call;
    call->behind = chains[signature->hash % CHAINS];
    __atomic_store_n(&chains[signature->hash % CHAINS], call, __ATOMIC_RELEASE);
    calls++;
  }
  pthread_mutex_unlock(&chaining);
  return call;
}

/* ---- Lock of the call held ---------------------------------------------------------------------------------- */

/* Looks first at the next tile of the earlier order. */
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
         tile->epoch == __atomic_load_n(&epoch, __ATOMIC_ACQUIRE) && tile->clock == vfi_array_clock();
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

/* ---- Lock of computing held --------------------------------------------------------------------------------- */

/* True if most of the tiles of a round have been asked for since their results were computed. */
static bool were_asked(vf_ahead *round)
{
  int asked = 0, count = 0;
  vf_ahead *call = round;
  do {
    pthread_mutex_lock(&call->lock);
    for (int t = 0; t < call->count; t++) asked += call->tiles[t].asked;
    count += call->count;
    pthread_mutex_unlock(&call->lock);
    call = call->beside;
  } while (call != round);
  return 2 * asked >= count;
}

static void end_round(vf_ahead *round)
{
  for (vf_ahead *call = round, *next; call->beside != call; call = next) {
    next = call->beside;
    call->beside = call;
  }
}

static bool is_in_round(const vf_ahead *round, const vf_ahead *call)
{
  const vf_ahead *member = round;
  while (member != call && member->beside != round) member = member->beside;
  return member == call;
}

/* A round is a sequence of calls of one symbol without a write between them. */
static void note_round(vf_ahead *call, uint64_t now)
{
  vf_ahead *before = latest;
  latest = call;
  if (!before || before->signature.symbol != call->signature.symbol || !before->count ||
      before->tiles[before->count - 1].epoch != now || is_in_round(before, call))
    return;
  vf_ahead *beside = before->beside;
  before->beside = call->beside;
  call->beside = beside;
}

/* The tiles of a round, the wanted tile first. all: false for the wanted tile alone */
static int list_wanted(vf_ahead *asked, int tile, bool all, vf_ahead_wanted *wanted)
{
  int count = 0;
  wanted[count++] = (vf_ahead_wanted){ asked, tile };
  vf_ahead *call = asked;
  do {
    for (int t = 0; all && t < call->count && count < MOST_WANTED; t++)
      if (call != asked || t != tile) wanted[count++] = (vf_ahead_wanted){ call, t };
    call = call->beside;
  } while (all && call != asked);
  return count;
}

static void keep_results(const vf_ahead_wanted *wanted, const double *values, int results, uint64_t of_epoch,
                         int64_t clock)
{
  pthread_mutex_lock(&wanted->call->lock);
  vf_ahead_tile *tile = &wanted->call->tiles[wanted->tile];
  memcpy(tile->results, values, (size_t)results * sizeof *values);
  tile->epoch = of_epoch;
  tile->clock = clock;
  tile->asked = false;
  pthread_mutex_unlock(&wanted->call->lock);
}

static vf_status compute_wanted(const vf_ahead_wanted *wanted, int count, vfi_call *listed, double *values, bool *made,
                                uint64_t of_epoch)
{
  const vfi_symbol *symbol = wanted[0].call->signature.symbol;
  const int results = symbol->kernel->description.result_count;
  for (int w = 0; w < count; w++)
    listed[w] = (vfi_call){ .kernel = symbol->kernel,
                            .boxes = &wanted[w].call->tiles[wanted[w].tile].box,
                            .box_count = 1,
                            .arguments = wanted[w].call->arguments,
                            .selector = wanted[w].call->selector };
  const int64_t clock = vfi_array_clock(); /* the program's own calls of viewfab write too */
  const vf_status status = vfi_dispatch_each(listed, count, 1, values, made);
  for (int w = 0; w < count && !status; w++)
    if (made[w]) keep_results(&wanted[w], values + w * results, results, of_epoch, clock);
  return status;
}

static vf_status compute(vf_ahead *asked, int tile, bool all, uint64_t of_epoch)
{
  const int results = asked->signature.symbol->kernel->description.result_count;
  const size_t most = all ? MOST_WANTED : 1;
  vf_ahead_wanted *wanted = malloc(most * sizeof *wanted);
  const int count = wanted ? list_wanted(asked, tile, all, wanted) : 0;
  vfi_call *listed = malloc((size_t)count * (sizeof *listed + (size_t)results * sizeof(double) + sizeof(bool)));
  vf_status status = VF_OK;
  if (!wanted || !listed) status = vfi_fail(VF_ERROR_MEMORY, "no host memory for the results of %d tiles", count);
  double *values = (double *)(listed + count);
  if (!status)
    status =
        compute_wanted(wanted, count, listed, values, (bool *)(values + (size_t)count * (size_t)results), of_epoch);
  free(listed);
  free(wanted);
  return status;
}

static vf_status make(const vfi_legacy_call *call, vf_ahead *ahead, double *results)
{
  pthread_mutex_lock(&ahead->lock);
  vf_ahead_tile *tile = tile_of(ahead, &call->box);
  const bool known = is_known(tile); /* another thread has computed the results meanwhile */
  if (known) give(tile, results);
  pthread_mutex_unlock(&ahead->lock);
  if (known) return VF_OK;
  memcpy(ahead->arguments, call->arguments,
         (size_t)call->symbol->kernel->description.argument_count * sizeof ahead->arguments[0]);
  ahead->selector = call->selector;
  const bool all = tile && were_asked(ahead);
  if (tile && !all) end_round(ahead);
  pthread_mutex_lock(&ahead->lock);
  if (tile && !all) ahead->count = 0;
  if (!all) tile = add_tile(ahead, &call->box);
  pthread_mutex_unlock(&ahead->lock);
  if (!tile) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the results of a tile");
  const int at = (int)(tile - ahead->tiles);
  const uint64_t of_epoch = begin_epoch();
  vf_status status = vfi_queue_flush();
  if (!status) status = compute(ahead, at, all, of_epoch);
  if (status) return status;
  note_round(ahead, of_epoch);
  pthread_mutex_lock(&ahead->lock);
  give(&ahead->tiles[at], results);
  pthread_mutex_unlock(&ahead->lock);
  return VF_OK;
}

/* ---- */

static bool serves(const vfi_symbol *symbol) { return symbol->ahead && vfi_offload_queues(); }

bool vfi_ahead_known(const vfi_symbol *symbol, void *const *parameters, double *results)
{
  if (!serves(symbol) || !__atomic_load_n(&stands, __ATOMIC_ACQUIRE)) return false;
  const vf_box box = vfi_signature_box(symbol, parameters);
  vfi_signature signature;
  vfi_signature_make(symbol, parameters, &box, &signature);
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

vf_status vfi_ahead_make(const vfi_legacy_call *call, double *results, bool *made)
{
  *made = false;
  if (!serves(call->symbol)) return VF_OK;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE && call->leases[a].kind != VF_LEASE_BLOCK) return VF_OK;
  vfi_signature signature;
  vfi_signature_make(call->symbol, call->parameters, &call->box, &signature);
  vf_status status = VF_OK;
  pthread_rwlock_rdlock(&table);
  vf_ahead *ahead = find_or_make(&signature);
  if (ahead) {
    *made = true;
    pthread_mutex_lock(&computing);
    status = make(call, ahead, results);
    pthread_mutex_unlock(&computing);
  }
  pthread_rwlock_unlock(&table);
  return status;
}

void vfi_ahead_forget(void)
{
  vfi_ahead_end();
  if (__atomic_load_n(&calls, __ATOMIC_RELAXED) < MOST_CALLS) return;
  pthread_rwlock_wrlock(&table);
  latest = NULL;
  for (int c = 0; c < CHAINS && calls; c++)
    while (chains[c]) {
      vf_ahead *call = chains[c];
      chains[c] = call->behind;
      pthread_mutex_destroy(&call->lock);
      free(call->tiles);
      calls--;
    }
  vfi_records_end(&records);
  pthread_rwlock_unlock(&table);
}
