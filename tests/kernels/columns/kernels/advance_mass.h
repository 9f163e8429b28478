/* Mass, flux through half levels and heat of a column from winds on its sides: the work of four nests of a weather
 * code. */
#define VF_KERNEL advance_mass
#define VF_SUMMARY \
  "mu, ww and t advance by the divergence of u and v, and t is advected with neighbours in i and by block"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                     \
  READ(real, u, levels, reach(below(0, 0, 0), above(1, 0, 0)), "wind on the sides in i")             \
  READ(real, v, levels, reach(below(0, 0, 0), above(0, 0, 1)), "wind on the sides in j, the blocks") \
  READ(real, t_1, levels, reach(below(1, 1, 1), above(1, 0, 1)), "heat before")                      \
  READ(real, ht, surface, reach(1, 0, 1), "height of the ground")                                    \
  READ(real, msf, surface, reach(0), "map factor")                                                   \
  READ(real, dnw, profile, reach(below(1), above(0)), "thickness of levels")                         \
  UPDATE(real, mu, surface, reach(0), "mass of the column")                                          \
  UPDATE(real, ww, levels, reach(1), "flux through the tops of levels")                              \
  UPDATE(real, t, levels, reach(0), "heat")                                                          \
  VALUE(real, rdx, "1/dx, 1/m")                                                                      \
  VALUE(real, rdy, "1/dy, 1/m")                                                                      \
  VALUE(real, dts, "time step, s")
#define VF_CARRIED(CARRY) CARRY(real, dmdt, 0)
#define VF_TEMPORARIES(TEMPORARY) TEMPORARY(real, dvdxi, levels, "divergence")
#define VF_SWEEPS(DOWN, UP) DOWN(divergence, 1, nlev) DOWN(mass, 1, 1) DOWN(flux, 2, nlev) DOWN(heat, 1, nlev)

VF_SWEEP(divergence, i, k)
{
  VF_TEMPORARY_AT(dvdxi, k) = VF_SURFACE(msf, i) * (rdy * (VF_LEVEL(v, i, k, block + 1) - VF_LEVEL(v, i, k)) +
                                                    rdx * (VF_LEVEL(u, i + 1, k) - VF_LEVEL(u, i, k)));
  VF_CARRIED_VALUE(dmdt) = VF_CARRIED_VALUE(dmdt) + VF_PROFILE(dnw, k) * VF_TEMPORARY_AT(dvdxi, k);
}
VF_SWEEP(mass, i, k)
{
  const real slope = rdx * (VF_SURFACE(ht, i + 1) - VF_SURFACE(ht, i - 1)) +
                     rdy * (VF_SURFACE(ht, i, block + 1) - VF_SURFACE(ht, i, block - 1));
  VF_SURFACE(mu, i) = VF_SURFACE(mu, i) + dts * (VF_CARRIED_VALUE(dmdt) + slope);
  VF_LEVEL(ww, i, 1) = slope;
}
VF_SWEEP(flux, i, k)
{
  VF_LEVEL(ww, i, k) =
      VF_LEVEL(ww, i, k - 1) - VF_PROFILE(dnw, k - 1) * (VF_CARRIED_VALUE(dmdt) + VF_TEMPORARY_AT(dvdxi, k - 1));
}
VF_SWEEP(heat, i, k)
{
  real through = 0;
  if (k > 1) through = VF_LEVEL(ww, i, k) * (VF_LEVEL(t_1, i, k) - VF_LEVEL(t_1, i, k - 1));
  VF_LEVEL(t, i, k) =
      VF_LEVEL(t, i, k) -
      dts * (rdy * (VF_LEVEL(v, i, k, block + 1) * (VF_LEVEL(t_1, i, k, block + 1) + VF_LEVEL(t_1, i, k)) -
                    VF_LEVEL(v, i, k) * (VF_LEVEL(t_1, i, k) + VF_LEVEL(t_1, i, k, block - 1))) +
             rdx * (VF_LEVEL(u, i + 1, k) * (VF_LEVEL(t_1, i + 1, k) + VF_LEVEL(t_1, i, k)) -
                    VF_LEVEL(u, i, k) * (VF_LEVEL(t_1, i, k) + VF_LEVEL(t_1, i - 1, k))) +
             through);
}
