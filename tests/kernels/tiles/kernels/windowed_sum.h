/* Sums over windows of weighted values. Each weighted value is computed once for a tile, and not once for each window. */
#define VF_KERNEL windowed_sum
#define VF_SUMMARY "Windowed sum: b(i) = sum over j = i-m .. i+m, in this order, of a(modulo(j, period)) (1 - |j| / m)"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                \
  READ(real, a, along(any), reach(0), "values 0 .. period - 1") \
  WRITE(real, b, same, reach(0), "sums")                        \
  VALUE(int, period, "period of a")                             \
  VALUE(int, m, "points on each side of a window; 0 counts as 1 in the weight")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, w, halo(m), "weighted values")
#define VF_CARRIED(CARRY) CARRY(real, total, 0)
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(weigh, m) WINDOW(add, m) POINTS(store)

VF_HALO_PHASE(weigh, j, n)
{
  const int rest = j % period, at = rest < 0 ? rest + period : rest;
  VF_SCRATCH_AT(w, j) = VF_AT(a, at) * (1 - (real)(j < 0 ? -j : j) / (real)(m > 1 ? m : 1));
}

VF_WINDOW_PHASE(add, i, j, n) { VF_CARRIED_VALUE(total) = VF_CARRIED_VALUE(total) + VF_SCRATCH_AT(w, j); }

VF_TILE_PHASE(store, i, n) { VF_AT(b, i, n) = VF_CARRIED_VALUE(total); }
