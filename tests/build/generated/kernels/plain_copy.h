/* The smallest possible kernel. */
#define VF_KERNEL plain_copy
#define VF_SUMMARY "y = x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, "field")                         \
  WRITE(real, y, "its copy")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
