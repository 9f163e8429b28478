#define VF_KERNEL summary_sums
#define VF_SUMMARY "Sums over cells of volume, mass, internal and kinetic energy, and pressure times volume"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)          \
  READ(real, volume, same, reach(0), "of cells")          \
  READ(real, density, same, reach(0), "of cells")         \
  READ(real, energy, same, reach(0), "of a unit of mass") \
  READ(real, pressure, same, reach(0), "of cells")        \
  READ(real, xvel, nodes, reach(0), "of nodes")           \
  READ(real, yvel, nodes, reach(0), "of nodes")
#define VF_RESULTS(SUM, MIN, MAX)  \
  SUM(vol, "volume")               \
  SUM(mass, "mass")                \
  SUM(internal, "internal energy") \
  SUM(kinetic, "kinetic energy")   \
  SUM(press, "pressure times volume")

VF_INLINE real square_of_speed(real u, real v) { return u * u + v * v; }

VF_BODY(i, j, n)
{
  const real cell = VF_AT(volume, i, j, n), cell_mass = cell * VF_AT(density, i, j, n);
  const real speed2 = (real)0.25 * (square_of_speed(VF_AT(xvel, i, j, n), VF_AT(yvel, i, j, n)) +
                                    square_of_speed(VF_AT(xvel, i + 1, j, n), VF_AT(yvel, i + 1, j, n)) +
                                    square_of_speed(VF_AT(xvel, i, j + 1, n), VF_AT(yvel, i, j + 1, n)) +
                                    square_of_speed(VF_AT(xvel, i + 1, j + 1, n), VF_AT(yvel, i + 1, j + 1, n)));
  VF_GIVE(vol, cell);
  VF_GIVE(mass, cell_mass);
  VF_GIVE(internal, cell_mass * VF_AT(energy, i, j, n));
  VF_GIVE(kinetic, (real)0.5 * cell_mass * speed2);
  VF_GIVE(press, cell * VF_AT(pressure, i, j, n));
}
