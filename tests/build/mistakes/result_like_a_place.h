/* says: result_like_a_place\.h:6: error: viewfab generator: kernel result_like_a_place: the name 'dt_place' is used twice, for two results */
#define VF_KERNEL result_like_a_place
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(dt_place, "sum") MIN(dt, "step", place)

VF_BODY(i, j, k, n) { VF_GIVE(dt, VF_AT(x, i, j, k, n)); }
