/* The legacy symbols that a program has. */
#ifndef VIEWFAB_DROP_IN_KNOWN_H
#define VIEWFAB_DROP_IN_KNOWN_H

#include "drop_in.h"

/* The first one; the others follow by `next`, which vf_symbol_behind reads. NULL: none. */
vf_symbol *vf_symbol_first(void);
vf_symbol *vf_symbol_behind(const vf_symbol *symbol);

/* Calls so far, on whatever side. */
int64_t vf_symbol_calls(const vf_symbol *symbol);

/* Whether a report says anything about it: it was called, or an original is there that should have been. */
bool vf_symbol_matters(const vf_symbol *symbol);

/* Forgets what was counted. */
void vf_symbols_reset(void);

/* Name of the kernel behind a symbol; the name itself where it is no symbol's. */
const char *vf_kernel_behind(const char *name);

#endif
