/* says: the name .ierr. is used by viewfab itself */
#define VF_KERNEL reserved_argument
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, ierr, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(ierr, i, j, k, n); }
