/* says: once: sum_with_a_place\.h:8:[0-9]+: error: .*result mass: a sum has no place */
#define VF_KERNEL sum_with_a_place
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(mass, "mass, kg", place)

VF_BODY(i, j, k, n) { VF_GIVE(mass, VF_AT(x, i, j, k, n)); }
