#include "as_is.h"

#include <viewfab/viewfab.h>

#include "../core/open_contexts.h"
#include "../validate/settings.h"
#include "../validate/watched_calls.h"
#include "legacy_call.h"
#include "queue.h"

typedef struct passed {
  const vf_symbol *symbol;
  vf_procedure original;
  void *const *parameters;
  double given;
} passed;

static void run(void *user)
{
  passed *call = user;
  call->given = call->symbol->invoke(call->original, call->parameters);
}

/* Brings arrays with a copy on the device. The device may bring an array for nothing, if the call does not look at the
 * array. */
static vf_status bring_arrays(const vf_symbol *symbol, void *const *parameters)
{
  vf_status status = VF_OK;
  for (int w = 0; w < symbol->row.word_count && !status; w++) {
    const vf_legacy_word *word = &symbol->row.words[w];
    vf_view *live = NULL;
    if (word->kind != VF_WORD_ARRAY || vf_view_find(parameters[word->first], &live)) continue;
    const bool written = vf_symbol_writes(symbol, symbol->arguments[w]) || vf_symbol_writes(symbol, symbol->others[w]);
    status = vf_view_to_host(live, written ? VF_UPDATE : VF_READ);
  }
  return status;
}

/* True if some values may be newer on a device. A program that runs originals alone needs no device. */
static vf_status has_device(bool *apart)
{
  *apart = false;
  return vf_context_default_is_open() ? vf_legacy_two_sides(apart) : VF_OK;
}

vf_status vf_run_as_is(vf_symbol *symbol, vf_procedure original, void *const *parameters, bool *ran, double *given)
{
  passed call = { .symbol = symbol, .original = original, .parameters = parameters };
  *ran = false;
  if (!original) return VF_OK;
  vf_status status = vf_settings_load();
  if (status || !vf_settings_watching()) return status;
  bool apart = false;
  status = vf_watch_original_alone(symbol->kernel, ran);
  if (!status && *ran) status = has_device(&apart);
  if (status || !*ran) return status;
  if (apart) vf_hold_alone(true);
  if (apart) status = vf_queue_flush();
  if (apart && !status) status = bring_arrays(symbol, parameters);
  if (!status) vf_watch_run_original(symbol->kernel, run, &call);
  if (apart) vf_hold_alone(false);
  *given = call.given;
  return status;
}
