#define VF_KERNEL divide_protected
#define VF_SUMMARY "Divides by a field at an offset where that is not 0: d = d / s((i,j,k) + offset) where s /= 0, d elsewhere"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, d, same, reach(0), "destination")                                                \
  READ  (real, s, shifted(offset), reach(0), "source")                                          \
  VALUE (int3, offset, "indices of the source less those of the destination")

VF_BODY(i, j, k, n)
{
  const real divisor = VF_AT(s, i + offset.at[0], j + offset.at[1], k + offset.at[2], n), before = VF_AT(d, i, j, k, n);
  VF_AT(d, i, j, k, n) = divisor != 0 ? before / divisor : before;
}
