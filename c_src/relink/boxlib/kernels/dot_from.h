#define VF_KERNEL dot_from
#define VF_SUMMARY "Dot product with a field at an offset over the box and all components: result = sum of x y((i,j,k) + offset), added in double by a tree that the box alone fixes"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, x, same,            reach(0), "first field")                                      \
  READ (real, y, shifted(offset), reach(0), "second field; may be x")                           \
  VALUE(int3, offset, "indices of y less those of x")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n) * VF_AT(y, i + offset.at[0], j + offset.at[1], k + offset.at[2], n); }
