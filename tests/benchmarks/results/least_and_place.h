/* A single extremum with its place. */
#define VF_KERNEL least_and_place
#define VF_SUMMARY "The least element, and where it is"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) MIN(least, "least x", place)

VF_BODY(i, j, k, n) { VF_GIVE(least, VF_AT(x, i, j, k, n)); }
