/* says: once: intent_that_is_none\.h:7: error: viewfab: VF_ARGUMENTS has READWRITE[(]...[)], which is none of: READ WRITE UPDATE VALUE */
#define VF_KERNEL intent_that_is_none
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  READWRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
