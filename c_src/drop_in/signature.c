#include "signature.h"

#include <string.h>

#include "legacy_call.h"

bool vf_signature_possible(const vf_symbol *symbol)
{
  if (symbol->row.directions || vf_gives_result(&symbol->kernel->description)) return false;
  for (int w = 0; w < symbol->row.word_count; w++)
    if (symbol->row.words[w].kind == VF_WORD_COPY) return false;
  return symbol->row.parameter_count <= VF_SIGNATURE_WORDS;
}

bool vf_signature_of_tiles(const vf_symbol *symbol)
{
  if (symbol->derive != VF_DERIVE_NONE || vf_layers_around(&symbol->kernel->description)) return false;
  for (int w = 0; w < symbol->row.word_count; w++)
    if (symbol->row.words[w].kind == VF_WORD_SAME_BOX || symbol->row.words[w].extent == VF_EXTENT_MEMORY) return false;
  return true;
}

static void add(vf_signature *to, const void *from, size_t bytes)
{
  const size_t words = (bytes + 7) / 8;
  to->words[to->count + (int)words - 1] = 0; /* the last one may be filled in part */
  memcpy(&to->words[to->count], from, bytes);
  to->count += (int)words;
}

static void add_array(vf_signature *to, const vf_symbol *symbol, const vf_legacy_word *word, void *const *parameters)
{
  add(to, &parameters[word->first], sizeof(void *));
  if (word->extent == VF_EXTENT_MEMORY) return;
  const vf_box bounds = vf_legacy_bounds(symbol, word, parameters);
  add(to, &bounds, sizeof bounds);
}

/* Bytes of a value as the call passes it. */
static size_t value_bytes(const vf_argument_description *argument)
{
  switch (argument->type) {
    case VF_ARGUMENT_REAL:
    case VF_ARGUMENT_REAL3:
    case VF_ARGUMENT_REALS: return (size_t)argument->count * sizeof(double);
    default: return (size_t)argument->count * sizeof(int);
  }
}

static void add_word(vf_signature *to, const vf_symbol *symbol, int w, void *const *parameters, vf_box *box)
{
  const vf_legacy_word *word = &symbol->row.words[w];
  const void *from = word->count ? parameters[word->first] : NULL;
  int offset[3];
  switch (word->kind) {
    case VF_WORD_ARRAY: add_array(to, symbol, word, parameters); break;
    case VF_WORD_VALUE: add(to, from, value_bytes(&symbol->kernel->description.arguments[symbol->arguments[w]])); break;
    case VF_WORD_LOW_CORNER:
    case VF_WORD_HIGH_CORNER: add(to, from, 3 * sizeof(int)); break;
    case VF_WORD_FROM: /* lo stands before it */
      for (int d = 0; d < 3; d++) offset[d] = ((const int *)from)[d] - box->lower[d];
      add(to, offset, sizeof offset);
      break;
    case VF_WORD_LOWER: memcpy(box->lower, from, sizeof box->lower); break;
    case VF_WORD_UPPER:
      memcpy(box->upper, from, sizeof box->upper);
      if (!symbol->in_tiles) add(to, box, sizeof *box);
      break;
    case VF_WORD_COMPONENTS:
    case VF_WORD_SELECTOR:
    case VF_WORD_ZERO: add(to, from, sizeof(int)); break;
    case VF_WORD_DERIVED:
      for (int p = 0; p < word->count; p++) add(to, parameters[word->first + p], sizeof(int));
      break;
    default: break;
  }
}

void vf_signature_make(const vf_symbol *symbol, void *const *parameters, vf_signature *signature, vf_box *box)
{
  signature->symbol = symbol;
  signature->count = 0;
  for (int w = 0; w < symbol->row.word_count; w++) add_word(signature, symbol, w, parameters, box);
  uint64_t hash = (uint64_t)(uintptr_t)symbol;
  for (int w = 0; w < signature->count; w++) {
    hash = (hash ^ signature->words[w]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  signature->hash = hash;
}

bool vf_signatures_equal(const vf_signature *p, const vf_signature *q)
{
  return p->hash == q->hash && p->symbol == q->symbol && p->count == q->count &&
         memcmp(p->words, q->words, (size_t)p->count * sizeof p->words[0]) == 0;
}
