/* All kinds of phases and scratch; with a mistake other than 0, an access forbidden to a team. */
#define VF_KERNEL team_accesses
#define VF_SUMMARY "t, less its mean of a level, in sums of levels and columns"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                           \
  READ  (real, dp,      levels, reach(0), "read anywhere in the block")    \
  READ  (real, numbers, table(2, 3), reach(0), "read anywhere")            \
  UPDATE(real, t,       species(levels), reach(0), "updated at the point") \
  UPDATE(real, low,     species(levels_of_block), reach(0), "updated by level") \
  WRITE (real, flux,    species(half_levels), reach(0), "written by column") \
  WRITE (real, total,   species(surface), reach(0), "written by column")   \
  VALUE (int,  mistake, "which access is wrong")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0) CARRY(int, visits, 0, 2)
#define VF_SCRATCH(SCRATCH)                                    \
  SCRATCH(real, x, points_levels, "t with thickness")          \
  SCRATCH(real, h, points_half_levels, "thickness above")      \
  SCRATCH(real, p, points, "sum of a column")                  \
  SCRATCH(real, l, levels, "sum of a level")                   \
  SCRATCH(int,  n, levels, "points of a level")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) \
  POINTS(first) POINTS(ends, 1, 1) LEVELS(across) COLUMNS(through) DOWN(fall, 1, nlev) UP(rise, 1, nlev) POINTS(last)

VF_POINTS_PHASE(first, i, k)
{
  const bool wrong = i == 3 && k == 2 && species == 1;
  if (mistake == 1 && wrong) VF_SCRATCH_AT(x, i, k) = VF_LEVEL(dp, i, nlev + 1);
  if (mistake == 2 && wrong) VF_SCRATCH_AT(x, i, k) = VF_LEVEL(dp, kfdia + 1, k);
  if (mistake == 3 && i == 3 && k == 2 && species == 2) VF_LEVEL(t, i, k - 1) = 77;
  if (mistake == 4 && wrong) VF_SCRATCH_AT(x, i, nlev + 1) = 5;
  if (mistake == 5 && wrong) VF_SCRATCH_AT(x, i, k) = VF_SCRATCH_AT(x, i - 1, k);
  if (mistake == 6) VF_SCRATCH_POINT(p, i) = k;
  if (mistake == 7) VF_SURFACE(total, i) = 10 * i + k + 100;
  if (mistake == 8) VF_LEVEL(t, i, k) = VF_LEVEL(t, i, k) + 1;
  if (mistake == 8 && wrong) VF_SCRATCH_AT(x, i, k) = VF_LEVEL(t, i - 1, k);
  if (mistake == 9 && wrong) {
    VF_SCRATCH_AT(x, i, k) += 1;
    return;
  }
  if (mistake == 10 && wrong) VF_SCRATCH_AT(x, i, k) = VF_SCRATCH_AT(x, i, k) + 1;
  if (mistake == 11 && wrong) VF_SCRATCH_AT(x, i, k) = VF_TABLE(numbers, 1, 4);
  VF_SCRATCH_AT(x, i, k) = VF_LEVEL(t, i, k) * VF_LEVEL(dp, i, k) + VF_LEVEL(dp, kidia, nlev) + VF_TABLE(numbers, 2, 3);
  if (mistake != 12 || !wrong) VF_SCRATCH_HALF(h, i, k + 1) = VF_LEVEL(dp, i, k);
}

VF_POINTS_PHASE(ends, i, k)
{
  VF_SCRATCH_HALF(h, i, k) = 0;
}

VF_LEVELS_PHASE(across, k)
{
  VF_SCRATCH_LEVEL(l, k) = 0;
  VF_SCRATCH_LEVEL(n, k) = 0;
  for (int i = kidia; i <= kfdia; i++) {
    VF_SCRATCH_LEVEL(l, k) = VF_SCRATCH_LEVEL(l, k) + VF_SCRATCH_AT(x, i, k);
    VF_SCRATCH_LEVEL(n, k) = VF_SCRATCH_LEVEL(n, k) + 1;
  }
  for (int i = kidia; i <= kfdia; i++)
    VF_SCRATCH_AT(x, i, k) = VF_SCRATCH_AT(x, i, k) - VF_SCRATCH_LEVEL(l, k) / VF_SCRATCH_LEVEL(n, k);
  VF_PROFILE(low, k) = VF_PROFILE(low, k) + VF_SCRATCH_LEVEL(l, k);
  if (mistake == 13 && k == 2 && species == 1) VF_PROFILE(low, k + 1) = 77;
  if (mistake == 14 && k == 2 && species == 1) VF_SCRATCH_LEVEL(l, k) = VF_SCRATCH_LEVEL(l, k - 1);
}

VF_COLUMNS_PHASE(through, i)
{
  VF_SCRATCH_POINT(p, i) = 0;
  for (int k = 1; k <= nlev; k++) VF_SCRATCH_POINT(p, i) = VF_SCRATCH_POINT(p, i) + VF_SCRATCH_AT(x, i, k);
  VF_SURFACE(total, i) = VF_SCRATCH_POINT(p, i) + 1;
  if (mistake == 15 && i == 3 && species == 1) VF_SURFACE(total, i + 1) = 77;
  if (mistake == 16 && i == 3 && species == 1) VF_SURFACE(total, i) = VF_SCRATCH_POINT(p, i - 1);
}

VF_SWEEP(fall, i, k)
{
  VF_CARRIED_OF(visits, 1 + k % 2) = VF_CARRIED_OF(visits, 1 + k % 2) + 1;
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_SCRATCH_AT(x, i, k);
  if (k == 1) VF_HALF(flux, i, 1) = 0;
  VF_HALF(flux, i, k + 1) = VF_HALF(flux, i, k) + VF_CARRIED_VALUE(sum) + 1;
  if (mistake == 17 && i == 3 && k == 2 && species == 1) VF_HALF(flux, i - 1, k) = 77;
  if (mistake == 18) VF_SCRATCH_AT(x, i, k) = VF_SCRATCH_AT(x, i, k) + VF_SCRATCH_AT(x, kidia, nlev) + 1;
}

VF_SWEEP(rise, i, k)
{
  if (k < nlev) VF_SCRATCH_AT(x, i, k) = VF_SCRATCH_AT(x, i, k) + VF_SCRATCH_AT(x, i, k + 1);
}

VF_POINTS_PHASE(last, i, k)
{
  if (mistake == 19 && i == 3 && k == 2 && species == 1) VF_LEVEL(t, i, k) = VF_SCRATCH_AT(x, i + 1, k);
  if (mistake == 19) VF_SCRATCH_AT(x, i, k) = VF_SCRATCH_AT(x, i, k) + 1;
  VF_LEVEL(t, i, k) = VF_SCRATCH_AT(x, i, k) + VF_SCRATCH_LEVEL(l, k) + VF_SCRATCH_POINT(p, i) +
                      VF_SCRATCH_HALF(h, i, k) + VF_SCRATCH_HALF(h, i, k + 1);
}
