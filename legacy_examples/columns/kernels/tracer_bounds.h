/* The least and the largest value of each tracer in each level of each element, before a stage. */
#define VF_KERNEL tracer_bounds
#define VF_SUMMARY "qmin, qmax = min, max over the points of a level of qdp/(dp_start - stages dt divdp_proj)"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                     \
  READ(real, dp_start, levels, reach(0), "thickness before the first stage, Pa")     \
  READ(real, divdp_proj, levels, reach(0), "divergence of the mean mass flux, Pa/s") \
  READ(real, qdp, species(levels), reach(0), "mass of the tracer, Pa")               \
  WRITE(real, qmin, species(levels_of_block), reach(0), "least qdp by mass of air")  \
  WRITE(real, qmax, species(levels_of_block), reach(0), "largest one")               \
  VALUE(int, stages, "stages before this stage")                                     \
  VALUE(real, dt, "length of a stage, s")
#define VF_SCRATCH(SCRATCH)                                                 \
  SCRATCH(real, thickness, points_levels, "thickness before the stage, Pa") \
  SCRATCH(real, ratio, points_levels, "mass of tracer by mass of air")
#define VF_BLOCK_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(air)
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(divide) LEVELS(compare)
#define VF_INDEPENDENT_LEVELS 1
#define VF_SIDE 4

enum { bounds_side = 4 };

VF_POINTS_PHASE(air, i, k)
{
  VF_SCRATCH_AT(thickness, i, k) = VF_LEVEL(dp_start, i, k) - stages * dt * VF_LEVEL(divdp_proj, i, k);
}

VF_POINTS_PHASE(divide, i, k) { VF_SCRATCH_AT(ratio, i, k) = VF_LEVEL(qdp, i, k) / VF_SCRATCH_AT(thickness, i, k); }

/* By the columns of an element first: the order makes no difference. */
VF_LEVELS_PHASE(compare, k)
{
  real least[bounds_side], most[bounds_side];
  VF_SIMD
  for (int column = 0; column < bounds_side; column++)
    least[column] = most[column] = VF_SCRATCH_AT(ratio, column + 1, k);
  for (int row = 1; row < bounds_side; row++) {
    VF_SIMD
    for (int column = 0; column < bounds_side; column++) {
      const real here = VF_SCRATCH_AT(ratio, bounds_side * row + column + 1, k);
      least[column] = here < least[column] ? here : least[column];
      most[column] = here > most[column] ? here : most[column];
    }
  }
  real low = least[0], high = most[0];
  for (int column = 1; column < bounds_side; column++) {
    low = least[column] < low ? least[column] : low;
    high = most[column] > high ? most[column] : high;
  }
  VF_PROFILE(qmin, k) = low;
  VF_PROFILE(qmax, k) = high;
}
