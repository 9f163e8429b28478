/* Least and largest of the tracers in each level of each element, before a stage. */
#define VF_KERNEL tracer_bounds
#define VF_SUMMARY "qmin, qmax = min, max over the points of a level of qdp/(dp_start - stages dt divdp_proj)"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                     \
  READ(real, dp_start, levels, reach(0), "thickness before the first stage, Pa")     \
  READ(real, divdp_proj, levels, reach(0), "divergence of the mean mass flux, Pa/s") \
  READ(real, qdp, species(levels), reach(0), "mass of the tracer, Pa")               \
  WRITE(real, qmin, species(levels_of_block), reach(0), "least qdp by mass of air")  \
  WRITE(real, qmax, species(levels_of_block), reach(0), "largest one")               \
  VALUE(int, stages, "stages that have been before this one")                        \
  VALUE(real, dt, "length of a stage, s")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, ratio, points_levels, "mass of tracer by mass of air")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(divide) LEVELS(compare)
#define VF_INDEPENDENT_LEVELS 1

VF_POINTS_PHASE(divide, i, k)
{
  VF_SCRATCH_AT(ratio, i, k) =
      VF_LEVEL(qdp, i, k) / (VF_LEVEL(dp_start, i, k) - stages * dt * VF_LEVEL(divdp_proj, i, k));
}

VF_LEVELS_PHASE(compare, k)
{
  real low = VF_SCRATCH_AT(ratio, kidia, k), high = low;
  for (int i = kidia + 1; i <= kfdia; i++) {
    const real here = VF_SCRATCH_AT(ratio, i, k);
    low = here < low ? here : low;
    high = here > high ? here : high;
  }
  VF_PROFILE(qmin, k) = low;
  VF_PROFILE(qmax, k) = high;
}
