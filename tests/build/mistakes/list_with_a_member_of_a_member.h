/* says: ^[^ ]*included/rates_of_a_part\.h:4: error: viewfab: member snow%melt: a member stands in the type itself; pass snow, the inner structure, as an argument of its own, with a list for its type *$ */
#define VF_KERNEL list_with_a_member_of_a_member
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#include "included/rates_of_a_part.h"
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
