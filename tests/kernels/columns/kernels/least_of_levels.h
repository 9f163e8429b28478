/* Independent levels with arrays over levels only: each level goes through all phases. */
#define VF_KERNEL least_of_levels
#define VF_SUMMARY "the least a/b of a level, and the part of each point in the sum of a/b of its level"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                \
  READ(real, a, levels, reach(0), "a field")                                    \
  READ(real, b, levels, reach(0), "another field")                              \
  WRITE(real, least, levels_of_block, reach(0), "least quotient of each level") \
  WRITE(real, part, levels, reach(0), "part in the sum")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, ratio, points_levels, "a/b") SCRATCH(real, sum, levels, "of a level")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(divide) LEVELS(gather) POINTS(share)
#define VF_INDEPENDENT_LEVELS 1

VF_POINTS_PHASE(divide, i, k) { VF_SCRATCH_AT(ratio, i, k) = VF_LEVEL(a, i, k) / VF_LEVEL(b, i, k); }

VF_LEVELS_PHASE(gather, k)
{
  real low = VF_SCRATCH_AT(ratio, kidia, k), total = 0;
  for (int i = kidia; i <= kfdia; i++) {
    low = VF_SCRATCH_AT(ratio, i, k) < low ? VF_SCRATCH_AT(ratio, i, k) : low;
    total = total + VF_SCRATCH_AT(ratio, i, k);
  }
  VF_PROFILE(least, k) = low;
  VF_SCRATCH_LEVEL(sum, k) = total;
}

VF_POINTS_PHASE(share, i, k) { VF_LEVEL(part, i, k) = VF_SCRATCH_AT(ratio, i, k) / VF_SCRATCH_LEVEL(sum, k); }
