/* Columns that read their neighbours in points, levels and blocks. */
#define VF_KERNEL smear
#define VF_SUMMARY "y = x + part (x of the points, of the blocks on both sides and of the level above - 5 x)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                          \
  READ(real, x, species(levels), reach(below(1, 1, 1), above(1, 0, 1)), "field to smear") \
  WRITE(real, y, species(levels), reach(0), "smeared")                                    \
  VALUE(real, part, "share of each neighbour")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k)
{
  const real own = VF_LEVEL(x, i, k), above = k > 1 ? VF_LEVEL(x, i, k - 1) : own;
  VF_LEVEL(y, i, k) = own + part * ((VF_LEVEL(x, i - 1, k) + VF_LEVEL(x, i + 1, k)) +
                                    (VF_LEVEL(x, i, k, block - 1) + VF_LEVEL(x, i, k, block + 1)) + (above - 5 * own));
}
