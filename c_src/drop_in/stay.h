/* Calls that stay with the program's own procedure: each device is the host, nothing has to move, and nobody has asked
 * for more than the program's results. */
#ifndef VIEWFAB_DROP_IN_STAY_H
#define VIEWFAB_DROP_IN_STAY_H

#include "drop_in.h"

/* True if calls of all symbols with an original stay, as far as nothing is checked for the moment: two loads. */
bool vf_calls_stay(void);

/* The same as vf_call_stays, for a call that vf_call_stays did not let stay: reads the environment and opens the
 * default context first, and asks if this kernel is watched, or its port was asked for. Takes the lock, but not beside
 * a device. */
bool vf_call_stays_here(vf_symbol *symbol, vf_procedure original);

/* Number of staying calls of a symbol. */
int64_t vf_symbol_stayed(const vf_symbol *symbol);
void vf_symbol_stayed_reset(vf_symbol *symbol);

#endif
