/* Originals of the program as the validation calls them: from a call of a kernel back to the parameters of the legacy
 * call. */
#include <string.h>

#include <viewfab/validate.h>

#include "../core/error.h"
#include "legacy_call.h"

/* Room for the parameters of one call of an original, beside the passed parameters. */
typedef struct vf_rebuilt {
  void *parameters[VF_MOST_PARAMETERS];
  vf_box bounds[VF_MOST_WORDS];
  vf_value values[VF_MOST_LEGACY_ARGUMENTS];
  vf_box box, no_box;
  int components, selector;
  int low_corner[VF_MOST_LEGACY_ARGUMENTS][3];
  double result;
} vf_rebuilt;

static void put_array(const vfi_legacy_call *call, const vf_original_call *of, int w, vf_rebuilt *to)
{
  const vfi_legacy_word *word = &call->symbol->row.words[w];
  const vf_original_array *array = &of->arrays[call->symbol->arguments[w]];
  if (word->direction >= 0 && word->direction != of->selector)
    return; /* its box is empty: the value is not looked
                                                                        * at */
  to->parameters[word->first] = array->first;
}

static void put_value(const vfi_legacy_call *call, const vf_original_call *of, int w, vf_rebuilt *to)
{
  const vfi_legacy_word *word = &call->symbol->row.words[w];
  const int a = call->symbol->arguments[w];
  vf_value *value = &to->values[a];
  *value = of->values[a];
  switch (word->kind) {
    case VF_WORD_LOW_CORNER: to->parameters[word->first] = value->box.lower; break;
    case VF_WORD_HIGH_CORNER: to->parameters[word->first] = value->box.upper; break;
    case VF_WORD_FROM:
      for (int d = 0; d < 3; d++) to->low_corner[a][d] = value->integers[d] + of->box.lower[d];
      to->parameters[word->first] = to->low_corner[a];
      break;
    default: to->parameters[word->first] = value; /* each type of value is at its beginning */
  }
}

/* The boxes of other directions do not have points. */
static int *corner(const vfi_legacy_word *word, const vf_original_call *of, bool upper, vf_rebuilt *to)
{
  vf_box *box = word->direction < 0 || word->direction == of->selector ? &to->box : &to->no_box;
  return upper ? box->upper : box->lower;
}

static void put_word(const vfi_legacy_call *call, const vf_original_call *of, int w, vf_rebuilt *to)
{
  const vfi_legacy_word *word = &call->symbol->row.words[w];
  const bool passes_box = call->symbol->derive == VF_DERIVE_NONE;
  if (!vfi_legacy_word_is_read(word, call->parameters)) return; /* the parameter keeps its value */
  switch (word->kind) {
    case VF_WORD_ARRAY: put_array(call, of, w, to); break;
    case VF_WORD_VALUE:
    case VF_WORD_LOW_CORNER:
    case VF_WORD_HIGH_CORNER:
    case VF_WORD_FROM: put_value(call, of, w, to); break;
    case VF_WORD_LOWER:
      if (passes_box) to->parameters[word->first] = corner(word, of, false, to);
      break;
    case VF_WORD_UPPER:
      if (passes_box) to->parameters[word->first] = corner(word, of, true, to);
      break;
    case VF_WORD_COMPONENTS: to->parameters[word->first] = &to->components; break;
    case VF_WORD_SELECTOR: to->parameters[word->first] = &to->selector; break;
    case VF_WORD_RESULT: to->parameters[word->first] = &to->result; break;
    case VF_WORD_COPY: { /* the original works in place */
      const vf_original_array *from = &of->arrays[call->symbol->arguments[w]];
      const vf_original_array *array = &of->arrays[call->symbol->others[w]];
      size_t elements = (size_t)array->components;
      for (int d = 0; d < 3; d++) elements *= (size_t)((int64_t)array->upper[d] - array->lower[d] + 1);
      memcpy(array->first, from->first, elements * sizeof(double));
      break;
    }
    default: break;
  }
}

/* Asks for each return value of the function. */
static void invoke(const vfi_legacy_call *call, const vf_original_call *of, vf_rebuilt *to)
{
  const vfi_symbol *symbol = call->symbol;
  int which = 0, parameter = -1;
  for (int w = 0; w < symbol->row.word_count; w++)
    if (symbol->row.words[w].kind == VF_WORD_WHICH) parameter = symbol->row.words[w].first;
  if (parameter >= 0) to->parameters[parameter] = &which;
  for (which = 0; which < (parameter < 0 ? 1 : 2); which++) {
    const double given = symbol->invoke(call->original, to->parameters);
    if (of->result && symbol->results[which] >= 0) of->result[symbol->results[which]] = given;
  }
  if (of->result && !symbol->row.gives) of->result[0] = to->result;
}

static void run(const vf_original_call *of, void *user)
{
  const vfi_legacy_call *call = user;
  vf_rebuilt to = {
    .box = of->box, .no_box = { { 1, 1, 1 }, { 0, 0, 0 } }, .components = of->components, .selector = of->selector
  };
  memcpy(to.parameters, call->parameters, (size_t)call->symbol->row.parameter_count * sizeof *to.parameters);
  for (int w = 0; w < call->symbol->row.word_count; w++) put_word(call, of, w, &to);
  invoke(call, of, &to);
}

vf_status vfi_legacy_original(vfi_legacy_call *call, bool on)
{
  if (!call->original) return VF_OK;
  return vf_kernel_set_original(call->symbol->kernel, VF_REAL64, on ? run : NULL, call);
}
