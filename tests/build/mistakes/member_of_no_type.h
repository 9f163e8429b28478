/* says: once: member_of_no_type\.h:6:[0-9]+: error: .*member melt: double is no type of constants, which are: real int logical reals\(1\.\.16\) ints\(1\.\.16\) */
#define VF_KERNEL member_of_no_type
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_CONSTANTS_rates(MEMBER) MEMBER(double, melt, "of snow") MEMBER(int, most, "of steps")
VF_CONSTANTS_TYPE(rates)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
