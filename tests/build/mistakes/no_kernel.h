/* says: once: no_kernel\.h:1:[0-9]+: error: .*the kernel file does not define VF_KERNEL */
#define VF_SUMMARY "has no name"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)     \
  WRITE(real, x, same, reach(0), "array that is written")

void nothing(void);
