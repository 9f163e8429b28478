#define VF_KERNEL carried_velocity
#define VF_SUMMARY \
  "The velocity of the mass from a node to the next node: velocity of the donor node with a limited slope"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                               \
  VALUE(int3, inc, "1 in the direction of the sweep, else 0")                                  \
  READ(real, node_flux, same, reach(0), "mass leaving nodes upwards")                          \
  READ(real, mass_pre, same, reach(below(0), above(1, 1)), "of nodes before the sweep")        \
  READ(real, velocity, same, reach(below(1, 1), above(2, 2)), "a component, before the sweep") \
  WRITE(real, carried, same, reach(0), "velocity of the mass leaving nodes upwards")

/* The mean of two differences, but at most twice the smaller difference, and 0 if their signs differ. */
VF_INLINE real slope_of_nodes(real a, real b)
{
  const real bound = 2 * (VF_ABS(a) < VF_ABS(b) ? VF_ABS(a) : VF_ABS(b)), mean = (real)0.5 * VF_ABS(a + b);
  return a * b > 0 ? VF_SIGN(bound < mean ? bound : mean, a) : 0;
}

VF_BODY(i, j, n)
{
  const int di = inc.at[0], dj = inc.at[1];
  const real flux = VF_AT(node_flux, i, j, n);
  const real mass_below = VF_AT(mass_pre, i, j, n), mass_above = VF_AT(mass_pre, i + di, j + dj, n);
  const real v_1 = VF_AT(velocity, i - di, j - dj, n), v_2 = VF_AT(velocity, i, j, n);
  const real v_3 = VF_AT(velocity, i + di, j + dj, n), v_4 = VF_AT(velocity, i + 2 * di, j + 2 * dj, n);
  const bool upwards = flux > 0;
  const real v_up = upwards ? v_1 : v_4, v = upwards ? v_2 : v_3, v_down = upwards ? v_3 : v_2;
  const real part = VF_ABS(flux) / (upwards ? mass_below : mass_above);
  VF_AT(carried, i, j, n) = v + (real)0.5 * (1 - part) * slope_of_nodes(v - v_up, v_down - v);
}
