/* says: ^[^ ]*constants_in_capitals\.h:9: error: viewfab: there is no list VF_CONSTANTS_RATES\(MEMBER\), but there is VF_CONSTANTS_rates; C tells capitals from small letters *$ */
#define VF_KERNEL constants_in_capitals
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, "of snow") MEMBER(int, most, "of steps")
VF_CONSTANTS_TYPE(rates)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(RATES), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
