/* Right: a ghost is filled from the other side of the box. */
#define VF_KERNEL wraps
#define VF_SUMMARY "x(ghost) = x(other side)"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  UPDATE(real, x, same, reach(0), "field with a ghost layer")

VF_BODY(i, j, k, n)
{
  const int a = (box.upper[0] - box.lower[0] + 1) * VF_INWARD(0, face);
  const int b = (box.upper[1] - box.lower[1] + 1) * VF_INWARD(1, face);
  const int c = (box.upper[2] - box.lower[2] + 1) * VF_INWARD(2, face);
  VF_AT(x, i, j, k, n) = VF_AT(x, i + a, j + b, k + c, n);
}
