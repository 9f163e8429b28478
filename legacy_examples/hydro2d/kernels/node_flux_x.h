#define VF_KERNEL node_flux_x
#define VF_SUMMARY \
  "Mass from node i to node i+1 in a sweep: the mean of the four x faces around the middle between both nodes"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                             \
  READ(real, mass_flux_x, face(0), reach(below(0), above(1, 0)), "mass through the x faces") \
  WRITE(real, node_flux, same, reach(0), "mass leaving the node upwards in x")

VF_BODY(i, j, n)
{
  VF_AT(node_flux, i, j, n) = (real)0.25 * ((VF_AT(mass_flux_x, i, j - 1, n) + VF_AT(mass_flux_x, i, j, n)) +
                                            (VF_AT(mass_flux_x, i + 1, j - 1, n) + VF_AT(mass_flux_x, i + 1, j, n)));
}
