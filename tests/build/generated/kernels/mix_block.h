/* Teams. A name used only in the generated code of kernels over boxes is free here. */
#define VF_KERNEL mix_block
#define VF_SUMMARY "A mean over the points of each level"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                    \
  READ(real, lo, levels_parts(2), reach(0), "two parts of a vector")                \
  READ(real, weight, profile, reach(0), "of each level")                            \
  UPDATE(real, mean, species(levels_of_block), reach(0), "mean of the first part")  \
  WRITE(real, boxes, levels, reach(0), "what is left of the second part")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, half, points_levels, "half of the first part")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(halve) LEVELS(add)

VF_POINTS_PHASE(halve, i, k)
{
  VF_SCRATCH_AT(half, i, k) = VF_LEVEL_PART(lo, i, k, 1) / 2;
  VF_LEVEL(boxes, i, k) = VF_LEVEL_PART(lo, i, k, 2);
}

VF_LEVELS_PHASE(add, k)
{
  real sum = 0;
  for (int i = kidia; i <= kfdia; i++) sum = sum + VF_SCRATCH_AT(half, i, k);
  VF_PROFILE(mean, k) = VF_PROFILE(mean, k) + VF_PROFILE(weight, k) * sum;
}
