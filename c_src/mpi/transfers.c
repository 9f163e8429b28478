#include "transfers.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Memory of viewfab in place of an area: packed, or with the places of the area. */
typedef struct stand_in {
  vfi_area area; /* of the program; its type and lists are copies */
  bool used, written, packed;
  char *memory, *begin; /* begin: the first byte of the area, as long as nothing is packed */
  size_t bytes;
  void *given; /* what MPI got in place of the base */
  int *lists;
} stand_in;

struct vfi_transfer {
  MPI_Request request;
  vfi_transfer_owner owner;
  stand_in sent, received;
  bool persistent, active, orphan;
  int place; /* in the list of a call that has taken the transfer */
  vfi_transfer *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vfi_transfer *all;
static atomic_int known; /* a call without transfers costs a load */

/* ---- Memory in place of an area ----------------------------------------------------------------------------------- */

static bool is_dense(MPI_Datatype type)
{
  int size = 0;
  MPI_Aint lower, extent, true_lower, true_extent;
  return !PMPI_Type_size(type, &size) && !PMPI_Type_get_extent(type, &lower, &extent) &&
         !PMPI_Type_get_true_extent(type, &true_lower, &true_extent) && !true_lower && size == extent &&
         size == true_extent;
}

/* Copies elements from one memory to another with the same type, and leaves the gaps between elements as they are. */
static int copy_elements(const char *from, char *to, MPI_Aint count, MPI_Datatype type)
{
  enum { PART = 1 << 20 };
  MPI_Aint lower, extent;
  int size = 0, room = 0, code = PMPI_Type_get_extent(type, &lower, &extent);
  if (!code) code = PMPI_Type_size(type, &size);
  const int most = !size ? 1 : size > PART ? 1 : PART / size;
  if (!code) code = PMPI_Pack_size(most, type, MPI_COMM_SELF, &room);
  char *part = code ? NULL : malloc((size_t)room + 1);
  if (!code && !part) code = MPI_ERR_NO_MEM;
  for (MPI_Aint first = 0; first < count && !code; first += most) {
    const int now = count - first < most ? (int)(count - first) : most;
    int in = 0, out = 0;
    code = PMPI_Pack(from + first * extent, now, type, part, room, &in, MPI_COMM_SELF);
    if (!code) code = PMPI_Unpack(part, in, &out, to + first * extent, now, type, MPI_COMM_SELF);
  }
  free(part);
  return code;
}

/* The memory from the first byte of all blocks to the last. */
static void find_hull(stand_in *s)
{
  char *begin, *end = NULL;
  size_t bytes;
  for (int b = 0; b < s->area.blocks; b++) {
    if (!vfi_area_block(&s->area, b, &begin, &bytes)) continue;
    if (!end || begin < s->begin) s->begin = begin;
    if (!end || begin + bytes > end) end = begin + bytes;
  }
  s->bytes = end ? (size_t)(end - s->begin) : 0;
}

/* *used: the bytes with values */
static int fill(const stand_in *s, int *used)
{
  char *begin;
  size_t bytes;
  *used = 0;
  if (s->packed)
    return PMPI_Pack(s->area.base, (int)s->area.count, s->area.type, s->memory, (int)s->bytes, used, MPI_COMM_SELF);
  for (int b = 0; b < s->area.blocks; b++)
    if (vfi_area_block(&s->area, b, &begin, &bytes)) memcpy(s->memory + (begin - s->begin), begin, bytes);
  return 0;
}

static int keep_lists(stand_in *s)
{
  const size_t bytes = (size_t)s->area.blocks * sizeof(int);
  if (!s->area.counts) return 0;
  s->lists = malloc(2 * bytes + 1);
  if (!s->lists) return MPI_ERR_NO_MEM;
  memcpy(s->lists, s->area.counts, bytes);
  s->area.counts = s->lists;
  if (!s->area.places) return 0;
  memcpy(s->lists + s->area.blocks, s->area.places, bytes);
  s->area.places = s->lists + s->area.blocks;
  return 0;
}

/* A message of 1 GiB or more is not packed: MPI counts packed bytes by int. */
static int find_size(stand_in *s, bool packs)
{
  int size = 0, room = 0, code = PMPI_Type_size(s->area.type, &size);
  s->packed = packs && !is_dense(s->area.type) && s->area.count * size < INT_MAX / 2;
  if (!s->packed) find_hull(s);
  else if (!code) code = PMPI_Pack_size((int)s->area.count, s->area.type, MPI_COMM_SELF, &room);
  if (s->packed) s->bytes = (size_t)room;
  return code;
}

/* The received memory is filled too: a message may be shorter than the area, and the rest keeps its values. */
static int put_in_place(stand_in *s, vfi_area *area, bool written, bool packs, void *from)
{
  s->area = *area;
  s->written = written;
  s->used = true;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  int code = PMPI_Type_dup(area->type, &type);
  s->area.type = type;
  if (!code) code = keep_lists(s);
  if (!code) code = find_size(s, packs);
  if (code) return code;
  s->memory = malloc(s->bytes + 1);
  if (!s->memory) return MPI_ERR_NO_MEM;
  vfi_area_fit(&s->area, written, from);
  int used = 0;
  code = fill(s, &used);
  area->base = s->packed ? s->memory : (char *)((uintptr_t)s->memory + ((uintptr_t)area->base - (uintptr_t)s->begin));
  s->given = area->base;
  if (!s->packed) return code;
  area->count = written ? (MPI_Aint)s->bytes : used;
  area->type = MPI_PACKED;
  return code;
}

static int deliver_block(const stand_in *s, int block)
{
  char *begin;
  size_t bytes;
  MPI_Aint lower, extent;
  if (!vfi_area_block(&s->area, block, &begin, &bytes)) return 0;
  if (is_dense(s->area.type)) {
    memcpy(begin, s->memory + (begin - s->begin), bytes);
    return 0;
  }
  const int code = PMPI_Type_get_extent(s->area.type, &lower, &extent);
  if (code) return code;
  char *to = (char *)s->area.base + (s->area.places ? s->area.places[block] : 0) * extent;
  const char *from = s->memory + ((intptr_t)to - (intptr_t)s->begin);
  return copy_elements(from, to, s->area.counts ? s->area.counts[block] : s->area.count, s->area.type);
}

static int deliver(const stand_in *s)
{
  int at = 0, code = 0;
  if (!s->used || !s->written) return 0;
  vfi_area_fit(&s->area, true, NULL); /* its start was reported */
  if (s->packed)
    return PMPI_Unpack(s->memory, (int)s->bytes, &at, s->area.base, (int)s->area.count, s->area.type, MPI_COMM_SELF);
  for (int b = 0; b < s->area.blocks && !code; b++) code = deliver_block(s, b);
  return code;
}

static void end_stand_in(stand_in *s)
{
  if (s->used && s->area.type != MPI_DATATYPE_NULL) PMPI_Type_free(&s->area.type);
  free(s->memory);
  free(s->lists);
}

/* ---- Transfers ---------------------------------------------------------------------------------------------------- */

static void end_transfer(vfi_transfer *t)
{
  end_stand_in(&t->sent);
  end_stand_in(&t->received);
  free(t);
}

static void keep(vfi_transfer *t)
{
  pthread_mutex_lock(&lock);
  t->next = all;
  all = t;
  atomic_fetch_add(&known, 1);
  pthread_mutex_unlock(&lock);
}

static vfi_transfer *take_out(vfi_transfer **at)
{
  vfi_transfer *found = *at;
  if (!found) return NULL;
  *at = found->next;
  atomic_fetch_sub(&known, 1);
  return found;
}

/* Takes one transfer out of the list; request NULL: an orphan. */
static vfi_transfer *take(const MPI_Request *request)
{
  pthread_mutex_lock(&lock);
  vfi_transfer **at = &all, *found;
  while (*at && ((*at)->owner.sort != VFI_OF_REQUEST ||
                 !(request ? !(*at)->orphan && (*at)->request == *request : (*at)->orphan)))
    at = &(*at)->next;
  found = take_out(at);
  pthread_mutex_unlock(&lock);
  return found;
}

static bool has_owner(const vfi_transfer *t, const vfi_transfer_owner *owner, bool every)
{
  if (t->owner.sort != owner->sort) return false;
  if (owner->sort == VFI_OF_FILE) return t->owner.of.file == owner->of.file;
  return t->owner.of.window == owner->of.window && (every || t->owner.target == owner->target);
}

static vfi_transfer *take_of(const vfi_transfer_owner *owner, bool every)
{
  pthread_mutex_lock(&lock);
  vfi_transfer **at = &all;
  while (*at && !has_owner(*at, owner, every)) at = &(*at)->next;
  vfi_transfer *found = take_out(at);
  pthread_mutex_unlock(&lock);
  return found;
}

/* Requests that the program has freed. They are few: each pass looks at one of them. */
static void end_orphan(void)
{
  int done = 0;
  vfi_transfer *t = atomic_load(&known) ? take(NULL) : NULL;
  if (!t) return;
  if (!PMPI_Test(&t->request, &done, MPI_STATUS_IGNORE) && !done) {
    keep(t);
    return;
  }
  deliver(&t->received);
  end_transfer(t);
}

int vfi_transfer_prepare(vfi_transfer **made, vfi_area *sent, vfi_area *received, vfi_transfer_kind kind, MPI_Comm comm,
                         void *from)
{
  *made = NULL;
  end_orphan();
  const bool always = kind == VFI_PERSISTENT, packs = kind != VFI_COLLECTIVE;
  const bool sends = sent->type != MPI_DATATYPE_NULL && (always || vfi_area_is_watched(sent));
  const bool receives = received->type != MPI_DATATYPE_NULL && (always || vfi_area_is_watched(received));
  if (!sends && !receives) return 0;
  vfi_transfer *t = calloc(1, sizeof *t);
  int code = t ? 0 : MPI_ERR_NO_MEM;
  if (!code) t->persistent = always;
  if (!code && sends) code = put_in_place(&t->sent, sent, false, packs, from);
  if (!code && receives) code = put_in_place(&t->received, received, true, packs, from);
  *made = t;
  if (!code) return 0;
  if (t) end_transfer(t);
  *made = NULL;
  PMPI_Comm_call_errhandler(comm, code);
  return code;
}

int vfi_transfer_started(vfi_transfer *t, int code, const MPI_Request *request)
{
  if (code) {
    end_transfer(t);
    return code;
  }
  t->request = *request;
  t->active = !t->persistent;
  keep(t);
  return code;
}

int vfi_transfer_started_for(vfi_transfer *t, int code, const vfi_transfer_owner *owner)
{
  if (code) {
    end_transfer(t);
    return code;
  }
  t->owner = *owner;
  keep(t);
  return code;
}

void *vfi_transfer_memory(const vfi_transfer_owner *owner)
{
  void *memory = NULL;
  if (!atomic_load(&known)) return NULL;
  pthread_mutex_lock(&lock);
  for (const vfi_transfer *t = all; t && !memory; t = t->next) {
    const stand_in *s = t->sent.used ? &t->sent : &t->received;
    if (has_owner(t, owner, true)) memory = s->given;
  }
  pthread_mutex_unlock(&lock);
  return memory;
}

void vfi_transfers_end(const vfi_transfer_owner *owner, bool every)
{
  vfi_transfer *t;
  while (atomic_load(&known) && (t = take_of(owner, every))) {
    deliver(&t->received);
    end_transfer(t);
  }
}

void vfi_transfer_restart(MPI_Request request, void *from)
{
  int used = 0;
  vfi_transfer *t = atomic_load(&known) ? take(&request) : NULL;
  if (!t) return;
  stand_in *s = t->sent.used ? &t->sent : &t->received;
  vfi_area_fit(&s->area, s->written, from);
  fill(s, &used);
  t->active = true;
  keep(t);
}

vfi_transfer *vfi_transfers_take(int count, const MPI_Request *requests)
{
  vfi_transfer *taken = NULL;
  end_orphan();
  for (int r = 0; r < count && atomic_load(&known); r++) {
    vfi_transfer *t = requests[r] == MPI_REQUEST_NULL ? NULL : take(&requests[r]);
    if (!t) continue;
    t->place = r;
    t->next = taken;
    taken = t;
  }
  return taken;
}

static bool is_completed(const vfi_transfer *t, const MPI_Request *requests, int done, const int *places)
{
  if (requests[t->place] == MPI_REQUEST_NULL) return true;
  if (!places) return done > 0;
  for (int d = 0; d < done; d++)
    if (places[d] == t->place) return true;
  return false;
}

void vfi_transfers_settle(vfi_transfer *taken, const MPI_Request *requests, int done, const int *places)
{
  while (taken) {
    vfi_transfer *t = taken;
    taken = t->next;
    const bool completed = is_completed(t, requests, done, places);
    if (completed && t->active) deliver(&t->received);
    if (completed) t->active = false;
    if (completed && !t->persistent) end_transfer(t);
    else keep(t);
  }
}

void vfi_transfer_deliver(MPI_Request request)
{
  vfi_transfer *t = atomic_load(&known) ? take(&request) : NULL;
  if (!t) return;
  if (t->active) deliver(&t->received);
  t->active = false;
  keep(t);
}

bool vfi_transfer_is_freed(MPI_Request *request)
{
  vfi_transfer *t = atomic_load(&known) ? take(request) : NULL;
  if (!t) return false;
  if (!t->active) { /* MPI has no more to do with the memory */
    end_transfer(t);
    return false;
  }
  t->orphan = true;
  keep(t);
  *request = MPI_REQUEST_NULL;
  return true;
}
