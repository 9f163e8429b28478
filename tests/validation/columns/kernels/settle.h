/* Falling species: the tendency of each layer from the fluxes at its two half levels, and the flux into the surface. */
#define VF_KERNEL settle
#define VF_SUMMARY \
  "tendency(k) = tendency(k) + g (flux(k+1) - flux(k))/(ph(k+1) - ph(k)), fallen = sum of flux(k+1) - flux(k)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                  \
  READ(real, ph, half_levels, reach(0), "pressure on half levels, Pa")            \
  READ(real, flux, species(half_levels), reach(0), "downward flux, kg/m2/s")      \
  UPDATE(real, tendency, species(levels), reach(0), "1/s")                        \
  WRITE(real, fallen, species(surface), reach(0), "flux at the surface, kg/m2/s") \
  VALUE(real, gravity, "m/s2")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0)
#define VF_SWEEPS(DOWN, UP) DOWN(fall, 1, nlev)

VF_SWEEP(fall, i, k)
{
  const real change = VF_HALF(flux, i, k + 1) - VF_HALF(flux, i, k);
  VF_LEVEL(tendency, i, k) = VF_LEVEL(tendency, i, k) + gravity * change / (VF_HALF(ph, i, k + 1) - VF_HALF(ph, i, k));
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + change;
  if (k == nlev) VF_SURFACE(fallen, i) = VF_CARRIED_VALUE(sum);
}
