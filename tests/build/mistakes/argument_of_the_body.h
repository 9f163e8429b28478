/* says: once: argument_of_the_body\.h:7: error: viewfab: the name .box. is used by viewfab itself, in the body */
#define VF_KERNEL argument_of_the_body
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, box, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(box, i, j, k, n) = VF_AT(x, i, j, k, n); }
