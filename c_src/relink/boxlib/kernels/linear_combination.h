#define VF_KERNEL linear_combination
#define VF_SUMMARY "Combines two fields at offsets: d = a x((i,j,k) + x_offset) + b y((i,j,k) + y_offset)"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE (real, d, same, reach(0), "destination")                                                \
  VALUE (real, a, "factor of x")                                                                \
  READ  (real, x, shifted(x_offset), reach(0), "first source")                                  \
  VALUE (int3, x_offset, "indices of x less those of the destination")                          \
  VALUE (real, b, "factor of y")                                                                \
  READ  (real, y, shifted(y_offset), reach(0), "second source")                                 \
  VALUE (int3, y_offset, "indices of y less those of the destination")

VF_BODY(i, j, k, n)
{
  VF_AT(d, i, j, k, n) = a * VF_AT(x, i + x_offset.at[0], j + x_offset.at[1], k + x_offset.at[2], n) +
                        b * VF_AT(y, i + y_offset.at[0], j + y_offset.at[1], k + y_offset.at[2], n);
}
