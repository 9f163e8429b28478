/* says: once: option_without_names\.h:9:[0-9]+: error: .*argument a: option\(\) is no type of values, which are: real int real3 int3 box boundary reals\(1\.\.16\) ints\(1\.\.16\) logical option\(1\.\.16 names\) */
#define VF_KERNEL option_without_names
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(option(), a, "a choice")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
