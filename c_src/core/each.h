/* Results of several calls of one kernel, with one wait. */
#ifndef VIEWFAB_CORE_EACH_H
#define VIEWFAB_CORE_EACH_H

#include <viewfab/backend.h>

/* Makes calls that only read arrays, each with the bits of the call alone. Calls with the same values are one launch.
 * The rows of their tiles come to the host, and the host reduces them call by call.
 *   calls   [count] of one kernel with results, not over columns, on views of one context; one box each. The results
 *           and places of the calls are not used
 *   asked   number of required calls, the first calls of the list. A call behind them is left out if one of its views
 *           was released, or if the device does not have its newest values
 *   values  out: [count][result_count]; 0 for a call that is left out
 *   made    out: [count]
 * Errors: the errors of vf_dispatch. */
vf_status vf_dispatch_each(const vf_call *calls, int count, int asked, double *values, bool *made);

#endif
