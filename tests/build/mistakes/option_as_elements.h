/* says: once: option_as_elements\.h:9:[0-9]+: error: .*argument y: option\(a\) is no type of elements, which are: real int logical float double int64 */
#define VF_KERNEL option_as_elements
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  READ(option(a), y, same, reach(0), "array")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
