/* Rank 2, on a single colour, with an array along one direction of the plane. */
#define VF_KERNEL plane_totals
#define VF_SUMMARY "x = x w(j) on one colour, with what that gives"
#define VF_RANK 2
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")       \
  READ(real, w, along(j), reach(0), "factor of each row")
#define VF_RESULTS(SUM, MIN, MAX) \
  SUM(total, "sum")               \
  MAX(most, "largest", place)

VF_BODY(i, j, n)
{
  const real v = VF_AT(x, i, j, n) * VF_AT(w, j);
  VF_AT(x, i, j, n) = v;
  VF_GIVE(total, v);
  VF_GIVE(most, v);
}
