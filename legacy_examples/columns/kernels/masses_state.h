/* Temperature and wind from their masses in the new layers. */
#define VF_KERNEL masses_state
#define VF_SUMMARY "(t, v1, v2) = mass/dp_new, dp = dp_new"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                  \
  READ(real, mass, levels_species(3), reach(0), "masses of temperature and wind") \
  READ(real, dp_new, levels, reach(0), "thickness of the new layers, Pa")         \
  WRITE(real, t, levels, reach(0), "temperature, K")                              \
  WRITE(real, v, levels_parts(2), reach(0), "wind, m/s")                          \
  WRITE(real, dp, levels, reach(0), "thickness of layers, Pa")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(divide)
#define VF_INDEPENDENT_LEVELS 1

VF_POINTS_PHASE(divide, i, k)
{
  const real thickness = VF_LEVEL(dp_new, i, k);
  VF_LEVEL(t, i, k) = VF_LEVEL_OF(mass, i, k, 1) / thickness;
  VF_LEVEL_PART(v, i, k, 1) = VF_LEVEL_OF(mass, i, k, 2) / thickness;
  VF_LEVEL_PART(v, i, k, 2) = VF_LEVEL_OF(mass, i, k, 3) / thickness;
  VF_LEVEL(dp, i, k) = thickness;
}
