/* says: once: constant_twice\.h:9:[0-9]+: error: redeclaration of enumerator .*vf_constant_twice_none */
#define VF_KERNEL constant_twice
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(option(none, some), a, "a choice") VALUE(option(none, all), b, "another")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
