/* says: ^[^ ]*module_of_constants_in_capitals\.h:6: error: viewfab: VF_MODULE_RATES names the module of no list; the list is VF_CONSTANTS_rates, and C tells capitals from small letters *$ */
#define VF_KERNEL module_of_constants_in_capitals
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, "of snow") MEMBER(int, most, "of steps")
#define VF_MODULE_RATES rates_of_code
VF_CONSTANTS_TYPE(rates)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
