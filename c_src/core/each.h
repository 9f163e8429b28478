/* Results of boxes by themselves, in one launch. */
#ifndef VIEWFAB_CORE_EACH_H
#define VIEWFAB_CORE_EACH_H

#include <viewfab/backend.h>

/* A call whose boxes give results of their own, with the bits that a call on that box alone gives: the rows of tiles come to the
 * host as they are, and are reduced there, box by box.
 *   call    of a kernel that gives results and is not over columns, on views; its results and places are not used
 *   values  out: [box_count][result_count]
 * Errors: those of vf_dispatch. */
vf_status vf_dispatch_each(const vf_call *call, double *values);

#endif
