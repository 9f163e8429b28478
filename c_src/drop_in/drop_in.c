#include "drop_in.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>
#include <viewfab_kernels.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/open_contexts.h"
#include "../core/region.h"
#include "../validate/original.h"
#include "../validate/settings.h"
#include "ahead.h"
#include "as_is.h"
#include "host_side.h"
#include "legacy_call.h"
#include "queue.h"
#include "region.h"
#include "signature.h"
#include "stay.h"
#include "windows.h"

static void stop(const char *symbol, const char *text)
{
  fprintf(stderr, "viewfab: %s: %s\n", symbol, text);
  exit(EXIT_FAILURE);
}

static vf_failure_handler failed = stop;

vf_failure_handler vf_drop_in_on_failure(vf_failure_handler handler)
{
  const vf_failure_handler before = failed;
  failed = handler ? handler : stop;
  return before;
}

void vf_drop_in_failed(const char *symbol) { failed(symbol, vf_last_error()); }

/* ---- Words and arguments ------------------------------------------------------------------------------------ */

static int argument_named(const vf_kernel_description *kernel, const char *name)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (!strcmp(kernel->arguments[a].name, name)) return a;
  return -1;
}

static int result_named(const vf_kernel_description *kernel, const char *name)
{
  for (int r = 0; r < kernel->result_count; r++)
    if (!strcmp(kernel->results[r].name, name)) return r;
  return -1;
}

vf_value *vf_legacy_value(vf_legacy_call *call, const char *name)
{
  return &call->arguments[argument_named(&call->symbol->kernel->description, name)].value;
}

int vf_legacy_derived(const vf_legacy_call *call, const char *name)
{
  const vf_legacy_row *row = &call->symbol->row;
  for (int w = 0; w < row->word_count; w++)
    if (row->words[w].kind == VF_WORD_DERIVED && !strcmp(row->words[w].name, name)) return row->words[w].first;
  return -1;
}

static bool names_argument(vf_word_kind kind)
{
  return kind == VF_WORD_ARRAY || kind == VF_WORD_VALUE || kind == VF_WORD_LOW_CORNER || kind == VF_WORD_HIGH_CORNER ||
         kind == VF_WORD_FROM || kind == VF_WORD_CONSTANT || kind == VF_WORD_SAME_BOX || kind == VF_WORD_COPY;
}

static pthread_mutex_t preparing = PTHREAD_MUTEX_INITIALIZER;

/* Finds the arguments that the words of a symbol name. */
static vf_status prepare(vf_symbol *symbol)
{
  const vf_kernel_description *kernel = &symbol->kernel->description;
  const char *wrong = NULL;
  symbol->results[0] = symbol->results[1] = -1;
  if (!vf_legacy_row_read(symbol->form, symbol->order, &symbol->row, &wrong))
    return vf_fail(VF_ERROR_ARGUMENT, "%s: there is no word %s", symbol->name, wrong);
  if (kernel->argument_count > VF_MOST_LEGACY_ARGUMENTS)
    return vf_fail(VF_ERROR_ARGUMENT, "%s: kernel %s has %d arguments; that of a legacy symbol may have %d",
                   symbol->name, kernel->name, kernel->argument_count, (int)VF_MOST_LEGACY_ARGUMENTS);
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vf_legacy_word *word = &symbol->row.words[w];
    symbol->arguments[w] = argument_named(kernel, word->name);
    symbol->others[w] = *word->other ? argument_named(kernel, word->other) : -1;
    if (word->kind == VF_WORD_GIVES) {
      symbol->results[0] = result_named(kernel, word->name);
      symbol->results[1] = *word->other ? result_named(kernel, word->other) : -1;
      if (symbol->results[0] < 0) return vf_fail(VF_ERROR_ARGUMENT, "%s: no result %s", symbol->name, word->name);
    } else if (names_argument(word->kind) && (symbol->arguments[w] < 0 || (*word->other && symbol->others[w] < 0))) {
      return vf_fail(VF_ERROR_ARGUMENT, "%s: kernel %s has no argument %s", symbol->name, kernel->name, word->name);
    }
  }
  symbol->may_wait = vf_signature_possible(symbol);
  symbol->in_tiles = vf_signature_of_tiles(symbol);
  symbol->ahead = vf_ahead_possible(symbol);
  if (symbol->may_wait || symbol->ahead) vf_signature_steps_find(symbol);
  __atomic_store_n(&symbol->ready, true, __ATOMIC_RELEASE);
  return VF_OK;
}

static vf_status prepare_once(vf_symbol *symbol)
{
  if (__atomic_load_n(&symbol->ready, __ATOMIC_ACQUIRE)) return VF_OK;
  pthread_mutex_lock(&preparing);
  const vf_status status = symbol->ready ? VF_OK : prepare(symbol);
  pthread_mutex_unlock(&preparing);
  return status;
}

/* ---- The parameters of the call ----------------------------------------------------------------------------- */

vf_box vf_legacy_bounds(const vf_symbol *symbol, const vf_legacy_word *word, void *const *parameters)
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

static void read_number(const vf_argument_description *argument, const void *from, vf_value *value)
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

/* Boxes, components and the selectors among calls. */
static void read_box(vf_legacy_call *call)
{
  const vf_symbol *symbol = call->symbol;
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vf_legacy_word *word = &symbol->row.words[w];
    if (word->direction >= 0 && word->direction != call->direction) continue;
    const int *from = word->count ? call->parameters[word->first] : NULL;
    if (word->kind == VF_WORD_LOWER) memcpy(call->box.lower, from, sizeof call->box.lower);
    if (word->kind == VF_WORD_UPPER) memcpy(call->box.upper, from, sizeof call->box.upper);
    if (word->kind == VF_WORD_COMPONENTS) call->components = *from;
    if (word->kind == VF_WORD_SELECTOR) call->selector = *from;
  }
  if (vf_is_coloured(&symbol->kernel->description)) call->selector &= 1;
}

static void read_values(vf_legacy_call *call)
{
  const vf_symbol *symbol = call->symbol;
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vf_legacy_word *word = &symbol->row.words[w];
    const void *from = word->count ? call->parameters[word->first] : NULL;
    if (!names_argument(word->kind) || word->kind == VF_WORD_ARRAY || word->kind == VF_WORD_COPY) continue;
    if (!vf_legacy_word_is_read(word, call->parameters)) continue; /* 0 */
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
  vf_derive(symbol->derive, call);
}

static vf_status take_array(vf_legacy_call *call, int w)
{
  vf_symbol *symbol = call->symbol;
  const vf_legacy_word *word = &symbol->row.words[w];
  const int a = symbol->arguments[w];
  const vf_argument_description *argument = &symbol->kernel->description.arguments[a];
  const vf_type type = argument->type == VF_ARGUMENT_INT ? VF_INT32 : VF_REAL64;
  const int components = argument->map.shared ? 1 : word->extent == VF_EXTENT_THREE ? 3 : call->components;
  const vf_box bounds = word->extent == VF_EXTENT_MEMORY ? call->box : vf_legacy_bounds(symbol, word, call->parameters);
  void *first = call->parameters[word->first];
  vf_status status = vf_lease_take(first, type, &bounds, components, argument->name, &call->leases[a]);
  call->arguments[a].view = call->leases[a].view;
  if (call->leases[a].kind == VF_LEASE_UNKNOWN) __atomic_fetch_add(&symbol->unknown_arrays, 1, __ATOMIC_RELAXED);
  const int other = symbol->others[w];
  if (!status && other >= 0) {
    status = vf_lease_take(first, type, &bounds, components, argument->name, &call->leases[other]);
    call->arguments[other].view = call->leases[other].view;
  }
  return status;
}

static bool is_array_of_call(const vf_legacy_call *call, int w)
{
  const vf_legacy_word *word = &call->symbol->row.words[w];
  return word->kind == VF_WORD_ARRAY && (word->direction < 0 || word->direction == call->direction);
}

/* An array that the call does not look at may be anything and gets no view. */
static vf_status take_arrays(vf_legacy_call *call)
{
  const vf_symbol *symbol = call->symbol;
  vf_status status = VF_OK;
  for (int w = 0; w < symbol->row.word_count && !status; w++) {
    if (!is_array_of_call(call, w)) continue;
    if (vf_legacy_word_is_read(&symbol->row.words[w], call->parameters)) status = take_array(call, w);
    else call->arguments[symbol->arguments[w]].unread = true;
  }
  return status;
}

/* True if the call has points, and arrays for them. */
static bool has_work(const vf_legacy_call *call)
{
  bool reads = false;
  for (int w = 0; w < call->symbol->row.word_count; w++)
    reads =
        reads || (is_array_of_call(call, w) && vf_legacy_word_is_read(&call->symbol->row.words[w], call->parameters));
  return reads && call->components > 0 && !vf_box_is_empty(&call->box);
}

static void end_arrays(vf_legacy_call *call)
{
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE) vf_lease_end(&call->leases[a]);
}

/* ---- Running the call --------------------------------------------------------------------------------------- */

static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local vf_legacy_call *current;

void vf_hold_alone(bool on)
{
  static _Thread_local int depth;
  if (on && depth++ == 0) pthread_mutex_lock(&alone);
  if (!on && --depth == 0) pthread_mutex_unlock(&alone);
}

/* True if unported code may have written an array before the call and may read the array behind it. */
static bool goes_through(const vf_lease *lease)
{
  return lease->kind == VF_LEASE_UNKNOWN || (lease->kind == VF_LEASE_BLOCK && !vf_offload_active());
}

/* windows: NULL for a call without windows */
static void before(vf_legacy_call *call, const vf_call_windows *windows)
{
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (goes_through(&call->leases[a]) && !vf_has_window(windows, a)) vf_host_is_newest(call->leases[a].view);
}

static vf_status after(vf_legacy_call *call, const vf_call_windows *windows)
{
  vf_status status = VF_OK;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS && !status; a++) {
    const vf_lease *lease = &call->leases[a];
    if (lease->kind == VF_LEASE_NONE || lease->kind == VF_LEASE_SCRATCH || !vf_symbol_writes(call->symbol, a)) continue;
    if (vf_has_window(windows, a)) continue;
    if (goes_through(lease)) status = vf_write_through(call, a);
    else if (!vf_offload_active()) status = vf_view_to_host(lease->view, VF_READ);
    else if (lease->kind == VF_LEASE_BLOCK && vf_offload_poisons()) vf_poison(lease->view);
  }
  return status;
}

/* Arrays of the kernel beside the arrays of the call: copies of the present values of another array. */
static vf_status make_copies(vf_legacy_call *call)
{
  vf_symbol *symbol = call->symbol;
  vf_status status = VF_OK;
  for (int w = 0; w < symbol->row.word_count && !status; w++) {
    const vf_legacy_word *word = &symbol->row.words[w];
    if (word->kind != VF_WORD_COPY) continue;
    const int to = symbol->arguments[w];
    vf_view *from = call->arguments[symbol->others[w]].view;
    int64_t lower[VF_MAX_AXES], upper[VF_MAX_AXES];
    status = vf_view_bounds(from, lower, upper);
    vf_box bounds;
    for (int d = 0; d < 3 && !status; d++) {
      bounds.lower[d] = (int)lower[d];
      bounds.upper[d] = (int)upper[d];
    }
    if (!status) status = vf_lease_scratch(&bounds, call->components, word->name, &call->leases[to]);
    call->arguments[to].view = call->leases[to].view;
    if (!status) status = vf_copy(&bounds, from, call->arguments[to].view);
  }
  return status;
}

static vf_status dispatch(vf_legacy_call *call, double *results)
{
  vf_ahead_end();
  const vf_kernel_description *kernel = &call->symbol->kernel->description;
  vf_call packed = { .kernel = call->symbol->kernel,
                     .boxes = &call->box,
                     .box_count = 1,
                     .arguments = call->arguments,
                     .selector = call->selector };
  for (int r = 0; r < kernel->result_count; r++) packed.results[r] = &results[r];
  return vf_dispatch(&packed);
}

static vf_status run_at_once(vf_legacy_call *call, double *results)
{
  vf_status status = vf_queue_flush();
  before(call, NULL);
  if (!status) status = make_copies(call);
  if (!status) status = dispatch(call, results);
  return status ? status : after(call, NULL);
}

static bool makes_copies(const vf_symbol *symbol)
{
  for (int w = 0; w < symbol->row.word_count; w++)
    if (symbol->row.words[w].kind == VF_WORD_COPY) return true;
  return false;
}

/* The same with windows in place of arrays, if the windows are much smaller. Threads move their windows at the same
 * time. */
static vf_status run_in_windows(vf_legacy_call *call, double *results, bool *made)
{
  bool through[VF_MOST_LEGACY_ARGUMENTS];
  vf_call_windows windows;
  *made = false;
  if (makes_copies(call->symbol)) return VF_OK;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++) through[a] = goes_through(&call->leases[a]);
  vf_status status = vf_queue_flush();
  if (!status) status = vf_windows_take(call, through, &windows);
  if (status || !windows.count) return status;
  *made = true;
  const bool in_turn = !windows.all;
  if (in_turn) vf_hold_alone(true);
  before(call, &windows);
  if (!status) status = dispatch(call, results);
  const vf_status ended = vf_windows_end(call, &windows, !status);
  if (!status) status = ended;
  if (!status && in_turn) status = after(call, &windows);
  if (in_turn) vf_hold_alone(false);
  return status;
}

/* While a call is checked, no other call may change its arrays: several threads call tiles of one array. */
static vf_status run_watched(vf_legacy_call *call, double *results)
{
  vf_legacy_call *outer = current;
  vf_hold_alone(true);
  current = call;
  vf_status status = vf_legacy_original(call, true);
  if (!status) status = run_at_once(call, results);
  const vf_status taken = vf_legacy_original(call, false);
  current = outer;
  vf_hold_alone(false);
  return status ? status : taken;
}

vf_status vf_legacy_two_sides(bool *two)
{
  vf_context *context = NULL;
  const vf_status status = vf_context_resolve(&context);
  *two = !status && !context->backend->aliases_host;
  return status;
}

/* With two sides: waits for others of its kind, or moves values for itself alone. */
static vf_status run_apart(vf_legacy_call *call, double *results)
{
  bool made = false;
  vf_status status = vf_queue_put(call, &call->waits);
  if (status || call->waits) return status;
  status = vf_ahead_make(call, results, &made);
  if (!status && !made) status = run_in_windows(call, results, &made);
  if (status || made) return status;
  vf_hold_alone(true);
  status = run_at_once(call, results);
  vf_hold_alone(false);
  return status;
}

static vf_status run_on_arrays(vf_legacy_call *call, double *results)
{
  bool two_sides = false;
  vf_status status = vf_legacy_two_sides(&two_sides);
  if (status) return status;
  if (vf_settings_watching()) return run_watched(call, results);
  if (two_sides) return run_apart(call, results);
  status = make_copies(call);
  return status ? status : dispatch(call, results);
}

static vf_status run_in_direction(vf_legacy_call *call, double *results)
{
  read_box(call);
  if (!has_work(call)) return VF_OK; /* results are 0, a largest magnitude too */
  read_values(call);
  vf_status status = vf_settings_load();
  if (!status) status = take_arrays(call);
  if (!status) status = run_on_arrays(call, results);
  end_arrays(call);
  return status;
}

/* Gives results to their parameter, and returns the return value of the function. */
static double give(const vf_symbol *symbol, void *const *parameters, const double *results)
{
  int chosen = 0;
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vf_legacy_word *word = &symbol->row.words[w];
    if (word->kind == VF_WORD_RESULT) *(double *)parameters[word->first] = results[0];
    if (word->kind == VF_WORD_WHICH) chosen = *(const int *)parameters[word->first];
  }
  return chosen < 0 || chosen > 1 || symbol->results[chosen] < 0 ? 0 : results[symbol->results[chosen]];
}

/* A staying call waits for other calls that are watched. */
static double run_staying(const vf_symbol *symbol, vf_procedure original, void *const *parameters)
{
  const bool watching = vf_settings_watching();
  if (watching) vf_hold_alone(true);
  const double given = symbol->invoke(original, parameters);
  if (watching) vf_hold_alone(false);
  return given;
}

double vf_drop_in(vf_symbol *symbol, vf_procedure original, void *const *parameters)
{
  if (original && vf_inside_original()) return symbol->invoke(original, parameters);
  if (current && !strcmp(current->symbol->name, symbol->name) && vf_inside_original()) {
    failed(symbol->name, "its original is the symbol of viewfab::boxlib; do not link that beside viewfab::relinked");
    return 0;
  }
  if (original && !symbol->has_original) symbol->has_original = true;
  if (vf_call_stays_here(symbol, original)) return run_staying(symbol, original, parameters);
  bool waits = false, ran = false;
  double given = 0;
  vf_status status = prepare_once(symbol);
  if (!status) status = vf_queue_again(symbol, parameters, &waits);
  if (waits && !status) return 0;
  if (!status) status = vf_run_as_is(symbol, original, parameters, &ran, &given);
  if (ran && !status) {
    vf_symbol_count(symbol, 1);
    return given;
  }
  double results[VF_MAX_RESULTS] = { 0 };
  if (!status && vf_ahead_known(symbol, parameters, results)) {
    vf_symbol_count(symbol, 1);
    return give(symbol, parameters, results);
  }
  vf_legacy_call call;
  memset(&call, 0, sizeof call); /* all bits of values: calls with the same bits may go together */
  call.symbol = symbol;
  call.original = original;
  call.parameters = parameters;
  call.components = 1;
  for (int d = 0; !status && d < (symbol->row.directions ? 3 : 1); d++) {
    call.direction = d;
    if (symbol->row.directions) call.selector = d;
    status = run_in_direction(&call, results);
  }
  if (!call.waits) vf_symbol_count(symbol, 1);
  if (status) {
    failed(symbol->name, vf_last_error());
    return 0;
  }
  return give(symbol, parameters, results);
}
