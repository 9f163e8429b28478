/* says: option_like_what_is_made\.h:7: error: viewfab generator: kernel option_like_what_is_made: the name .boxes. of an option is one that is made for a kernel */
#define VF_KERNEL option_like_what_is_made
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field")        \
  VALUE(option(boxes), a, "a choice")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 1; }
