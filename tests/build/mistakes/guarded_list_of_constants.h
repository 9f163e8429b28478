/* says: included/guarded_rates\.h:2: error: viewfab generator: kernel guarded_list_of_constants: take this include guard away: .* float and again for double */
#define VF_KERNEL guarded_list_of_constants
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#include "included/guarded_rates.h"
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
