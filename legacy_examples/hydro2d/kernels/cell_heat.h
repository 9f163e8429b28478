#define VF_KERNEL cell_heat
#define VF_SUMMARY "Energy of cells with the kinetic energy lost by a sweep: a quarter of the energy of each corner"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                        \
  READ(real, density, same, reach(0), "of cells after the sweep")       \
  READ(real, post_vol, same, reach(0), "volumes after the sweep")       \
  READ(real, heat, nodes, reach(0), "kinetic energy lost in the sweep") \
  UPDATE(real, energy, same, reach(0), "of cells")

VF_BODY(i, j, n)
{
  const real quarter = (real)0.25 * ((VF_AT(heat, i, j, n) + VF_AT(heat, i + 1, j, n)) +
                                     (VF_AT(heat, i, j + 1, n) + VF_AT(heat, i + 1, j + 1, n)));
  VF_AT(energy, i, j, n) += quarter / (VF_AT(density, i, j, n) * VF_AT(post_vol, i, j, n));
}
