#include "signature.h"

#include <string.h>

#include "legacy_call.h"

bool vfi_signature_possible(const vfi_symbol *symbol)
{
  if (symbol->row.directions || vfi_gives_result(&symbol->kernel->description)) return false;
  for (int w = 0; w < symbol->row.word_count; w++)
    if (symbol->row.words[w].kind == VF_WORD_COPY) return false;
  return symbol->row.parameter_count <= VF_SIGNATURE_WORDS;
}

bool vfi_signature_of_tiles(const vfi_symbol *symbol)
{
  if (symbol->derive != VF_DERIVE_NONE || vfi_layers_around(&symbol->kernel->description)) return false;
  for (int w = 0; w < symbol->row.word_count; w++)
    if (symbol->row.words[w].kind == VF_WORD_SAME_BOX || symbol->row.words[w].extent == VF_EXTENT_MEMORY) return false;
  return true;
}

/* ---- Sources of words -------------------------------------------------------------------------------------- */

/* Bytes of a value of the call. */
static int value_bytes(const vfi_argument_description *argument)
{
  switch (argument->type) {
    case VF_ARGUMENT_REAL:
    case VF_ARGUMENT_REAL3:
    case VF_ARGUMENT_REALS: return argument->count * (int)sizeof(double);
    default: return argument->count * (int)sizeof(int);
  }
}

static void add_step(vfi_symbol *symbol, vfi_step_kind kind, int parameter, int bytes)
{
  vfi_signature_step *step = &symbol->steps[symbol->step_count++];
  *step = (vfi_signature_step){ .kind = kind, .parameter = parameter, .bytes = bytes, .word = symbol->signature_words };
  symbol->signature_words += (bytes + 7) / 8;
}

static void add_array(vfi_symbol *symbol, const vfi_legacy_word *word)
{
  if (word->extent == VF_EXTENT_MEMORY) add_step(symbol, VF_STEP_ADDRESS, word->first, (int)sizeof(void *));
  else
    add_step(symbol, symbol->form == VF_FORM_FAB ? VF_STEP_SIX : VF_STEP_CORNERS, word->first,
             (int)(sizeof(void *) + sizeof(vf_box)));
}

static void add_value(vfi_symbol *symbol, int w)
{
  const vfi_legacy_word *word = &symbol->row.words[w];
  const int integer = (int)sizeof(int);
  switch (word->kind) {
    case VF_WORD_VALUE:
      add_step(symbol, VF_STEP_BYTES, word->first,
               value_bytes(&symbol->kernel->description.arguments[symbol->arguments[w]]));
      break;
    case VF_WORD_LOW_CORNER:
    case VF_WORD_HIGH_CORNER: add_step(symbol, VF_STEP_BYTES, word->first, 3 * integer); break;
    case VF_WORD_FROM: add_step(symbol, VF_STEP_FROM, word->first, 3 * integer); break;
    case VF_WORD_LOWER: symbol->lower = word->first; break;
    case VF_WORD_UPPER: symbol->upper = word->first; break;
    case VF_WORD_COMPONENTS:
    case VF_WORD_SELECTOR: add_step(symbol, VF_STEP_BYTES, word->first, integer); break;
    case VF_WORD_DERIVED:
      for (int p = 0; p < word->count; p++) add_step(symbol, VF_STEP_BYTES, word->first + p, integer);
      break;
    default: break;
  }
}

void vfi_signature_steps_find(vfi_symbol *symbol)
{
  symbol->step_count = symbol->signature_words = 0;
  symbol->lower = symbol->upper = -1;
  for (int w = 0; w < symbol->row.word_count; w++) add_value(symbol, w);
  if (!symbol->in_tiles && symbol->upper >= 0) add_step(symbol, VF_STEP_OF_CALL, symbol->upper, (int)sizeof(vf_box));
  for (int bounded = 0; bounded < 2; bounded++)
    for (int w = 0; w < symbol->row.word_count; w++)
      if (symbol->row.words[w].kind == VF_WORD_ARRAY && (symbol->row.words[w].extent != VF_EXTENT_MEMORY) == bounded)
        add_array(symbol, &symbol->row.words[w]);
}

/* ---- The words ---------------------------------------------------------------------------------------------- */

/* An array: its address, then its bounds. */
static void put_six(char *to, void *const *from)
{
  memcpy(to, from, sizeof *from);
  for (int b = 0; b < 6; b++) memcpy(to + sizeof *from + b * sizeof(int), from[1 + b], sizeof(int));
}

static bool is_six(const char *words, void *const *from)
{
  int bounds[6];
  if (memcmp(words, from, sizeof *from) != 0) return false;
  memcpy(bounds, words + sizeof *from, sizeof bounds);
  return !((bounds[0] ^ *(const int *)from[1]) | (bounds[1] ^ *(const int *)from[2]) |
           (bounds[2] ^ *(const int *)from[3]) | (bounds[3] ^ *(const int *)from[4]) |
           (bounds[4] ^ *(const int *)from[5]) | (bounds[5] ^ *(const int *)from[6]));
}

/* Values are integers, or as long as two. Most have one or two integers, and memcmp takes long for so few. */
static bool is_values(const char *words, const void *from, int bytes)
{
  int differ = 0;
  for (int at = 0; at < bytes; at += (int)sizeof(int)) {
    int p, q;
    memcpy(&p, words + at, sizeof p);
    memcpy(&q, (const char *)from + at, sizeof q);
    differ |= p ^ q;
  }
  return !differ;
}

static int differs_in_three(const int *known, const int *from)
{
  return (known[0] ^ from[0]) | (known[1] ^ from[1]) | (known[2] ^ from[2]);
}

static void put_corners(char *to, void *const *from)
{
  memcpy(to, from, sizeof *from);
  memcpy(to + sizeof *from, from[1], 3 * sizeof(int));
  memcpy(to + sizeof *from + 3 * sizeof(int), from[2], 3 * sizeof(int));
}

static bool is_corners(const char *words, void *const *from)
{
  int bounds[6];
  if (memcmp(words, from, sizeof *from) != 0) return false;
  memcpy(bounds, words + sizeof *from, sizeof bounds);
  return !(differs_in_three(bounds, from[1]) | differs_in_three(bounds + 3, from[2]));
}

static void offset_from(const int *from, const vf_box *box, int offset[3])
{
  for (int d = 0; d < 3; d++) offset[d] = from[d] - box->lower[d];
}

static void put(const vfi_signature_step *step, void *const *parameters, const vf_box *box, uint64_t *words)
{
  char *to = (char *)&words[step->word];
  void *const *from = parameters + step->parameter;
  int offset[3];
  words[step->word + (step->bytes + 7) / 8 - 1] = 0; /* the last word may be filled in part */
  switch (step->kind) {
    case VF_STEP_ADDRESS: memcpy(to, from, sizeof *from); break;
    case VF_STEP_SIX: put_six(to, from); break;
    case VF_STEP_CORNERS: put_corners(to, from); break;
    case VF_STEP_BYTES: memcpy(to, *from, (size_t)step->bytes); break;
    case VF_STEP_OF_CALL: memcpy(to, box, sizeof *box); break;
    case VF_STEP_FROM:
      offset_from(*from, box, offset);
      memcpy(to, offset, sizeof offset);
      break;
  }
}

static bool is(const vfi_signature_step *step, void *const *parameters, const vf_box *box, const uint64_t *words)
{
  const char *known = (const char *)&words[step->word];
  void *const *from = parameters + step->parameter;
  int offset[3];
  switch (step->kind) {
    case VF_STEP_ADDRESS: return !memcmp(known, from, sizeof *from);
    case VF_STEP_SIX: return is_six(known, from);
    case VF_STEP_CORNERS: return is_corners(known, from);
    case VF_STEP_BYTES:
      if (step->bytes == (int)sizeof(int)) return !memcmp(known, *from, sizeof(int));
      return is_values(known, *from, step->bytes);
    case VF_STEP_OF_CALL: return !memcmp(known, box, sizeof *box);
    case VF_STEP_FROM: offset_from(*from, box, offset); return !memcmp(known, offset, sizeof offset);
  }
  return false;
}

void vfi_signature_make(const vfi_symbol *symbol, void *const *parameters, const vf_box *box, vfi_signature *signature)
{
  signature->symbol = symbol;
  signature->count = symbol->signature_words;
  for (int s = 0; s < symbol->step_count; s++) put(&symbol->steps[s], parameters, box, signature->words);
  uint64_t hash = (uint64_t)(uintptr_t)symbol;
  for (int w = 0; w < signature->count; w++) {
    hash = (hash ^ signature->words[w]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  signature->hash = hash;
}

bool vfi_signature_is(const vfi_signature *signature, const vfi_symbol *symbol, void *const *parameters,
                      const vf_box *box)
{
  if (signature->symbol != symbol) return false;
  const vfi_signature_step *step = symbol->steps, *end = step + symbol->step_count;
  for (; step < end && step->kind != VF_STEP_SIX; step++)
    if (!is(step, parameters, box, signature->words)) return false;
  /* most of the steps: arrays, which come last */
  for (; step < end; step++)
    if (!is_six((const char *)&signature->words[step->word], parameters + step->parameter)) return false;
  return true;
}

bool vfi_signatures_equal(const vfi_signature *p, const vfi_signature *q)
{
  return p->hash == q->hash && p->symbol == q->symbol && p->count == q->count &&
         memcmp(p->words, q->words, (size_t)p->count * sizeof p->words[0]) == 0;
}
