/* Neighbours in points and blocks; the original gets whole arrays. */
#define VF_KERNEL beside_blocks
#define VF_SUMMARY "t advances by the divergence of winds, for each tracer"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                             \
  READ  (real, wind,   levels_parts(2), reach(below(1, 0, 0), above(1, 1, 1)), "wind, m/s")  \
  READ  (real, height, surface, reach(1, 0, 1), "of the ground, m")                          \
  READ  (real, dnw,    profile, reach(1), "thickness of levels")                             \
  READ  (real, weight, table(2, 2), reach(0), "of sides")                                    \
  UPDATE(real, t,      species(levels), reach(0), "tracer")                                  \
  WRITE (real, flux,   half_levels, reach(0), "through half levels")                         \
  VALUE (real, dt, "time step, s")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)
VF_SWEEP(down, i, k)
{
  VF_LEVEL(t, i, k) = VF_LEVEL(t, i, k) - dt * (VF_LEVEL_PART(wind, i + 1, k, 1) - VF_LEVEL_PART(wind, i, k, 1)) -
                      dt * (VF_LEVEL_PART(wind, i, k, 2, block + 1) - VF_LEVEL_PART(wind, i, k, 2));
  VF_HALF(flux, i, k + 1) = VF_TABLE(weight, 1, 2) * VF_SURFACE(height, i, block - 1) * VF_PROFILE(dnw, k);
}
