#define VF_KERNEL ideal_gas
#define VF_SUMMARY "Ideal gas: pressure = (gamma - 1) density energy, soundspeed = sqrt(gamma pressure / density)"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)          \
  VALUE(real, gamma, "ratio of specific heats")           \
  READ(real, density, same, reach(0), "of cells")         \
  READ(real, energy, same, reach(0), "of a unit of mass") \
  WRITE(real, pressure, same, reach(0), "of cells")       \
  WRITE(real, soundspeed, same, reach(0), "of cells")

VF_BODY(i, j, n)
{
  const real rho = VF_AT(density, i, j, n);
  const real p = (gamma - 1) * rho * VF_AT(energy, i, j, n);
  VF_AT(pressure, i, j, n) = p;
  VF_AT(soundspeed, i, j, n) = VF_SQRT(gamma * p / rho);
}
