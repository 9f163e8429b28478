/* says: once: direction_by_letter\.h:6: error: viewfab: face[(]y[)]: directions are numbers, 0 for x, 1 for y, 2 for z */
#define VF_KERNEL direction_by_letter
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, face(y), reach(0), "field")     \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
