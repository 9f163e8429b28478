/* says: once: unequal_of_fortran\.h:9: error: viewfab: a /= b divides a by b in C; write a != b to compare */
#define VF_KERNEL unequal_of_fortran
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { if (VF_AT(x, i, j, k, n) /= 0) VF_AT(y, i, j, k, n) = 1; }
