/* What a legacy call passes, as words that can be compared: two calls with the same words do the same, on the same arrays. */
#ifndef VIEWFAB_DROP_IN_SIGNATURE_H
#define VIEWFAB_DROP_IN_SIGNATURE_H

#include "drop_in.h"

enum { VF_SIGNATURE_WORDS = 224 };

typedef struct vf_signature {
  const vf_symbol *symbol;
  uint64_t hash;
  int count;
  uint64_t words[VF_SIGNATURE_WORDS];
} vf_signature;

/* Both are asked once a symbol, see drop_in.h.
 * Whether calls of a symbol can be told by their words, and wait: they give nothing back, and are one call of a kernel. */
bool vf_signature_possible(const vf_symbol *symbol);

/* Whether tiles of a symbol that differ in their box alone have the same words. */
bool vf_signature_of_tiles(const vf_symbol *symbol);

/* The words of a call, without its box where calls are of tiles; and the box. The symbol is ready. */
void vf_signature_make(const vf_symbol *symbol, void *const *parameters, vf_signature *signature, vf_box *box);

bool vf_signatures_equal(const vf_signature *p, const vf_signature *q);

#endif
