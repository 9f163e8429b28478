/* says: once: max_of_fortran\.h:9: error: viewfab: MAX[(]...[)] is no function of kernel files; write VF_MAX[(]a, b[)] with two numbers */
#define VF_KERNEL max_of_fortran
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = MAX(VF_AT(x, i, j, k, n), 0); }
