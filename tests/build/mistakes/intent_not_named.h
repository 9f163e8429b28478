/* says: once: intent_not_named\.h:5: error: viewfab: VF_ARGUMENTS has 3 parameters in place of the four [(]READ, WRITE, UPDATE, VALUE[)] */
#define VF_KERNEL intent_not_named
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, VALUE)         \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
