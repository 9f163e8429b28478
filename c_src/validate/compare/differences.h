/* How much two numbers differ, by every measure. */
#ifndef VIEWFAB_VALIDATE_COMPARE_DIFFERENCES_H
#define VIEWFAB_VALIDATE_COMPARE_DIFFERENCES_H

#include "../ledger.h"

/* Errors of the two values in pair, whose bits are port and original; infinite where one of them is no number. */
void vf_differences_of(vf_type type, uint64_t port, uint64_t original, const vf_worst *pair,
                       double errors[VF_MEASURES]);

/* Whether one of the measures allows them. magnitude is what the scaled measure refers to. */
bool vf_differences_allowed(const double errors[VF_MEASURES], const vf_tolerance *allowed, double magnitude);

/* Counts values that differ. Whether they fail is left to the caller. */
void vf_differences_count(vf_tally *tally, const double errors[VF_MEASURES], const vf_worst *pair);

#endif
