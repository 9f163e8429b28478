/* says: once: and_of_fortran\.h:9: error: viewfab: [.]and[.] is no operator of C; write && */
#define VF_KERNEL and_of_fortran
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = i > 1 .and. j > 1; }
