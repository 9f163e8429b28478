#include "prepared.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/view.h"
#include "records.h"

/* Entries of the table; a power of 2; at most half of the entries are filled. */
static vfi_prepared **table;
static size_t room, filled;
static size_t kept; /* with the replaced entries; atomic */
static uint64_t numbers;
static vfi_records records;

static size_t place_of(const vfi_signature *signature)
{
  size_t place = (size_t)signature->hash & (room - 1);
  while (table[place] && !vfi_signatures_equal(&table[place]->signature, signature)) place = (place + 1) & (room - 1);
  return place;
}

static bool is_there(const vfi_life *life)
{
  return !life ||
         (!__atomic_load_n(&life->over, __ATOMIC_ACQUIRE) && !__atomic_load_n(&life->parked, __ATOMIC_ACQUIRE));
}

bool vfi_prepared_lives(vfi_prepared *call)
{
  const uint64_t now = vfi_lives_over();
  if (__atomic_load_n(&call->alive_at, __ATOMIC_ACQUIRE) == now) return true;
  for (int t = 0; t < call->touched_count; t++)
    if (!is_there(call->lives[t])) return false;
  __atomic_store_n(&call->alive_at, now, __ATOMIC_RELEASE);
  return true;
}

vfi_prepared *vfi_prepared_find(const vfi_signature *signature)
{
  vfi_prepared *call = room ? table[place_of(signature)] : NULL;
  return call && vfi_prepared_lives(call) ? call : NULL;
}

static vf_status make_room(void)
{
  if (2 * filled < room) return VF_OK;
  vfi_prepared **old = table;
  const size_t before = room;
  vfi_prepared **grown = calloc(before ? 2 * before : 1024, sizeof *grown);
  if (!grown) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the legacy calls of a region");
  table = grown;
  room = before ? 2 * before : 1024;
  for (size_t e = 0; e < before; e++)
    if (old[e]) table[place_of(&old[e]->signature)] = old[e];
  free(old);
  return VF_OK;
}

static void note_touched(const vfi_legacy_call *call, vfi_prepared *prepared)
{
  const vfi_kernel_description *kernel = &call->symbol->kernel->description;
  vfi_lock();
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_record *record =
        call->leases[a].kind == VF_LEASE_NONE ? NULL : vfi_record_get(call->arguments[a].view, "a legacy call");
    if (!record) continue;
    prepared->lives[prepared->touched_count] = call->leases[a].life;
    prepared->touched[prepared->touched_count++] =
        (vfi_touched){ record->range.begin, record->range.end, kernel->arguments[a].intent != VF_ARGUMENT_READ };
  }
  vfi_unlock();
}

static bool overlap(const vfi_touched *p, const vfi_touched *q) { return p->begin < q->end && q->begin < p->end; }

/* Points of a call write their own elements alone; around them, points of one colour read only the other colour. */
static bool tiles_join(const vfi_symbol *symbol, const vfi_prepared *prepared)
{
  if (!symbol->in_tiles) return false;
  for (int p = 0; p < prepared->touched_count; p++)
    for (int q = 0; q < prepared->touched_count; q++)
      if (p != q && prepared->touched[p].written && overlap(&prepared->touched[p], &prepared->touched[q])) return false;
  return true;
}

static vfi_prepared *make_record(const vfi_kernel_description *kernel, const vfi_signature *signature)
{
  const size_t count = (size_t)kernel->argument_count;
  const size_t words = offsetof(vfi_prepared, signature) + vfi_signature_bytes(signature);
  const size_t of_argument = sizeof(vfi_argument) + sizeof(vfi_touched) + sizeof(vfi_life *);
  char *record = vfi_records_take(&records, words + count * of_argument);
  if (!record) return NULL;
  vfi_prepared *call = (vfi_prepared *)record;
  memcpy(&call->signature, signature, vfi_signature_bytes(signature));
  call->arguments = (vfi_argument *)(record + words);
  call->touched = (vfi_touched *)(call->arguments + count);
  call->lives = (const vfi_life **)(call->touched + count);
  return call;
}

vf_status vfi_prepared_keep(const vfi_legacy_call *call, const vfi_signature *signature, vfi_prepared **prepared)
{
  const vf_status status = make_room();
  if (status) return status;
  const vfi_kernel_description *kernel = &call->symbol->kernel->description;
  vfi_prepared *fresh = make_record(kernel, signature);
  if (!fresh) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a legacy call");
  fresh->box = call->box;
  fresh->selector = call->selector;
  fresh->place = -1;
  fresh->number = ++numbers;
  memcpy(fresh->arguments, call->arguments, (size_t)kernel->argument_count * sizeof fresh->arguments[0]);
  note_touched(call, fresh);
  fresh->joins = tiles_join(call->symbol, fresh);
  fresh->alive_at = UINT64_MAX;
  vfi_prepared **place = &table[place_of(signature)];
  fresh->replaced = *place;
  filled += !*place;
  *place = fresh;
  __atomic_fetch_add(&kept, 1, __ATOMIC_RELAXED);
  *prepared = fresh;
  return VF_OK;
}

void vfi_prepared_forget(void)
{
  vfi_records_end(&records);
  free(table);
  table = NULL;
  room = filled = 0;
  __atomic_store_n(&kept, 0, __ATOMIC_RELAXED);
}

bool vfi_prepared_are_many(void) { return __atomic_load_n(&kept, __ATOMIC_RELAXED) >= VF_MOST_PREPARED; }

vfi_prepared *vfi_prepared_follower(const vfi_prepared *before, const vfi_symbol *symbol, void *const *parameters,
                                    const vf_box *box)
{
  for (int f = 0; f < VF_FOLLOWERS; f++) {
    vfi_prepared *call = __atomic_load_n(&before->followers[f], __ATOMIC_ACQUIRE);
    if (call && vfi_signature_is(&call->signature, symbol, parameters, box) && vfi_prepared_lives(call)) return call;
  }
  return NULL;
}

void vfi_prepared_follows(vfi_prepared *before, vfi_prepared *call)
{
  const unsigned f = __atomic_fetch_add(&before->followed, 1, __ATOMIC_RELAXED) % VF_FOLLOWERS;
  __atomic_store_n(&before->followers[f], call, __ATOMIC_RELEASE);
}

bool vfi_prepared_independent(const vfi_prepared *p, const vfi_prepared *q)
{
  for (int a = 0; a < p->touched_count; a++)
    for (int b = 0; b < q->touched_count; b++)
      if ((p->touched[a].written || q->touched[b].written) && overlap(&p->touched[a], &q->touched[b])) return false;
  return true;
}
