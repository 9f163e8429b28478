/* says: once: writes_a_read_logical\.h:9:[0-9]+: error: assignment of read-only location */
#define VF_KERNEL writes_a_read_logical
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  READ(logical, mask, same, reach(0), "array")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(mask, i, j, k, n) = true; }
