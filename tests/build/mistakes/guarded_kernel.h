/* says: guarded_kernel\.h:2: error: viewfab generator: kernel guarded_kernel: take this include guard away */
#if !defined(GUARDED_KERNEL_H)
#define GUARDED_KERNEL_H
#define VF_KERNEL guarded_kernel
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, x, same, reach(0), "field")

#ifdef DOUBLED
VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 2; }
#else
VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
#endif
#endif
