#include "signature.h"

#include <string.h>

#include "../compare/wide.h"

enum { BLOCK = VF_SIGNATURE_BLOCK, LANES = VF_SIGNATURE_LANES };

int64_t vfi_signature_blocks(size_t bytes, size_t size) { return (int64_t)((bytes / size + BLOCK - 1) / BLOCK); }

static int64_t length_of(size_t bytes, size_t size, int64_t block)
{
  const int64_t left = (int64_t)(bytes / size) - block * BLOCK;
  return left < BLOCK ? left : BLOCK;
}

/* Many numbers end in zero bits, which would make sums of them agree by chance. */
#define SCRAMBLE(word) ((word) ^ (word) >> 29 ^ (word) << 17)

/* Four lanes fit into a register of most processors. */
typedef uint64_t lanes __attribute__((vector_size(32)));

/* Adds four elements to the sums of their lanes. weighted counts element e of a lane of n of them (n - e) times: it is
 * the sum of the partial sums. */
#define ADD(word, sum, mixed, weighted) \
  do {                                  \
    sum += word;                        \
    mixed += SCRAMBLE(word);            \
    weighted += mixed;                  \
  } while (0)

/* VF_BLOCK(block64, uint64_t): the signature of length elements. */
#define VF_BLOCK(name, element)                                                                                 \
  VF_WIDE static void name(const element *memory, int64_t length, vfi_signature *signature)                     \
  {                                                                                                             \
    typedef element elements __attribute__((vector_size(4 * sizeof(element))));                                 \
    lanes sum0 = { 0 }, mixed0 = { 0 }, weighted0 = { 0 };                                                      \
    lanes sum1 = { 0 }, mixed1 = { 0 }, weighted1 = { 0 };                                                      \
    int64_t e = 0;                                                                                              \
    for (; e + LANES <= length; e += LANES) {                                                                   \
      elements low, high;                                                                                       \
      memcpy(&low, memory + e, sizeof low);                                                                     \
      memcpy(&high, memory + e + 4, sizeof high);                                                               \
      const lanes word0 = __builtin_convertvector(low, lanes);                                                  \
      const lanes word1 = __builtin_convertvector(high, lanes);                                                 \
      ADD(word0, sum0, mixed0, weighted0);                                                                      \
      ADD(word1, sum1, mixed1, weighted1);                                                                      \
    }                                                                                                           \
    for (int lane = 0; lane < 4; lane++) {                                                                      \
      signature->sum[lane] = sum0[lane];                                                                        \
      signature->mixed[lane] = mixed0[lane];                                                                    \
      signature->weighted[lane] = weighted0[lane];                                                              \
      signature->sum[4 + lane] = sum1[lane];                                                                    \
      signature->mixed[4 + lane] = mixed1[lane];                                                                \
      signature->weighted[4 + lane] = weighted1[lane];                                                          \
    }                                                                                                           \
    for (int lane = 0; e + lane < length; lane++)                                                               \
      ADD((uint64_t)memory[e + lane], signature->sum[lane], signature->mixed[lane], signature->weighted[lane]); \
  }
VF_BLOCK(block64, uint64_t)
VF_BLOCK(block32, uint32_t)

static vfi_signature block_of(const char *memory, size_t size, int64_t length)
{
  vfi_signature signature;
  if (size == 8) block64((const uint64_t *)memory, length, &signature);
  else block32((const uint32_t *)memory, length, &signature);
  return signature;
}

void vfi_signature_take(const char *memory, size_t bytes, size_t size, vfi_signature *blocks)
{
  const int64_t count = vfi_signature_blocks(bytes, size);
#pragma omp parallel for schedule(static) if (count > 64)
  for (int64_t b = 0; b < count; b++)
    blocks[b] = block_of(memory + (size_t)b * BLOCK * size, size, length_of(bytes, size, b));
}

/* If only element e of a lane changed, and its scrambled bits by d, the sums changed by d and (n - e) d. */
static void locate(const char *memory, size_t size, int64_t block, int64_t length, const vfi_signature *before,
                   const vfi_signature *after, vfi_change *change)
{
  int changed = -1;
  change->element = block * BLOCK;
  for (int lane = 0; lane < LANES; lane++) {
    if (before->mixed[lane] == after->mixed[lane] && before->weighted[lane] == after->weighted[lane]) continue;
    if (changed >= 0) return;
    changed = lane;
  }
  if (changed < 0) return;
  const int64_t count = (length - changed + LANES - 1) / LANES;
  const uint64_t mixed = after->mixed[changed] - before->mixed[changed];
  for (int64_t e = 0; e < count; e++) {
    if ((uint64_t)(count - e) * mixed != after->weighted[changed] - before->weighted[changed]) continue;
    uint64_t now = 0;
    change->element += e * LANES + changed;
    memcpy(&now, memory + (size_t)change->element * size, size);
    change->bits = now - (after->sum[changed] - before->sum[changed]);
    change->exact = true;
    return;
  }
}

vfi_change vfi_signature_update(const char *memory, size_t bytes, size_t size, vfi_signature *blocks)
{
  vfi_change change = { 0 };
  const int64_t count = vfi_signature_blocks(bytes, size);
  int64_t changed = 0, first = count;
#pragma omp parallel for schedule(static) reduction(+ : changed) reduction(min : first) if (count > 64)
  for (int64_t b = 0; b < count; b++) {
    const vfi_signature now = block_of(memory + (size_t)b * BLOCK * size, size, length_of(bytes, size, b));
    if (!memcmp(&now, &blocks[b], sizeof now)) continue;
    changed++;
    first = b < first ? b : first;
  }
  change.blocks = changed;
  if (!changed) return change;
  const int64_t length = length_of(bytes, size, first);
  const vfi_signature now = block_of(memory + (size_t)first * BLOCK * size, size, length);
  locate(memory, size, first, length, &blocks[first], &now, &change);
  vfi_signature_take(memory, bytes, size, blocks);
  return change;
}
