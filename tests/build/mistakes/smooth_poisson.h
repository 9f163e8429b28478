/* says: smooth_poisson\.h:2: error: viewfab generator: kernel smooth_poisson: the name .smooth_poisson. is used by viewfab itself: it has vf_smooth_poisson */
#define VF_KERNEL smooth_poisson
#define VF_SUMMARY "would replace a function of the library"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
