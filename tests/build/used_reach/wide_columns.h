/* The same over columns: t in levels, u in points and blocks; q as it reads. */
#define VF_KERNEL wide_columns
#define VF_SUMMARY "w = neighbours of t, q and u"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                     \
  READ(real, t, levels, reach(2), "too wide")                                        \
  READ(real, q, levels, reach(below(1), above(0)), "as wide")                        \
  READ(real, u, levels, reach(below(1, 0, 1), above(1, 0, 1)), "too wide on one side") \
  WRITE(real, w, levels, reach(0), "sum")
#define VF_SWEEPS(DOWN, UP) DOWN(add, 1, nlev)

VF_SWEEP(add, i, k)
{
  real sum = VF_LEVEL(t, i, k) + VF_LEVEL(u, i + 1, k) + VF_LEVEL(u, i, k, block - 1);
  if (k > 1) sum = sum + VF_LEVEL(q, i, k - 1) + VF_LEVEL(t, i, k - 1);
  VF_LEVEL(w, i, k) = sum;
}
