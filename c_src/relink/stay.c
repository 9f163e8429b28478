#include "stay.h"

#include "../core/context.h"
#include "../validate/routine/routine.h"
#include "../validate/settings.h"

/* The last place counts for all threads behind the first threads, which have a place each. */
enum { SHARED_PLACE = VF_STAYED_PLACES - 1 };

static int place_of_thread(void)
{
  static int threads;
  static _Thread_local int place = -1;
  if (place < 0) {
    const int number = __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED);
    place = number < 0 || number > SHARED_PLACE ? SHARED_PLACE : number;
  }
  return place;
}

/* Calls of tiles do not wait for each other: no other thread adds to the place of a thread. */
static bool count(vfi_symbol *symbol)
{
  const int place = place_of_thread();
  int64_t *calls = &symbol->stayed[place].calls;
  if (place == SHARED_PLACE) __atomic_fetch_add(calls, 1, __ATOMIC_RELAXED);
  else __atomic_store_n(calls, __atomic_load_n(calls, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
  return true;
}

bool vfi_calls_stay(void) { return vfi_settings_idle() && vfi_contexts_alias_host(); }

bool vfi_call_stays(vfi_symbol *symbol, vfi_procedure original)
{
  return original && vfi_calls_stay() && !vfi_routines_open() && count(symbol);
}

bool vfi_call_stays_here(vfi_symbol *symbol, vfi_procedure original)
{
  vf_context *context = NULL;
  if (!original || vfi_contexts_have_device()) return false;
  if (vfi_settings_load() || vfi_context_resolve(&context)) return false;
  return vfi_contexts_alias_host() && !vfi_routines_open() &&
         vfi_settings_of_kernel_idle(symbol->kernel->description.name) && count(symbol);
}

int64_t vfi_symbol_stayed(const vfi_symbol *symbol)
{
  int64_t calls = 0;
  for (int p = 0; p < VF_STAYED_PLACES; p++) calls += __atomic_load_n(&symbol->stayed[p].calls, __ATOMIC_RELAXED);
  return calls;
}

void vfi_symbol_stayed_reset(vfi_symbol *symbol)
{
  for (int p = 0; p < VF_STAYED_PLACES; p++) __atomic_store_n(&symbol->stayed[p].calls, 0, __ATOMIC_RELAXED);
}
