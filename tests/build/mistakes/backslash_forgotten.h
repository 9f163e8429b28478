/* says: once: backslash_forgotten\.h:6: error: viewfab: this line of VF_ARGUMENTS lacks the backslash at its end: WRITE[(]...[)] follows */
#define VF_KERNEL backslash_forgotten
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")
  WRITE(real, y, same, reach(0), "copy of x")    \
  VALUE(real, h, "width")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
