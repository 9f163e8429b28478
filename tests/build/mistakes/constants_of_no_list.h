/* says: ^[^ ]*constants_of_no_list\.h:8: error: viewfab: there is no list VF_CONSTANTS_rates\(MEMBER\) in this file, nor in a file that it includes *$ */
#define VF_KERNEL constants_of_no_list
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
/* no list */
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
