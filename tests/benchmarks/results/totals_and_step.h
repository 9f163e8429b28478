/* The sums of five_totals and the largest stable step. */
#define VF_KERNEL totals_and_step
#define VF_SUMMARY "Five sums over the box, and the least width over speed"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                 \
  READ(real, density, same, reach(0), "density")                 \
  READ(real, energy, same, reach(0), "energy of a unit of mass") \
  READ(real, pressure, same, reach(0), "pressure")               \
  READ(real, speed, same, reach(0), "speed")                     \
  VALUE(real, volume, "of a cell")                               \
  VALUE(real, width, "of a cell")
#define VF_RESULTS(SUM, MIN, MAX)     \
  SUM(space, "volume")                \
  SUM(mass, "mass")                   \
  SUM(internal, "internal energy")    \
  SUM(kinetic, "kinetic energy")      \
  SUM(press, "pressure times volume") \
  MIN(step, "largest stable step")

VF_BODY(i, j, k, n)
{
  const real v = VF_AT(speed, i, j, k, n), of_cell = VF_AT(density, i, j, k, n) * volume;
  VF_GIVE(space, volume);
  VF_GIVE(mass, of_cell);
  VF_GIVE(internal, of_cell * VF_AT(energy, i, j, k, n));
  VF_GIVE(kinetic, of_cell * ((real)0.5 * v * v));
  VF_GIVE(press, volume * VF_AT(pressure, i, j, k, n));
  VF_GIVE(step, width / v);
}
