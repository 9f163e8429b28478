#define VF_KERNEL divide
#define VF_SUMMARY "Divides by a field at an offset: d = d / s((i,j,k) + offset)"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, d, same, reach(0), "destination")                                                \
  READ  (real, s, shifted(offset), reach(0), "source")                                          \
  VALUE (int3, offset, "indices of the source less those of the destination")

VF_BODY(i, j, k, n)
{
  VF_AT(d, i, j, k, n) = VF_AT(d, i, j, k, n) / VF_AT(s, i + offset.at[0], j + offset.at[1], k + offset.at[2], n);
}
