#define VF_KERNEL plane_five
#define VF_SUMMARY "Five points of a plane: y = x(i-1) + x(i+1) + x(j-1) + x(j+1) - 4 x"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)   \
  READ(real, x, same, reach(1), "field of rank 2") \
  WRITE(real, y, same, reach(0), "difference")

VF_BODY(i, j, n)
{
  VF_AT(y, i, j, n) = VF_AT(x, i - 1, j, n) + VF_AT(x, i + 1, j, n) + VF_AT(x, i, j - 1, n) + VF_AT(x, i, j + 1, n) -
                      4 * VF_AT(x, i, j, n);
}
