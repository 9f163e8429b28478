#define VF_KERNEL add_product
#define VF_SUMMARY "Adds a product: d = d + s1 s2"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, d, same, reach(0), "destination")                                                \
  READ  (real, s1, same, reach(0), "first factor")                                              \
  READ  (real, s2, same, reach(0), "second factor")

VF_BODY(i, j, k, n)
{
  VF_AT(d, i, j, k, n) = VF_AT(d, i, j, k, n) + VF_AT(s1, i, j, k, n) * VF_AT(s2, i, j, k, n);
}
