/* Wrong on purpose: melt is a member of a member. */
#define VF_CONSTANTS_rates(MEMBER) \
  MEMBER(int, most, "of steps")    \
  MEMBER(real, snow%melt, "of snow")
VF_CONSTANTS_TYPE(rates)
