/* How much two numbers differ, by every measure. */
#ifndef VIEWFAB_VALIDATE_COMPARE_DIFFERENCES_H
#define VIEWFAB_VALIDATE_COMPARE_DIFFERENCES_H

#include "../ledger.h"

/* Errors of the two values in pair, whose bits are port and original; infinite if one of them is no number. */
void vf_differences_of(vf_type type, uint64_t port, uint64_t original, const vf_worst *pair,
                       double errors[VF_MEASURES]);

/* True if one of the measures allows the differences. magnitude is the reference of the scaled measure. */
bool vf_differences_allowed(const double errors[VF_MEASURES], const vf_tolerance *allowed, double magnitude);

/* Counts values that differ. The caller decides if they fail. */
void vf_differences_count(vf_tally *tally, const double errors[VF_MEASURES], const vf_worst *pair);

#endif
