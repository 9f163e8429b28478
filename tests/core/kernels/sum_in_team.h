/* The same in a team, with scratch between two phases. */
#define VF_KERNEL sum_in_team
#define VF_SUMMARY "y(k) = x(1) + ... + x(k)"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, levels, reach(0), "values")      \
  WRITE(real, y, levels, reach(0), "sums")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0)
#define VF_SCRATCH(SCRATCH) SCRATCH(real, above, points_levels, "sums")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) DOWN(add, 1, nlev) POINTS(store) COLUMNS(last)

VF_SWEEP(add, i, k)
{
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_LEVEL(x, i, k);
  VF_SCRATCH_AT(above, i, k) = VF_CARRIED_VALUE(sum);
}
VF_POINTS_PHASE(store, i, k) { VF_LEVEL(y, i, k) = VF_SCRATCH_AT(above, i, k); }
VF_COLUMNS_PHASE(last, i) { VF_LEVEL(y, i, nlev) = VF_SCRATCH_AT(above, i, nlev); }
