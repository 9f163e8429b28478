/* All kinds of arrays of a column; with a mistake other than 0, an access beyond its declaration. */
#define VF_KERNEL column_accesses
#define VF_SUMMARY "t(k) from t(k-1) and all that a column reads"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                               \
  READ  (real, dp,      levels, reach(below(1), above(0)), "read with the level above") \
  READ  (real, ph,      half_levels, reach(0), "read at both sides of a layer") \
  READ  (real, phis,    surface, reach(0), "read at the point")                \
  READ  (real, metric,  parts(4), reach(0), "read in four parts")              \
  READ  (real, wind,    levels_parts(2), reach(0), "read in two parts")        \
  READ  (real, tracers, levels_species(3), reach(0), "read in three species")  \
  READ  (real, q,       species(levels), reach(0), "read for the species")     \
  READ  (real, sigma,   profile, reach(1), "read with neighbours")             \
  READ  (real, hyai,    half_profile, reach(0), "read at both sides")          \
  READ  (real, numbers, table(2, 3), reach(0), "read anywhere")                \
  UPDATE(real, t,       species(levels), reach(1), "updated from level to level") \
  WRITE (real, fx,      species(half_levels), reach(0), "written at both sides") \
  VALUE (int,  mistake, "which access is wrong")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0) CARRY(int, visits, 0, 2)
#define VF_TEMPORARIES(TEMPORARY)               \
  TEMPORARY(real, kept, levels, "of the way down") \
  TEMPORARY(real, half, half_levels, "of the way down") \
  TEMPORARY(real, each, half_levels_species(3), "of the way down")
#define VF_SWEEPS(DOWN, UP) DOWN(work, 1, nlev) UP(back, 1, nlev)

VF_SWEEP(work, i, k)
{
  const bool wrong = i == 3 && k == 2 && species == 1;
  const int below = k < nlev ? k + 1 : k, above = k > 1 ? k - 1 : 1;
  real all = VF_LEVEL(dp, i, k) + VF_LEVEL(dp, i, above) + VF_HALF(ph, i, k) + VF_HALF(ph, i, k + 1) + VF_SURFACE(phis, i);
  for (int c = 1; c <= 4; c++) all = all + VF_PART(metric, i, c);
  for (int c = 1; c <= 2; c++) all = all + VF_LEVEL_PART(wind, i, k, c);
  for (int s = 1; s <= 3; s++) all = all + VF_LEVEL_OF(tracers, i, k, s);
  all = all + VF_LEVEL(q, i, k) + VF_PROFILE(sigma, above) + VF_PROFILE(sigma, below) + VF_HALF_PROFILE(hyai, k + 1);
  for (int l = 1; l <= 3; l++) all = all + VF_TABLE(numbers, 1, l) + VF_TABLE(numbers, 2, l);
  if (mistake == 1 && wrong) all = all + VF_LEVEL(dp, i, k + 1);
  if (mistake == 2 && wrong) all = all + VF_LEVEL(dp, i + 1, k);
  if (mistake == 3 && i == 3 && species == 1) all = all + VF_LEVEL(dp, i, k - 1);
  if (mistake == 4 && wrong) all = all + VF_HALF(ph, i, k + 2);
  if (mistake == 5 && wrong) all = all + VF_SURFACE(phis, i - 1);
  if (mistake == 6 && wrong) all = all + VF_PART(metric, i, 5);
  if (mistake == 7 && wrong) all = all + VF_LEVEL_PART(wind, i, k, 0);
  if (mistake == 8 && wrong) all = all + VF_LEVEL_OF(tracers, i, k, 4);
  if (mistake == 9 && i == 3 && k == 2 && species == 2) all = all + VF_LEVEL(q, i, k + 1);
  if (mistake == 10 && wrong) all = all + VF_PROFILE(sigma, k + 2);
  if (mistake == 11 && wrong) all = all + VF_HALF_PROFILE(hyai, k - 1);
  if (mistake == 12 && wrong) all = all + VF_TABLE(numbers, 3, 1);
  if (mistake == 13 && wrong) VF_LEVEL(t, i, k - 1) = 5;
  if (mistake == 14 && wrong) VF_HALF(fx, i, k + 2) = 5;
  VF_TEMPORARY_AT(kept, k) = VF_LEVEL(t, i, k) + VF_LEVEL(t, i, above) + VF_LEVEL(t, i, below);
  VF_TEMPORARY_AT(half, k + 1) = all;
  if (mistake == 15 && wrong) VF_TEMPORARY_AT(kept, nlev + 1) = 5;
  if (mistake == 16 && wrong) VF_TEMPORARY_AT(half, 0) = 5;
  for (int s = 1; s <= 3; s++) VF_TEMPORARY_OF(each, k + 1, s) = (real)s * all;
  if (mistake == 18 && wrong) VF_TEMPORARY_OF(each, k, 4) = 5;
  VF_CARRIED_OF(visits, 1 + k % 2) = VF_CARRIED_OF(visits, 1 + k % 2) + 1;
  if (mistake == 20 && wrong && !VF_ON_GPU) VF_CARRIED_OF(visits, 3) = 5;
  if (mistake == 21 && wrong && !VF_ON_GPU) VF_CARRIED_OF(visits, 0) = 5;
  if (mistake == 19 && wrong) VF_TEMPORARY_OF(each, nlev + 2, 1) = 5;
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + all;
  if (k == 1) VF_HALF(fx, i, 1) = 0;
  VF_HALF(fx, i, k + 1) = VF_CARRIED_VALUE(sum);
}

VF_SWEEP(back, i, k)
{
  VF_LEVEL(t, i, k) = VF_TEMPORARY_AT(kept, k) + VF_TEMPORARY_AT(half, k + 1) + VF_HALF(fx, i, k) +
                      (VF_TEMPORARY_OF(each, k + 1, 3) - VF_TEMPORARY_OF(each, k + 1, 2) - VF_TEMPORARY_OF(each, k + 1, 1));
  if (mistake == 17 && i == 3 && k == 4 && species == 1) VF_LEVEL(t, i, k) = VF_LEVEL(dp, i, k - 2);
}
