/* says: once: reach_of_a_column_in_two_numbers\.h:10:[0-9]+: error: .*argument x: reach\(1, 0\) is none of reach\(r\), reach\(below\(r\), above\(r\)\), of levels, and reach\(i, k, b\), .*of points, levels and blocks */
#define VF_KERNEL reach_of_a_column_in_two_numbers
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)   \
  READ (real, x, levels, reach(1, 0), "field")     \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
