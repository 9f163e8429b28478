/* says: no_array\.h:2: error: .* belongs to a kernel without an array argument */
#define VF_KERNEL no_array
#define VF_SUMMARY "has values only"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) VALUE(real, x, "a value")

VF_BODY(i, j, k, n) { (void)x; }
