#include "known.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "../validate/settings.h"
#include "heap_blocks.h"
#include "memory.h"
#include "stay.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vfi_symbol *first, *last;

/* A program that never calls a drop-in has its report only because of this call. */
static void settings_at_exit(void) { (void)vfi_settings_load(); }

void vfi_drop_in_known(vfi_symbol *symbol, bool has_original)
{
  static bool asked;
  vfi_heap_blocks_begin();
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

vfi_symbol *vfi_symbol_first(void) { return __atomic_load_n(&first, __ATOMIC_ACQUIRE); }

vfi_symbol *vfi_symbol_behind(const vfi_symbol *symbol) { return __atomic_load_n(&symbol->next, __ATOMIC_ACQUIRE); }

int64_t vfi_symbol_calls(const vfi_symbol *symbol)
{
  return __atomic_load_n(&symbol->calls, __ATOMIC_RELAXED) + vfi_symbol_stayed(symbol);
}

bool vfi_symbol_matters(const vfi_symbol *symbol) { return symbol->has_original || vfi_symbol_calls(symbol) > 0; }

void vfi_symbols_reset(void)
{
  for (vfi_symbol *symbol = vfi_symbol_first(); symbol; symbol = vfi_symbol_behind(symbol)) {
    __atomic_store_n(&symbol->calls, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&symbol->unknown_arrays, 0, __ATOMIC_RELAXED);
    vfi_symbol_stayed_reset(symbol);
  }
}

const char *vfi_kernel_behind(const char *name)
{
  for (const vfi_symbol *symbol = vfi_symbol_first(); symbol; symbol = vfi_symbol_behind(symbol))
    if (!strcmp(symbol->name, name)) return symbol->kernel->description.name;
  return name;
}
