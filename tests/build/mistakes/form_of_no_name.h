/* says: once: form_of_no_name\.h:1:[0-9]*:? error: .*VF_REMOTE_FORMS is table, square, of which some is none of: table handle */
#define VF_KERNEL form_of_no_name
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 1
#define VF_POINTS all
#define VF_REMOTE_FORMS table, square
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, remote, reach(0), "vector") \
  WRITE(real, y, along(i), reach(0), "result")

VF_BODY(i, n) { VF_AT(y, i) = VF_REMOTE(x, i); }
