/* says: once: abs_in_a_function\.h:9: error: viewfab: abs[(]...[)] is no function of kernel files; write VF_ABS[(]x[)] */
#define VF_KERNEL abs_in_a_function
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_INLINE real size(real x) { return abs(x); }

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = size(VF_AT(x, i, j, k, n)); }
