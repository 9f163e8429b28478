#define VF_KERNEL xpay_from
#define VF_SUMMARY "Scales, and adds a field at an offset: d = s((i,j,k) + offset) + a d"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, d, same, reach(0), "destination")                                                \
  VALUE (real, a, "factor of d")                                                                \
  READ  (real, s, shifted(offset), reach(0), "source")                                          \
  VALUE (int3, offset, "indices of the source less those of the destination")

VF_BODY(i, j, k, n)
{
  VF_AT(d, i, j, k, n) = VF_AT(s, i + offset.at[0], j + offset.at[1], k + offset.at[2], n) + a * VF_AT(d, i, j, k, n);
}
