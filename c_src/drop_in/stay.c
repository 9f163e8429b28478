#include "stay.h"

#include "../core/open_contexts.h"
#include "../validate/routine/routine.h"
#include "../validate/settings.h"

/* Threads count in turn in one of the places, so that calls of tiles do not wait for each other's. */
static int place_of_thread(void)
{
  static int threads;
  static _Thread_local int number = -1;
  if (number < 0) number = __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED) & (VF_STAYED_PLACES - 1);
  return number;
}

static bool count(vf_symbol *symbol)
{
  __atomic_fetch_add(&symbol->stayed[place_of_thread()].calls, 1, __ATOMIC_RELAXED);
  return true;
}

bool vf_calls_stay(void) { return vf_settings_idle() && vf_contexts_alias_host(); }

bool vf_call_stays(vf_symbol *symbol, vf_procedure original)
{
  return original && vf_calls_stay() && !vf_routines_open() && count(symbol);
}

bool vf_call_stays_here(vf_symbol *symbol, vf_procedure original)
{
  vf_context *context = NULL;
  if (!original || vf_settings_load() || vf_context_resolve(&context)) return false;
  return vf_contexts_alias_host() && !vf_routines_open() &&
         vf_settings_of_kernel_idle(symbol->kernel->description.name) && count(symbol);
}

int64_t vf_symbol_stayed(const vf_symbol *symbol)
{
  int64_t calls = 0;
  for (int p = 0; p < VF_STAYED_PLACES; p++) calls += __atomic_load_n(&symbol->stayed[p].calls, __ATOMIC_RELAXED);
  return calls;
}

void vf_symbol_stayed_reset(vf_symbol *symbol)
{
  for (int p = 0; p < VF_STAYED_PLACES; p++) __atomic_store_n(&symbol->stayed[p].calls, 0, __ATOMIC_RELAXED);
}
