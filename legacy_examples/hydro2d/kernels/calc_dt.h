#define VF_KERNEL calc_dt
#define VF_SUMMARY \
  "Largest stable step: cfl min(dx / (s + u), dy / (s + v), 1 / abs(divergence)), s^2 = soundspeed^2 + 2 q / density"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  VALUE(real, cfl, "safety factor")                         \
  READ(real, celldx, along(i), reach(0), "widths of cells") \
  READ(real, celldy, along(j), reach(0), "widths of cells") \
  READ(real, density, same, reach(0), "of cells")           \
  READ(real, viscosity, same, reach(0), "of cells")         \
  READ(real, soundspeed, same, reach(0), "of cells")        \
  READ(real, xvel, nodes, reach(0), "of nodes")             \
  READ(real, yvel, nodes, reach(0), "of nodes")
#define VF_RESULTS(SUM, MIN, MAX) MIN(dt, "largest stable step", place)

/* Plain comparisons: VF_MAX and VF_MIN look for NaN too. */
VF_INLINE real larger(real a, real b) { return a > b ? a : b; }
VF_INLINE real smaller(real a, real b) { return a < b ? a : b; }

VF_BODY(i, j, n)
{
  const real half = (real)0.5, dx = VF_AT(celldx, i), dy = VF_AT(celldy, j), c = VF_AT(soundspeed, i, j, n);
  const real u_sw = VF_AT(xvel, i, j, n), u_se = VF_AT(xvel, i + 1, j, n);
  const real u_nw = VF_AT(xvel, i, j + 1, n), u_ne = VF_AT(xvel, i + 1, j + 1, n);
  const real v_sw = VF_AT(yvel, i, j, n), v_se = VF_AT(yvel, i + 1, j, n);
  const real v_nw = VF_AT(yvel, i, j + 1, n), v_ne = VF_AT(yvel, i + 1, j + 1, n);
  const real sound = VF_SQRT(c * c + 2 * VF_AT(viscosity, i, j, n) / VF_AT(density, i, j, n));
  const real u = larger(larger(VF_ABS(u_sw), VF_ABS(u_se)), larger(VF_ABS(u_nw), VF_ABS(u_ne)));
  const real v = larger(larger(VF_ABS(v_sw), VF_ABS(v_se)), larger(VF_ABS(v_nw), VF_ABS(v_ne)));
  const real divergence = half * ((u_se + u_ne) - (u_sw + u_nw)) / dx + half * ((v_nw + v_ne) - (v_sw + v_se)) / dy;
  VF_GIVE(dt,
          cfl * smaller(smaller(dx / (sound + u), dy / (sound + v)), 1 / larger(VF_ABS(divergence), (real)1.0e-30)));
}
