/* Calls that go to the program's own procedure and to nothing else: mode original. */
#ifndef VIEWFAB_DROP_IN_AS_IS_H
#define VIEWFAB_DROP_IN_AS_IS_H

#include "drop_in.h"

/* Where calls of the symbol's kernel run its original alone, calls that of the program with the parameters that it passed. No
 * argument is looked at but the addresses of arrays, whose newest values are brought to the host. Not where calls are captured,
 * which needs views.
 *   original  may be NULL: nothing is done
 *   ran       out: whether the call is done
 *   given     out: what the function gave back
 * Errors: those of a copy from the device; VF_ERROR_ARGUMENT (the environment). */
vf_status vf_run_as_is(vf_symbol *symbol, vf_procedure original, void *const *parameters, bool *ran, double *given);

#endif
