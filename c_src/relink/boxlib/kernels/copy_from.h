#define VF_KERNEL copy_from
#define VF_SUMMARY "Copies with an offset: d(i,j,k) = s((i,j,k) + offset)"
#define VF_POINTS all
#define VF_VALUES_BY_BOX 1
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE (real, d, same, reach(0), "destination")                                                \
  READ  (real, s, shifted(offset), reach(0), "source")                                          \
  VALUE (int3, offset, "indices of the source less those of the destination")

VF_BODY(i, j, k, n)
{
  VF_AT(d, i, j, k, n) = VF_AT(s, i + offset.at[0], j + offset.at[1], k + offset.at[2], n);
}
