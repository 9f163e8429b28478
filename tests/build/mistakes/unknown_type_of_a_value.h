/* says: once: unknown_type_of_a_value\.h:9:[0-9]+: error: .*argument w: double is no type of values, which are: real int real3 int3 box boundary */
#define VF_KERNEL unknown_type_of_a_value
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(double, w, "number")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = w; }
