/* Lines in a reduction. */
#define VF_KERNEL largest_bend
#define VF_SUMMARY "result = max abs(c(i-1) - 2 c(i) + c(i+1)), where c is the sum of x over both sides in z"
#define VF_POINTS reduction
#define VF_REDUCE max
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(1, 0, 1), "field; ghosts in x and z")
#define VF_LINES(LINE) LINE(real, c, reach(1), "sum of x over both sides in z")

VF_LINE(c, i, j, k, n) { return VF_AT(x, i, j, k - 1, n) + VF_AT(x, i, j, k + 1, n); }

VF_TERM(i, j, k, n) { return VF_ABS(VF_LINE_AT(c, i - 1) - 2 * VF_LINE_AT(c, i) + VF_LINE_AT(c, i + 1)); }
