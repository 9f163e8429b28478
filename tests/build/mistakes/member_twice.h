/* says: member_twice\.h:[0-9]+: error: .*the name 'Melt' is used twice in a structure */
#define VF_KERNEL member_twice
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, "of snow") MEMBER(int, Melt, "of steps")
VF_CONSTANTS_TYPE(rates)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
