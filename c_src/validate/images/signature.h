/* Signatures of memory: sums over each block of elements. They tell a single changed element of a block, and its former
 * value, without a copy. */
#ifndef VIEWFAB_VALIDATE_IMAGES_SIGNATURE_H
#define VIEWFAB_VALIDATE_IMAGES_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Elements of a block, dealt to lanes in turn, so that processors can sum several at once. */
enum { VF_SIGNATURE_LANES = 8, VF_SIGNATURE_BLOCK = 2048 };

typedef struct vfi_signature {
  uint64_t sum[VF_SIGNATURE_LANES];      /* of the elements' bits: tells the former value of one changed element */
  uint64_t mixed[VF_SIGNATURE_LANES];    /* of scrambled bits */
  uint64_t weighted[VF_SIGNATURE_LANES]; /* the same by place: the two sums tell the changed element */
} vfi_signature;

/* Number of blocks in so many bytes. size: 4 or 8 bytes an element. */
int64_t vfi_signature_blocks(size_t bytes, size_t size);

/* Takes the signature of every block. */
void vfi_signature_take(const char *memory, size_t bytes, size_t size, vfi_signature *blocks);

typedef struct vfi_change {
  int64_t blocks;  /* blocks with a change */
  int64_t element; /* first changed element, or the first element of the first changed block */
  bool exact;      /* element is the only changed element in its block, and bits is its former value */
  uint64_t bits;
} vfi_change;

/* The change since the signatures were taken; blocks is brought up to date. */
vfi_change vfi_signature_update(const char *memory, size_t bytes, size_t size, vfi_signature *blocks);

#endif
