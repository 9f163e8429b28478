/* says: sweep_writes_a_read_argument.h(:10:[0-9]+: error: assignment of read-only|[(]10[)]: error: expression must be a modifiable lvalue) */
#define VF_KERNEL sweep_writes_a_read_argument
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(x, i, k) = VF_LEVEL(y, i, k); }
