/* The functions for peers (viewfab/backend/peers.h), with the host in the place of a GPU. Memory is shared by file descriptors. A
 * process writes flags and waits for flags at once. */
#ifndef VIEWFAB_TESTS_HOST_PEERS_H
#define VIEWFAB_TESTS_HOST_PEERS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <viewfab/backend/peers.h>

enum { GRANULE = 1 << 16 };

static vfi_peer_guard *guards;
static int registered, mapped; /* registrations and maps still there */
static uint64_t last_number;   /* the process ends before a flag gets a later number; 0: never */

static inline int identity(int ordinal, char *text, size_t size)
{
  snprintf(text, size, "host %d of process %d", ordinal, (int)getpid());
  return 0;
}

static inline int granularity(size_t *bytes)
{
  *bytes = GRANULE;
  return 0;
}

static inline int memory_create(size_t bytes, uint64_t *memory)
{
  const int descriptor = memfd_create("viewfab_test", MFD_CLOEXEC);
  if (descriptor < 0 || ftruncate(descriptor, (off_t)bytes)) return errno;
  *memory = (uint64_t)descriptor;
  return 0;
}

static inline int duplicate(int descriptor, int *copy)
{
  *copy = dup(descriptor);
  return *copy < 0 ? errno : 0;
}

static inline int memory_export(uint64_t memory, int *descriptor) { return duplicate((int)memory, descriptor); }

static inline int memory_import(int descriptor, uint64_t *memory)
{
  int copy = -1;
  const int code = duplicate(descriptor, &copy);
  *memory = (uint64_t)copy;
  return code;
}

static inline int memory_release(uint64_t memory) { return close((int)memory) ? errno : 0; }

static inline int range_reserve(size_t bytes, size_t alignment, void **address)
{
  (void)alignment; /* the system gives pages; parts of the windows here have no more than a granule */
  *address = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return *address == MAP_FAILED ? errno : 0;
}

static inline int range_map(void *address, size_t bytes, uint64_t memory)
{
  mapped++;
  return mmap(address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, (int)memory, 0) == address ? 0 : errno;
}

static inline int range_unmap(void *address, size_t bytes)
{
  mapped--;
  return mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == address ? 0 : errno;
}

static inline int range_release(void *address, size_t bytes) { return munmap(address, bytes) ? errno : 0; }

static inline int clear(void *address, size_t bytes, void *queue)
{
  (void)queue;
  memset(address, 0, bytes);
  return 0;
}

static inline int host_register(void *host, size_t bytes, void **device)
{
  (void)bytes;
  registered++;
  *device = host;
  return 0;
}

static inline int host_unregister(void *host)
{
  (void)host;
  registered--;
  return 0;
}

static inline bool spins(void) { return false; }

static inline double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline int flag(void *queue, const vfi_peer_flag *one)
{
  (void)queue;
  if (!one->waits) {
    if (last_number && one->number > last_number && one->number < UINT64_MAX / 2) _exit(0);
    __atomic_store_n(one->flag, one->number, __ATOMIC_RELEASE);
    return 0;
  }
  const double began = now();
  while (__atomic_load_n(one->flag, __ATOMIC_ACQUIRE) < one->number) {
    sched_yield();
    for (vfi_peer_guard *guard = guards; guard; guard = guard->next) {
      const int code = guard->late(guard->data, began);
      if (code) return code;
    }
  }
  return 0;
}

static inline void guard_is(vfi_peer_guard *guard, bool on)
{
  vfi_peer_guard **link = &guards;
  while (*link && *link != guard) link = &(*link)->next;
  if (on && !*link) {
    guard->next = guards;
    guards = guard;
  } else if (!on && *link) *link = guard->next;
}

static const vf_peer_table peers = { .identity = identity,
                                     .granularity = granularity,
                                     .memory_create = memory_create,
                                     .memory_export = memory_export,
                                     .memory_import = memory_import,
                                     .memory_release = memory_release,
                                     .range_reserve = range_reserve,
                                     .range_map = range_map,
                                     .range_unmap = range_unmap,
                                     .range_release = range_release,
                                     .clear = clear,
                                     .host_register = host_register,
                                     .host_unregister = host_unregister,
                                     .spins = spins,
                                     .flag = flag,
                                     .guard = guard_is };

#endif
