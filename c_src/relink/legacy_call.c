#include "legacy_call.h"

#include <pthread.h>
#include <string.h>

#include "../core/error.h"
#include "../core/region.h"
#include "ahead.h"
#include "signature.h"

/* ---- Words and arguments ------------------------------------------------------------------------------------ */

static int argument_named(const vfi_kernel_description *kernel, const char *name)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (!strcmp(kernel->arguments[a].name, name)) return a;
  return -1;
}

static int result_named(const vfi_kernel_description *kernel, const char *name)
{
  for (int r = 0; r < kernel->result_count; r++)
    if (!strcmp(kernel->results[r].name, name)) return r;
  return -1;
}

vf_value *vfi_legacy_value(vfi_legacy_call *call, const char *name)
{
  return &call->arguments[argument_named(&call->symbol->kernel->description, name)].value;
}

int vfi_legacy_derived(const vfi_legacy_call *call, const char *name)
{
  const vfi_legacy_row *row = &call->symbol->row;
  for (int w = 0; w < row->word_count; w++)
    if (row->words[w].kind == VF_WORD_DERIVED && !strcmp(row->words[w].name, name)) return row->words[w].first;
  return -1;
}

static bool names_argument(vfi_word_kind kind)
{
  return kind == VF_WORD_ARRAY || kind == VF_WORD_VALUE || kind == VF_WORD_LOW_CORNER || kind == VF_WORD_HIGH_CORNER ||
         kind == VF_WORD_FROM || kind == VF_WORD_CONSTANT || kind == VF_WORD_SAME_BOX || kind == VF_WORD_COPY;
}

static pthread_mutex_t preparing = PTHREAD_MUTEX_INITIALIZER;

/* Finds the arguments that the words of a symbol name. */
static vf_status prepare(vfi_symbol *symbol)
{
  const vfi_kernel_description *kernel = &symbol->kernel->description;
  const char *wrong = NULL;
  symbol->results[0] = symbol->results[1] = -1;
  if (!vfi_legacy_row_read(symbol->form, symbol->order, &symbol->row, &wrong))
    return vfi_fail(VF_ERROR_ARGUMENT, "%s: there is no word %s", symbol->name, wrong);
  if (kernel->argument_count > VF_MOST_LEGACY_ARGUMENTS)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s: kernel %s has %d arguments; that of a legacy symbol may have %d",
                    symbol->name, kernel->name, kernel->argument_count, (int)VF_MOST_LEGACY_ARGUMENTS);
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].structure)
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "%s: argument %s of kernel %s is a structure of constants, which a legacy symbol does not have",
                      symbol->name, kernel->arguments[a].name, kernel->name);
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vfi_legacy_word *word = &symbol->row.words[w];
    symbol->arguments[w] = argument_named(kernel, word->name);
    symbol->others[w] = *word->other ? argument_named(kernel, word->other) : -1;
    if (word->kind == VF_WORD_GIVES) {
      symbol->results[0] = result_named(kernel, word->name);
      symbol->results[1] = *word->other ? result_named(kernel, word->other) : -1;
      if (symbol->results[0] < 0) return vfi_fail(VF_ERROR_ARGUMENT, "%s: no result %s", symbol->name, word->name);
    } else if (names_argument(word->kind) && (symbol->arguments[w] < 0 || (*word->other && symbol->others[w] < 0))) {
      return vfi_fail(VF_ERROR_ARGUMENT, "%s: kernel %s has no argument %s", symbol->name, kernel->name, word->name);
    }
  }
  symbol->may_wait = vfi_signature_possible(symbol);
  symbol->in_tiles = vfi_signature_of_tiles(symbol);
  symbol->ahead = vfi_ahead_possible(symbol);
  if (symbol->may_wait || symbol->ahead) vfi_signature_steps_find(symbol);
  __atomic_store_n(&symbol->ready, true, __ATOMIC_RELEASE);
  return VF_OK;
}

vf_status vfi_legacy_prepare(vfi_symbol *symbol)
{
  if (__atomic_load_n(&symbol->ready, __ATOMIC_ACQUIRE)) return VF_OK;
  pthread_mutex_lock(&preparing);
  const vf_status status = symbol->ready ? VF_OK : prepare(symbol);
  pthread_mutex_unlock(&preparing);
  return status;
}

/* ---- The parameters of the call ----------------------------------------------------------------------------- */

vf_box vfi_legacy_bounds(const vfi_symbol *symbol, const vfi_legacy_word *word, void *const *parameters)
{
  vf_box bounds;
  void *const *from = parameters + word->first + 1;
  for (int d = 0; d < 3; d++) {
    const bool six = symbol->form == VF_FORM_FAB;
    bounds.lower[d] = six ? *(const int *)from[d] : ((const int *)from[0])[d];
    bounds.upper[d] = six ? *(const int *)from[3 + d] : ((const int *)from[1])[d];
  }
  return bounds;
}

static void read_number(const vfi_argument_description *argument, const void *from, vf_value *value)
{
  switch (argument->type) {
    case VF_ARGUMENT_REAL: value->number = *(const double *)from; break;
    case VF_ARGUMENT_REAL3:
    case VF_ARGUMENT_REALS: memcpy(value->numbers, from, (size_t)argument->count * sizeof(double)); break;
    case VF_ARGUMENT_INT3:
    case VF_ARGUMENT_INTS: memcpy(value->integers, from, (size_t)argument->count * sizeof(int)); break;
    default: value->integer = *(const int *)from;
  }
}

void vfi_legacy_read_box(vfi_legacy_call *call)
{
  const vfi_symbol *symbol = call->symbol;
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vfi_legacy_word *word = &symbol->row.words[w];
    if (word->direction >= 0 && word->direction != call->direction) continue;
    const int *from = word->count ? call->parameters[word->first] : NULL;
    if (word->kind == VF_WORD_LOWER) memcpy(call->box.lower, from, sizeof call->box.lower);
    if (word->kind == VF_WORD_UPPER) memcpy(call->box.upper, from, sizeof call->box.upper);
    if (word->kind == VF_WORD_COMPONENTS) call->components = *from;
    if (word->kind == VF_WORD_SELECTOR) call->selector = *from;
  }
  if (vfi_is_coloured(&symbol->kernel->description)) call->selector &= 1;
}

void vfi_legacy_read_values(vfi_legacy_call *call)
{
  const vfi_symbol *symbol = call->symbol;
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vfi_legacy_word *word = &symbol->row.words[w];
    const void *from = word->count ? call->parameters[word->first] : NULL;
    if (!names_argument(word->kind) || word->kind == VF_WORD_ARRAY || word->kind == VF_WORD_COPY) continue;
    if (!vfi_legacy_word_is_read(word, call->parameters)) continue; /* 0 */
    vf_value *value = &call->arguments[symbol->arguments[w]].value;
    switch (word->kind) {
      case VF_WORD_VALUE: read_number(&symbol->kernel->description.arguments[symbol->arguments[w]], from, value); break;
      case VF_WORD_LOW_CORNER: memcpy(value->box.lower, from, sizeof value->box.lower); break;
      case VF_WORD_HIGH_CORNER: memcpy(value->box.upper, from, sizeof value->box.upper); break;
      case VF_WORD_SAME_BOX: value->box = call->box; break;
      case VF_WORD_FROM:
        for (int d = 0; d < 3; d++) value->integers[d] = ((const int *)from)[d] - call->box.lower[d];
        break;
      default: /* a constant */
        if (symbol->kernel->description.arguments[symbol->arguments[w]].type == VF_ARGUMENT_INT)
          value->integer = (int)word->number;
        else value->number = word->number;
    }
  }
  vfi_derive(symbol->derive, call);
}

static vf_status take_array(vfi_legacy_call *call, int w)
{
  vfi_symbol *symbol = call->symbol;
  const vfi_legacy_word *word = &symbol->row.words[w];
  const int a = symbol->arguments[w];
  const vfi_argument_description *argument = &symbol->kernel->description.arguments[a];
  const vf_type type = argument->type == VF_ARGUMENT_INT ? VF_INT32 : VF_REAL64;
  const int components = argument->map.shared ? 1 : word->extent == VF_EXTENT_THREE ? 3 : call->components;
  const vf_box bounds =
      word->extent == VF_EXTENT_MEMORY ? call->box : vfi_legacy_bounds(symbol, word, call->parameters);
  void *first = call->parameters[word->first];
  vf_status status = vfi_lease_take(first, type, &bounds, components, argument->name, &call->leases[a]);
  call->arguments[a].view = call->leases[a].view;
  if (call->leases[a].kind == VF_LEASE_UNKNOWN) __atomic_fetch_add(&symbol->unknown_arrays, 1, __ATOMIC_RELAXED);
  const int other = symbol->others[w];
  if (!status && other >= 0) {
    status = vfi_lease_take(first, type, &bounds, components, argument->name, &call->leases[other]);
    call->arguments[other].view = call->leases[other].view;
  }
  return status;
}

static bool is_array_of_call(const vfi_legacy_call *call, int w)
{
  const vfi_legacy_word *word = &call->symbol->row.words[w];
  return word->kind == VF_WORD_ARRAY && (word->direction < 0 || word->direction == call->direction);
}

void vfi_legacy_end_arrays(vfi_legacy_call *call)
{
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE) vfi_lease_end(&call->leases[a]);
}

/* An array that the call does not look at may be anything and gets no view. */
static vf_status take_each(vfi_legacy_call *call)
{
  const vfi_symbol *symbol = call->symbol;
  vf_status status = VF_OK;
  for (int w = 0; w < symbol->row.word_count && !status; w++) {
    if (!is_array_of_call(call, w)) continue;
    if (vfi_legacy_word_is_read(&symbol->row.words[w], call->parameters)) status = take_array(call, w);
    else call->arguments[symbol->arguments[w]].unread = true;
  }
  return status;
}

/* True if all views that a call has taken live: an array of another type in the same memory ends views. */
static bool arrays_live(const vfi_legacy_call *call)
{
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (call->leases[a].life && __atomic_load_n(&call->leases[a].life->over, __ATOMIC_ACQUIRE)) return false;
  return true;
}

vf_status vfi_legacy_take_arrays(vfi_legacy_call *call)
{
  for (int tries = 0; tries < VF_MOST_LEGACY_ARGUMENTS; tries++) {
    const vf_status status = take_each(call);
    if (status || arrays_live(call)) return status;
    vfi_legacy_end_arrays(call);
  }
  return vfi_fail(VF_ERROR_ALIAS, "%s: an array of integers and an array of numbers overlap in memory",
                  call->symbol->name);
}

bool vfi_legacy_has_work(const vfi_legacy_call *call)
{
  bool reads = false;
  for (int w = 0; w < call->symbol->row.word_count; w++)
    reads =
        reads || (is_array_of_call(call, w) && vfi_legacy_word_is_read(&call->symbol->row.words[w], call->parameters));
  return reads && call->components > 0 && !vfi_box_is_empty(&call->box);
}
