/* The divergence of the mean mass flux of a step, on elements of 4 x 4 points, and its value for the exchange of elements. */
#define VF_KERNEL mean_divergence
#define VF_SUMMARY "div = divergence of v on the sphere, weighted = spheremp div"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                 \
  READ(real, dvv, table(4, 4), reach(0), "dvv(m, l): derivative of basis function m at point l") \
  READ(real, dinv, parts(4), reach(0), "inverse metric: 11, 21, 12, 22")                         \
  READ(real, metdet, surface, reach(0), "determinant of the metric")                             \
  READ(real, spheremp, surface, reach(0), "weights of the points")                               \
  READ(real, v, levels_parts(2), reach(0), "mean mass flux, Pa m/s")                             \
  WRITE(real, div, levels, reach(0), "its divergence, Pa/s")                                     \
  WRITE(real, weighted, levels, reach(0), "the same, times spheremp")                            \
  VALUE(real, rrearth, "1/radius, 1/m")
#define VF_SCRATCH(SCRATCH)                                   \
  SCRATCH(real, flux1, points_levels, "contravariant flux 1") \
  SCRATCH(real, flux2, points_levels, "contravariant flux 2")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(flux) POINTS(divergence)
#define VF_INDEPENDENT_LEVELS 1
#define VF_SIDE 4

VF_POINTS_PHASE(flux, i, k)
{
  const real v1 = VF_LEVEL_PART(v, i, k, 1), v2 = VF_LEVEL_PART(v, i, k, 2);
  VF_SCRATCH_AT(flux1, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 1) * v1 + VF_PART(dinv, i, 3) * v2);
  VF_SCRATCH_AT(flux2, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 2) * v1 + VF_PART(dinv, i, 4) * v2);
}

VF_POINTS_PHASE(divergence, i, k)
{
  const int row = (i - 1) / 4, column = (i - 1) % 4;
  real sum1 = 0, sum2 = 0;
  for (int m = 1; m <= 4; m++) {
    sum1 = sum1 + VF_TABLE(dvv, m, column + 1) * VF_SCRATCH_AT(flux1, m + 4 * row, k);
    sum2 = sum2 + VF_TABLE(dvv, m, row + 1) * VF_SCRATCH_AT(flux2, column + 1 + 4 * (m - 1), k);
  }
  const real divergence = (sum1 + sum2) * (1 / VF_SURFACE(metdet, i) * rrearth);
  VF_LEVEL(div, i, k) = divergence;
  VF_LEVEL(weighted, i, k) = VF_SURFACE(spheremp, i) * divergence;
}
