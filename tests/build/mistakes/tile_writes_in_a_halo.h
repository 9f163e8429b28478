/* says: tile_writes_in_a_halo\.h:13:[0-9]+: error: .*vfi_written_in_a_tile_phase.* has no member */
#define VF_KERNEL tile_writes_in_a_halo
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, a, same, reach(1), "field")         \
  WRITE(real, b, same, reach(0), "sum")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, w, halo(1), "a again")
#define VF_CARRIED(CARRY) CARRY(real, total, 0)
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(fill, 1) WINDOW(add, 1) POINTS(store)

VF_HALO_PHASE(fill, j, n) { VF_SCRATCH_AT(w, j) = VF_AT(a, j, n); VF_AT(b, j, n) = 0; }
VF_WINDOW_PHASE(add, i, j, n) { VF_CARRIED_VALUE(total) += VF_SCRATCH_AT(w, j); }
VF_TILE_PHASE(store, i, n) { VF_AT(b, i, n) = VF_CARRIED_VALUE(total); }
