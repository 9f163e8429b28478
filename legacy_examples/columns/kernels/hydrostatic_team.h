/* hydrostatic.h for few columns: a team of threads has a block of columns, and reads its arrays once. */
#define VF_KERNEL hydrostatic_team
#define VF_SUMMARY \
  "p(k) = p(k-1) + (dp(k-1) + dp(k))/2, phi(k) = phis + sum below of R Tv dp/p + R Tv(k) dp(k)/(2 p(k))"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                            \
  READ(real, dp, levels, reach(0), "thickness of layers, Pa")               \
  READ(real, tv, levels, reach(0), "virtual temperature, K")                \
  READ(real, phis, surface, reach(0), "geopotential of the surface, m2/s2") \
  WRITE(real, p, levels, reach(0), "pressure in the middle of layers, Pa")  \
  WRITE(real, ph, half_levels, reach(0), "pressure on half levels, Pa")     \
  WRITE(real, phi, levels, reach(0), "geopotential, m2/s2")                 \
  VALUE(real, ptop, "pressure at the top, Pa")                              \
  VALUE(real, rgas, "gas constant, J/kg/K")
#define VF_SCRATCH(SCRATCH)                                                        \
  SCRATCH(real, layer, points_levels, "thickness, then term for the layers above") \
  SCRATCH(real, middle, points_levels, "pressure in the middle, then half of a layer")
#define VF_CARRIED(CARRY)     \
  CARRY(real, p_above, ptop)  \
  CARRY(real, dp_above, 0)    \
  CARRY(real, ph_above, ptop) \
  CARRY(real, below, 0)
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) \
  POINTS(load) DOWN(pressure, 1, nlev) POINTS(terms) UP(geopotential, 1, nlev) POINTS(store)

VF_POINTS_PHASE(load, i, k) { VF_SCRATCH_AT(layer, i, k) = VF_LEVEL(dp, i, k); }

VF_SWEEP(pressure, i, k)
{
  const real thickness = VF_SCRATCH_AT(layer, i, k);
  VF_HALF(ph, i, k) = VF_CARRIED_VALUE(ph_above);
  VF_CARRIED_VALUE(p_above) = VF_CARRIED_VALUE(p_above) + (VF_CARRIED_VALUE(dp_above) + thickness) / 2;
  VF_CARRIED_VALUE(ph_above) = VF_CARRIED_VALUE(ph_above) + thickness;
  VF_CARRIED_VALUE(dp_above) = thickness;
  VF_SCRATCH_AT(middle, i, k) = VF_CARRIED_VALUE(p_above);
  if (k == nlev) VF_HALF(ph, i, nlev + 1) = VF_CARRIED_VALUE(ph_above);
}

VF_POINTS_PHASE(terms, i, k)
{
  const real half = VF_SCRATCH_AT(layer, i, k) * (real)0.5 / VF_SCRATCH_AT(middle, i, k), warm = VF_LEVEL(tv, i, k);
  VF_LEVEL(p, i, k) = VF_SCRATCH_AT(middle, i, k);
  VF_SCRATCH_AT(layer, i, k) = rgas * warm * (2 * half);
  VF_SCRATCH_AT(middle, i, k) = rgas * warm * half;
}

VF_SWEEP(geopotential, i, k)
{
  const real layer_here = VF_SCRATCH_AT(layer, i, k);
  VF_SCRATCH_AT(layer, i, k) = VF_CARRIED_VALUE(below);
  VF_CARRIED_VALUE(below) = VF_CARRIED_VALUE(below) + layer_here;
}

VF_POINTS_PHASE(store, i, k)
{
  VF_LEVEL(phi, i, k) = VF_SURFACE(phis, i) + VF_SCRATCH_AT(layer, i, k) + VF_SCRATCH_AT(middle, i, k);
}
