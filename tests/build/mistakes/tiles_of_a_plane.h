/* says: once: tiles_of_a_plane\.h:1:[0-9]+: error: .*a kernel over tiles is of rank 1 */
#define VF_KERNEL tiles_of_a_plane
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 2
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, b, same, reach(0), "sum")
#define VF_PHASES(HALO, WINDOW, POINTS) POINTS(store)

VF_TILE_PHASE(store, i, n) { VF_AT(b, i, 1, n) = 0; }
