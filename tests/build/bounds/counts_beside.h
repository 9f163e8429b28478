/* Wrong on purpose: counts in a cell that another point owns, beyond 32 bits. */
#define VF_KERNEL counts_beside
#define VF_SUMMARY "count = count + 2^32, above"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)      \
  UPDATE(int64, count, same, reach(1), "counts")      \
  READ(double, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(count, i, j, k + 1, n) += VF_AT(x, i, j, k, n) < 0 ? 1 : 4294967296; }
