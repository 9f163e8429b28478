/* says: option_of_a_sum\.h:7: error: viewfab generator: kernel option_of_a_sum: the value of option some is not a number written in the file */
#define VF_KERNEL option_of_a_sum
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(option(some = 1 + 1), a, "a choice")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
