/* Sums in a window over a periodic signal. Each weighted value is computed once for a tile, not once for each window. */
#define VF_KERNEL window_sums
#define VF_SUMMARY "b(i) = sum over j = i-m .. i+m, in this order, of a(modulo(j, points)) (1 - |j|/m)"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                      \
  READ(real, a, along(any), reach(0), "signal, from 0 to points - 1") \
  WRITE(real, b, same, reach(0), "sums")                              \
  VALUE(int, points, "points of the signal")                          \
  VALUE(int, m, "points on each side of a window")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, w, halo(m), "weighted values")
#define VF_CARRIED(CARRY) CARRY(real, total, 0)
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(weigh, m) WINDOW(add, m) POINTS(store)

VF_HALO_PHASE(weigh, j, n)
{
  const int rest = j % points, at = rest < 0 ? rest + points : rest;
  VF_SCRATCH_AT(w, j) = VF_AT(a, at) * (1 - (real)(j < 0 ? -j : j) / m);
}

VF_WINDOW_PHASE(add, i, j, n) { VF_CARRIED_VALUE(total) = VF_CARRIED_VALUE(total) + VF_SCRATCH_AT(w, j); }

VF_TILE_PHASE(store, i, n) { VF_AT(b, i, n) = VF_CARRIED_VALUE(total); }
