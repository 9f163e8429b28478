#define VF_KERNEL put_to
#define VF_SUMMARY "x(to(i)) = y(i), where each element is put once at most"
#define VF_RANK 1
#define VF_POINTS all
#define VF_REMOTE_FORMS table, handle
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                \
  READ(int, to, along(i), reach(0), "numbers of elements of x") \
  READ(real, y, along(i), reach(0), "values")                   \
  WRITE(real, x, remote, reach(0), "vector of all ranks")

VF_BODY(i, n) { VF_REMOTE_PUT(x, VF_AT(to, i), VF_AT(y, i)); }
