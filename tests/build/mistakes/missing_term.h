/* says: once: missing_term\.h:1:[0-9]+: error: .*the kernel file has no VF_TERM */
#define VF_KERNEL missing_term
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
