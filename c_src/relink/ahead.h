/* Results of calls before a program asks for them. A program asks for a norm tile by tile and box by box, and waits for each
 * number. In a region viewfab notes these calls. When the first of them comes again, viewfab computes the results of all of
 * them in one launch, and keeps them until the next write. */
#ifndef VIEWFAB_RELINK_AHEAD_H
#define VIEWFAB_RELINK_AHEAD_H

#include "legacy_call.h"

/* Asked once a symbol, see drop_in.h. True if calls of a symbol give results and are identified by their words and
 * box. */
bool vfi_ahead_possible(const vfi_symbol *symbol);

/* The results of a call, if they are known. */
bool vfi_ahead_known(const vfi_symbol *symbol, void *const *parameters, double *results);

/* Makes a call that has its views, together with the expected calls behind it. *made becomes false outside of regions
 * and if memory is not known.
 * Errors: the errors of waiting calls, and of vfi_dispatch. */
vf_status vfi_ahead_make(const vfi_legacy_call *call, double *results, bool *made);

/* A writing call has been made, or waits: all known results are forgotten. */
void vfi_ahead_end(void);

/* Forgets all known results, because memory was freed or allocated. The list of expected calls stays, unless it has become
 * too long. */
void vfi_ahead_forget(void);

#endif
