/* says: once: missing_body\.h:1:[0-9]+: error: .*the kernel file has no VF_BODY */
#define VF_KERNEL missing_body
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, x, same, reach(0), "field")
