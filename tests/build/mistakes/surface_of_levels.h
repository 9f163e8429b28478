/* says: once: surface_of_levels\.h:10:[0-9]+: error: .*vfi_read_[a-z]*_levels.* has no member named [^ ]*is_surface */
#define VF_KERNEL surface_of_levels
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_SURFACE(x, i); }
