#define VF_KERNEL add_constant
#define VF_SUMMARY "Adds a number to every cell: x = x + value"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(0), "field")                                                      \
  VALUE (real, value, "number to add, in the units of x")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) += value; }
