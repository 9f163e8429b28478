/* The old form with min. */
#define VF_KERNEL smallest
#define VF_SUMMARY "Smallest element: result = min x; no points: infinity"
#define VF_POINTS reduction
#define VF_REDUCE min
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n); }
