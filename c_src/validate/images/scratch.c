#include "scratch.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "../../core/error.h"
#include "sparse.h"

enum { BLOCKS = 64, ALIGNMENT = 4096, PIECE = 1 << 20 };

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
  vf_sparse sparse;
} block;

static block blocks[BLOCKS];

static void drop(block *kept)
{
  if (kept->locked) kept->context->backend->unlock(kept->address);
  if (kept->is_sparse) vf_sparse_unmap(&kept->sparse);
  else free(kept->address);
  *kept = (block){ 0 };
}

static bool fits(const block *candidate, const block *wanted)
{
  if (candidate->context != wanted->context || candidate->bytes < wanted->bytes) return false;
  if (candidate->is_sparse || wanted->is_sparse)
    return candidate->is_sparse && wanted->is_sparse && candidate->background == wanted->background;
  return candidate->bytes / 2 <= wanted->bytes;
}

/* A free block that fits without being much too large; else a place for a new block. */
static block *choose(const block *wanted)
{
  block *empty = NULL, *other = NULL;
  for (int b = 0; b < BLOCKS; b++) {
    block *candidate = &blocks[b];
    if (!candidate->address) {
      if (!empty) empty = candidate;
    } else if (!candidate->in_use) {
      if (fits(candidate, wanted)) return candidate;
      other = candidate;
    }
  }
  if (!empty && other) drop(empty = other);
  return empty;
}

static vf_status no_place(void)
{
  return vf_fail(VF_ERROR_MEMORY, "more than %d arrays in checked calls at once", BLOCKS);
}

vf_status vf_scratch_take(vf_context *context, size_t bytes, char **address)
{
  const block wanted = { .context = context, .bytes = (bytes / ALIGNMENT + 1) * ALIGNMENT };
  block *kept = choose(&wanted);
  *address = NULL;
  if (!kept) return no_place();
  if (!kept->address) {
    char *memory = aligned_alloc(ALIGNMENT, wanted.bytes);
    if (!memory) return vf_fail(VF_ERROR_MEMORY, "no host memory for a checked call (%zu bytes)", wanted.bytes);
    *kept = wanted;
    kept->address = memory;
    kept->locked = context->backend->lock && !context->backend->lock(memory, wanted.bytes);
  }
  kept->in_use = true;
  *address = kept->address;
  return VF_OK;
}

vf_status vf_scratch_take_sparse(vf_context *context, size_t bytes, uint64_t background, char **address)
{
  const block wanted = { .context = context, .bytes = bytes, .is_sparse = true, .background = background };
  block *kept = choose(&wanted);
  *address = NULL;
  if (!kept) return no_place();
  if (!kept->address) {
    vf_sparse range;
    if (!vf_sparse_map(bytes, background, &range))
      return vf_fail(VF_ERROR_MEMORY, "no addresses for a checked call (%zu bytes)", bytes);
    *kept = wanted;
    kept->sparse = range;
    kept->address = range.address;
    kept->bytes = range.bytes;
  }
  kept->in_use = true;
  *address = kept->address;
  return VF_OK;
}

static block *block_of(const char *address)
{
  for (int b = 0; address && b < BLOCKS; b++)
    if (blocks[b].address == address) return &blocks[b];
  return NULL;
}

void vf_scratch_give(const char *address)
{
  block *kept = block_of(address);
  if (!kept) return;
  kept->in_use = false;
  if (kept->is_sparse && kept->written / KEPT_CALLS > kept->written_last + KEPT_BYTES / KEPT_CALLS &&
      vf_sparse_forget(&kept->sparse))
    kept->written = 0;
}

void vf_scratch_written(const char *address, size_t bytes)
{
  block *kept = block_of(address);
  if (!kept) return;
  kept->written += bytes;
  kept->written_last = bytes;
}

void vf_scratch_drop(const char *address)
{
  block *kept = block_of(address);
  if (kept) drop(kept);
}

void vf_scratch_release(const vf_context *context)
{
  for (int b = 0; b < BLOCKS; b++)
    if (blocks[b].address && blocks[b].context == context) drop(&blocks[b]);
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

void vf_scratch_copy(char *to, const char *from, size_t bytes)
{
  const int64_t pieces = (int64_t)((bytes + PIECE - 1) / PIECE);
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (int64_t p = 0; p < pieces; p++) memcpy(to + p * PIECE, from + p * PIECE, length_of(bytes, p));
}

void vf_scratch_copy_twice(char *one, char *other, const char *from, size_t bytes)
{
  const int64_t pieces = (int64_t)((bytes + PIECE - 1) / PIECE);
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (int64_t p = 0; p < pieces; p++)
    copy_piece_twice(one + p * PIECE, other + p * PIECE, from + p * PIECE, length_of(bytes, p));
}
