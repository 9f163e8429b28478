/* Wrong on purpose: a unit for a GPU needs the types twice. */
#ifndef GUARDED_RATES_H
#define GUARDED_RATES_H
#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, "of snow") MEMBER(int, most, "of steps")
VF_CONSTANTS_TYPE(rates)
#endif
