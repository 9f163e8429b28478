#define VF_KERNEL pdv
#define VF_SUMMARY \
  "Density and energy of cells that move with the mean of two velocities, by the work of pressure and viscosity"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  VALUE(real, dt, "time")                                   \
  READ(real, celldx, along(i), reach(0), "widths of cells") \
  READ(real, celldy, along(j), reach(0), "widths of cells") \
  READ(real, volume, same, reach(0), "of cells")            \
  READ(real, density0, same, reach(0), "before")            \
  READ(real, energy0, same, reach(0), "before")             \
  READ(real, pressure, same, reach(0), "of cells")          \
  READ(real, viscosity, same, reach(0), "of cells")         \
  READ(real, xvel_a, nodes, reach(0), "one velocity")       \
  READ(real, yvel_a, nodes, reach(0), "one velocity")       \
  READ(real, xvel_b, nodes, reach(0), "the other velocity") \
  READ(real, yvel_b, nodes, reach(0), "the other velocity") \
  WRITE(real, density1, same, reach(0), "after dt")         \
  WRITE(real, energy1, same, reach(0), "after dt")

VF_BODY(i, j, n)
{
  const real quarter = (real)0.25, dx = VF_AT(celldx, i), dy = VF_AT(celldy, j);
  const real rho = VF_AT(density0, i, j, n), cell = VF_AT(volume, i, j, n);
  const real left =
      quarter * dt * dy *
      ((VF_AT(xvel_a, i, j, n) + VF_AT(xvel_a, i, j + 1, n)) + (VF_AT(xvel_b, i, j, n) + VF_AT(xvel_b, i, j + 1, n)));
  const real right = quarter * dt * dy *
                     ((VF_AT(xvel_a, i + 1, j, n) + VF_AT(xvel_a, i + 1, j + 1, n)) +
                      (VF_AT(xvel_b, i + 1, j, n) + VF_AT(xvel_b, i + 1, j + 1, n)));
  const real bottom =
      quarter * dt * dx *
      ((VF_AT(yvel_a, i, j, n) + VF_AT(yvel_a, i + 1, j, n)) + (VF_AT(yvel_b, i, j, n) + VF_AT(yvel_b, i + 1, j, n)));
  const real top = quarter * dt * dx *
                   ((VF_AT(yvel_a, i, j + 1, n) + VF_AT(yvel_a, i + 1, j + 1, n)) +
                    (VF_AT(yvel_b, i, j + 1, n) + VF_AT(yvel_b, i + 1, j + 1, n)));
  const real change = (right - left) + (top - bottom);
  const real stress = VF_AT(pressure, i, j, n) + VF_AT(viscosity, i, j, n);
  const real after = VF_AT(energy0, i, j, n) - stress * change / (rho * cell);
  VF_AT(energy1, i, j, n) = after;
  VF_AT(density1, i, j, n) = rho * (cell / (cell + change));
}
