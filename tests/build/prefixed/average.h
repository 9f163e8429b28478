#define VF_KERNEL average
#define VF_SUMMARY "mean of two neighbours along an axis"
#define VF_POINTS all
#define VF_AXES x, y
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach_along(1), "field") WRITE(real, mean, same, reach(0), "means")

VF_BODY(i, j, k, n) { VF_AT(mean, i, j, k, n) = (VF_AT_ALONG(x, -1, i, j, k, n) + VF_AT_ALONG(x, 1, i, j, k, n)) / 2; }
