#include "known.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "../validate/settings.h"
#include "memory.h"
#include "stay.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vf_symbol *first, *last;

/* A program that never calls a drop-in asks nobody for a report, except by this call. this does. */
static void settings_at_exit(void) { (void)vf_settings_load(); }

void vf_drop_in_known(vf_symbol *symbol, bool has_original)
{
  static bool asked;
  pthread_mutex_lock(&lock);
  if (has_original) symbol->has_original = true;
  if (has_original && !asked) asked = atexit(settings_at_exit) == 0;
  if (!symbol->known) {
    symbol->known = true;
    if (last) __atomic_store_n(&last->next, symbol, __ATOMIC_RELEASE);
    else __atomic_store_n(&first, symbol, __ATOMIC_RELEASE);
    last = symbol;
  }
  pthread_mutex_unlock(&lock);
}

vf_symbol *vf_symbol_first(void) { return __atomic_load_n(&first, __ATOMIC_ACQUIRE); }

vf_symbol *vf_symbol_behind(const vf_symbol *symbol) { return __atomic_load_n(&symbol->next, __ATOMIC_ACQUIRE); }

int64_t vf_symbol_calls(const vf_symbol *symbol)
{
  return __atomic_load_n(&symbol->calls, __ATOMIC_RELAXED) + vf_symbol_stayed(symbol);
}

bool vf_symbol_matters(const vf_symbol *symbol) { return symbol->has_original || vf_symbol_calls(symbol) > 0; }

void vf_symbols_reset(void)
{
  for (vf_symbol *symbol = vf_symbol_first(); symbol; symbol = vf_symbol_behind(symbol)) {
    __atomic_store_n(&symbol->calls, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&symbol->unknown_arrays, 0, __ATOMIC_RELAXED);
    vf_symbol_stayed_reset(symbol);
  }
}

const char *vf_kernel_behind(const char *name)
{
  for (const vf_symbol *symbol = vf_symbol_first(); symbol; symbol = vf_symbol_behind(symbol))
    if (!strcmp(symbol->name, name)) return symbol->kernel->description.name;
  return name;
}
