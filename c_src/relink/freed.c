#include "freed.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct vf_freed {
  size_t bytes;
  void *address;
  void (*release)(void *);
} vf_freed;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vf_freed *freed; /* [room], by bytes, then by address */
static size_t count, room;

/* The first place with as many bytes and an address at least as high. Lock held. */
static size_t place_of(size_t bytes, const void *address)
{
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const vf_freed *at = &freed[middle];
    if (at->bytes < bytes || (at->bytes == bytes && (uintptr_t)at->address < (uintptr_t)address)) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool make_room(void)
{
  if (count < room) return true;
  const size_t more = room ? 2 * room : 256;
  vf_freed *grown = realloc(freed, more * sizeof *grown);
  if (!grown) return false;
  freed = grown;
  room = more;
  return true;
}

bool vfi_freed_keep(void *address, size_t bytes, void (*release)(void *))
{
  pthread_mutex_lock(&lock);
  const bool kept = make_room();
  if (kept) {
    const size_t p = place_of(bytes, address);
    memmove(freed + p + 1, freed + p, (count - p) * sizeof *freed);
    freed[p] = (vf_freed){ bytes, address, release };
    __atomic_store_n(&count, count + 1, __ATOMIC_RELAXED);
  }
  pthread_mutex_unlock(&lock);
  return kept;
}

void *vfi_freed_again(size_t bytes)
{
  if (!__atomic_load_n(&count, __ATOMIC_RELAXED)) return NULL;
  void *address = NULL;
  pthread_mutex_lock(&lock);
  const size_t p = place_of(bytes, NULL);
  if (p < count && freed[p].bytes == bytes) {
    address = freed[p].address;
    memmove(freed + p, freed + p + 1, (count - p - 1) * sizeof *freed);
    __atomic_store_n(&count, count - 1, __ATOMIC_RELAXED);
  }
  pthread_mutex_unlock(&lock);
  return address;
}

void vfi_freed_end(void)
{
  pthread_mutex_lock(&lock);
  vf_freed *ended = freed;
  const size_t number = count;
  freed = NULL;
  room = 0;
  __atomic_store_n(&count, 0, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
  for (size_t f = 0; f < number; f++) ended[f].release(ended[f].address);
  free(ended);
}
