/* The originals of the kernels over columns: the loops of a legacy code for one block and one species, in real64. */
#ifndef VIEWFAB_TESTS_COLUMN_ORIGINALS_H
#define VIEWFAB_TESTS_COLUMN_ORIGINALS_H

#include <viewfab/validate.h>

void original_hydrostatic(const vf_original_call *call, void *user);
void original_settle(const vf_original_call *call, void *user);
void original_burden(const vf_original_call *call, void *user);
void original_convert(const vf_original_call *call, void *user);
void original_tracer(const vf_original_call *call, void *user);

/* Over whole arrays of points, levels and blocks. */
void original_smear(const vf_original_call *call, void *user);

/* The same without the last block. */
void short_smear(const vf_original_call *call, void *user);

/* settle that assigns the tendency. */
void assigning_settle(const vf_original_call *call, void *user);

/* burden of the layers above alone. */
void exclusive_burden(const vf_original_call *call, void *user);

/* hydrostatic over all points of each block, whatever the call says. */
void overrunning_hydrostatic(const vf_original_call *call, void *user);

#endif
