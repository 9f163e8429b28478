/* The sum of the rain. */
#define VF_KERNEL gather_rain
#define VF_SUMMARY "rain = rain + dt flux(surface)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                     \
  READ(real, flux, half_levels, reach(0), "flux of rain, kg/(m2 s)") \
  UPDATE(real, rain, surface, reach(0), "what has fallen, kg/m2")    \
  VALUE(real, dt, "time step, s")
#define VF_SWEEPS(DOWN, UP) DOWN(gather, nlev, nlev)

VF_SWEEP(gather, i, k) { VF_SURFACE(rain, i) = VF_SURFACE(rain, i) + dt * VF_HALF(flux, i, k + 1); }
