#define VF_KERNEL accelerate
#define VF_SUMMARY "Velocities of nodes after dt, by pressure and viscosity of the four cells around them"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                \
  VALUE(real, dt, "time")                                                       \
  READ(real, celldx, along(i), reach(below(1, 0), above(0)), "widths of cells") \
  READ(real, celldy, along(j), reach(below(0, 1), above(0)), "widths of cells") \
  READ(real, volume, cells, reach(0), "of cells")                               \
  READ(real, density, cells, reach(0), "of cells")                              \
  READ(real, pressure, cells, reach(0), "of cells")                             \
  READ(real, viscosity, cells, reach(0), "of cells")                            \
  READ(real, xvel0, same, reach(0), "before")                                   \
  READ(real, yvel0, same, reach(0), "before")                                   \
  WRITE(real, xvel1, same, reach(0), "after dt")                                \
  WRITE(real, yvel1, same, reach(0), "after dt")

VF_BODY(i, j, n)
{
  const real half = (real)0.5;
  const real mass =
      (real)0.25 *
      ((VF_AT(density, i - 1, j - 1, n) * VF_AT(volume, i - 1, j - 1, n) +
        VF_AT(density, i, j - 1, n) * VF_AT(volume, i, j - 1, n)) +
       (VF_AT(density, i - 1, j, n) * VF_AT(volume, i - 1, j, n) + VF_AT(density, i, j, n) * VF_AT(volume, i, j, n)));
  const real sw = VF_AT(pressure, i - 1, j - 1, n) + VF_AT(viscosity, i - 1, j - 1, n);
  const real se = VF_AT(pressure, i, j - 1, n) + VF_AT(viscosity, i, j - 1, n);
  const real nw = VF_AT(pressure, i - 1, j, n) + VF_AT(viscosity, i - 1, j, n);
  const real ne = VF_AT(pressure, i, j, n) + VF_AT(viscosity, i, j, n);
  const real in_x = VF_AT(celldy, j - 1) * (sw - se) + VF_AT(celldy, j) * (nw - ne);
  const real in_y = VF_AT(celldx, i - 1) * (sw - nw) + VF_AT(celldx, i) * (se - ne);
  const real u = VF_AT(xvel0, i, j, n) + dt * half * in_x / mass;
  const real v = VF_AT(yvel0, i, j, n) + dt * half * in_y / mass;
  VF_AT(xvel1, i, j, n) = u;
  VF_AT(yvel1, i, j, n) = v;
}
