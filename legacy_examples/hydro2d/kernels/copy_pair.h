#define VF_KERNEL copy_pair
#define VF_SUMMARY "Two fields to two others: a_copy = a, b_copy = b"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, a, same, reach(0), "one field")     \
  READ(real, b, same, reach(0), "another")       \
  WRITE(real, a_copy, same, reach(0), "of a")    \
  WRITE(real, b_copy, same, reach(0), "of b")

VF_BODY(i, j, n)
{
  const real first = VF_AT(a, i, j, n), second = VF_AT(b, i, j, n);
  VF_AT(a_copy, i, j, n) = first;
  VF_AT(b_copy, i, j, n) = second;
}
