/* Wrong on purpose: its windows are wider than the halo of its scratch. */
#define VF_KERNEL tile_window_too_wide
#define VF_SUMMARY "y(i) = x(i-2) + ... + x(i+2)"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(2), "line")          \
  WRITE(real, y, same, reach(0), "line")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, first, halo(0), "nothing") SCRATCH(real, copy, halo(1), "of x")
#define VF_CARRIED(CARRY) CARRY(real, total, 0)
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(fill, 1) WINDOW(add, 2) POINTS(store)

VF_HALO_PHASE(fill, j, n) { VF_SCRATCH_AT(copy, j) = VF_AT(x, j, n); }
VF_WINDOW_PHASE(add, i, j, n) { VF_CARRIED_VALUE(total) += VF_SCRATCH_AT(copy, j); }
VF_TILE_PHASE(store, i, n) { VF_AT(y, i, n) = VF_CARRIED_VALUE(total); }
