#include "stay.h"

#include "../core/open_contexts.h"
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
static bool count(vf_symbol *symbol)
{
  const int place = place_of_thread();
  int64_t *calls = &symbol->stayed[place].calls;
  if (place == SHARED_PLACE) __atomic_fetch_add(calls, 1, __ATOMIC_RELAXED);
  else __atomic_store_n(calls, __atomic_load_n(calls, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
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
  if (!original || vf_contexts_have_device()) return false;
  if (vf_settings_load() || vf_context_resolve(&context)) return false;
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
