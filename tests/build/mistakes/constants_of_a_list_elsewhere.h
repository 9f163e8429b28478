/* says: once: constants_of_a_list_elsewhere\.h:11:[0-9]+: error: .*argument c: constants\(rates\) is no type of values, which are: .*constants\(structure\) */
#define VF_KERNEL constants_of_a_list_elsewhere
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#include <stddef.h> /* a file that the reader does not read */

#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(constants(rates), c, "rates")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
