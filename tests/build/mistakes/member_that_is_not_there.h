/* says: once: member_that_is_not_there\.h:11:[0-9]+: error: .*has no member named .+freeze */
#define VF_KERNEL member_that_is_not_there
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, "of snow") MEMBER(int, most, "of steps")
VF_CONSTANTS_TYPE(rates)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.freeze; }
