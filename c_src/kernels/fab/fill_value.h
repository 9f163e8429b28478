#define VF_KERNEL fill_value
#define VF_SUMMARY "Sets every cell of the box: x = value"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE(real, x, same, reach(0), "field to set, all its components")                            \
  VALUE(real, value, "new value, in the units of x")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = value; }
