/* says: once: reals_without_a_number\.h:9:[0-9]+: error: .*argument a: reals\(0\) is no type of values, which are: real int real3 int3 box boundary reals\(1\.\.16\) ints\(1\.\.16\) logical option\(1\.\.16 names\) */
#define VF_KERNEL reals_without_a_number
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(reals(0), a, "numbers")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
