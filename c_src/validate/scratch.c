#include "scratch.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "../core/error.h"

enum { BLOCKS = 64, ALIGNMENT = 4096, PIECE = 1 << 20 };

typedef struct block {
  char *address;
  size_t bytes;
  const vf_context *context;
  bool locked, in_use;
} block;

static block blocks[BLOCKS];

static void drop(block *kept)
{
  if (kept->locked) kept->context->backend->unlock(kept->address);
  free(kept->address);
  *kept = (block){ 0 };
}

/* A free block that fits without being much too large; else a place for a new one. */
static block *choose(const vf_context *context, size_t bytes)
{
  block *empty = NULL, *other = NULL;
  for (int b = 0; b < BLOCKS; b++) {
    block *candidate = &blocks[b];
    if (!candidate->address) {
      if (!empty) empty = candidate;
    } else if (!candidate->in_use) {
      if (candidate->context == context && candidate->bytes >= bytes && candidate->bytes / 2 <= bytes) return candidate;
      other = candidate;
    }
  }
  if (!empty && other) drop(empty = other);
  return empty;
}

vf_status vf_scratch_take(vf_context *context, size_t bytes, char **address)
{
  bytes = (bytes / ALIGNMENT + 1) * ALIGNMENT;
  block *kept = choose(context, bytes);
  *address = NULL;
  if (!kept) return vf_fail(VF_ERROR_MEMORY, "more than %d arrays in checked calls at once", BLOCKS);
  if (!kept->address) {
    kept->address = aligned_alloc(ALIGNMENT, bytes);
    if (!kept->address) return vf_fail(VF_ERROR_MEMORY, "no host memory for a checked call (%zu bytes)", bytes);
    kept->bytes = bytes;
    kept->context = context;
    kept->locked = context->backend->lock && !context->backend->lock(kept->address, bytes);
  }
  kept->in_use = true;
  *address = kept->address;
  return VF_OK;
}

void vf_scratch_give(const char *address)
{
  for (int b = 0; address && b < BLOCKS; b++)
    if (blocks[b].address == address) blocks[b].in_use = false;
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
