#include "as_is.h"

#include <viewfab/viewfab.h>

#include "../core/context.h"
#include "../validate/settings.h"
#include "../validate/watched_calls.h"
#include "legacy_call.h"
#include "queue.h"

typedef struct passed {
  const vfi_symbol *symbol;
  vfi_procedure original;
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
static vf_status bring_arrays(const vfi_symbol *symbol, void *const *parameters)
{
  vf_status status = VF_OK;
  for (int w = 0; w < symbol->row.word_count && !status; w++) {
    const vfi_legacy_word *word = &symbol->row.words[w];
    vf_view *live = NULL;
    if (word->kind != VF_WORD_ARRAY || vf_view_find(parameters[word->first], &live)) continue;
    const bool written =
        vfi_symbol_writes(symbol, symbol->arguments[w]) || vfi_symbol_writes(symbol, symbol->others[w]);
    status = vf_view_to_host(live, written ? VF_UPDATE : VF_READ);
  }
  return status;
}

/* True if some values may be newer on a device. A program that runs originals alone needs no device. */
static vf_status has_device(bool *apart)
{
  *apart = false;
  return vfi_context_default_is_open() ? vfi_legacy_two_sides(apart) : VF_OK;
}

vf_status vfi_run_as_is(vfi_symbol *symbol, vfi_procedure original, void *const *parameters, bool *ran, double *given)
{
  passed call = { .symbol = symbol, .original = original, .parameters = parameters };
  *ran = false;
  if (!original) return VF_OK;
  vf_status status = vfi_settings_load();
  if (status || !vfi_settings_watching()) return status;
  bool apart = false;
  status = vfi_watch_original_alone(symbol->kernel, ran);
  if (!status && *ran) status = has_device(&apart);
  if (status || !*ran) return status;
  if (apart) vfi_hold_alone(true);
  if (apart) status = vfi_queue_flush();
  if (apart && !status) status = bring_arrays(symbol, parameters);
  if (!status) vfi_watch_run_original(symbol->kernel, run, &call);
  if (apart) vfi_hold_alone(false);
  *given = call.given;
  return status;
}
