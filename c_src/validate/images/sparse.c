/* madvise and memfd_create are extensions. */
#define _GNU_SOURCE
#include "sparse.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif
#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

/* Systems limit the number of mappings of a program. */
enum { CHUNK = 1 << 18, MAPPINGS = 256 };

static void fill(char *to, size_t bytes, uint64_t background)
{
  for (size_t at = 0; at < bytes; at += sizeof background) memcpy(to + at, &background, sizeof background);
}

/* A file without a name whose pages hold the background; -1 if the system does not have such files. */
static int file_of(size_t bytes, uint64_t background)
{
#ifdef MFD_CLOEXEC
  const int file = memfd_create("viewfab", MFD_CLOEXEC);
  if (file < 0) return -1;
  char *memory = MAP_FAILED;
  if (!ftruncate(file, (off_t)bytes)) memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    close(file);
    return -1;
  }
  fill(memory, bytes, background);
  munmap(memory, bytes);
  return file;
#else
  (void)bytes;
  (void)background;
  return -1;
#endif
}

/* Lays the same pages under all of the range. */
static bool lay(const vf_sparse *range, uint64_t background)
{
  size_t chunk = (range->bytes / MAPPINGS / CHUNK + 1) * CHUNK;
  if (chunk > range->bytes) chunk = range->bytes;
  const int file = file_of(chunk, background);
  if (file < 0) return false;
  bool laid = true;
  for (size_t at = 0; at < range->bytes && laid; at += chunk) {
    const size_t length = range->bytes - at < chunk ? range->bytes - at : chunk;
    laid = mmap(range->address + at, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file,
                0) != MAP_FAILED;
  }
  close(file);
  return laid;
}

bool vf_sparse_map(size_t bytes, uint64_t background, vf_sparse *range)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  *range = (vf_sparse){ .bytes = (bytes / page + 1) * page };
  void *address = mmap(NULL, range->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) return false;
  range->address = address;
#ifdef MADV_NOHUGEPAGE
  /* A huge page for one element would defeat the purpose. */
  (void)madvise(address, range->bytes, MADV_NOHUGEPAGE);
#endif
  if (background && !lay(range, background)) {
    void *plain = mmap(address, range->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (plain == MAP_FAILED) {
      vf_sparse_unmap(range);
      return false;
    }
    fill(range->address, range->bytes, background);
    range->filled = true;
  }
  return true;
}

void vf_sparse_unmap(vf_sparse *range)
{
  munmap(range->address, range->bytes);
  *range = (vf_sparse){ 0 };
}

bool vf_sparse_forget(const vf_sparse *range)
{
#if defined(__linux__) && defined(MADV_DONTNEED)
  return !range->filled && !madvise(range->address, range->bytes, MADV_DONTNEED);
#else
  (void)range;
  return false;
#endif
}
