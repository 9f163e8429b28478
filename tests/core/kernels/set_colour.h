/* Only writes, and a single colour at a time: the other half of the box keeps its values. */
#define VF_KERNEL set_colour
#define VF_SUMMARY "x = value on one colour"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(real, value, "in units of x")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = value; }
