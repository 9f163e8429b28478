/* The legacy symbols of a program. */
#ifndef VIEWFAB_DROP_IN_KNOWN_H
#define VIEWFAB_DROP_IN_KNOWN_H

#include "drop_in.h"

/* The first symbol; the others follow by `next`, which vf_symbol_behind reads. NULL: none. */
vf_symbol *vf_symbol_first(void);
vf_symbol *vf_symbol_behind(const vf_symbol *symbol);

/* Calls so far, on whatever side. */
int64_t vf_symbol_calls(const vf_symbol *symbol);

/* True if a report says anything about the symbol: it was called, or its original is unexpectedly there. */
bool vf_symbol_matters(const vf_symbol *symbol);

/* Sets all counts to 0. */
void vf_symbols_reset(void);

/* Name of the kernel behind a symbol; the name itself if no symbol has the name. */
const char *vf_kernel_behind(const char *name);

#endif
