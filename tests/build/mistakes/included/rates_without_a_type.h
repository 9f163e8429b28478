/* Wrong on purpose: VF_CONSTANTS_TYPE is missing. */
#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, "of snow") MEMBER(int, most, "of steps")
