/* The summary of a hydrodynamics code: five sums in one pass. */
#define VF_KERNEL five_totals
#define VF_SUMMARY "Volume, mass, internal and kinetic energy, and pressure times volume, over the box"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                 \
  READ(real, density, same, reach(0), "density")                 \
  READ(real, energy, same, reach(0), "energy of a unit of mass") \
  READ(real, pressure, same, reach(0), "pressure")               \
  READ(real, speed, same, reach(0), "speed")                     \
  VALUE(real, volume, "of a cell")
#define VF_RESULTS(SUM, MIN, MAX)  \
  SUM(space, "volume")             \
  SUM(mass, "mass")                \
  SUM(internal, "internal energy") \
  SUM(kinetic, "kinetic energy")   \
  SUM(press, "pressure times volume")

VF_BODY(i, j, k, n)
{
  const real v = VF_AT(speed, i, j, k, n), of_cell = VF_AT(density, i, j, k, n) * volume;
  VF_GIVE(space, volume);
  VF_GIVE(mass, of_cell);
  VF_GIVE(internal, of_cell * VF_AT(energy, i, j, k, n));
  VF_GIVE(kinetic, of_cell * ((real)0.5 * v * v));
  VF_GIVE(press, volume * VF_AT(pressure, i, j, k, n));
}
