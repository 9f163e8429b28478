/* Mode original: calls that run only the program's own procedure. */
#ifndef VIEWFAB_RELINK_AS_IS_H
#define VIEWFAB_RELINK_AS_IS_H

#include "drop_in.h"

/* If the mode of the symbol's kernel is original, calls the program's procedure with the parameters that it passed. No
 * argument is looked at but the addresses of arrays, whose newest values are brought to the host. A capture needs
 * views, so captured calls do not go this way.
 *   original  may be NULL: nothing is done
 *   ran       out: true if the call is done
 *   given     out: the value that the function returned
 * Errors: the errors of a copy from the device; VF_ERROR_ARGUMENT (the environment). */
vf_status vfi_run_as_is(vfi_symbol *symbol, vfi_procedure original, void *const *parameters, bool *ran, double *given);

#endif
