#define VF_KERNEL node_flux_y
#define VF_SUMMARY \
  "Mass from node j to node j+1 in a sweep: the mean of the four y faces around the middle between both nodes"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                             \
  READ(real, mass_flux_y, face(1), reach(below(0), above(0, 1)), "mass through the y faces") \
  WRITE(real, node_flux, same, reach(0), "mass leaving the node upwards in y")

VF_BODY(i, j, n)
{
  VF_AT(node_flux, i, j, n) = (real)0.25 * ((VF_AT(mass_flux_y, i - 1, j, n) + VF_AT(mass_flux_y, i, j, n)) +
                                            (VF_AT(mass_flux_y, i - 1, j + 1, n) + VF_AT(mass_flux_y, i, j + 1, n)));
}
