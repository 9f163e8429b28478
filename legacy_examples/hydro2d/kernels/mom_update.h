#define VF_KERNEL mom_update
#define VF_SUMMARY "Velocities of nodes after the momentum fluxes of a direction"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                       \
  VALUE(int3, inc, "1 in the direction of the sweep, else 0")                                          \
  READ(real, mass_pre, same, reach(0), "of nodes before the sweep")                                    \
  READ(real, mass_post, same, reach(0), "of nodes after the sweep")                                    \
  READ(real, momentum_flux, same, reach(below(1, 1), above(0)), "momentum that leaves nodes upwards")  \
  UPDATE(real, velocity, same, reach(0), "a component")

VF_BODY(i, j, n)
{
  const real gain = VF_AT(momentum_flux, i - inc.at[0], j - inc.at[1], n) - VF_AT(momentum_flux, i, j, n);
  VF_AT(velocity, i, j, n) = (VF_AT(velocity, i, j, n) * VF_AT(mass_pre, i, j, n) + gain) / VF_AT(mass_post, i, j, n);
}
