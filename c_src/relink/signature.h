/* The signature of a legacy call: its parameters as 64-bit words. Two calls with the same words do the same work on the same
 * arrays. */
#ifndef VIEWFAB_RELINK_SIGNATURE_H
#define VIEWFAB_RELINK_SIGNATURE_H

#include <stddef.h>
#include <string.h>

#include "drop_in.h"

enum { VF_SIGNATURE_WORDS = 224 };

typedef struct vfi_signature {
  const vfi_symbol *symbol;
  uint64_t hash;
  int count;
  uint64_t words[VF_SIGNATURE_WORDS];
} vfi_signature;

/* Asked once a symbol, see drop_in.h.
 * True if calls of a symbol can be told by their words, and wait: they return no value, and are one call of a
 * kernel. */
bool vfi_signature_possible(const vfi_symbol *symbol);

/* True if tiles of a symbol that differ in their box alone have the same words. */
bool vfi_signature_of_tiles(const vfi_symbol *symbol);

/* Finds the sources of the words of a symbol; words that may differ between calls on the same arrays come first. Asks
 * for vfi_signature_possible; in_tiles is set. */
void vfi_signature_steps_find(vfi_symbol *symbol);

/* The box of a call; one cell if its symbol does not have a box. */
static inline vf_box vfi_signature_box(const vfi_symbol *symbol, void *const *parameters)
{
  vf_box box = { { 0, 0, 0 }, { 0, 0, 0 } };
  if (symbol->lower >= 0) memcpy(box.lower, parameters[symbol->lower], sizeof box.lower);
  if (symbol->upper >= 0) memcpy(box.upper, parameters[symbol->upper], sizeof box.upper);
  return box;
}

/* The words of a call, without its box for calls of tiles. */
void vfi_signature_make(const vfi_symbol *symbol, void *const *parameters, const vf_box *box, vfi_signature *signature);

/* True if a call has these words. */
bool vfi_signature_is(const vfi_signature *signature, const vfi_symbol *symbol, void *const *parameters,
                      const vf_box *box);

/* Bytes of a signature without its unused words, a multiple of 8: the size in a record. */
static inline size_t vfi_signature_bytes(const vfi_signature *signature)
{
  return offsetof(vfi_signature, words) + (size_t)signature->count * sizeof signature->words[0];
}

bool vfi_signatures_equal(const vfi_signature *p, const vfi_signature *q);

#endif
