/* says: residual\.h:7: error: viewfab generator: kernel residual: the name .poisson. of an option is used by viewfab itself */
#define VF_KERNEL residual
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(option(poisson), a, "a choice")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
