/* says: ^[^ ]*included/rates_without_a_type\.h:2: error: viewfab: the line VF_CONSTANTS_TYPE\(rates\) behind this list is missing *$ */
#define VF_KERNEL list_in_a_header_without_its_type
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#include "included/rates_without_a_type.h"
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
