/* The originals of the kernels over columns: the loops of a legacy code for a single block and a single species, in
 * real64. */
#ifndef VIEWFAB_TESTS_COLUMN_ORIGINALS_H
#define VIEWFAB_TESTS_COLUMN_ORIGINALS_H

#include <viewfab/validate.h>

void original_hydrostatic(const vf_original_call *call, void *user);
void original_settle(const vf_original_call *call, void *user);
void original_burden(const vf_original_call *call, void *user);
void original_convert(const vf_original_call *call, void *user);
void original_tracer(const vf_original_call *call, void *user);

/* smear over whole arrays of points, levels and blocks. */
void original_smear(const vf_original_call *call, void *user);

/* The same without the last block. */
void short_smear(const vf_original_call *call, void *user);

/* settle with an assigned tendency. */
void assigning_settle(const vf_original_call *call, void *user);

/* burden of the layers above only. */
void exclusive_burden(const vf_original_call *call, void *user);

/* hydrostatic over all points of each block, whatever the columns of the call. */
void overrunning_hydrostatic(const vf_original_call *call, void *user);

#endif
