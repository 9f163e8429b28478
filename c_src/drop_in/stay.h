/* Calls that stay with the program's own procedure: where each device is the host, nothing has to move, and nobody has asked
 * for more than the program's results. */
#ifndef VIEWFAB_DROP_IN_STAY_H
#define VIEWFAB_DROP_IN_STAY_H

#include "drop_in.h"

/* Whether calls of all symbols that have an original stay, as far as nothing is checked for the moment: two loads. */
bool vf_calls_stay(void);

/* The same as vf_call_stays, of a call that it did not let stay: reads the environment and opens the default context first,
 * and asks whether this kernel is watched, or its port was asked for. Takes the lock, but not beside a device. */
bool vf_call_stays_here(vf_symbol *symbol, vf_procedure original);

/* Calls of a symbol that stayed. */
int64_t vf_symbol_stayed(const vf_symbol *symbol);
void vf_symbol_stayed_reset(vf_symbol *symbol);

#endif
