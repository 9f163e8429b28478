/* says: once: reduction_without_reduce\.h:1:[0-9]+: error: .*a reduction defines VF_REDUCE, one of: sum min max */
#define VF_KERNEL reduction_without_reduce
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS reduction
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n); }
