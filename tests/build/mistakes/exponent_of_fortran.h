/* says: once: exponent_of_fortran\.h:9: error: viewfab: 1.d-3 is no number of C, which has neither d exponents nor kinds; write [(]real[)]1.e-3 */
#define VF_KERNEL exponent_of_fortran
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n) + 1.d-3; }
