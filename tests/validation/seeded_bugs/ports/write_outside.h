/* fill_value with a loop over i that runs one cell too far. */
#define VF_KERNEL write_outside
#define VF_SUMMARY "Wrong port: x = value, one cell beyond the high end in x too"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE(real, x, same, reach(0), "field to set")                                                \
  VALUE(real, value, "new value")

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) = value;
  if (i == box.upper[0]) VF_AT(x, i + 1, j, k, n) = value;
}
