/* Calls that stay with the program's own procedure: all devices are the host, nothing has to move, and neither a check nor
 * the port was asked for. */
#ifndef VIEWFAB_RELINK_STAY_H
#define VIEWFAB_RELINK_STAY_H

#include "drop_in.h"

/* True if calls of all symbols with an original stay, as far as nothing is checked for the moment: two loads. */
bool vfi_calls_stay(void);

/* The same as vfi_call_stays, for a call that vfi_call_stays did not let stay: reads the environment and opens the
 * default context first, and asks if this kernel is watched, or its port was asked for. Takes the lock, but not beside
 * a device. */
bool vfi_call_stays_here(vfi_symbol *symbol, vfi_procedure original);

/* Number of staying calls of a symbol. */
int64_t vfi_symbol_stayed(const vfi_symbol *symbol);
void vfi_symbol_stayed_reset(vfi_symbol *symbol);

#endif
