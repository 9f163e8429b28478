/* A write with a reach owns less than the region that the declaration names. */
#define VF_KERNEL set_ends
#define VF_SUMMARY "x = value beside the box in x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  WRITE(real, x, same, reach(1), "field, one more each way") \
  VALUE(real, value, "in units of x")

VF_BODY(i, j, k, n)
{
  if (i == box.lower[0]) VF_AT(x, i - 1, j, k, n) = value;
}
