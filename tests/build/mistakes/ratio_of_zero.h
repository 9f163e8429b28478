/* says: once: ratio_of_zero\.h:9:[0-9]+: error: .*argument x: the ratio of coarsened_by\(0, 1\) is less than 1 */
#define VF_KERNEL ratio_of_zero
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, coarsened_by(0, 1), reach(0), "parents") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
