/* A tridiagonal system along the levels of each column, by elimination down and substitution up. Conductivities lie on
 * the tops of layers, and the last layer reads the ghost level below it. */
#define VF_KERNEL solve_lines
#define VF_SUMMARY "(1 + ky(k) + ky(k+1)) z(k) - ky(k) z(k-1) - ky(k+1) z(k+1) = weight(k) r(k) + top(k+1) - top(k)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                          \
  READ(real, ky, levels, reach(below(0), above(1)), "conductivity at the tops of layers") \
  READ(real, r, levels, reach(0), "right-hand side")                                      \
  READ(real, top, half_levels, reach(0), "flux through half levels")                      \
  READ(real, weight, profile, reach(0), "weight of a level")                              \
  READ(real, ground, surface, reach(0), "gain of the last layer")                         \
  WRITE(real, cp, levels, reach(0), "superdiagonal after elimination")                    \
  UPDATE(real, z, levels, reach(below(0), above(1)), "solution")
#define VF_CARRIED(CARRY) CARRY(real, cp_above, 0) CARRY(real, z_above, 0)
#define VF_SWEEPS(DOWN, UP) DOWN(eliminate, 1, nlev) UP(substitute, 1, nlev - 1)

VF_SWEEP(eliminate, i, k)
{
  const real above = VF_LEVEL(ky, i, k), below = VF_LEVEL(ky, i, k + 1);
  const real inverse = 1 / ((1 + above + below) - above * VF_CARRIED_VALUE(cp_above));
  real right = VF_PROFILE(weight, k) * VF_LEVEL(r, i, k) + (VF_HALF(top, i, k + 1) - VF_HALF(top, i, k));
  if (k == nlev) right = right + VF_SURFACE(ground, i);
  VF_CARRIED_VALUE(cp_above) = below * inverse;
  VF_CARRIED_VALUE(z_above) = (right + above * VF_CARRIED_VALUE(z_above)) * inverse;
  VF_LEVEL(cp, i, k) = VF_CARRIED_VALUE(cp_above);
  VF_LEVEL(z, i, k) = VF_CARRIED_VALUE(z_above);
}

VF_SWEEP(substitute, i, k) { VF_LEVEL(z, i, k) = VF_LEVEL(z, i, k) + VF_LEVEL(cp, i, k) * VF_LEVEL(z, i, k + 1); }
