/* says: vfi_written_and_remote_x.* undeclared */
#define VF_KERNEL puts_in_a_remote_read_argument
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, remote, reach(0), "vector") \
  READ(int, to, along(i), reach(0), "numbers")

VF_BODY(i, n) { VF_REMOTE_PUT(x, VF_AT(to, i), 1); }
