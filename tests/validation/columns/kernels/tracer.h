/* A tracer's mass after one step of advection on an element of 4 x 4 points, limited to [qmin, qmax]. */
#define VF_KERNEL tracer
#define VF_SUMMARY "qdp_new = spheremp limit(qdp - dt div(vstar qdp)), limited with conserved mass on each level"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                        \
  READ(real, dvv, table(4, 4), reach(0), "dvv(m, l): derivative of basis m at point l")                 \
  READ(real, dinv, parts(4), reach(0), "inverse metric (4 parts: 11 21 12 22)")                         \
  READ(real, metdet, surface, reach(0), "determinant of the metric")                                    \
  READ(real, spheremp, surface, reach(0), "weights of the points, rad2")                                \
  READ(real, vstar, levels_parts(2), reach(0), "velocity, m/s")                                         \
  READ(real, dpmass, levels, reach(0), "thickness after the step, Pa")                                  \
  READ(real, qdp, species(levels), reach(0), "tracer mass before, Pa")                                  \
  UPDATE(real, qmin, species(levels_of_block), reach(0), "lower bound of the level; relaxed if needed") \
  UPDATE(real, qmax, species(levels_of_block), reach(0), "upper bound of the level; relaxed if needed") \
  WRITE(real, qdp_new, species(levels), reach(0), "tracer mass after, times spheremp")                  \
  VALUE(real, dt, "time step, s")                                                                       \
  VALUE(real, rrearth, "1 / radius, 1/m")
#define VF_SCRATCH(SCRATCH)                                 \
  SCRATCH(real, gv1, points_levels, "contravariant flux 1") \
  SCRATCH(real, gv2, points_levels, "contravariant flux 2") \
  SCRATCH(real, x, points_levels, "mixing ratio")           \
  SCRATCH(real, c, points_levels, "weight times thickness")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(flux) POINTS(advect) LEVELS(limit) POINTS(store)
#define VF_INDEPENDENT_LEVELS 1
enum { side = 4 };

VF_POINTS_PHASE(flux, i, k)
{
  const real q = VF_LEVEL(qdp, i, k);
  const real v1 = VF_LEVEL_PART(vstar, i, k, 1) * q, v2 = VF_LEVEL_PART(vstar, i, k, 2) * q;
  VF_SCRATCH_AT(gv1, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 1) * v1 + VF_PART(dinv, i, 3) * v2);
  VF_SCRATCH_AT(gv2, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 2) * v1 + VF_PART(dinv, i, 4) * v2);
}

VF_POINTS_PHASE(advect, i, k)
{
  const int a = (i - 1) % side + 1, b = (i - 1) / side + 1;
  real along = 0, across = 0;
  for (int m = 1; m <= side; m++) {
    const int row = m + side * (b - 1), column = a + side * (m - 1); /* the last element may be cut */
    if (row <= kfdia) along = along + VF_TABLE(dvv, m, a) * VF_SCRATCH_AT(gv1, row, k);
    if (column <= kfdia) across = across + VF_TABLE(dvv, m, b) * VF_SCRATCH_AT(gv2, column, k);
  }
  const real divergence = (along + across) * (1 / VF_SURFACE(metdet, i) * rrearth);
  VF_SCRATCH_AT(x, i, k) = (VF_LEVEL(qdp, i, k) - dt * divergence) / VF_LEVEL(dpmass, i, k);
  VF_SCRATCH_AT(c, i, k) = VF_SURFACE(spheremp, i) * VF_LEVEL(dpmass, i, k);
}

VF_LEVELS_PHASE(limit, k)
{
  real weight = 0, mass = 0;
  for (int i = kidia; i <= kfdia; i++) weight = weight + VF_SCRATCH_AT(c, i, k);
  if (!(weight > 0)) return;
  for (int i = kidia; i <= kfdia; i++) mass = mass + VF_SCRATCH_AT(c, i, k) * VF_SCRATCH_AT(x, i, k);
  real low = VF_PROFILE(qmin, k), high = VF_PROFILE(qmax, k);
  if (low < 0) low = 0;
  if (mass < low * weight) low = mass / weight;
  if (mass > high * weight) high = mass / weight;
  for (int round = 1; round <= 15; round++) {
    real moved = 0;
    for (int i = kidia; i <= kfdia; i++) {
      const real value = VF_SCRATCH_AT(x, i, k);
      const real kept = value > high ? high : value < low ? low : value;
      moved = moved + (value - kept) * VF_SCRATCH_AT(c, i, k);
      VF_SCRATCH_AT(x, i, k) = kept;
    }
    if (VF_ABS(moved) <= (real)5e-14 * VF_ABS(mass)) break;
    real room = 0;
    for (int i = kidia; i <= kfdia; i++)
      if (moved > 0 ? VF_SCRATCH_AT(x, i, k) < high : VF_SCRATCH_AT(x, i, k) > low)
        room = room + VF_SCRATCH_AT(c, i, k);
    for (int i = kidia; i <= kfdia; i++)
      if (moved > 0 ? VF_SCRATCH_AT(x, i, k) < high : VF_SCRATCH_AT(x, i, k) > low)
        VF_SCRATCH_AT(x, i, k) = VF_SCRATCH_AT(x, i, k) + moved / room;
  }
  VF_PROFILE(qmin, k) = low;
  VF_PROFILE(qmax, k) = high;
}

VF_POINTS_PHASE(store, i, k)
{
  VF_LEVEL(qdp_new, i, k) = VF_SURFACE(spheremp, i) * (VF_SCRATCH_AT(x, i, k) * VF_LEVEL(dpmass, i, k));
}
