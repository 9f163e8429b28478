/* Results of calls before a program asks for them. A program asks for a norm tile by tile and box by box, and waits for each
 * number. In a region the numbers that the program asked for in a row the last time are computed in one launch. The results
 * are kept until something is written. */
#ifndef VIEWFAB_DROP_IN_AHEAD_H
#define VIEWFAB_DROP_IN_AHEAD_H

#include "legacy_call.h"

/* Asked once a symbol, see drop_in.h. True if calls of a symbol give results and are identified by their words and
 * box. */
bool vf_ahead_possible(const vf_symbol *symbol);

/* The results of a call, if they are known. */
bool vf_ahead_known(const vf_symbol *symbol, void *const *parameters, double *results);

/* Makes a call that has its views, together with the expected calls behind it. *made becomes false outside of regions
 * and if memory is not known.
 * Errors: the errors of waiting calls, and of vf_dispatch. */
vf_status vf_ahead_make(const vf_legacy_call *call, double *results, bool *made);

/* A writing call has been made, or waits: all known results are forgotten. */
void vf_ahead_end(void);

/* The same if memory has changed hands. The tiles of earlier questions stay known, unless their number became too
 * large. */
void vf_ahead_forget(void);

#endif
