/* says: once: table_of_one_number\.h:10:[0-9]+: error: .*argument x: there is no map table\(4\) */
#define VF_KERNEL table_of_one_number
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, table(4), reach(0), "numbers") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = 1; }
