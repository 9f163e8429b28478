#define VF_KERNEL cell_update
#define VF_SUMMARY "Density and energy of cells after the fluxes of a direction"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                       \
  VALUE(int3, inc, "1 in the direction of the sweep, else 0")                          \
  READ(real, pre_vol, same, reach(0), "volumes before the sweep")                      \
  READ(real, post_vol, same, reach(0), "volumes after the sweep")                      \
  READ(real, mass_flux, same, reach(below(0), above(1, 1)), "through the lower faces") \
  READ(real, ener_flux, same, reach(below(0), above(1, 1)), "through the lower faces") \
  UPDATE(real, density, same, reach(0), "of cells")                                    \
  UPDATE(real, energy, same, reach(0), "of cells")

VF_BODY(i, j, n)
{
  const int ni = i + inc.at[0], nj = j + inc.at[1];
  const real pre_mass = VF_AT(density, i, j, n) * VF_AT(pre_vol, i, j, n);
  const real post_mass = pre_mass + (VF_AT(mass_flux, i, j, n) - VF_AT(mass_flux, ni, nj, n));
  const real gain = VF_AT(ener_flux, i, j, n) - VF_AT(ener_flux, ni, nj, n);
  const real after = (VF_AT(energy, i, j, n) * pre_mass + gain) / post_mass;
  const real rho = post_mass / VF_AT(post_vol, i, j, n);
  VF_AT(energy, i, j, n) = after;
  VF_AT(density, i, j, n) = rho;
}
