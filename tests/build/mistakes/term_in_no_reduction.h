/* says: once: term_in_no_reduction\.h:7:[0-9]+: error: .*a kernel over coloured has VF_BODY, not VF_TERM */
#define VF_KERNEL term_in_no_reduction
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; return 0; }
