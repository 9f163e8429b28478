/* says: result_like_an_argument\.h:5: error: viewfab generator: kernel result_like_an_argument: the name 'x' is used twice, for an argument and a result */
#define VF_KERNEL result_like_an_argument
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(X, "sum")

VF_BODY(i, j, k, n) { VF_GIVE(X, VF_AT(x, i, j, k, n)); }
