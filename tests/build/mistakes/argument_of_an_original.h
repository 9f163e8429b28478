/* says: the name .Components. is used by viewfab itself */
#define VF_KERNEL argument_of_an_original
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, Components, same, reach(0), "field")  \
  WRITE(real, y, same, reach(0), "copy of it")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(Components, i, j, k, n); }
