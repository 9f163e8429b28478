/* The legacy symbols of a program. */
#ifndef VIEWFAB_RELINK_KNOWN_H
#define VIEWFAB_RELINK_KNOWN_H

#include "drop_in.h"

/* The first symbol; the others follow by `next`, which vfi_symbol_behind reads. NULL: none. */
vfi_symbol *vfi_symbol_first(void);
vfi_symbol *vfi_symbol_behind(const vfi_symbol *symbol);

/* Calls so far, by the port and by the original. */
int64_t vfi_symbol_calls(const vfi_symbol *symbol);

/* True if a report says anything about the symbol: it was called, or its original is unexpectedly there. */
bool vfi_symbol_matters(const vfi_symbol *symbol);

/* Sets all counts to 0. */
void vfi_symbols_reset(void);

/* Name of the kernel behind a symbol; the name itself if no symbol has the name. */
const char *vfi_kernel_behind(const char *name);

#endif
