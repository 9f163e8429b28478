/* says: term_of_another_rank\.h:10:[0-9]+: error: .*in a kernel of rank 1 VF_TERM names \(i, n\) */
#define VF_KERNEL term_of_another_rank
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 1
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "terms")

VF_TERM(i, j, n) { return VF_AT(x, i, n); }
