/* Temperature and wind as masses, which go from layers to other layers like masses of tracers. */
#define VF_KERNEL state_masses
#define VF_SUMMARY "mass = (t dp, v1 dp, v2 dp)"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)              \
  READ(real, t, levels, reach(0), "temperature, K")           \
  READ(real, v, levels_parts(2), reach(0), "wind, m/s")       \
  READ(real, dp, levels, reach(0), "thickness of layers, Pa") \
  WRITE(real, mass, levels_species(3), reach(0), "their masses")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(multiply)
#define VF_INDEPENDENT_LEVELS 1

VF_POINTS_PHASE(multiply, i, k)
{
  const real thickness = VF_LEVEL(dp, i, k);
  VF_LEVEL_OF(mass, i, k, 1) = VF_LEVEL(t, i, k) * thickness;
  VF_LEVEL_OF(mass, i, k, 2) = VF_LEVEL_PART(v, i, k, 1) * thickness;
  VF_LEVEL_OF(mass, i, k, 3) = VF_LEVEL_PART(v, i, k, 2) * thickness;
}
