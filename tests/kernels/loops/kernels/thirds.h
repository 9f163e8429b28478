#define VF_KERNEL thirds
#define VF_SUMMARY "Each of three fine values along a line gets three times its parent, at floor(i/3) + 1"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                        \
  READ(real, parent, coarsened_by(3, 1), reach(0), "at floor(i/3) + 1") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, n)
{
  const int p = (i >= 0 ? i / 3 : -((2 - i) / 3)) + 1;
  VF_AT(y, i, n) = 3 * VF_AT(parent, p, n);
}
