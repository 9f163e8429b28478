#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "staging.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "text.h"

enum {
  PIECE = 256 << 10, /* bytes of a piece, which one thread copies */
  ELEMENTS = 8192,   /* of a piece that one thread packs or unpacks */
  LEAST_PIECES = 4,  /* fewer bytes are copied by the caller alone */
  MOST_THREADS = 64,
  DEFAULT_THREADS = 16, /* enough to keep the link to a GPU busy */
  PATIENCE = 1 << 16 /* looks at the next copy before a thread sleeps: chunks of a long copy come one after the other */
};

static int threads_wanted; /* 0: not read yet */
static int threads;        /* number of started threads, without the caller */
static bool started;

/* The current copy. offered: the number of pieces in the upper half, the next piece in the lower half. */
static void (*copy_piece)(const void *copy, uint64_t piece);
static const void *the_copy;
static uint64_t offered;
static uint64_t done;

static pthread_mutex_t sleeping = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int sleepers;
static uint64_t copies; /* so far; atomic */

/* Number of processors for the process. */
static int processors(void)
{
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

vf_status vfi_copying_load(void)
{
  const char *text = getenv("VF_TEST_COPY_THREADS");
  if (!text || !*text) {
    const int there = processors();
    threads_wanted = there < DEFAULT_THREADS ? there : DEFAULT_THREADS;
    return VF_OK;
  }
  int64_t number = 0;
  if (!vfi_is_whole(text, 1, MOST_THREADS, &number))
    return vfi_fail(
        VF_ERROR_ARGUMENT,
        "VF_TEST_COPY_THREADS is '%s'; it must be the number of threads that copy to and from the buffers of a GPU, 1 "
        "to %d",
        text, MOST_THREADS);
  threads_wanted = (int)number;
  return VF_OK;
}

/* Copies pieces of the offered copy until none is left. A thread takes a piece and checks its existence in a single
 * step. So a late thread takes no piece of the next copy by the numbers of the last copy. */
static void copy_pieces(void)
{
  for (;;) {
    const uint64_t taken = __atomic_fetch_add(&offered, 1, __ATOMIC_ACQ_REL);
    const uint64_t piece = taken & UINT32_MAX;
    if (piece >= taken >> 32) return;
    copy_piece(the_copy, piece);
    __atomic_fetch_add(&done, 1, __ATOMIC_RELEASE);
  }
}

static uint64_t wait_for_next(uint64_t last)
{
  uint64_t now = last;
  for (int look = 0; look < PATIENCE && now == last; look++) now = __atomic_load_n(&copies, __ATOMIC_ACQUIRE);
  if (now != last) return now;
  pthread_mutex_lock(&sleeping);
  sleepers++;
  while ((now = __atomic_load_n(&copies, __ATOMIC_ACQUIRE)) == last) pthread_cond_wait(&wake, &sleeping);
  sleepers--;
  pthread_mutex_unlock(&sleeping);
  return now;
}

static void *help(void *first)
{
  for (uint64_t seen = *(const uint64_t *)first;;) {
    copy_pieces();
    seen = wait_for_next(seen);
  }
  return NULL;
}

/* Helpers are threads that live as long as the process. If the system refuses them, the caller copies alone. */
static void start(void)
{
  static const uint64_t none = 0;
  started = true;
  pthread_attr_t detached;
  if (pthread_attr_init(&detached)) return;
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  while (threads < threads_wanted - 1 && pthread_create(&thread, &detached, help, (void *)&none) == 0) threads++;
  pthread_attr_destroy(&detached);
}

/* A forked process does not have the helpers of its parent. */
static void forget_helpers(void)
{
  started = false;
  threads = sleepers = 0;
}

void vfi_copy_pieces(void (*piece)(const void *copy, uint64_t piece), const void *copy, uint64_t pieces)
{
  if (threads_wanted < 2 || pieces < LEAST_PIECES || pieces > UINT32_MAX / 2) {
    for (uint64_t p = 0; p < pieces; p++) piece(copy, p);
    return;
  }
  if (!started) {
    static bool told;
    if (!told) told = pthread_atfork(NULL, NULL, forget_helpers) == 0;
    start();
  }
  copy_piece = piece;
  the_copy = copy;
  __atomic_store_n(&done, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&offered, pieces << 32, __ATOMIC_RELEASE);
  __atomic_fetch_add(&copies, 1, __ATOMIC_ACQ_REL);
  pthread_mutex_lock(&sleeping);
  if (sleepers) pthread_cond_broadcast(&wake);
  pthread_mutex_unlock(&sleeping);
  copy_pieces();
  while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) < pieces) sched_yield();
}

typedef struct memory_copy {
  char *to;
  const char *from;
  size_t bytes;
} memory_copy;

static void copy_memory(const void *copy, uint64_t piece)
{
  const memory_copy *memory = copy;
  const size_t begin = (size_t)piece * PIECE, left = memory->bytes - begin;
  memcpy(memory->to + begin, memory->from + begin, left < PIECE ? left : PIECE);
}

void vfi_copy_memory(char *to, const char *from, size_t bytes)
{
  vfi_copy_pieces(copy_memory, &(memory_copy){ to, from, bytes }, (bytes + PIECE - 1) / PIECE);
}

typedef struct box_copy {
  char *array, *packed;
  const vf_packing *packing;
  int64_t first, count;
  bool packs;
} box_copy;

static void copy_elements(const void *copy, uint64_t piece)
{
  const box_copy *all = copy;
  const vf_packing *packing = all->packing;
  const int64_t done = (int64_t)piece * ELEMENTS, left = all->count - done, count = left < ELEMENTS ? left : ELEMENTS;
  char *packed = all->packed + (size_t)done * packing->size;
  if (all->packs) vf_backend_host()->pack_boxes(packed, all->array, packing, all->first + done, count, NULL);
  else vf_backend_host()->unpack_boxes(all->array, packed, packing, all->first + done, count, NULL);
}

void vfi_copy_boxes(char *array, char *packed, const vf_packing *packing, int64_t first, int64_t count, bool packs)
{
  vfi_copy_pieces(copy_elements, &(box_copy){ array, packed, packing, first, count, packs },
                  (uint64_t)(count + ELEMENTS - 1) / ELEMENTS);
}
