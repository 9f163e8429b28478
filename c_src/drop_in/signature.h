/* The parameters of a legacy call, as words that can be compared: two calls with the same words do the same, on the
 * same arrays. */
#ifndef VIEWFAB_DROP_IN_SIGNATURE_H
#define VIEWFAB_DROP_IN_SIGNATURE_H

#include <stddef.h>
#include <string.h>

#include "drop_in.h"

enum { VF_SIGNATURE_WORDS = 224 };

typedef struct vf_signature {
  const vf_symbol *symbol;
  uint64_t hash;
  int count;
  uint64_t words[VF_SIGNATURE_WORDS];
} vf_signature;

/* Asked once a symbol, see drop_in.h.
 * True if calls of a symbol can be told by their words, and wait: they return no value, and are one call of a
 * kernel. */
bool vf_signature_possible(const vf_symbol *symbol);

/* True if tiles of a symbol that differ in their box alone have the same words. */
bool vf_signature_of_tiles(const vf_symbol *symbol);

/* Finds the sources of the words of a symbol; words that may differ between calls on the same arrays come first. Asks
 * for vf_signature_possible; in_tiles is set. */
void vf_signature_steps_find(vf_symbol *symbol);

/* The box of a call; one cell if its symbol does not have a box. */
static inline vf_box vf_signature_box(const vf_symbol *symbol, void *const *parameters)
{
  vf_box box = { { 0, 0, 0 }, { 0, 0, 0 } };
  if (symbol->lower >= 0) memcpy(box.lower, parameters[symbol->lower], sizeof box.lower);
  if (symbol->upper >= 0) memcpy(box.upper, parameters[symbol->upper], sizeof box.upper);
  return box;
}

/* The words of a call, without its box for calls of tiles. */
void vf_signature_make(const vf_symbol *symbol, void *const *parameters, const vf_box *box, vf_signature *signature);

/* True if a call has these words. */
bool vf_signature_is(const vf_signature *signature, const vf_symbol *symbol, void *const *parameters,
                     const vf_box *box);

/* Bytes of a signature without its unused words, a multiple of 8: the size in a record. */
static inline size_t vf_signature_bytes(const vf_signature *signature)
{
  return offsetof(vf_signature, words) + (size_t)signature->count * sizeof signature->words[0];
}

bool vf_signatures_equal(const vf_signature *p, const vf_signature *q);

#endif
