/* Results of calls before a program asks for them. A program asks for a norm tile by tile and box by box, and waits for each
 * number. In a region the numbers that the program asked for in a row the last time are computed in one launch. The results
 * are kept until something is written. */
#ifndef VIEWFAB_DROP_IN_AHEAD_H
#define VIEWFAB_DROP_IN_AHEAD_H

#include "legacy_call.h"

/* Asked once a symbol, see drop_in.h. Whether calls of a symbol give results and can be told by their words and box. */
bool vf_ahead_possible(const vf_symbol *symbol);

/* The results of a call, if they are known. */
bool vf_ahead_known(const vf_symbol *symbol, void *const *parameters, double *results);

/* Makes a call that has its views, with those that are expected behind it; *made says whether: not outside of regions, nor
 * where memory is not known.
 * Errors: those of calls that waited, and of vf_dispatch. */
vf_status vf_ahead_make(const vf_legacy_call *call, double *results, bool *made);

/* A call that writes has been made, or waits: no result is known any more. */
void vf_ahead_end(void);

/* The same where memory has changed hands. Which tiles were asked for is still known, unless that has become too much. */
void vf_ahead_forget(void);

#endif
