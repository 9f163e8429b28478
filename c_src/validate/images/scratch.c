/* madvise and memfd_create are extensions. */
#define _GNU_SOURCE
#include "scratch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "../../core/error.h"

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif
#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

/* An address range in which only written pages take memory. */
typedef struct sparse_range {
  char *address; /* NULL: none */
  size_t bytes;
  bool filled; /* the system does not have shared pages: the whole range was written, and takes memory */
} sparse_range;

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
static bool lay(const sparse_range *range, uint64_t background)
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

static void sparse_unmap(sparse_range *range)
{
  munmap(range->address, range->bytes);
  *range = (sparse_range){ 0 };
}

/* A range that reads as background, 8 bytes again and again, until a write. Returns false without memory. */
static bool sparse_map(size_t bytes, uint64_t background, sparse_range *range)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  *range = (sparse_range){ .bytes = (bytes / page + 1) * page };
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
      sparse_unmap(range);
      return false;
    }
    fill(range->address, range->bytes, background);
    range->filled = true;
  }
  return true;
}

/* Gives the memory of written pages back: the range reads as background again. Returns false after a failure, and then
 * keeps the pages. */
static bool sparse_forget(const sparse_range *range)
{
#if defined(__linux__) && defined(MADV_DONTNEED)
  return !range->filled && !madvise(range->address, range->bytes, MADV_DONTNEED);
#else
  (void)range;
  return false;
#endif
}

/* A checked call takes up to four blocks for an array, and up to three more on perturbed inputs. If a block is too small or too large for
 * a call, it is kept for others, but no more than KEPT blocks in all. */
enum { KEPT = 64, MORE_PLACES = 64, ALIGNMENT = 4096, PIECE = 1 << 20 };

/* Most memory that a sparse block keeps: so many times the bytes written by the last call, and so much in any case. */
enum { KEPT_CALLS = 8, KEPT_BYTES = 1 << 22 };

typedef struct block {
  char *address;
  size_t bytes;
  const vf_context *context;
  bool locked, in_use;
  bool is_sparse;
  uint64_t background;          /* of a sparse block */
  size_t written, written_last; /* of a sparse block: bytes of its pages, at most; and in the last use */
  sparse_range sparse;
} block;

static block *blocks;
static int places, room; /* places in use so far, and places that there are */

static void drop(block *found)
{
  if (found->locked) found->context->backend->unlock(found->address);
  if (found->is_sparse) sparse_unmap(&found->sparse);
  else free(found->address);
  *found = (block){ 0 };
}

static bool fits(const block *candidate, const block *wanted)
{
  if (candidate->context != wanted->context || candidate->bytes < wanted->bytes) return false;
  if (candidate->is_sparse || wanted->is_sparse)
    return candidate->is_sparse && wanted->is_sparse && candidate->background == wanted->background;
  return candidate->bytes / 2 <= wanted->bytes;
}

/* A place that was never used; NULL without memory. */
static block *new_place(void)
{
  if (places == room) {
    block *larger = realloc(blocks, (size_t)(room + MORE_PLACES) * sizeof *larger);
    if (!larger) return NULL;
    blocks = larger;
    room += MORE_PLACES;
  }
  blocks[places] = (block){ 0 };
  return &blocks[places++];
}

/* A free block that fits without being much too large; else a place for a new block; NULL without memory. */
static block *choose(const block *wanted)
{
  block *empty = NULL, *other = NULL;
  int kept = 0;
  for (int b = 0; b < places; b++) {
    block *candidate = &blocks[b];
    kept += candidate->address != NULL;
    if (!candidate->address) {
      if (!empty) empty = candidate;
    } else if (!candidate->in_use) {
      if (fits(candidate, wanted)) return candidate;
      other = candidate;
    }
  }
  if (other && kept >= KEPT) drop(empty = other);
  return empty ? empty : new_place();
}

static vf_status no_place(void)
{
  return vfi_fail(VF_ERROR_MEMORY, "no host memory to note %d blocks of checked calls", places + 1);
}

vf_status vfi_scratch_take(vf_context *context, size_t bytes, char **address)
{
  const block wanted = { .context = context, .bytes = (bytes / ALIGNMENT + 1) * ALIGNMENT };
  block *found = choose(&wanted);
  *address = NULL;
  if (!found) return no_place();
  if (!found->address) {
    char *memory = aligned_alloc(ALIGNMENT, wanted.bytes);
    if (!memory) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a checked call (%zu bytes)", wanted.bytes);
    *found = wanted;
    found->address = memory;
    found->locked = context->backend->lock && !context->backend->lock(memory, wanted.bytes);
  }
  found->in_use = true;
  *address = found->address;
  return VF_OK;
}

vf_status vfi_scratch_take_sparse(vf_context *context, size_t bytes, uint64_t background, char **address)
{
  const block wanted = { .context = context, .bytes = bytes, .is_sparse = true, .background = background };
  block *found = choose(&wanted);
  *address = NULL;
  if (!found) return no_place();
  if (!found->address) {
    sparse_range range;
    if (!sparse_map(bytes, background, &range))
      return vfi_fail(VF_ERROR_MEMORY, "no addresses for a checked call (%zu bytes)", bytes);
    *found = wanted;
    found->sparse = range;
    found->address = range.address;
    found->bytes = range.bytes;
  }
  found->in_use = true;
  *address = found->address;
  return VF_OK;
}

static block *block_of(const char *address)
{
  for (int b = 0; address && b < places; b++)
    if (blocks[b].address == address) return &blocks[b];
  return NULL;
}

void vfi_scratch_give(const char *address)
{
  block *found = block_of(address);
  if (!found) return;
  found->in_use = false;
  if (found->is_sparse && found->written / KEPT_CALLS > found->written_last + KEPT_BYTES / KEPT_CALLS &&
      sparse_forget(&found->sparse))
    found->written = 0;
}

void vfi_scratch_written(const char *address, size_t bytes)
{
  block *found = block_of(address);
  if (!found) return;
  found->written += bytes;
  found->written_last = bytes;
}

void vfi_scratch_drop(const char *address)
{
  block *found = block_of(address);
  if (found) drop(found);
}

void vfi_scratch_release(const vf_context *context)
{
  bool any = false;
  for (int b = 0; b < places; b++) {
    if (blocks[b].address && blocks[b].context == context) drop(&blocks[b]);
    any = any || blocks[b].address;
  }
  if (any) return;
  free(blocks);
  blocks = NULL;
  places = room = 0;
}

/* Both copies of a piece. Lines that are overwritten as a whole need not be read first: storing around the caches saves
 * a third of the traffic. */
static void copy_piece_twice(char *one, char *other, const char *from, size_t bytes)
{
  size_t at = 0;
#ifdef __SSE2__
  if (((uintptr_t)one | (uintptr_t)other) % 16 == 0)
    for (; at + 16 <= bytes; at += 16) {
      const __m128i value = _mm_loadu_si128((const __m128i *)(from + at));
      _mm_stream_si128((__m128i *)(one + at), value);
      _mm_stream_si128((__m128i *)(other + at), value);
    }
  _mm_sfence();
#endif
  memcpy(one + at, from + at, bytes - at);
  memcpy(other + at, from + at, bytes - at);
}

static size_t length_of(size_t bytes, int64_t piece)
{
  const size_t left = bytes - (size_t)piece * PIECE;
  return left < PIECE ? left : PIECE;
}

void vfi_scratch_copy(char *to, const char *from, size_t bytes)
{
  const int64_t pieces = (int64_t)((bytes + PIECE - 1) / PIECE);
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (int64_t p = 0; p < pieces; p++) memcpy(to + p * PIECE, from + p * PIECE, length_of(bytes, p));
}

void vfi_scratch_copy_twice(char *one, char *other, const char *from, size_t bytes)
{
  const int64_t pieces = (int64_t)((bytes + PIECE - 1) / PIECE);
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (int64_t p = 0; p < pieces; p++)
    copy_piece_twice(one + p * PIECE, other + p * PIECE, from + p * PIECE, length_of(bytes, p));
}
