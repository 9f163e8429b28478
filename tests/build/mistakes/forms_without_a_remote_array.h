/* says: once: VF_REMOTE_FORMS in a kernel without an argument of the map remote */
#define VF_KERNEL forms_without_a_remote_array
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 1
#define VF_POINTS all
#define VF_REMOTE_FORMS table
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, along(i), reach(0), "vector") \
  WRITE(real, y, along(i), reach(0), "result")

VF_BODY(i, n) { VF_AT(y, i) = VF_AT(x, i); }
