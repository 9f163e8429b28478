/* says: argument_like_its_type\.h:[0-9]+: error: .*the name 'rates' is used twice, for an argument and for a type or a module of constants */
#define VF_KERNEL argument_like_its_type
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, "of snow") MEMBER(int, most, "of steps")
VF_CONSTANTS_TYPE(rates)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), rates, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = rates.melt; }
