/* says: once: writes_anywhere\.h:8:[0-9]+: error: .*argument y: several points have the same elements of anywhere */
#define VF_KERNEL writes_anywhere
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, anywhere, reach(0), "scattered")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
