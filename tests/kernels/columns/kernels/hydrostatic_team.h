/* hydrostatic.h by teams in place of sweeps of columns: scans along the levels, and the independent work of every
 * point. */
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
#define VF_CARRIED(CARRY)    \
  CARRY(real, dp_above, 0)   \
  CARRY(real, ends, ptop, 2) \
  CARRY(real, below, 0)
#define VF_SCRATCH(SCRATCH)                            \
  SCRATCH(real, middle, points_levels, "pressure")     \
  SCRATCH(real, half, points_levels, "dp/(2 p)")       \
  SCRATCH(real, gas, points_levels, "R Tv")            \
  SCRATCH(real, edges, points_half_levels, "pressure") \
  SCRATCH(real, ground, points, "geopotential of the surface")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) \
  DOWN(pressure, 1, nlev) POINTS(terms) COLUMNS(store) UP(geopotential, 1, nlev)

VF_SWEEP(pressure, i, k)
{
  const real thickness = VF_LEVEL(dp, i, k);
  if (k == 1) VF_SCRATCH_HALF(edges, i, 1) = ptop;
  VF_CARRIED_OF(ends, 1) = VF_CARRIED_OF(ends, 1) + (VF_CARRIED_VALUE(dp_above) + thickness) / 2;
  VF_CARRIED_OF(ends, 2) = VF_CARRIED_OF(ends, 2) + thickness;
  VF_CARRIED_VALUE(dp_above) = thickness;
  VF_SCRATCH_AT(middle, i, k) = VF_CARRIED_OF(ends, 1);
  VF_SCRATCH_HALF(edges, i, k + 1) = VF_CARRIED_OF(ends, 2);
}

VF_POINTS_PHASE(terms, i, k)
{
  VF_SCRATCH_AT(half, i, k) = VF_LEVEL(dp, i, k) * (real)0.5 / VF_SCRATCH_AT(middle, i, k);
  VF_SCRATCH_AT(gas, i, k) = rgas * VF_LEVEL(tv, i, k);
  VF_LEVEL(p, i, k) = VF_SCRATCH_AT(middle, i, k);
}

VF_COLUMNS_PHASE(store, i)
{
  VF_SCRATCH_POINT(ground, i) = VF_SURFACE(phis, i);
  for (int k = 1; k <= nlev + 1; k++) VF_HALF(ph, i, k) = VF_SCRATCH_HALF(edges, i, k);
}

VF_SWEEP(geopotential, i, k)
{
  const real half_here = VF_SCRATCH_AT(half, i, k), gas_here = VF_SCRATCH_AT(gas, i, k);
  VF_LEVEL(phi, i, k) = VF_SCRATCH_POINT(ground, i) + VF_CARRIED_VALUE(below) + gas_here * half_here;
  VF_CARRIED_VALUE(below) = VF_CARRIED_VALUE(below) + gas_here * (2 * half_here);
}
