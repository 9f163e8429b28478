#define VF_KERNEL node_mass
#define VF_SUMMARY \
  "Masses of the nodes after a sweep, from the cells around them, and before, from the passed mass; heat = 0"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                          \
  VALUE(int3, inc, "1 in the direction of the sweep, else 0")                             \
  READ(real, density, cells, reach(0), "of cells after the sweep")                        \
  READ(real, post_vol, cells, reach(0), "volumes of cells after the sweep")               \
  READ(real, node_flux, same, reach(below(1, 1), above(0)), "mass leaving nodes upwards") \
  WRITE(real, mass_post, same, reach(0), "of nodes after the sweep")                      \
  WRITE(real, mass_pre, same, reach(0), "of nodes before the sweep")                      \
  WRITE(real, heat, same, reach(0), "kinetic energy lost so far, none")

VF_BODY(i, j, n)
{
  const real mass = (real)0.25 * ((VF_AT(density, i - 1, j - 1, n) * VF_AT(post_vol, i - 1, j - 1, n) +
                                   VF_AT(density, i, j - 1, n) * VF_AT(post_vol, i, j - 1, n)) +
                                  (VF_AT(density, i - 1, j, n) * VF_AT(post_vol, i - 1, j, n) +
                                   VF_AT(density, i, j, n) * VF_AT(post_vol, i, j, n)));
  const real lost = VF_AT(node_flux, i, j, n) - VF_AT(node_flux, i - inc.at[0], j - inc.at[1], n);
  VF_AT(mass_post, i, j, n) = mass;
  VF_AT(mass_pre, i, j, n) = mass + lost;
  VF_AT(heat, i, j, n) = 0;
}
