#define VF_KERNEL mom_update
#define VF_SUMMARY "A velocity of nodes after a sweep in a direction, and the kinetic energy lost by the sweep"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                          \
  VALUE(int3, inc, "1 in the direction of the sweep, else 0")                             \
  READ(real, mass_pre, same, reach(0), "of nodes before the sweep")                       \
  READ(real, mass_post, same, reach(0), "of nodes after the sweep")                       \
  READ(real, node_flux, same, reach(below(1, 1), above(0)), "mass leaving nodes upwards") \
  READ(real, carried, same, reach(below(1, 1), above(0)), "velocity of this mass")        \
  UPDATE(real, velocity, same, reach(0), "a component")                                   \
  UPDATE(real, heat, same, reach(0), "kinetic energy lost so far in the sweep")

VF_BODY(i, j, n)
{
  const int li = i - inc.at[0], lj = j - inc.at[1];
  const real pre = VF_AT(mass_pre, i, j, n), post = VF_AT(mass_post, i, j, n), before = VF_AT(velocity, i, j, n);
  const real speed_in = VF_AT(carried, li, lj, n), speed_out = VF_AT(carried, i, j, n);
  const real in = VF_AT(node_flux, li, lj, n) * speed_in, out = VF_AT(node_flux, i, j, n) * speed_out;
  const real after = (before * pre + (in - out)) / post;
  const real lost = (before * before * pre + (in * speed_in - out * speed_out)) - after * after * post;
  VF_AT(heat, i, j, n) += (real)0.5 * lost;
  VF_AT(velocity, i, j, n) = after;
}
