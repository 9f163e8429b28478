/* A write with a reach owns less than the region that the declaration names. */
#define VF_KERNEL set_inner
#define VF_SUMMARY "x = value in the box"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  WRITE(real, x, same, reach(1), "field, one more each way") \
  VALUE(real, value, "in units of x")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = value; }
