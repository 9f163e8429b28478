/* madvise is an extension. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "host_memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Programs of the address sanitizer see accesses behind the end of blocks from the heap alone. */
#ifdef __SANITIZE_ADDRESS__
#define LARGE SIZE_MAX
#else
#define LARGE ((size_t)(256 << 10))
#endif

enum {
  GRAIN = 64 << 10,      /* sizes of large blocks are multiples */
  LARGE_PAGES = 8 << 20, /* bytes of a block that asks for the system's large pages */
  MOST_KEPT = 64         /* blocks; without pages they cost addresses alone */
};

typedef struct kept_block {
  void *address;
  size_t bytes;
} kept_block;

static kept_block kept[MOST_KEPT]; /* the newest last */
static int kept_count;

static size_t rounded(size_t bytes) { return (bytes + GRAIN - 1) / GRAIN * GRAIN; }

static void *map(size_t bytes)
{
  void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  /* Large pages take a fraction of the time at the first touch, for the page lock, and where far elements are packed. The
   * system may have none. */
  if (bytes >= LARGE_PAGES) (void)madvise(address, bytes, MADV_HUGEPAGE);
#endif
  return address;
}

static void remove_kept(int place)
{
  kept_count--;
  for (int p = place; p < kept_count; p++) kept[p] = kept[p + 1];
}

void vfi_host_memory_free_kept(void)
{
  while (kept_count) {
    kept_count--;
    munmap(kept[kept_count].address, kept[kept_count].bytes);
  }
}

static void *take_kept(size_t bytes)
{
  for (int p = kept_count - 1; p >= 0; p--) {
    if (kept[p].bytes != bytes) continue;
    void *address = kept[p].address;
    remove_kept(p);
    return address;
  }
  return NULL;
}

void *vfi_host_memory_take(size_t bytes)
{
  if (bytes < LARGE) return calloc(bytes ? bytes : 1, 1);
  const size_t large = rounded(bytes);
  void *address = take_kept(large);
  if (!address) address = map(large);
  if (!address && kept_count) {
    vfi_host_memory_free_kept();
    address = map(large);
  }
  return address;
}

void vfi_host_memory_give(void *address, size_t bytes, bool zero)
{
  if (bytes < LARGE) {
    free(address);
    return;
  }
  if (!zero) {
    munmap(address, rounded(bytes));
    return;
  }
  if (kept_count == MOST_KEPT) {
    munmap(kept[0].address, kept[0].bytes);
    remove_kept(0);
  }
  kept[kept_count++] = (kept_block){ address, rounded(bytes) };
}
