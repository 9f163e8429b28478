/* hydrostatic that sums the layers above in place of the layers below. */
#define VF_KERNEL scan_from_wrong_end
#define VF_SUMMARY \
  "p(k) = p(k-1) + (dp(k-1) + dp(k))/2, phi(k) = phis + sum below of R Tv dp/p + R Tv(k) dp(k)/(2 p(k))"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                            \
  READ(real, dp, levels, reach(0), "thickness of layers, Pa")               \
  READ(real, tv, levels, reach(0), "virtual temperature, K")                \
  READ(real, phis, surface, reach(0), "geopotential of the surface, m2/s2") \
  WRITE(real, p, levels, reach(0), "pressure in the middle of layers, Pa")  \
  WRITE(real, ph, half_levels, reach(0), "pressure on half levels, Pa")     \
  WRITE(real, phi, levels, reach(0), "geopotential, m2/s2")                 \
  VALUE(real, ptop, "pressure at the top, Pa")                              \
  VALUE(real, rgas, "gas constant, J/kg/K")
#define VF_CARRIED(CARRY)     \
  CARRY(real, p_above, ptop)  \
  CARRY(real, dp_above, 0)    \
  CARRY(real, ph_above, ptop) \
  CARRY(real, below, 0)
#define VF_SWEEPS(DOWN, UP) \
  DOWN(pressure, 1, nlev)   \
  DOWN(geopotential, 1, nlev)

VF_SWEEP(pressure, i, k)
{
  const real thickness = VF_LEVEL(dp, i, k);
  if (k == 1) VF_HALF(ph, i, 1) = ptop;
  VF_CARRIED_VALUE(p_above) = VF_CARRIED_VALUE(p_above) + (VF_CARRIED_VALUE(dp_above) + thickness) / 2;
  VF_CARRIED_VALUE(ph_above) = VF_CARRIED_VALUE(ph_above) + thickness;
  VF_CARRIED_VALUE(dp_above) = thickness;
  VF_LEVEL(p, i, k) = VF_CARRIED_VALUE(p_above);
  VF_HALF(ph, i, k + 1) = VF_CARRIED_VALUE(ph_above);
}

VF_SWEEP(geopotential, i, k)
{
  const real half = VF_LEVEL(dp, i, k) * (real)0.5 / VF_LEVEL(p, i, k);
  VF_LEVEL(phi, i, k) = VF_SURFACE(phis, i) + VF_CARRIED_VALUE(below) + rgas * VF_LEVEL(tv, i, k) * half;
  VF_CARRIED_VALUE(below) = VF_CARRIED_VALUE(below) + rgas * VF_LEVEL(tv, i, k) * (2 * half);
}
