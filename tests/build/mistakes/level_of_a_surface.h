/* says: once: level_of_a_surface\.h:10:[0-9]+: error: .*vfi_read_[a-z]*_surface.* has no member named [^ ]*level_stride */
#define VF_KERNEL level_of_a_surface
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, s, surface, reach(0), "of the point") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(s, i, k); }
