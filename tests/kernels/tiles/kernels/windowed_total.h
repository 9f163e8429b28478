/* Windowed sums of values computed in place, with results over all sums. */
#define VF_KERNEL windowed_total
#define VF_SUMMARY "Windowed sums of sin(2 pi j / period) (1 - |j| / m), their sum, and the largest of them"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, b, same, reach(0), "sums")         \
  VALUE(int, period, "points in a turn")         \
  VALUE(int, m, "points on each side of a window; 0 counts as 1 in the weight")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, w, halo(m), "weighted values")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0)
#define VF_RESULTS(SUM, MIN, MAX) SUM(total, "sum of b") MAX(peak, "largest b", place)
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(weigh, m) WINDOW(add, m) POINTS(store)

VF_HALO_PHASE(weigh, j, n)
{
  const int rest = j % period, at = rest < 0 ? rest + period : rest;
  const real angle = (real)6.283185307179586477 * (real)at / (real)period;
  VF_SCRATCH_AT(w, j) = VF_SIN(angle) * (1 - (real)(j < 0 ? -j : j) / (real)(m > 1 ? m : 1));
}

VF_WINDOW_PHASE(add, i, j, n) { VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_SCRATCH_AT(w, j); }

VF_TILE_PHASE(store, i, n)
{
  VF_AT(b, i, n) = VF_CARRIED_VALUE(sum);
  VF_GIVE(total, VF_CARRIED_VALUE(sum));
  VF_GIVE(peak, VF_CARRIED_VALUE(sum));
}
