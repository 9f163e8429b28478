/* Signatures of memory: sums over each block of elements, from which a single changed element of a block, and the value
 * that it had, can be told without a copy. */
#ifndef VIEWFAB_VALIDATE_IMAGES_SIGNATURE_H
#define VIEWFAB_VALIDATE_IMAGES_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Elements of a block, which are dealt to lanes in turn, so that processors can sum several at once. */
enum { VF_SIGNATURE_LANES = 8, VF_SIGNATURE_BLOCK = 2048 };

typedef struct vf_signature {
  uint64_t sum[VF_SIGNATURE_LANES];      /* of the elements' bits: tells what one changed element held */
  uint64_t mixed[VF_SIGNATURE_LANES];    /* of scrambled bits */
  uint64_t weighted[VF_SIGNATURE_LANES]; /* the same by place: the two tell which element it is */
} vf_signature;

/* Number of blocks that so many bytes have. size: 4 or 8 bytes an element. */
int64_t vf_signature_blocks(size_t bytes, size_t size);

/* Takes the signature of every block. */
void vf_signature_take(const char *memory, size_t bytes, size_t size, vf_signature *blocks);

typedef struct vf_change {
  int64_t blocks;  /* in which something changed */
  int64_t element; /* first changed element, or the first one of the first changed block */
  bool exact;      /* element is the only one that changed in its block, and bits is what it held */
  uint64_t bits;
} vf_change;

/* What changed since the signatures were taken; blocks is brought up to date. */
vf_change vf_signature_update(const char *memory, size_t bytes, size_t size, vf_signature *blocks);

#endif
