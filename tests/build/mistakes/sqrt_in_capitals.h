/* says: once: sqrt_in_capitals\.h:9: error: viewfab: SQRT[(]...[)] is no function of kernel files; write VF_SQRT[(]x[)] */
#define VF_KERNEL sqrt_in_capitals
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = SQRT(VF_AT(x, i, j, k, n)); }
