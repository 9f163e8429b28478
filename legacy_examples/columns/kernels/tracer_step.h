/* One stage of the transport of the tracers on elements of 4 x 4 points, limited level by level. */
#define VF_KERNEL tracer_step
#define VF_SUMMARY \
  "qdp_new = spheremp limited(qdp - dt div(v qdp)): between qmin and qmax of qdp/dp, with the mass of each level kept"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                             \
  READ(real, dvv, table(4, 4), reach(0), "dvv(m, l): derivative of basis function m at point l")             \
  READ(real, dinv, parts(4), reach(0), "inverse metric: 11, 21, 12, 22")                                     \
  READ(real, metdet, surface, reach(0), "determinant of the metric")                                         \
  READ(real, spheremp, surface, reach(0), "weights of the points")                                           \
  READ(real, dp_start, levels, reach(0), "thickness before the first stage, Pa")                             \
  READ(real, vn0, levels_parts(2), reach(0), "mean mass flux, Pa m/s")                                       \
  READ(real, divdp, levels, reach(0), "its divergence, Pa/s")                                                \
  READ(real, divdp_proj, levels, reach(0), "the same after the exchange of elements, Pa/s")                  \
  READ(real, qdp, species(levels), reach(0), "mass of the tracer, Pa")                                       \
  UPDATE(real, qmin, species(levels_of_block), reach(0), "lower bound of a level; moved if it does not fit") \
  UPDATE(real, qmax, species(levels_of_block), reach(0), "upper bound of a level; moved if it does not fit") \
  WRITE(real, qdp_new, species(levels), reach(0), "mass after the stage, times spheremp, Pa")                \
  VALUE(int, stages, "stages before this stage")                                                             \
  VALUE(real, dt, "length of the stage, s")                                                                  \
  VALUE(real, rrearth, "1/radius, 1/m")
#define VF_SCRATCH(SCRATCH)                                                         \
  SCRATCH(real, wind1, points_levels, "mean wind 1")                                \
  SCRATCH(real, wind2, points_levels, "mean wind 2")                                \
  SCRATCH(real, after, points_levels, "thickness after the stage")                  \
  SCRATCH(real, over_area, points, "1/(metdet radius)")                             \
  SCRATCH(real, flux1, points_levels, "contravariant flux 1, then weights in sums") \
  SCRATCH(real, flux2, points_levels, "contravariant flux 2")                       \
  SCRATCH(real, x, points_levels, "mass of the tracer by mass of air")
#define VF_BLOCK_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(air) COLUMNS(invert)
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(flux) POINTS(advect) LEVELS(limit) POINTS(store)
#define VF_INDEPENDENT_LEVELS 1
#define VF_TEAM_THREADS 96

#define VF_SIDE 4

enum { tracer_side = 4, tracer_points = 16 };

/* The common part of all tracers. */
VF_POINTS_PHASE(air, i, k)
{
  const real thickness = VF_LEVEL(dp_start, i, k) - stages * dt * VF_LEVEL(divdp_proj, i, k);
  VF_SCRATCH_AT(wind1, i, k) = VF_LEVEL_PART(vn0, i, k, 1) / thickness;
  VF_SCRATCH_AT(wind2, i, k) = VF_LEVEL_PART(vn0, i, k, 2) / thickness;
  VF_SCRATCH_AT(after, i, k) = thickness - dt * VF_LEVEL(divdp, i, k);
}

VF_COLUMNS_PHASE(invert, i) { VF_SCRATCH_POINT(over_area, i) = 1 / VF_SURFACE(metdet, i) * rrearth; }

VF_POINTS_PHASE(flux, i, k)
{
  const real mass = VF_LEVEL(qdp, i, k);
  const real v1 = VF_SCRATCH_AT(wind1, i, k) * mass, v2 = VF_SCRATCH_AT(wind2, i, k) * mass;
  VF_SCRATCH_AT(flux1, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 1) * v1 + VF_PART(dinv, i, 3) * v2);
  VF_SCRATCH_AT(flux2, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 2) * v1 + VF_PART(dinv, i, 4) * v2);
  VF_SCRATCH_AT(x, i, k) = mass;
}

VF_POINTS_PHASE(advect, i, k)
{
  const int row = (i - 1) / tracer_side, column = (i - 1) % tracer_side;
  real sum1 = 0, sum2 = 0;
  for (int m = 1; m <= tracer_side; m++) {
    sum1 = sum1 + VF_TABLE(dvv, m, column + 1) * VF_SCRATCH_AT(flux1, m + tracer_side * row, k);
    sum2 = sum2 + VF_TABLE(dvv, m, row + 1) * VF_SCRATCH_AT(flux2, column + 1 + tracer_side * (m - 1), k);
  }
  const real divergence = (sum1 + sum2) * VF_SCRATCH_POINT(over_area, i);
  VF_SCRATCH_AT(x, i, k) = (VF_SCRATCH_AT(x, i, k) - dt * divergence) / VF_SCRATCH_AT(after, i, k);
}

#define TRACER_X(n) VF_SCRATCH_AT(x, n, k)
#define TRACER_WEIGHT(n) VF_SCRATCH_AT(flux1, n, k)

/* The mass cut off goes to the points with room, by the same amount for each point. Numbers of the points stay in scratch: 16
 * numbers would take half of the registers of a thread. */
VF_LEVELS_PHASE(limit, k)
{
  real sum = 0, mass = 0;
  for (int n = 1; n <= tracer_points; n++) {
    const real weight = VF_SURFACE(spheremp, n) * VF_SCRATCH_AT(after, n, k);
    TRACER_WEIGHT(n) = weight;
    sum = sum + weight;
    mass = mass + weight * TRACER_X(n);
  }
  if (sum <= 0) return;
  real low = VF_PROFILE(qmin, k), high = VF_PROFILE(qmax, k);
  if (low < 0) low = 0;
  if (mass < low * sum) low = mass / sum;
  if (mass > high * sum) high = mass / sum;
  for (int round = 1; round <= 15; round++) {
    real add = 0;
    for (int n = 1; n <= tracer_points; n++) {
      const real here = TRACER_X(n);
      if (!VF_ON_GPU && here >= low && here <= high) continue; /* most points: the host asks no more */
      if (TRACER_X(n) > high) {
        add = add + (TRACER_X(n) - high) * TRACER_WEIGHT(n);
        TRACER_X(n) = high;
      }
      if (TRACER_X(n) < low) {
        add = add - (low - TRACER_X(n)) * TRACER_WEIGHT(n);
        TRACER_X(n) = low;
      }
    }
    if (VF_ABS(add) <= (real)5.0e-14 * VF_ABS(mass)) break;
    real room = 0;
    for (int n = 1; n <= tracer_points; n++)
      if (add > 0 ? TRACER_X(n) < high : TRACER_X(n) > low) room = room + TRACER_WEIGHT(n);
    const real more = add / room;
    for (int n = 1; n <= tracer_points; n++)
      if (add > 0 ? TRACER_X(n) < high : TRACER_X(n) > low) TRACER_X(n) = TRACER_X(n) + more;
  }
  VF_PROFILE(qmin, k) = low;
  VF_PROFILE(qmax, k) = high;
}

VF_POINTS_PHASE(store, i, k)
{
  VF_LEVEL(qdp_new, i, k) = VF_SURFACE(spheremp, i) * (VF_SCRATCH_AT(x, i, k) * VF_SCRATCH_AT(after, i, k));
}
