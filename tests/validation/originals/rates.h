/* Constants of the code's own type `rates`, of module rates_of_code: some members of the type. */
#define VF_CONSTANTS_rates(MEMBER)                 \
  MEMBER(real, melt, "of snow")                    \
  MEMBER(int, steps, "number of steps")            \
  MEMBER(logical, frozen, "true: nothing melts")   \
  MEMBER(reals(3), speed, "of ice, rain and snow") \
  MEMBER(ints(2), levels, "first and last")
#define VF_MODULE_rates rates_of_code
VF_CONSTANTS_TYPE(rates)

/* Constants of a type that the code does not have. */
#define VF_CONSTANTS_extra(MEMBER)  \
  MEMBER(reals(2), shift, "added")  \
  MEMBER(logical, twice, "doubled") \
  MEMBER(int, more, "added")        \
  MEMBER(real, size, "of all")
VF_CONSTANTS_TYPE(extra)
