/* says: once: argument_of_a_word_of_c\.h:6: error: viewfab: the name .long. is a word of C */
#define VF_KERNEL argument_of_a_word_of_c
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, long, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 0; }
