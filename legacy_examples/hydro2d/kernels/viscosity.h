#define VF_KERNEL viscosity
#define VF_SUMMARY \
  "Artificial viscosity: density jump (soundspeed / 2 + 3/2 jump), jump of the velocity along the pressure gradient"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)               \
  READ(real, celldx, along(i), reach(1, 0), "widths of cells") \
  READ(real, celldy, along(j), reach(0, 1), "widths of cells") \
  READ(real, density, same, reach(0), "of cells")              \
  READ(real, pressure, same, reach(1, 1), "of cells")          \
  READ(real, soundspeed, same, reach(0), "of cells")           \
  READ(real, xvel, nodes, reach(0), "of nodes")                \
  READ(real, yvel, nodes, reach(0), "of nodes")                \
  WRITE(real, q, same, reach(0), "viscosity, a pressure")

VF_INLINE real at_least(real floor, real a) { return a > floor ? a : floor; }

/* Values for compressed cells alone stand behind the test. */
VF_BODY(i, j, n)
{
  const real half = (real)0.5, small = (real)1.0e-30;
  const real dx = VF_AT(celldx, i), dy = VF_AT(celldy, j);
  const real u_sw = VF_AT(xvel, i, j, n), u_se = VF_AT(xvel, i + 1, j, n);
  const real u_nw = VF_AT(xvel, i, j + 1, n), u_ne = VF_AT(xvel, i + 1, j + 1, n);
  const real v_sw = VF_AT(yvel, i, j, n), v_se = VF_AT(yvel, i + 1, j, n);
  const real v_nw = VF_AT(yvel, i, j + 1, n), v_ne = VF_AT(yvel, i + 1, j + 1, n);
  const real ux = half * ((u_se + u_ne) - (u_sw + u_nw)) / dx;
  const real vy = half * ((v_nw + v_ne) - (v_sw + v_se)) / dy;
  real result = 0;
  if (ux + vy < 0) {
    const real vx = half * ((v_se + v_ne) - (v_sw + v_nw)) / dx;
    const real uy = half * ((u_nw + u_ne) - (u_sw + u_se)) / dy;
    const real px = (VF_AT(pressure, i + 1, j, n) - VF_AT(pressure, i - 1, j, n)) /
                    (dx + half * (VF_AT(celldx, i - 1) + VF_AT(celldx, i + 1)));
    const real py = (VF_AT(pressure, i, j + 1, n) - VF_AT(pressure, i, j - 1, n)) /
                    (dy + half * (VF_AT(celldy, j - 1) + VF_AT(celldy, j + 1)));
    const real gradient2 = px * px + py * py;
    const real strain = gradient2 > small ? (px * px * ux + px * py * (uy + vx) + py * py * vy) / gradient2 : 0;
    if (strain < 0) {
      const real over_x = dx / at_least(small, VF_ABS(px)), over_y = dy / at_least(small, VF_ABS(py));
      const real jump = -strain * (VF_SQRT(gradient2) * (over_x < over_y ? over_x : over_y));
      result = VF_AT(density, i, j, n) * jump * (half * VF_AT(soundspeed, i, j, n) + (real)1.5 * jump);
    }
  }
  VF_AT(q, i, j, n) = result;
}
