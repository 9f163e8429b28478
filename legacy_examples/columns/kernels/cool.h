/* A cooling in place of radiation, so that vapour condenses: less cooling aloft. */
#define VF_KERNEL cool
#define VF_SUMMARY "t(k) = t(k) - rate p(k)/p(surface)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                          \
  READ(real, p, levels, reach(0), "pressure in the middle of layers, Pa") \
  READ(real, ph, half_levels, reach(0), "pressure on half levels, Pa")    \
  UPDATE(real, t, levels, reach(0), "temperature, K")                     \
  VALUE(real, rate, "cooling of a time step, K")
#define VF_CARRIED(CARRY) CARRY(real, surface_pressure, 0)
#define VF_SWEEPS(DOWN, UP) DOWN(bottom, nlev, nlev) DOWN(cool, 1, nlev)

VF_SWEEP(bottom, i, k) { VF_CARRIED_VALUE(surface_pressure) = VF_HALF(ph, i, k + 1); }

VF_SWEEP(cool, i, k)
{
  VF_LEVEL(t, i, k) = VF_LEVEL(t, i, k) - rate * (VF_LEVEL(p, i, k) / VF_CARRIED_VALUE(surface_pressure));
}
