/* The course of a legacy call: a call of a symbol such as average3dgen_ comes with the addresses of its parameters. The words
 * of the symbol (row.h) say what each parameter means to the kernel. The call borrows a view of each array (a lease, see
 * memory.h), and runs the kernel or the original. */
#include "drop_in.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>
#include <viewfab_kernels.h>

#include "../coherence/coherence.h"
#include "../core/context.h"
#include "../core/error.h"
#include "../validate/original.h"
#include "../validate/settings.h"
#include "ahead.h"
#include "as_is.h"
#include "host_side.h"
#include "legacy_call.h"
#include "queue.h"
#include "region.h"
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

void vfi_drop_in_failed(const char *symbol) { failed(symbol, vf_last_error()); }

static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local vfi_legacy_call *current;

void vfi_hold_alone(bool on)
{
  static _Thread_local int depth;
  if (on && depth++ == 0) pthread_mutex_lock(&alone);
  if (!on && --depth == 0) pthread_mutex_unlock(&alone);
}

/* True if unported code may have written an array before the call and may read the array behind it. */
static bool goes_through(const vfi_lease *lease)
{
  return lease->kind == VF_LEASE_UNKNOWN || (lease->kind == VF_LEASE_BLOCK && !vfi_offload_active());
}

/* True if an array is written back behind the call. Under VF_COHERENCE=auto its values stay on the device, and the host gets them with
 * its first access. */
static bool comes_back(const vfi_lease *lease)
{
  const bool outlives = lease->kind == VF_LEASE_BLOCK || lease->kind == VF_LEASE_WRAPPED;
  return !(outlives && vfi_coherence_serves() && vfi_host_is_watched(lease->view));
}

/* windows: NULL for a call without windows */
static void before(vfi_legacy_call *call, const vfi_call_windows *windows)
{
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (goes_through(&call->leases[a]) && !vfi_has_window(windows, a)) vfi_host_is_newest(call->leases[a].view);
}

static vf_status after(vfi_legacy_call *call, const vfi_call_windows *windows)
{
  vf_status status = VF_OK;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS && !status; a++) {
    const vfi_lease *lease = &call->leases[a];
    if (lease->kind == VF_LEASE_NONE || lease->kind == VF_LEASE_SCRATCH || !vfi_symbol_writes(call->symbol, a))
      continue;
    if (vfi_has_window(windows, a) || (!vfi_offload_active() && !comes_back(lease))) continue;
    if (goes_through(lease)) status = vfi_write_through(call, a);
    else if (!vfi_offload_active()) status = vf_view_to_host(lease->view, VF_READ);
    else if (lease->kind == VF_LEASE_BLOCK && vfi_offload_poisons()) vfi_poison(lease->view);
  }
  return status;
}

/* Arrays of the kernel beside the arrays of the call: copies of the present values of another array. */
static vf_status make_copies(vfi_legacy_call *call)
{
  vfi_symbol *symbol = call->symbol;
  vf_status status = VF_OK;
  for (int w = 0; w < symbol->row.word_count && !status; w++) {
    const vfi_legacy_word *word = &symbol->row.words[w];
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
    if (!status) status = vfi_lease_scratch(&bounds, call->components, word->name, &call->leases[to]);
    call->arguments[to].view = call->leases[to].view;
    if (!status) status = vf_copy(&bounds, from, call->arguments[to].view);
  }
  return status;
}

static vf_status dispatch(vfi_legacy_call *call, double *results)
{
  vfi_ahead_end();
  const vfi_kernel_description *kernel = &call->symbol->kernel->description;
  vfi_call packed = { .kernel = call->symbol->kernel,
                      .boxes = &call->box,
                      .box_count = 1,
                      .arguments = call->arguments,
                      .selector = call->selector };
  for (int r = 0; r < kernel->result_count; r++) packed.results[r] = &results[r];
  return vfi_dispatch(&packed);
}

static vf_status run_at_once(vfi_legacy_call *call, double *results)
{
  vf_status status = vfi_queue_flush();
  before(call, NULL);
  if (!status) status = make_copies(call);
  if (!status) status = dispatch(call, results);
  return status ? status : after(call, NULL);
}

static bool makes_copies(const vfi_symbol *symbol)
{
  for (int w = 0; w < symbol->row.word_count; w++)
    if (symbol->row.words[w].kind == VF_WORD_COPY) return true;
  return false;
}

/* The same with windows in place of arrays, if the windows are much smaller. Threads move their windows at the same
 * time. */
static vf_status run_in_windows(vfi_legacy_call *call, double *results, bool *made)
{
  bool through[VF_MOST_LEGACY_ARGUMENTS];
  vfi_call_windows windows;
  *made = false;
  if (makes_copies(call->symbol)) return VF_OK;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    through[a] =
        goes_through(&call->leases[a]) && (call->leases[a].kind == VF_LEASE_UNKNOWN || !vfi_coherence_serves());
  vf_status status = vfi_queue_flush();
  if (!status) status = vfi_windows_take(call, through, &windows);
  if (status || !windows.count) return status;
  *made = true;
  const bool in_turn = !windows.all;
  if (in_turn) vfi_hold_alone(true);
  before(call, &windows);
  if (!status) status = dispatch(call, results);
  const vf_status ended = vfi_windows_end(call, &windows, !status);
  if (!status) status = ended;
  if (!status && in_turn) status = after(call, &windows);
  if (in_turn) vfi_hold_alone(false);
  return status;
}

/* While a call is checked, no other call may change its arrays: several threads call tiles of one array. */
static vf_status run_watched(vfi_legacy_call *call, double *results)
{
  vfi_legacy_call *outer = current;
  vfi_hold_alone(true);
  current = call;
  vf_status status = vfi_legacy_original(call, true);
  if (!status) status = run_at_once(call, results);
  const vf_status taken = vfi_legacy_original(call, false);
  current = outer;
  vfi_hold_alone(false);
  return status ? status : taken;
}

vf_status vfi_legacy_two_sides(bool *two)
{
  vf_context *context = NULL;
  const vf_status status = vfi_context_resolve(&context);
  *two = !status && !context->backend->aliases_host;
  return status;
}

/* On a device with memory of its own: the call waits in the queue, or moves its values alone. */
static vf_status run_apart(vfi_legacy_call *call, double *results)
{
  bool made = false;
  vf_status status = vfi_queue_put(call, &call->waits);
  if (status || call->waits) return status;
  status = vfi_ahead_make(call, results, &made);
  if (!status && !made) status = run_in_windows(call, results, &made);
  if (status || made) return status;
  vfi_hold_alone(true);
  status = run_at_once(call, results);
  vfi_hold_alone(false);
  return status;
}

static vf_status run_on_arrays(vfi_legacy_call *call, double *results)
{
  bool two_sides = false;
  vf_status status = vfi_legacy_two_sides(&two_sides);
  if (status) return status;
  if (vfi_settings_watching()) return run_watched(call, results);
  if (two_sides) return run_apart(call, results);
  status = make_copies(call);
  return status ? status : dispatch(call, results);
}

static vf_status run_in_direction(vfi_legacy_call *call, double *results)
{
  vfi_legacy_read_box(call);
  if (!vfi_legacy_has_work(call)) return VF_OK; /* without points all results are 0, also a largest magnitude */
  vfi_legacy_read_values(call);
  vf_status status = vfi_settings_load();
  if (!status) status = vfi_legacy_take_arrays(call);
  if (!status) status = run_on_arrays(call, results);
  vfi_legacy_end_arrays(call);
  return status;
}

/* Gives results to their parameter, and returns the return value of the function. */
static double give(const vfi_symbol *symbol, void *const *parameters, const double *results)
{
  int chosen = 0;
  for (int w = 0; w < symbol->row.word_count; w++) {
    const vfi_legacy_word *word = &symbol->row.words[w];
    if (word->kind == VF_WORD_RESULT) *(double *)parameters[word->first] = results[0];
    if (word->kind == VF_WORD_WHICH) chosen = *(const int *)parameters[word->first];
  }
  return chosen < 0 || chosen > 1 || symbol->results[chosen] < 0 ? 0 : results[symbol->results[chosen]];
}

/* A call that stays with the original waits for watched calls of other threads. */
static double run_staying(const vfi_symbol *symbol, vfi_procedure original, void *const *parameters)
{
  const bool watching = vfi_settings_watching();
  if (watching) vfi_hold_alone(true);
  const double given = symbol->invoke(original, parameters);
  if (watching) vfi_hold_alone(false);
  return given;
}

double vfi_drop_in(vfi_symbol *symbol, vfi_procedure original, void *const *parameters)
{
  if (original && vfi_inside_original()) return symbol->invoke(original, parameters);
  if (current && !strcmp(current->symbol->name, symbol->name) && vfi_inside_original()) {
    failed(symbol->name, "its original is the symbol of viewfab::boxlib; do not link that beside viewfab::relinked");
    return 0;
  }
  if (original && !symbol->has_original) symbol->has_original = true;
  if (vfi_call_stays_here(symbol, original)) return run_staying(symbol, original, parameters);
  bool waits = false, ran = false;
  double given = 0;
  vf_status status = vfi_legacy_prepare(symbol);
  if (!status) status = vfi_queue_again(symbol, parameters, &waits);
  if (waits && !status) return 0;
  if (!status) status = vfi_run_as_is(symbol, original, parameters, &ran, &given);
  if (ran && !status) {
    vfi_symbol_count(symbol, 1);
    return given;
  }
  double results[VF_MAX_RESULTS] = { 0 };
  if (!status && vfi_ahead_known(symbol, parameters, results)) {
    vfi_symbol_count(symbol, 1);
    return give(symbol, parameters, results);
  }
  vfi_legacy_call call;
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
  if (!call.waits) vfi_symbol_count(symbol, 1);
  if (status) {
    failed(symbol->name, vf_last_error());
    return 0;
  }
  return give(symbol, parameters, results);
}
