/* says: included/rates_once\.h:2: error: viewfab generator: kernel list_of_constants_once: take this include guard away: .* float and again for double */
#define VF_KERNEL list_of_constants_once
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#include "included/rates_once.h"
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
