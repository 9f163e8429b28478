/* copy by the square of the root, right only for fields that are never negative. */
#define VF_KERNEL nan_of_negative
#define VF_SUMMARY "Wrong port: destination = sqrt(source)^2"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, source,      same, reach(0), "field to copy")                                     \
  WRITE(real, destination, same, reach(0), "field that takes the values")

VF_BODY(i, j, k, n)
{
  const real root = VF_SQRT(VF_AT(source, i, j, k, n));
  VF_AT(destination, i, j, k, n) = root * root;
}
